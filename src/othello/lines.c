#include "othello/lines.h"

/* All of these are constant expressions, so that the tables need no start-up code. */
#define ROW(s)       ((s) / 8)
#define COLUMN(s)    ((s) % 8)
#define BIT(s)       (UINT64_C(1) << (s))
#define ABOVE(s)     (~UINT64_C(0) << (s) << 1)
#define BELOW(s)     (BIT(s) - 1)
#define ROW_LINE(s)  (UINT64_C(0xff) << 8 * ROW(s))
#define FILE_LINE(s) (UINT64_C(0x0101010101010101) << COLUMN(s))
#define SHIFT_ROWS(line, rows) \
    ((rows) >= 0 ? (line) << 8 * ((rows) >= 0 ? (rows) : 0) : (line) >> 8 * ((rows) < 0 ? -(rows) : 0))
#define MAIN_LINE(s) SHIFT_ROWS(UINT64_C(0x8040201008040201), ROW(s) - COLUMN(s))
#define ANTI_LINE(s) SHIFT_ROWS(UINT64_C(0x0102040810204080), ROW(s) + COLUMN(s) - 7)

#define EIGHT(f, s) f(s), f((s) + 1), f((s) + 2), f((s) + 3), f((s) + 4), f((s) + 5), f((s) + 6), f((s) + 7)
#define BOARD(f)                                                                                                     \
    {                                                                                                                \
        EIGHT(f, 0), EIGHT(f, 8), EIGHT(f, 16), EIGHT(f, 24), EIGHT(f, 32), EIGHT(f, 40), EIGHT(f, 48), EIGHT(f, 56) \
    }

#define RAYS(s, part)                                                                                 \
    {                                                                                                 \
        ROW_LINE(s) & part(s), ANTI_LINE(s) & part(s), FILE_LINE(s) & part(s), MAIN_LINE(s) & part(s) \
    }
#define NO_RAYS_UP(s)                                                                                                 \
    {                                                                                                                 \
        ~(ROW_LINE(s) & ABOVE(s)), ~(ANTI_LINE(s) & ABOVE(s)), ~(FILE_LINE(s) & ABOVE(s)), ~(MAIN_LINE(s) & ABOVE(s)) \
    }
#define RAYS_DOWN(s) RAYS(s, BELOW)

_Alignas(64) const uint64_t othello_lines_not_up[SQUARES][4] = BOARD(NO_RAYS_UP);
_Alignas(64) const uint64_t othello_lines_down[SQUARES][4] = BOARD(RAYS_DOWN);

#define ITSELF(s) (s)

_Alignas(64) const uint8_t othello_lines_squares[SQUARES] = BOARD(ITSELF);

#define NOT_FILE_A UINT64_C(0xfefefefefefefefe)
#define NOT_FILE_H UINT64_C(0x7f7f7f7f7f7f7f7f)
#define AROUND(s)                                                                           \
    (BIT(s) << 8 | BIT(s) >> 8 | (NOT_FILE_A & (BIT(s) << 1 | BIT(s) << 9 | BIT(s) >> 7)) | \
     (NOT_FILE_H & (BIT(s) >> 1 | BIT(s) >> 9 | BIT(s) << 7)))

const uint64_t othello_lines_neighbours[SQUARES] = BOARD(AROUND);

#define ALL(s)     (~UINT64_C(0))
#define THROUGH(s) RAYS(s, ALL)

_Alignas(64) const uint64_t othello_lines_through[SQUARES][4] = BOARD(THROUGH);

/* The tables of lines of `length` squares begin after those of all shorter ones, each has `length` places. */
#define LENGTH(line)   __builtin_popcountll(line)
#define PLACE(line, s) __builtin_popcountll((line)&BELOW(s))
#define PART(line, s)  (uint16_t)((LENGTH(line) - 2) * (1 << LENGTH(line)) + 2 + PLACE(line, s) * (1 << LENGTH(line)))
#define PARTS(s)                                                                                  \
    {                                                                                             \
        PART(ROW_LINE(s), s), PART(ANTI_LINE(s), s), PART(FILE_LINE(s), s), PART(MAIN_LINE(s), s) \
    }

const uint16_t othello_lines_last_part[SQUARES][4] = BOARD(PARTS);

/* Own discs to the right of the place: those before the nearest are turned over; the same to the left. */
#define RIGHT_OF(p, own)    ((unsigned)(own) >> (p) >> 1)
#define LEFT_OF(p, own)     ((unsigned)(own) & ((1U << (p)) - 1))
#define RIGHT_COUNT(p, own) (RIGHT_OF(p, own) ? __builtin_ctz(RIGHT_OF(p, own) | 0x100) : 0)
#define LEFT_COUNT(p, own)  (LEFT_OF(p, own) ? (p)-1 - (31 - __builtin_clz(LEFT_OF(p, own) | 1)) : 0)
/* `| 1` above is harmless: with any own disc to the left, bit 0 is only the highest when it is set itself. */
#define COUNT(p, own)        (RIGHT_COUNT(p, own) + LEFT_COUNT(p, own))
#define OTHERS(length, own)  (~(unsigned)(own) & ((1U << (length)) - 1))
#define LAST(length, p, own) (uint16_t)(COUNT(p, own) + LAST_OTHER * COUNT(p, OTHERS(length, own)))
#define LAST_2(l, p, own)    LAST(l, p, own), LAST(l, p, (own) + 1)
#define LAST_4(l, p, own)    LAST_2(l, p, own), LAST_2(l, p, (own) + 2)
#define LAST_8(l, p, own)    LAST_4(l, p, own), LAST_4(l, p, (own) + 4)
#define LAST_16(l, p, own)   LAST_8(l, p, own), LAST_8(l, p, (own) + 8)
#define LAST_32(l, p, own)   LAST_16(l, p, own), LAST_16(l, p, (own) + 16)
#define LAST_64(l, p, own)   LAST_32(l, p, own), LAST_32(l, p, (own) + 32)
#define LAST_128(l, p, own)  LAST_64(l, p, own), LAST_64(l, p, (own) + 64)
#define LAST_256(l, p, own)  LAST_128(l, p, own), LAST_128(l, p, (own) + 128)

const uint16_t othello_lines_last[LAST_ENTRIES] = {
    LAST_2(1, 0, 0),   LAST_4(2, 0, 0),   LAST_4(2, 1, 0),   LAST_8(3, 0, 0),   LAST_8(3, 1, 0),   LAST_8(3, 2, 0),
    LAST_16(4, 0, 0),  LAST_16(4, 1, 0),  LAST_16(4, 2, 0),  LAST_16(4, 3, 0),  LAST_32(5, 0, 0),  LAST_32(5, 1, 0),
    LAST_32(5, 2, 0),  LAST_32(5, 3, 0),  LAST_32(5, 4, 0),  LAST_64(6, 0, 0),  LAST_64(6, 1, 0),  LAST_64(6, 2, 0),
    LAST_64(6, 3, 0),  LAST_64(6, 4, 0),  LAST_64(6, 5, 0),  LAST_128(7, 0, 0), LAST_128(7, 1, 0), LAST_128(7, 2, 0),
    LAST_128(7, 3, 0), LAST_128(7, 4, 0), LAST_128(7, 5, 0), LAST_128(7, 6, 0), LAST_256(8, 0, 0), LAST_256(8, 1, 0),
    LAST_256(8, 2, 0), LAST_256(8, 3, 0), LAST_256(8, 4, 0), LAST_256(8, 5, 0), LAST_256(8, 6, 0), LAST_256(8, 7, 0)};
