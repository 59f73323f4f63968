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

#define NOT_FILE_A UINT64_C(0xfefefefefefefefe)
#define NOT_FILE_H UINT64_C(0x7f7f7f7f7f7f7f7f)
#define AROUND(s)                                                                           \
    (BIT(s) << 8 | BIT(s) >> 8 | (NOT_FILE_A & (BIT(s) << 1 | BIT(s) << 9 | BIT(s) >> 7)) | \
     (NOT_FILE_H & (BIT(s) >> 1 | BIT(s) >> 9 | BIT(s) << 7)))

const uint64_t othello_lines_neighbours[SQUARES] = BOARD(AROUND);

#define DIAGONALS(s)               \
    {                              \
        MAIN_LINE(s), ANTI_LINE(s) \
    }
#define PLACE(line, s) ((uint8_t)__builtin_popcountll((line)&BELOW(s)))
#define PLACES(s)                                      \
    {                                                  \
        PLACE(MAIN_LINE(s), s), PLACE(ANTI_LINE(s), s) \
    }

const uint64_t othello_lines_diagonals[SQUARES][2] = BOARD(DIAGONALS);
const uint8_t othello_lines_diagonal_index[SQUARES][2] = BOARD(PLACES);

/* Own discs to the right of the place: those before the nearest are turned over; the same to the left. */
#define RIGHT_OF(p, own)    ((unsigned)(own) >> (p) >> 1)
#define LEFT_OF(p, own)     ((unsigned)(own) & ((1U << (p)) - 1))
#define RIGHT_COUNT(p, own) (RIGHT_OF(p, own) ? __builtin_ctz(RIGHT_OF(p, own) | 0x100) : 0)
#define LEFT_COUNT(p, own)  (LEFT_OF(p, own) ? (p)-1 - (31 - __builtin_clz(LEFT_OF(p, own) | 1)) : 0)
/* `| 1` above is harmless: with any own disc to the left, bit 0 is only the highest when it is set itself. */
#define COUNT(p, own)    (uint8_t)(RIGHT_COUNT(p, own) + LEFT_COUNT(p, own))
#define COUNT_4(p, own)  COUNT(p, own), COUNT(p, (own) + 1), COUNT(p, (own) + 2), COUNT(p, (own) + 3)
#define COUNT_16(p, own) COUNT_4(p, own), COUNT_4(p, (own) + 4), COUNT_4(p, (own) + 8), COUNT_4(p, (own) + 12)
#define COUNT_64(p, own) COUNT_16(p, own), COUNT_16(p, (own) + 16), COUNT_16(p, (own) + 32), COUNT_16(p, (own) + 48)
#define COUNT_256(p)                                                        \
    {                                                                       \
        COUNT_64(p, 0), COUNT_64(p, 64), COUNT_64(p, 128), COUNT_64(p, 192) \
    }

const uint8_t othello_lines_last_flips[8][256] = {COUNT_256(0), COUNT_256(1), COUNT_256(2), COUNT_256(3),
                                                  COUNT_256(4), COUNT_256(5), COUNT_256(6), COUNT_256(7)};
