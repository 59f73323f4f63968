#include "shogi/bitboard.h"

#include "base/rng.h"
#include "base/thread.h"

BoardTables shogi_tables_once;

typedef struct Step {
    int8_t file, rank; /* as Black sees it: rank -1 is forward */
} Step;

static const Step pawn_steps[] = {{0, -1}};
static const Step knight_steps[] = {{1, -2}, {-1, -2}};
static const Step silver_steps[] = {{0, -1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
static const Step gold_steps[] = {{0, -1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}};
static const Step king_steps[] = {{0, -1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {1, 1}, {-1, 1}};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static bool on_board(int file, int rank)
{
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

static void fill_steps(int kind, const Step *steps, size_t count)
{
    for (int file = 0; file < FILES; file++) {
        for (int rank = 0; rank < RANKS; rank++) {
            int square = square_of(file, rank);
            for (size_t i = 0; i < count; i++) {
                for (int colour = BLACK; colour <= WHITE; colour++) {
                    int sign = colour == BLACK ? 1 : -1;
                    int f = file + sign * steps[i].file, r = rank + sign * steps[i].rank;
                    if (on_board(f, r))
                        shogi_tables_once.step[piece_make(colour, kind)][square] |= bb_of(square_of(f, r));
                }
            }
        }
    }
}

/* One ray from a square: the squares on it, and what lies between its start and each of them. */
static Bitboard fill_ray(int file, int rank, int df, int dr)
{
    int from = square_of(file, rank);
    Bitboard passed = 0;
    for (int f = file + df, r = rank + dr; on_board(f, r); f += df, r += dr) {
        int square = square_of(f, r);
        shogi_tables_once.between[from][square] = passed;
        passed |= bb_of(square);
    }
    return passed;
}

static void fill_lines(void)
{
    for (int file = 0; file < FILES; file++) {
        for (int rank = 0; rank < RANKS; rank++) {
            int square = square_of(file, rank);
            shogi_tables_once.rank[square] = fill_ray(file, rank, 1, 0) | fill_ray(file, rank, -1, 0);
            shogi_tables_once.rising[square] = fill_ray(file, rank, 1, -1) | fill_ray(file, rank, -1, 1);
            shogi_tables_once.falling[square] = fill_ray(file, rank, 1, 1) | fill_ray(file, rank, -1, -1);
            shogi_tables_once.ahead[BLACK][square] = fill_ray(file, rank, 0, -1);
            shogi_tables_once.ahead[WHITE][square] = fill_ray(file, rank, 0, 1);
            shogi_tables_once.cross[square] = shogi_tables_once.rank[square] | shogi_tables_once.ahead[BLACK][square] |
                                              shogi_tables_once.ahead[WHITE][square];
            shogi_tables_once.diagonals[square] = shogi_tables_once.rising[square] | shogi_tables_once.falling[square];
        }
    }
}

/* Going backwards from the squares on which the piece checks: as it is, and promoted by the move. */
static Bitboard before_check(int us, int kind, int king)
{
    int them = us ^ 1;
    Bitboard plain = bb_attacks(them, kind, king, 0), promoted = bb_step(them, GOLD, king), from = 0;
    while (plain) from |= bb_attacks(them, kind, bb_pop(&plain), 0);
    while (kind_promotes(kind) && promoted) {
        int to = bb_pop(&promoted);
        Bitboard back = bb_attacks(them, kind, to, 0);
        from |= bb_has(BB_ZONE(us), to) ? back : back & BB_ZONE(us);
    }
    return from;
}

static void fill_checks(void)
{
    static const int kinds[] = {LANCE, KNIGHT, SILVER, GOLDS};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        for (int square = 0; square < SQUARES; square++) {
            if (square == NO_SQUARE) continue;
            for (int us = BLACK; us <= WHITE; us++) {
                shogi_tables_once.may_check[piece_make(us, kinds[i])][square] = before_check(us, kinds[i], square);
            }
        }
    }
}

static void fill_keys(void)
{
    Rng rng = rng_new(UINT64_C(0x53686f6769));
    for (int piece = 0; piece < PIECES; piece++) {
        for (int square = 0; square < SQUARES; square++) shogi_tables_once.piece_key[piece][square] = rng_next(&rng);
    }
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (int kind = PAWN; kind <= GOLD; kind++) {
            for (int count = 1; count < 19; count++) shogi_tables_once.hand_key[colour][kind][count] = rng_next(&rng);
        }
    }
    shogi_tables_once.side_key = rng_next(&rng);
}

static void fill_all(void)
{
    fill_steps(PAWN, pawn_steps, COUNT_OF(pawn_steps));
    fill_steps(KNIGHT, knight_steps, COUNT_OF(knight_steps));
    fill_steps(SILVER, silver_steps, COUNT_OF(silver_steps));
    static const int like_gold[] = {GOLD, PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER, GOLDS};
    for (size_t i = 0; i < COUNT_OF(like_gold); i++) fill_steps(like_gold[i], gold_steps, COUNT_OF(gold_steps));
    static const int like_king[] = {KING, HORSE, DRAGON};
    for (size_t i = 0; i < COUNT_OF(like_king); i++) fill_steps(like_king[i], king_steps, COUNT_OF(king_steps));
    fill_lines();
    fill_checks();
    fill_keys();
}

void shogi_tables_init(void)
{
    static Once once = ONCE_INIT;
    thread_once(&once, fill_all);
}
