#include "shogi/search/dfpn.h"

#include "base/mem.h"
#include "base/rng.h"
#include "shogi/movegen.h"
#include "shogi/search/mate1.h"

#include <string.h>

enum {
    WAYS = 8,
    CLUSTERS_FIRST = 1 << 12, /* 1 MB */
    FILLED_MOST = WAYS / 4,   /* entries to a cluster, on average, before the table grows: few clusters overflow */
    PATH_SLOTS = 8192,        /* a power of two, more than twice DFPN_PLY_MAX */
    ANY_LENGTH = 0xffff,
    NO_REPETITION = 0xffff,
    ARENA_CHILDREN = 1 << 19,
    MARGIN_SHARE = 4 /* a child is searched until its number passes the second best's by this part of it */
};
#define INFINITE_NUMBER UINT32_C(1000000000)
#define WHITE_ATTACKS   UINT64_C(0x9e3779b97f4a7c15)
#define LARGEST_NUMBER  (INFINITE_NUMBER / 4) /* of a position that is not settled */

/* What is known of a board with an attacker's hand. 32 bytes. */
typedef struct Entry {
    uint64_t board_key;
    Hand hand;   /* when settled: the least that a proof needs, the most that a disproof stands */
    uint32_t pn; /* of a disproof, which has an infinite one: the signature of the path that it rests on */
    uint32_t dn;
    uint16_t remaining;  /* plies that were left; ANY_LENGTH without a limit */
    uint16_t first_ply;  /* the least distance from the root at which it was met */
    uint16_t length;     /* of the mate, when proven */
    uint16_t loop_ply;   /* the ancestor that a repetition came back to; NO_REPETITION: none */
    uint16_t work;       /* nodes spent below, as far as it can count */
    uint16_t generation; /* of the table; others are empty */
} Entry;
_Static_assert(sizeof(Entry) == 32, "a cluster is four cache lines");

typedef struct Numbers {
    uint32_t pn, dn;
    uint16_t length, loop_ply;
    bool old;  /* met nearer to the root before */
    Hand hand; /* the attacker's, when settled: the least for the proof, the most for the disproof */
} Numbers;

typedef struct Child {
    uint64_t board_key;
    Hand hand;
    Move move;
    int16_t after; /* waits until this child is settled; -1: waits for none */
    bool seen;     /* has numbers */
    Numbers numbers;
} Child;

typedef struct PathSlot {
    uint64_t board_key; /* 0: free */
    Hand hand;
    int ply;
} PathSlot;

struct DfpnSolver {
    /* WAYS to a cluster. A table of a gigabyte takes seconds to touch, on the clock of the first search, so a small
     * part is used first and doubled as it fills, a cluster at each store: those from `split` on have been divided into
     * two of the next size, from the last down, so that no cluster is written over before it has been divided. */
    Entry *entries;
    size_t clusters, clusters_most;
    size_t split;  /* `clusters` when it does not grow now */
    size_t filled; /* entries of this generation */
    uint16_t generation;
    ShogiPosition pos;
    int attacker;
    uint64_t salt; /* in all keys: a board has other numbers when the other side attacks */
    int limit;     /* plies, or ANY_LENGTH */
    const DfpnTask *task;
    uint64_t nodes;
    bool stopped;
    bool capped;   /* a line was cut off by DFPN_PLY_MAX: a disproof proves nothing */
    uint32_t path; /* signature of the path */
    PathSlot slots[PATH_SLOTS];
    size_t arena_used;
    Child arena[ARENA_CHILDREN]; /* children of the nodes on the path */
};

#include "shogi/search/dfpn_table.inc"

/* ---- nodes ---- */

static bool is_attack(const DfpnSolver *solver)
{
    return solver->pos.side == solver->attacker;
}

static Move *gen_moves(const DfpnSolver *solver, Move *list)
{
    if (!is_attack(solver)) return movegen_all_evasions(&solver->pos, list);
    CheckInfo info;
    checkinfo_make(&solver->pos, &info);
    return movegen_all_checks(&solver->pos, &info, list);
}

#include "shogi/search/dfpn_hands.inc"

static Numbers first_numbers(DfpnSolver *solver, int ply)
{
    Move list[LIST_ROOM];
    Numbers numbers = {1, 1, 0, NO_REPETITION, false, 0};
    if (!is_attack(solver)) {
        int count = (int)(movegen_all_evasions(&solver->pos, list) - list);
        if (count == 0) return (Numbers){0, INFINITE_NUMBER, 0, NO_REPETITION, false, held_back(solver)};
        numbers.pn = (uint32_t)(count + 1) / 2;
        return numbers;
    }
    CheckInfo info;
    checkinfo_make(&solver->pos, &info);
    int count = (int)(movegen_all_checks(&solver->pos, &info, list) - list);
    bool no_time = solver->limit != ANY_LENGTH && ply >= solver->limit;
    if (count == 0 || no_time) return (Numbers){INFINITE_NUMBER, 0, 0, NO_REPETITION, false, same_kinds(solver)};
    Move mate = pos_in_check(&solver->pos) ? MOVE_NONE : mate1_among(&solver->pos, &info, list, list + count);
    if (mate == MOVE_NONE) return numbers;
    return (Numbers){0, INFINITE_NUMBER, 1, NO_REPETITION, false, needed_to_mate(solver, &info, mate)};
}

/* Numbers of a child at `ply` that the path, the cap on plies or the table know. */
static bool known(DfpnSolver *solver, const Child *child, int ply, Numbers *out)
{
    int loop = path_find(solver, child->board_key, child->hand);
    if (loop >= 0) {
        *out = (Numbers){INFINITE_NUMBER, 0, 0, (uint16_t)loop, false, child->hand};
        return true;
    }
    if (ply >= DFPN_PLY_MAX - 1) {
        solver->capped = true;
        *out = (Numbers){INFINITE_NUMBER, 0, 0, 0, false, child->hand};
        return true;
    }
    return probe(solver, child->board_key, child->hand, ply, out);
}

/* Numbers of a child at `ply`. */
static Numbers look_at(DfpnSolver *solver, const Child *child, int ply)
{
    Numbers numbers;
    if (known(solver, child, ply, &numbers)) return numbers;
    ShogiUndo before;
    pos_do_bare(&solver->pos, child->move, &before);
    numbers = first_numbers(solver, ply);
    pos_undo_bare(&solver->pos, child->move, &before);
    store(solver, child->board_key, child->hand, ply, &numbers, 0);
    return numbers;
}

static Child child_of(const DfpnSolver *solver, Move move)
{
    return (Child){.board_key = pos_board_key_after(&solver->pos, move) ^ solver->salt,
                   .hand = is_attack(solver) ? pos_hand_after(&solver->pos, move) : solver->pos.hands[solver->attacker],
                   .move = move};
}

/* The earlier child that a child waits for, or -1. A step waits for the same step with or without promotion. When the
 * defender drops a piece between king and checker, the other kinds on that square wait: mostly they end the same way.
 */
static int waits_for(const Child *children, int i, bool attack)
{
    Move move = children[i].move;
    bool drop = move_is_drop(move);
    if (drop && attack) return -1;
    for (int k = i - 1; k >= 0; k--) {
        Move other = children[k].move;
        if (move_to(other) != move_to(move) || move_is_drop(other) != drop) continue;
        if (drop || move_from(other) == move_from(move)) return k;
    }
    return -1;
}

/* Gives a child its numbers. True when they decide the parent. */
static bool look_decides(DfpnSolver *solver, Child *child, int ply, bool attack)
{
    child->numbers = look_at(solver, child, ply);
    child->seen = true;
    return attack ? child->numbers.pn == 0 : child->numbers.dn == 0 && child->numbers.loop_ply == NO_REPETITION;
}

static int expand(DfpnSolver *solver, Child *children, int ply)
{
    Move list[LIST_ROOM];
    int count = (int)(gen_moves(solver, list) - list);
    bool attack = is_attack(solver);
    for (int i = 0; i < count; i++) {
        children[i] = child_of(solver, list[i]);
        children[i].after = (int16_t)waits_for(children, i, attack);
        if (children[i].after >= 0) continue;
        const char *cluster = (const char *)cluster_of(solver, children[i].board_key);
        for (size_t at = 0; at < WAYS * sizeof(Entry); at += 64) __builtin_prefetch(cluster + at);
    }
    for (int i = 0; i < count; i++) {
        Child *child = &children[i];
        if (child->after >= 0) continue;
        if (look_decides(solver, child, ply + 1, attack)) { /* nothing else matters */
            children[0] = *child;
            return 1;
        }
    }
    return count;
}

/* phi is what the side to move wants to bring to 0: pn for the attacker, dn for the defender. */
static inline uint32_t phi_of(const Numbers *numbers, bool attack)
{
    return attack ? numbers->pn : numbers->dn;
}

typedef struct Summary {
    uint32_t phi, delta, second; /* second best delta of a child */
    uint32_t others;             /* what the delta is more than the best child's phi */
    int best;
    int open; /* children that are not settled */
    bool old;
} Summary;

static Summary summarise(DfpnSolver *solver, Child *children, int count, int ply, bool attack)
{
    Summary sum = {.phi = INFINITE_NUMBER, .second = INFINITE_NUMBER, .best = -1};
    uint64_t largest = 0, total = 0;
    for (int i = 0; i < count; i++) {
        Child *child = &children[i];
        if (child->after >= 0) {
            const Child *first = &children[child->after];
            if (!first->seen || phi_of(&first->numbers, !attack) != 0) continue;
            if (!child->seen) (void)look_decides(solver, child, ply + 1, attack);
        }
        const Numbers *numbers = &child->numbers;
        uint32_t delta = phi_of(numbers, attack), phi = phi_of(numbers, !attack);
        /* Seen from the child the roles are swapped: its delta is our phi. */
        if (phi != 0) sum.open++;
        if (phi > largest) largest = phi;
        total += phi;
        sum.old |= numbers->old;
        if (delta < sum.phi ||
            (delta == sum.phi && sum.best >= 0 && phi < phi_of(&children[sum.best].numbers, !attack))) {
            sum.second = sum.phi;
            sum.phi = delta;
            sum.best = i;
        } else if (delta < sum.second) {
            sum.second = delta;
        }
    }
    if (largest >= INFINITE_NUMBER) {
        sum.delta = INFINITE_NUMBER;
    } else if (sum.open > 0) {
        uint64_t delta = attack ? largest + (uint64_t)sum.open - 1 : total;
        sum.delta = delta < LARGEST_NUMBER ? (uint32_t)delta : LARGEST_NUMBER;
        uint32_t best = phi_of(&children[sum.best].numbers, !attack);
        sum.others = sum.delta > best ? sum.delta - best : 0;
    }
    return sum;
}

/* Length and hand of a mate: the attacker's shortest, the defender's longest against whatever all answers need. */
static void settle_mate(const DfpnSolver *solver, const Child *children, int count, bool attack, Numbers *out)
{
    int length = attack ? ANY_LENGTH : 0;
    Hand proof = attack ? 0 : held_back(solver);
    for (int i = 0; i < count; i++) {
        const Numbers *numbers = &children[i].numbers;
        if (!children[i].seen || numbers->pn != 0) continue;
        if (!attack) proof = larger_hand(proof, numbers->hand);
        if (attack ? numbers->length >= length : numbers->length <= length) continue;
        length = numbers->length;
        if (attack) proof = needed_before(&solver->pos, children[i].move, numbers->hand);
    }
    out->length = (uint16_t)(length + 1);
    out->hand = proof;
}

/* What a disproof rests on, and with which hand it holds. The attacker needs all children disproven, the defender one:
 * the one that rests on the least. */
static void settle_disproof(const DfpnSolver *solver, const Child *children, int count, bool attack, int ply,
                            Numbers *out)
{
    int loop = attack ? NO_REPETITION : -1;
    Hand most = attack ? same_kinds(solver) : both_hands(solver), hand = most;
    for (int i = 0; i < count; i++) {
        const Numbers *numbers = &children[i].numbers;
        if (!children[i].seen || numbers->dn != 0) continue;
        if (attack) {
            hand = smaller_hand(hand, needed_before(&solver->pos, children[i].move, numbers->hand));
            if (numbers->loop_ply < loop) loop = numbers->loop_ply;
        } else if (numbers->loop_ply > loop) {
            hand = smaller_hand(most, numbers->hand);
            loop = numbers->loop_ply;
        }
    }
    out->loop_ply = (uint16_t)(loop >= ply ? NO_REPETITION : loop);
    out->hand = out->loop_ply == NO_REPETITION ? hand : solver->pos.hands[solver->attacker];
}

static void settle(const DfpnSolver *solver, const Child *children, int count, bool attack, int ply, Numbers *out)
{
    out->length = 0;
    out->loop_ply = NO_REPETITION;
    if (out->pn == 0) {
        settle_mate(solver, children, count, attack, out);
    } else if (out->dn == 0) {
        settle_disproof(solver, children, count, attack, ply, out);
    }
}

static void search(DfpnSolver *solver, int ply, uint32_t phi_limit, uint32_t delta_limit, Numbers *out);

/* Searches one child up to the thresholds that keep it the best, and takes its new numbers. */
static void descend(DfpnSolver *solver, Child *child, const Summary *sum, int ply, uint32_t phi_limit,
                    uint32_t delta_limit)
{
    uint32_t child_phi = delta_limit >= INFINITE_NUMBER ? INFINITE_NUMBER : delta_limit - sum->others;
    uint32_t next = sum->second + sum->second / MARGIN_SHARE + 1;
    uint32_t child_delta = next < phi_limit ? next : phi_limit;
    ShogiUndo before;
    pos_do_bare(&solver->pos, child->move, &before);
    search(solver, ply + 1, child_phi, child_delta, &child->numbers);
    pos_undo_bare(&solver->pos, child->move, &before);
    child->numbers.old = false;
}

static void search(DfpnSolver *solver, int ply, uint32_t phi_limit, uint32_t delta_limit, Numbers *out)
{
    solver->nodes++;
    if (solver->task->node && !solver->task->node(solver->task->context)) solver->stopped = true;
    if (solver->arena_used + LIST_ROOM > ARENA_CHILDREN) solver->stopped = true; /* no room to go on */
    if (solver->stopped) return;
    bool attack = is_attack(solver);
    uint64_t board_key = solver->pos.state.board_key ^ solver->salt, work = solver->nodes;
    Hand hand = solver->pos.hands[solver->attacker];
    Child *children = &solver->arena[solver->arena_used];
    path_push(solver, board_key, hand, ply);
    int count = expand(solver, children, ply);
    solver->arena_used += (size_t)count;
    Summary sum;
    bool raised = false;
    for (;;) {
        sum = summarise(solver, children, count, ply, attack);
        if (sum.old && !raised && sum.phi < INFINITE_NUMBER && sum.delta < INFINITE_NUMBER) {
            raised = true;
            if (phi_limit <= sum.phi) phi_limit = sum.phi + 1;
            if (delta_limit <= sum.delta) delta_limit = sum.delta + 1;
        }
        if (sum.phi >= phi_limit || sum.delta >= delta_limit || solver->stopped) break;
        descend(solver, &children[sum.best], &sum, ply, phi_limit, delta_limit);
    }
    out->pn = attack ? sum.phi : sum.delta;
    out->dn = attack ? sum.delta : sum.phi;
    settle(solver, children, count, attack, ply, out);
    solver->arena_used -= (size_t)count;
    path_pop(solver, board_key, hand, ply);
    if (!solver->stopped) store(solver, board_key, hand, ply, out, solver->nodes - work + 1);
}

#include "shogi/search/dfpn_line.inc"

void dfpn_solve(DfpnSolver *solver, const ShogiPosition *pos, const DfpnTask *task, DfpnAnswer *answer)
{
    memcpy(&solver->pos, pos, sizeof *pos);
    solver->attacker = pos->side;
    solver->salt = pos->side == WHITE ? WHITE_ATTACKS : 0;
    solver->task = task;
    solver->nodes = 0;
    solver->stopped = solver->capped = false;
    solver->path = 0;
    solver->arena_used = 0;
    memset(solver->slots, 0, sizeof solver->slots);
    answer->verdict = DFPN_UNKNOWN;
    answer->shortest = false;
    answer->length = 0;
    Numbers numbers = solve_within(solver, task->max_plies > 0 ? task->max_plies : ANY_LENGTH);
    if (!solver->stopped && !solver->capped && numbers.dn == 0) answer->verdict = DFPN_DISPROVEN;
    if (numbers.pn == 0) {
        answer->verdict = DFPN_PROVEN;
        if (!read_line(solver, numbers.length, answer)) answer->length = 0;
        if (task->shortest) shorten(solver, numbers.length, answer);
    }
    answer->nodes = solver->nodes;
}
