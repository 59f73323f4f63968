/* What yomi.h says of every game, on the games of the program. */
#include "test.h"
#include "yomi.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static yomi_engine *open_engine(const char *game)
{
    yomi_engine *engine;
    yomi_error error;
    assert_int_equal(yomi_open(game, &engine, &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "Hash", "1", &error), YOMI_OK);
    return engine;
}

typedef struct Heard {
    int reports, results, late;
    char best[YOMI_MOVE_TEXT_MAX];
} Heard;

static void on_report(void *context, const yomi_report *report)
{
    Heard *heard = context;
    heard->reports++;
    heard->late += heard->results > 0;
    assert_true(report->size == sizeof *report);
}

static void on_result(void *context, const yomi_result *result)
{
    Heard *heard = context;
    heard->results++;
    assert_true(result->size == sizeof *result);
    (void)snprintf(heard->best, sizeof heard->best, "%s", result->best);
}

static void search(yomi_engine *engine, int play_on, Heard *heard)
{
    yomi_error error;
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = 3;
    limits.play_on = play_on;
    yomi_callbacks callbacks = {on_report, on_result, heard};
    *heard = (Heard){0};
    assert_int_equal(yomi_go(engine, &limits, &callbacks, &error), YOMI_OK);
    yomi_wait(engine);
    assert_int_equal(heard->results, 1);
    assert_int_equal(heard->late, 0);
}

/* A rule has ended the game, but there are moves left: they are searched when that is asked for. */
static void a_game_ended_by_a_rule_can_be_searched_on(void **state)
{
    (void)state;
    static const char *const round_trip[] = {"2h3h", "8b7b", "3h2h", "7b8b"};
    const char *moves[12];
    for (int i = 0; i < 12; i++) moves[i] = round_trip[i % 4];
    yomi_engine *engine = open_engine("shogi");
    yomi_error error;
    const char *reason;
    Heard heard;
    assert_int_equal(yomi_set_position(engine, NULL, moves, 12, &error), YOMI_OK);
    assert_int_equal(yomi_get_outcome(engine, &reason), YOMI_DRAW);
    assert_string_equal(reason, "repetition");
    search(engine, 0, &heard);
    assert_string_equal(heard.best, "");
    search(engine, 1, &heard);
    assert_true(heard.best[0] && yomi_is_legal(engine, heard.best));
    yomi_close(engine);
}

static void who_keeps_no_book_says_so(void **state)
{
    (void)state;
    yomi_error error;
    yomi_engine *engine = open_engine("gomoku");
    assert_int_equal(yomi_learn(engine, &error), YOMI_UNSUPPORTED);
    yomi_close(engine);
    engine = open_engine("othello"); /* keeps one, but no file is named */
    assert_int_equal(yomi_learn(engine, &error), YOMI_NOT_FOUND);
    yomi_close(engine);
}

static void every_position_to_measure_can_be_set(void **state)
{
    (void)state;
    for (int g = 0; yomi_game_name(g); g++) {
        yomi_engine *engine = open_engine(yomi_game_name(g));
        yomi_error error;
        const char *name, *text;
        size_t count = 0;
        for (; (text = yomi_bench_position(engine, count)); count++) {
            assert_int_equal(yomi_set_position(engine, text, NULL, 0, &error), YOMI_OK);
        }
        assert_true(count > 0 && yomi_bench_depth(engine) > 0);
        for (count = 0; (text = yomi_bench_table(engine, count, &name)); count++) {
            assert_int_equal(yomi_set_position(engine, text, NULL, 0, &error), YOMI_OK);
        }
        assert_true(count > 0);
        yomi_close(engine);
    }
}

/* A refused call leaves position, moves and options as they were. */
static void a_failure_changes_nothing(void **state)
{
    (void)state;
    for (int g = 0; yomi_game_name(g); g++) {
        yomi_engine *engine = open_engine(yomi_game_name(g));
        yomi_error error = {YOMI_OK, ""};
        char *move = strdup(yomi_legal_moves(engine));
        move[strcspn(move, " ")] = '\0';
        assert_int_equal(yomi_play(engine, move, &error), YOMI_OK);
        char *before = strdup(yomi_position_text(engine));
        const char *const wrong[] = {move, "nonsense"};
        assert_int_equal(yomi_set_position(engine, "nonsense", NULL, 0, &error), YOMI_BAD_INPUT);
        assert_true(error.text[0] && error.status == YOMI_BAD_INPUT);
        assert_int_equal(yomi_set_position(engine, NULL, wrong, 2, NULL), YOMI_BAD_INPUT);
        assert_int_equal(yomi_play(engine, "nonsense", &error), YOMI_BAD_INPUT);
        assert_int_equal(yomi_set_option(engine, "Hash", "many", &error), YOMI_BAD_INPUT);
        assert_int_equal(yomi_set_option(engine, "NoSuchOption", "1", &error), YOMI_NOT_FOUND);
        assert_string_equal(yomi_position_text(engine), before);
        assert_string_equal(yomi_move_at(engine, 0), move);
        assert_string_equal(yomi_get_option(engine, "Hash"), "1");
        assert_int_equal(yomi_ply(engine), 1);
        free(before);
        free(move);
        yomi_close(engine);
    }
}

static void on_counted(void *context, const yomi_result *result)
{
    char *names = context;
    for (size_t i = 0; i < result->stat_count; i++) {
        strcat(strcat(names, result->stats[i].name), " ");
    }
}

/* All games count nodes; what only one of them counts, only that one tells. */
static void a_game_tells_its_own_counters(void **state)
{
    (void)state;
    static const struct {
        const char *game, *own, *foreign;
    } cases[] = {{"shogi", " see_cuts ", " stability_cuts "}, {"othello", " stability_cuts ", " see_cuts "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        yomi_engine *engine = open_engine(cases[i].game);
        yomi_error error;
        yomi_limits limits = YOMI_LIMITS_INIT;
        limits.depth = 2;
        char names[2048] = " ";
        yomi_callbacks callbacks = {NULL, on_counted, names};
        assert_int_equal(yomi_run(engine, &limits, &callbacks, &error), YOMI_OK);
        assert_true(strstr(names, " nodes ") && strstr(names, cases[i].own) && !strstr(names, cases[i].foreign));
        yomi_close(engine);
    }
}

/* ---- the position as data ---- */

/* The cells as a text: pieces, and for empty runs a number, or a sign for each cell. */
static void write_cells(yomi_engine *engine, const yomi_board *board, const char *empty, char *out)
{
    int run = 0;
    *out = '\0';
    for (int i = 0; i < board->width * board->height; i++) {
        const yomi_cell *cell = &board->cells[i];
        bool ends = (i + 1) % board->width == 0;
        if (cell->owner == YOMI_NOBODY && empty) {
            strcat(out, empty);
        } else if (cell->owner == YOMI_NOBODY) {
            run++;
        }
        if (run > 0 && (ends || cell->owner != YOMI_NOBODY)) {
            (void)sprintf(out + strlen(out), "%d", run);
            run = 0;
        }
        if (cell->owner != YOMI_NOBODY) strcat(out, yomi_piece_text(engine, cell->kind, cell->owner));
        if (ends && !empty && i + 1 < board->width * board->height) strcat(out, "/");
    }
}

/* Data and text say the same: the cells, written as the notation writes them, are a part of the position's text. */
static void cells_are_what_the_text_says(void **state)
{
    (void)state;
    for (int g = 0; yomi_game_name(g); g++) {
        yomi_engine *engine = open_engine(yomi_game_name(g));
        yomi_error error;
        const char *text;
        for (size_t i = 0; (text = yomi_bench_position(engine, i)); i++) {
            assert_int_equal(yomi_set_position(engine, text, NULL, 0, &error), YOMI_OK);
            yomi_board board = YOMI_BOARD_INIT;
            assert_int_equal(yomi_get_board(engine, &board), YOMI_OK);
            assert_int_equal(board.side_to_move, yomi_side_to_move(engine));
            char cells[4 * YOMI_CELLS_MAX];
            bool signs = strchr(yomi_position_text(engine), '/') == NULL;
            write_cells(engine, &board, signs ? "-" : NULL, cells);
            assert_non_null(strstr(yomi_position_text(engine), cells));
        }
        yomi_close(engine);
    }
}

static void hands_pairs_and_forbidden_cells_are_data_too(void **state)
{
    (void)state;
    yomi_error error;
    yomi_board board = YOMI_BOARD_INIT;
    yomi_engine *engine = open_engine("shogi");
    assert_int_equal(yomi_set_position(engine, "4k4/9/9/9/9/9/9/9/4K4 b R2P3g 1", NULL, 0, &error), YOMI_OK);
    assert_int_equal(yomi_get_board(engine, &board), YOMI_OK);
    int found = 0;
    for (int kind = 0; kind < board.kinds; kind++) {
        if (strcmp(yomi_piece_text(engine, kind, 0), "P") == 0) found += board.held[0][kind] == 2;
        if (strcmp(yomi_piece_text(engine, kind, 0), "R") == 0) found += board.held[0][kind] == 1;
        if (strcmp(yomi_piece_text(engine, kind, 1), "g") == 0) found += board.held[1][kind] == 3;
    }
    assert_int_equal(found, 3);
    assert_string_equal(yomi_cell_name(engine, 0), "9a");
    assert_null(yomi_cell_name(engine, 81));
    assert_null(yomi_piece_text(engine, board.kinds, 0));
    assert_string_equal(yomi_piece_sign(engine, board.cells[4].kind, 1), "玉");
    yomi_close(engine);
    engine = open_engine("gomoku"); /* black may not make two open threes, white may */
    for (int white = 0; white < 2; white++) {
        char text[128];
        (void)snprintf(text, sizeof text, "renju 15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/oooo11 %c 0 0",
                       white ? 'w' : 'b');
        assert_int_equal(yomi_set_position(engine, text, NULL, 0, &error), YOMI_OK);
        assert_int_equal(yomi_get_board(engine, &board), YOMI_OK);
        for (int i = 0; i < 225; i++) {
            bool cross = i == 7 * 15 + 7;
            assert_int_equal(board.cells[i].forbidden, cross && !white);
            if (board.cells[i].owner != YOMI_NOBODY) continue;
            char name[YOMI_MOVE_TEXT_MAX];
            (void)snprintf(name, sizeof name, "%s", yomi_cell_name(engine, i));
            assert_int_equal(yomi_is_legal(engine, name), !board.cells[i].forbidden);
        }
    }
    assert_int_equal(yomi_set_position(engine, "ninuki 19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b 2 1",
                                       NULL, 0, &error),
                     YOMI_OK);
    assert_int_equal(yomi_get_board(engine, &board), YOMI_OK);
    assert_true(board.held[0][0] == 2 && board.held[1][0] == 1 && board.width == 19 && !board.scored);
    board.size = 8;
    assert_int_equal(yomi_get_board(engine, &board), YOMI_BAD_INPUT);
    yomi_close(engine);
}

/* Empty cells go to the winner, and the score is the first player's whoever is to move. */
static void a_finished_game_of_othello_has_its_score(void **state)
{
    (void)state;
    yomi_engine *engine = open_engine("othello");
    yomi_error error;
    yomi_board board = YOMI_BOARD_INIT;
    char text[80];
    for (int side = 0; side < 2; side++) {
        memset(text, 'O', 64);
        memset(text, 'X', 10);
        memset(text + 60, '-', 4);
        (void)snprintf(text + 64, sizeof text - 64, " %c", side ? 'O' : 'X');
        memset(text, 'O', 10);
        assert_int_equal(yomi_set_position(engine, text, NULL, 0, &error), YOMI_OK);
        assert_int_equal(yomi_get_outcome(engine, NULL), YOMI_SECOND_WINS);
        assert_int_equal(yomi_get_board(engine, &board), YOMI_OK);
        assert_true(board.scored && board.score == -6400);
    }
    assert_int_equal(yomi_set_position(engine, NULL, NULL, 0, &error), YOMI_OK);
    assert_int_equal(yomi_get_board(engine, &board), YOMI_OK);
    assert_true(board.scored && board.score == 0); /* it goes on */
    yomi_close(engine);
}

static void rules_are_told_from_other_options(void **state)
{
    (void)state;
    static const char *const rules[] = {"EnteringKingRule", "MaxMovesToDraw", "Rule",
                                        "Opening",          "BoardSize",      "RuleFlags"};
    size_t told = 0;
    for (int g = 0; yomi_game_name(g); g++) {
        yomi_engine *engine = open_engine(yomi_game_name(g));
        yomi_option option = YOMI_OPTION_INIT;
        for (size_t i = 0; yomi_option_at(engine, i, &option) == YOMI_OK; i++) {
            bool expected = false;
            for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) expected |= strcmp(rules[k], option.name) == 0;
            assert_int_equal(option.rule, expected);
            told += expected;
        }
        yomi_close(engine);
    }
    assert_int_equal(told, sizeof rules / sizeof *rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_ended_by_a_rule_can_be_searched_on),
        cmocka_unit_test(who_keeps_no_book_says_so),
        cmocka_unit_test(every_position_to_measure_can_be_set),
        cmocka_unit_test(a_failure_changes_nothing),
        cmocka_unit_test(a_game_tells_its_own_counters),
        cmocka_unit_test(cells_are_what_the_text_says),
        cmocka_unit_test(hands_pairs_and_forbidden_cells_are_data_too),
        cmocka_unit_test(a_finished_game_of_othello_has_its_score),
        cmocka_unit_test(rules_are_told_from_other_options),
    };
    return cmocka_run_group_tests_name("yomi.h", tests, NULL, NULL);
}
