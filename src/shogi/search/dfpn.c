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
    int limit; /* plies, or ANY_LENGTH */
    const DfpnTask *task;
    uint64_t nodes;
    bool stopped;
    bool capped;   /* a line was cut off by DFPN_PLY_MAX: a disproof proves nothing */
    uint32_t path; /* signature of the path */
    PathSlot slots[PATH_SLOTS];
    size_t arena_used;
    Child arena[ARENA_CHILDREN]; /* children of the nodes on the path */
};

/* ---- the table ---- */

Status dfpn_create(size_t megabytes, DfpnSolver **out, Error *error)
{
    DfpnSolver *solver = mem_alloc(sizeof *solver, 0, error);
    if (!solver) return STATUS_NO_MEMORY;
    memset(solver, 0, offsetof(DfpnSolver, arena));
    size_t bytes = megabytes << 20;
    solver->clusters = bytes / (WAYS * sizeof(Entry));
    int doublings = 0;
    for (; solver->clusters > CLUSTERS_FIRST; solver->clusters /= 2) doublings++;
    solver->clusters_most = solver->clusters << doublings;
    solver->split = solver->clusters;
    solver->entries = mem_alloc_clear(bytes, error);
    if (!solver->entries) {
        mem_free(solver);
        return STATUS_NO_MEMORY;
    }
    solver->generation = 1;
    *out = solver;
    return STATUS_OK;
}

void dfpn_destroy(DfpnSolver *solver)
{
    if (!solver) return;
    mem_free(solver->entries);
    mem_free(solver);
}

void dfpn_clear(DfpnSolver *solver)
{
    solver->filled = 0;
    if (++solver->generation != 0) return;
    size_t in_use = solver->split < solver->clusters ? 2 * solver->clusters : solver->clusters;
    memset(solver->entries, 0, in_use * WAYS * sizeof(Entry));
    solver->generation = 1;
}

static Entry *cluster_of(const DfpnSolver *solver, uint64_t board_key)
{
    size_t index = bits_mul_high(board_key, solver->clusters);
    if (index >= solver->split) index = bits_mul_high(board_key, 2 * solver->clusters);
    return &solver->entries[index * WAYS];
}

/* Divides the last cluster that is not divided yet: in a table of twice the size its entries belong to two. */
static void divide_cluster(DfpnSolver *solver)
{
    Entry old[WAYS];
    size_t index = --solver->split;
    memcpy(old, &solver->entries[index * WAYS], sizeof old);
    Entry *next[2] = {&solver->entries[2 * index * WAYS], &solver->entries[(2 * index + 1) * WAYS]};
    memset(next[0], 0, 2 * sizeof old);
    for (int i = 0; i < WAYS; i++) {
        if (old[i].generation != solver->generation) continue;
        size_t upper = bits_mul_high(old[i].board_key, 2 * solver->clusters) - 2 * index;
        *next[upper]++ = old[i];
    }
}

static void grow_table(DfpnSolver *solver)
{
    bool growing = solver->split < solver->clusters;
    bool full = solver->filled > FILLED_MOST * solver->clusters && solver->clusters < solver->clusters_most;
    if (growing || full) divide_cluster(solver);
    if (solver->split > 0) return;
    solver->clusters *= 2;
    solver->split = solver->clusters;
}

static uint16_t remaining_at(const DfpnSolver *solver, int ply)
{
    if (solver->limit == ANY_LENGTH) return ANY_LENGTH;
    return (uint16_t)(ply < solver->limit ? solver->limit - ply : 0);
}

/* Does this entry settle the position, by itself or by a better or worse hand? */
static bool settles(const DfpnSolver *solver, const Entry *entry, Hand hand, uint16_t remaining)
{
    if (entry->dn != 0 && entry->pn == 0) return entry->length <= remaining && hand_covers(hand, entry->hand);
    if (entry->dn != 0 || entry->remaining < remaining || !hand_covers(entry->hand, hand)) return false;
    return entry->loop_ply == NO_REPETITION || (entry->pn == solver->path && entry->hand == hand);
}

static bool probe(const DfpnSolver *solver, uint64_t board_key, Hand hand, int ply, Numbers *out)
{
    uint16_t remaining = remaining_at(solver, ply);
    const Entry *cluster = cluster_of(solver, board_key), *same = NULL;
    for (int i = 0; i < WAYS; i++) {
        const Entry *entry = &cluster[i];
        if (entry->board_key != board_key || entry->generation != solver->generation) continue;
        if (settles(solver, entry, hand, remaining)) {
            uint32_t pn = entry->dn == 0 ? INFINITE_NUMBER : entry->pn;
            *out = (Numbers){pn, entry->dn, entry->length, entry->loop_ply, false, entry->hand};
            return true;
        }
        if (entry->hand == hand && entry->remaining == remaining && entry->pn && entry->dn) same = entry;
    }
    if (!same) return false;
    *out = (Numbers){same->pn, same->dn, 0, NO_REPETITION, same->first_ply < ply, 0};
    return true;
}

static int entry_worth(const DfpnSolver *solver, const Entry *entry)
{
    if (entry->generation != solver->generation) return -1;
    int worth = 1 + (entry->work ? bits_highest(entry->work) + 1 : 0) * 2;
    if ((entry->pn == 0 && entry->dn != 0) || (entry->dn == 0 && entry->loop_ply == NO_REPETITION)) worth += 6;
    return worth;
}

static void store(DfpnSolver *solver, uint64_t board_key, Hand hand, int ply, const Numbers *numbers, uint64_t work)
{
    uint16_t remaining = remaining_at(solver, ply);
    grow_table(solver);
    Entry *cluster = cluster_of(solver, board_key), *victim = cluster;
    bool found = false;
    for (int i = 0; i < WAYS && !found; i++) {
        Entry *entry = &cluster[i];
        found = entry->board_key == board_key && entry->generation == solver->generation && entry->hand == hand &&
                entry->remaining == remaining;
        if (found || entry_worth(solver, entry) < entry_worth(solver, victim)) victim = entry;
    }
    solver->filled += victim->generation != solver->generation;
    int first = found && victim->first_ply < ply ? victim->first_ply : ply;
    uint64_t sum = work + (found ? victim->work : 0);
    bool settled = numbers->pn == 0 || (numbers->dn == 0 && numbers->loop_ply == NO_REPETITION);
    *victim = (Entry){.board_key = board_key,
                      .hand = settled ? numbers->hand : hand,
                      .pn = numbers->dn == 0 ? solver->path : numbers->pn,
                      .dn = numbers->dn,
                      .remaining = remaining,
                      .first_ply = (uint16_t)first,
                      .length = numbers->length,
                      .loop_ply = numbers->loop_ply,
                      .work = (uint16_t)(sum > UINT16_MAX ? UINT16_MAX : sum),
                      .generation = solver->generation};
}

/* ---- the path ---- */

static uint32_t path_mark(uint64_t board_key, Hand hand)
{
    return (uint32_t)(splitmix64(board_key ^ hand) >> 32);
}

static void path_push(DfpnSolver *solver, uint64_t board_key, Hand hand, int ply)
{
    size_t i = board_key % PATH_SLOTS;
    while (solver->slots[i].board_key) i = (i + 1) % PATH_SLOTS;
    solver->slots[i] = (PathSlot){board_key, hand, ply};
    solver->path += path_mark(board_key, hand);
}

/* The last one pushed goes first, so a chain never has a hole before something that still counts. */
static void path_pop(DfpnSolver *solver, uint64_t board_key, Hand hand, int ply)
{
    size_t i = board_key % PATH_SLOTS;
    while (solver->slots[i].board_key != board_key || solver->slots[i].ply != ply) i = (i + 1) % PATH_SLOTS;
    solver->slots[i].board_key = 0;
    solver->path -= path_mark(board_key, hand);
}

/* The ply of an ancestor with the same board and at least the attacker's hand, or -1. */
static int path_find(const DfpnSolver *solver, uint64_t board_key, Hand hand)
{
    for (size_t i = board_key % PATH_SLOTS; solver->slots[i].board_key; i = (i + 1) % PATH_SLOTS) {
        const PathSlot *slot = &solver->slots[i];
        if (slot->board_key == board_key && hand_covers(slot->hand, hand)) return slot->ply;
    }
    return -1;
}

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

/* ---- hands that a proof needs and a disproof stands ---- */

static Hand larger_hand(Hand a, Hand b)
{
    Hand hand = 0;
    for (int kind = PAWN; kind < HAND_KINDS; kind++) {
        int more = hand_count(a, kind) > hand_count(b, kind) ? hand_count(a, kind) : hand_count(b, kind);
        hand += (Hand)more << hand_shift(kind);
    }
    return hand;
}

/* Against a check from afar the defender would drop what it has not, were it not in the attacker's hand: the attacker
 * has to hold all of those kinds. */
static Hand held_back(const DfpnSolver *solver)
{
    const ShogiPosition *pos = &solver->pos;
    Bitboard checkers = pos->state.checkers;
    if (bb_several(checkers) || !shogi_tables->between[pos->king[pos->side]][bb_first(checkers)]) return 0;
    Hand hand = pos->hands[solver->attacker];
    for (int kind = PAWN; kind < HAND_KINDS; kind++) {
        if (hand_count(pos->hands[pos->side], kind)) hand -= (Hand)hand_count(hand, kind) << hand_shift(kind);
    }
    return hand;
}

/* What the attacker needs before a move after which it needs `after`. */
static Hand needed_before(const ShogiPosition *pos, Move move, Hand after)
{
    if (move_is_drop(move)) return after + hand_one(move_drop_kind(move));
    int taken = pos->board[move_to(move)];
    if (!taken || !hand_count(after, kind_raw(piece_kind(taken)))) return after;
    return after - hand_one(kind_raw(piece_kind(taken)));
}

/* For a mate in one: nothing but the piece dropped, when nothing can be put between. */
static Hand needed_to_mate(const DfpnSolver *solver, const CheckInfo *info, Move move)
{
    const ShogiPosition *pos = &solver->pos;
    bool uncovers = !move_is_drop(move) && bb_has(info->shields, move_from(move));
    bool touches = bb_has(bb_king(info->king), move_to(move)) || piece_kind(pos_moved_piece(pos, move)) == KNIGHT;
    return touches && !uncovers ? needed_before(pos, move, 0) : pos->hands[solver->attacker];
}

static Hand smaller_hand(Hand a, Hand b)
{
    return a + b - larger_hand(a, b);
}

/* All that the attacker could hold with this board; one less than a hand can count leaves room to add one. */
static Hand both_hands(const DfpnSolver *solver)
{
    const Hand *hands = solver->pos.hands;
    Hand hand = 0;
    for (int kind = PAWN; kind < HAND_KINDS; kind++) {
        int sum = hand_count(hands[BLACK], kind) + hand_count(hands[WHITE], kind);
        int most = hand_count(~(Hand)0, kind) - 1;
        hand += (Hand)(sum < most ? sum : most) << hand_shift(kind);
    }
    return larger_hand(hand, hands[solver->attacker]);
}

/* With which hand do the attacker's checks stay the same? More of the kinds that it has anyway. */
static Hand same_kinds(const DfpnSolver *solver)
{
    Hand hand = both_hands(solver);
    for (int kind = PAWN; kind < HAND_KINDS; kind++) {
        if (hand_count(solver->pos.hands[solver->attacker], kind)) continue;
        hand -= (Hand)hand_count(hand, kind) << hand_shift(kind);
    }
    return hand;
}

/* First numbers of a position that the table does not know, from a look at its moves. */
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
    return (Child){.board_key = pos_board_key_after(&solver->pos, move),
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
    uint64_t board_key = solver->pos.state.board_key, work = solver->nodes;
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

/* ---- the answer ---- */

static Numbers solve_here(DfpnSolver *solver, int ply)
{
    Numbers numbers = {1, 1, 0, NO_REPETITION, false, 0};
    search(solver, ply, INFINITE_NUMBER, INFINITE_NUMBER, &numbers);
    return numbers;
}

/* The move that the proof plays here: the attacker's shortest, the defender's longest. */
static Move proof_move(DfpnSolver *solver, int ply, bool attack)
{
    Move list[LIST_ROOM], best = MOVE_NONE;
    const Move *end = gen_moves(solver, list);
    int best_length = attack ? ANY_LENGTH + 1 : -1;
    for (const Move *move = list; move < end; move++) {
        Child child = child_of(solver, *move);
        Numbers numbers = look_at(solver, &child, ply + 1);
        /* A proof that was overwritten is found again; the attacker needs none when it has another. */
        if (numbers.pn != 0 && !attack) {
            ShogiUndo before;
            pos_do_bare(&solver->pos, *move, &before);
            numbers = solve_here(solver, ply + 1);
            pos_undo_bare(&solver->pos, *move, &before);
        }
        if (numbers.pn != 0) continue;
        if (attack ? numbers.length < best_length : numbers.length > best_length) {
            best_length = numbers.length;
            best = *move;
        }
    }
    return best;
}

/* Walks down the proof of a mate in `length` plies, from which one is taken off with every move: a proof that was
 * overwritten and found again must not lead round in circles. False when the line does not reach the mate. */
static bool read_line(DfpnSolver *solver, int length, DfpnAnswer *answer)
{
    ShogiPosition start = solver->pos;
    int limit = solver->limit;
    solver->limit = length;
    answer->length = 0;
    bool whole = false;
    while (answer->length < DFPN_PLY_MAX && !solver->stopped) {
        bool attack = is_attack(solver);
        Move move = proof_move(solver, answer->length, attack);
        if (move == MOVE_NONE && attack && solve_here(solver, answer->length).pn == 0) {
            move = proof_move(solver, answer->length, attack);
        }
        if (move == MOVE_NONE) {
            whole = !attack && !movegen_has_move(&solver->pos);
            break;
        }
        answer->line[answer->length++] = move;
        ShogiUndo before;
        pos_do_bare(&solver->pos, move, &before);
    }
    solver->pos = start;
    solver->limit = limit;
    return whole;
}

static Numbers solve_within(DfpnSolver *solver, int limit)
{
    solver->limit = limit;
    return solve_here(solver, 0);
}

/* Is it mate within `plies` after this move, which is played at `ply`? */
static Numbers solve_after(DfpnSolver *solver, Move move, int ply, int plies)
{
    ShogiUndo before;
    solver->limit = ply + 1 + plies;
    pos_do_bare(&solver->pos, move, &before);
    Numbers numbers = first_numbers(solver, ply + 1); /* the end is no node of the search */
    if (numbers.pn != 0 && numbers.dn != 0) numbers = solve_here(solver, ply + 1);
    pos_undo_bare(&solver->pos, move, &before);
    return numbers;
}

/* A move of a mate that takes `left` plies and no fewer: the attacker's keeps to them, the defender's uses them up. */
static Move exact_move(DfpnSolver *solver, int ply, int left)
{
    Move list[LIST_ROOM];
    bool attack = is_attack(solver);
    const Move *end = gen_moves(solver, list);
    for (const Move *move = list; move < end && !solver->stopped; move++) {
        Numbers numbers = solve_after(solver, *move, ply, attack ? left - 1 : left - 3);
        if (!solver->stopped && (attack ? numbers.pn : numbers.dn) == 0) return *move;
    }
    return MOVE_NONE;
}

/* The line of a mate whose length is known to be the least: every answer is one of the longest defence. */
static bool read_exact_line(DfpnSolver *solver, int length, DfpnAnswer *answer)
{
    ShogiPosition start = solver->pos;
    answer->length = 0;
    while (answer->length < length) {
        Move move = exact_move(solver, answer->length, length - answer->length);
        if (move == MOVE_NONE) break;
        answer->line[answer->length++] = move;
        ShogiUndo before;
        pos_do_bare(&solver->pos, move, &before);
    }
    bool whole = answer->length == length && !movegen_has_move(&solver->pos);
    solver->pos = start;
    return whole;
}

/* Takes two plies off the length that was proven, as long as a mate is found. Lengths along a line are upper bounds
 * that other lines have left in the table, so a line that ends sooner proves nothing about the length. */
static void shorten(DfpnSolver *solver, int proven, DfpnAnswer *answer)
{
    bool none_shorter = proven == 1;
    while (!none_shorter && !solver->stopped) {
        Numbers numbers = solve_within(solver, proven - 2);
        none_shorter = numbers.dn == 0 && !solver->stopped && !solver->capped;
        if (numbers.pn != 0) break;
        proven = numbers.length;
        none_shorter = proven == 1;
    }
    if (!none_shorter) return;
    DfpnAnswer *found = mem_alloc(sizeof *found, 0, NULL);
    if (!found) return;
    if (read_exact_line(solver, proven, found)) {
        memcpy(answer->line, found->line, sizeof answer->line);
        answer->length = found->length;
        answer->shortest = true;
    }
    mem_free(found);
}

void dfpn_solve(DfpnSolver *solver, const ShogiPosition *pos, const DfpnTask *task, DfpnAnswer *answer)
{
    memcpy(&solver->pos, pos, sizeof *pos);
    solver->attacker = pos->side;
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
