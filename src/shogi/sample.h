/* A training position of 40 bytes, as `yomi datagen shogi` writes it and `yomi train shogi` reads it. */
#ifndef YOMI_SHOGI_SAMPLE_H
#define YOMI_SHOGI_SAMPLE_H

#include "shogi/pack.h"

typedef struct ShogiSample {
    uint8_t position[PACK_BYTES];
    int16_t score;  /* of the search, from the side to move */
    int8_t result;  /* 1 won, 0 drawn, -1 lost, by the side to move */
    uint8_t unused; /* 0 */
    uint16_t ply;   /* of the game */
    uint16_t game;  /* low bits of the game's number: positions of one game stay together when data are split */
} ShogiSample;

_Static_assert(sizeof(ShogiSample) == 40, "a sample is 40 bytes on disk");

#endif
