/* The search against brute force on small boards. Without its prunings its scores are those of a plain minimax; with
 * reductions alone its line still has the full depth and its last position the score; and with everything on, what it
 * calls won or lost is. The brute force knows rows of five as masks of 64 bits and shares only the evaluation. */
#include "base/bits.h"
#include "base/mem.h"
#include "gomoku/gomoku.h"
#include "gomoku/problems.h"
#include "gomoku/shared.h"
#include "gomoku/tree/tree.h"
#include "test.h"
#include "toy/rig.h"

#include <stdlib.h>
#include <string.h>

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum { ROUNDS = 40, PROBLEM_STEP = 2, THREES_FLOOR = 66, SELDOM_REVERSE = 37, LEFT_REVERSE = 41 };
#else
enum { ROUNDS = 8, PROBLEM_STEP = 2, THREES_FLOOR = 50, SELDOM_REVERSE = 60, LEFT_REVERSE = 20 };
#endif

enum { LINES = 3, WINDOWS_MAX = 96, SIDE_MAX = 8 };

static const BoardTraits traits = {4, false};

/* ---- brute force ---- */

typedef struct Small {
    int size, windows;
    uint64_t window[WINDOWS_MAX]; /* rows of five */
    uint64_t all;
    uint64_t stones[2];
    int side;
    GomBoard *board; /* for the evaluation of leaves */
} Small;

static void small_init(Small *small, int size)
{
    static const int across[4] = {1, 0, 1, 1}, down[4] = {0, 1, 1, -1};
    *small = (Small){.size = size};
    for (int cell = 0; cell < size * size; cell++) {
        small->all |= UINT64_C(1) << cell;
        for (int d = 0; d < 4; d++) {
            int x = cell % size, y = cell / size, last_x = x + 4 * across[d], last_y = y + 4 * down[d];
            if (last_x >= size || last_y >= size || last_y < 0) continue;
            uint64_t mask = 0;
            for (int k = 0; k < 5; k++) mask |= UINT64_C(1) << ((y + k * down[d]) * size + x + k * across[d]);
            small->window[small->windows++] = mask;
        }
    }
}

static uint64_t empty_cells(const Small *small)
{
    return small->all & ~small->stones[0] & ~small->stones[1];
}

/* Cells where `colour` makes five. */
static uint64_t five_cells(const Small *small, int colour)
{
    uint64_t own = small->stones[colour], empty = empty_cells(small), cells = 0;
    for (int i = 0; i < small->windows; i++) {
        uint64_t left = small->window[i] & ~own;
        if ((left & (left - 1)) == 0) cells |= left & empty;
    }
    return cells;
}

static bool has_five(const Small *small, int colour)
{
    for (int i = 0; i < small->windows; i++) {
        if ((small->window[i] & ~small->stones[colour]) == 0) return true;
    }
    return false;
}

static void put(Small *small, int cell)
{
    small->stones[small->side] |= UINT64_C(1) << cell;
    small->side = !small->side;
    if (small->board) board_make(small->board, cell_at(cell % small->size, cell / small->size), traits);
}

static void take(Small *small, int cell)
{
    small->side = !small->side;
    small->stones[small->side] &= ~(UINT64_C(1) << cell);
    if (small->board) board_unmake(small->board, traits);
}

/* Is there a move after which the mover threatens five at two cells, while nobody does now? */
static bool makes_two_fives(Small *small)
{
    int mover = small->side;
    bool found = false;
    for (uint64_t cells = empty_cells(small); cells && !found;) {
        uint64_t bit = cells & -cells;
        cells &= cells - 1;
        small->stones[mover] |= bit;
        found = bits_count(five_cells(small, mover)) >= 2;
        small->stones[mover] &= ~bit;
    }
    return found;
}

/* What needs no looking ahead: five at once, two fives against, two fives to come. */
static bool settled(Small *small, int ply, Score *score)
{
    int mover = small->side;
    if (five_cells(small, mover)) {
        *score = score_win_in(ply + 1);
        return true;
    }
    int against = bits_count(five_cells(small, !mover));
    if (against >= 2) {
        *score = score_loss_in(ply + 2);
        return true;
    }
    if (against == 0 && makes_two_fives(small)) {
        *score = score_win_in(ply + 3);
        return true;
    }
    return false;
}

static Score minimax(Small *small, int ply, int depth)
{
    Score score;
    if (settled(small, ply, &score)) return score;
    uint64_t cells = empty_cells(small);
    if (!cells) return SCORE_DRAW;
    if (depth == 0) return board_evaluate(small->board, small->side, traits);
    Score best = -SCORE_INFINITE;
    while (cells) {
        int cell = bits_pop(&cells);
        put(small, cell);
        score = -minimax(small, ply + 1, depth - 1);
        take(small, cell);
        if (score > best) best = score;
    }
    return best;
}

static int descending(const void *a, const void *b)
{
    return *(const Score *)b - *(const Score *)a;
}

/* The values of all root moves, best first. */
static int root_values(Small *small, int depth, Score values[SIDE_MAX * SIDE_MAX])
{
    int count = 0;
    uint64_t fives = five_cells(small, small->side);
    for (uint64_t cells = empty_cells(small); cells;) {
        int cell = bits_pop(&cells);
        put(small, cell);
        values[count++] = fives >> cell & 1 ? score_win_in(1) : -minimax(small, 1, depth - 1);
        take(small, cell);
    }
    qsort(values, (size_t)count, sizeof *values, descending);
    return count;
}

static bool loses_within(Small *small, int plies);

/* Does the mover force five within so many plies (odd)? */
static bool wins_within(Small *small, int plies)
{
    int mover = small->side;
    if (five_cells(small, mover)) return true;
    uint64_t against = five_cells(small, !mover);
    if (plies < 3 || bits_count(against) >= 2) return false;
    if (plies == 3 && !against) return makes_two_fives(small);
    bool won = false;
    for (uint64_t cells = against ? against : empty_cells(small); cells && !won;) {
        int cell = bits_pop(&cells);
        put(small, cell);
        won = loses_within(small, plies - 1);
        take(small, cell);
    }
    return won;
}

/* Is the mover beaten within so many plies (even) whatever it does? */
static bool loses_within(Small *small, int plies)
{
    if (five_cells(small, small->side) || !empty_cells(small)) return false;
    uint64_t against = five_cells(small, !small->side);
    if (bits_count(against) >= 2) return true;
    if (plies < 4 && !against) return false;
    bool lost = true;
    for (uint64_t cells = against ? against : empty_cells(small); cells && lost;) {
        int cell = bits_pop(&cells);
        put(small, cell);
        lost = wins_within(small, plies - 1);
        take(small, cell);
    }
    return lost;
}

/* ---- positions ---- */

typedef struct Bed {
    Rig rig;
    GomBoard *board;
    GomPosition position;
    Small small;
} Bed;

static void bed_open(Bed *bed)
{
    rig_open(&bed->rig, &gomoku_game, 1, 1, clock_real());
    GomSettings *settings = bed->rig.settings;
    settings->preset = GOM_FREESTYLE;
    settings->params.use_opening = settings->params.use_vcf = settings->params.use_vct = 0;
    bed->board = mem_alloc(sizeof *bed->board, 0, NULL);
    assert_non_null(bed->board);
}

static void bed_close(Bed *bed)
{
    rig_close(&bed->rig);
    mem_free(bed->board);
}

/* Everything that leaves out moves or plies, and the forcing moves at the horizon. */
static void switch_off(GomParams *params)
{
    params->use_null_move = params->use_reductions = params->use_late_moves = params->use_futility = 0;
    params->use_reverse_futility = params->use_razoring = params->use_extension = params->use_singular = 0;
    params->use_iid = params->use_quiescence = params->high_reduction = params->alpha_reduction = 0;
}

static bool has_far_cell(const Small *small)
{
    for (int cell = 0; cell < small->size * small->size; cell++) {
        bool near = false;
        for (int other = 0; other < small->size * small->size; other++) {
            bool stone = (small->stones[0] | small->stones[1]) >> other & 1;
            int dx = abs(cell % small->size - other % small->size), dy = abs(cell / small->size - other / small->size);
            near |= stone && dx <= 2 && dy <= 2;
        }
        if (!near) return true;
    }
    return false;
}

/* Random stones, alternately, without a five and without a cell so far from all that the search leaves it out. */
static void next_position(Bed *bed, Rng *rng, int size, int stones)
{
    GomRules rules = rules_preset(GOM_FREESTYLE);
    rules.size = (uint8_t)size;
    do {
        small_init(&bed->small, size);
        position_start(&rules, &bed->position);
        for (int i = 0; i < stones && bed->position.end == GOM_END_NONE; i++) {
            int cell;
            do cell = (int)rng_below(rng, (uint64_t)(size * size));
            while (!(empty_cells(&bed->small) >> cell & 1));
            put(&bed->small, cell);
            position_play(&bed->position, (Move)cell_at(cell % size, cell / size));
        }
    } while (bed->position.end != GOM_END_NONE || has_far_cell(&bed->small));
    const GomSettings *settings = bed->rig.settings;
    const GomShared *shared = bed->rig.shared;
    board_set(bed->board, shared->tables, &settings->weights[0], &bed->position);
    board_set_net(bed->board, shared->nets.net[0], 100);
    bed->small.board = bed->board;
    assert_false(has_five(&bed->small, 0) || has_five(&bed->small, 1));
}

static const SearchResult *search_within(Bed *bed, const Limits *limits)
{
    tt_clear(&bed->rig.tt, 1);
    pool_new_game(bed->rig.pool);
    return rig_search(&bed->rig, &bed->position, limits);
}

static const SearchResult *search(Bed *bed, int depth, int lines)
{
    Limits limits = limits_none();
    limits.depth = depth;
    limits.multipv = lines;
    return search_within(bed, &limits);
}

static const struct {
    int size, stones, depth;
} sizes[] = {{6, 9, 3}, {6, 10, 2}, {6, 20, 4}, {7, 12, 3}, {8, 22, 2}, {6, 28, 8}};

/* ---- tests ---- */

static void without_prunings_the_scores_are_those_of_minimax(void **state)
{
    (void)state;
    Bed bed;
    bed_open(&bed);
    switch_off(&((GomSettings *)bed.rig.settings)->params);
    Rng rng = rng_new(14);
    int open = 0;
    for (size_t kind = 0; kind < sizeof sizes / sizeof *sizes; kind++) {
        for (int i = 0; i < ROUNDS; i++) {
            Score values[SIDE_MAX * SIDE_MAX];
            next_position(&bed, &rng, sizes[kind].size, sizes[kind].stones);
            if (five_cells(&bed.small, bed.small.side)) continue; /* answered before the search */
            int count = root_values(&bed.small, sizes[kind].depth, values);
            const SearchResult *result = search(&bed, sizes[kind].depth, LINES);
            assert_int_equal(result->score, values[0]);
            assert_int_equal(result->depth, sizes[kind].depth);
            for (int line = 0; line < LINES && line < count; line++) {
                assert_int_equal(bed.rig.line_scores[line], values[line]);
            }
            open += !score_is_decided(values[0]);
        }
    }
    assert_true(open > 2 * ROUNDS); /* of 6 */
    bed_close(&bed);
}

/* A late move that looks good after a reduced search is searched to the full depth before it is believed, and with the
 * full window before its score is. */
static void with_reductions_the_line_has_the_full_depth(void **state)
{
    (void)state;
    Bed bed;
    bed_open(&bed);
    GomParams *params = &((GomSettings *)bed.rig.settings)->params;
    switch_off(params);
    params->use_reductions = 1;
    Rng rng = rng_new(15);
    int open = 0;
    uint64_t again = 0;
    for (int i = 0; i < 3 * ROUNDS; i++) {
        int depth = 4 + i % 3;
        next_position(&bed, &rng, 8, 18);
        if (five_cells(&bed.small, bed.small.side)) continue;
        const SearchResult *result = search(&bed, depth, LINES);
        again += result->stats.value[STAT_RESEARCHES];
        if (score_is_decided(result->score)) continue;
        assert_int_equal(result->pv.len, depth);
        for (int m = 0; m < depth; m++) {
            put(&bed.small, cell_y(result->pv.moves[m]) * 8 + cell_x(result->pv.moves[m]));
        }
        Score leaf = board_evaluate(bed.board, bed.small.side, traits);
        assert_int_equal(result->score, depth % 2 ? -leaf : leaf);
        open++;
    }
    assert_true(open > ROUNDS / 2);
    assert_true(again > 0);
    bed_close(&bed);
}

/* One pruning at a time: it may be wrong, but not often, and it may save nodes, but not nearly all. With the sign of
 * its margin turned round a pruning cuts where it has no reason to, and one of the two gives it away. By the evaluation
 * by hand: the network's scores of such small, full boards jump further than any margin, and a wrong sign went unseen.
 */
static void a_pruning_seldom_changes_the_score(void **state)
{
    (void)state;
    Bed bed;
    bed_open(&bed);
    line_nets_free(&((GomShared *)bed.rig.shared)->nets);
    GomParams *params = &((GomSettings *)bed.rig.settings)->params;
    GomParams usual = *params;
    switch_off(params);
    struct {
        const char *name;
        int *use, most, least; /* percent of the scores changed, of the nodes left */
        int changed;
        uint64_t nodes;
    } prunings[] = {
        {"reverse futility", &params->use_reverse_futility, SELDOM_REVERSE, LEFT_REVERSE, 0, 0},
        {"futility", &params->use_futility, 10, 50, 0, 0},
        {"razoring", &params->use_razoring, 20, 50, 0, 0},
    };
    Rng rng = rng_new(18);
    int tried = 0;
    uint64_t all = 0;
    for (int i = 0; i < 3 * ROUNDS; i++) {
        next_position(&bed, &rng, 8, 18 + i % 5);
        if (five_cells(&bed.small, bed.small.side)) continue;
        const SearchResult *result = search(&bed, 4, 2);
        Score plain = result->score;
        if (score_is_decided(plain)) continue;
        tried++;
        all += result->nodes;
        for (size_t p = 0; p < sizeof prunings / sizeof *prunings; p++) {
            *prunings[p].use = 1;
            result = search(&bed, 4, 2);
            *prunings[p].use = 0;
            prunings[p].changed += result->score != plain;
            prunings[p].nodes += result->nodes;
        }
    }
    *params = usual;
    for (size_t p = 0; p < sizeof prunings / sizeof *prunings; p++) {
        if (prunings[p].changed * 100 > tried * prunings[p].most ||
            prunings[p].nodes * 100 < all * (uint64_t)prunings[p].least || prunings[p].nodes > all) {
            fail_msg("%s changed %d of %d scores and left %d %% of the nodes", prunings[p].name, prunings[p].changed,
                     tried, (int)(prunings[p].nodes * 100 / all));
        }
    }
    bed_close(&bed);
}

/* A cut by a null move is searched again without one from NullMoveVerifyDepth on. That takes nodes, and no score gets
 * worse by it. */
static void a_null_move_is_verified(void **state)
{
    enum { DEPTH = 4 };
    (void)state;
    Bed bed;
    bed_open(&bed);
    GomParams *params = &((GomSettings *)bed.rig.settings)->params;
    GomParams usual = *params;
    switch_off(params);
    params->null_depth = 2;
    Rng rng = rng_new(21);
    uint64_t nodes[2] = {0};
    int wrong[2] = {0};
    for (int i = 0; i < ROUNDS; i++) {
        next_position(&bed, &rng, 8, 10 + i % 5);
        if (five_cells(&bed.small, bed.small.side)) continue;
        params->use_null_move = 0;
        Score plain = search(&bed, DEPTH, 2)->score;
        params->use_null_move = 1;
        for (int verified = 0; verified < 2; verified++) {
            params->null_verify_depth = verified ? 1 : MAX_DEPTH;
            const SearchResult *result = search(&bed, DEPTH, 2);
            nodes[verified] += result->nodes;
            wrong[verified] += result->score != plain;
        }
    }
    *params = usual;
    assert_true(nodes[1] > nodes[0]);
    assert_true(wrong[1] <= wrong[0]);
    bed_close(&bed);
}

/* What is proven holds, whatever was pruned on the way; and a win in three is never missed. */
static void with_everything_on_wins_and_losses_are_real(void **state)
{
    enum { WIN_PLIES = 5, LOSS_PLIES = 4 }; /* that brute force can see */
    (void)state;
    Bed bed;
    bed_open(&bed);
    Rng rng = rng_new(16);
    int wins = 0, losses = 0;
    for (int i = 0; i < 12 * ROUNDS; i++) {
        next_position(&bed, &rng, 7 + i % 2, 16 + i % 7);
        const SearchResult *result = search(&bed, 6, LINES);
        bed.small.board = NULL;
        if (score_is_win(result->score) && SCORE_WIN - result->score <= WIN_PLIES) {
            int length = SCORE_WIN - result->score;
            assert_true(wins_within(&bed.small, length));
            assert_true(length < 3 || !wins_within(&bed.small, length - 2));
            wins += length > 1;
        } else if (score_is_loss(result->score) && SCORE_WIN + result->score <= LOSS_PLIES) {
            assert_true(loses_within(&bed.small, SCORE_WIN + result->score));
            losses++;
        } else {
            assert_false(wins_within(&bed.small, 3));
        }
    }
    assert_true(wins > ROUNDS && losses > ROUNDS / 2);
    bed_close(&bed);
}

/* ---- the suite of problems ---- */

/* Wins by fours under capture rules, by the ordinary search alone: so many of them within a number of nodes. */
static void wins_are_found_within_a_number_of_nodes(void **state)
{
    (void)state;
    Problems problems;
    Error error;
    assert_int_equal(problems_load(GOMOKU_PROBLEMS, &problems, &error), STATUS_OK);
    Bed bed;
    bed_open(&bed);
    int found = 0, tried = 0;
    for (int i = 0; i < problems.count; i += PROBLEM_STEP) {
        bed.position = problems.list[i].position;
        Limits limits = limits_none();
        limits.nodes = 400;
        found += score_is_win(search_within(&bed, &limits)->score);
        tried++;
    }
    if (found * 100 < tried * 69) fail_msg("%d of %d were found", found, tried);
    problems_free(&problems);
    bed_close(&bed);
}

/* Wins by fours and threes without captures that the threat search proves, by the ordinary search alone. */
static void threes_win_within_a_number_of_nodes(void **state)
{
    (void)state;
    Bed bed;
    bed_open(&bed);
    Rng rng = rng_new(17);
    int found = 0, tried = 0;
    while (tried < 3 * ROUNDS) {
        GomRules rules = rules_preset(GOM_FREESTYLE);
        position_start(&rules, &bed.position);
        for (int i = 0; i < 14 && bed.position.end == GOM_END_NONE; i++) {
            Move move;
            do move = (Move)cell_at(4 + (int)rng_below(&rng, 7), 4 + (int)rng_below(&rng, 7));
            while (!position_is_legal(&bed.position, move));
            position_play(&bed.position, move);
        }
        if (bed.position.end != GOM_END_NONE) continue;
        Limits limits = limits_none();
        limits.mate = -1;
        limits.nodes = 20000;
        const SearchResult *proof = search_within(&bed, &limits);
        if (proof->proof != PROOF_WIN || proof->pv.len < 7) continue;
        limits.mate = 0;
        limits.nodes = 1500;
        found += score_is_win(search_within(&bed, &limits)->score);
        tried++;
    }
    if (found * 120 < THREES_FLOOR * tried) fail_msg("%d of %d were found", found, tried);
    bed_close(&bed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_prunings_the_scores_are_those_of_minimax),
        cmocka_unit_test(with_reductions_the_line_has_the_full_depth),
        cmocka_unit_test(a_pruning_seldom_changes_the_score),
        cmocka_unit_test(a_null_move_is_verified),
        cmocka_unit_test(with_everything_on_wins_and_losses_are_real),
        cmocka_unit_test(wins_are_found_within_a_number_of_nodes),
        cmocka_unit_test(threes_win_within_a_number_of_nodes),
    };
    return cmocka_run_group_tests_name("gomoku search", tests, NULL, NULL);
}
