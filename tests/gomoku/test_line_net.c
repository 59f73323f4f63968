/* The networks of gomoku: kept up to date over moves they are what they are from scratch, on every path; files come
 * back as they were and damaged ones are refused; training finds what is in the data, and the same twice. */
#include "base/bytes.h"
#include "base/mem.h"
#include "gomoku/board.h"
#include "gomoku/train/line_fit.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static GomTables *tables;
static GomBoard board, fresh;

static const char *const rule_sets[] = {
    "ninuki", "pente", "freestyle", "standard", "renju", "ninuki,exact-five,double-four-black,capture-exempts=no",
};

static BoardTraits traits_of(const GomRules *rules)
{
    return (BoardTraits){tables_radius(rules->exact_five[0], rules->exact_five[1]), rules->captures};
}

/* Rows large enough that the limits of a cell are met, floats of either sign. */
static LineNet *random_net(bool captures, uint64_t seed)
{
    Rng rng = rng_new(seed);
    LineNet *net = line_net_new(captures, NULL);
    assert_non_null(net);
    int codes = line_net_codes(captures);
    for (int r = 0; r < codes * codes; r++) {
        for (int i = 0; i < LINE_NET_WIDTH; i++) net->lines[r][i] = (int16_t)((int)rng_below(&rng, 1401) - 700);
    }
    for (int r = 0; r < LINE_NET_CLASSES; r++) {
        for (int i = 0; i < LINE_NET_WIDTH; i++) net->cells[r][i] = (int16_t)((int)rng_below(&rng, 13001) - 6500);
    }
    float *floats = (float *)&net->head;
    for (size_t i = 0; i < sizeof net->head / sizeof(float); i++) {
        floats[i] = (float)((int)rng_below(&rng, 2001) - 1000) / 1000;
    }
    net->head.scale = 150;
    line_net_mirror(net);
    return net;
}

/* ---- over moves ---- */

static void assert_as_from_scratch(const GomPosition *position, const LineNet *net, bool avx2)
{
    board.net.avx2 = avx2;
    int score = board_net_score(&board);
    EvalWeights weights = {.tempo = 0};
    board_set(&fresh, tables, &weights, position);
    board_set_net(&fresh, net, 100);
    assert_memory_equal(board.net.sums[board.depth], fresh.net.sums[0], sizeof fresh.net.sums[0]);
    fresh.net.avx2 = !avx2;
    assert_int_equal(score, board_net_score(&fresh));
    assert_true(score <= SCORE_EVAL_MAX && score >= -SCORE_EVAL_MAX);
}

static Move near_move(const GomPosition *position, Rng *rng)
{
    Move moves[MAX_MOVES];
    int count = position_legal_moves(position, moves);
    Move move = moves[rng_below(rng, (uint64_t)count)];
    for (int tries = 0; tries < 60 && !board_beside(&board, 0, move) && !board_beside(&board, 1, move); tries++) {
        move = moves[rng_below(rng, (uint64_t)count)];
    }
    return move;
}

enum { WALK_MAX = 600 };
static GomPosition walk[WALK_MAX];

/* Moves forth and back, asked for a score only now and then, so that sums are made from positions far above. */
static void walk_game(const char *rule, int size, uint64_t seed)
{
    GomRules rules;
    assert_int_equal(rules_parse(str_from(rule), &rules, NULL), STATUS_OK);
    rules.size = (uint8_t)size;
    const BoardTraits traits = traits_of(&rules);
    Rng rng = rng_new(seed);
    LineNet *net = random_net(rules.captures, seed);
    EvalWeights weights = {.tempo = 0};
    position_start(&rules, &walk[0]);
    board_set(&board, tables, &weights, &walk[0]);
    board_set_net(&board, net, 100);
    bool avx2 = board.net.avx2;
    int captures = 0;
    for (int step = 0; step < 4 * size * size; step++) {
        GomPosition *now = &walk[board.depth];
        if (rng_below(&rng, 3) == 0) assert_as_from_scratch(now, net, avx2 && rng_below(&rng, 2));
        bool back = now->end != GOM_END_NONE || board.depth == WALK_MAX - 1 || rng_below(&rng, 4) == 0;
        if (back && board.depth == 0 && now->end != GOM_END_NONE) break;
        if (back && board.depth > 0) {
            for (int n = 1 + (int)rng_below(&rng, 6); n > 0 && board.depth > 0; n--) board_unmake(&board, traits);
            continue;
        }
        Move move = near_move(now, &rng);
        walk[board.depth + 1] = *now;
        position_play(&walk[board.depth + 1], move);
        board_make(&board, move, traits);
        captures += board.undo[board.depth - 1].taken_count > 0;
    }
    if (rules.captures) assert_true(captures > 0);
    mem_free(net);
}

static void sums_kept_up_to_date_are_those_from_scratch(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof rule_sets / sizeof *rule_sets; r++) {
        for (int size = 7; size <= GOM_SIZE_MAX; size += 4) walk_game(rule_sets[r], size, 100 * r + (uint64_t)size);
    }
}

static void a_pass_changes_the_view_and_not_the_sums(void **state)
{
    (void)state;
    GomRules rules = rules_preset(GOM_PENTE);
    GomPosition position;
    EvalWeights weights = {.tempo = 0};
    LineNet *net = random_net(true, 5);
    position_start(&rules, &position);
    board_set(&board, tables, &weights, &position);
    board_set_net(&board, net, 100);
    board_make(&board, cell_at(9, 9), traits_of(&rules));
    board_make(&board, cell_at(10, 10), traits_of(&rules));
    board_pass(&board);
    (void)board_net_score(&board);
    int16_t sums[LINE_NET_BOTH];
    memcpy(sums, board.net.sums[board.depth], sizeof sums);
    board_unmake(&board, traits_of(&rules));
    (void)board_net_score(&board);
    assert_memory_equal(sums, board.net.sums[board.depth], sizeof sums);
    mem_free(net);
}

/* Full activation on the largest board stays within 16 bits. */
static void sums_cannot_overflow(void **state)
{
    (void)state;
    assert_true(GOM_SIZE_MAX * GOM_SIZE_MAX * LINE_NET_ONE <= INT16_MAX);
    assert_true(5 * LINE_NET_ROW_MAX + (1 << (LINE_NET_SHIFT - 1)) <= INT16_MAX);
}

/* ---- files ---- */

static void files_come_back_as_they_were(void **state)
{
    (void)state;
    for (int which = 1; which <= 3; which++) {
        LineNets nets = {{which & 1 ? random_net(false, 1) : NULL, which & 2 ? random_net(true, 2) : NULL}}, back;
        size_t size;
        uint8_t *bytes = line_nets_save(&nets, &size);
        assert_non_null(bytes);
        assert_int_equal(line_nets_load((Str){(const char *)bytes, size}, &back, NULL), STATUS_OK);
        for (int c = 0; c < 2; c++) {
            assert_true(!nets.net[c] == !back.net[c]);
            if (nets.net[c]) assert_memory_equal(nets.net[c], back.net[c], sizeof(LineNet));
        }
        free(bytes);
        line_nets_free(&nets);
        line_nets_free(&back);
    }
}

static void refuse(const uint8_t *bytes, size_t size, const char *why)
{
    LineNets nets;
    Error error;
    assert_int_equal(line_nets_load((Str){(const char *)bytes, size}, &nets, &error), STATUS_BAD_INPUT);
    if (!strstr(error.text, why)) fail_msg("\"%s\" does not say \"%s\"", error.text, why);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    LineNets nets = {{random_net(false, 1), NULL}};
    size_t size;
    uint8_t *bytes = line_nets_save(&nets, &size);
    assert_non_null(bytes);
    refuse(bytes, 0, "no network");
    refuse(bytes, 19, "no network");
    refuse(bytes, size - 1, "length");
    for (size_t at = 12; at < size; at += 97) {
        bytes[at] ^= 4;
        refuse(bytes, size, "checksum");
        bytes[at] ^= 4;
    }
    bytes[8] = 2;
    refuse(bytes, size, "length");
    bytes[8] = 0;
    refuse(bytes, size, "length");
    bytes[8] = 1;
    /* A checksum that is right does not help a number that is not. */
    uint8_t kept = bytes[size - 9];
    bytes[size - 9] = 0x7f;
    bytes_put(bytes + size - 8, bytes_checksum(bytes, size - 8), 8);
    refuse(bytes, size, "bounds");
    bytes[size - 9] = kept;
    bytes_put(bytes + 12, 0x7fc00000, 4); /* not a number */
    bytes_put(bytes + size - 8, bytes_checksum(bytes, size - 8), 8);
    refuse(bytes, size, "bounds");
    bytes[0] = 'X';
    refuse(bytes, size, "no network");
    free(bytes);
    line_nets_free(&nets);
}

/* ---- training ---- */

/* Positions of random games with the chances that a hidden network gives them. */
static void make_samples(LineSamples *samples, const LineNet *hidden)
{
    enum { GAMES = 120, PLIES = 30 };
    GomRules rules = rules_preset(samples->captures ? GOM_PENTE : GOM_FREESTYLE);
    rules.size = 11;
    const BoardTraits traits = traits_of(&rules);
    EvalWeights weights = {.tempo = 0};
    Rng rng = rng_new(77);
    for (int game = 0; game < GAMES; game++) {
        GomPosition position;
        position_start(&rules, &position);
        board_set(&board, tables, &weights, &position);
        board_set_net(&board, hidden, 100);
        for (int ply = 0; ply < PLIES && position.end == GOM_END_NONE; ply++) {
            Move move = near_move(&position, &rng);
            position_play(&position, move);
            board_make(&board, move, traits);
            LineSample *sample = line_samples_add(samples, &board, traits, NULL);
            assert_non_null(sample);
            sample->target = 1 / (1 + expf((float)-board_net_score(&board) / hidden->head.scale));
            sample->held_out = game % 10 == 0;
        }
    }
}

static double error_of_whole_numbers(const LineNet *net, const LineNet *hidden)
{
    enum { GAMES = 20, PLIES = 30 };
    double sum = 0;
    int count = 0;
    GomRules rules = rules_preset(net->captures ? GOM_PENTE : GOM_FREESTYLE);
    rules.size = 11;
    EvalWeights weights = {.tempo = 0};
    Rng rng = rng_new(78);
    for (int game = 0; game < GAMES; game++) {
        GomPosition position;
        position_start(&rules, &position);
        board_set(&board, tables, &weights, &position);
        for (int ply = 0; ply < PLIES && position.end == GOM_END_NONE; ply++) {
            Move move = near_move(&position, &rng);
            position_play(&position, move);
            board_make(&board, move, traits_of(&rules));
            board_set_net(&board, hidden, 100);
            double wanted = 1 / (1 + exp(-board_net_score(&board) / (double)hidden->head.scale));
            board_set_net(&board, net, 100);
            double got = 1 / (1 + exp(-board_net_score(&board) / (double)net->head.scale));
            sum += (got - wanted) * (got - wanted);
            count++;
        }
    }
    return sum / count;
}

static void training_finds_a_hidden_network(void **state)
{
    (void)state;
    for (int captures = 0; captures < 2; captures++) {
        LineNet *hidden = random_net(captures, 9);
        LineSamples samples = {.captures = captures};
        make_samples(&samples, hidden);
        LineFitConfig config = {.epochs = 12, .batch = 64, .rate = 0.01, .scale = 150, .seed = 3};
        LineFit *fit = line_fit_new(&samples, &config, NULL);
        assert_non_null(fit);
        double before = line_fit_error(fit, true);
        for (int epoch = 0; epoch < config.epochs; epoch++) line_fit_epoch(fit, epoch);
        double after = line_fit_error(fit, true);
        if (after > before / 3) fail_msg("error %f before, %f after", before, after);
        LineNet *net = line_fit_export(fit, NULL);
        assert_non_null(net);
        double whole = error_of_whole_numbers(net, hidden);
        if (whole > before / 3) fail_msg("error %f before, %f in whole numbers", before, whole);
        mem_free(net);
        line_fit_free(fit);
        line_samples_free(&samples);
        mem_free(hidden);
    }
}

static uint8_t *train_once(const LineSamples *samples, uint64_t seed, size_t *size)
{
    LineFitConfig config = {.epochs = 2, .batch = 64, .rate = 0.01, .scale = 150, .seed = seed};
    LineFit *fit = line_fit_new(samples, &config, NULL);
    assert_non_null(fit);
    for (int epoch = 0; epoch < config.epochs; epoch++) line_fit_epoch(fit, epoch);
    LineNets nets = {{line_fit_export(fit, NULL), NULL}};
    assert_non_null(nets.net[0]);
    uint8_t *bytes = line_nets_save(&nets, size);
    assert_non_null(bytes);
    line_nets_free(&nets);
    line_fit_free(fit);
    return bytes;
}

static void a_seed_makes_the_same_network_again(void **state)
{
    (void)state;
    LineNet *hidden = random_net(false, 9);
    LineSamples samples = {.captures = false};
    make_samples(&samples, hidden);
    size_t size, again, other;
    uint8_t *first = train_once(&samples, 1, &size), *second = train_once(&samples, 1, &again);
    uint8_t *third = train_once(&samples, 2, &other);
    assert_int_equal(size, again);
    assert_memory_equal(first, second, size);
    assert_true(size == other && memcmp(first, third, size) != 0);
    free(first);
    free(second);
    free(third);
    line_samples_free(&samples);
    mem_free(hidden);
}

/* The network in the program is one, with both families. */
static void the_program_has_its_networks(void **state)
{
    (void)state;
    LineNets nets;
    Error error;
    if (line_nets_load(line_nets_default(), &nets, &error) != STATUS_OK) fail_msg("%s", error.text);
    assert_true(nets.net[0] && nets.net[1]);
    line_nets_free(&nets);
}

static int set_up(void **state)
{
    (void)state;
    return tables_create(&tables, NULL) == STATUS_OK ? 0 : -1;
}

static int take_down(void **state)
{
    (void)state;
    tables_destroy(tables);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_kept_up_to_date_are_those_from_scratch),
        cmocka_unit_test(a_pass_changes_the_view_and_not_the_sums),
        cmocka_unit_test(sums_cannot_overflow),
        cmocka_unit_test(files_come_back_as_they_were),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(training_finds_a_hidden_network),
        cmocka_unit_test(a_seed_makes_the_same_network_again),
        cmocka_unit_test(the_program_has_its_networks),
    };
    return cmocka_run_group_tests(tests, set_up, take_down);
}
