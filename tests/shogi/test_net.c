/* The network's door: packing, features, sums kept along a line, files that are refused. */
#include "base/file.h"
#include "base/rng.h"
#include "nn/net.h"
#include "shogi/eval/accumulator.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/settings.h"
#include "shogi/shogi.h"
#include "shogi/train/pack.h"
#include "test.h"
#include "toy/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 200, PLIES = 200, WIDTH = 32 };

_Static_assert((int)PLIES + 2 <= (int)ACCUMULATOR_FRAMES, "a line of the test fits the frames");

static Net *random_net(FeatureSet set)
{
    Error error;
    int inputs = set == FEATURES_ZONED ? FEATURES_ZONED_COUNT : FEATURES_OWN_COUNT;
    Net *net = net_new(inputs, WIDTH, 0, 600, (int)set, &error);
    assert_non_null(net);
    Rng rng = rng_new(1);
    for (int i = 0; i < inputs * WIDTH; i++) net->weights[i] = (int16_t)((int)rng_below(&rng, 161) - 80);
    for (int i = 0; i < WIDTH; i++) net->bias[i] = (int16_t)rng_below(&rng, 800);
    for (int i = 0; i < 2 * WIDTH; i++) net->out[i] = (int16_t)((int)rng_below(&rng, 2001) - 1000);
    return net;
}

static bool random_move(const Game *game, const ShogiPosition *pos, Rng *rng, Move *out)
{
    Move moves[MAX_MOVES];
    int count = game->legal_moves(pos, moves);
    if (count == 0) return false;
    *out = moves[rng_below(rng, (uint64_t)count)];
    return *out != MOVE_WIN;
}

static void start(ShogiPosition *pos)
{
    assert_int_equal(notation_parse(str_from(notation_start), pos, NULL), STATUS_OK);
}

static void packed_positions_come_back(void **state)
{
    (void)state;
    ShogiPosition *pos = calloc(1, sizeof *pos), *again = calloc(1, sizeof *again);
    Rng rng = rng_new(2);
    for (int g = 0; g < GAMES; g++) {
        Move move;
        start(pos);
        for (int ply = 0; ply < PLIES && random_move(&shogi_game, pos, &rng, &move); ply++) {
            pos_play(pos, move);
            uint8_t packed[PACK_BYTES];
            assert_true(pack_position(pos, packed));
            assert_int_equal(unpack_position(packed, again, NULL), STATUS_OK);
            assert_int_equal(pos_key(pos), pos_key(again));
            assert_memory_equal(pos->board, again->board, sizeof pos->board);
            assert_memory_equal(pos->hands, again->hands, sizeof pos->hands);
        }
    }
    uint8_t noise[PACK_BYTES];
    for (int i = 0; i < 20000; i++) { /* bytes that mean nothing are refused or make a board */
        for (int k = 0; k < PACK_BYTES; k++) noise[k] = (uint8_t)rng_next(&rng);
        (void)unpack_position(noise, again, NULL);
    }
    free(pos);
    free(again);
}

static void every_piece_is_one_feature_and_colours_see_the_same(void **state)
{
    (void)state;
    ShogiPosition *pos = calloc(1, sizeof *pos);
    int black[FEATURES_ACTIVE_MAX], white[FEATURES_ACTIVE_MAX];
    start(pos);
    assert_int_equal(features_list(pos, feature_view(pos, FEATURES_OWN, BLACK), black), 40);
    assert_int_equal(features_list(pos, feature_view(pos, FEATURES_OWN, WHITE), white), 40);
    bool seen[FEATURES_OWN_COUNT] = {false};
    for (int i = 0; i < 40; i++) seen[black[i]] = true;
    for (int i = 0; i < 40; i++) assert_true(seen[white[i]]); /* the start is the same from both sides */
    free(pos);
}

static int from_scratch(Accumulator *accumulator, const ShogiPosition *pos, const Net *net, CpuFeatures cpu)
{
    accumulator_reset(accumulator, net, cpu);
    return accumulator_evaluate(accumulator, 0, pos);
}

/* A line of moves is gone forward and back at random; evaluations are asked for at some nodes only. */
static void check_lines(FeatureSet set)
{
    Net *net = random_net(set);
    Accumulator *accumulator = calloc(1, sizeof *accumulator), *other = calloc(1, sizeof *other);
    ShogiPosition *pos = calloc(1, sizeof *pos);
    Rng rng = rng_new(3);
    for (int g = 0; g < GAMES; g++) {
        ShogiUndo before[PLIES];
        Move made[PLIES];
        int ply = 0;
        start(pos);
        accumulator_reset(accumulator, net, cpu_features());
        for (int step = 0; step < 2 * PLIES; step++) {
            Move move;
            if (ply > 0 && rng_below(&rng, 4) == 0) {
                ply--;
                pos_undo(pos, made[ply], &before[ply]);
            } else if (ply < PLIES && random_move(&shogi_game, pos, &rng, &move)) {
                accumulator_note_move(accumulator, ply, pos, move);
                made[ply] = move;
                pos_do(pos, move, &before[ply]);
                ply++;
            } else {
                break;
            }
            if (rng_below(&rng, 3) == 0) {
                int value = accumulator_evaluate(accumulator, ply, pos);
                assert_int_equal(value, from_scratch(other, pos, net, cpu_features()));
                assert_int_equal(value, from_scratch(other, pos, net, (CpuFeatures){0}));
            }
        }
    }
    free(accumulator);
    free(other);
    free(pos);
    net_free(net);
}

static void sums_along_a_line_equal_sums_from_scratch(void **state)
{
    (void)state;
    check_lines(FEATURES_OWN);
    check_lines(FEATURES_ZONED);
}

/* The score of a fresh search with this EvalFile, which has to be good. */
static Score score_with(Rig *rig, const char *eval_file, const ShogiPosition *pos, const Limits *limits)
{
    Error error;
    const Option *option = options_find(shogi_game.options, STR_LIT("EvalFile"));
    assert_int_equal(option_set(option, rig->settings, str_from(eval_file), &error), STATUS_OK);
    assert_int_equal(shogi_game.prepare(rig->settings, &rig->shared, &error), STATUS_OK);
    tt_clear(&rig->tt, 1);
    pool_new_game(rig->pool);
    return rig_search(rig, pos, limits)->score;
}

static void an_engine_searches_with_a_network_and_keeps_it_when_the_next_is_bad(void **state)
{
    (void)state;
    char path[] = "/tmp/yomi-net-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
    Error error;
    Net *net = random_net(FEATURES_ZONED);
    size_t size = 0;
    uint8_t *bytes = net_save(net, &size, &error);
    assert_int_equal(file_replace(path, bytes, size, &error), STATUS_OK);
    Rig rig;
    rig_open(&rig, &shogi_game, 1, 4, clock_real());
    const Option *option = options_find(shogi_game.options, STR_LIT("EvalFile"));
    ShogiPosition *pos = calloc(1, sizeof *pos);
    start(pos);
    Limits limits = limits_none();
    limits.depth = 5;
    Score by_default = score_with(&rig, "", pos, &limits);
    Score by_hand = score_with(&rig, EVAL_BY_HAND, pos, &limits);
    assert_int_not_equal(by_default, by_hand);
    Score by_net = score_with(&rig, path, pos, &limits);
    assert_int_not_equal(by_net, by_hand);
    assert_int_equal(score_with(&rig, EVAL_BY_HAND, pos, &limits), by_hand);
    assert_int_equal(score_with(&rig, "", pos, &limits), by_default);
    assert_int_equal(score_with(&rig, path, pos, &limits), by_net);
    char damaged[sizeof path + 4];
    (void)snprintf(damaged, sizeof damaged, "%s.bad", path);
    bytes[size / 2] ^= 1;
    assert_int_equal(file_replace(damaged, bytes, size, &error), STATUS_OK);
    assert_int_equal(option_set(option, rig.settings, str_from(damaged), &error), STATUS_OK);
    assert_int_equal(shogi_game.prepare(rig.settings, &rig.shared, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "checksum"));
    tt_clear(&rig.tt, 1);
    pool_new_game(rig.pool);
    assert_int_equal(rig_search(&rig, pos, &limits)->score, by_net);
    rig_close(&rig);
    free(pos);
    free(bytes);
    net_free(net);
    (void)unlink(path);
    (void)unlink(damaged);
}

static void pieces_beyond_one_set_have_no_feature(void **state)
{
    (void)state;
    ShogiPosition *pos = calloc(1, sizeof *pos);
    assert_int_equal(notation_parse(STR_LIT("R8/2K1S1kSS/4B4/9/9/9/9/9/1L1L1L3 b P6g3n17p 1"), pos, NULL), STATUS_OK);
    static const int counts[] = {[FEATURES_OWN] = FEATURES_OWN_COUNT,
                                 [FEATURES_KP] = FEATURES_KP_COUNT,
                                 [FEATURES_HALFKP] = FEATURES_HALFKP_COUNT,
                                 [FEATURES_ZONED] = FEATURES_ZONED_COUNT};
    for (int set = FEATURES_OWN; set <= FEATURES_ZONED; set++) {
        for (int side = 0; side < COLOURS; side++) {
            int list[FEATURES_ACTIVE_MAX], count = features_list(pos, feature_view(pos, (FeatureSet)set, side), list);
            int pieces = 10 + 1 + 4 + 3 + 17; /* 4 of the 6 golds */
            assert_int_equal(count, set == FEATURES_HALFKP ? pieces - 2 : pieces);
            for (int i = 0; i < count; i++) assert_in_range(list[i], 0, counts[set] - 1);
        }
    }
    free(pos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_positions_come_back),
        cmocka_unit_test(every_piece_is_one_feature_and_colours_see_the_same),
        cmocka_unit_test(pieces_beyond_one_set_have_no_feature),
        cmocka_unit_test(sums_along_a_line_equal_sums_from_scratch),
        cmocka_unit_test(an_engine_searches_with_a_network_and_keeps_it_when_the_next_is_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
