#include "base/file.h"
#include "othello/eval/evaluate.h"
#include "othello/notation.h"
#include "othello/othello.h"
#include "othello/train/datagen.h"
#include "othello/train/probcut_fit.h"
#include "othello/train/train.h"
#include "othello/tree/iterations.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Fixture {
    OthelloShared *shared;
    SoloSearch solo, plain;
} Fixture;

static int setup(void **state)
{
    static Fixture fixture;
    Error error;
    if (othello_shared_make(&fixture.shared, (Str){0}, &error) != STATUS_OK) return -1;
    if (othello_solo_open(&fixture.solo, fixture.shared, cpu_features(), 4, &error) != STATUS_OK) return -1;
    if (othello_solo_open(&fixture.plain, fixture.shared, (CpuFeatures){0}, 4, &error) != STATUS_OK) return -1;
    *state = &fixture;
    return 0;
}

static int teardown(void **state)
{
    Fixture *fixture = *state;
    othello_solo_close(&fixture->solo);
    othello_solo_close(&fixture->plain);
    othello_shared_free(fixture->shared);
    return 0;
}

static OthelloBoard random_board(Rng *rng, int plies)
{
    OthelloPosition position;
    othello_position_set(&position, othello_board_start(), 0);
    Move moves[MOVES_MAX];
    for (int count; plies > 0 && (count = othello_position_moves(&position, moves)) > 0; plies--) {
        othello_position_play(&position, moves[rng_below(rng, (uint64_t)count)]);
    }
    return position.board;
}

/* Instances are images of each other, so a mirrored board has the same weights in use. */
static void symmetric_boards_use_the_same_weights(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_new(21);
    assert_int_equal(fixture->shared->patterns.first[PATTERN_KINDS], PATTERN_INDICES);
    assert_int_equal(fixture->shared->patterns.folded[PATTERN_KINDS], PATTERN_WEIGHTS);
    for (int i = 0; i < PATTERN_INSTANCES; i++) {
        int kind = fixture->shared->patterns.kind_of[i];
        assert_int_equal(pattern_base[i], fixture->shared->patterns.first[kind]);
    }
    for (int n = 0; n < 200; n++) {
        OthelloBoard board = random_board(&rng, (int)rng_below(&rng, 60));
        int64_t sums[8] = {0};
        for (int s = 0; s < 8; s++) {
            int32_t active[ACTIVE_WEIGHTS];
            OthelloBoard image = {othello_board_mirror(board.own, s), othello_board_mirror(board.other, s)};
            othello_train_active(&fixture->shared->patterns, image, active);
            for (int i = 0; i < ACTIVE_WEIGHTS; i++) sums[s] += (int64_t)(splitmix64((uint64_t)active[i]) >> 20);
            assert_int_equal(sums[s], sums[0]);
        }
    }
}

/* The value of the board by the folded weights, from nothing, equals what the search carries and sums. In a debug build
 * every evaluated node is checked besides. */
static void evaluation_equals_the_folded_sum(void **state)
{
    Fixture *fixture = *state;
    FoldedWeights *folded = malloc(sizeof *folded);
    Error error;
    assert_non_null(folded);
    assert_int_equal(othello_weights_parse(othello_weights_default(), folded, &error), STATUS_OK);
    Rng rng = rng_new(22);
    for (int n = 0; n < 500; n++) {
        OthelloBoard board = random_board(&rng, (int)rng_below(&rng, 58));
        if (!othello_board_moves(board)) continue;
        int32_t active[ACTIVE_WEIGHTS];
        othello_train_active(&fixture->shared->patterns, board, active);
        int sum = 0;
        for (int i = 0; i < ACTIVE_WEIGHTS; i++) {
            sum += folded->stage[stage_of(board_empty_count(board))][active[i]];
        }
        Score expected = (sum * DISC + WEIGHT_UNIT / 2) >> 8;
        if (expected > 6400) expected = 6400;
        if (expected < -6400) expected = -6400;
        Pv pv;
        assert_int_equal(othello_solo_search(&fixture->solo, board, 0, SELECT_NONE, &pv), expected);
    }
    free(folded);
}

/* Plays a move, carries the pattern indices over it, and compares them and the hash with those computed anew. */
static void carry(const Patterns *patterns, OthelloPosition *position, Move move, Features *carried)
{
    if (move != MOVE_PASS) {
        int square = square_of_move(move);
        uint64_t flips = othello_board_flips(position->board, square);
        features_after(patterns, carried, carried, position->side, square, flips);
    }
    othello_position_play(position, move);
    Features anew;
    OthelloBoard black = position->side == 0 ? position->board : board_pass(position->board);
    othello_features_set(patterns, &anew, black.own, black.other);
    assert_memory_equal(carried->index, anew.index, PATTERN_INSTANCES * sizeof *anew.index);
    uint16_t seen[PATTERN_LANES];
    features_seen_by_other(carried, seen);
    othello_features_set(patterns, &anew, black.other, black.own);
    assert_memory_equal(seen, anew.index, PATTERN_INSTANCES * sizeof *anew.index);
    BoardHash hash = othello_board_hash(position->board);
    assert_true(hash.key == position->hash.key && hash.passed == position->hash.passed);
}

static void begin_carrying(const Patterns *patterns, OthelloPosition *position, Features *carried)
{
    othello_position_set(position, othello_board_start(), 0);
    othello_features_set(patterns, carried, position->board.own, position->board.other);
}

/* Whole random games, passes included. YOMI_LONG: 100,000 of them. */
static void what_is_carried_equals_what_is_computed(void **state)
{
    const Patterns *patterns = &((Fixture *)*state)->shared->patterns;
    Rng rng = rng_new(24);
    int games = getenv("YOMI_LONG") ? 100000 : 300, passes = 0;
    for (int game = 0; game < games; game++) {
        OthelloPosition position;
        Features carried;
        Move moves[MOVES_MAX];
        begin_carrying(patterns, &position, &carried);
        for (int count; (count = othello_position_moves(&position, moves)) > 0;) {
            Move move = moves[rng_below(&rng, (uint64_t)count)];
            passes += move == MOVE_PASS;
            carry(patterns, &position, move, &carried);
        }
    }
    assert_true(passes > games / 4); /* or the pass was not tried */
}

/* Tournament games of 2008 with two to four passes each. */
static const struct {
    const char *moves;
    int passes, black; /* discs at the end */
} tournament[] = {
    {"f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7c5c6e8d8b4g3c2f2b5e3c8b8c7b6g2e2e1d1g1c1b3a6a5a3a4g8b7a8a7d2f1h1b1b2h2"
     "a1h8g7a2",
     2, 23},
    {"f5d6c3d3c4f4e3f6g4h3c6f3d7e2h4g3e1g5h6c5f2e7h5h7b6h2d8g6e6b5a6f8e8b4g8c7c8a5a3a7a4a2b7a8b8h8g1f1d1d2c1c2b1b2a1g2"
     "h1b3f7",
     3, 4},
    {"f5d6c5f4f3e3d7g4g3g5e2f2c4f6d3h4h6d1g6e6d2c3h3h5g1f1b4e7f8b3c2c7b8c6f7b6a3b5a4a6a5a2b2h1h2g2e1a1b1c1b7a7g7h7a8c8"
     "d8e8g8h8",
     4, 7},
    {"f5f6e6f4e3c5c6d3c4d6c3b5a4b4b3a5f3b6a6a3a2e2d1f2d7e7f7e1g5c7d2g4f1g3h5h4c8c1c2g1h3b1g2h1a7h2b2a1a8h6g6b8b7d8f8e8"
     "g7h7g8h8",
     2, 16},
    {"f5d6c3f4f6f3d3c4e3e2c6d2e6c2g4h4e1f2f1g3h3h2c5g5b3a4d1c1b1b4h6g2b5a6a5f7e7e8g6c7a3a2d7c8b6a7h5g7h8h7g1b7h1b2g8f8"
     "a8b8a1d8",
     3, 56},
};

static void real_games_carry_the_same(void **state)
{
    const Patterns *patterns = &((Fixture *)*state)->shared->patterns;
    for (size_t i = 0; i < sizeof tournament / sizeof *tournament; i++) {
        OthelloPosition position;
        Features carried;
        Transcript game;
        Error error;
        int passes = 0;
        begin_carrying(patterns, &position, &carried);
        OthelloPosition end = position;
        assert_int_equal(othello_notation_play_transcript(str_from(tournament[i].moves), &end, &game, &error), 0);
        for (int m = 0; m < game.count; m++) {
            passes += game.moves[m] == MOVE_PASS;
            carry(patterns, &position, game.moves[m], &carried);
        }
        assert_int_equal(passes, tournament[i].passes);
        assert_int_equal(bits_count(position.side == 0 ? position.board.own : position.board.other),
                         tournament[i].black);
    }
}

static Score plain_minimax(Fixture *fixture, OthelloBoard board, int depth)
{
    uint64_t moves = othello_board_moves(board);
    Pv pv;
    if (!moves) {
        OthelloBoard passed = board_pass(board);
        if (!othello_board_moves(passed)) return board_final_score(board) * DISC;
        return -plain_minimax(fixture, passed, depth);
    }
    if (depth == 0) return othello_solo_search(&fixture->solo, board, 0, SELECT_NONE, &pv);
    Score best = -SCORE_INFINITE;
    while (moves) {
        int square = bits_pop(&moves);
        Score value =
            -plain_minimax(fixture, board_after(board, square, othello_board_flips(board, square)), depth - 1);
        if (value > best) best = value;
    }
    return best;
}

static void search_without_cuts_equals_minimax(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_new(23);
    for (int n = 0; n < 40; n++) {
        OthelloBoard board = random_board(&rng, (int)rng_below(&rng, 40));
        for (int depth = 1; depth <= 4; depth++) {
            Pv pv;
            Score expected = plain_minimax(fixture, board, depth);
            assert_int_equal(othello_solo_search(&fixture->solo, board, depth, SELECT_NONE, &pv), expected);
            assert_int_equal(othello_solo_search(&fixture->plain, board, depth, SELECT_NONE, &pv), expected);
        }
    }
}

static void both_paths_visit_the_same_nodes(void **state)
{
    Fixture *fixture = *state;
    Rng rng = rng_new(24);
    for (int n = 0; n < 6; n++) {
        OthelloBoard board = random_board(&rng, 12 + (int)rng_below(&rng, 20));
        SoloSearch *solos[2] = {&fixture->solo, &fixture->plain};
        uint64_t nodes[2];
        Score scores[2];
        for (int i = 0; i < 2; i++) {
            Pv pv;
            tt_clear(&solos[i]->tt, 1);
            memset(&solos[i]->state->small, 0, sizeof solos[i]->state->small);
            uint64_t before = othello_solo_nodes(solos[i]);
            scores[i] = othello_solo_search(solos[i], board, 8, SELECT_MOST, &pv);
            nodes[i] = othello_solo_nodes(solos[i]) - before;
        }
        assert_int_equal(scores[0], scores[1]);
        assert_int_equal(nodes[0], nodes[1]);
    }
}

/* A board that no game leads to, with 35 moves and more below: lists and tables have room for all. */
static void many_moves_have_room(void **state)
{
    Fixture *fixture = *state;
    OthelloBoard board = {UINT64_C(0x1008284814232000), UINT64_C(0x0056442640585300)};
    for (int depth = 1; depth <= 3; depth++) {
        Pv pv;
        Score expected = plain_minimax(fixture, board, depth);
        assert_int_equal(othello_solo_search(&fixture->solo, board, depth, SELECT_NONE, &pv), expected);
        assert_int_equal(othello_solo_search(&fixture->plain, board, depth, SELECT_NONE, &pv), expected);
    }
}

/* Turns count from 0; each phase has its weight, and the last 14 squares need no share of the clock. */
static void time_goes_by_turn_and_phase(void **state)
{
    (void)state;
    enum { OPENING, MIDDLE, ENDING };
    static const struct {
        int turn, phase, moves_left;
    } cases[] = {{0, OPENING, 25}, {1, OPENING, 25}, {15, OPENING, 18}, {16, MIDDLE, 17}, {30, MIDDLE, 10},
                 {44, MIDDLE, 3},  {45, ENDING, 3},  {46, ENDING, 2},   {50, ENDING, 2},  {59, ENDING, 2}};
    OthelloSettings settings;
    SearchParams params;
    assert_int_equal(options_init(othello_game.options, &settings, NULL), STATUS_OK);
    assert_int_equal(options_init(search_param_options, &params, NULL), STATUS_OK);
    int weights[] = {settings.clock.opening_pct, settings.clock.middle_pct, settings.clock.ending_pct};
    params.move_overhead_ms = 0;
    Limits limits = limits_none();
    limits.time_ms = 100000000;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        _Alignas(64) OthelloPosition position;
        uint64_t discs = bit(cases[i].turn + 4) - 1;
        othello_position_set(&position, (OthelloBoard){discs & ~UINT64_C(1), 1}, cases[i].turn & 1);
        TimePlan plan = timeman_plan(&limits, othello_game.time_profile(&settings, &position), &params);
        int64_t share = limits.time_ms / cases[i].moves_left * weights[cases[i].phase] / 100;
        assert_in_range(plan.soft_ms, share - 2, share + 2);
    }
}

static void plans_end_exactly(void **state)
{
    (void)state;
    OthelloSettings on = {.selective_passes = 1}, off = {.selectivity = SELECT_NONE, .selective_passes = 1};
    for (int n = 2; n <= 121; n++) {
        int empties = n / 2;
        bool bounded = n % 2;
        int length = othello_iteration_count(empties, bounded);
        Iteration before = {0, SELECT_MOST};
        for (int i = 1; i <= length; i++) {
            Iteration step = othello_iteration(empties, i, bounded, &on);
            assert_true(step.depth >= 1 && step.depth <= empties);
            assert_true(step.depth > before.depth || step.selectivity > before.selectivity);
            assert_int_equal(othello_iteration(empties, i, bounded, &off).selectivity, SELECT_NONE);
            before = step;
        }
        assert_int_equal(before.depth, empties);
        assert_int_equal(before.selectivity, SELECT_NONE);
    }
}

/* A surer search never has a step less sure than was asked for, and no end is more sure than exact. */
static void plans_are_as_sure_as_asked(void **state)
{
    (void)state;
    const Option *option = options_find(othello_game.options, STR_LIT("Selectivity"));
    assert_non_null(option);
    assert_int_equal(option->initial, SELECT_MOST);
    for (int level = SELECT_MOST; level <= SELECT_NONE; level++) {
        OthelloSettings settings = {.selectivity = level, .selective_passes = 1}, usual = {.selective_passes = 1};
        char percent[16];
        (void)snprintf(percent, sizeof percent, "%d", othello_confidence((Selectivity)level));
        assert_string_equal(option->choices[level], percent);
        for (int i = 1; i <= othello_iteration_count(40, true); i++) {
            Iteration step = othello_iteration(40, i, true, &settings), plain = othello_iteration(40, i, true, &usual);
            assert_int_equal(step.depth, plain.depth);
            assert_int_equal(step.selectivity, (int)plain.selectivity > level ? (int)plain.selectivity : level);
        }
    }
    assert_null(option->choices[SELECT_NONE + 1]);
}

static void damaged_weights_are_refused(void **state)
{
    (void)state;
    Str good = othello_weights_default();
    FoldedWeights *folded = malloc(sizeof *folded);
    char *copy = malloc(good.len);
    Error error;
    assert_true(folded && copy);
    assert_int_equal(good.len, WEIGHTS_FILE_SIZE);
    static const size_t places[] = {0, 8, 12, 16, 24, 40, WEIGHTS_FILE_SIZE - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        memcpy(copy, good.ptr, good.len);
        copy[places[i]] ^= 1;
        assert_int_not_equal(othello_weights_parse((Str){copy, good.len}, folded, &error), STATUS_OK);
    }
    assert_int_not_equal(othello_weights_parse((Str){good.ptr, good.len - 1}, folded, &error), STATUS_OK);
    assert_int_not_equal(othello_weights_parse((Str){good.ptr, 3}, folded, &error), STATUS_OK);
    free(folded);
    free(copy);
}

static void games_for_training_are_true_and_repeatable(void **state)
{
    Fixture *fixture = *state;
    DatagenConfig config = {.depth = 1, .solve_empties = 8, .random_min = 4, .random_max = 20, .stray_pct = 5};
    int exact = 0;
    for (uint64_t game = 0; game < 6; game++) {
        OthelloSample first[DATAGEN_SAMPLES_MAX], again[DATAGEN_SAMPLES_MAX];
        int count = othello_datagen_game(&fixture->solo, &config, 5, game, first);
        tt_clear(&fixture->solo.tt, 1);
        int count_again = othello_datagen_game(&fixture->solo, &config, 5, game, again);
        assert_int_equal(count, count_again);
        for (int i = 0; i < count; i++) {
            assert_int_equal(first[i].board.own, again[i].board.own);
            assert_int_equal(first[i].score, again[i].score);
            uint8_t bytes[SAMPLE_BYTES];
            OthelloSample back;
            othello_sample_write(&first[i], bytes);
            assert_true(othello_sample_read(bytes, &back));
            assert_true(back.board.other == first[i].board.other && back.score == first[i].score);
            if (!(first[i].flags & SAMPLE_EXACT)) continue;
            Pv pv;
            exact++;
            assert_int_equal(othello_solo_solve(&fixture->plain, first[i].board, -64, 64, &pv), first[i].score);
        }
    }
    assert_true(exact > 20);
}

/* The same games with labels that are the result, the search that played, or half of each. */
static void labels_mix_search_and_result(void **state)
{
    Fixture *fixture = *state;
    enum { KINDS = 3 };
    static OthelloSample samples[KINDS][DATAGEN_SAMPLES_MAX];
    int differ = 0;
    for (uint64_t game = 0; game < 6; game++) {
        int count[KINDS];
        for (int kind = 0; kind < KINDS; kind++) {
            DatagenConfig config = {
                .depth = 2, .solve_empties = 8, .random_min = 10, .random_max = 20, .mix_pct = 50 * kind};
            othello_solo_forget(&fixture->solo);
            count[kind] = othello_datagen_game(&fixture->solo, &config, 6, game, samples[kind]);
        }
        assert_true(count[0] == count[1] && count[0] == count[2]);
        for (int i = 0; i < count[0]; i++) {
            int result = samples[0][i].score, half = samples[1][i].score, searched = samples[2][i].score;
            if (samples[0][i].flags & SAMPLE_EXACT) {
                assert_true(half == result && searched == result);
                continue;
            }
            assert_true(samples[0][i].flags == 0 && samples[1][i].flags == SAMPLE_SEARCHED);
            assert_true(abs(2 * half - result - searched) <= 1);
            othello_solo_forget(&fixture->solo);
            Pv pv;
            Score score = othello_solo_search(&fixture->solo, samples[2][i].board, 2, SELECT_MOST, &pv);
            assert_true(abs(searched * DISC - score) <= DISC / 2);
            differ += result != searched;
        }
    }
    assert_true(differ > 20);
}

/* Positions whose score is the number of discs a1 is worth: the trainer has to find that out. */
static void training_learns_a_simple_rule(void **state)
{
    const Patterns *patterns = &((Fixture *)*state)->shared->patterns;
    enum { COUNT = 4000 };
    OthelloSample *samples = malloc(COUNT * sizeof *samples);
    FoldedWeights *weights = malloc(sizeof *weights);
    assert_true(samples && weights);
    Rng rng = rng_new(25);
    for (int i = 0; i < COUNT; i++) {
        samples[i].board = random_board(&rng, 46 + (int)rng_below(&rng, 6));
        const uint64_t corners = UINT64_C(0x8100000000000081);
        int difference = bits_count(samples[i].board.own & corners) - bits_count(samples[i].board.other & corners);
        samples[i].score = (int16_t)(8 * difference);
        samples[i].flags = SAMPLE_EXACT;
    }
    TrainConfig config = othello_train_defaults();
    config.passes = 6;
    Error error;
    assert_int_equal(othello_train_weights(samples, COUNT, &config, weights, NULL, NULL, &error), STATUS_OK);
    double before = 0, after = 0;
    for (int i = 0; i < COUNT; i++) {
        int32_t active[ACTIVE_WEIGHTS];
        int sum = 0, stage = stage_of(board_empty_count(samples[i].board));
        othello_train_active(patterns, samples[i].board, active);
        for (int a = 0; a < ACTIVE_WEIGHTS; a++) sum += weights->stage[stage][active[a]];
        before += abs(samples[i].score);
        after += abs(samples[i].score - sum / WEIGHT_UNIT);
    }
    assert_true(after < before / 4);
    free(samples);
    free(weights);
}

static void a_known_line_is_fitted(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    static ProbCutPoint points[COUNT];
    Rng rng = rng_new(26);
    for (int i = 0; i < COUNT; i++) {
        points[i] = (ProbCutPoint){.empties = 35, .deepest = 6};
        for (int d = 0; d <= 6; d++) points[i].value[d] = (Score)rng_below(&rng, 2000) - 1000;
        points[i].value[6] = points[i].value[probcut_shallow(6)] + 50 + (i % 2 ? 300 : -300);
    }
    static ProbCut fit;
    othello_probcut_fit_points(points, COUNT, &fit);
    const ProbCutFit *cell = probcut_fit(&fit, 35, 6);
    assert_in_range(cell->slope, 1024 - 80, 1024 + 80);
    assert_in_range(cell->offset, 10, 90);
    assert_in_range(cell->sigma, 280, 320);
    for (int depth = PROBCUT_DEPTH_MIN; depth <= PROBCUT_DEPTH_MAX; depth++) {
        assert_true(probcut_shallow(depth) >= 0 && probcut_shallow(depth) < depth);
        assert_int_equal((depth - probcut_shallow(depth)) % 2, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetric_boards_use_the_same_weights),
        cmocka_unit_test(evaluation_equals_the_folded_sum),
        cmocka_unit_test(what_is_carried_equals_what_is_computed),
        cmocka_unit_test(real_games_carry_the_same),
        cmocka_unit_test(many_moves_have_room),
        cmocka_unit_test(time_goes_by_turn_and_phase),
        cmocka_unit_test(search_without_cuts_equals_minimax),
        cmocka_unit_test(both_paths_visit_the_same_nodes),
        cmocka_unit_test(plans_end_exactly),
        cmocka_unit_test(plans_are_as_sure_as_asked),
        cmocka_unit_test(damaged_weights_are_refused),
        cmocka_unit_test(games_for_training_are_true_and_repeatable),
        cmocka_unit_test(labels_mix_search_and_result),
        cmocka_unit_test(training_learns_a_simple_rule),
        cmocka_unit_test(a_known_line_is_fitted),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
