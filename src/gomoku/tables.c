#include "gomoku/tables.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { STATE_BITS = 2, OWN = 1, OTHER = 2 };

/* The shape of a key: `radius` cells below the centre in the low half, as many above it in the high half. */
typedef struct Shape {
    int radius;
    bool exact; /* only exactly five is a five */
} Shape;

/* Bit position in the key of the cell at distance k (not 0). */
static int shift_of(const Shape *shape, int k)
{
    return STATE_BITS * (k < 0 ? k + shape->radius : k + shape->radius - 1);
}

static unsigned state_of(const Shape *shape, uint32_t key, int k)
{
    return key >> shift_of(shape, k) & 3;
}

static int run_towards(const Shape *shape, uint32_t key, int sign)
{
    int run = 0;
    while (run < shape->radius && state_of(shape, key, sign * (run + 1)) == OWN) run++;
    return run;
}

static unsigned pair_towards(const Shape *shape, uint32_t key, int sign, unsigned beyond)
{
    return state_of(shape, key, sign) == OTHER && state_of(shape, key, 2 * sign) == OTHER &&
           state_of(shape, key, 3 * sign) == beyond;
}

/* Pairs of the other colour on either side of the cell with `beyond` behind them. */
static unsigned pairs_beside(const Shape *shape, uint32_t key, unsigned beyond)
{
    return pair_towards(shape, key, -1, beyond) + pair_towards(shape, key, 1, beyond);
}

/* Classes of keys with one more own stone, of which the class of this key follows. */
typedef struct Growth {
    uint32_t seen;   /* set of LineClass */
    int completions; /* cells that complete a five */
    bool low_end, high_end;
} Growth;

static Growth grow(const Shape *shape, uint32_t key, const uint8_t *classes, int low_run, int high_run)
{
    Growth growth = {0};
    for (int k = -shape->radius; k <= shape->radius; k++) {
        if (k == 0 || state_of(shape, key, k) != CELL_EMPTY) continue;
        unsigned next = classes[key | (uint32_t)OWN << shift_of(shape, k)] & TABLE_CLASS_MASK;
        growth.seen |= 1u << next;
        if (next != LINE_FIVE) continue;
        growth.completions++;
        if (k == -low_run - 1) growth.low_end = true;
        if (k == high_run + 1) growth.high_end = true;
    }
    return growth;
}

static unsigned classify(const Shape *shape, uint32_t key, const uint8_t *classes)
{
    int low = run_towards(shape, key, -1), high = run_towards(shape, key, 1);
    int run = low + high + 1;
    if (run >= 5) return shape->exact && run > 5 ? LINE_OVERLINE : LINE_FIVE;
    Growth growth = grow(shape, key, classes, low, high);
    if (growth.completions >= 2) {
        return run == 4 && growth.low_end && growth.high_end ? LINE_OPEN_FOUR : LINE_TWIN_FOUR;
    }
    if (growth.completions == 1) return LINE_FOUR;
    static const struct {
        LineClass from, to;
    } steps[] = {
        {LINE_OPEN_FOUR, LINE_OPEN_THREE},
        {LINE_TWIN_FOUR, LINE_THREE},
        {LINE_FOUR, LINE_THREE},
        {LINE_OPEN_THREE, LINE_OPEN_TWO},
        {LINE_THREE, LINE_TWO},
        {LINE_OPEN_TWO, LINE_OPEN_ONE},
        {LINE_TWO, LINE_ONE},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (growth.seen >> steps[i].from & 1) return steps[i].to;
    }
    return LINE_NONE;
}

/* Fills the classes of one colour. A key with one more own stone is a larger number, so going down from the top finds
 * every successor already there. */
static void fill_colour(const Shape *shape, uint8_t *classes)
{
    uint32_t count = UINT32_C(1) << (2 * STATE_BITS * shape->radius);
    for (uint32_t key = count; key-- > 0;) {
        unsigned taken = pairs_beside(shape, key, OWN), attacked = pairs_beside(shape, key, CELL_EMPTY);
        classes[key] = (uint8_t)(classify(shape, key, classes) | taken << TABLE_PAIRS_AT | attacked << TABLE_SETUPS_AT);
    }
}

/* The key as the other colour sees it. */
static uint32_t swap_colours(uint32_t key)
{
    return (key & 0xaaaaaaaa) >> 1 | (key & 0x55555555) << 1;
}

static Status fill_lines(GomTables *tables, int radius, const uint8_t *const by_exact[2], int black, int white,
                         Error *error)
{
    uint32_t count = UINT32_C(1) << (2 * STATE_BITS * radius);
    uint16_t *lines = mem_alloc(count * sizeof *lines, 0, error);
    if (!lines) return STATUS_NO_MEMORY;
    for (uint32_t key = 0; key < count; key++) {
        lines[key] = (uint16_t)(by_exact[black][key] | by_exact[white][swap_colours(key)] << 8);
    }
    tables->lines[black][white] = lines;
    return STATUS_OK;
}

static Status fill_short(GomTables *tables, uint8_t *scratch, Error *error)
{
    Shape shape = {TABLE_RADIUS_SHORT, false};
    fill_colour(&shape, scratch);
    const uint8_t *const both[2] = {scratch, scratch};
    return fill_lines(tables, TABLE_RADIUS_SHORT, both, 0, 0, error);
}

static Status fill_long(GomTables *tables, uint8_t *scratch, Error *error)
{
    uint8_t *free_five = scratch, *exact_five = scratch + (1 << (2 * STATE_BITS * TABLE_RADIUS_LONG));
    fill_colour(&(Shape){TABLE_RADIUS_LONG, false}, free_five);
    fill_colour(&(Shape){TABLE_RADIUS_LONG, true}, exact_five);
    const uint8_t *const by_exact[2] = {free_five, exact_five};
    Status status = fill_lines(tables, TABLE_RADIUS_LONG, by_exact, 1, 1, error);
    if (status == STATUS_OK) status = fill_lines(tables, TABLE_RADIUS_LONG, by_exact, 1, 0, error);
    if (status == STATUS_OK) status = fill_lines(tables, TABLE_RADIUS_LONG, by_exact, 0, 1, error);
    return status;
}

static uint8_t combine(unsigned forbid, const int count[LINE_CLASS_COUNT])
{
    if (count[LINE_FIVE]) return CELL_CLASS_FIVE;
    if (count[LINE_OVERLINE] && forbid & FORBID_OVERLINE) return CELL_CLASS_FORBIDDEN;
    int fours = count[LINE_FOUR] + 2 * count[LINE_TWIN_FOUR] + count[LINE_OPEN_FOUR];
    int threes = count[LINE_OPEN_THREE];
    bool plus = count[LINE_THREE] + count[LINE_OPEN_TWO] > 0;
    if (fours >= 2 && forbid & FORBID_FOUR) return CELL_CLASS_FORBIDDEN;
    unsigned flag = threes >= 2 && forbid & FORBID_THREE ? CELL_FLAG_ASK : 0;
    unsigned class;
    if (fours >= 2 || count[LINE_OPEN_FOUR]) {
        class = CELL_CLASS_OPEN_FOUR;
    } else if (fours) {
        class = threes ? CELL_CLASS_FOUR_THREE : plus ? CELL_CLASS_FOUR_PLUS : CELL_CLASS_FOUR;
    } else if (threes) {
        class = threes >= 2 ? CELL_CLASS_DOUBLE_THREE : plus ? CELL_CLASS_OPEN_THREE_PLUS : CELL_CLASS_OPEN_THREE;
    } else if (count[LINE_THREE]) {
        class = count[LINE_THREE] + count[LINE_OPEN_TWO] > 1 ? CELL_CLASS_THREE_PLUS : CELL_CLASS_THREE;
    } else {
        int twos = count[LINE_OPEN_TWO];
        class = twos >= 2 ? CELL_CLASS_DOUBLE_TWO : twos ? CELL_CLASS_OPEN_TWO : CELL_CLASS_NONE;
    }
    return (uint8_t)(class | flag);
}

static void fill_cell_classes(GomTables *tables)
{
    for (unsigned forbid = 0; forbid < FORBID_COMBINATIONS; forbid++) {
        for (uint32_t pattern = 0; pattern < 1 << 16; pattern++) {
            int count[1 << TABLE_CLASS_BITS] = {0};
            for (int d = 0; d < GRID_DIRECTIONS; d++) count[pattern >> TABLE_CLASS_BITS * d & TABLE_CLASS_MASK]++;
            tables->cell_class[forbid][pattern] = combine(forbid, count);
        }
    }
}

Status tables_create(GomTables **out, Error *error)
{
    GomTables *tables = mem_alloc(sizeof *tables, 0, error);
    uint8_t *scratch = mem_alloc((size_t)2 << (2 * STATE_BITS * TABLE_RADIUS_LONG), 0, error);
    Status status = tables && scratch ? STATUS_OK : STATUS_NO_MEMORY;
    if (tables) memset(tables, 0, sizeof *tables);
    if (status == STATUS_OK) status = fill_short(tables, scratch, error);
    if (status == STATUS_OK) status = fill_long(tables, scratch, error);
    mem_free(scratch);
    if (status != STATUS_OK) {
        tables_destroy(tables);
        return status;
    }
    fill_cell_classes(tables);
    for (int cell = 0; cell < GRID_CELLS; cell++) {
        for (int colour = 0; colour < 2; colour++) tables->zobrist[colour][cell] = zobrist_stone(cell, colour);
    }
    *out = tables;
    return STATUS_OK;
}

void tables_destroy(GomTables *tables)
{
    if (!tables) return;
    for (int black = 0; black < 2; black++) {
        for (int white = 0; white < 2; white++) mem_free(tables->lines[black][white]);
    }
    mem_free(tables);
}
