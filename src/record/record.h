/* A game as any record holds it, and the one table of record formats.
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
    RECORD_TEXT_MAX = 128, /* names and such, with the NUL; what is longer is cut */
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
    double score;  /* for the side that moves, in the unit of the game (pawns, discs) */
    char *comment; /* NULL: none */
} RecordMove;

typedef struct Record {
    char game[RECORD_TEXT_MAX];  /* "shogi"; always set by a reader */
    char rules[RECORD_TEXT_MAX]; /* value of the game's option Rule; "": not told */
    char player[2][RECORD_TEXT_MAX], event[RECORD_TEXT_MAX], date[RECORD_TEXT_MAX];
    char *start;   /* position text; NULL: the usual start */
    char *comment; /* before the first move; NULL: none */
    RecordMove *moves;
    size_t count;
    RecordResult result;
    RecordEnd end;
    char score[RECORD_TEXT_MAX]; /* the result in the format's own words ("+12.00"); "": not told */
} Record;

typedef struct RecordSet {
    Record *items;
    size_t count;
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
} RecordFormat;

extern const RecordFormat record_kif, record_kif_sjis, record_ki2, record_csa;
extern const RecordFormat record_ggf, record_wthor, record_obf, record_transcript;
extern const RecordFormat record_sgf, record_psq;

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
/* Moves the record into the set, or frees it when there is no room. */
Status record_set_add(RecordSet *set, Record *record, Error *error);
void record_set_free(RecordSet *set);

/* A new move at the end, with no time, score and comment; NULL when there is no room or the text is none. */
RecordMove *record_add_move(Record *record, Str text, Error *error);
Status record_set_start(Record *record, Str text, Error *error);
/* Adds a line to a comment (&record->comment, &move->comment). */
Status record_add_comment(char **comment, Str line, Error *error);
/* Othello: the result in discs on a board of 64 squares (X, O, -) where nobody can move. */
void record_take_discs(Record *record, const char *board);
/* Copies what fits, whole UTF-8 characters only. */
void record_take_text(char out[RECORD_TEXT_MAX], Str text);

#endif
