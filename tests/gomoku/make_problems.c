/* Makes VCF problems of a capture game: plays random games, asks the threat search at every position, and prints those
 * wins that are long enough and that the independent prover confirms, in the format of gomoku_puzzles.
 *
 *   gomoku_problems COUNT SEED > problems.tsv */
#include "gomoku/prover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULE_CODE_NINUKI = 5, MODE_VCF = 32, SHORTEST = 5, NODES = 20000, PROVER_POSITIONS = 20000 };

static GomBoard board;
static ThreatTables threats;

/* One of the better cells by the classes that it has for both sides. */
static Move careless_move(GomPosition *position, Rng *rng)
{
    Move best = MOVE_NONE;
    int most = -1;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_candidates(&board, cells);
    for (int i = 0; i < count; i++) {
        if (!position_is_legal(position, (Move)cells[i])) continue;
        int value = board_class(&board, cells[i], 0) + board_class(&board, cells[i], 1) + (int)rng_below(rng, 12);
        if (value > most) {
            most = value;
            best = (Move)cells[i];
        }
    }
    return best;
}

static void print_stones(const GomPosition *position, uint8_t stone)
{
    for (int y = 0; y < position->rules.size; y++) {
        for (int x = 0; x < position->rules.size; x++) {
            int cell = cell_at(x, y);
            char text[MOVE_TEXT_MAX];
            position_format_move(position, (Move)cell, text);
            if (position->cells[cell] == stone) printf("%s", text);
        }
    }
    printf("\t");
}

static void print_problem(const GomPosition *position, int number, int plies)
{
    printf("ninuki\t%d\t%d\t%d\t%d\t%d\t", number, RULE_CODE_NINUKI, position->rules.size, position->side + 1,
           MODE_VCF);
    print_stones(position, CELL_BLACK);
    print_stones(position, CELL_WHITE);
    printf("%d plies\t%d,%d\n", plies, position->pairs[0], position->pairs[1]);
    fflush(stdout);
}

/* Does the side to move have a win worth a problem here? */
static int problem_length(const GomPosition *position, const GomTables *tables)
{
    const GomTree *tree = tree_for(&position->rules);
    ThreatSearch search = {.board = &board, .tables = &threats, .budget = NODES};
    Pv pv;
    if (position->pending || !tree->vcf(&search, &pv) || pv.len < SHORTEST) return 0;
    memset(&threats, 0, sizeof threats);
    return prover_check(position, tables, &threats, PROVER_POSITIONS) == PROVER_WON ? pv.len : 0;
}

int main(int argc, char **argv)
{
    int wanted = argc > 1 ? atoi(argv[1]) : 200, made = 0;
    Rng rng = rng_new(argc > 2 ? (uint64_t)atoll(argv[2]) : 1);
    GomTables *tables;
    Error error;
    if (tables_create(&tables, &error) != STATUS_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    GomRules rules = rules_preset(GOM_NINUKI);
    EvalWeights weights = {0};
    while (made < wanted) {
        GomPosition position;
        position_start(&rules, &position);
        position_play(&position, (Move)cell_at(9, 9));
        while (position.end == GOM_END_NONE) {
            board_set(&board, tables, &weights, &position);
            int plies = position.ply > 10 ? problem_length(&position, tables) : 0;
            if (plies > 0) {
                print_problem(&position, ++made, plies);
                break; /* one problem a game */
            }
            position_play(&position, careless_move(&position, &rng));
        }
    }
    tables_destroy(tables);
    return 0;
}
