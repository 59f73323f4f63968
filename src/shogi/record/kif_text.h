/* What the Japanese text records KIF and KI2 have in common: the names of pieces and squares, the head with names,
 * handicap or diagram, comments, and the walk through the lines. How a move is written is the record's own. */
#ifndef YOMI_SHOGI_RECORD_KIF_TEXT_H
#define YOMI_SHOGI_RECORD_KIF_TEXT_H

#include "shogi/record/kifu.h"

extern const char *const kif_kind_names[KIFU_KINDS];
extern const char kif_letters[]; /* of kinds in hand, by number, as USI writes drops */

/* A record being read. */
typedef struct KifReader {
    const char *format; /* for errors */
    KifuGame *game;
    KifuBoard board; /* at the start, as far as it is known; from the first move on the record's own */
    bool diagram;
    int diagram_rank;
    int line;
    int here;                 /* index of the last move read, -1: none */
    int last_file, last_rank; /* where the last move went; 0: nowhere yet */
    bool done;                /* the end of the line was reached */
    bool varied;              /* the main line is over */
    Error *error;
} KifReader;

typedef struct KifForm {
    const char *name;
    bool (*has_moves)(Str line); /* does a line, without blanks before it, hold moves or the end? */
    Status (*read_moves)(KifReader *reader, Str line);
} KifForm;

/* Reads a record into `out`; the moves have the form that their reader gave them. Errors name the line. */
Status kif_read(Str text, const KifForm *form, KifuGame *out, Error *error);
Status kif_fail(const KifReader *reader, const char *what);

/* A move in USI text after the last one that was read. */
Status kif_add_move(KifReader *reader, const char *text, int seconds);
/* How the game ended: that of the main line counts. */
void kif_end_line(KifReader *reader, KifuEnd end);

/* After the head: game->position is that of the diagram, if there was one. Does nothing the second time. */
Status kif_finish_head(KifReader *reader);

/* These cut what they read off the front. */
void kif_skip_blanks(Str *s);
int kif_take_kind(Str *s);                         /* 0: none */
Status kif_read_square(KifReader *reader, Str *s); /* a square or 同, into last_file and last_rank */

void kif_put_head(const KifuGame *game, const KifuBoard *start, Buf *out);
void kif_put_square(const char *move, const char *before,
                    Buf *out); /* where a move goes; before: the last one or NULL */

#endif
