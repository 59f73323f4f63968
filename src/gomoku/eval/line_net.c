#include "gomoku/eval/line_net.h"

#include "base/bytes.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'Y', 'O', 'M', 'I', 'L', 'I', 'N', '1'};
enum { HEADER = 8 + 4, TRAILER = 8, HEAD_FLOATS = sizeof(LineHead) / sizeof(float) };

int line_net_code(bool captures, unsigned byte)
{
    static const uint8_t sides[4][4] = {{0, 1, 2}, {3, 4}, {5}}; /* pairs taken, pairs attacked: one at either end */
    unsigned class = byte & TABLE_CLASS_MASK, pairs = byte >> TABLE_PAIRS_AT & 3, setups = byte >> TABLE_SETUPS_AT & 3;
    if (class >= LINE_CLASS_COUNT) class = LINE_NONE;
    return captures ? (int)class * 6 + sides[pairs][setups] : (int)class;
}

LineNet *line_net_new(bool captures, Error *error)
{
    LineNet *net = mem_alloc_clear(sizeof *net, error);
    if (!net) return NULL;
    net->captures = captures;
    for (unsigned byte = 0; byte < 256; byte++) {
        net->code[byte] = (uint8_t)line_net_code(captures, byte);
        net->base[byte] = (uint16_t)(net->code[byte] * line_net_codes(captures));
    }
    return net;
}

void line_net_mirror(LineNet *net)
{
    int codes = line_net_codes(net->captures);
    for (int a = 0; a < codes; a++) {
        for (int b = 0; b < codes; b++) {
            memcpy(net->lines[b * codes + a] + LINE_NET_WIDTH, net->lines[a * codes + b], sizeof net->lines[0] / 2);
        }
    }
    for (int i = 0; i < LINE_NET_CLASSES; i++) {
        memcpy(net->cells[(i & 15) << 4 | i >> 4] + LINE_NET_WIDTH, net->cells[i], sizeof net->cells[0] / 2);
    }
}

/* ---- the head ---- */

int line_net_flags(const LineFacts *facts, int out[HEAD_ACTIVE_MAX])
{
    int count = 0, most = LINE_NET_PAIRS - 1;
    int mine = facts->pairs[facts->side], theirs = facts->pairs[!facts->side];
    out[count++] = HEAD_RULES + 2 * facts->preset + facts->side;
    out[count++] = HEAD_PAIRS + (mine < most ? mine : most) * LINE_NET_PAIRS + (theirs < most ? theirs : most);
    for (int other = 0; other < 2; other++) {
        const int16_t *cells = facts->count[other ? !facts->side : facts->side];
        for (int t = 0; t < LINE_NET_THREATS; t++) {
            int threats = cells[CELL_CLASS_OPEN_THREE + t];
            if (threats > 0) out[count++] = HEAD_THREATS + (other * LINE_NET_THREATS + t) * 2 + (threats > 1);
        }
    }
    return count;
}

#define INLINE static inline __attribute__((always_inline))

INLINE void add_number(HeadRow *total, const HeadRow *row, float value)
{
    for (int j = 0; j < LINE_NET_HIDDEN; j++) total->hidden[j] += row->hidden[j] * value;
    total->direct += row->direct * value;
}

INLINE void add_flag(HeadRow *total, const HeadRow *row)
{
    for (int j = 0; j < LINE_NET_HIDDEN; j++) total->hidden[j] += row->hidden[j];
    total->direct += row->direct;
}

INLINE int output(const LineNet *net, const int16_t sums[LINE_NET_BOTH], const LineFacts *facts)
{
    const LineHead *head = &net->head;
    const int16_t *mine = sums + facts->side * LINE_NET_WIDTH, *theirs = sums + !facts->side * LINE_NET_WIDTH;
    int flags[HEAD_ACTIVE_MAX], count = line_net_flags(facts, flags);
    HeadRow total = head->flags[flags[0]];
    for (int i = 1; i < count; i++) add_flag(&total, &head->flags[flags[i]]);
    for (int i = 0; i < LINE_NET_WIDTH; i++) add_number(&total, &head->numbers[i], line_net_sum(mine[i]));
    for (int i = 0; i < LINE_NET_WIDTH; i++) {
        add_number(&total, &head->numbers[LINE_NET_WIDTH + i], line_net_sum(theirs[i]));
    }
    add_number(&total, &head->numbers[HEAD_PLACE], line_net_place(facts->place));
    add_number(&total, &head->numbers[HEAD_STONES], line_net_stones(facts->stones));
    float score = total.direct;
    for (int j = 0; j < LINE_NET_HIDDEN; j++) score += head->out[j] * (total.hidden[j] > 0 ? total.hidden[j] : 0);
    score *= head->scale;
    return score > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : (int)score;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static int output_avx2(const LineNet *net, const int16_t sums[LINE_NET_BOTH],
                                                       const LineFacts *facts)
{
    return output(net, sums, facts);
}
#endif

int line_net_output(const LineNet *net, bool avx2, const int16_t sums[LINE_NET_BOTH], const LineFacts *facts)
{
#if defined(__x86_64__)
    if (avx2) return output_avx2(net, sums, facts);
#endif
    (void)avx2;
    return output(net, sums, facts);
}

/* ---- files ---- */

static size_t net_size(bool captures)
{
    size_t codes = (size_t)line_net_codes(captures);
    return HEAD_FLOATS * 4 + (codes * codes + LINE_NET_CLASSES) * LINE_NET_WIDTH * 2;
}

static uint8_t *put_rows(uint8_t *at, const int16_t (*rows)[LINE_NET_BOTH], size_t count)
{
    for (size_t r = 0; r < count; r++) {
        for (int i = 0; i < LINE_NET_WIDTH; i++, at += 2) bytes_put(at, (uint16_t)rows[r][i], 2);
    }
    return at;
}

static uint8_t *put_net(uint8_t *at, const LineNet *net)
{
    float floats[HEAD_FLOATS];
    memcpy(floats, &net->head, sizeof floats);
    for (int i = 0; i < HEAD_FLOATS; i++, at += 4) {
        uint32_t bits;
        memcpy(&bits, &floats[i], sizeof bits);
        bytes_put(at, bits, 4);
    }
    size_t codes = (size_t)line_net_codes(net->captures);
    at = put_rows(at, net->cells, LINE_NET_CLASSES);
    return put_rows(at, net->lines, codes * codes);
}

uint8_t *line_nets_save(const LineNets *nets, size_t *size)
{
    *size = HEADER + TRAILER;
    for (int c = 0; c < 2; c++) *size += nets->net[c] ? net_size(c) : 0;
    uint8_t *bytes = malloc(*size), *at = bytes;
    if (!bytes) return NULL;
    memcpy(at, magic, sizeof magic);
    bytes_put(at + 8, (nets->net[0] ? 1u : 0u) | (nets->net[1] ? 2u : 0u), 4);
    at += HEADER;
    for (int c = 0; c < 2; c++) at = nets->net[c] ? put_net(at, nets->net[c]) : at;
    bytes_put(at, bytes_checksum(bytes, *size - TRAILER), TRAILER);
    return bytes;
}

static const uint8_t *get_rows(const uint8_t *at, int16_t (*rows)[LINE_NET_BOTH], size_t count, bool *sound)
{
    for (size_t r = 0; r < count; r++) {
        for (int i = 0; i < LINE_NET_WIDTH; i++, at += 2) {
            rows[r][i] = (int16_t)(uint16_t)bytes_get(at, 2);
            if (rows[r][i] > LINE_NET_ROW_MAX || rows[r][i] < -LINE_NET_ROW_MAX) *sound = false;
        }
    }
    return at;
}

/* Floats within bounds, so that no sum of them overflows. */
static const uint8_t *get_head(const uint8_t *at, LineHead *head, bool *sound)
{
    enum { MOST = 100000 };
    float floats[HEAD_FLOATS];
    for (int i = 0; i < HEAD_FLOATS; i++, at += 4) {
        uint32_t bits = (uint32_t)bytes_get(at, 4);
        memcpy(&floats[i], &bits, sizeof bits);
        if (!(fabsf(floats[i]) <= MOST)) *sound = false;
    }
    memcpy(head, floats, sizeof floats);
    return at;
}

static LineNet *get_net(const uint8_t *at, bool captures, Error *error)
{
    LineNet *net = line_net_new(captures, error);
    if (!net) return NULL;
    bool sound = true;
    size_t codes = (size_t)line_net_codes(captures);
    at = get_head(at, &net->head, &sound);
    at = get_rows(at, net->cells, LINE_NET_CLASSES, &sound);
    (void)get_rows(at, net->lines, codes * codes, &sound);
    line_net_mirror(net);
    if (sound) return net;
    (void)error_set(error, STATUS_BAD_INPUT, "the network has numbers outside their bounds");
    mem_free(net);
    return NULL;
}

void line_nets_free(LineNets *nets)
{
    for (int c = 0; c < 2; c++) mem_free(nets->net[c]);
    *nets = (LineNets){{NULL, NULL}};
}

Status line_nets_load(Str file, LineNets *out, Error *error)
{
    const uint8_t *bytes = (const uint8_t *)file.ptr;
    LineNets nets = {{NULL, NULL}};
    if (file.len < HEADER + TRAILER || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, STATUS_BAD_INPUT, "no network for gomoku");
    unsigned which = (unsigned)bytes_get(bytes + 8, 4);
    size_t wanted = HEADER + TRAILER + (which & 1 ? net_size(false) : 0) + (which & 2 ? net_size(true) : 0);
    if (which == 0 || which > 3 || file.len != wanted)
        return error_set(error, STATUS_BAD_INPUT, "the network has a wrong length");
    if (bytes_get(bytes + file.len - TRAILER, TRAILER) != bytes_checksum(bytes, file.len - TRAILER))
        return error_set(error, STATUS_BAD_INPUT, "the network is damaged: its checksum is another");
    const uint8_t *at = bytes + HEADER;
    for (unsigned c = 0; c < 2; c++) {
        if (!(which >> c & 1)) continue;
        nets.net[c] = get_net(at, c, error);
        if (!nets.net[c]) {
            line_nets_free(&nets);
            return error ? error->status : STATUS_BAD_INPUT;
        }
        at += net_size(c);
    }
    *out = nets;
    return STATUS_OK;
}
