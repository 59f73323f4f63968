/* KIF, KI2 and CSA: random games written and read back, records as programs write them, and damaged ones. */
#include "base/rng.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/record/csa.h"
#include "shogi/record/ki2.h"
#include "shogi/record/kif.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static KifuGame *random_game(Rng *rng, const char *start)
{
    KifuGame *game = malloc(sizeof *game);
    kifu_clear(game);
    strcpy(game->player[0], "先手の人");
    strcpy(game->player[1], "White player");
    strcpy(game->event, "練習");
    strcpy(game->date, "2024/01/02");
    strcpy(game->position, start);
    game->end = (KifuEnd)(1 + rng_below(rng, KIFU_ENDS - 1));
    ShogiPosition pos;
    memset(&pos, 0, sizeof pos);
    assert_int_equal(notation_parse(str_from(start), &pos, NULL), STATUS_OK);
    for (int ply = 0; ply < 150; ply++) {
        Move list[LIST_ROOM];
        int count = (int)(movegen_all(&pos, list) - list);
        if (!count) break;
        Move move = list[rng_below(rng, (uint64_t)count)];
        char text[NOTATION_MOVE_MAX];
        notation_format_move(move, text);
        Error error;
        assert_int_equal(kifu_add_move(game, text, (int)rng_below(rng, 4000), &error), STATUS_OK);
        pos_play(&pos, move);
    }
    return game;
}

static void expect_same(const KifuGame *a, const KifuGame *b, bool times)
{
    assert_string_equal(a->player[0], b->player[0]);
    assert_string_equal(a->player[1], b->player[1]);
    assert_string_equal(a->event, b->event);
    assert_string_equal(a->date, b->date);
    assert_string_equal(a->position, b->position);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_string_equal(a->moves[i].text, b->moves[i].text);
        assert_int_equal(times ? a->moves[i].seconds : -1, b->moves[i].seconds);
    }
}

typedef Status (*Parse)(Str, KifuGame *, Error *);
typedef Status (*Format)(const KifuGame *, Buf *, Error *);

static void round_trips(Parse parse, Format format, bool times)
{
    static const char *const starts[] = {
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    };
    Rng rng = rng_new(9);
    KifuGame *back = malloc(sizeof *back);
    for (int n = 0; n < 60; n++) {
        KifuGame *game = random_game(&rng, starts[n % 3]);
        Buf text = buf_new(1 << 20);
        Error error = {STATUS_OK, ""};
        assert_int_equal(format(game, &text, &error), STATUS_OK);
        Status status = parse(buf_view(&text), back, &error);
        if (status != STATUS_OK) print_error("%s\n", error.text);
        assert_int_equal(status, STATUS_OK);
        expect_same(game, back, times);
        /* Damaged text is refused with a reason or read as something, and never more. */
        for (int damage = 0; damage < 20; damage++) {
            size_t at = (size_t)rng_below(&rng, text.len);
            char was = text.data[at];
            text.data[at] = (char)rng_next(&rng);
            error.text[0] = '\0';
            if (parse(buf_view(&text), back, &error) != STATUS_OK) assert_true(error.text[0] != '\0');
            text.data[at] = was;
        }
        buf_free(&text);
        free(game);
    }
    free(back);
}

static void kif_is_read_as_written(void **state)
{
    (void)state;
    round_trips(kif_parse, kif_format, true);
}

static void ki2_is_read_as_written(void **state)
{
    (void)state;
    round_trips(ki2_parse, ki2_format, false);
}

static void csa_is_read_as_written(void **state)
{
    (void)state;
    round_trips(csa_parse, csa_format, true);
}

static void a_kif_file_of_a_program_is_read(void **state)
{
    (void)state;
    KifuGame *game = malloc(sizeof *game);
    Error error;
    const char *text = "#KIF version=2.0 encoding=UTF-8\r\n"
                       "開始日時：2024/05/01 10:00\r\n手合割：平手　　\r\n先手：A\r\n後手：B\r\n"
                       "手数----指手---------消費時間--\r\n"
                       "   1 ７六歩(77)   ( 0:03/00:00:03)\r\n*a comment\r\n"
                       "   2 ３四歩(33)   ( 0:02/00:00:02)\r\n"
                       "   3 ２二角成(88)   ( 0:05/00:00:08)+\r\n"
                       "   4 同　銀(31)   ( 1:01/00:01:03)\r\n"
                       "   5 ４五角打   ( 0:00/00:00:08)\r\n"
                       "   6 投了   ( 0:00/00:01:03)\r\nまで5手で先手の勝ち\r\n\r\n変化：3手\r\n   3 ６六歩(67)\r\n";
    assert_int_equal(kif_parse(str_from(text), game, &error), STATUS_OK);
    static const char *const moves[] = {"7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"};
    assert_int_equal(game->count, 5);
    for (int i = 0; i < 5; i++) assert_string_equal(game->moves[i].text, moves[i]);
    assert_int_equal(game->moves[3].seconds, 61);
    assert_int_equal(game->end, KIFU_END_RESIGN);
    assert_string_equal(game->player[1], "B");
    assert_int_equal(kif_parse(str_from("手合割：平手\n   1 ７六歩\n"), game, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "KIF line 2: a move without the square that it comes from");
    free(game);
}

static void a_ki2_file_of_a_program_is_read(void **state)
{
    (void)state;
    KifuGame *game = malloc(sizeof *game);
    Error error;
    const char *text = "開始日時：2024/05/01\r\n手合割：平手　　\r\n先手：A\r\n後手：B\r\n\r\n"
                       "▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角\r\n*a comment\r\n"
                       "△５二金右  ▲３四角    △５四角打\r\n"
                       "まで8手で後手の勝ち\r\n\r\n変化：3手\r\n▲６六歩\r\n";
    assert_int_equal(ki2_parse(str_from(text), game, &error), STATUS_OK);
    static const char *const moves[] = {"7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "6a5b", "4e3d", "B*5d"};
    assert_int_equal(game->count, 8);
    for (int i = 0; i < 8; i++) assert_string_equal(game->moves[i].text, moves[i]);
    assert_int_equal(game->end, KIFU_END_RESIGN);
    assert_int_equal(game->moves[4].comment.len, strlen("*a comment"));
    assert_int_equal(ki2_parse(str_from("手合割：平手\n▲５八金\n"), game, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "KI2 line 2: a move that more than one piece can make");
    assert_int_equal(ki2_parse(str_from("手合割：平手\n▲５五金右\n"), game, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "KI2 line 2: a move that no piece can make");
    assert_int_equal(ki2_parse(str_from("▲７六歩\n▲２六歩\n"), game, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "KI2 line 2: a move of the side that has just moved");
    free(game);
}

/* As the federation that keeps the rules of play prints its examples. */
static void ki2_tells_pieces_apart_as_printed(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *move, *text;
    } cases[] = {
        {"9/9/9/9/9/9/9/3G5/5G3 b - 1", "6h5h", "▲５八金寄"},
        {"9/9/9/9/9/9/9/3G5/5G3 b - 1", "4i5h", "▲５八金上"},
        {"9/9/9/9/9/9/9/9/3GGG3 b - 1", "6i5h", "▲５八金左"},
        {"9/9/9/9/9/9/9/9/3GGG3 b - 1", "5i5h", "▲５八金直"},
        {"9/9/9/9/9/9/9/9/3GGG3 b - 1", "4i5h", "▲５八金右"},
        {"9/9/9/9/9/9/9/3G5/3G1G3 b - 1", "6i5h", "▲５八金左上"},
        {"9/9/9/9/9/9/9/3G5/3G1G3 b - 1", "6h5h", "▲５八金寄"},
        {"9/9/9/9/9/3S1S3/9/3S5/9 b - 1", "6f5g", "▲５七銀左引"},
        {"3ggg3/9/9/9/9/9/9/9/9 w - 1", "6a5b", "△５二金右"},
        {"9/9/9/9/3+R5/5+R3/9/9/9 b - 1", "4f5e", "▲５五龍上"},
        {"9/9/9/9/2+R2+R3/9/9/9/9 b - 1", "7e5e", "▲５五龍左"},
        {"9/9/4S4/9/9/9/9/9/9 b S 1", "5c4b", "▲４二銀不成"},
        {"9/9/4S4/9/9/9/9/9/9 b S 1", "5c4b+", "▲４二銀成"},
        {"9/9/4S4/9/9/9/9/9/9 b S 1", "S*4b", "▲４二銀打"},
        {"9/9/4S4/9/9/9/9/9/9 b S 1", "S*9i", "▲９九銀"},
    };
    KifuGame *game = malloc(sizeof *game);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kifu_clear(game);
        strcpy(game->position, cases[i].sfen);
        Error error;
        assert_int_equal(kifu_add_move(game, cases[i].move, -1, &error), STATUS_OK);
        Buf text = buf_new(1 << 16);
        assert_int_equal(ki2_format(game, &text, &error), STATUS_OK);
        char line[64];
        snprintf(line, sizeof line, "\n%s\n", cases[i].text);
        if (!strstr(buf_text(&text), line)) fail_msg("%s is not in %s", cases[i].text, buf_text(&text));
        buf_free(&text);
    }
    free(game);
}

/* A pinned gold that could go there by its step needs no word against it, and may have one. */
static void ki2_may_pass_over_pinned_pieces(void **state)
{
    (void)state;
    KifuGame *game = malloc(sizeof *game);
    Error error;
    static const char head[] = "後手の持駒：なし\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n"
                               "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n"
                               "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・v香 ・ ・ ・ ・|五\n"
                               "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
                               "| ・ ・ ・ ・ 金 ・ 金 ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手の持駒：なし\n";
    static const char *const moves[] = {"▲４八金\n", "▲４八金右\n"};
    for (size_t i = 0; i < 2; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s", head, moves[i]);
        assert_int_equal(ki2_parse(str_from(text), game, &error), STATUS_OK);
        assert_string_equal(game->moves[0].text, "3h4h");
    }
    free(game);
}

static void a_csa_file_of_a_server_is_read(void **state)
{
    (void)state;
    KifuGame *game = malloc(sizeof *game);
    Error error;
    const char *text = "V2.2\nN+A\nN-B\n$EVENT:x\nPI\n+\n+7776FU,T3\n-3334FU\nT2\n'comment\n+8822UM\nT1\n%TORYO\n";
    assert_int_equal(csa_parse(str_from(text), game, &error), STATUS_OK);
    assert_int_equal(game->count, 3);
    assert_string_equal(game->moves[2].text, "8h2b+");
    assert_int_equal(game->moves[0].seconds, 3);
    assert_int_equal(game->end, KIFU_END_RESIGN);
    assert_string_equal(game->position, kifu_even);
    assert_int_equal(csa_parse(str_from("PI82HI22KA\n-\n-4132KI\n"), game, &error), STATUS_OK);
    assert_string_equal(game->position, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_int_equal(csa_parse(str_from("PI\n+\n+7776KI\n"), game, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "CSA line 3: another piece stands there");
    free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kif_is_read_as_written),
        cmocka_unit_test(ki2_is_read_as_written),
        cmocka_unit_test(csa_is_read_as_written),
        cmocka_unit_test(a_kif_file_of_a_program_is_read),
        cmocka_unit_test(a_csa_file_of_a_server_is_read),
        cmocka_unit_test(a_ki2_file_of_a_program_is_read),
        cmocka_unit_test(ki2_tells_pieces_apart_as_printed),
        cmocka_unit_test(ki2_may_pass_over_pinned_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
