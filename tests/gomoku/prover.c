#include "gomoku/prover.h"

#include "gomoku/referee.h"

#include <stdlib.h>
#include <string.h>

enum { SEEN_BITS = 20, SEARCH_NODES = 3000000 };

typedef struct Prover {
    GomBoard board; /* for asking only */
    const GomTree *tree;
    ThreatTables *threats;
    int attacker;
    int64_t left;
    uint64_t seen[1 << SEEN_BITS]; /* positions already proven, attacker to move */
} Prover;

/* The referee's own hash, over what it sees. */
static uint64_t hash_of(const Referee *referee)
{
    uint64_t hash = (uint64_t)(referee->pairs[0] * 16 + referee->pairs[1] + 1);
    for (int row = 0; row < referee->rules.size; row++) {
        for (int column = 0; column < referee->rules.size; column++) {
            char c = referee->at[row][column];
            if (c != '.') hash += splitmix64((uint64_t)(row * 1000 + column * 10 + (c == 'X')));
        }
    }
    return splitmix64(hash);
}

static Move ask(Prover *prover)
{
    ThreatSearch search = {.board = &prover->board, .tables = prover->threats, .budget = SEARCH_NODES};
    Pv pv;
    if (prover->tree->vcf(&search, &pv)) return pv.moves[0];
    search.aborted = false;
    return prover->tree->vct(&search, &pv) == THREAT_WIN ? pv.moves[0] : MOVE_NONE;
}

static RefState wins_for(int colour)
{
    return colour == 0 ? REF_BLACK_WINS : REF_WHITE_WINS;
}

static ProverVerdict attack(Prover *prover, const Referee *referee);

static ProverVerdict defend(Prover *prover, const Referee *referee)
{
    for (int row = 0; row < referee->rules.size; row++) {
        for (int column = 0; column < referee->rules.size; column++) {
            if (!referee_legal(referee, column, row)) continue;
            Referee next = *referee;
            referee_play(&next, column, row);
            if (next.state == wins_for(prover->attacker)) continue;
            if (next.state != REF_GOES_ON) return PROVER_REFUTED;
            board_make(&prover->board, cell_at(column, row), prover->tree->traits);
            ProverVerdict verdict = attack(prover, &next);
            board_unmake(&prover->board, prover->tree->traits);
            if (verdict != PROVER_WON) return verdict;
        }
    }
    return PROVER_WON;
}

static ProverVerdict attack(Prover *prover, const Referee *referee)
{
    if (prover->left-- <= 0) return PROVER_TIRED;
    uint64_t hash = hash_of(referee), *seen = &prover->seen[hash & ((1 << SEEN_BITS) - 1)];
    if (*seen == hash) return PROVER_WON;
    Move move = ask(prover);
    if (move == MOVE_NONE || !referee_legal(referee, cell_x(move), cell_y(move))) return PROVER_REFUTED;
    Referee next = *referee;
    referee_play(&next, cell_x(move), cell_y(move));
    ProverVerdict verdict = PROVER_WON;
    if (next.state == REF_GOES_ON) {
        board_make(&prover->board, move, prover->tree->traits);
        verdict = defend(prover, &next);
        board_unmake(&prover->board, prover->tree->traits);
    } else if (next.state != wins_for(prover->attacker)) {
        verdict = PROVER_REFUTED;
    }
    if (verdict == PROVER_WON) *seen = hash;
    return verdict;
}

static void copy_position(const GomPosition *position, Referee *out)
{
    const GomRules *rules = &position->rules;
    RefRules copied = {.size = rules->size,
                       .captures = rules->captures,
                       .breakable = rules->breakable_five,
                       .capture_exempts = rules->capture_exempts,
                       .recursive_three = rules->recursive_three};
    for (int c = 0; c < 2; c++) {
        copied.exact[c] = rules->exact_five[c];
        copied.no_three[c] = rules->forbid_three[c];
        copied.no_four[c] = rules->forbid_four[c];
        copied.no_overline[c] = rules->forbid_overline[c];
    }
    referee_start(out, copied);
    out->turn = position->side;
    out->moves = position->ply;
    for (int c = 0; c < 2; c++) out->pairs[c] = position->pairs[c];
    for (int y = 0; y < rules->size; y++) {
        for (int x = 0; x < rules->size; x++) out->at[y][x] = ".XO"[position->cells[cell_at(x, y)]];
    }
}

ProverVerdict prover_check(const GomPosition *position, const GomTables *tables, ThreatTables *threats, int64_t most)
{
    Prover *prover = calloc(1, sizeof *prover);
    if (!prover) return PROVER_TIRED;
    EvalWeights weights = {0};
    board_set(&prover->board, tables, &weights, position);
    prover->tree = tree_for(&position->rules);
    prover->threats = threats;
    prover->attacker = position->side;
    prover->left = most;
    Referee referee;
    copy_position(position, &referee);
    ProverVerdict verdict = attack(prover, &referee);
    free(prover);
    return verdict;
}
