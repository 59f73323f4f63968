#include "contract/contract.h"

#include "base/clock.h"
#include "base/mem.h"
#include "environment.h"
#include "test.h"
#include "toy/rig.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(NDEBUG)
enum { POSITIONS = 40, WALKS = 60, DEPTH = 6, NODES = 20000 };
#else
enum { POSITIONS = 10, WALKS = 10, DEPTH = 4, NODES = 4000 };
#endif
enum { PLIES_MAX = 60 };

/* Which game is under test, and the checks that stand between it and the core. */
typedef struct Contract {
    const Game *game;
    Game watched; /* the game with search_root replaced */
    Rig rig;
    void *position, *scratch;
} Contract;

/* ---- positions ---- */

static void random_position(const Contract *c, void *position, Rng *rng)
{
    const Game *game = c->game;
    for (;;) {
        game->start_position(c->rig.settings, position);
        uint64_t plies = rng_below(rng, PLIES_MAX);
        Move moves[MAX_MOVES];
        int count = game->legal_moves(position, moves);
        for (uint64_t i = 0; i < plies && count > 0; i++) {
            game->play(position, moves[rng_below(rng, (uint64_t)count)]);
            count = game->legal_moves(position, moves);
        }
        if (count > 0) return;
    }
}

static bool is_legal(const Game *game, const void *position, Move move)
{
    Move moves[MAX_MOVES];
    int count = game->legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == move) return true;
    }
    return false;
}

static void assert_playable(const Contract *c, const void *position, const Pv *pv)
{
    assert_true(pv->len > 0);
    memcpy(c->scratch, position, c->game->position_size);
    for (int i = 0; i < pv->len; i++) {
        assert_true(is_legal(c->game, c->scratch, pv->moves[i]));
        c->game->play(c->scratch, pv->moves[i]);
    }
}

/* ---- the watched search ---- */

/* Search functions get a worker and nothing else, so the contract under test is found through its settings. */
static Contract *contract_of(const Worker *worker)
{
    return (Contract *)((char *)worker->pool->config.game - offsetof(Contract, watched));
}

static Score watched_search_root(Worker *worker, Score alpha, Score beta, int depth)
{
    const Game *game = contract_of(worker)->game;
    uint64_t root_key = worker->pool->job.root_key;
    assert_int_equal(game->worker_key(worker), root_key);
    Score score = game->search_root(worker, alpha, beta, depth);
    assert_int_equal(game->worker_key(worker), root_key); /* stopped or not */
    if (worker->stopped) return score;
    assert_in_range(score + SCORE_INFINITE, 0, 2 * SCORE_INFINITE);
    const RootList *root = &worker->root;
    Score best = -SCORE_INFINITE;
    for (int i = root->first; i < root->count; i++) {
        const RootMove *entry = &root->moves[i];
        if (entry->score == -SCORE_INFINITE) continue;
        if (entry->score > best) best = entry->score;
        assert_true(entry->pv.len > 0 && entry->pv.moves[0] == entry->move);
    }
    /* Fail-soft: what comes back is what was recorded, and its bound says on which side of the window it lies. */
    if (score > alpha) assert_int_equal(best, score);
    if (score <= alpha) assert_true(best <= alpha);
    return score;
}

static void watch_line(void *context, const Report *report)
{
    const Contract *c = context;
    assert_playable(c, c->position, report->pv);
    assert_true(report->depth >= 1 && report->seldepth >= 0);
}

/* ---- checks ---- */

static void texts_of_moves_and_positions_come_back(void **state)
{
    Contract *c = *state;
    const Game *game = c->game;
    Rng rng = rng_new(1);
    Error error;
    for (int i = 0; i < WALKS; i++) {
        random_position(c, c->position, &rng);
        Move moves[MAX_MOVES];
        int count = game->legal_moves(c->position, moves);
        for (int m = 0; m < count; m++) {
            char text[MOVE_TEXT_MAX];
            assert_int_not_equal(moves[m], MOVE_NONE);
            game->format_move(c->position, moves[m], text);
            assert_int_equal(game->parse_move(c->position, str_from(text)), moves[m]);
        }
        Buf text = buf_new(1 << 16);
        game->format_position(c->position, &text);
        assert_int_equal(game->parse_position(c->rig.settings, buf_view(&text), c->scratch, &error), STATUS_OK);
        assert_int_equal(game->key(c->scratch), game->key(c->position));
        assert_int_equal(game->side_to_move(c->scratch), game->side_to_move(c->position));
        assert_int_equal(game->legal_moves(c->scratch, moves), count);
        buf_free(&text);
        Buf board = buf_new(1 << 16);
        game->draw_board(c->position, &board);
        assert_true(board.len > 0 && !board.failed);
        buf_free(&board);
    }
}

static void nonsense_is_refused_with_a_reason_and_changes_nothing(void **state)
{
    Contract *c = *state;
    const Game *game = c->game;
    static const char *const nonsense[] = {
        "x", "\xff\xff", "99999999999999999999", "((((", "%s%n", "a b c d e f g", "/////////", "zz99"};
    game->start_position(c->rig.settings, c->position);
    memcpy(c->scratch, c->position, game->position_size);
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        Error error = {STATUS_OK, ""};
        assert_int_not_equal(game->parse_position(c->rig.settings, str_from(nonsense[i]), c->scratch, &error),
                             STATUS_OK);
        assert_true(error.text[0] != '\0');
        assert_memory_equal(c->position, c->scratch, game->position_size);
        assert_int_equal(game->parse_move(c->position, str_from(nonsense[i])), MOVE_NONE);
    }
    assert_int_equal(game->parse_move(c->position, str_from("")), MOVE_NONE);
}

/* Texts that are almost right: whatever is accepted must be a position that can be played and written down. */
static void damaged_texts_are_refused_or_make_sense(void **state)
{
    Contract *c = *state;
    const Game *game = c->game;
    Rng rng = rng_new(8);
    for (int i = 0; i < WALKS * 20; i++) {
        if (i % 20 == 0) random_position(c, c->position, &rng);
        Buf text = buf_new(1 << 16);
        game->format_position(c->position, &text);
        for (uint64_t hits = 1 + rng_below(&rng, 3); hits > 0 && text.len > 0; hits--) {
            size_t at = (size_t)rng_below(&rng, text.len);
            if (rng_below(&rng, 3) == 0) text.len = at; /* cut off */
            if (text.len > at)
                text.data[at] = rng_below(&rng, 2) ? (char)rng_next(&rng) : text.data[rng_below(&rng, text.len)];
        }
        Error error = {STATUS_OK, ""};
        if (game->parse_position(c->rig.settings, buf_view(&text), c->scratch, &error) == STATUS_OK) {
            Move moves[MAX_MOVES];
            int count = game->legal_moves(c->scratch, moves);
            assert_in_range(count, 0, MAX_MOVES);
            Buf again = buf_new(1 << 16);
            game->format_position(c->scratch, &again);
            assert_true(!again.failed);
            buf_free(&again);
            if (count > 0) game->play(c->scratch, moves[rng_below(&rng, (uint64_t)count)]);
        } else {
            assert_true(error.text[0] != '\0');
        }
        char move[8];
        for (size_t k = 0; k < sizeof move; k++) move[k] = (char)rng_next(&rng);
        (void)game->parse_move(c->position, (Str){move, (size_t)rng_below(&rng, sizeof move + 1)});
        buf_free(&text);
    }
}

static void games_end_and_the_end_has_a_reason(void **state)
{
    Contract *c = *state;
    const Game *game = c->game;
    Rng rng = rng_new(2);
    for (int i = 0; i < WALKS / 5; i++) {
        game->start_position(c->rig.settings, c->position);
        for (int ply = 0; ply < 5000; ply++) {
            Move moves[MAX_MOVES];
            const char *reason = NULL;
            int count = game->legal_moves(c->position, moves);
            Outcome outcome = game->outcome(c->position, &reason);
            assert_int_equal(count == 0, outcome != OUTCOME_NONE);
            if (count == 0) {
                assert_non_null(reason);
                break;
            }
            TimeProfile profile = game->time_profile(c->rig.settings, c->position);
            assert_non_null(profile.shape);
            assert_true(profile.ply >= 0 && profile.ply <= game->ply(c->position));
            Limits limits = limits_none();
            assert_in_range(game->max_depth(c->position, &limits), 1, MAX_DEPTH);
            limits.movetime_ms = 100;
            assert_in_range(game->max_depth(c->position, &limits), 1, MAX_DEPTH);
            game->play(c->position, moves[rng_below(&rng, (uint64_t)count)]);
            if (game->ply(c->position) >= 400) break;
        }
    }
}

static void perft_of_one_ply_is_the_number_of_moves(void **state)
{
    Contract *c = *state;
    const Game *game = c->game;
    Rng rng = rng_new(3);
    for (int i = 0; i < WALKS; i++) {
        random_position(c, c->position, &rng);
        Move moves[MAX_MOVES];
        int count = game->legal_moves(c->position, moves);
        assert_int_equal(game->perft(c->position, 1, NULL), count);
        uint64_t sum = 0;
        for (int m = 0; m < count; m++) {
            memcpy(c->scratch, c->position, game->position_size);
            game->play(c->scratch, moves[m]);
            sum += game->perft(c->scratch, 1, NULL);
        }
        assert_int_equal(game->perft(c->position, 2, NULL), sum);
    }
}

/* What yomi_get_board hands on: a board that fits, sides that are right, cells with names of their own. */
static void cells_have_owners_kinds_and_names(void **state)
{
    Contract *c = *state;
    const Game *game = c->game;
    Rng rng = rng_new(12);
    for (int i = 0; i < WALKS; i++) {
        random_position(c, c->position, &rng);
        yomi_board board = {.size = sizeof board};
        game->describe_board(c->position, &board);
        int cells = board.width * board.height;
        assert_in_range(cells, 1, YOMI_CELLS_MAX);
        assert_in_range(game->kinds, 1, YOMI_KINDS_MAX);
        char names[YOMI_CELLS_MAX][MOVE_TEXT_MAX];
        assert_false(game->cell_name(c->position, cells, names[0]));
        for (int cell = 0; cell < cells; cell++) {
            const yomi_cell *at = &board.cells[cell];
            assert_in_range(at->owner + 1, 0, 2);
            assert_true(at->kind < game->kinds);
            if (at->owner != YOMI_NOBODY) assert_true(game->pieces[at->kind].text[at->owner][0]);
            assert_true(game->cell_name(c->position, cell, names[cell]));
            assert_int_equal(names[cell][0], names[cell % board.width][0]);             /* the column */
            assert_string_equal(names[cell] + 1, names[cell - cell % board.width] + 1); /* the row */
            for (int other = 0; other < cell; other++) assert_string_not_equal(names[cell], names[other]);
            /* A move that is a cell's name goes to an empty cell that is not forbidden. */
            bool placed = game->parse_move(c->position, str_from(names[cell])) != MOVE_NONE;
            if (placed) assert_true(at->owner == YOMI_NOBODY && !at->forbidden);
        }
    }
}

static void lines_are_legal_and_boards_are_put_back(void **state)
{
    Contract *c = *state;
    Rng rng = rng_new(4);
    c->rig.on_line = watch_line;
    c->rig.on_line_context = c;
    for (int i = 0; i < POSITIONS; i++) {
        random_position(c, c->position, &rng);
        Limits limits = limits_none();
        limits.depth = DEPTH;
        limits.nodes = NODES * 10;
        limits.multipv = 1 + (int)rng_below(&rng, 3);
        const SearchResult *result = rig_search(&c->rig, c->position, &limits);
        assert_true(is_legal(c->game, c->position, result->best));
        assert_playable(c, c->position, &result->pv);
    }
    c->rig.on_line = NULL;
}

static void stops_and_limits_are_kept(void **state)
{
    Contract *c = *state;
    Rng rng = rng_new(5);
    Error error;
    for (int threads = 1; threads <= 3; threads++) {
        assert_int_equal(pool_resize(c->rig.pool, threads, &error), STATUS_OK);
        for (int i = 0; i < POSITIONS; i++) {
            random_position(c, c->position, &rng);
            Limits limits = limits_none();
            bool by_nodes = i % 2 == 0;
            limits.infinite = !by_nodes;
            limits.nodes = by_nodes ? 1 + rng_below(&rng, NODES) : 0;
            rig_start(&c->rig, c->position, &limits);
            if (!by_nodes) {
                clock_sleep((int64_t)rng_below(&rng, 3000) * 1000);
                pool_stop(c->rig.pool);
            }
            const SearchResult *result = rig_wait(&c->rig);
            assert_true(is_legal(c->game, c->position, result->best));
            if (by_nodes) assert_true(result->nodes <= limits.nodes);
        }
    }
    assert_int_equal(pool_resize(c->rig.pool, 1, &error), STATUS_OK);
}

static void one_thread_is_deterministic(void **state)
{
    Contract *c = *state;
    Rng rng = rng_new(6);
    for (int i = 0; i < POSITIONS / 4; i++) {
        random_position(c, c->position, &rng);
        Limits limits = limits_none();
        limits.nodes = NODES;
        SearchResult first = {0};
        for (int run = 0; run < 2; run++) {
            tt_clear(&c->rig.tt, 1);
            pool_new_game(c->rig.pool);
            const SearchResult *result = rig_search(&c->rig, c->position, &limits);
            if (run == 0) first = *result;
            assert_int_equal(result->nodes, first.nodes);
            assert_int_equal(result->score, first.score);
            assert_int_equal(result->pv.len, first.pv.len);
            assert_memory_equal(result->pv.moves, first.pv.moves, first.pv.len * sizeof(Move));
        }
    }
}

static void all_code_paths_search_the_same_tree(void **state)
{
    static const char *const paths[3] = {"portable", "avx2", "best"};
    Contract *c = *state;
    Rng rng = rng_new(7);
    Limits limits = limits_none();
    limits.nodes = NODES;
    random_position(c, c->position, &rng);
    SearchResult results[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(set_variable("YOMI_CPU", paths[i]), 0);
        Rig rig;
        rig_open(&rig, c->game, 1, 4, clock_real());
        results[i] = *rig_search(&rig, c->position, &limits);
        rig_close(&rig);
        assert_int_equal(results[0].score, results[i].score);
        assert_int_equal(results[0].best, results[i].best);
        assert_int_equal(results[0].depth, results[i].depth);
    }
    assert_int_equal(set_variable("YOMI_CPU", NULL), 0);
}

/* ---- running them ---- */

static const Game *game_under_test; /* cmocka's set-up functions take no argument */

static int set_up(void **state)
{
    Contract *c = calloc(1, sizeof *c);
    c->game = game_under_test;
    c->watched = *game_under_test;
    c->watched.search_root = watched_search_root;
    rig_open(&c->rig, &c->watched, 1, 4, clock_real());
    c->position = mem_alloc(c->game->position_size, 0, NULL);
    c->scratch = mem_alloc(c->game->position_size, 0, NULL);
    *state = c;
    return 0;
}

static int tear_down(void **state)
{
    Contract *c = *state;
    rig_close(&c->rig);
    mem_free(c->position);
    mem_free(c->scratch);
    free(c);
    return 0;
}

int contract_run(const Game *game)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_of_moves_and_positions_come_back),
        cmocka_unit_test(nonsense_is_refused_with_a_reason_and_changes_nothing),
        cmocka_unit_test(damaged_texts_are_refused_or_make_sense),
        cmocka_unit_test(games_end_and_the_end_has_a_reason),
        cmocka_unit_test(perft_of_one_ply_is_the_number_of_moves),
        cmocka_unit_test(cells_have_owners_kinds_and_names),
        cmocka_unit_test(lines_are_legal_and_boards_are_put_back),
        cmocka_unit_test(stops_and_limits_are_kept),
        cmocka_unit_test(one_thread_is_deterministic),
        cmocka_unit_test(all_code_paths_search_the_same_tree),
    };
    game_under_test = game;
    return cmocka_run_group_tests_name(game->name, tests, set_up, tear_down);
}
