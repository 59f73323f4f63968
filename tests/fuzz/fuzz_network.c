/* Any bytes as a network of shogi or gomoku: `KIND byte, rest`. What a file has a hundred thousand numbers of is filled
 * by repeating the input, and checksums are made right, so that the fuzzer works on what decides. What is loaded is
 * asked for a score, on each code path; all have to agree. Kinds: a file of the program as it is, one made of the
 * input, a public file of the K-P kind, networks of gomoku. */
#include "base/bytes.h"
#include "fuzz.h"
#include "gomoku/eval/line_net.h"
#include "nn/net.h"
#include "shogi/eval/features.h"
#include "shogi/eval/nnbin.h"

#include <string.h>

enum { INPUTS = 6, SET = 3, FILE_LIMIT = 1 << 15, NAME_LIMIT = 600 };

static void ask(const Net *net)
{
    const int some[] = {0, 1, 3, 5};
    int16_t sums[3][2][NET_WIDTH_MAX];
    CpuFeatures ways[3] = {cpu_features(), {0}, {.vector128 = true}};
    int scores[3];
    for (int way = 0; way < 3; way++) {
        for (int side = 0; side < 2; side++) {
            net_update(net, ways[way], sums[way][side], net->bias, some, 4, NULL, 0);
            net_update(net, ways[way], sums[way][side], sums[way][side], some + side, 1, some + 2, 1);
        }
        scores[way] = net_output(net, ways[way], net->buckets / 2, sums[way][0], sums[way][1]);
    }
    require(scores[0] == scores[1] && scores[0] == scores[2]);
}

/* All that a network has, from the input again and again; heads within what files may hold. */
static void fill(Net *net, const uint8_t *data, size_t size)
{
    size_t numbers = (size_t)net->width * (1 + 2 * net_out_rows(net) + INPUTS), count = head_number_count(net->width);
    for (size_t i = 0; i < numbers; i++)
        net->bias[i] = (int16_t)(uint16_t)(data[2 * i % size] | data[(2 * i + 1) % size] << 8);
    int16_t *parts = malloc(count * sizeof *parts);
    require(parts != NULL);
    for (size_t i = 0; i < count; i++) parts[i] = (int16_t)(int8_t)data[i % size];
    for (int b = 0; b < net->buckets; b++) (void)head_read(&net->heads[b], net->width, parts);
    free(parts);
}

static void try_own(const uint8_t *data, size_t size, bool mend)
{
    Error error;
    Net *net = net_load(data, size, INPUTS, SET, &error);
    if (!net && mend && size > 4) {
        net = net_new(INPUTS, NET_LANES * (1 + data[0] % 16), data[2] % 4, 1 + data[1], SET, &error);
        require(net != NULL);
        net->out_bias = (int32_t)(uint32_t)bytes_get(data, 4);
        fill(net, data, size);
        size_t length = 0;
        uint8_t *bytes = net_save(net, &length, &error);
        net_free(net);
        require(bytes != NULL);
        net = net_load(bytes, length, INPUTS, SET, &error);
        free(bytes);
    }
    if (net) ask(net);
    net_free(net);
}

/* The header and the name are the input's; behind them comes the input again and again, up to the right length. */
static void try_public(const uint8_t *data, size_t size)
{
    size_t name = size > 12 ? bytes_get(data + 8, 4) : 0;
    if (name > NAME_LIMIT || size < 12 + name + 1) return;
    size_t layers = 4 * 32 + (size_t)32 * 512 + 4 * 32 + (size_t)32 * 32 + 4 + 32;
    size_t whole = 12 + name + 4 + (size_t)2 * DENSE_SIDE * (1 + FEATURES_KP_COUNT) + 4 + layers;
    const uint8_t *rest = data + 12 + name;
    size_t length = size - 12 - name;
    uint8_t *file = malloc(whole);
    require(file != NULL);
    memcpy(file, data, 12 + name);
    for (size_t i = 0; i < whole - 12 - name; i++) file[12 + name + i] = rest[i % length];
    Error error;
    Net *net = nnbin_load(file, whole, &error);
    if (net) ask(net);
    net_free(net);
    free(file);
}

/* A file of gomoku: as it is, and one of the right length with the input again and again and a checksum that is right.
 */
static void ask_lines(const uint8_t *file, size_t size)
{
    LineNets nets;
    Error error;
    if (line_nets_load((Str){(const char *)file, size}, &nets, &error) != STATUS_OK) return;
    static const int16_t count[16] = {[CELL_CLASS_OPEN_THREE] = 1, [CELL_CLASS_FOUR] = 2};
    LineFacts facts = {
        .preset = GOM_PENTE, .side = 1, .place = -9, .stones = 30, .pairs = {5, 1}, .count = {count, count}};
    for (int c = 0; c < 2; c++) {
        if (!nets.net[c]) continue;
        int16_t sums[LINE_NET_BOTH] = {0};
        const uint16_t entries[GRID_DIRECTIONS] = {0x0104, 0x4a12, 0x0606, 0};
        line_net_enter(nets.net[c], sums, entries, (const uint8_t[2]){3, 12}, 1);
        require(line_net_output(nets.net[c], cpu_features().avx2, sums, &facts) ==
                line_net_output(nets.net[c], false, sums, &facts));
    }
    line_nets_free(&nets);
}

static void try_lines(const uint8_t *data, size_t size)
{
    ask_lines(data, size);
    Error error;
    LineNets nets = {{line_net_new(false, &error), NULL}};
    require(nets.net[0] != NULL);
    size_t length;
    uint8_t *file = line_nets_save(&nets, &length);
    require(file != NULL);
    for (size_t i = 12; i + 8 < length && size > 0; i++) file[i] = data[(i - 12) % size];
    bytes_put(file + length - 8, bytes_checksum(file, length - 8), 8);
    ask_lines(file, length);
    free(file);
    line_nets_free(&nets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > FILE_LIMIT) return 0;
    int kind = data[0] % 4;
    if (kind == 3) try_lines(data + 1, size - 1);
    if (kind < 2) try_own(data + 1, size - 1, kind == 1);
    if (kind == 2) try_public(data + 1, size - 1);
    return 0;
}
