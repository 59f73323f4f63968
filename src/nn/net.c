#include "nn/net.h"

#include "base/bytes.h"
#include "base/mem.h"
#include "base/rng.h"
#include "nn/lanes128.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_AVX2 1
#else
#define HAS_AVX2 0
#endif

static const char magic_plain[8] = {'Y', 'O', 'M', 'I', 'N', 'E', 'T', '2'};
static const char magic_heads[8] = {'Y', 'O', 'M', 'I', 'N', 'E', 'T', '3'};
enum { HEADER = 8 + 5 * 4, TRAILER = 8 };

/* ---- memory and files ---- */

static size_t number_count(const Net *net)
{
    size_t width = (size_t)net->width;
    return width + net_out_rows(net) * 2 * width + (size_t)net->inputs * width;
}

static Status take_memory(Net *net, Error *error)
{
    size_t bytes = number_count(net) * sizeof(int16_t), heads = (size_t)net->buckets * sizeof(Head);
    net->bias = mem_alloc(bytes, 0, error);
    if (!net->bias) return STATUS_NO_MEMORY;
    memset(net->bias, 0, bytes);
    net->out = net->bias + net->width;
    net->weights = net->out + net_out_rows(net) * 2 * (size_t)net->width;
    if (heads == 0) return STATUS_OK;
    net->heads = mem_alloc(heads, 0, error);
    if (!net->heads) return STATUS_NO_MEMORY;
    memset(net->heads, 0, heads);
    return STATUS_OK;
}

Net *net_new(int inputs, int width, int buckets, int scale, int feature_set, Error *error)
{
    if (inputs < 1 || inputs > NET_INPUTS_MAX || width < NET_LANES || width > NET_WIDTH_MAX || width % NET_LANES ||
        buckets < 0 || buckets > NET_BUCKETS_MAX) {
        (void)error_set(error, STATUS_BAD_INPUT,
                        "a network of %d inputs, width %d and %d buckets is outside the limits", inputs, width,
                        buckets);
        return NULL;
    }
    Net *net = calloc(1, sizeof *net);
    if (!net) {
        (void)error_set(error, STATUS_NO_MEMORY, "no memory for a network");
        return NULL;
    }
    *net = (Net){.inputs = inputs, .width = width, .scale = scale, .feature_set = feature_set, .buckets = buckets};
    if (take_memory(net, error) == STATUS_OK) return net;
    net_free(net);
    return NULL;
}

Net *net_new_dense(int inputs, int scale, int feature_set, Error *error)
{
    Net *net = net_new(inputs, DENSE_SIDE, 0, scale, feature_set, error);
    if (!net) return NULL;
    net->dense = mem_alloc(sizeof *net->dense, 0, error);
    if (net->dense) {
        memset(net->dense, 0, sizeof *net->dense);
        return net;
    }
    net_free(net);
    return NULL;
}

void net_free(Net *net)
{
    if (!net) return;
    mem_free(net->dense);
    mem_free(net->heads);
    mem_free(net->bias);
    free(net);
}

static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t sum = splitmix64(size);
    for (size_t i = 0; i < size; i++) sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return splitmix64(sum);
}

static size_t file_size(const Net *net)
{
    return HEADER + 2 * (number_count(net) + (size_t)net->buckets * head_number_count(net->width)) + TRAILER;
}

static Status put_heads(const Net *net, uint8_t *at, Error *error)
{
    size_t count = head_number_count(net->width);
    int16_t *numbers = calloc(count, sizeof *numbers);
    if (!numbers) return error_set(error, STATUS_NO_MEMORY, "no memory to write a network");
    for (int b = 0; b < net->buckets; b++) {
        head_write(&net->heads[b], net->width, numbers);
        for (size_t i = 0; i < count; i++, at += 2) bytes_put(at, (uint16_t)numbers[i], 2);
    }
    free(numbers);
    return STATUS_OK;
}

uint8_t *net_save(const Net *net, size_t *size, Error *error)
{
    size_t numbers = number_count(net);
    *size = file_size(net);
    uint8_t *bytes = malloc(*size);
    if (!bytes) {
        (void)error_set(error, STATUS_NO_MEMORY, "no memory to write a network");
        return NULL;
    }
    memcpy(bytes, net->buckets ? magic_heads : magic_plain, sizeof magic_plain);
    const uint32_t header[5] = {(uint32_t)net->inputs, (uint32_t)net->width, (uint32_t)net->scale,
                                (uint32_t)net->feature_set,
                                net->buckets ? (uint32_t)net->buckets : (uint32_t)net->out_bias};
    for (int i = 0; i < 5; i++) bytes_put(bytes + 8 + 4 * i, header[i], 4);
    for (size_t i = 0; i < numbers; i++) bytes_put(bytes + HEADER + 2 * i, (uint16_t)net->bias[i], 2);
    if (put_heads(net, bytes + HEADER + 2 * numbers, error) != STATUS_OK) {
        free(bytes);
        return NULL;
    }
    bytes_put(bytes + *size - TRAILER, checksum(bytes, *size - TRAILER), 8);
    return bytes;
}

static bool has_magic(const uint8_t *bytes, size_t size)
{
    return size >= HEADER + TRAILER &&
           (memcmp(bytes, magic_plain, sizeof magic_plain) == 0 || memcmp(bytes, magic_heads, sizeof magic_heads) == 0);
}

static bool header_fits(const uint8_t *bytes, size_t size, int inputs, int feature_set, Error *error)
{
    if (!has_magic(bytes, size)) {
        (void)error_set(error, STATUS_BAD_INPUT, "not a network file of Yomi");
    } else if (bytes_get(bytes + 8, 4) != (uint64_t)inputs || bytes_get(bytes + 20, 4) != (uint64_t)feature_set) {
        (void)error_set(error, STATUS_BAD_INPUT, "a network for other features (set %llu with %llu inputs)",
                        (unsigned long long)bytes_get(bytes + 20, 4), (unsigned long long)bytes_get(bytes + 8, 4));
    } else if (bytes_get(bytes + size - TRAILER, 8) != checksum(bytes, size - TRAILER)) {
        (void)error_set(error, STATUS_BAD_INPUT, "the network file is damaged: its checksum does not fit");
    } else {
        return true;
    }
    return false;
}

int net_feature_set(const uint8_t *bytes, size_t size)
{
    if (!has_magic(bytes, size)) return -1;
    return (int)(uint32_t)bytes_get(bytes + 20, 4);
}

static bool weights_fit(const Net *net, Error *error)
{
    int count = (int)net_out_rows(net) * 2 * net->width;
    for (int i = 0; i < count; i++) {
        if (abs(net->out[i]) <= NET_OUT_MAX) continue;
        (void)error_set(error, STATUS_BAD_INPUT, "output weight %d of the network is out of range", i);
        return false;
    }
    return true;
}

static bool take_heads(Net *net, const uint8_t *at, Error *error)
{
    size_t count = head_number_count(net->width);
    int16_t *numbers = calloc(count, sizeof *numbers);
    bool good = numbers != NULL;
    if (!good) (void)error_set(error, STATUS_NO_MEMORY, "no memory to read a network");
    for (int b = 0; good && b < net->buckets; b++) {
        for (size_t i = 0; i < count; i++, at += 2) numbers[i] = (int16_t)(uint16_t)bytes_get(at, 2);
        good = head_read(&net->heads[b], net->width, numbers);
        if (!good) (void)error_set(error, STATUS_BAD_INPUT, "a weight of head %d of the network is out of range", b);
    }
    free(numbers);
    return good;
}

/* The numbers behind the header; the file has the size that the header asks for. */
static bool take_numbers(Net *net, const uint8_t *bytes, Error *error)
{
    size_t numbers = number_count(net);
    for (size_t i = 0; i < numbers; i++) net->bias[i] = (int16_t)(uint16_t)bytes_get(bytes + HEADER + 2 * i, 2);
    return weights_fit(net, error) && take_heads(net, bytes + HEADER + 2 * numbers, error);
}

Net *net_load(const uint8_t *bytes, size_t size, int inputs, int feature_set, Error *error)
{
    if (!header_fits(bytes, size, inputs, feature_set, error)) return NULL;
    bool heads = memcmp(bytes, magic_heads, sizeof magic_heads) == 0;
    int64_t width = (int64_t)bytes_get(bytes + 12, 4), scale = (int64_t)bytes_get(bytes + 16, 4);
    int64_t last = (int64_t)bytes_get(bytes + 24, 4);
    if (width > NET_WIDTH_MAX || scale < 1 || scale > 100000 || (heads && (last < 1 || last > NET_BUCKETS_MAX))) {
        (void)error_set(error, STATUS_BAD_INPUT,
                        "a network of width %lld, scale %lld and %lld buckets is outside the limits", (long long)width,
                        (long long)scale, heads ? (long long)last : 0);
        return NULL;
    }
    Net *net = net_new(inputs, (int)width, heads ? (int)last : 0, (int)scale, feature_set, error);
    if (!net) return NULL;
    if (!heads) net->out_bias = (int32_t)(uint32_t)last;
    bool right = size == file_size(net);
    if (!right) {
        (void)error_set(error, STATUS_BAD_INPUT, "the network file has %zu bytes where %zu belong", size,
                        file_size(net));
    }
    if (right && take_numbers(net, bytes, error)) return net;
    net_free(net);
    return NULL;
}

/* ---- arithmetic ---- */

static void update_plain(const Net *net, int16_t *sums, const int16_t *from, const int *added, int added_count,
                         const int *taken, int taken_count)
{
    if (sums != from) memcpy(sums, from, (size_t)net->width * sizeof *sums);
    for (int k = 0; k < added_count; k++) {
        const int16_t *row = net_row(net, added[k]);
        for (int i = 0; i < net->width; i++) sums[i] = (int16_t)(sums[i] + row[i]);
    }
    for (int k = 0; k < taken_count; k++) {
        const int16_t *row = net_row(net, taken[k]);
        for (int i = 0; i < net->width; i++) sums[i] = (int16_t)(sums[i] - row[i]);
    }
}

static int64_t weigh_plain(const int16_t *sums, const int16_t *out, int width)
{
    int64_t total = 0;
    for (int i = 0; i < width; i++) {
        int value = sums[i] < 0 ? 0 : sums[i] > NET_ONE ? NET_ONE : sums[i];
        total += (int64_t)(32 * value * 32 * value / 65536) * out[i];
    }
    return total;
}

#if HAS_AVX2
#define AVX2 __attribute__((target("avx2")))
enum { STRIP = 4 * NET_LANES };

AVX2 static inline __m256i load_lanes(const int16_t *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

AVX2 static inline void store_lanes(int16_t *at, __m256i value)
{
    _mm256_storeu_si256((__m256i *)(void *)at, value);
}

/* Strips of four registers, so that what a row costs besides its additions is paid once for 64 of them. */
AVX2 static void update_avx2(const Net *net, int16_t *sums, const int16_t *from, const int *added, int added_count,
                             const int *taken, int taken_count)
{
    int i = 0;
    for (; i + STRIP <= net->width; i += STRIP) {
        __m256i value[STRIP / NET_LANES];
        for (int v = 0; v < STRIP / NET_LANES; v++) value[v] = load_lanes(from + i + v * NET_LANES);
        for (int k = 0; k < added_count; k++) {
            const int16_t *row = net_row(net, added[k]) + i;
            for (int v = 0; v < STRIP / NET_LANES; v++)
                value[v] = _mm256_add_epi16(value[v], load_lanes(row + v * NET_LANES));
        }
        for (int k = 0; k < taken_count; k++) {
            const int16_t *row = net_row(net, taken[k]) + i;
            for (int v = 0; v < STRIP / NET_LANES; v++)
                value[v] = _mm256_sub_epi16(value[v], load_lanes(row + v * NET_LANES));
        }
        for (int v = 0; v < STRIP / NET_LANES; v++) store_lanes(sums + i + v * NET_LANES, value[v]);
    }
    for (; i < net->width; i += NET_LANES) {
        __m256i value = load_lanes(from + i);
        for (int k = 0; k < added_count; k++) value = _mm256_add_epi16(value, load_lanes(net_row(net, added[k]) + i));
        for (int k = 0; k < taken_count; k++) value = _mm256_sub_epi16(value, load_lanes(net_row(net, taken[k]) + i));
        store_lanes(sums + i, value);
    }
}

AVX2 static int64_t weigh_avx2(const int16_t *sums, const int16_t *out, int width)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_ONE);
    __m256i total = zero;
    for (int i = 0; i < width; i += NET_LANES) {
        __m256i value = load_lanes(sums + i), weight = load_lanes(out + i);
        value = _mm256_min_epi16(_mm256_max_epi16(value, zero), one);
        value = _mm256_slli_epi16(value, 5);
        total = _mm256_add_epi32(total, _mm256_madd_epi16(_mm256_mulhi_epi16(value, value), weight));
    }
    int32_t lanes[8];
    _mm256_storeu_si256((__m256i *)(void *)lanes, total);
    int64_t sum = 0;
    for (int i = 0; i < 8; i++) sum += lanes[i];
    return sum;
}

AVX2 static void square_bytes_avx2(uint8_t *out, const int16_t *sums, int width)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_ONE);
    for (int i = 0; i < width; i += NET_LANES) {
        __m256i value = _mm256_min_epi16(_mm256_max_epi16(load_lanes(sums + i), zero), one);
        value = _mm256_slli_epi16(value, 5);
        value = _mm256_srli_epi16(_mm256_mulhi_epi16(value, value), 7);
        __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(value), _mm256_extracti128_si256(value, 1));
        _mm_storeu_si128((__m128i *)(void *)(out + i), bytes);
    }
}
#endif

void net_update(const Net *net, CpuFeatures cpu, int16_t *sums, const int16_t *from, const int *added, int added_count,
                const int *taken, int taken_count)
{
#if HAS_AVX2
    if (cpu.avx2) {
        update_avx2(net, sums, from, added, added_count, taken, taken_count);
        return;
    }
#endif
#if NN_HAS_128
    if (cpu.vector128) {
        lanes128_update(net, sums, from, added, added_count, taken, taken_count);
        return;
    }
#endif
    (void)cpu;
    update_plain(net, sums, from, added, added_count, taken, taken_count);
}

/* What the side sums are worth with their output weights. */
static int64_t weigh(CpuFeatures cpu, const int16_t *sums, const int16_t *out, int width)
{
#if HAS_AVX2
    if (cpu.avx2) return weigh_avx2(sums, out, width);
#endif
#if NN_HAS_128
    if (cpu.vector128) return lanes128_weigh(sums, out, width);
#endif
    (void)cpu;
    return weigh_plain(sums, out, width);
}

/* The squares of one side as bytes, for a head. */
static void square_bytes(uint8_t *out, const int16_t *sums, int width)
{
    for (int i = 0; i < width; i++) {
        int value = sums[i] < 0 ? 0 : sums[i] > NET_ONE ? NET_ONE : sums[i];
        out[i] = (uint8_t)(32 * value * 32 * value >> 23);
    }
}

static int64_t ask_head(const Net *net, CpuFeatures cpu, int bucket, const int16_t *mine, const int16_t *theirs)
{
    uint8_t in[2 * NET_WIDTH_MAX];
#if HAS_AVX2
    if (cpu.avx2) {
        square_bytes_avx2(in, mine, net->width);
        square_bytes_avx2(in + net->width, theirs, net->width);
        return head_output(&net->heads[bucket], cpu, in, 2 * net->width);
    }
#endif
    square_bytes(in, mine, net->width);
    square_bytes(in + net->width, theirs, net->width);
    return head_output(&net->heads[bucket], cpu, in, 2 * net->width);
}

int net_output(const Net *net, CpuFeatures cpu, int bucket, const int16_t *mine, const int16_t *theirs)
{
    if (net->dense) return dense_output(net->dense, cpu, mine, theirs) / net->scale;
    if (!net->buckets) bucket = 0;
    const int16_t *out = net->out + (size_t)bucket * 2 * (size_t)net->width;
    int64_t total = net->out_bias;
    total += weigh(cpu, mine, out, net->width) + weigh(cpu, theirs, out + net->width, net->width);
    if (net->heads) total += ask_head(net, cpu, bucket, mine, theirs) * 128;
    return (int)(total * net->scale / ((int64_t)NET_SQUARE * NET_OUT_ONE));
}
