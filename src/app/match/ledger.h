/* A file of lines that survives a kill: what long work has finished so far.
 *
 * A head line says what the work is; every further line is one finished piece. A line is written in one piece with a
 * checksum and synced, so a kill at any moment loses at most the line being written; opening the file again cuts such a
 * torn line off. Damage anywhere else is an error that names the line. Only one process can have it open. */
#ifndef YOMI_APP_MATCH_LEDGER_H
#define YOMI_APP_MATCH_LEDGER_H

#include "base/buf.h"
#include "base/status.h"

enum { LEDGER_MAX = 1 << 30, LEDGER_LINE_MAX = 1 << 18 };

typedef struct Ledger Ledger;

typedef struct LedgerKind {
    const char *title; /* first field of the head: "yomi-match 1" */
    const char *name;  /* for errors: "the journal of a match" */
} LedgerKind;

/* `settings` is one line, items divided by " | ". Calls `each` for every line found, without its checksum; a false
 * answer is an error. */
Status ledger_open(Ledger **out, const LedgerKind *kind, const char *path, const char *settings,
                   bool (*each)(void *context, Str line), void *context, Error *error);
Status ledger_add(Ledger *ledger, Str line, Error *error);
void ledger_close(Ledger *ledger);

#endif
