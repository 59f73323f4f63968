/* Puzzles: positions with one best move, as text and as what a game has to say to them.
 *
 * A puzzle is a line of tab-separated fields: id, game, kind, length, rating, position, solution, values. The id is
 * "SEED.NUMBER" of the run that made it; the length is in plies (empty squares where the game is scored); the solution
 * is a line of moves and the values are what all moves are worth, "MOVE=VALUE", or "-". Empty lines and lines that
 * begin with # say nothing. docs/guides/puzzles.md has the kinds. */
#ifndef YOMI_TOOL_PUZZLE_H
#define YOMI_TOOL_PUZZLE_H

#include "base/buf.h"
#include "base/embed.h"
#include "base/status.h"

enum {
    PUZZLE_POSITION_MAX = 512,
    PUZZLE_LINE_MAX = 512,
    PUZZLE_LENGTH_MAX = 99,
    PUZZLE_RATING_MIN = 100,
    PUZZLE_RATING_MAX = 4000,
    PUZZLE_MOVES_MAX = 128, /* of one attempt at a puzzle */
    PUZZLES_MAX = 20000,    /* of a file */
    PUZZLE_FILE_MAX = 8 << 20
};

typedef struct Puzzle {
    char id[32], game[16], kind[16];
    int length, rating;
    char position[PUZZLE_POSITION_MAX], line[PUZZLE_LINE_MAX], values[PUZZLE_LINE_MAX];
} Puzzle;

/* STATUS_NOT_FOUND when the line says nothing. */
Status puzzle_read(Str line, Puzzle *out, Error *error);
void puzzle_write(const Puzzle *puzzle, Buf *out); /* with the end of the line */
/* The two numbers of an id. */
bool puzzle_number(const Puzzle *puzzle, uint64_t *seed, uint64_t *number);

typedef struct PuzzleList {
    Puzzle *items; /* owned */
    size_t count;
} PuzzleList;

/* The puzzles of a text; an error names the line. On error *out is empty. */
Status puzzles_read(Str text, PuzzleList *out, Error *error);
void puzzles_free(PuzzleList *list);

/* ---- attempts ---- */

typedef enum PuzzleVerdict { PUZZLE_WRONG, PUZZLE_RIGHT, PUZZLE_SOLVED } PuzzleVerdict;

/* What was played since the puzzle's position, the solver's moves and the answers. */
typedef struct PuzzleTry {
    const Puzzle *puzzle;
    const char *const *moves;
    size_t count;
} PuzzleTry;

typedef struct PuzzleAnswer {
    PuzzleVerdict verdict;
    /* Right or solved: what is played now, until the solver is to move; "" when it is over. Wrong: how the move is
     * refuted, "" when it needs no refutation. */
    char line[PUZZLE_LINE_MAX];
    const char *why; /* of a wrong move, a word: "check", "escapes", "slower", "four", "loses", "discs" */
    int loss;        /* discs that the move gives away */
} PuzzleAnswer;

/* What a game has to say to puzzles. `solver` is its memory; one thread at a time. */
typedef struct PuzzleGame {
    const char *help;
    Str (*shipped)(void); /* the puzzles inside the program, as text */
    Status (*open)(void **solver, Error *error);
    void (*close)(void *solver); /* NULL is nothing */
    /* Candidate `number` of a seed, always the same. True when there is a puzzle in it; all but the id and the game is
     * filled in. */
    bool (*make)(void *solver, uint64_t seed, uint64_t number, Puzzle *out);
    /* The last move of the try is the solver's. Is it right, and what is the best answer to it? */
    Status (*judge)(void *solver, const PuzzleTry *attempt, PuzzleAnswer *out, Error *error);
    /* The best line from where the try stands, the solver to move. */
    Status (*solve)(void *solver, const PuzzleTry *attempt, char line[PUZZLE_LINE_MAX], Error *error);
} PuzzleGame;

/* Appends a move and a blank before it; what does not fit is left out. */
void puzzle_add_move(char line[PUZZLE_LINE_MAX], const char *move);

/* The file of a game's puzzles as a part of the program. PUZZLES_FILE is its path, given by the build. */
#define PUZZLES_EMBED(game)                   \
    EMBED_FILE(game##_puzzles, PUZZLES_FILE); \
    static Str shipped(void)                  \
    {                                         \
        return EMBEDDED(game##_puzzles);      \
    }

#endif
