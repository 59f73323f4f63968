#include "othello/train/sample.h"

#include "base/bytes.h"

void othello_sample_write(const OthelloSample *sample, uint8_t out[SAMPLE_BYTES])
{
    bytes_put(out, sample->board.own, 8);
    bytes_put(out + 8, sample->board.other, 8);
    bytes_put(out + 16, (uint16_t)sample->score, 2);
    bytes_put(out + 18, sample->flags, 2);
}

bool othello_sample_read(const uint8_t in[SAMPLE_BYTES], OthelloSample *out)
{
    *out = (OthelloSample){.board = {bytes_get(in, 8), bytes_get(in + 8, 8)},
                           .score = (int16_t)(uint16_t)bytes_get(in + 16, 2),
                           .flags = (uint16_t)bytes_get(in + 18, 2)};
    return !(out->board.own & out->board.other) && out->score >= -SQUARES && out->score <= SQUARES;
}
