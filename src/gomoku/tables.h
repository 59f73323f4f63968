/* Line tables: what a stone would make of the line through an empty cell, for every content of the cells around it.
 *
 * The key of a cell and line is the content of the `radius` cells on either side, two bits each (GRID cell states, the
 * cell itself left out). Radius 4 decides everything when six in a row is a five; exactly-five rules need 5. An entry
 * holds a byte for black and one for white: the class in the low four bits, the pairs that the stone would capture
 * along this line in the next two, those that it would attack (the cell beyond is empty) in the last two. The four
 * classes of a cell make a key into a second table that combines them.
 *
 * The tables do not depend on settings. They are built once per engine and read-only after that. */
#ifndef YOMI_GOMOKU_TABLES_H
#define YOMI_GOMOKU_TABLES_H

#include "gomoku/grid.h"

enum {
    TABLE_RADIUS_SHORT = 4,
    TABLE_RADIUS_LONG = 5,
    TABLE_CLASS_BITS = 4,
    TABLE_CLASS_MASK = 15,
    TABLE_PAIRS_AT = 4, /* two bits each */
    TABLE_SETUPS_AT = 6
};

/* What a stone makes of one line, best last but for the overline. "Open" means that it can grow at both ends. */
typedef enum LineClass {
    LINE_NONE,
    LINE_ONE,
    LINE_OPEN_ONE,
    LINE_TWO,
    LINE_OPEN_TWO,
    LINE_THREE,      /* one more stone makes a four */
    LINE_OPEN_THREE, /* one more stone makes an open four */
    LINE_FOUR,       /* one cell completes a five */
    LINE_TWIN_FOUR,  /* two cells complete two different fives, no open four */
    LINE_OPEN_FOUR,  /* four in a row, both neighbours complete a five */
    LINE_FIVE,
    LINE_OVERLINE, /* six or more where only five counts */
    LINE_CLASS_COUNT
} LineClass;

/* What a stone makes of all four lines together. */
typedef enum CellClass {
    CELL_CLASS_FORBIDDEN, /* certain: a double-three candidate of renju keeps its class and a flag instead */
    CELL_CLASS_NONE,
    CELL_CLASS_OPEN_TWO,
    CELL_CLASS_THREE,
    CELL_CLASS_DOUBLE_TWO, /* two open twos */
    CELL_CLASS_THREE_PLUS, /* a three and another three or an open two */
    CELL_CLASS_OPEN_THREE,
    CELL_CLASS_OPEN_THREE_PLUS, /* and a three or an open two */
    CELL_CLASS_DOUBLE_THREE,
    CELL_CLASS_FOUR,
    CELL_CLASS_FOUR_PLUS, /* and a three or an open two */
    CELL_CLASS_FOUR_THREE,
    CELL_CLASS_OPEN_FOUR, /* also two fours */
    CELL_CLASS_FIVE,
    CELL_CLASS_COUNT
} CellClass;

enum {
    CELL_CLASS_MASK = 15,
    CELL_FLAG_ASK = 0x80 /* perhaps forbidden: only judge_forbidden can tell */
};

enum { FORBID_THREE = 1, FORBID_FOUR = 2, FORBID_OVERLINE = 4, FORBID_COMBINATIONS = 8 };

typedef struct GomTables {
    uint16_t *lines[2][2];                            /* [black wants exactly five][white does] */
    uint8_t cell_class[FORBID_COMBINATIONS][1 << 16]; /* by FORBID_ bits of the colour, then four line classes */
    uint64_t zobrist[2][GRID_CELLS];
} GomTables;

Status tables_create(GomTables **out, Error *error);
void tables_destroy(GomTables *tables); /* NULL is fine */

/* The radius that goes with lines[black][white]. */
static inline int tables_radius(bool black_exact, bool white_exact)
{
    return black_exact || white_exact ? TABLE_RADIUS_LONG : TABLE_RADIUS_SHORT;
}

#endif
