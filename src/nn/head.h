/* The small layers behind the squares of a Net: bytes through int8 weights, 2 * width -> 16 -> 32 -> 1.
 *
 *   input    a square of 14 bits, cut to 0 .. 127, the side to move first
 *   first    z = (bias + weights * input) >> 6; of each z both clip(z, 0, 127) and its square, clip(|z|, 0, 127)^2 >> 7
 *   second   clip((bias + weights * input) >> 6, 0, 127)
 *   output   bias + weights * input, with weights of 16 bits
 *
 * Sums fit 32 bits and pairs of products 16 bits, so the order of adding does not matter: all code paths give the same
 * result. Plain memory, owned by the Net that it belongs to. */
#ifndef YOMI_NN_HEAD_H
#define YOMI_NN_HEAD_H

#include "base/cpu.h"
#include "nn/bytes_layer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HEAD_WIDTH_MAX = 256, /* of one side */
    HEAD_FIRST = 16,
    HEAD_SECOND = 32, /* and twice HEAD_FIRST: what the first layer hands on */
    HEAD_ONE = 64,    /* 1.0 of the int8 weights */
    HEAD_WEIGHT_MAX = 127,
    HEAD_BIAS_ONE = 8176, /* 1.0 of both biases: HEAD_ONE times 127.75, what a square of 1.0 is cut to */
    HEAD_OUT_MAX = 4095
};

typedef struct Head {
    int8_t first[2 * HEAD_WIDTH_MAX / BYTES_GROUP][HEAD_FIRST][BYTES_GROUP];
    int8_t second[2 * HEAD_FIRST / BYTES_GROUP][HEAD_SECOND][BYTES_GROUP];
    int32_t first_bias[HEAD_FIRST], second_bias[HEAD_SECOND];
    int16_t out[HEAD_SECOND]; /* in 1/1024 */
    int16_t out_bias;         /* the same */
} Head;

/* What the layers say to `count` bytes, in 1 / (127.75 * 1024). The sums fit: 127 * (4095 * 32 + 32768). */
int32_t head_output(const Head *head, CpuFeatures cpu, const uint8_t *in, int count);

/* The numbers of a head in a file, 16 bits each, in a fixed order: reads from or writes to `numbers`. */
size_t head_number_count(int width);
void head_write(const Head *head, int width, int16_t *numbers);
bool head_read(Head *head, int width, const int16_t *numbers); /* false when one is out of range */

#endif
