/* Labelled positions: what datagen writes and train reads.
 *
 * A file is a plain sequence of records of SAMPLE_BYTES, little endian: own discs, other discs (8 bytes each), the
 * score in discs for the side to move (2 bytes, signed), flags (2), so files can be appended to, cut and joined. Behind
 * each game stands a mark, for whoever goes on with the file; a reader of positions passes over it. */
#ifndef YOMI_OTHELLO_TRAIN_SAMPLE_H
#define YOMI_OTHELLO_TRAIN_SAMPLE_H

#include "base/buf.h"
#include "base/status.h"
#include "othello/board.h"

enum {
    SAMPLE_BYTES = 20,
    SAMPLE_EXACT = 1,    /* flag: solved, not the outcome of a game */
    SAMPLE_SEARCHED = 2, /* flag: the score of a search */
    SAMPLE_MARK = 0x8000 /* flag: no position, but the end of a game and whose it was; readers pass over it */
};

typedef struct OthelloSample {
    OthelloBoard board;
    int16_t score;
    uint16_t flags;
} OthelloSample;

static inline bool othello_sample_is_mark(const uint8_t in[SAMPLE_BYTES])
{
    return in[19] & SAMPLE_MARK >> 8;
}

void othello_sample_write(const OthelloSample *sample, uint8_t out[SAMPLE_BYTES]);
/* False when the record cannot be a position (discs on top of each other, a score no game can have). */
bool othello_sample_read(const uint8_t in[SAMPLE_BYTES], OthelloSample *out);

#endif
