/* A training position of 40 bytes, as `yomi datagen shogi` writes it and `yomi train shogi` reads it. */
#ifndef YOMI_SHOGI_TRAIN_SAMPLE_H
#define YOMI_SHOGI_TRAIN_SAMPLE_H

#include "shogi/train/pack.h"

typedef struct ShogiSample {
    uint8_t position[PACK_BYTES];
    int16_t score;     /* of the search, from the side to move */
    int8_t result;     /* 1 won, 0 drawn, -1 lost, by the side to move */
    uint8_t game_high; /* bits 16 to 23 of the game's number */
    uint16_t ply;      /* of the game */
    uint16_t game_low; /* bits 0 to 15 */
} ShogiSample;

enum { SAMPLE_GAMES_MAX = 1 << 24 };

/* Positions of one game stay together when data are split. */
static inline uint32_t sample_game(const ShogiSample *sample)
{
    return (uint32_t)sample->game_high << 16 | sample->game_low;
}

_Static_assert(sizeof(ShogiSample) == 40, "a sample is 40 bytes on disk");

#endif
