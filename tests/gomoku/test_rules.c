/* Random games under every rule set, move by move against the slow referee; and a table of hand-made positions. With
 * YOMI_LONG=N in the environment N games are played for every rule set. */
#include "gomoku/board.h"
#include "gomoku/referee.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GomTables *tables;
static GomBoard board, fresh;

static RefRules referee_rules(const GomRules *rules)
{
    RefRules out = {.size = rules->size,
                    .captures = rules->captures,
                    .breakable = rules->breakable_five,
                    .capture_exempts = rules->capture_exempts,
                    .recursive_three = rules->recursive_three,
                    .pro = rules->opening == GOM_OPENING_PRO};
    for (int c = 0; c < 2; c++) {
        out.exact[c] = rules->exact_five[c];
        out.no_three[c] = rules->forbid_three[c];
        out.no_four[c] = rules->forbid_four[c];
        out.no_overline[c] = rules->forbid_overline[c];
    }
    return out;
}

static GomRules parse_rules(const char *text)
{
    GomRules rules;
    Error error;
    if (rules_parse(str_from(text), &rules, &error) != STATUS_OK) fail_msg("%s", error.text);
    return rules;
}

static BoardTraits traits_of(const GomRules *rules)
{
    return (BoardTraits){tables_radius(rules->exact_five[0], rules->exact_five[1]), rules->captures};
}

static void assert_same_state(const GomPosition *position, const Referee *referee)
{
    Outcome outcome = position_outcome(position, NULL);
    static const Outcome expected[] = {[REF_GOES_ON] = OUTCOME_NONE,
                                       [REF_BLACK_WINS] = OUTCOME_FIRST_WINS,
                                       [REF_WHITE_WINS] = OUTCOME_SECOND_WINS,
                                       [REF_DRAW] = OUTCOME_DRAW};
    assert_int_equal(outcome, expected[referee->state]);
    assert_int_equal(position->side, referee->turn);
    for (int c = 0; c < 2; c++) assert_int_equal(position->pairs[c], referee->pairs[c]);
    for (int y = 0; y < position->rules.size; y++) {
        for (int x = 0; x < position->rules.size; x++) {
            assert_int_equal(".XO"[position->cells[cell_at(x, y)]], referee -> at[y][x]);
        }
    }
}

static void show_cell(const GomPosition *position, int cell, const char *what)
{
    Buf text = buf_new(1 << 16);
    char name[MOVE_TEXT_MAX];
    position_draw(position, &text);
    position_format(position, &text);
    position_format_move(position, (Move)cell, name);
    fprintf(stderr, "%s at %s\n%s\n", what, name, buf_text(&text));
    buf_free(&text);
}

/* Legal moves by the position, the board and the referee. */
static void assert_same_moves(const GomPosition *position, const Referee *referee)
{
    Move moves[MAX_MOVES];
    int count = position_legal_moves(position, moves), next = 0;
    for (int y = 0; y < position->rules.size; y++) {
        for (int x = 0; x < position->rules.size; x++) {
            int cell = cell_at(x, y);
            bool listed = next < count && moves[next] == cell;
            next += listed;
            bool legal = referee_legal(referee, x, y);
            if (listed != legal) show_cell(position, cell, legal ? "wrongly refused" : "wrongly allowed");
            assert_int_equal(listed, legal);
            if (position->cells[cell] != CELL_EMPTY || position->rules.opening == GOM_OPENING_PRO) continue;
            if (position->end != GOM_END_NONE) continue;
            bool allowed = board_allowed(&board, cell, position->side);
            if (allowed != legal) show_cell(position, cell, legal ? "board refuses" : "board allows");
            assert_int_equal(allowed, legal);
        }
    }
    assert_int_equal(next, count);
}

/* The cells' infos, kept up to date move by move, against the referee and against a board set up anew. */
static void assert_same_cells(const GomPosition *position, const Referee *referee)
{
    board_set(&fresh, tables, &board.weights, position);
    assert_true(fresh.key == board.key);
    assert_memory_equal(&fresh.sums, &board.sums, sizeof fresh.sums);
    assert_memory_equal(fresh.lines, board.lines, sizeof fresh.lines);
    assert_memory_equal(fresh.rows, board.rows, sizeof fresh.rows);
    for (int y = 0; y < position->rules.size; y++) {
        for (int x = 0; x < position->rules.size; x++) {
            int cell = cell_at(x, y);
            if (position->cells[cell] != CELL_EMPTY) continue;
            const CellInfo *info = &board.info[cell];
            assert_memory_equal(info, &fresh.info[cell], sizeof *info);
            for (int c = 0; c < 2; c++) {
                assert_int_equal(info->pairs[c], referee_captures(referee, x, y, c));
                assert_int_equal(board_class(&board, cell, c) == CELL_CLASS_FIVE, referee_makes_five(referee, x, y, c));
            }
        }
    }
}

/* Mostly close to other stones, so that lines, captures and fives come about. */
static Move random_move(const GomPosition *position, Rng *rng)
{
    Move moves[MAX_MOVES];
    int count = position_legal_moves(position, moves);
    Move move = moves[rng_below(rng, (uint64_t)count)];
    for (int tries = 0; tries < 40; tries++) {
        int near = 0;
        for (int d = 0; d < GRID_DIRECTIONS; d++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                uint8_t state = position->cells[move + sign * grid_step[d]];
                near += state == CELL_BLACK || state == CELL_WHITE;
            }
        }
        if (near > 0 && rng_below(rng, 4) < (uint64_t)near) return move;
        move = moves[rng_below(rng, (uint64_t)count)];
    }
    return move;
}

static void play_game(const GomRules *rules, uint64_t seed, bool look_at_cells)
{
    Rng rng = rng_new(seed);
    GomPosition position;
    Referee referee;
    position_start(rules, &position);
    referee_start(&referee, referee_rules(rules));
    EvalWeights weights = {.centre = 3, .connection = 5};
    for (int i = 0; i < LINE_CLASS_COUNT; i++) weights.line[i] = i * i + 1;
    board_set(&board, tables, &weights, &position);
    while (position.end == GOM_END_NONE) {
        assert_same_moves(&position, &referee);
        Move move = random_move(&position, &rng);
        position_play(&position, move);
        referee_play(&referee, cell_x(move), cell_y(move));
        board_make(&board, move, traits_of(rules));
        assert_same_state(&position, &referee);
        if (look_at_cells) assert_same_cells(&position, &referee);
    }
    BoardSums empty = board.undo[0].sums;
    while (board.depth > 0) board_unmake(&board, traits_of(rules));
    assert_memory_equal(&empty, &board.sums, sizeof empty);
    position_start(rules, &position);
    referee_start(&referee, referee_rules(rules));
    assert_same_cells(&position, &referee);
}

static const char *const rule_sets[] = {
    "ninuki",    "pente,opening=pro",
    "freestyle", "standard",
    "renju",     "ninuki,exact-five,double-four-black,double-three-white=no,capture-exempts=no",
};

static void random_games_agree_with_the_referee(void **state)
{
    (void)state;
    const char *wish = getenv("YOMI_LONG");
    int games = wish ? atoi(wish) : 60;
    for (size_t i = 0; i < sizeof rule_sets / sizeof *rule_sets; i++) {
        GomRules rules = parse_rules(rule_sets[i]);
        for (int game = 0; game < games; game++) {
            rules.size = (uint8_t)(GOM_SIZE_MIN + game % (GOM_SIZE_MAX - GOM_SIZE_MIN + 1));
            play_game(&rules, splitmix64((uint64_t)game) + i, game % 4 == 0);
        }
        if (wish) fprintf(stderr, "%s: %d games agree\n", rule_sets[i], games);
    }
}

static int make_tables(void **state)
{
    (void)state;
    return tables_create(&tables, NULL) == STATUS_OK ? 0 : -1;
}

static int free_tables(void **state)
{
    (void)state;
    tables_destroy(tables);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_referee),
    };
    return cmocka_run_group_tests_name("gomoku rules", tests, make_tables, free_tables);
}
