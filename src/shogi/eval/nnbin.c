#include "shogi/eval/nnbin.h"

#include "base/str.h"
#include "shogi/eval/features.h"

#include <string.h>

enum {
    NAME_MAX_LENGTH = 4096,
    HEADER = 12,
    LAYERS_SIZE =
        4 * DENSE_HIDDEN + DENSE_HIDDEN * DENSE_IN + 4 * DENSE_HIDDEN + DENSE_HIDDEN * DENSE_HIDDEN + 4 + DENSE_HIDDEN
};
static const uint32_t version = 0x7af32f16;

static uint32_t get_word(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

bool nnbin_is(const uint8_t *bytes, size_t size)
{
    return size >= HEADER && get_word(bytes) == version;
}

static size_t whole_size(size_t name, int inputs)
{
    return HEADER + name + 4 + (size_t)2 * DENSE_SIDE * (size_t)(1 + inputs) + 4 + LAYERS_SIZE;
}

static bool name_has(Str name, const char *word)
{
    for (size_t i = 0; i < name.len; i++) {
        if (str_starts(str_skip(name, i), word)) return true;
    }
    return false;
}

/* The feature set by the file's own words, and the size that has to go with it; 0: neither of the two. */
static int find_set(Str name, size_t size, Error *error)
{
    bool half = name_has(name, "HalfKP(Friend)[125388->256x2]"), both = name_has(name, "K+P[1710->256x2]");
    int inputs = half ? FEATURES_HALFKP_COUNT : FEATURES_KP_COUNT;
    if (!half && !both) {
        (void)error_set(error, STATUS_UNSUPPORTED, "neither HalfKP nor K-P of 256x2-32-32; the file says '%.*s'",
                        name.len > 100 ? 100 : (int)name.len, name.ptr);
    } else if (!name_has(name, "[1<-32]") || !name_has(name, "[32<-32]") || !name_has(name, "[32<-512]")) {
        (void)error_set(error, STATUS_UNSUPPORTED, "a network with other layers than 512-32-32-1");
    } else if (size != whole_size(name.len, inputs)) {
        (void)error_set(error, STATUS_BAD_INPUT, "the network file has %zu bytes where %zu belong", size,
                        whole_size(name.len, inputs));
    } else {
        return half ? FEATURES_HALFKP : FEATURES_KP;
    }
    return 0;
}

static const uint8_t *take_shorts(int16_t *out, const uint8_t *at, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 2) out[i] = (int16_t)(uint16_t)(at[0] | at[1] << 8);
    return at;
}

static const uint8_t *take_biases(int32_t *out, const uint8_t *at, int count)
{
    for (int i = 0; i < count; i++, at += 4) out[i] = (int32_t)get_word(at);
    return at;
}

static const uint8_t *take_weights(int8_t (*out)[DENSE_HIDDEN][BYTES_GROUP], const uint8_t *at, int inputs)
{
    for (int o = 0; o < DENSE_HIDDEN; o++) {
        for (int i = 0; i < inputs; i++) out[i / BYTES_GROUP][o][i % BYTES_GROUP] = (int8_t)*at++;
    }
    return at;
}

/* Far above what a network has, and so far below 2^31 that no sum of products can pass it (dense.h). */
static bool biases_fit(const Dense *dense, Error *error)
{
    enum { BIAS_MAX = 1 << 30 };
    for (int i = 0; i <= 2 * DENSE_HIDDEN; i++) {
        int layer = i / DENSE_HIDDEN;
        int32_t bias = layer == 0   ? dense->first_bias[i]
                       : layer == 1 ? dense->second_bias[i % DENSE_HIDDEN]
                                    : dense->out_bias;
        if (bias >= -BIAS_MAX && bias <= BIAS_MAX) continue;
        (void)error_set(error, STATUS_BAD_INPUT, "bias %d of layer %d of the network, %d, is out of range",
                        i % DENSE_HIDDEN + 1, layer + 1, bias);
        return false;
    }
    return true;
}

static void take_layers(Dense *dense, const uint8_t *at)
{
    at = take_biases(dense->first_bias, at, DENSE_HIDDEN);
    at = take_weights(dense->first, at, DENSE_IN);
    at = take_biases(dense->second_bias, at, DENSE_HIDDEN);
    at = take_weights(dense->second, at, DENSE_HIDDEN);
    at = take_biases(&dense->out_bias, at, 1);
    memcpy(dense->out, at, DENSE_HIDDEN);
}

Net *nnbin_load(const uint8_t *bytes, size_t size, Error *error)
{
    size_t name_length = size >= HEADER ? get_word(bytes + 8) : 0;
    if (!nnbin_is(bytes, size) || name_length > NAME_MAX_LENGTH || name_length > size - HEADER) {
        (void)error_set(error, STATUS_BAD_INPUT, "not a network file with a name of its architecture");
        return NULL;
    }
    int set = find_set((Str){(const char *)bytes + HEADER, name_length}, size, error);
    if (set == 0) return NULL;
    int inputs = set == FEATURES_HALFKP ? FEATURES_HALFKP_COUNT : FEATURES_KP_COUNT;
    Net *net = net_new_dense(inputs, 1, set, error);
    if (!net) return NULL;
    const uint8_t *at = bytes + HEADER + name_length + 4;
    at = take_shorts(net->bias, at, DENSE_SIDE);
    at = take_shorts(net->weights, at, (size_t)inputs * DENSE_SIDE);
    take_layers(net->dense, at + 4);
    if (biases_fit(net->dense, error)) return net;
    net_free(net);
    return NULL;
}
