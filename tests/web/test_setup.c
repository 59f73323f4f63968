/* What a search finds set on its engine: its own page's options, and nobody else's. */
#include "test.h"
#include "web/engine_setup.h"

static void test_options_last_for_one_search(void **state)
{
    (void)state;
    const EngineLimits limits = {.threads = 1, .hash_mb = 2, .threads_max = 3, .hash_mb_max = 8};
    const EngineSetup none = {.count = 0};
    EngineSetup mine;
    Error error;
    for (int i = 0; i < yomi_game_count(); i++) {
        yomi_engine *engine = NULL;
        assert_int_equal(yomi_open(yomi_game_name(i), &engine, NULL), YOMI_OK);
        cJSON *json =
            cJSON_Parse("{\"Threads\":\"3\",\"Hash\":\"8\",\"AspirationWidth\":\"7\",\"SharedTree\":\"false\"}");
        assert_int_equal(engine_setup_read(json, engine, &limits, &mine, &error), STATUS_OK);
        assert_int_equal(engine_setup_apply(&mine, engine, &limits, &error), STATUS_OK);
        assert_string_equal(yomi_get_option(engine, "Threads"), "3");
        assert_string_equal(yomi_get_option(engine, "Hash"), "8");
        assert_string_equal(yomi_get_option(engine, "AspirationWidth"), "7");
        assert_string_equal(yomi_get_option(engine, "SharedTree"), "false");
        assert_int_equal(engine_setup_apply(&none, engine, &limits, &error), STATUS_OK);
        assert_string_equal(yomi_get_option(engine, "Threads"), "1");
        assert_string_equal(yomi_get_option(engine, "Hash"), "2");
        assert_string_equal(yomi_get_option(engine, "AspirationWidth"), "100");
        assert_string_equal(yomi_get_option(engine, "SharedTree"), "true");
        cJSON_Delete(json);
        yomi_close(engine);
    }
}

static void test_levels_are_there_for_every_game(void **state)
{
    (void)state;
    for (int game = 0; game < yomi_game_count(); game++) {
        for (int number = 1; number <= YOMI_LEVELS; number++) {
            yomi_level level = YOMI_LEVEL_INIT;
            assert_int_equal(yomi_game_level(game, number, &level), YOMI_OK);
            assert_true(level.nodes > 0 && level.spread >= 0);
        }
        yomi_level none = YOMI_LEVEL_INIT, old = {.size = 4};
        assert_int_equal(yomi_game_level(game, 0, &none), YOMI_NOT_FOUND);
        assert_int_equal(yomi_game_level(game, YOMI_LEVELS + 1, &none), YOMI_NOT_FOUND);
        assert_int_equal(yomi_game_level(game, 1, &old), YOMI_BAD_INPUT);
    }
    yomi_level none = YOMI_LEVEL_INIT;
    assert_int_equal(yomi_game_level(-1, 1, &none), YOMI_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_last_for_one_search),
        cmocka_unit_test(test_levels_are_there_for_every_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
