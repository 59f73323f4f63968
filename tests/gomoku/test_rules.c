/* Random games under every rule set, move by move against the slow referee; and a table of hand-made positions. With
 * YOMI_LONG=N in the environment N games are played for every rule set, from number YOMI_LONG_FIRST on. */
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

/* All sizes in turn. In a long run nine games of ten are on small boards: rules look at few cells around a stone, and a
 * game on 20 lines takes the time of thirty on 9. */
static int size_of_game(int game, bool long_run)
{
    int sizes = GOM_SIZE_MAX - GOM_SIZE_MIN + 1;
    return GOM_SIZE_MIN + (long_run && game % 10 != 0 ? game % (sizes / 2) : game / (long_run ? 10 : 1) % sizes);
}

static void random_games_agree_with_the_referee(void **state)
{
    enum { TOLD_EVERY = 10000 };
    (void)state;
    const char *wish = getenv("YOMI_LONG"), *from = getenv("YOMI_LONG_FIRST");
    int games = wish ? atoi(wish) : 36, first = wish && from ? atoi(from) : 0;
    for (size_t i = 0; i < sizeof rule_sets / sizeof *rule_sets; i++) {
        GomRules rules = parse_rules(rule_sets[i]);
        for (int game = first; game < first + games; game++) {
            rules.size = (uint8_t)size_of_game(game, wish != NULL);
            play_game(&rules, splitmix64((uint64_t)game) + i, game % (wish ? 32 : 4) == 0);
            if (wish && (game - first + 1) % TOLD_EVERY == 0)
                fprintf(stderr, "%s: %d games so far\n", rule_sets[i], game - first + 1);
        }
        if (wish) fprintf(stderr, "%s: %d games from %d on agree\n", rule_sets[i], games, first);
    }
}

/* ---- one position for each clause of the rules ---- */

typedef enum Expected { LEGAL, FORBIDDEN, BLACK_WINS, WHITE_WINS, WAITS } Expected;

typedef struct Clause {
    const char *name, *rules;
    char side;
    const char *black, *white, *pairs;
    const char *move;
    Expected after;
    const char *reply; /* with WAITS: the other side's next move, or NULL */
    Expected at_last;
} Clause;

static const Clause clauses[] = {
    {"five wins", "ninuki", 'b', "f10 g10 h10 i10", "a1 b1", "0 0", "j10", BLACK_WINS, NULL, LEGAL},
    {"five can be broken", "ninuki", 'b', "f10 g10 h10 i10 g11", "g12", "0 0", "j10", WAITS, "g9", LEGAL},
    {"five is left standing", "ninuki", 'b', "f10 g10 h10 i10 g11", "g12", "0 0", "j10", WAITS, "a1", BLACK_WINS},
    {"fifth pair elsewhere", "ninuki", 'b', "f10 g10 h10 i10 c3 d3", "b3", "0 4", "j10", WAITS, "e3", WHITE_WINS},
    {"fourth pair elsewhere", "ninuki", 'b', "f10 g10 h10 i10 c3 d3", "b3", "0 3", "j10", BLACK_WINS, NULL, LEGAL},
    {"six is a five after a capture", "ninuki", 'b', "f10 g10 i10 j10 k10 f11", "f12", "0 0", "h10", BLACK_WINS, NULL,
     LEGAL},
    {"an own five is no answer", "ninuki", 'b', "f10 g10 h10 i10 g11", "g12 b2 c2 d2 e2", "0 0", "j10", WAITS, "f2",
     BLACK_WINS},
    {"a break that makes an own five", "ninuki", 'b', "f10 g10 h10 i10 g11", "g12 g8 g7 g6 g5", "0 0", "j10", WAITS,
     "g9", WHITE_WINS},
    {"pente: no break", "pente", 'b', "f10 g10 h10 i10 g11", "g12", "0 0", "j10", BLACK_WINS, NULL, LEGAL},
    {"double three", "ninuki", 'b', "j9 j8 k10 l10", "a1 a2 b5 c7", "0 0", "j10", FORBIDDEN, NULL, LEGAL},
    {"double three for white", "ninuki", 'w', "a1 a2 b5 c7", "j9 j8 k10 l10", "0 0", "j10", FORBIDDEN, NULL, LEGAL},
    {"double three with gaps", "ninuki", 'b', "j8 j7 k10 m10", "a1 a2 b5 c7", "0 0", "j10", FORBIDDEN, NULL, LEGAL},
    {"double three by a capture", "ninuki", 'b', "j9 j8 k10 l10 m13", "k11 l12 b5 c7", "0 0", "j10", LEGAL, NULL,
     LEGAL},
    {"X_OOO_X is no free three", "ninuki", 'b', "j9 j8 k10 l10", "h10 n10 b5 c7", "0 0", "j10", LEGAL, NULL, LEGAL},
    {"X_OOO__X is one", "ninuki", 'b', "j9 j8 k10 l10", "h10 o10 b5 c7", "0 0", "j10", FORBIDDEN, NULL, LEGAL},
    {"three at the edge", "ninuki", 'b', "b9 b8 c10 d10", "b6 g3 h5 l2", "0 0", "b10", FORBIDDEN, NULL, LEGAL},
    {"three on the edge", "ninuki", 'b', "a9 a8 b10 c10", "g3 h5 l2 m9", "0 0", "a10", LEGAL, NULL, LEGAL},
    {"pente allows double three", "pente", 'b', "j9 j8 k10 l10", "a1 a2 b5 c7", "0 0", "j10", LEGAL, NULL, LEGAL},
    {"fifth pair wins", "ninuki", 'b', "d4", "e4 f4", "4 0", "g4", BLACK_WINS, NULL, LEGAL},
    {"between two stones is safe", "ninuki", 'b', "f4", "d4 g4", "0 4", "e4", LEGAL, NULL, LEGAL},
    {"three are not a pair", "ninuki", 'b', "d4", "e4 f4 g4", "4 0", "h4", LEGAL, NULL, LEGAL},
    {"freestyle six", "freestyle", 'b', "c3 d3 e3 g3 h3", "a1 a5 a9 c12", "0 0", "f3", BLACK_WINS, NULL, LEGAL},
    {"standard six", "standard", 'b', "c3 d3 e3 g3 h3", "a1 a5 a9 c12", "0 0", "f3", LEGAL, NULL, LEGAL},
    {"renju overline", "renju", 'b', "c3 d3 e3 g3 h3", "a1 a5 a9 c12", "0 0", "f3", FORBIDDEN, NULL, LEGAL},
    {"renju: white may overline", "renju", 'w', "a1 a5 a9 c12", "c3 d3 e3 g3 h3", "0 0", "f3", WHITE_WINS, NULL, LEGAL},
    {"renju double three", "renju", 'b', "h9 h7 i8 j8", "a1 a5 a9 c12", "0 0", "h8", FORBIDDEN, NULL, LEGAL},
    {"renju: white may double three", "renju", 'w', "a1 a5 a9 c12", "h9 h7 i8 j8", "0 0", "h8", LEGAL, NULL, LEGAL},
    {"renju double four", "renju", 'b', "h9 h10 h11 i8 j8 k8", "h12 l8 a5 a9", "0 0", "h8", FORBIDDEN, NULL, LEGAL},
    {"renju double four in one line", "renju", 'b', "d8 f8 g8 j8", "a1 a5 a9 c12", "0 0", "h8", FORBIDDEN, NULL, LEGAL},
    {"renju four and three", "renju", 'b', "h9 h10 h11 i8 j8", "h12 a1 a5 a9", "0 0", "h8", LEGAL, NULL, LEGAL},
    {"renju five beats everything", "renju", 'b', "h9 h10 h11 h12 i8 j8 i9 j10", "a1 a5 a9 c12", "0 0", "h8",
     BLACK_WINS, NULL, LEGAL},
    {"pro: the first stone", "freestyle,opening=pro", 'b', "", "", "0 0", "h9", FORBIDDEN, NULL, LEGAL},
    {"pro: the centre", "freestyle,opening=pro", 'b', "", "", "0 0", "h8", LEGAL, NULL, LEGAL},
    {"pro: the third stone near", "freestyle,opening=pro", 'b', "h8", "h9", "0 0", "j10", FORBIDDEN, NULL, LEGAL},
    {"pro: the third stone far", "freestyle,opening=pro", 'b', "h8", "h9", "0 0", "k8", LEGAL, NULL, LEGAL},
};

static void put_stones(GomPosition *position, const char *stones, int colour)
{
    Str rest = str_from(stones);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        int cell = position_parse_cell(position, word);
        assert_true(cell >= 0);
        position->cells[cell] = stone_of(colour);
    }
}

/* Through the text form, which sets the key and the counts. */
static void set_up(const Clause *clause, GomPosition *out)
{
    GomRules rules = parse_rules(clause->rules);
    position_start(&rules, out);
    put_stones(out, clause->black, GOM_BLACK);
    put_stones(out, clause->white, GOM_WHITE);
    Buf text = buf_new(1 << 12), again = buf_new(1 << 12);
    position_format(out, &text);
    Str whole = buf_view(&text), name = str_word(&whole), rows = str_word(&whole);
    buf_printf(&again, "%.*s %.*s %c %s", STR_ARG(name), STR_ARG(rows), clause->side, clause->pairs);
    Error error;
    if (position_parse(&rules, buf_view(&again), out, &error) != STATUS_OK)
        fail_msg("%s: %s", clause->name, error.text);
    buf_free(&text);
    buf_free(&again);
}

static Expected state_of(const GomPosition *position)
{
    if (position->pending) return WAITS;
    Outcome outcome = position_outcome(position, NULL);
    return outcome == OUTCOME_FIRST_WINS ? BLACK_WINS : outcome == OUTCOME_SECOND_WINS ? WHITE_WINS : LEGAL;
}

static void every_clause_has_its_position(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
        const Clause *clause = &clauses[i];
        GomPosition position;
        set_up(clause, &position);
        Move move = position_parse_move(&position, str_from(clause->move));
        if ((move == MOVE_NONE) != (clause->after == FORBIDDEN)) fail_msg("%s: legality", clause->name);
        if (move == MOVE_NONE) continue;
        position_play(&position, move);
        if (state_of(&position) != clause->after) fail_msg("%s: after the move", clause->name);
        if (!clause->reply) continue;
        move = position_parse_move(&position, str_from(clause->reply));
        if (move == MOVE_NONE) fail_msg("%s: the reply", clause->name);
        position_play(&position, move);
        if (state_of(&position) != clause->at_last) fail_msg("%s: after the reply", clause->name);
    }
}

static void bad_positions_are_named_and_change_nothing(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "chess",
        "ninuki 19/19 b 0 0",
        "startpos x",
        "startpos moves z99",
        "startpos moves k10 k10",
        "renju 15/15/15/15/15/15/15/15/15/15/15/15/15/15/14 b 0 0",
        "renju 15/15/15/15/15/15/15/15/15/15/15/15/15/15/q14 b 0 0",
        "renju 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 g 0 0",
        "renju 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b 1 0",
        "ninuki,overline 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b 0 0",
    };
    GomRules rules = rules_preset(GOM_NINUKI);
    GomPosition position, before;
    position_start(&rules, &position);
    before = position;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Error error = {0};
        assert_int_equal(position_parse(&rules, str_from(bad[i]), &position, &error), STATUS_BAD_INPUT);
        assert_true(error.text[0] != '\0');
        assert_memory_equal(&before, &position, sizeof before);
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
        cmocka_unit_test(every_clause_has_its_position),
        cmocka_unit_test(bad_positions_are_named_and_change_nothing),
        cmocka_unit_test(random_games_agree_with_the_referee),
    };
    return cmocka_run_group_tests_name("gomoku rules", tests, make_tables, free_tables);
}
