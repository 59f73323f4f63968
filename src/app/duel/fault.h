/* What an engine can do wrong. Every fault loses the game for its engine and is counted by kind. */
#ifndef YOMI_APP_DUEL_FAULT_H
#define YOMI_APP_DUEL_FAULT_H

#include "base/printf.h"
#include "base/str.h"

typedef enum FaultKind {
    FAULT_NONE,
    FAULT_START,    /* could not be started or did not finish its handshake */
    FAULT_CRASH,    /* ended by a signal or with an exit code other than 0 */
    FAULT_EXIT,     /* left in the middle of a game */
    FAULT_PIPE,     /* closed its output and went on running */
    FAULT_HANG,     /* no answer long after its time was up */
    FAULT_TIME,     /* an answer, but too late */
    FAULT_ILLEGAL,  /* a move that the referee does not allow */
    FAULT_PROTOCOL, /* an answer that is none */
    FAULT_FLOOD,    /* output without end */
    FAULT_KINDS
} FaultKind;

enum { FAULT_TEXT_MAX = 160 };

typedef struct Fault {
    FaultKind kind;
    char text[FAULT_TEXT_MAX]; /* one line, no tab */
} Fault;

const char *fault_name(FaultKind kind); /* "none", "start", "crash", ... */
bool fault_from_name(Str name, FaultKind *out);
/* Cleans the text of control characters: it may quote an engine. Returns false, for `return fault_set(...)`. */
bool fault_set(Fault *fault, FaultKind kind, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
