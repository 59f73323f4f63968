/* A shogi game as a record holds it, and the small board that record formats need: KIF and CSA name the piece that
 * moves, USI text does not. Only the form is checked here; whether moves are legal is for the engine to say.
 *
 * A game is plain data of its owner; the parsers fill it and keep nothing. Comments are lines with the marks that a
 * record has before them (*, '*), views into the text that was parsed; read them with kifu_comment_line. */
#ifndef YOMI_SHOGI_RECORD_KIFU_H
#define YOMI_SHOGI_RECORD_KIFU_H

#include "base/buf.h"
#include "base/status.h"

enum {
    KIFU_MOVES_MAX = 8192,
    KIFU_HEADERS_MAX = 32,
    KIFU_NAME_MAX = 128,
    KIFU_SFEN_MAX = 256,
    KIFU_KINDS = 15,
    KIFU_PROMOTED = 8
};

typedef enum KifuEnd {
    KIFU_END_NONE,
    KIFU_END_RESIGN,
    KIFU_END_MATE,
    KIFU_END_REPETITION,
    KIFU_END_IMPASSE,
    KIFU_END_DECLARATION,
    KIFU_END_TIME,
    KIFU_END_ILLEGAL,
    KIFU_END_ABORT,
    KIFU_ENDS
} KifuEnd;

typedef struct KifuMove {
    char text[6]; /* USI: "7g7f", "8h2b+", "P*5e" */
    int seconds;  /* used for the move; -1: not told */
    int parent;   /* index of the move before it; -1: none */
    Str comment;  /* after it; see below */
    Str bookmark;
} KifuMove;

typedef struct KifuGame {
    char player[2][KIFU_NAME_MAX]; /* Black, White */
    char event[KIFU_NAME_MAX], date[KIFU_NAME_MAX];
    char position[KIFU_SFEN_MAX]; /* SFEN of the start */
    KifuEnd end;
    Str comment;                   /* before the first move */
    Str headers[KIFU_HEADERS_MAX]; /* lines of the head that have no field here, whole */
    int header_count;
    int count; /* of the main line, which comes first */
    int total; /* with the variations */
    KifuMove moves[KIFU_MOVES_MAX];
} KifuGame;

extern const char kifu_even[]; /* SFEN of the even game */

/* Kinds are numbered P L N S B R G K, then promoted + KIFU_PROMOTED; a white piece is negative, 0 is empty. */
typedef struct KifuBoard {
    int8_t cell[9][9]; /* [rank][file - 1] */
    uint8_t hand[2][KIFU_PROMOTED];
    int side;
    int number;
} KifuBoard;

Status kifu_board_parse(KifuBoard *board, Str sfen, Error *error);
void kifu_board_format(const KifuBoard *board, Buf *out);
/* Makes a USI move; false when its form is wrong or nothing of the mover stands on its start. */
bool kifu_board_play(KifuBoard *board, const char *move);

/* The board after a move of the game; index -1: at the start. False when a move on the way cannot be made. */
bool kifu_board_after(const KifuGame *game, int index, KifuBoard *board);

void kifu_clear(KifuGame *game); /* the even game, no names, no moves */
Status kifu_add_move(KifuGame *game, const char *text, int seconds, Error *error);
/* After a move that is not the last one of the main line: a variation. */
Status kifu_add_after(KifuGame *game, int parent, const char *text, int seconds, Error *error);

/* Cuts the next line off a comment: without its mark, lines that have none passed over. False at the end. */
bool kifu_comment_line(Str *comment, Str *line);
/* Lengthens the comment of the last move, or of the game before the first, by a line of the text being parsed. */
void kifu_add_comment(KifuGame *game, Str line);
void kifu_put_comment(Str comment, const char *mark, Buf *out);

/* The line at the front of *rest, without its end; cuts it off. */
Str kifu_line(Str *rest);
/* Cuts `prefix` off the front of *s when it is there. */
bool kifu_take(Str *s, const char *prefix);

#endif
