/* A small network over sparse features, as a game's evaluation: two sides' features go through the same first layer,
 * the results are clipped, squared and weighed into one number.
 *
 *   side sums   s[side][i] = bias[i] + sum of weights[f][i] over the side's active features f     (int16, 1/1023)
 *   squares     q = (32 * clip(s, 0, 1023))^2 / 2^16                                               (14 bits)
 *   output      sum over both sides and all i of q * out[side][i]                                  (out in 1/1024)
 *
 * A network with buckets has output weights for each of them, and adds what small layers behind the squares say
 * (head.h); the game chooses the bucket of a position. A network that was loaded from a public format has int8 layers
 * behind the first one instead (dense.h).
 *
 * The first layer is updated by adding and taking away rows; net_output does the rest. AVX2 and portable code give the
 * same result to the last bit. A Net owns its one block of memory.
 *
 * The file: "YOMINET3", then 32-bit little-endian inputs, width, scale, feature set, buckets, then the weights and
 * those of the heads as 16-bit numbers, then a 64-bit checksum over all before. Without buckets it is "YOMINET2", with
 * the output bias in the place of their number. */
#ifndef YOMI_NN_NET_H
#define YOMI_NN_NET_H

#include "base/cpu.h"
#include "base/status.h"
#include "nn/dense.h"
#include "nn/head.h"

#include <stddef.h>
#include <stdint.h>

enum {
    NET_WIDTH_MAX = HEAD_WIDTH_MAX, /* a multiple of NET_LANES */
    NET_LANES = 16,
    NET_BUCKETS_MAX = 8,
    NET_INPUTS_MAX = 1 << 17,
    NET_ONE = 1023,      /* 1.0 of the first layer; 32 times it still fits 16 bits */
    NET_SQUARE = 16352,  /* 1.0 squared: (32 * NET_ONE)^2 / 2^16 */
    NET_OUT_ONE = 1024,  /* 1.0 of the output weights */
    NET_OUT_MAX = 4095,  /* largest output weight: 32 products of it and NET_SQUARE fit 31 bits */
    NET_WEIGHT_MAX = 716 /* largest weight of training: 40 of them and a bias of three times NET_ONE fit 16 bits */
};

typedef struct Net {
    int inputs, width;
    int scale;        /* score units of an output of 1.0 */
    int feature_set;  /* which features it was trained with: the game's number for them */
    int buckets;      /* 0: one output and no heads */
    int32_t out_bias; /* without buckets; in 1 / (NET_SQUARE * NET_OUT_ONE) */
    int16_t *bias;    /* [width] */
    int16_t *out;     /* [buckets or 1][2][width]: side to move first */
    int16_t *weights; /* [inputs][width] */
    Head *heads;      /* [buckets] */
    Dense *dense;     /* NULL: squares and output weights; else these, and `out` is not used */
} Net;

/* A net of zeros; NULL when there is no memory. */
Net *net_new(int inputs, int width, int buckets, int scale, int feature_set, Error *error);
/* The same with int8 layers of zeros behind it, DENSE_SIDE wide. */
Net *net_new_dense(int inputs, int scale, int feature_set, Error *error);
void net_free(Net *net);

/* The file as bytes, for writing; freed by the caller with free(). */
uint8_t *net_save(const Net *net, size_t *size, Error *error);
/* The number of the features in a network file; -1 when it is none. */
int net_feature_set(const uint8_t *bytes, size_t size);
/* `inputs` and `feature_set` are what the game expects. Anything wrong is told; nothing is kept then. */
Net *net_load(const uint8_t *bytes, size_t size, int inputs, int feature_set, Error *error);

/* How many rows of output weights a net has. */
static inline size_t net_out_rows(const Net *net)
{
    return net->buckets ? (size_t)net->buckets : 1;
}

static inline const int16_t *net_row(const Net *net, int feature)
{
    return net->weights + (size_t)feature * (size_t)net->width;
}

/* sums = from + added rows - taken rows. `sums` may be `from`. */
void net_update(const Net *net, CpuFeatures cpu, int16_t *sums, const int16_t *from, const int *added, int added_count,
                const int *taken, int taken_count);

/* The score from the side whose sums come first. `bucket` counts only where the net has buckets. */
int net_output(const Net *net, CpuFeatures cpu, int bucket, const int16_t *mine, const int16_t *theirs);

#endif
