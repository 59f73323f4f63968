/* All that the core and the engine know of a game: one table of functions.
 *
 * None of them is called per node. `search_root` is the one door into a tree; the recursion behind it is the game's
 * own and uses the inline helpers of this folder (worker.h, tt.h, history.h, root.h).
 *
 * Ownership: a position is plain bytes, `position_size` of them, aligned to 64, with no pointer to anything that can
 * go away; the caller owns it and may copy it with memcpy. `settings` is a struct described by `options`, owned by the
 * engine. `shared` is what prepare() made (weights, book), owned by the engine, read-only during a search. `state` is
 * the worker's own memory, `worker_size` bytes, zeroed, owned by the pool. */
#ifndef YOMI_SEARCH_GAME_H
#define YOMI_SEARCH_GAME_H

#include "base/buf.h"
#include "base/cpu.h"
#include "base/option.h"
#include "search/limits.h"
#include "search/report.h"
#include "search/timeman.h"
#include "search/types.h"
#include "yomi.h"

enum { MOVE_TEXT_MAX = 16 };

typedef struct Worker Worker;

typedef enum Outcome {
    OUTCOME_NONE, /* the game goes on */
    OUTCOME_FIRST_WINS,
    OUTCOME_SECOND_WINS,
    OUTCOME_DRAW
} Outcome;

typedef struct BenchRow {
    const char *name, *position; /* the position as a text for parse_position */
} BenchRow;

/* For counts that may take days: whether they are to go on. */
typedef struct PerftWatch {
    int (*goes_on)(void *context);
    void *context;
    bool ended; /* it said no */
} PerftWatch;

/* Asked by perft at nodes with some work below them. watch may be NULL: nobody wants to end it. */
static inline bool perft_ended(PerftWatch *watch)
{
    if (watch && !watch->ended) watch->ended = !watch->goes_on(watch->context);
    return watch && watch->ended;
}

/* How the pieces of one kind are written, by their owner. */
typedef struct PieceNames {
    const char *text[2]; /* for programs: "P", "p" */
    const char *sign[2]; /* for people: one character */
} PieceNames;

/* See yomi_level. */
typedef struct GameLevel {
    uint32_t nodes;
    int spread;
} GameLevel;

typedef struct Game {
    const char *name;      /* as on the command line: "shogi" */
    const char *title;     /* as shown to people: "Shogi" */
    const char *protocols; /* that programs for the game speak, blank-separated, the usual one first */

    /* Settings and shared data */
    OptionTable options;
    size_t settings_size;
    /* Makes or renews what all workers share. Called before the first search and after a setting was changed. All or
     * nothing: on error *shared stays as it was, the text names the option, and the options that are marked `prepared`
     * go back to the values in force. With the defaults only memory can be missing. NULL: the game shares nothing. */
    Status (*prepare)(const void *settings, void **shared, Error *error);
    void (*release)(void *shared);
    /* Takes a game, as its `count` positions from the first to the last, into what the settings say is kept (a book).
     * prepare() is called again after it. NULL: the game learns nothing. */
    Status (*learn)(const void *settings, const void *shared, const void *positions, size_t count, Error *error);

    /* Positions */
    size_t position_size;
    void (*start_position)(const void *settings, void *position);
    Status (*parse_position)(const void *settings, Str text, void *position, Error *error); /* on error: untouched */
    void (*format_position)(const void *position, Buf *out);
    void (*draw_board)(const void *position, Buf *out); /* several lines of plain text */
    /* Cells, what is held and what is forbidden, for yomi_get_board: the fields up to `held`, which come zeroed. */
    void (*describe_board)(const void *position, yomi_board *out);
    /* The column, one character, then the row; false when there is no such cell. */
    bool (*cell_name)(const void *position, int cell, char out[MOVE_TEXT_MAX]);
    const PieceNames *pieces; /* `kinds` of them */
    int kinds;
    Move (*parse_move)(const void *position, Str text); /* a legal move or MOVE_NONE */
    void (*format_move)(const void *position, Move move, char out[MOVE_TEXT_MAX]);
    int (*legal_moves)(const void *position, Move out[MAX_MOVES]); /* 0 when the game is over */
    /* The moves that could be made even though a rule has ended the game, for limits.play_on. NULL: none. */
    int (*moves_beyond)(const void *position, Move out[MAX_MOVES]);
    void (*play)(void *position, Move move);                       /* legal only */
    Outcome (*outcome)(const void *position, const char **reason); /* reason: a static text, may be NULL */
    /* Of a finished game, for the side to move, where winning by more counts; NULL: a win or a loss, no more. */
    Score (*final_score)(const void *position);
    int (*side_to_move)(const void *position); /* 0: first, 1: second */
    int (*ply)(const void *position);          /* moves made since the start of the game */
    uint64_t (*key)(const void *position);
    TimeProfile (*time_profile)(const void *settings, const void *position);

    /* Measuring */
    uint64_t (*perft)(const void *position, int depth, PerftWatch *watch); /* leaf count; passes count as moves */
    const char *const *bench_positions; /* texts for parse_position, NULL-terminated */
    const BenchRow *bench_table;        /* ends with a name of NULL; NULL: the bench positions, without names */
    int bench_depth;
    const GameLevel *levels; /* YOMI_LEVELS of them; NULL: those of a game that was not measured */

    /* Search. All of these run on the worker's thread, apart from worker_init and worker_free. */
    size_t worker_size;
    Status (*worker_init)(Worker *worker, Error *error); /* may be NULL */
    void (*worker_free)(Worker *worker);                 /* may be NULL */
    void (*new_game)(Worker *worker);                    /* forget histories */
    void (*set_root)(Worker *worker, const void *position);
    uint64_t (*worker_key)(const Worker *worker); /* of the worker's own board; outside search_root that of the root */
    int (*max_depth)(const void *position, const Limits *limits); /* last iteration worth running, 1 .. MAX_DEPTH */
    /* Searches root.moves[first .. count) of the worker, records each through root_record, returns the best score,
     * fail-soft. When the worker is stopped it unwinds: the position is as before and the value means nothing. */
    Score (*search_root)(Worker *worker, Score alpha, Score beta, int depth);
    /* Half-width of the first aspiration window in this position; NULL: the core's default. */
    int (*aspiration_delta)(const void *position);
    /* What an iteration number means to people, for games whose iterations are not plain plies; NULL: itself, 100 %. */
    void (*describe_depth)(const Worker *worker, int iteration, int *depth, int *selectivity);
    /* Runs on the main worker before the first iteration: book, threats, mate search (limits.mate). Returns true when
     * it has written the whole answer into *result. It may take moves out of the worker's root list; no other worker's
     * result brings them back. NULL: nothing to do. */
    bool (*prelude)(Worker *worker, SearchResult *result);
    /* Runs on the main worker after an iteration that another may follow, with its best line. What it finds out goes
     * into the table. NULL: nothing to do. */
    void (*between)(Worker *worker, const Pv *line);
    const char *const *own_stats; /* names of the counters from STAT_OWN on, NULL-terminated; NULL: none */
    /* Helpers search the main worker's tree with it: the search marks what it goes into (abdada.h). */
    bool shared_tree;
} Game;

#endif
