/* The learned evaluation: a small network over what a stone would make of the lines through every empty cell.
 *
 * A cell's four line entries and its two classes name five rows of weights. Their sum, clipped, is what the cell says;
 * all cells together are the sums of a position, which a move updates cell by cell. A head of floats turns the sums of
 * both colours, the pairs and the threats at hand into a score:
 *
 *   cell     clip((rows + 8) >> 4, 0, LINE_NET_ONE), in 16 bits, for either colour's view
 *   hidden   relu(weights * inputs + a row for rules, side and pairs + a row for each threat at hand)
 *   score    scale * (out * hidden + direct weights * inputs)
 *
 * Whole numbers are added in any order, floats in the one order that is written here: the score is the same on every
 * machine. There is one network for the forms with captures and one for those without; read-only when loaded. */
#ifndef YOMI_GOMOKU_EVAL_LINE_NET_H
#define YOMI_GOMOKU_EVAL_LINE_NET_H

#include "base/status.h"
#include "base/str.h"
#include "gomoku/tables.h"

enum {
    LINE_NET_WIDTH = 16,
    LINE_NET_BOTH = 2 * LINE_NET_WIDTH, /* black's view, then white's */
    LINE_NET_HIDDEN = 16,
    LINE_NET_ONE = 80, /* 20 x 20 cells of it stay within 16 bits */
    LINE_NET_SHIFT = 4,
    LINE_NET_UNIT = LINE_NET_ONE << LINE_NET_SHIFT, /* of a weight in a row */
    LINE_NET_ROW_MAX = 6500,                        /* five of them stay within 16 bits */
    LINE_NET_CODES_PLAIN = LINE_CLASS_COUNT,        /* what a byte of a line entry tells, without captures */
    LINE_NET_CODES = LINE_CLASS_COUNT * 6,          /* and with them: pairs that it takes or attacks */
    LINE_NET_CLASSES = 256,                         /* classes of both colours, four bits each */
    LINE_NET_THREATS = CELL_CLASS_COUNT - CELL_CLASS_OPEN_THREE,
    LINE_NET_PAIRS = 5
};

/* The inputs of the head that are numbers, and the rows that are there or not. */
enum {
    HEAD_PLACE = LINE_NET_BOTH, /* how central the mover's stones are beside the other's */
    HEAD_STONES,
    HEAD_NUMBERS,
    HEAD_RULES = 0,                                              /* by preset and side to move */
    HEAD_PAIRS = HEAD_RULES + 2 * GOM_PRESET_COUNT,              /* by the mover's and the other's */
    HEAD_THREATS = HEAD_PAIRS + LINE_NET_PAIRS * LINE_NET_PAIRS, /* whose, class, one or more */
    HEAD_FLAGS = HEAD_THREATS + 2 * LINE_NET_THREATS * 2,
    HEAD_ACTIVE_MAX = 2 + 2 * LINE_NET_THREATS
};

typedef struct HeadRow {
    float hidden[LINE_NET_HIDDEN];
    float direct;
} HeadRow;

typedef struct LineHead {
    HeadRow numbers[HEAD_NUMBERS];
    HeadRow flags[HEAD_FLAGS];
    float out[LINE_NET_HIDDEN];
    float scale; /* a score of this is a chance of 73 % */
} LineHead;

typedef struct LineNet {
    bool captures;
    uint8_t code[256];  /* of a byte of a line entry */
    uint16_t base[256]; /* the same times the number of codes */
    LineHead head;
    _Alignas(64) int16_t cells[LINE_NET_CLASSES][LINE_NET_BOTH];
    _Alignas(64) int16_t lines[LINE_NET_CODES * LINE_NET_CODES][LINE_NET_BOTH];
} LineNet;

/* What the head wants to know of a position. */
typedef struct LineFacts {
    int preset, side, place, stones;
    int pairs[2];
    const int16_t *count[2]; /* cells by CellClass */
} LineFacts;

static inline int line_net_codes(bool captures)
{
    return captures ? LINE_NET_CODES : LINE_NET_CODES_PLAIN;
}

/* The code of a byte of a line entry. */
int line_net_code(bool captures, unsigned byte);

/* The flags of a position, and how many they are. */
int line_net_flags(const LineFacts *facts, int out[HEAD_ACTIVE_MAX]);
/* The numbers beside the sums. */
static inline float line_net_place(int place)
{
    return (float)place * (1.0f / 32);
}
static inline float line_net_stones(int stones)
{
    return (float)stones * (1.0f / 64);
}
static inline float line_net_sum(int sum)
{
    return (float)sum * (1.0f / (8 * LINE_NET_ONE));
}

/* The score for the side to move. */
int line_net_output(const LineNet *net, bool avx2, const int16_t sums[LINE_NET_BOTH], const LineFacts *facts);

static inline const int16_t *line_net_row(const LineNet *net, unsigned entry)
{
    return net->lines[net->base[entry & 0xff] + net->code[entry >> 8]];
}

static inline const int16_t *line_net_class_row(const LineNet *net, const uint8_t class[2])
{
    return net->cells[(class[0] & CELL_CLASS_MASK) << 4 | (class[1] & CELL_CLASS_MASK)];
}

/* What a cell says in channel i: a function of the sum of its rows. */
static inline int16_t line_net_clip(int16_t rows)
{
    int16_t value = (int16_t)((int16_t)(rows + (1 << (LINE_NET_SHIFT - 1))) >> LINE_NET_SHIFT);
    value = value > 0 ? value : 0;
    return value < LINE_NET_ONE ? value : LINE_NET_ONE;
}

/* A cell enters the sums (sign 1) or leaves them (sign -1). */
static inline __attribute__((always_inline)) void line_net_enter(const LineNet *net, int16_t sums[LINE_NET_BOTH],
                                                                 const uint16_t entries[GRID_DIRECTIONS],
                                                                 const uint8_t class[2], int sign)
{
    const int16_t *a = line_net_row(net, entries[0]), *b = line_net_row(net, entries[1]);
    const int16_t *c = line_net_row(net, entries[2]), *d = line_net_row(net, entries[3]);
    const int16_t *e = line_net_class_row(net, class);
    for (int i = 0; i < LINE_NET_BOTH; i++) {
        int16_t value = line_net_clip((int16_t)(a[i] + b[i] + c[i] + d[i] + e[i]));
        sums[i] = (int16_t)(sums[i] + (sign > 0 ? value : -value));
    }
}

/* A cell is another than before. */
static inline __attribute__((always_inline)) void
line_net_replace(const LineNet *net, int16_t sums[LINE_NET_BOTH], const uint16_t before[GRID_DIRECTIONS],
                 const uint8_t class_before[2], const uint16_t now[GRID_DIRECTIONS], const uint8_t class_now[2])
{
    line_net_enter(net, sums, before, class_before, -1);
    line_net_enter(net, sums, now, class_now, 1);
}

/* The networks of a file: [captures], NULL where it has none. */
typedef struct LineNets {
    LineNet *net[2];
} LineNets;

void line_nets_free(LineNets *nets);
/* Anything wrong is told; nothing is kept then. */
Status line_nets_load(Str file, LineNets *out, Error *error);
/* The file as bytes; freed with free(). NULL when there is no memory. */
uint8_t *line_nets_save(const LineNets *nets, size_t *size);
/* A network of zeros with its tables of codes. */
LineNet *line_net_new(bool captures, Error *error);
/* After rows of black's view were set: white's view is the same with the colours exchanged. */
void line_net_mirror(LineNet *net);

Str line_nets_default(void); /* the file inside the program */

#endif
