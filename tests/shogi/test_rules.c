/* How games end, each as a game played through the game table; and exchange values against a plain recursion. */
#include "base/rng.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/rules.h"
#include "shogi/see.h"
#include "shogi/settings.h"
#include "shogi/shogi.h"
#include "test.h"

#include <string.h>

static ShogiSettings settings_default(void)
{
    ShogiSettings settings;
    memset(&settings, 0, sizeof settings);
    Error error;
    assert_int_equal(options_init(shogi_game.options, &settings, &error), STATUS_OK);
    return settings;
}

static ShogiPosition position_of(const ShogiSettings *settings, const char *sfen)
{
    ShogiPosition pos;
    Error error = {STATUS_OK, ""};
    assert_int_equal(shogi_game.parse_position(settings, str_from(sfen), &pos, &error), STATUS_OK);
    return pos;
}

/* Plays blank-separated moves, all of which must be legal and none of which may end the game early. */
static void play_all(ShogiPosition *pos, const char *moves)
{
    Str rest = str_from(moves);
    for (Str word = str_word(&rest); word.len; word = str_word(&rest)) {
        assert_int_equal(shogi_game.outcome(pos, NULL), OUTCOME_NONE);
        Move move = shogi_game.parse_move(pos, word);
        assert_int_not_equal(move, MOVE_NONE);
        shogi_game.play(pos, move);
    }
}

static void expect_outcome(const ShogiPosition *pos, Outcome expected, const char *reason)
{
    const char *given;
    assert_int_equal(shogi_game.outcome(pos, &given), expected);
    if (expected == OUTCOME_NONE) return;
    assert_string_equal(given, reason);
    Move list[MAX_MOVES];
    assert_int_equal(shogi_game.legal_moves(pos, list), 0);
}

static void the_fourth_occurrence_draws(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    ShogiPosition pos = position_of(&settings, "startpos");
    const char *round = "2h3h 8b7b 3h2h 7b8b";
    play_all(&pos, round);
    expect_outcome(&pos, OUTCOME_NONE, NULL);
    play_all(&pos, round);
    expect_outcome(&pos, OUTCOME_NONE, NULL);
    play_all(&pos, round);
    expect_outcome(&pos, OUTCOME_DRAW, "repetition");
}

static void hands_are_part_of_the_position(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    /* The board comes back, but each time one more pawn has changed hands: no repetition, but a superior one. */
    ShogiPosition pos = position_of(&settings, "4k4/9/9/9/9/9/9/p8/R3K4 b 3p 1");
    play_all(&pos, "9i9h 5a5b 9h9i 5b5a");
    assert_int_equal(rules_repetition(&pos, pos.past_count), REPETITION_NONE); /* the pawn is gone from the board */
    play_all(&pos, "5i4i P*9h 4i5i 5a5b");
    play_all(&pos, "9i9h 5b5a 9h9i P*9h");
    assert_int_equal(pos.side, BLACK);
    assert_int_equal(rules_repetition(&pos, pos.past_count), REPETITION_SUPERIOR);
    assert_int_equal(rules_repetition(&pos, 1), REPETITION_NONE); /* against what was played before the root */
    expect_outcome(&pos, OUTCOME_NONE, NULL);
}

static void perpetual_check_loses(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    /* Only every other move of Black checks: an ordinary draw. */
    ShogiPosition pos = position_of(&settings, "5k3/7+R1/9/9/9/9/9/9/4K4 b - 1");
    for (int i = 0; i < 3; i++) play_all(&pos, "2b3b 4a5a 3b2b 5a4a");
    expect_outcome(&pos, OUTCOME_DRAW, "repetition");

    pos = position_of(&settings, "3k5/9/3R5/9/9/9/9/9/4K4 w - 1");
    const char *checks = "6a5a 6c5c 5a6a 5c6c";
    play_all(&pos, checks);
    play_all(&pos, checks);
    expect_outcome(&pos, OUTCOME_NONE, NULL);
    play_all(&pos, checks);
    expect_outcome(&pos, OUTCOME_SECOND_WINS, "perpetual check"); /* Black gave check at every move */
}

static void the_search_sees_perpetual_check_at_the_second_occurrence(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    ShogiPosition pos = position_of(&settings, "3k5/9/3R5/9/9/9/9/9/4K4 w - 1");
    play_all(&pos, "6a5a 6c5c 5a6a 5c6c");
    assert_int_equal(rules_repetition(&pos, pos.past_count), REPETITION_WIN); /* for White, who is to move */
    assert_int_equal(rules_repetition(&pos, 1), REPETITION_NONE);             /* the first half was the game's */
    for (int i = 0; i < 2; i++) play_all(&pos, "6a5a 6c5c 5a6a 5c6c");
    assert_int_equal(rules_repetition(&pos, 1), REPETITION_WIN); /* now by the rules themselves */
}

static void no_legal_move_loses(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    ShogiPosition mated = position_of(&settings, "k8/G8/K8/9/9/9/9/9/9 w - 1");
    expect_outcome(&mated, OUTCOME_FIRST_WINS, "mate");
    ShogiPosition stuck = position_of(&settings, "k8/2G6/1G7/9/9/9/9/9/8K w - 1");
    expect_outcome(&stuck, OUTCOME_FIRST_WINS, "no legal move");
}

static bool can_declare(EnteringKing rule, const char *sfen)
{
    ShogiSettings settings = settings_default();
    settings.entering_king = (int)rule;
    ShogiPosition pos = position_of(&settings, sfen);
    Move list[MAX_MOVES];
    int count = shogi_game.legal_moves(&pos, list);
    bool listed = false;
    for (int i = 0; i < count; i++) listed |= list[i] == MOVE_WIN;
    bool parsed = shogi_game.parse_move(&pos, str_from("win")) == MOVE_WIN;
    assert_int_equal(listed, parsed);
    return listed;
}

static void an_entered_king_declares_by_points(void **state)
{
    (void)state;
    /* 9 in the camp: one too few, whatever the points. */
    assert_false(can_declare(ENTERING_27, "1+P+P+P+P+P+P2/1+P+P+P4K/9/9/9/9/9/4k4/9 b 2R2B4G 1"));
    /* 10 in the camp and 10 + 20 points: Black needs 28, and 31 by the other rule. */
    const char *ten = "1+P+P+P+P+P+P2/1+P+P+P+P3K/9/9/9/9/9/4k4/9 b 2R2B 1";
    assert_true(can_declare(ENTERING_27, ten));
    assert_false(can_declare(ENTERING_24, ten));
    assert_false(can_declare(ENTERING_OFF, ten));
    assert_true(can_declare(ENTERING_24, "1+P+P+P+P+P+P2/1+P+P+P+P3K/9/9/9/9/9/4k4/9 b 2R2BG 1"));
    /* 10 + 17 points = 27: enough for White, not for Black. */
    assert_false(can_declare(ENTERING_27, "1+P+P+P+P+P+P2/1+P+P+P+P3K/9/9/9/9/9/4k4/9 b 2RB2P 1"));
    assert_true(can_declare(ENTERING_27, "9/4K4/9/9/9/9/9/k3+p+p+p+p1/2+p+p+p+p+p+p1 w 2rb2p 1"));
    /* The king outside the camp, or in check. */
    assert_false(can_declare(ENTERING_27, "1+P+P+P+P+P+P2/1+P+P+P+P4/9/8K/9/9/9/4k4/9 b 2R2B 1"));
    assert_false(can_declare(ENTERING_27, "1+P+P+P+P+P+P1r/1+P+P+P+P3K/9/9/9/9/9/4k4/9 b R2B5P 1"));

    ShogiSettings settings = settings_default();
    ShogiPosition pos = position_of(&settings, ten);
    shogi_game.play(&pos, MOVE_WIN);
    expect_outcome(&pos, OUTCOME_FIRST_WINS, "declaration");
}

static void a_long_game_is_drawn_when_so_set(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    settings.max_moves = 4;
    ShogiPosition pos = position_of(&settings, "startpos");
    play_all(&pos, "7g7f 3c3d 2g2f 8c8d");
    expect_outcome(&pos, OUTCOME_DRAW, "length of the game");
}

static void a_very_long_game_forgets_its_oldest_plies(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    ShogiPosition pos = position_of(&settings, "4k4/9/9/9/9/9/9/9/4K4 b - 1");
    Rng rng = rng_new(5);
    for (int i = 0; i < 5000; i++) {
        Move list[LIST_ROOM];
        int count = (int)(movegen_all(&pos, list) - list);
        pos_play(&pos, list[rng_below(&rng, (uint64_t)count)]);
        assert_true(pos.past_count <= PAST_MAX + 1);
    }
    assert_int_equal(pos.ply, 5000);
    int seen = 0;
    for (int i = 0; i < SEEN_SLOTS; i++) seen += pos.seen[i];
    assert_int_equal(seen, pos.past_count);
}

/* The exchange by plain recursion: make the captures on one square with every choice of the least valuable taker. */
static int exchange(ShogiPosition *pos, int square)
{
    Move list[LIST_ROOM], *end = movegen_all(pos, list), best = MOVE_NONE;
    int least = 1 << 30;
    for (Move *m = list; m < end; m++) {
        if (move_is_drop(*m) || move_to(*m) != square || move_is_promotion(*m)) continue;
        int value = see_value(piece_kind(pos->board[move_from(*m)]));
        if (value < least) {
            least = value;
            best = *m;
        }
    }
    if (best == MOVE_NONE) return 0;
    int gain = see_value(piece_kind(pos->board[square]));
    ShogiUndo before;
    pos_do(pos, best, &before);
    gain -= exchange(pos, square);
    pos_undo(pos, best, &before);
    return gain > 0 ? gain : 0;
}

static void exchanges_are_worth_what_recursion_says(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    const struct {
        const char *sfen, *move;
    } cases[] = {
        {"4k4/9/9/4p4/9/4L4/9/9/4K4 b - 1", "5f5d"},        {"4k4/9/4g4/4p4/9/4L4/9/9/4K4 b - 1", "5f5d"},
        {"4k4/9/4g4/4p4/9/4L4/4R4/9/4K4 b - 1", "5f5d"},    {"4k4/4r4/4g4/4p4/9/4L4/4R4/9/4K4 b - 1", "5f5d"},
        {"4k4/9/3sg4/4s4/5N3/4L4/4R4/9/4K4 b - 1", "5f5d"}, {"4k4/9/9/3p5/4S4/9/9/9/4K4 b - 1", "5e6d"},
        {"4k4/9/2n6/3p5/4S4/9/9/9/4K4 b - 1", "5e6d"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ShogiPosition pos = position_of(&settings, cases[i].sfen);
        Move move = shogi_game.parse_move(&pos, str_from(cases[i].move));
        assert_int_not_equal(move, MOVE_NONE);
        int gain = see_value(piece_kind(pos.board[move_to(move)]));
        ShogiUndo before;
        pos_do(&pos, move, &before);
        gain -= exchange(&pos, move_to(move));
        pos_undo(&pos, move, &before);
        assert_true(see_at_least(&pos, move, gain));
        assert_false(see_at_least(&pos, move, gain + 1));
    }
}

static void bench_positions_are_positions(void **state)
{
    (void)state;
    ShogiSettings settings = settings_default();
    for (int i = 0; shogi_game.bench_positions[i]; i++) {
        ShogiPosition pos = position_of(&settings, shogi_game.bench_positions[i]);
        expect_outcome(&pos, OUTCOME_NONE, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fourth_occurrence_draws),
        cmocka_unit_test(hands_are_part_of_the_position),
        cmocka_unit_test(perpetual_check_loses),
        cmocka_unit_test(the_search_sees_perpetual_check_at_the_second_occurrence),
        cmocka_unit_test(no_legal_move_loses),
        cmocka_unit_test(an_entered_king_declares_by_points),
        cmocka_unit_test(a_long_game_is_drawn_when_so_set),
        cmocka_unit_test(a_very_long_game_forgets_its_oldest_plies),
        cmocka_unit_test(bench_positions_are_positions),
        cmocka_unit_test(exchanges_are_worth_what_recursion_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
