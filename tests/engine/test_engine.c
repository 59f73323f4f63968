#include "base/thread.h"
#include "test.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static yomi_engine *open_toy(void)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    assert_int_equal(yomi_open("toy", &engine, &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "Hash", "1", &error), YOMI_OK);
    return engine;
}

typedef struct Answer {
    int results, reports;
    char best[YOMI_MOVE_TEXT_MAX], pv[1024];
    int score, win_in, depth;
    uint64_t nodes;
    size_t stats;
} Answer;

static void on_report(void *context, const yomi_report *report)
{
    Answer *answer = context;
    answer->reports++;
    assert_true(report->kind != YOMI_REPORT_LINE || report->pv[0]);
}

static void on_result(void *context, const yomi_result *result)
{
    Answer *answer = context;
    answer->results++;
    (void)snprintf(answer->best, sizeof answer->best, "%s", result->best);
    (void)snprintf(answer->pv, sizeof answer->pv, "%s", result->pv);
    answer->score = result->score;
    answer->win_in = result->win_in;
    answer->depth = result->depth;
    answer->nodes = result->nodes;
    answer->stats = result->stat_count;
}

static yomi_status go(yomi_engine *engine, const yomi_limits *limits, Answer *answer, yomi_error *error)
{
    yomi_callbacks callbacks = {.report = on_report, .result = on_result, .context = answer};
    return yomi_go(engine, limits, &callbacks, error);
}

static void games_are_listed_and_opened_by_name(void **state)
{
    (void)state;
    assert_int_equal(yomi_api_version(), YOMI_API_VERSION);
    assert_int_equal(yomi_game_count(), 1);
    assert_string_equal(yomi_game_name(0), "toy");
    assert_string_equal(yomi_game_title(0), "Drop Four");
    assert_null(yomi_game_name(1));
    assert_null(yomi_game_name(-1));
    yomi_engine *engine = NULL;
    yomi_error error;
    assert_int_equal(yomi_open("chess", &engine, &error), YOMI_NOT_FOUND);
    assert_string_equal(error.text, "no game 'chess'; there is: toy");
    assert_int_equal(yomi_open(NULL, &engine, NULL), YOMI_NOT_FOUND);
    assert_null(engine);
    yomi_close(NULL);
}

static void a_position_is_set_whole_or_not_at_all(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    const char *const good[] = {"3", "3", "2"}, *const bad[] = {"3", "7"};
    assert_int_equal(yomi_set_position(engine, NULL, good, 3, &error), YOMI_OK);
    assert_string_equal(yomi_position_text(engine), "332");
    assert_int_equal(yomi_set_position(engine, NULL, bad, 2, &error), YOMI_BAD_INPUT);
    assert_string_equal(error.text, "move 2, '7', is not a legal move");
    assert_int_equal(yomi_set_position(engine, "9", NULL, 0, &error), YOMI_BAD_INPUT);
    assert_string_equal(yomi_position_text(engine), "332");
    assert_int_equal(yomi_ply(engine), 3);
    assert_int_equal(yomi_side_to_move(engine), 1);
    assert_string_equal(yomi_legal_moves(engine), "1 2 3 4 5");
    assert_string_equal(yomi_move_at(engine, 2), "2");
    assert_null(yomi_move_at(engine, 3));
    assert_true(yomi_is_legal(engine, "5") && !yomi_is_legal(engine, "6"));
    assert_int_equal(yomi_play(engine, "5", &error), YOMI_OK);
    assert_int_equal(yomi_play(engine, "x", &error), YOMI_BAD_INPUT);
    assert_int_equal(yomi_undo(engine, &error), YOMI_OK);
    assert_string_equal(yomi_position_text(engine), "332");
    for (int i = 0; i < 3; i++) assert_int_equal(yomi_undo(engine, &error), YOMI_OK);
    assert_int_equal(yomi_undo(engine, &error), YOMI_BAD_INPUT);
    assert_int_equal(yomi_perft(engine, 3), 125);
    const char *reason = NULL;
    assert_int_equal(yomi_get_outcome(engine, &reason), YOMI_ONGOING);
    assert_int_equal(yomi_set_position(engine, "1212121", NULL, 0, &error), YOMI_OK);
    assert_int_equal(yomi_get_outcome(engine, &reason), YOMI_FIRST_WINS);
    assert_string_equal(reason, "four in a row");
    yomi_close(engine);
}

static void options_are_one_list_with_defaults_and_ranges(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    size_t advanced = 0, count = yomi_option_count(engine);
    for (size_t i = 0; i < count; i++) {
        yomi_option option = YOMI_OPTION_INIT;
        assert_int_equal(yomi_option_at(engine, i, &option), YOMI_OK);
        advanced += option.advanced != 0;
        if (option.type != YOMI_OPTION_BUTTON) {
            char initial[64];
            (void)snprintf(initial, sizeof initial, "%s", option.initial);
            assert_int_equal(yomi_set_option(engine, option.name, initial, &error), YOMI_OK);
            assert_string_equal(yomi_get_option(engine, option.name), initial);
        }
    }
    assert_in_range(advanced, 20, count - 5);
    yomi_option none = YOMI_OPTION_INIT;
    assert_int_equal(yomi_option_at(engine, count, &none), YOMI_NOT_FOUND);
    assert_null(yomi_get_option(engine, "Nothing"));
    assert_int_equal(yomi_set_option(engine, "threads", "3", &error), YOMI_OK);
    assert_string_equal(yomi_get_option(engine, "THREADS"), "3");
    assert_int_equal(yomi_set_option(engine, "ClearHash", "", &error), YOMI_OK);
    yomi_close(engine);
}

static void what_cannot_be_had_stays_as_it_was(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    assert_int_equal(yomi_ready(engine, &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "Hash", "1048576", &error), YOMI_OK);
    assert_int_equal(yomi_ready(engine, &error), YOMI_NO_MEMORY);
    assert_non_null(strstr(error.text, "1048576 MB"));
    assert_string_equal(yomi_get_option(engine, "Hash"), "1");
    Answer answer = {0};
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = 4;
    assert_int_equal(go(engine, &limits, &answer, &error), YOMI_OK);
    yomi_wait(engine);
    assert_int_equal(answer.results, 1);
    yomi_close(engine);
}

static void a_search_tells_its_way_and_its_answer(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    Answer answer = {0};
    yomi_limits limits = YOMI_LIMITS_INIT;
    assert_int_equal(yomi_set_position(engine, "1515", NULL, 0, &error), YOMI_OK);
    limits.depth = 6;
    limits.multipv = 2;
    assert_int_equal(go(engine, &limits, &answer, &error), YOMI_OK);
    yomi_wait(engine);
    assert_int_equal(answer.results, 1);
    assert_int_equal(answer.reports, 12);
    assert_int_equal(answer.depth, 6);
    assert_true(yomi_is_legal(engine, answer.best));
    assert_int_equal(strncmp(answer.pv, answer.best, 1), 0);
    assert_true(answer.nodes > 100 && answer.stats > 20);
    /* A forced win has its distance. */
    assert_int_equal(yomi_set_position(engine, "151515", NULL, 0, &error), YOMI_OK);
    assert_int_equal(go(engine, &limits, &answer, &error), YOMI_OK);
    yomi_wait(engine);
    assert_string_equal(answer.best, "1");
    assert_int_equal(answer.win_in, 1);
    limits.only = "2 3";
    assert_int_equal(go(engine, &limits, &answer, &error), YOMI_OK);
    yomi_wait(engine);
    assert_true(strcmp(answer.best, "2") == 0 || strcmp(answer.best, "3") == 0);
    assert_int_equal(answer.win_in, -2); /* the opponent then completes column 5 */
    limits.only = "8";
    assert_int_equal(go(engine, &limits, &answer, &error), YOMI_BAD_INPUT);
    yomi_close(engine);
}

/* A program built with another header: fewer fields than the library knows, or more. */
static void structs_of_other_sizes_are_taken_where_nothing_is_lost(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    Answer answer = {0};
    struct {
        yomi_limits known;
        int later[2];
    } newer = {.known = YOMI_LIMITS_INIT};
    newer.known.depth = 2;
    newer.known.size = sizeof newer;
    assert_int_equal(go(engine, &newer.known, &answer, &error), YOMI_OK);
    yomi_wait(engine);
    newer.later[1] = 1; /* something that this library cannot do */
    assert_int_equal(go(engine, &newer.known, &answer, &error), YOMI_BAD_INPUT);
    assert_non_null(strstr(error.text, "API version"));
    newer.known.size = 3;
    assert_int_equal(go(engine, &newer.known, &answer, &error), YOMI_BAD_INPUT);
    newer.known.size = SIZE_MAX;
    assert_int_equal(go(engine, &newer.known, &answer, &error), YOMI_BAD_INPUT);
    yomi_option option = YOMI_OPTION_INIT;
    option.size = 0;
    assert_int_equal(yomi_option_at(engine, 0, &option), YOMI_BAD_INPUT);
    assert_int_equal(answer.results, 1);
    yomi_close(engine);
}

static void limits_without_a_meaning_are_refused(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    Answer answer = {0};
    const yomi_limits none = YOMI_LIMITS_INIT;
    yomi_limits bad[8] = {none, none, none, none, none, none, none, none};
    static const char *const names[8] = {"time_ms",     "increment_ms", "byoyomi_ms", "moves_to_go",
                                         "movetime_ms", "depth",        "mate",       "multipv"};
    bad[0].time_ms = -2;
    bad[1].increment_ms = -1;
    bad[2].byoyomi_ms = -1;
    bad[3].moves_to_go = -1;
    bad[4].movetime_ms = -5;
    bad[5].depth = -1;
    bad[6].mate = -2;
    bad[7].multipv = -1;
    for (int i = 0; i < 8; i++) {
        assert_int_equal(go(engine, &bad[i], &answer, &error), YOMI_BAD_INPUT);
        assert_non_null(strstr(error.text, names[i]));
        assert_false(yomi_searching(engine));
    }
    /* Nothing left is not the same as nothing given: there is a move at once. */
    yomi_limits over[2] = {none, none};
    over[0].time_ms = 0;
    over[1].movetime_ms = 0;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(go(engine, &over[i], &answer, &error), YOMI_OK);
        yomi_wait(engine);
        assert_int_equal(answer.results, i + 1);
        assert_true(yomi_is_legal(engine, answer.best));
    }
    /* A ponderhit with a clock that means nothing keeps the one there was. */
    yomi_limits ponder = none;
    ponder.time_ms = 0;
    ponder.ponder = 1;
    assert_int_equal(go(engine, &ponder, &answer, &error), YOMI_OK);
    yomi_ponderhit(engine, &bad[0]);
    yomi_wait(engine);
    assert_int_equal(answer.results, 3);
    yomi_close(engine);
}

static int goes_on_for_a_while(void *context)
{
    return --*(int *)context > 0;
}

static void a_count_of_leaves_ends_when_it_is_told_to(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    uint64_t leaves = 0;
    int patience = 1000000;
    assert_true(yomi_perft_while(engine, 4, goes_on_for_a_while, &patience, &leaves));
    assert_int_equal(leaves, 625);
    patience = 100;
    assert_false(yomi_perft_while(engine, 25, goes_on_for_a_while, &patience, &leaves));
    assert_int_equal(patience, 0); /* and is not asked again */
    yomi_close(engine);
}

/* With helper threads and without; mixed with searches of the other kind, nobody does a job twice. */
static void a_search_on_the_calling_thread_gives_the_same_answer(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = 7;
    for (int round = 0; round < 20; round++) {
        Answer there = {0}, here = {0};
        yomi_callbacks callbacks = {.result = on_result, .context = &here};
        assert_int_equal(yomi_new_game(engine, &error), YOMI_OK);
        assert_int_equal(go(engine, &limits, &there, &error), YOMI_OK);
        yomi_wait(engine);
        assert_int_equal(yomi_new_game(engine, &error), YOMI_OK);
        assert_int_equal(yomi_run(engine, &limits, &callbacks, &error), YOMI_OK);
        assert_false(yomi_searching(engine));
        assert_int_equal(here.results, 1);
        assert_true(yomi_is_legal(engine, here.best));
        if (round < 10) { /* one thread: the very same search */
            assert_int_equal(here.nodes, there.nodes);
            assert_int_equal(here.score, there.score);
        }
        if (round == 9) assert_int_equal(yomi_set_option(engine, "Threads", "3", &error), YOMI_OK);
    }
    yomi_close(engine);
}

static void while_searching_nothing_can_be_changed_but_all_can_be_asked(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    Answer answer = {0};
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.infinite = 1;
    assert_int_equal(yomi_play(engine, "3", &error), YOMI_OK);
    assert_int_equal(go(engine, &limits, &answer, &error), YOMI_OK);
    assert_true(yomi_searching(engine));
    assert_int_equal(go(engine, &limits, &answer, &error), YOMI_BUSY);
    assert_int_equal(yomi_set_option(engine, "Threads", "2", &error), YOMI_BUSY);
    assert_int_equal(yomi_set_position(engine, NULL, NULL, 0, &error), YOMI_BUSY);
    assert_int_equal(yomi_play(engine, "1", &error), YOMI_BUSY);
    assert_int_equal(yomi_undo(engine, &error), YOMI_BUSY);
    assert_int_equal(yomi_new_game(engine, &error), YOMI_BUSY);
    assert_int_equal(yomi_ready(engine, &error), YOMI_BUSY);
    assert_int_equal(yomi_learn(engine, &error), YOMI_BUSY);
    for (int i = 0; i < 200; i++) { /* while the search reports its lines */
        assert_string_equal(yomi_legal_moves(engine), "1 2 3 4 5");
        assert_string_equal(yomi_move_at(engine, 0), "3");
        assert_null(yomi_move_at(engine, 1));
        assert_string_equal(yomi_position_text(engine), "3");
        assert_true(strlen(yomi_board_text(engine)) > 20);
        assert_int_equal(yomi_ply(engine), 1);
        assert_int_equal(yomi_side_to_move(engine), 1);
        assert_int_equal(yomi_get_outcome(engine, NULL), YOMI_ONGOING);
        assert_true(yomi_is_legal(engine, "3") && !yomi_is_legal(engine, "6"));
        assert_string_equal(yomi_get_option(engine, "Threads"), "1");
        yomi_option option = YOMI_OPTION_INIT;
        assert_int_equal(yomi_option_at(engine, 0, &option), YOMI_OK);
        assert_int_equal(yomi_perft(engine, 2), 25);
        assert_string_equal(yomi_bench_position(engine, 1), "3");
    }
    yomi_stop(engine);
    yomi_wait(engine);
    assert_int_equal(answer.results, 1);
    assert_false(yomi_searching(engine));
    yomi_stop(engine); /* idle: harmless */
    /* Closing in the middle of a search still brings its result. */
    assert_int_equal(go(engine, &limits, &answer, &error), YOMI_OK);
    yomi_close(engine);
    assert_int_equal(answer.results, 2);
}

/* One engine's life, many of them at the same time. */
static void one_life(void *context)
{
    Answer *answer = context;
    yomi_engine *engine = NULL;
    if (yomi_open("toy", &engine, NULL) != YOMI_OK) return;
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = 8;
    (void)yomi_set_option(engine, "Hash", "1", NULL);
    for (int i = 0; i < 20; i++) {
        (void)yomi_set_option(engine, "Threads", i % 2 ? "2" : "1", NULL);
        (void)yomi_new_game(engine, NULL);
        if (go(engine, &limits, answer, NULL) != YOMI_OK) break;
        if (i % 3 == 0) yomi_stop(engine);
        yomi_wait(engine);
    }
    yomi_close(engine);
}

static void several_engines_live_side_by_side(void **state)
{
    (void)state;
    enum { ENGINES = 8 };
    Thread threads[ENGINES];
    Answer answers[ENGINES];
    memset(answers, 0, sizeof answers);
    for (int i = 0; i < ENGINES; i++) {
        assert_int_equal(thread_start(&threads[i], one_life, &answers[i], 0, NULL), STATUS_OK);
    }
    for (int i = 0; i < ENGINES; i++) thread_join(&threads[i]);
    for (int i = 0; i < ENGINES; i++) {
        assert_int_equal(answers[i].results, 20);
        assert_string_equal(answers[i].best, answers[0].best);
    }
}

static void bench_positions_can_all_be_set(void **state)
{
    (void)state;
    yomi_engine *engine = open_toy();
    yomi_error error;
    size_t count = 0;
    for (; yomi_bench_position(engine, count); count++) {
        assert_int_equal(yomi_set_position(engine, yomi_bench_position(engine, count), NULL, 0, &error), YOMI_OK);
    }
    assert_true(count > 0 && yomi_bench_depth(engine) > 0);
    const char *name; /* without a table of its own the game shows the same ones */
    for (size_t i = 0; i <= count; i++) {
        assert_ptr_equal(yomi_bench_table(engine, i, &name), yomi_bench_position(engine, i));
        assert_string_equal(name, "");
    }
    yomi_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_listed_and_opened_by_name),
        cmocka_unit_test(a_position_is_set_whole_or_not_at_all),
        cmocka_unit_test(options_are_one_list_with_defaults_and_ranges),
        cmocka_unit_test(what_cannot_be_had_stays_as_it_was),
        cmocka_unit_test(a_search_tells_its_way_and_its_answer),
        cmocka_unit_test(structs_of_other_sizes_are_taken_where_nothing_is_lost),
        cmocka_unit_test(limits_without_a_meaning_are_refused),
        cmocka_unit_test(a_count_of_leaves_ends_when_it_is_told_to),
        cmocka_unit_test(a_search_on_the_calling_thread_gives_the_same_answer),
        cmocka_unit_test(while_searching_nothing_can_be_changed_but_all_can_be_asked),
        cmocka_unit_test(several_engines_live_side_by_side),
        cmocka_unit_test(bench_positions_can_all_be_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
