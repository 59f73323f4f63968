/* A game as any record holds it, and the table of all record formats.
 *
 * Formats know the form of a record, not the rules: a start position and moves are texts as the game's engine reads
 * them, and whether they are legal is for the engine to say. A record owns its texts; fill and read it with the
 * functions below. Texts are UTF-8, comments may have several lines. */
#ifndef YOMI_RECORD_RECORD_H
#define YOMI_RECORD_RECORD_H

#include "base/buf.h"
#include "base/status.h"

enum {
    RECORD_MOVES_MAX = 4096,
    RECORD_MOVE_MAX = 16,
    RECORD_TEXT_MAX = 128,      /* names and such, with the NUL; what is longer is cut */
    RECORD_NODES_MAX = 1 << 14, /* moves of the main line and of all variations */
    RECORD_COMMENT_MAX = 1 << 16,
    RECORD_GAMES_MAX = 1 << 20 /* in one file */
};

typedef enum RecordResult { RECORD_UNKNOWN, RECORD_FIRST_WINS, RECORD_SECOND_WINS, RECORD_DRAW } RecordResult;

/* How a game ended, beyond its result, where a format has words for it. */
typedef enum RecordEnd {
    RECORD_END_NONE,
    RECORD_END_RESIGN,
    RECORD_END_MATE, /* or whatever else wins on the board */
    RECORD_END_REPETITION,
    RECORD_END_IMPASSE,
    RECORD_END_DECLARATION,
    RECORD_END_TIME,
    RECORD_END_ILLEGAL,
    RECORD_END_ABORT
} RecordEnd;

typedef struct RecordMove {
    char text[RECORD_MOVE_MAX]; /* "7g7f", "f5", "pass", "h8" */
    int ms;                     /* used for it; -1: not told */
    bool has_score;
    double score;   /* for the side that moves, in the unit of the game (pawns, discs) */
    char *comment;  /* NULL: none */
    char *bookmark; /* NULL: none */
    int parent;     /* index of the move before it; -1: none, it is the first */
} RecordMove;

typedef struct Record {
    char game[RECORD_TEXT_MAX];  /* "shogi"; always set by a reader */
    char rules[RECORD_TEXT_MAX]; /* value of the game's option Rule; "": not told */
    char player[2][RECORD_TEXT_MAX], event[RECORD_TEXT_MAX], date[RECORD_TEXT_MAX];
    char *start;   /* position text; NULL: the usual start */
    char *comment; /* before the first move; NULL: none */
    char *headers; /* lines of a head that only the format knows, as it has them; NULL: none */
    RecordMove *moves;
    size_t count; /* of the main line: moves[0 .. count), each after the one before it */
    size_t total; /* with the variations, which lie behind the main line in any order, but after their parents */
    RecordResult result;
    RecordEnd end;
    char score[RECORD_TEXT_MAX]; /* the result in the format's own words ("+12.00"); "": not told */
} Record;

/* Games that were read. With `take`, each goes there as it is read and none is kept, so that a large file needs no more
 * memory than a game: what take leaves of the record is freed, and an error of it ends the reading and stays in `why`,
 * without the words that a reader adds for its place in the text. */
typedef struct RecordSet {
    Record *items;
    size_t count;
    Status (*take)(void *context, Record *record, Error *error);
    void *context;
    Error why; /* of take: STATUS_OK unless it refused the last game */
} RecordSet;

typedef struct RecordFormat {
    const char *name;       /* "kif" */
    const char *title;      /* "KIF (UTF-8)" */
    const char *game;       /* the one that it is for */
    const char *extensions; /* blank-separated, without the dot: "kif kifu" */
    bool (*is)(Str text);   /* does the text look like it? For texts whose name says nothing */
    /* Adds every game of the text to the set, games read before an error included. */
    Status (*read)(Str text, RecordSet *out, Error *error);
    /* Adds one game; games in a row are a file. NULL: cannot be written. */
    Status (*write)(const Record *record, Buf *out, Error *error);
    bool comments, scores; /* which of the two are written, too */
    bool variations;       /* are they? */
    bool numbers;          /* names of players are numbers */
    int vague;             /* 1 and more: asked after the formats of all games whose look says more */
    bool needs_start;      /* says which board and rules a game was played by, also from the usual start */
} RecordFormat;

/* The formats of each game, NULL-terminated lists in a NULL-terminated list; made from src/games.list. */
extern const RecordFormat *const *const record_lists[];

/* NULL past the end. */
const RecordFormat *record_format_at(size_t index);
const RecordFormat *record_format_named(Str name); /* NULL: none */
/* By the ending of the path, among formats of the game (NULL: any game); NULL: none. */
const RecordFormat *record_format_of_path(const char *path, const char *game);
/* By the ending of the path (may be NULL), else by the look of the text. */
const RecordFormat *record_format_guess(const char *path, Str text, const char *game);

/* ---- filling ---- */

void record_init(Record *record, const char *game);
void record_free(Record *record);
/* Moves the record into the set, or hands it on; frees it when there is no room. */
Status record_set_add(RecordSet *set, Record *record, Error *error);
void record_set_free(RecordSet *set);
/* A text in which a line is a game, read by `read`; empty lines and those that begin with # are passed over. An error
 * names the line. */
Status record_read_lines(Str text, const char *game, Status (*read)(Str line, Record *record, Error *error),
                         RecordSet *out, Error *error);

/* A new move at the end of the main line, with no time, score and comment; NULL when there is no room or the text is
 * none. Only while there are no variations. */
RecordMove *record_add_move(Record *record, Str text, Error *error);
/* The same after the move with an index (-1: at the start): at the end of the main line while it has no variations,
 * otherwise a variation. */
RecordMove *record_add_after(Record *record, int parent, Str text, Error *error);
Status record_set_start(Record *record, Str text, Error *error);
/* Adds a line to a comment (&record->comment, &move->comment). */
Status record_add_comment(char **comment, Str line, Error *error);
/* Who follows whom, for writers: first[i + 1] is the first move after move i (first[0]: at the start), next[i] the next
 * one with the same parent; -1: none. The owner frees the memory with record_tree_free. */
typedef struct RecordTree {
    int *first, *next;
} RecordTree;
Status record_tree(const Record *record, RecordTree *out, Error *error);
void record_tree_free(RecordTree *tree);
/* The result of a game that is won by a number: centi-units for the first player. */
void record_take_score(Record *record, int score);
/* Copies what fits, in whole characters; what is no text is replaced. */
void record_take_text(char out[RECORD_TEXT_MAX], Str text);

#endif
