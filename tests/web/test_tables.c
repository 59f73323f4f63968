/* Games between two people: seats, moves, offers and clocks, on a clock that moves when it is told to. */
#include "test.h"
#include "web/fields.h"
#include "web/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUESTS = TABLES_GUESTS_MAX + 2 };

typedef struct Hall {
    Referee *referee;
    Tables *tables;
    DrivenClock time;
    Outbox *boxes[GUESTS];
    cJSON *heard[GUESTS]; /* the last message to each */
    char key[TABLE_KEY_LEN + 1], secrets[GUESTS][TABLE_SECRET_LEN + 1];
} Hall;

static Referee *referee;

static void wake(void *context)
{
    (void)context;
}

static void set_up(Hall *hall)
{
    memset(hall, 0, sizeof *hall);
    hall->referee = referee;
    hall->tables = tables_new(referee, clock_driven(&hall->time));
    for (int i = 0; i < GUESTS; i++) hall->boxes[i] = outbox_new(wake, NULL);
}

static void tear_down(Hall *hall)
{
    tables_free(hall->tables);
    for (int i = 0; i < GUESTS; i++) {
        cJSON_Delete(hall->heard[i]);
        outbox_close(hall->boxes[i]);
        outbox_drop(hall->boxes[i]);
    }
}

static void pass_ms(Hall *hall, int64_t ms)
{
    hall->time.time += ms * NS_PER_MS;
}

static void hear(Hall *hall, int who)
{
    for (char *text; (text = outbox_take(hall->boxes[who])) != NULL; free(text)) {
        cJSON_Delete(hall->heard[who]);
        hall->heard[who] = cJSON_Parse(text);
        const cJSON *secret = cJSON_GetObjectItem(hall->heard[who], "secret");
        if (secret) (void)snprintf(hall->secrets[who], sizeof hall->secrets[who], "%s", secret->valuestring);
    }
}

/* The session `who` says something; whether it was taken. */
static bool say(Hall *hall, int who, const char *type, const char *fields)
{
    cJSON *json = cJSON_Parse(fields);
    assert_non_null(json);
    TablesCall call = {(uint64_t)who + 1, hall->boxes[who], 1, json};
    Error error;
    Status status = tables_handle(hall->tables, type, &call, &error);
    cJSON_Delete(json);
    for (int i = 0; i < GUESTS; i++) hear(hall, i);
    return status == STATUS_OK;
}

static bool move(Hall *hall, int who, int ply, const char *text)
{
    char fields[80];
    (void)snprintf(fields, sizeof fields, "{\"ply\":%d,\"move\":\"%s\"}", ply, text);
    return say(hall, who, "table-move", fields);
}

static bool act(Hall *hall, int who, const char *what)
{
    char fields[80];
    (void)snprintf(fields, sizeof fields, "{\"what\":\"%s\"}", what);
    return say(hall, who, "table-act", fields);
}

static bool join(Hall *hall, int who, const char *secret, bool sit)
{
    char fields[200];
    (void)snprintf(fields, sizeof fields, "{\"table\":\"%s\",\"secret\":\"%s\",\"name\":\"guest\",\"sit\":%s}",
                   hall->key, secret, sit ? "true" : "false");
    return say(hall, who, "table-join", fields);
}

static const char *text_of(const Hall *hall, int who, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(hall->heard[who], name);
    return cJSON_IsString(item) ? item->valuestring : "(none)";
}

static int number_of(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(json, name);
    return cJSON_IsNumber(item) ? item->valueint : -1000;
}

static int moves_of(const Hall *hall, int who)
{
    return cJSON_GetArraySize(cJSON_GetObjectItem(hall->heard[who], "moves"));
}

static int left_of(const Hall *hall, int side)
{
    const cJSON *clock = cJSON_GetObjectItem(hall->heard[0], "clock");
    return cJSON_GetArrayItem(cJSON_GetObjectItem(clock, "left"), side)->valueint;
}

/* Session 0 has the first seat, session 1 the second. */
static void begin(Hall *hall, const char *game, const char *time)
{
    char fields[200];
    (void)snprintf(fields, sizeof fields, "{\"game\":\"%s\",\"side\":\"first\",\"name\":\"host\"%s%s}", game,
                   time[0] ? ",\"time\":" : "", time);
    assert_true(say(hall, 0, "table-new", fields));
    (void)snprintf(hall->key, sizeof hall->key, "%s", text_of(hall, 0, "table"));
    assert_int_equal(number_of(hall->heard[0], "seat"), 0);
    assert_true(join(hall, 1, "", true));
    assert_int_equal(number_of(hall->heard[1], "seat"), 1);
}

static void test_a_game_is_led_by_the_rules(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    begin(&hall, "othello", "");
    assert_false(move(&hall, 1, 0, "f5")); /* not his turn */
    assert_false(move(&hall, 0, 0, "a1")); /* not legal */
    assert_false(move(&hall, 0, 1, "f5")); /* of another position */
    assert_true(move(&hall, 0, 0, "f5"));
    assert_int_equal(moves_of(&hall, 1), 1);
    assert_false(move(&hall, 0, 0, "d3"));
    assert_true(move(&hall, 1, 1, "d6"));
    assert_int_equal(moves_of(&hall, 0), 2);
    assert_false(act(&hall, 0, "draw")); /* the score counts */
    assert_false(act(&hall, 0, "dance"));
    assert_true(act(&hall, 1, "resign"));
    assert_string_equal(text_of(&hall, 0, "result"), "1-0");
    assert_string_equal(text_of(&hall, 0, "reason"), "resignation");
    assert_false(move(&hall, 0, 2, "c3"));
    tear_down(&hall);
}

static void test_a_third_one_watches(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    begin(&hall, "shogi", "");
    assert_false(join(&hall, 2, "", true)); /* no seat is free */
    assert_true(join(&hall, 2, "", false));
    assert_int_equal(number_of(hall.heard[2], "seat"), -1);
    assert_int_equal(number_of(hall.heard[0], "watchers"), 1);
    assert_string_equal(hall.secrets[2], "");
    assert_false(move(&hall, 2, 0, "7g7f"));
    assert_false(act(&hall, 2, "resign"));
    assert_false(act(&hall, 2, "decline"));
    assert_false(act(&hall, 2, "rematch"));
    assert_true(move(&hall, 0, 0, "7g7f"));
    assert_int_equal(moves_of(&hall, 2), 1);
    tear_down(&hall);
}

static void test_a_secret_brings_a_player_back(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    begin(&hall, "shogi", "");
    assert_true(move(&hall, 0, 0, "7g7f"));
    tables_forget(hall.tables, 2);
    hear(&hall, 0);
    assert_false(cJSON_IsTrue(cJSON_GetArrayItem(cJSON_GetObjectItem(hall.heard[0], "here"), 1)));
    assert_false(move(&hall, 1, 1, "3c3d")); /* he is gone */
    assert_true(join(&hall, 3, hall.secrets[1], false));
    assert_int_equal(number_of(hall.heard[3], "seat"), 1);
    assert_int_equal(moves_of(&hall, 3), 1);
    assert_true(move(&hall, 3, 1, "3c3d"));
    char wrong[TABLE_SECRET_LEN + 1];
    memcpy(wrong, hall.secrets[1], sizeof wrong);
    wrong[TABLE_SECRET_LEN - 1] = wrong[TABLE_SECRET_LEN - 1] == '0' ? '1' : '0';
    assert_true(join(&hall, 2, wrong, false));
    assert_int_equal(number_of(hall.heard[2], "seat"), -1);
    tear_down(&hall);
}

static void test_main_time_increment_and_byoyomi(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    begin(&hall, "shogi", "{\"main\":10000,\"increment\":2000,\"byoyomi\":5000}");
    pass_ms(&hall, 4000);
    assert_true(move(&hall, 0, 0, "7g7f"));
    assert_int_equal(left_of(&hall, 0), 8000);
    pass_ms(&hall, 14999); /* all of the main time and nearly all of the byoyomi */
    (void)tables_tick(hall.tables);
    assert_true(move(&hall, 1, 1, "3c3d"));
    assert_int_equal(left_of(&hall, 1), 2000);
    pass_ms(&hall, 12999);
    assert_in_range(tables_tick(hall.tables), 1, 1); /* it wants to be called when the flag falls */
    pass_ms(&hall, 1);
    (void)tables_tick(hall.tables);
    for (int i = 0; i < 2; i++) hear(&hall, i);
    assert_string_equal(text_of(&hall, 1, "result"), "0-1");
    assert_string_equal(text_of(&hall, 1, "reason"), "time");
    tear_down(&hall);
}

/* The flag has fallen before the move came, though nobody has looked at the clock in between. */
static void test_a_late_move_does_not_count(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    begin(&hall, "othello", "{\"byoyomi\":3000}");
    pass_ms(&hall, 3000);
    assert_false(move(&hall, 0, 0, "f5"));
    assert_string_equal(text_of(&hall, 1, "result"), "0-1");
    assert_string_equal(text_of(&hall, 1, "reason"), "time");
    assert_int_equal(moves_of(&hall, 1), 0);
    tear_down(&hall);
}

static void test_the_clock_waits_for_the_second_player(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    assert_true(say(&hall, 0, "table-new", "{\"game\":\"othello\",\"side\":\"first\",\"time\":{\"byoyomi\":1000}}"));
    pass_ms(&hall, 60000);
    (void)tables_tick(hall.tables);
    hear(&hall, 0);
    assert_string_equal(text_of(&hall, 0, "result"), "");
    assert_false(move(&hall, 0, 0, "f5"));
    tear_down(&hall);
}

static void test_draws_and_moves_back_need_both(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    begin(&hall, "shogi", "");
    assert_false(act(&hall, 1, "undo")); /* he has made no move */
    assert_true(move(&hall, 0, 0, "7g7f"));
    assert_true(move(&hall, 1, 1, "3c3d"));
    assert_true(act(&hall, 0, "undo")); /* his own move and the answer to it */
    assert_int_equal(number_of(cJSON_GetObjectItem(hall.heard[1], "offers"), "undo"), 0);
    assert_int_equal(moves_of(&hall, 1), 2);
    assert_true(act(&hall, 1, "undo"));
    assert_int_equal(moves_of(&hall, 0), 0);
    assert_true(move(&hall, 0, 0, "2g2f"));
    assert_true(act(&hall, 0, "undo"));
    assert_true(act(&hall, 1, "decline"));
    assert_int_equal(number_of(cJSON_GetObjectItem(hall.heard[0], "offers"), "undo"), -1);
    assert_true(act(&hall, 0, "draw"));
    assert_true(act(&hall, 0, "draw")); /* twice by the same is no agreement */
    assert_string_equal(text_of(&hall, 0, "result"), "");
    assert_true(move(&hall, 1, 1, "8c8d")); /* a move is a no */
    assert_true(act(&hall, 1, "draw"));
    assert_true(act(&hall, 0, "draw"));
    assert_string_equal(text_of(&hall, 0, "result"), "1/2");
    assert_string_equal(text_of(&hall, 0, "reason"), "agreement");
    tear_down(&hall);
}

static void test_a_rematch_exchanges_the_colours(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    begin(&hall, "othello", "{\"main\":60000}");
    assert_false(act(&hall, 0, "rematch")); /* the game is not over */
    assert_true(move(&hall, 0, 0, "f5"));
    assert_true(act(&hall, 1, "resign"));
    assert_true(act(&hall, 1, "rematch"));
    assert_true(act(&hall, 0, "rematch"));
    assert_int_equal(number_of(hall.heard[0], "round"), 2);
    assert_int_equal(number_of(hall.heard[0], "seat"), 1);
    assert_int_equal(moves_of(&hall, 0), 0);
    assert_int_equal(left_of(&hall, 1), 60000);
    assert_false(move(&hall, 0, 0, "f5"));
    assert_true(move(&hall, 1, 0, "f5"));
    tear_down(&hall);
}

static void test_tables_are_counted_and_idle_ones_end(void **state)
{
    (void)state;
    Hall hall;
    set_up(&hall);
    begin(&hall, "othello", "");
    pass_ms(&hall, TABLES_IDLE_MS - 1);
    (void)tables_tick(hall.tables);
    assert_true(move(&hall, 0, 0, "f5"));
    pass_ms(&hall, TABLES_IDLE_MS);
    (void)tables_tick(hall.tables);
    hear(&hall, 1);
    assert_string_equal(text_of(&hall, 1, "type"), "table-closed");
    assert_false(join(&hall, 1, hall.secrets[1], false));
    /* Tables that everybody has left give their place to new ones. */
    for (int i = 0; i < TABLES_MAX + 5; i++) {
        assert_true(say(&hall, 0, "table-new", "{\"game\":\"othello\",\"side\":\"random\"}"));
    }
    (void)snprintf(hall.key, sizeof hall.key, "%s", text_of(&hall, 0, "table"));
    assert_true(join(&hall, 1, "", true));
    for (int i = 2; i < TABLES_GUESTS_MAX; i++) assert_true(join(&hall, i, "", false));
    assert_false(join(&hall, TABLES_GUESTS_MAX, "", false));
    tear_down(&hall);
}

static void test_wrong_tables_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "{}",
        "{\"game\":\"othello\"}",
        "{\"game\":\"othello\",\"side\":\"third\"}",
        "{\"game\":\"chess\",\"side\":\"first\"}",
        "{\"game\":\"othello\",\"side\":\"first\",\"time\":5}",
        "{\"game\":\"othello\",\"side\":\"first\",\"time\":{\"main\":-1}}",
        "{\"game\":\"othello\",\"side\":\"first\",\"time\":{\"increment\":5}}",
        "{\"game\":\"othello\",\"side\":\"first\",\"start\":\"junk\"}",
        "{\"game\":\"othello\",\"side\":\"first\",\"moves\":[\"f5\"]}",
        "{\"game\":\"othello\",\"side\":\"first\",\"options\":{\"Hash\":1}}",
        ("{\"game\":\"othello\",\"side\":\"first\",\"name\":"
         "\"0123456789012345678901234567890123456789012345678901234567"
         "890\"}"),
        "{\"game\":\"shogi\",\"side\":\"first\",\"start\":\"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\"}", /* mate */
    };
    Hall hall;
    set_up(&hall);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(say(&hall, 0, "table-new", wrong[i]));
    assert_false(say(&hall, 0, "table-join", "{\"table\":5}"));
    assert_false(say(&hall, 0, "table-move", "{\"ply\":0,\"move\":\"f5\"}"));
    assert_false(say(&hall, 0, "table-act", "{\"what\":\"resign\"}"));
    assert_true(say(&hall, 0, "table-leave", "{}"));
    tear_down(&hall);
}

static int open_referee(void **state)
{
    (void)state;
    return referee_new(true, &referee, NULL) == STATUS_OK ? 0 : -1;
}

static int close_referee(void **state)
{
    (void)state;
    referee_free(referee);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_is_led_by_the_rules),
        cmocka_unit_test(test_a_third_one_watches),
        cmocka_unit_test(test_a_secret_brings_a_player_back),
        cmocka_unit_test(test_main_time_increment_and_byoyomi),
        cmocka_unit_test(test_a_late_move_does_not_count),
        cmocka_unit_test(test_the_clock_waits_for_the_second_player),
        cmocka_unit_test(test_draws_and_moves_back_need_both),
        cmocka_unit_test(test_a_rematch_exchanges_the_colours),
        cmocka_unit_test(test_tables_are_counted_and_idle_ones_end),
        cmocka_unit_test(test_wrong_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, open_referee, close_referee);
}
