/* What an option asks for is had, or it is told, the option reads the value in force again, and the engine plays as
 * before: in every game, before the first yomi_ready and after it, with yomi_ready and without. */
#include "base/file.h"
#include "environment.h"
#include "test.h"
#include "yomi.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char missing[] = "/nowhere/that/could/be.file";

static void on_result(void *context, const yomi_result *result)
{
    uint64_t *sum = context;
    *sum = result->nodes * 65537 + (uint64_t)(result->score + 40000);
}

static yomi_status search(yomi_engine *engine, uint64_t *sum, yomi_error *error)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = 5;
    yomi_callbacks callbacks = {.result = on_result, .context = sum};
    assert_int_equal(yomi_new_game(engine, error), YOMI_OK);
    return yomi_run(engine, &limits, &callbacks, error);
}

static yomi_engine *open_engine(const char *game)
{
    yomi_engine *engine;
    yomi_error error;
    assert_int_equal(yomi_open(game, &engine, &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "Hash", "1", &error), YOMI_OK);
    return engine;
}

static uint64_t usual_search(const char *game)
{
    uint64_t sum = 0;
    yomi_error error;
    yomi_engine *engine = open_engine(game);
    assert_int_equal(search(engine, &sum, &error), YOMI_OK);
    yomi_close(engine);
    return sum;
}

/* `value` is refused, and the text names it or its option. */
static void check_refusal(const char *game, const char *name, const char *value, bool ready_first, bool by_search)
{
    uint64_t usual = usual_search(game), sum = 0;
    yomi_error error;
    yomi_engine *engine = open_engine(game);
    char before[64];
    (void)snprintf(before, sizeof before, "%s", yomi_get_option(engine, name));
    if (ready_first) assert_int_equal(yomi_ready(engine, &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, name, value, &error), YOMI_OK);
    yomi_status status = by_search ? search(engine, &sum, &error) : yomi_ready(engine, &error);
    assert_int_not_equal(status, YOMI_OK);
    assert_non_null(strstr(error.text, name));
    assert_int_equal(sum, 0); /* nothing was searched */
    assert_false(yomi_searching(engine));
    assert_string_equal(yomi_get_option(engine, name), before);
    assert_int_equal(yomi_ready(engine, &error), YOMI_OK); /* told once */
    assert_int_equal(search(engine, &sum, &error), YOMI_OK);
    assert_int_equal(sum, usual);
    yomi_close(engine);
}

static void what_cannot_be_had_is_told_and_changes_nothing(void **state)
{
    (void)state;
    int tried = 0;
    for (int g = 0; yomi_game_name(g); g++) {
        yomi_engine *engine = open_engine(yomi_game_name(g));
        for (size_t i = 0; i < yomi_option_count(engine); i++) {
            yomi_option option = YOMI_OPTION_INIT;
            assert_int_equal(yomi_option_at(engine, i, &option), YOMI_OK);
            if (option.type != YOMI_OPTION_TEXT) continue; /* files, and the flags of gomoku's rules */
            for (int way = 0; way < 4; way++) {
                check_refusal(yomi_game_name(g), option.name, missing, way & 1, way & 2);
            }
            tried++;
        }
        yomi_close(engine);
    }
    assert_true(tried >= 5);
    check_refusal("gomoku", "BoardSize", "3", false, false);
}

/* An option that can be had is taken, though the one beside it cannot. */
static void each_option_stands_for_itself(void **state)
{
    (void)state;
    uint64_t usual = usual_search("shogi"), by_hand = 0;
    yomi_error error;
    yomi_engine *engine = open_engine("shogi");
    assert_int_equal(yomi_set_option(engine, "BookFile", missing, &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "EvalFile", "hand", &error), YOMI_OK);
    assert_int_not_equal(yomi_ready(engine, &error), YOMI_OK);
    assert_string_equal(yomi_get_option(engine, "BookFile"), "");
    assert_string_equal(yomi_get_option(engine, "EvalFile"), "hand");
    assert_int_equal(search(engine, &by_hand, &error), YOMI_OK);
    assert_int_not_equal(by_hand, usual);
    /* From here "hand" is what stays. Both failures are told. */
    assert_int_equal(yomi_set_option(engine, "BookFile", "/nowhere/b", &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "EvalFile", "/nowhere/e", &error), YOMI_OK);
    assert_int_not_equal(yomi_ready(engine, &error), YOMI_OK);
    assert_non_null(strstr(error.text, "/nowhere/b"));
    assert_non_null(strstr(error.text, "/nowhere/e"));
    assert_string_equal(yomi_get_option(engine, "EvalFile"), "hand");
    uint64_t again = 0;
    assert_int_equal(search(engine, &again, &error), YOMI_OK);
    assert_int_equal(again, by_hand);
    yomi_close(engine);
}

/* A book in the environment that is not there is told, and the game is played without. */
static void a_default_of_the_environment_can_fail_too(void **state)
{
    (void)state;
    uint64_t usual = usual_search("othello"), sum = 0;
    assert_int_equal(set_variable("YOMI_OTHELLO_BOOK", missing), 0);
    yomi_engine *engine = open_engine("othello");
    assert_int_equal(set_variable("YOMI_OTHELLO_BOOK", NULL), 0);
    yomi_error error;
    assert_string_equal(yomi_get_option(engine, "BookFile"), missing);
    assert_int_not_equal(yomi_ready(engine, &error), YOMI_OK);
    assert_string_equal(yomi_get_option(engine, "BookFile"), "");
    assert_int_equal(search(engine, &sum, &error), YOMI_OK);
    assert_int_equal(sum, usual);
    yomi_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_had_is_told_and_changes_nothing),
        cmocka_unit_test(each_option_stands_for_itself),
        cmocka_unit_test(a_default_of_the_environment_can_fail_too),
    };
    return cmocka_run_group_tests_name("prepare", tests, NULL, NULL);
}
