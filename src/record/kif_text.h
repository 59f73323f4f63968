/* What the Japanese text records KIF and KI2 have in common: the names of pieces and squares, the head with names,
 * handicap or diagram, comments, and the walk through the lines. How a move is written is the record's own. */
#ifndef YOMI_RECORD_KIF_TEXT_H
#define YOMI_RECORD_KIF_TEXT_H

#include "record/kifu.h"

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
    int last_file, last_rank; /* where the last move went; 0: nowhere yet */
    bool done;                /* the end or a variation was reached */
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
