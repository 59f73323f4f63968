/* A tactical suite: endings whose exact value is known, played by the ordinary search within a number of nodes that is
 * far from enough to solve them. With the signs of ProbCut's margins turned round it finds 25 in place of 29. */
#include "base/rng.h"
#include "othello/othello.h"
#include "othello/tree/solo.h"
#include "test.h"
#include "toy/rig.h"

enum { EMPTIES = 18, ROUNDS = 40, NODES = 6000, FLOOR = 27 };

static bool next_position(Rng *rng, OthelloPosition *position)
{
    Move moves[MOVES_MAX];
    othello_position_set(position, othello_board_start(), 0);
    while (board_empty_count(position->board) > EMPTIES) {
        int count = othello_position_moves(position, moves);
        if (count == 0) return false;
        othello_position_play(position, moves[rng_below(rng, (uint64_t)count)]);
    }
    return othello_position_moves(position, moves) > 2;
}

static void best_moves_of_endings_are_found_within_a_number_of_nodes(void **state)
{
    (void)state;
    OthelloShared *shared;
    SoloSearch solo;
    Error error;
    Rig rig;
    assert_int_equal(othello_shared_make(&shared, (Str){0}, &error), STATUS_OK);
    assert_int_equal(othello_solo_open(&solo, shared, cpu_features(), 4, &error), STATUS_OK);
    rig_open(&rig, &othello_game, 1, 4, clock_real());
    Rng rng = rng_new(64);
    int found = 0, lost = 0;
    for (int i = 0; i < ROUNDS; i++) {
        OthelloPosition position;
        while (!next_position(&rng, &position)) {}
        Limits limits = limits_none();
        limits.nodes = NODES;
        tt_clear(&rig.tt, 1);
        pool_new_game(rig.pool);
        Move move = rig_search(&rig, &position, &limits)->best;
        Pv pv;
        int best = othello_solo_solve(&solo, position.board, -64, 64, &pv);
        OthelloBoard after = position.board;
        int square = square_of_move(move);
        after = board_after(after, square, othello_board_flips(after, square));
        int value = -othello_solo_solve(&solo, after, -64, 64, &pv);
        assert_true(value <= best);
        found += value == best;
        lost += best - value;
    }
    if (found < FLOOR) fail_msg("%d of %d were found, %d discs lost", found, ROUNDS, lost);
    rig_close(&rig);
    othello_solo_close(&solo);
    othello_shared_free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(best_moves_of_endings_are_found_within_a_number_of_nodes)};
    return cmocka_run_group_tests_name("othello tactics", tests, NULL, NULL);
}
