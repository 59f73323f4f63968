/* A layer of int8 weights over bytes of 0 .. 127, for the small layers of networks.
 *
 * Weights lie four inputs at a time for all outputs: the order that dot products of bytes want. A pair of products fits
 * 16 bits and all sums fit 32, so every code path gives the same result. */
#ifndef YOMI_NN_BYTES_LAYER_H
#define YOMI_NN_BYTES_LAYER_H

#include "base/cpu.h"

#include <stdint.h>

enum { BYTES_GROUP = 4, BYTES_ONE = 127, BYTES_OUTPUTS_MAX = 32 };

/* sums = bias + weights * in, for [inputs / BYTES_GROUP][outputs][BYTES_GROUP] weights; 16 or 32 outputs. */
void bytes_layer(CpuFeatures cpu, int32_t *sums, const int8_t *weights, const int32_t *bias, const uint8_t *in,
                 int inputs, int outputs);

static inline uint8_t bytes_clip(int32_t value)
{
    return (uint8_t)(value < 0 ? 0 : value > BYTES_ONE ? BYTES_ONE : value);
}

#endif
