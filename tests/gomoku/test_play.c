/* The engine through its public interface: whole games under the slow referee's eyes, and the contract of a search. */
#include "base/rng.h"
#include "base/str.h"
#include "gomoku/referee.h"
#include "test.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Answer {
    char best[YOMI_MOVE_TEXT_MAX], pv[2048], stage[32], note[128]; /* note: the last remark */
    uint64_t nodes;
    int score, win_in, results;
    yomi_proof proof;
} Answer;

static void on_report(void *context, const yomi_report *report)
{
    Answer *answer = context;
    if (report->kind == YOMI_REPORT_TEXT) (void)snprintf(answer->note, sizeof answer->note, "%s", report->text);
}

static void on_result(void *context, const yomi_result *result)
{
    Answer *answer = context;
    (void)snprintf(answer->best, sizeof answer->best, "%s", result->best);
    (void)snprintf(answer->pv, sizeof answer->pv, "%s", result->pv);
    (void)snprintf(answer->stage, sizeof answer->stage, "%s", result->stage);
    answer->nodes = result->nodes;
    answer->score = result->score;
    answer->win_in = result->win_in;
    answer->proof = result->proof;
    answer->results++;
}

/* A preset, or "club": ninuki as Japanese clubs play it. */
static yomi_engine *open_engine(const char *rule)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    bool club = strcmp(rule, "club") == 0;
    if (yomi_open("gomoku", &engine, &error) != YOMI_OK) fail_msg("%s", error.text);
    assert_int_equal(yomi_set_option(engine, "Hash", "4", &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "Rule", club ? "ninuki" : rule, &error), YOMI_OK);
    const char *flags = club ? "exact-five,double-three-white=no,double-four-black" : "";
    assert_int_equal(yomi_set_option(engine, "RuleFlags", flags, &error), YOMI_OK);
    assert_int_equal(yomi_set_position(engine, NULL, NULL, 0, &error), YOMI_OK);
    return engine;
}

static Answer search(yomi_engine *engine, uint64_t nodes, int depth, int mate)
{
    Answer answer = {0};
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.nodes = nodes;
    limits.depth = depth;
    limits.mate = mate;
    yomi_callbacks callbacks = {.report = on_report, .result = on_result, .context = &answer};
    yomi_error error;
    if (yomi_go(engine, &limits, &callbacks, &error) != YOMI_OK) fail_msg("%s", error.text);
    yomi_wait(engine);
    assert_int_equal(answer.results, 1);
    if (nodes > 0) assert_true(answer.nodes <= nodes);
    return answer;
}

static RefRules rules_of(const char *rule)
{
    bool club = strcmp(rule, "club") == 0, ninuki = club || strcmp(rule, "ninuki") == 0;
    bool pente = strcmp(rule, "pente") == 0, standard = strcmp(rule, "standard") == 0;
    bool renju = strcmp(rule, "renju") == 0;
    return (RefRules){.size = ninuki || pente ? 19 : 15,
                      .captures = ninuki || pente,
                      .breakable = ninuki,
                      .capture_exempts = true,
                      .recursive_three = renju,
                      .exact = {standard || renju || club, standard || club},
                      .no_three = {ninuki || renju, ninuki && !club},
                      .no_four = {renju || club, false},
                      .no_overline = {renju, false}};
}

static void to_cell(const char *move, int size, int *column, int *row)
{
    *column = move[0] - 'a';
    *row = size - atoi(move + 1);
}

/* A few random stones near the centre, then the engine plays both sides to the end. */
static void play_one(yomi_engine *engine, const char *rule, uint64_t seed, uint64_t nodes)
{
    Rng rng = rng_new(seed);
    Referee referee;
    referee_start(&referee, rules_of(rule));
    yomi_error error;
    assert_int_equal(yomi_set_position(engine, NULL, NULL, 0, &error), YOMI_OK);
    int size = referee.rules.size;
    while (referee.state == REF_GOES_ON) {
        char move[YOMI_MOVE_TEXT_MAX];
        int column, row;
        if (referee.moves < 4) {
            column = size / 2 - 3 + (int)rng_below(&rng, 7);
            row = size / 2 - 3 + (int)rng_below(&rng, 7);
            if (!referee_legal(&referee, column, row)) continue;
            (void)snprintf(move, sizeof move, "%c%d", 'a' + column, size - row);
        } else {
            Answer answer = search(engine, nodes, 0, 0);
            (void)snprintf(move, sizeof move, "%s", answer.best);
            to_cell(move, size, &column, &row);
            if (!referee_legal(&referee, column, row))
                fail_msg("%s: illegal %s\n%s", rule, move, yomi_board_text(engine));
        }
        if (yomi_play(engine, move, &error) != YOMI_OK) fail_msg("%s", error.text);
        referee_play(&referee, column, row);
        static const yomi_outcome same[] = {YOMI_ONGOING, YOMI_FIRST_WINS, YOMI_SECOND_WINS, YOMI_DRAW};
        assert_int_equal(yomi_get_outcome(engine, NULL), same[referee.state]);
    }
}

static void engine_games_keep_to_the_rules(void **state)
{
    (void)state;
    enum { TOLD_EVERY = 100 };
    static const char *const rules[] = {"ninuki", "pente", "freestyle", "standard", "renju", "club"};
    const char *wish = getenv("YOMI_LONG"); /* that many games for every rule set */
    int games = wish ? atoi(wish) : 2;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        yomi_engine *engine = open_engine(rules[i]);
        for (int game = 0; game < games; game++) {
            play_one(engine, rules[i], (uint64_t)game * 31 + i, wish ? 2000 : 600);
            if (wish && (game + 1) % TOLD_EVERY == 0)
                (void)fprintf(stderr, "%s: %d games so far\n", rules[i], game + 1);
        }
        if (wish) (void)fprintf(stderr, "%s: %d engine games agree\n", rules[i], games);
        yomi_close(engine);
    }
}

static const char *const quiet = "ninuki 19/19/19/19/19/19/19/8x10/8ox9/9o1x7/9o9/8x10/19/19/19/19/19/19/19 b 0 0";

static void one_thread_is_deterministic(void **state)
{
    (void)state;
    Answer answers[2];
    for (int i = 0; i < 2; i++) {
        yomi_engine *engine = open_engine("ninuki");
        yomi_error error;
        assert_int_equal(yomi_set_position(engine, quiet, NULL, 0, &error), YOMI_OK);
        answers[i] = search(engine, 0, 5, 0);
        yomi_close(engine);
    }
    assert_string_equal(answers[0].pv, answers[1].pv);
    assert_true(answers[0].nodes == answers[1].nodes);
    assert_int_equal(answers[0].score, answers[1].score);
}

static void the_line_can_be_played(void **state)
{
    (void)state;
    yomi_engine *engine = open_engine("ninuki");
    yomi_error error;
    assert_int_equal(yomi_set_position(engine, quiet, NULL, 0, &error), YOMI_OK);
    Answer answer = search(engine, 0, 5, 0);
    Str rest = str_from(answer.pv);
    int played = 0;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest), played++) {
        char move[YOMI_MOVE_TEXT_MAX];
        assert_true(str_copy(word, move, sizeof move));
        assert_int_equal(yomi_play(engine, move, &error), YOMI_OK);
    }
    assert_true(played > 0);
    yomi_close(engine);
}

typedef struct Stage {
    const char *position, *stage, *best, *note;
} Stage;

static void each_stage_answers_its_position(void **state)
{
    (void)state;
    static const Stage stages[] = {
        {"startpos", "opening", "j10", "the first stones go to the centre"},
        {"ninuki 19/19/19/19/19/19/19/19/19/19/19/7x11/19/19/19/19/19/19/19 w 0 0", "opening", "i9",
         "the first stones go to the centre"},
        {"ninuki 19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/x18 w 0 0", "search", NULL, NULL},
        {"freestyle 15/15/15/15/15/15/15/4xxxx7/15/3oooo8/15/15/15/15/15 b 0 0", "win", NULL, "this move wins at once"},
        {"ninuki 19/19/19/19/19/19/19/19/19/5xoo11/19/19/19/19/19/19/19/19/19 b 4 0", "win", "i10",
         "this move wins at once"}, /* a fifth pair */
        {"freestyle 15/15/15/15/15/15/15/4xxx8/15/2xoooo8/15/15/15/15/15 b 0 0", "block", "h6",
         "only this move stops a five"},
        {"freestyle 15/15/15/15/15/15/15/4xxx8/15/3ooo9/15/15/15/15/15 b 0 0", "own VCF", NULL,
         "fours alone win by force"},
        {"freestyle o13o/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/o13o b 0 0", "own VCT", NULL,
         "fours and threes win by force"},
        {"freestyle 15/15/15/15/5ox2o5/4x4o5/5x3o5/10o4/5o9/10x4/5xxox6/15/15/15/15 b 0 0", "stop VCF", "j8",
         "the opponent threatens to win by fours from j12; 1 move prevents it"},
        {"freestyle 15/15/15/4ooo8/15/15/15/15/x13x/15/15/15/15/x14/15 b 0 0", "search", NULL,
         "the opponent threatens to win by fours from d12; 2 moves prevent it"},
        {"freestyle 15/15/15/4ooo8/15/15/15/15/x13x/15/4ooo8/15/15/x13x/15 b 0 0", "search", NULL,
         "the opponent threatens to win by fours from d12; no move prevents it"},
        {"ninuki 19/19/19/19/19/19/19/19/19/5xoo11/19/19/19/19/19/19/19/19/19 w 4 0", "stop VCF", "i10",
         "the opponent threatens to take the fifth pair at i10; 1 move prevents it"},
        {"ninuki 19/19/19/19/19/5xoo11/19/19/19/5xoo11/19/19/19/19/19/19/19/19/19 w 4 0", "search", NULL,
         "the opponent threatens to take the fifth pair at i14; no move prevents it"},
        {"ninuki 19/19/19/19/19/19/6x1o3x6/8o1o8/8o2oo6/6ox11/6xx11/9x9/8x10/19/19/19/19/19/19 b 0 0", "stop VCF",
         "i10", NULL},
        {"ninuki 19/19/19/19/19/19/19/6o12/6x12/5xxxxx9/19/19/19/19/19/19/19/19/19 w 0 0", "break five", "g9",
         "only this move breaks the five that stands"},
    };
    yomi_engine *engine = open_engine("ninuki");
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        yomi_error error;
        if (yomi_set_position(engine, stages[i].position, NULL, 0, &error) != YOMI_OK) fail_msg("%s", error.text);
        Answer answer = search(engine, 20000, 0, 0);
        assert_string_equal(answer.stage, stages[i].stage);
        if (stages[i].best) assert_string_equal(answer.best, stages[i].best);
        if (stages[i].note) assert_string_equal(answer.note, stages[i].note);
    }
    yomi_close(engine);
}

/* Two stones of the opponent with one cell between them reach out along four diagonals, which cross in two cells. */
static void the_fourth_stone_looks_at_crossing_diagonals(void **state)
{
    (void)state;
    static const struct {
        const char *moves[3], *crossing; /* NULL: nothing to remark */
    } games[] = {
        {{"j10", "i11", "j12"}, "k11"}, /* the other crossing is white's already */
        {{"k10", "g13", "k12"}, "j11"}, /* of two the one nearer to the centre */
        {{"j10", "i11", "k10"}, NULL},  /* side by side, on a diagonal, far apart: nothing crosses */
        {{"j10", "i11", "k11"}, NULL},  {{"j10", "i11", "m10"}, NULL},
    };
    yomi_engine *engine = open_engine("ninuki");
    yomi_error error;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        assert_int_equal(yomi_set_position(engine, NULL, games[i].moves, 3, &error), YOMI_OK);
        Answer answer = search(engine, 2000, 0, 0);
        assert_string_equal(answer.stage, "search"); /* the search has the last word */
        char note[128] = "";
        if (games[i].crossing)
            (void)snprintf(note, sizeof note, "diagonals of the opponent's stones cross at %s; the search weighs it",
                           games[i].crossing);
        assert_string_equal(answer.note, note);
    }
    yomi_close(engine);
    /* Where nothing else is known it is put first, so it is the answer if nothing can be searched. */
    engine = open_engine("ninuki");
    assert_int_equal(yomi_set_position(engine, NULL, games[0].moves, 3, &error), YOMI_OK);
    assert_string_equal(search(engine, 1, 0, 0).best, "k11");
    yomi_close(engine);
}

/* White's four leaves one move; after it an open three wins for white all the same. */
static void a_forced_move_is_told_what_it_is_worth(void **state)
{
    (void)state;
    yomi_engine *engine = open_engine("freestyle");
    yomi_error error;
    const char *lost = "freestyle 15/15/15/15/15/15/15/4ooo8/15/2xoooo8/15/15/x2x2x8/15/x13x b 0 0";
    assert_int_equal(yomi_set_position(engine, lost, NULL, 0, &error), YOMI_OK);
    Answer answer = search(engine, 20000, 0, 0);
    assert_string_equal(answer.stage, "block");
    assert_string_equal(answer.best, "h6");
    assert_int_equal(answer.win_in, -4);
    yomi_close(engine);
}

/* Black's last move but one threatens a five that a capture can break; then it is made. From a game that was lost. */
static void a_standing_five_is_broken_and_a_fifth_pair_beats_it(void **state)
{
    (void)state;
    static const char *const moves[] = {
        "j10", "j11", "j12", "i9",  "i8",  "i11", "h11", "k11", "h13", "g9",  "h9",  "h10", "g10", "f11",
        "e8",  "f9",  "e9",  "f9",  "g9",  "l11", "m11", "e7",  "h12", "h10", "g13", "i11", "g11", "i12",
        "k10", "j11", "h11", "f14", "l10", "m10", "j8",  "f10", "k12", "n9",  "n12", "p7",  "k9",
    };
    enum { MADE = sizeof moves / sizeof *moves };
    yomi_engine *engine = open_engine("ninuki");
    yomi_error error;
    assert_int_equal(yomi_set_position(engine, NULL, moves, MADE, &error), YOMI_OK);
    assert_string_equal(search(engine, 20000, 0, 0).best, "k8"); /* an own five at o8 would come too late */
    assert_int_equal(yomi_set_position(engine, NULL, moves, MADE - 1, &error), YOMI_OK);
    Answer before = search(engine, 20000, 0, 0);
    assert_false(strcmp(before.best, "k9") == 0 && before.win_in > 0); /* white takes a fifth pair on the way */
    /* k12 threatens a fifth pair at n9; a white stone there is the answer. */
    assert_int_equal(yomi_set_position(engine, NULL, moves, MADE - 5, &error), YOMI_OK);
    Answer threat = search(engine, 20000, 0, 0);
    assert_false(strcmp(threat.best, "k12") == 0 && threat.win_in > 0);
    yomi_close(engine);
}

/* Where threats explode the first iteration alone would search 200,000 nodes, whatever the clock says. */
static void the_first_iteration_ends_when_the_time_is_over(void **state)
{
    enum { MADE = 46, ENOUGH = 60000 };
    (void)state;
    const char *moves[MADE] = {"j10", "j11", "j12", "i9",  "h8",  "g9",  "h9", "h10", "g11", "j8",  "h12", "f8",
                               "i11", "k13", "i11", "g13", "i13", "e7",  "d6", "f10", "e11", "f10", "f11", "h11",
                               "g10", "k7",  "l6",  "g9",  "g12", "e13", "j7", "i8",  "d13", "i6",  "l9",  "l10",
                               "n9",  "m9",  "k12", "e12", "k8",  "i8",  "j8", "e14", "i12", "i14"};
    yomi_engine *engine = open_engine("ninuki");
    yomi_error error;
    assert_int_equal(yomi_set_option(engine, "CapturesQuiescenceDepth", "8", &error), YOMI_OK);
    assert_int_equal(yomi_set_position(engine, NULL, moves, MADE, &error), YOMI_OK);
    Answer answer = {0};
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.movetime_ms = 1;
    yomi_callbacks callbacks = {.result = on_result, .context = &answer};
    assert_int_equal(yomi_go(engine, &limits, &callbacks, &error), YOMI_OK);
    yomi_wait(engine);
    assert_int_equal(answer.results, 1);
    assert_true(yomi_is_legal(engine, answer.best));
    assert_true(answer.nodes < ENOUGH);
    yomi_close(engine);
}

/* The open three that o7 makes is answered by no block but by attacking a pair of it at j10, which wins: a search that
 * looks at blocks, fours and captures alone takes the position for a good one. */
static void an_attack_on_a_pair_answers_an_open_three(void **state)
{
    enum { MADE = 24 };
    (void)state;
    const char *moves[MADE] = {"j10", "k9",  "i9",  "k11", "i8",  "i7", "i10", "k10", "k12", "j8",  "h6",  "l10",
                               "m10", "l10", "m11", "m9",  "i12", "h8", "j12", "m12", "m11", "h12", "j11", "n8"};
    yomi_engine *engine = open_engine("pente");
    yomi_error error;
    assert_int_equal(yomi_set_position(engine, NULL, moves, MADE, &error), YOMI_OK);
    Answer answer = search(engine, 20000, 0, 0);
    assert_true(answer.win_in < 0);
    yomi_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stage_answers_its_position),
        cmocka_unit_test(the_fourth_stone_looks_at_crossing_diagonals),
        cmocka_unit_test(a_forced_move_is_told_what_it_is_worth),
        cmocka_unit_test(a_standing_five_is_broken_and_a_fifth_pair_beats_it),
        cmocka_unit_test(the_first_iteration_ends_when_the_time_is_over),
        cmocka_unit_test(an_attack_on_a_pair_answers_an_open_three),
        cmocka_unit_test(one_thread_is_deterministic),
        cmocka_unit_test(the_line_can_be_played),
        cmocka_unit_test(engine_games_keep_to_the_rules),
    };
    return cmocka_run_group_tests_name("gomoku play", tests, NULL, NULL);
}
