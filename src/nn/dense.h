/* The layers behind the first one in public networks of the HalfKP family: both sides' sums, clipped to bytes, go
 * through 512 -> 32 -> 32 -> 1 with int8 weights.
 *
 *   input    clip(sum, 0, 127), the side to move first
 *   layers   clip((bias + weights * input) >> 6, 0, 127), and the last one bias + weights * input
 *
 * All sums fit 32 bits, and a pair of products fits 16 bits, so the order of adding does not matter: AVX2 and portable
 * code give the same result. Plain memory, owned by the Net that it belongs to. */
#ifndef YOMI_NN_DENSE_H
#define YOMI_NN_DENSE_H

#include "base/cpu.h"
#include "nn/bytes_layer.h"

#include <stdint.h>

enum { DENSE_SIDE = 256, DENSE_IN = 2 * DENSE_SIDE, DENSE_HIDDEN = 32 };

typedef struct Dense {
    /* In the order of a bytes_layer. */
    _Alignas(32) int8_t first[DENSE_IN / BYTES_GROUP][DENSE_HIDDEN][BYTES_GROUP];
    _Alignas(32) int8_t second[DENSE_HIDDEN / BYTES_GROUP][DENSE_HIDDEN][BYTES_GROUP];
    _Alignas(32) int32_t first_bias[DENSE_HIDDEN];
    _Alignas(32) int32_t second_bias[DENSE_HIDDEN];
    int8_t out[DENSE_HIDDEN];
    int32_t out_bias;
} Dense;

int32_t dense_output(const Dense *dense, CpuFeatures cpu, const int16_t mine[DENSE_SIDE],
                     const int16_t theirs[DENSE_SIDE]);

#endif
