#include "othello/sample.h"

static void put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | at[i];
    return value;
}

void othello_sample_write(const Sample *sample, uint8_t out[SAMPLE_BYTES])
{
    put(out, sample->board.own, 8);
    put(out + 8, sample->board.other, 8);
    put(out + 16, (uint16_t)sample->score, 2);
    put(out + 18, sample->flags, 2);
}

bool othello_sample_read(const uint8_t in[SAMPLE_BYTES], Sample *out)
{
    *out = (Sample){.board = {get(in, 8), get(in + 8, 8)},
                    .score = (int16_t)(uint16_t)get(in + 16, 2),
                    .flags = (uint16_t)get(in + 18, 2)};
    return !(out->board.own & out->board.other) && out->score >= -SQUARES && out->score <= SQUARES;
}
