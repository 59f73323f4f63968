/* An engine as the user describes it:
 *
 *   name=A cmd="./engine --flag 'two words'" proto=usi option.Threads=1 time=10000 inc=100
 *
 * Words are separated by blanks; a part in '...' or "..." is taken as it is. A Spec owns its texts. */
#ifndef YOMI_APP_MATCH_SPEC_H
#define YOMI_APP_MATCH_SPEC_H

#include "base/buf.h"
#include "base/status.h"

enum { SPEC_NAME_MAX = 64, SPEC_OPTIONS_MAX = 128, SPEC_ARGUMENTS_MAX = 64, SPEC_TEXT_MAX = 4096 };

/* Milliseconds; 0: not given. With none of them an engine would think for ever, so one is demanded. */
typedef struct TimeControl {
    int64_t time_ms, increment_ms, byoyomi_ms, movetime_ms, nodes, depth;
} TimeControl;

bool time_control_given(const TimeControl *control);
bool time_control_has_clock(const TimeControl *control); /* time, increment or byoyomi */

typedef struct SpecOption {
    const char *name, *value;
} SpecOption;

typedef struct Spec {
    char name[SPEC_NAME_MAX];
    char protocol[16]; /* "internal", "usi", "nboard", "gtp", "gomocup" */
    char *arguments[SPEC_ARGUMENTS_MAX + 1];
    const char *folder, *log;
    SpecOption options[SPEC_OPTIONS_MAX];
    int option_count;
    bool restart; /* a new process for every game */
    bool untimed; /* a GTP engine that is told nothing about time: its command line does */
    TimeControl control;
    char *texts; /* what the pointers point into */
} Spec;

/* `control` holds the defaults for keys that the text does not give. */
Status spec_parse(Spec *out, const char *text, const TimeControl *control, Error *error);
void spec_free(Spec *spec);

/* Cuts the next word, without its quotes, off *text and adds it with a NUL to `out`. False at the end; an open quote is
 * an error in *error (its status is left STATUS_OK otherwise). */
bool spec_word(const char **text, Buf *out, Error *error);

#endif
