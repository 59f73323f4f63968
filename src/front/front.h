/* The frame that all protocols share: input thread, command tables, output line by line.
 *
 * A protocol is a table of commands. Each says what happens when it arrives during a search: it runs at once, it stops
 * the search first, or it waits for the search to end. Commands run one at a time, on the thread that called front_run;
 * reports and results come from the engine's thread. Both print through front_print, a whole line at a time, flushed.
 *
 * What a protocol remembers between commands lives in its `memory`, which the frame allocates and frees. Fields that
 * the result callback reads must not be changed while a search runs. */
#ifndef YOMI_FRONT_FRONT_H
#define YOMI_FRONT_FRONT_H

#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"
#include "yomi.h"

typedef struct Front Front;

typedef enum FrontBusy {
    FRONT_AT_ONCE, /* also during a search */
    FRONT_STOPS,   /* stops a running search and lets it tell its result first */
    FRONT_WAITS    /* waits for a running search to end by itself; one without a limit is stopped */
} FrontBusy;

typedef struct FrontCommand {
    const char *name; /* the first word of the line */
    FrontBusy busy;
    void (*run)(Front *front, Str arguments);
} FrontCommand;

typedef struct FrontProtocol {
    const char *name; /* as a subcommand: "usi" */
    const char *title;
    const char *needs; /* an option without which a game cannot be played over it; may be NULL */
    bool any_case;     /* command names in upper or lower case */
    const FrontCommand *commands;
    size_t command_count;
    size_t memory_size;
    void (*open)(Front *front);  /* before the first line; may be NULL */
    void (*close)(Front *front); /* after the last; may be NULL */
    /* Sees every line before the table does; true when it has dealt with it. For multi-line commands. May be NULL. */
    bool (*intercept)(Front *front, Str line);
    void (*unknown)(Front *front, Str line);        /* not in the table; may be NULL: ignored */
    void (*too_long)(Front *front);                 /* a line over the limit; may be NULL: ignored */
    void (*remark)(Front *front, const char *text); /* what options asked for and cannot be had; NULL: to the log */
    void (*report)(Front *front, const yomi_report *report); /* may be NULL */
    void (*result)(Front *front, const yomi_result *result);
    /* Could a session of this protocol begin with this line? */
    bool (*begins_with)(Str line);
} FrontProtocol;

extern const FrontProtocol *const front_protocols[]; /* NULL-terminated */

/* By subcommand name, by the name of the program ("yomi-usi", "pbrain-yomi64.exe"), by the first line of a session.
 * NULL when there is none. */
const FrontProtocol *front_by_name(const char *name);
const FrontProtocol *front_by_program(const char *program);
const FrontProtocol *front_by_line(Str line);

/* Which games a protocol is for, as the games say: the first of them (NULL: none here), and whether one is among them.
 */
const char *front_usual_game(const char *protocol);
bool front_game_speaks(const char *game, const char *protocol);

typedef struct FrontSetup {
    const FrontProtocol *protocol; /* NULL: told from the first line */
    const char *game;              /* NULL: the protocol's own */
    int in_fd, out_fd, log_fd;
    void (*write)(void *context, Str text); /* takes the output, whole lines; NULL: it goes to the files */
    void *context;
} FrontSetup;

/* Runs a session until quit, the end of input, or until nobody reads the output any more. At the end of input a search
 * with a limit is let to finish. */
Status front_run(const FrontSetup *setup, Error *error);

/* The same without reading: a session whose lines are handed over one by one, of a known protocol, with `write`. A line
 * that has to wait for a search does so here. False after quit. front_end stops a search first; NULL is fine. */
Status front_begin(const FrontSetup *setup, Front **out, Error *error);
bool front_line(Front *front, Str line);
void front_end(Front *front);

/* ---- for protocols ---- */

yomi_engine *front_engine(Front *front);
void *front_memory(Front *front);
/* Does what the options ask for now, not on the clock of the next search; what cannot be had becomes a remark. */
void front_ready(Front *front);
/* Starts a search whose reports and result go to the protocol. False, with *error filled in, when it cannot. */
bool front_go(Front *front, const yomi_limits *limits, yomi_error *error);
void front_wait(Front *front);    /* for the result of a search; stops it when nobody reads the output any more */
bool front_waiting(Front *front); /* a command has come, or nobody is there: for commands of many steps, to end early */
void front_quit(Front *front);    /* no more commands after this one */
void front_print(Front *front, const char *format, ...) PRINTF_LIKE(2, 3);
void front_print_text(Front *front, Str text); /* as it is, with no line end added */

#endif
