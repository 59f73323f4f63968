/* An engine as the user describes it:
 *
 *   name=A cmd="./engine --flag 'two words'" proto=usi option.Threads=1 time=10000 inc=100
 *
 * Words are separated by blanks; a part in '...' or "..." is taken as it is. A Spec owns its texts. */
#ifndef YOMI_APP_COMMON_ENGINE_SPEC_H
#define YOMI_APP_COMMON_ENGINE_SPEC_H

#include "base/buf.h"
#include "base/status.h"

enum { ENGINE_NAME_MAX = 64, ENGINE_OPTIONS_MAX = 128, ENGINE_ARGUMENTS_MAX = 64, ENGINE_SPEC_TEXT_MAX = 4096 };

/* Milliseconds; 0: not given. With none of them an engine would think for ever, so one is demanded. */
typedef struct TimeControl {
    int64_t time_ms, increment_ms, byoyomi_ms, movetime_ms, nodes, depth;
} TimeControl;

bool time_control_given(const TimeControl *control);
bool time_control_has_clock(const TimeControl *control); /* time, increment or byoyomi */

typedef struct EngineOption {
    const char *name, *value;
} EngineOption;

typedef struct EngineSpec {
    char name[ENGINE_NAME_MAX];
    char protocol[16]; /* "internal", "usi", "nboard", "gtp", "gomocup" */
    char *arguments[ENGINE_ARGUMENTS_MAX + 1];
    const char *folder, *log;
    EngineOption options[ENGINE_OPTIONS_MAX];
    int option_count;
    bool restart; /* a new process for every game */
    bool untimed; /* a GTP engine that is told nothing about time: its command line does */
    TimeControl control;
    char *texts; /* what the pointers point into */
} EngineSpec;

/* `control` holds the defaults for keys that the text does not give. */
Status engine_spec_parse(EngineSpec *out, const char *text, const TimeControl *control, Error *error);
void engine_spec_free(EngineSpec *spec);

/* Cuts the next word, without its quotes, off *text and adds it with a NUL to `out`. False at the end; an open quote is
 * an error in *error (its status is left STATUS_OK otherwise). */
bool engine_spec_word(const char **text, Buf *out, Error *error);

#endif
