/* Yomi: an engine for board games (yomi_game_name lists them).  Public interface, version 2.
 *
 * An engine plays one game. It owns everything it hands out: texts that a function returns or passes to a callback are
 * valid until the next call on the same engine, or until the callback returns. Several engines may live in one process.
 *
 * Threads: the functions of one engine are to be called from one thread at a time, except yomi_stop and yomi_ponderhit,
 * which may be called from any thread. While a search runs, options and the position cannot be changed, but they can be
 * asked for. Callbacks come from a thread of the engine (with yomi_run, from the caller's), one after the other, the
 * result last and exactly once for each successful yomi_go. A callback must not call back into its engine, except
 * yomi_stop.
 *
 * Functions that can fail return YOMI_OK or what went wrong, and put one line for a person into *error (which may be
 * NULL). After a failure the engine is as it was before the call.
 *
 * Structs that may grow begin with their size; new fields come at the end. Begin with the initialiser that is given
 * beside a struct you fill in. A program built with an older header then works with a newer library: what it does not
 * know keeps its usual value. One built with a newer header is refused where it uses what the library does not know.
 * yomi_error, yomi_stat and yomi_callbacks do not grow. */
#ifndef YOMI_H
#define YOMI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* of libyomi nothing else can be seen */
#endif

#define YOMI_API_VERSION 2

enum { YOMI_ERROR_TEXT_MAX = 256, YOMI_MOVE_TEXT_MAX = 16, YOMI_PLIES_MAX = 65536 };

typedef enum yomi_status {
    YOMI_OK = 0,
    YOMI_BAD_INPUT,  /* the text or value given is wrong */
    YOMI_NOT_FOUND,  /* no such game, option, file */
    YOMI_NO_MEMORY,  /* an allocation failed or would not fit */
    YOMI_IO,         /* reading or writing failed */
    YOMI_BUSY,       /* not while a search is running */
    YOMI_TOO_LARGE,  /* over a documented limit */
    YOMI_UNSUPPORTED /* this build, game or machine cannot do it */
} yomi_status;

typedef struct yomi_error {
    yomi_status status;
    char text[YOMI_ERROR_TEXT_MAX];
} yomi_error;

typedef struct yomi_engine yomi_engine;

/* The API version and the program's version ("1.0.0") that the library was built with. */
int yomi_api_version(void);
const char *yomi_version(void);

/* ---- games ---- */

int yomi_game_count(void);
const char *yomi_game_name(int index);  /* "shogi"; NULL past the end */
const char *yomi_game_title(int index); /* "Shogi" */
/* The protocols that programs for this game speak, blank-separated, the usual one first. */
const char *yomi_game_protocols(int index);

/* How strong to play, for people: a limit of nodes and a value of the option Spread. Each level wins 60 to 75 % against
 * the one below. */
enum { YOMI_LEVELS = 11 };

typedef struct yomi_level {
    size_t size;
    uint64_t nodes;
    int spread;
} yomi_level;

#define YOMI_LEVEL_INIT          \
    {                            \
        sizeof(yomi_level), 0, 0 \
    }

/* `number` from 1 to YOMI_LEVELS. YOMI_NOT_FOUND: there is no such game or level; YOMI_BAD_INPUT without a size. */
yomi_status yomi_game_level(int game, int number, yomi_level *out);

/* ---- engines ---- */

/* Opens an engine for a game by its name, with the start position set. */
yomi_status yomi_open(const char *game, yomi_engine **out, yomi_error *error);
/* Stops a running search, waits for its result callback and frees everything. NULL is fine. */
void yomi_close(yomi_engine *engine);
const char *yomi_engine_game(const yomi_engine *engine);
/* Lines for whoever runs the program (the pool's counters when it shuts down). Called from any thread. */
void yomi_set_log(yomi_engine *engine, void (*log)(void *context, const char *line), void *context);

/* ---- options ---- */

typedef enum yomi_option_type {
    YOMI_OPTION_CHECK,
    YOMI_OPTION_SPIN,
    YOMI_OPTION_COMBO,
    YOMI_OPTION_TEXT,
    YOMI_OPTION_BUTTON
} yomi_option_type;

typedef struct yomi_option {
    size_t size;
    const char *name, *help;
    yomi_option_type type;
    int min, max;
    const char *initial;        /* the default, as text */
    const char *const *choices; /* combo: NULL-terminated; otherwise NULL */
    int advanced;               /* not for the everyday list of a GUI */
    int rule;                   /* a rule of the game: new games and positions go by it */
} yomi_option;

#define YOMI_OPTION_INIT                                                           \
    {                                                                              \
        sizeof(yomi_option), NULL, NULL, YOMI_OPTION_CHECK, 0, 0, NULL, NULL, 0, 0 \
    }

size_t yomi_option_count(const yomi_engine *engine);
/* Fills in as much of *out as its size says. YOMI_NOT_FOUND past the end; YOMI_BAD_INPUT without a size. */
yomi_status yomi_option_at(const yomi_engine *engine, size_t index, yomi_option *out);
/* Names are not case-sensitive. Slow consequences (a larger table, a network) come with yomi_ready or the next yomi_go,
 * not here. YOMI_BUSY while a search runs. */
yomi_status yomi_set_option(yomi_engine *engine, const char *name, const char *value, yomi_error *error);
/* The value as text; NULL when there is no such option. */
const char *yomi_get_option(yomi_engine *engine, const char *name);

/* Makes what the options ask for: table, threads, weights. What cannot be had is reported and stays as it was; its
 * option goes back to the value in force. Where there is nothing yet that could stay, the largest table that can be had
 * and the weights inside the program have to do. So a second call, with nothing set in between, is good. */
yomi_status yomi_ready(yomi_engine *engine, yomi_error *error);

/* ---- positions ---- */

/* `text` in the game's notation (SFEN, 64 squares and side, ...), or NULL for the start; then `moves` on top. */
yomi_status yomi_set_position(yomi_engine *engine, const char *text, const char *const *moves, size_t count,
                              yomi_error *error);
yomi_status yomi_play(yomi_engine *engine, const char *move, yomi_error *error);
yomi_status yomi_undo(yomi_engine *engine, yomi_error *error);

typedef enum yomi_outcome { YOMI_ONGOING, YOMI_FIRST_WINS, YOMI_SECOND_WINS, YOMI_DRAW } yomi_outcome;

size_t yomi_ply(const yomi_engine *engine);       /* moves made on top of the position that was set */
int yomi_side_to_move(const yomi_engine *engine); /* 0: first player, 1: second */
yomi_outcome yomi_get_outcome(const yomi_engine *engine, const char **reason); /* reason may be NULL */
const char *yomi_position_text(yomi_engine *engine);                           /* what yomi_set_position takes */
const char *yomi_board_text(yomi_engine *engine);                              /* a diagram of several lines */
const char *yomi_legal_moves(yomi_engine *engine);                             /* blank-separated */
int yomi_is_legal(const yomi_engine *engine, const char *move);
const char *yomi_move_at(yomi_engine *engine, size_t ply); /* of the moves made; NULL past the end */

/* ---- the position as data ---- */

enum { YOMI_CELLS_MAX = 400, YOMI_KINDS_MAX = 32, YOMI_NOBODY = -1 };

typedef struct yomi_cell {
    signed char owner;       /* 0: first player, 1: second; YOMI_NOBODY: the cell is empty */
    unsigned char kind;      /* of the piece, below yomi_board.kinds */
    unsigned char forbidden; /* empty, but a rule forbids the side to move to place a stone here */
} yomi_cell;

typedef struct yomi_board {
    size_t size;
    int width, height;
    int side_to_move;
    int kinds;                       /* of pieces; 1: all are alike, stones or discs */
    yomi_cell cells[YOMI_CELLS_MAX]; /* width * height of them, row by row from the top left as a diagram shows them */
    int held[2][YOMI_KINDS_MAX];     /* beside the board: pieces in hand, by kind; pairs taken, where pairs are taken */
    int scored;                      /* by how much a game is won counts */
    int score;                       /* of a finished game that is scored, in centi-units, for the first player */
} yomi_board;

#define YOMI_BOARD_INIT                                          \
    {                                                            \
        sizeof(yomi_board), 0, 0, 0, 0, {{0, 0, 0}}, {{0}}, 0, 0 \
    }

/* Fills in as much of *out as its size says. YOMI_BAD_INPUT without a size. */
yomi_status yomi_get_board(const yomi_engine *engine, yomi_board *out);
/* "7g", "f5": the column, one character, then the row; NULL past the end. Where a move places a stone on a cell, its
 * text is the cell's name. */
const char *yomi_cell_name(yomi_engine *engine, int cell);
/* How a piece is written: for programs ("+P", "x"), or for people with one character of Unicode. NULL: no such kind. */
const char *yomi_piece_text(const yomi_engine *engine, int kind, int owner);
const char *yomi_piece_sign(const yomi_engine *engine, int kind, int owner);

/* ---- search ---- */

enum { YOMI_NO_LIMIT = -1 };

/* A search ends by the first limit that it reaches; without any it goes on until yomi_stop. A value below the least one
 * of its field (0, or YOMI_NO_LIMIT and -1 where they are named) is refused. A clock or movetime of 0 is one that has
 * run out: there is a move of depth 1 at once. */
typedef struct yomi_limits {
    size_t size;
    int64_t time_ms; /* left on the clock of the side to move; YOMI_NO_LIMIT: no clock */
    int64_t increment_ms, byoyomi_ms;
    int increment_first; /* the increment may already be used for this move */
    int moves_to_go;
    int64_t movetime_ms; /* YOMI_NO_LIMIT: not given */
    int depth;           /* 0: no limit */
    uint64_t nodes;      /* 0: no limit */
    int mate;            /* look for a forced win within this many plies; -1: of any length; 0: ordinary search */
    int infinite, ponder;
    int multipv;        /* 0: as the option says */
    const char *only;   /* blank-separated root moves to search, or NULL */
    const char *except; /* root moves to leave out, or NULL */
    int analysis;       /* what an opening book knows is told (YOMI_REPORT_BOOK) and not played: the search runs */
    int play_on;        /* search also where a rule has ended the game (repetition, length) but there are moves left */
} yomi_limits;

#define YOMI_LIMITS_INIT                                                                                  \
    {                                                                                                     \
        sizeof(yomi_limits), YOMI_NO_LIMIT, 0, 0, 0, 0, YOMI_NO_LIMIT, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0 \
    }

typedef enum yomi_bound { YOMI_BOUND_NONE, YOMI_BOUND_UPPER, YOMI_BOUND_LOWER, YOMI_BOUND_EXACT } yomi_bound;

typedef struct yomi_stat {
    const char *name;
    uint64_t value;
} yomi_stat;

typedef enum yomi_report_kind {
    YOMI_REPORT_LINE,
    YOMI_REPORT_CURRENT_MOVE,
    YOMI_REPORT_TEXT,
    YOMI_REPORT_BOOK /* a move of the opening book: its score, depth and games */
} yomi_report_kind;

typedef struct yomi_report {
    size_t size;
    yomi_report_kind kind;
    int depth, seldepth;
    int selectivity; /* percent; 100: nothing was cut by probability */
    int line;        /* MultiPV, from 1 */
    int score;       /* from the side to move, in the game's centi-units */
    int win_in;      /* plies to a forced win; negative: to a forced loss; 0: neither */
    yomi_bound bound;
    const char *pv; /* blank-separated; score, bound and pv belong together */
    int pv_length;
    uint64_t nodes, nps;
    int64_t time_ms;
    int hashfull; /* permille */
    const yomi_stat *stats;
    size_t stat_count;
    const char *current; /* YOMI_REPORT_CURRENT_MOVE */
    int current_number;
    const char *text; /* YOMI_REPORT_TEXT */
    uint32_t games;   /* YOMI_REPORT_BOOK: that reached the position after the move */
} yomi_report;

typedef enum yomi_proof { YOMI_PROOF_NONE, YOMI_PROOF_WIN, YOMI_PROOF_NO_WIN } yomi_proof;

typedef struct yomi_result {
    size_t size;
    const char *best;   /* "" when the position has no move */
    const char *ponder; /* "" when there is none */
    int depth, seldepth, selectivity;
    int score, win_in;
    yomi_bound bound;
    const char *pv;
    int pv_length;
    uint64_t nodes;
    int64_t time_ms;
    const yomi_stat *stats;
    size_t stat_count;
    yomi_proof proof;  /* answer to a search with limits.mate */
    const char *stage; /* which part of the engine chose the move */
} yomi_result;

typedef struct yomi_callbacks {
    void (*report)(void *context, const yomi_report *report); /* may be NULL */
    void (*result)(void *context, const yomi_result *result); /* may be NULL */
    void *context;
} yomi_callbacks;

/* Starts a search of the current position and returns at once. Does what yomi_ready does first; where that fails, no
 * search is started. */
yomi_status yomi_go(yomi_engine *engine, const yomi_limits *limits, const yomi_callbacks *callbacks, yomi_error *error);
/* The same, but the main worker searches on the calling thread, whose stack has to hold it (8 MB do), and the result
 * was told when this returns. For many short searches, to which waking a thread adds more than they cost. */
yomi_status yomi_run(yomi_engine *engine, const yomi_limits *limits, const yomi_callbacks *callbacks,
                     yomi_error *error);
void yomi_stop(yomi_engine *engine); /* the result comes soon; harmless when idle */
/* The move pondered on was played: the clock starts now. limits: a new clock, or NULL for the one given to yomi_go,
 * which also stays when yomi_go would refuse the new one. */
void yomi_ponderhit(yomi_engine *engine, const yomi_limits *limits);
void yomi_wait(yomi_engine *engine); /* until the result callback has returned */
int yomi_searching(yomi_engine *engine);
/* The next search belongs to another game: clears the table and what workers have learned. */
yomi_status yomi_new_game(yomi_engine *engine, yomi_error *error);

/* Takes the game played so far into the opening book. YOMI_UNSUPPORTED when the game keeps none, YOMI_BUSY while a
 * search runs. */
yomi_status yomi_learn(yomi_engine *engine, yomi_error *error);

/* ---- measuring ---- */

uint64_t yomi_perft(const yomi_engine *engine, int depth);
/* The same while `goes_on`, which is asked every so often, says 1; returns 0 when it said 0, and *leaves means nothing.
 */
int yomi_perft_while(const yomi_engine *engine, int depth, int (*goes_on)(void *context), void *context,
                     uint64_t *leaves);
const char *yomi_bench_position(const yomi_engine *engine, size_t index); /* NULL past the end */
/* Positions that are measured one by one, with their names, "" where a game has none; NULL past the end. */
const char *yomi_bench_table(const yomi_engine *engine, size_t index, const char **name);
int yomi_bench_depth(const yomi_engine *engine);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
