/* GGF: Othello games as NBoard and the GGS server write them.
 *   (;GM[Othello]PC[place]DT[date]PB[black]PW[white]RE[result]TI[clock]TY[8]BO[8 squares side]B[F5/eval/seconds]...;)
 * Only the form is checked here; whether the moves are legal is for the engine to say. */
#ifndef YOMI_OTHELLO_RECORD_GGF_H
#define YOMI_OTHELLO_RECORD_GGF_H

#include "base/buf.h"
#include "base/status.h"

enum { GGF_MOVES_MAX = 128, GGF_NAME_MAX = 64, GGF_POSITION_MAX = 96 };

typedef struct GgfMove {
    char text[8]; /* "f5" or "pass" */
    int side;     /* 0 black, 1 white */
    bool has_eval;
    double eval;
    double seconds; /* 0: not given */
} GgfMove;

typedef struct GgfGame {
    char place[GGF_NAME_MAX], date[GGF_NAME_MAX], result[GGF_NAME_MAX];
    char player[2][GGF_NAME_MAX];
    char position[GGF_POSITION_MAX]; /* 64 squares (X, O, -), a blank, the side */
    double clock_s[2];               /* 0: none */
    double increment_s[2];           /* added after every move */
    int count;
    GgfMove moves[GGF_MOVES_MAX];
} GgfGame;

Status ggf_parse(Str text, GgfGame *out, Error *error);
void ggf_format(const GgfGame *game, Buf *out);

#endif
