/* The threat search, compiled once for each family of rules (see tree.h). Not a header of its own: it expects TRAITS.
 */

/* Where VCF_PLY_MAX cuts a line nothing is claimed. */
enum { VCT_BRIEF_COUNT = 2, VCF_PLY_MAX = 230, VCT_PLY_MAX = 80, VCT_CHILDREN_MAX = BOARD_CANDIDATES_MAX };
#define PN_INFINITE UINT32_C(100000000)

/* Searches for short wins, one after the other, before the one without a limit: plies before the VCF, and nodes. */
static const struct {
    int plies;
    int64_t nodes;
} vct_brief[VCT_BRIEF_COUNT] = {{4, 200000}, {6, 500000}};

static bool vcf_attack(ThreatSearch *search, int ply, Pv *pv);

/* A stone of the side to move at `cell` would make a pair that the opponent can take next. */
static bool exposes_pair(const GomBoard *board, int cell)
{
    uint8_t own = stone_of(board->side), other = stone_of(!board->side);
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            int step = sign * grid_step[d];
            const uint8_t *at = &board->cells[cell];
            if (at[step] != own) continue;
            uint8_t near = at[-step], far = at[2 * step];
            if ((near == other && far == CELL_EMPTY) || (near == CELL_EMPTY && far == other)) return true;
        }
    }
    return false;
}

/* Does a five of the side to move at `cell` win at once? A stone that takes nothing and makes no pair that could be
 * taken adds no capture to those that there are, so nothing but its cell need be entered. */
static bool five_wins(GomBoard *board, int cell)
{
    if (!TRAITS.captures || !board->rules.breakable_five) return true;
    int owner = board->side;
    if (board->info[cell].pairs[owner] == 0 && !exposes_pair(board, cell)) {
        board->cells[cell] = stone_of(owner);
        bool breaks = board_can_break(board, owner);
        board->cells[cell] = CELL_EMPTY;
        return !breaks;
    }
    board_make(board, cell, TRAITS);
    bool wins = board->sums.pairs[owner] >= GOM_PAIRS_TO_WIN || !board_can_break(board, owner);
    board_unmake(board, TRAITS);
    return wins;
}

static Move pairs_winner(const GomBoard *board, int colour)
{
    if (!TRAITS.captures || board->sums.capturable[colour] == 0) return MOVE_NONE;
    int wanted = GOM_PAIRS_TO_WIN - board->sums.pairs[colour];
    if (board->sums.capturable[colour] < wanted) return MOVE_NONE;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_candidates(board, cells);
    for (int i = 0; i < count; i++) {
        const CellInfo *info = &board->info[cells[i]];
        if (info->pairs[colour] >= wanted && info->class[colour] != CELL_CLASS_FORBIDDEN) return (Move)cells[i];
    }
    return MOVE_NONE;
}

/* A move of the side to move that ends the game, or MOVE_NONE. */
static Move winning_move(GomBoard *board)
{
    Move move = pairs_winner(board, board->side);
    if (move != MOVE_NONE && board_allowed(board, move, board->side)) return move;
    if (board_count(board, board->side, CELL_CLASS_FIVE) == 0) return MOVE_NONE;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_collect(board, board->side, CELL_CLASS_FIVE, cells);
    for (int i = 0; i < count; i++) {
        if (five_wins(board, cells[i])) return (Move)cells[i];
    }
    return MOVE_NONE;
}

/* Would a stone of the side to move at `cell` stand beside a pair of the other side with an empty cell behind it, so
 * that a capture is possible next? */
static bool prepares_capture(const GomBoard *board, int cell)
{
    uint8_t other = stone_of(!board->side);
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const uint8_t *at = &board->cells[cell];
            int step = sign * grid_step[d];
            if (at[step] == other && at[2 * step] == other && at[3 * step] == CELL_EMPTY) return true;
        }
    }
    return false;
}

/* The same once the other side has played one of `fives`. */
static bool prepares_break(GomBoard *board, int cell, const uint16_t *fives, int count)
{
    for (int i = 0; i < count; i++) {
        if (fives[i] == cell) continue;
        board->cells[fives[i]] = stone_of(!board->side);
        bool yes = prepares_capture(board, cell);
        board->cells[fives[i]] = CELL_EMPTY;
        if (yes) return true;
    }
    return false;
}

/* If the side to move does nothing, does one of the other side's fives win? */
static bool threat_is_real(GomBoard *board, const uint16_t *fives, int count)
{
    bool real = false;
    board_pass(board);
    for (int i = 0; i < count && !real; i++) real = five_wins(board, fives[i]);
    board_unmake(board, TRAITS);
    return real;
}

/* Every answer to a four under capture rules that could stop a five at one of `fives`: taking the cell, capturing, and
 * preparing a capture that would break the five or complete the pairs. Any other stone changes neither the five nor
 * what can be captured, so the five that is real after a pass is real after it too. */
static int capture_answers(GomBoard *board, const uint16_t *fives, int five_count, uint16_t *out)
{
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int colour = board->side, count = board_candidates(board, cells), kept = 0;
    for (int i = 0; i < five_count; i++) out[kept++] = fives[i];
    for (int i = 0; i < count; i++) {
        if (board_class(board, cells[i], !colour) == CELL_CLASS_FIVE) continue;
        bool answers = board->info[cells[i]].pairs[colour] > 0;
        if (!answers && board->rules.breakable_five) {
            answers = prepares_break(board, cells[i], fives, five_count);
        }
        if (answers) out[kept++] = cells[i];
    }
    return kept;
}

/* The defender, to move, faces a four; capture rules. */
static bool vcf_defend_captures(ThreatSearch *search, int ply, Pv *pv, const uint16_t *fives, int five_count)
{
    GomBoard *board = search->board;
    if (pairs_winner(board, board->side) != MOVE_NONE) return false;
    if (!threat_is_real(board, fives, five_count)) return false;
    uint16_t answers[BOARD_CANDIDATES_MAX];
    int count = capture_answers(board, fives, five_count, answers);
    bool first = true;
    for (int i = 0; i < count; i++) {
        if (!board_allowed(board, answers[i], board->side)) continue;
        Pv child;
        board_make(board, answers[i], TRAITS);
        bool won = vcf_attack(search, ply + 1, &child);
        board_unmake(board, TRAITS);
        if (!won) return false;
        if (first) pv_set(pv, answers[i], &child);
        first = false;
    }
    if (first) pv_clear(pv);
    return true;
}

/* A side for which every empty cell is forbidden has not lost: the game is drawn. Seen on a nearly full board only. */
static bool has_any_move(GomBoard *board)
{
    enum { MANY = 60 };
    if (board->cell_count - board->stones > MANY) return true;
    for (int cell = 0; cell < GRID_CELLS; cell++) {
        if (board->cells[cell] == CELL_EMPTY && board_allowed(board, cell, board->side)) return true;
    }
    return false;
}

/* The defender is to move after a four of the attacker. */
static bool vcf_defend(ThreatSearch *search, int ply, Pv *pv)
{
    GomBoard *board = search->board;
    int defender = board->side;
    pv_clear(pv);
    if (board_count(board, defender, CELL_CLASS_FIVE) > 0) return false;
    uint16_t fives[BOARD_CANDIDATES_MAX];
    int count = board_collect(board, !defender, CELL_CLASS_FIVE, fives);
    if (count == 0) return false;
    if (TRAITS.captures) return vcf_defend_captures(search, ply, pv, fives, count);
    if (count >= 2) {
        line_of_one(pv, fives[0]);
        pv->moves[pv->len++] = fives[1];
        return true;
    }
    if (!board_allowed(board, fives[0], defender)) return has_any_move(board);
    Pv child;
    board_make(board, fives[0], TRAITS);
    bool won = vcf_attack(search, ply + 1, &child);
    board_unmake(board, TRAITS);
    if (won) pv_set(pv, fives[0], &child);
    return won;
}

/* Tries the fours, the strongest classes first. `forced` is the only cell that also stops the defender's own five, or
 * 0. */
static Move vcf_try_fours(ThreatSearch *search, int ply, Move forced, Pv *child)
{
    GomBoard *board = search->board;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_collect(board, board->side, CELL_CLASS_FOUR, cells);
    for (int class = CELL_CLASS_OPEN_FOUR; class >= CELL_CLASS_FOUR; class --) {
        for (int i = 0; i < count; i++) {
            if (board_class(board, cells[i], board->side) != class || (forced && cells[i] != forced)) continue;
            if (!board_allowed(board, cells[i], board->side)) continue;
            board_make(board, cells[i], TRAITS);
            bool won = vcf_defend(search, ply + 1, child);
            board_unmake(board, TRAITS);
            if (search->aborted) return MOVE_NONE;
            if (won) return (Move)cells[i];
        }
    }
    return MOVE_NONE;
}

/* Under capture rules: a five that stands after the defender's move has won; one that the defender made is left alone.
 */
static bool vcf_attack(ThreatSearch *search, int ply, Pv *pv)
{
    GomBoard *board = search->board;
    int attacker = board->side;
    pv_clear(pv);
    if (!threat_node(search)) return false;
    Move move = winning_move(board);
    if (move != MOVE_NONE) {
        line_of_one(pv, move);
        return true;
    }
    int threatened = board_count(board, !attacker, CELL_CLASS_FIVE);
    if (threatened >= 2 || board_count_fours(board, attacker) == 0 || ply >= VCF_PLY_MAX) return false;
    uint64_t *slot = vcf_slot(search, board->key);
    if (*slot && vcf_check(*slot) == vcf_check(board->key)) {
        Move known = (Move)(*slot & 0xffff);
        if (known != MOVE_NONE) line_of_one(pv, known);
        return known != MOVE_NONE;
    }
    uint16_t forced[BOARD_CANDIDATES_MAX];
    if (threatened) board_collect(board, !attacker, CELL_CLASS_FIVE, forced);
    Pv child;
    move = vcf_try_fours(search, ply, threatened ? (Move)forced[0] : MOVE_NONE, &child);
    if (search->aborted) return false;
    *slot = vcf_check(board->key) | move;
    if (move != MOVE_NONE) pv_set(pv, move, &child);
    return move != MOVE_NONE;
}

/* ---- VCT ---- */

/* Cells where the defender could do something about a VCF: a set with one byte a cell. */
typedef struct Zone {
    uint8_t has[GRID_CELLS];
    bool everything;
} Zone;

static void zone_add_line(const GomBoard *board, Zone *zone, int cell, int d)
{
    for (int k = -5; k <= 5; k++) {
        int at = cell + k * grid_step[d];
        if (board->cells[at] == CELL_EMPTY) zone->has[at] = 1;
    }
}

/* The defender's forced answer at `cell`: another stone of his on a line where the answer makes a three would turn it
 * into a four, which gains him a move. */
static void zone_add_answer(const GomBoard *board, Zone *zone, int cell)
{
    zone->has[cell] = 1;
    unsigned pattern = board->info[cell].pattern[board->side];
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        unsigned class = pattern >> TABLE_CLASS_BITS * d & TABLE_CLASS_MASK;
        if (class == LINE_THREE || class == LINE_OPEN_THREE) zone_add_line(board, zone, cell, d);
    }
}

/* With a VCF known for the side to move, walks along it and collects its zone. A defender's stone outside the zone,
 * which is no four of his own, leaves every move of the line as it was. Forms without captures only. */
static void zone_walk(ThreatSearch *search, int ply, Zone *zone)
{
    GomBoard *board = search->board;
    Pv pv;
    if (!vcf_attack(search, ply, &pv)) {
        zone->everything = true; /* out of budget */
        return;
    }
    Move move = pv.moves[0];
    zone->has[move] = 1;
    if (board_class(board, move, board->side) == CELL_CLASS_FIVE) return;
    /* Whether such a move is allowed depends on more than its own lines. */
    if (board->info[move].class[board->side] & CELL_FLAG_ASK) zone->everything = true;
    board_make(board, move, TRAITS);
    uint16_t fives[BOARD_CANDIDATES_MAX];
    int count = board_collect(board, !board->side, CELL_CLASS_FIVE, fives);
    for (int i = 0; i < count; i++) zone->has[fives[i]] = 1;
    if (count == 1 && board_allowed(board, fives[0], board->side)) {
        zone_add_answer(board, zone, fives[0]);
        board_make(board, fives[0], TRAITS);
        zone_walk(search, ply + 2, zone);
        board_unmake(board, TRAITS);
    } else if (count == 1) {
        /* The answer is forbidden; a stone near it may allow it. */
        for (int d = 0; d < GRID_DIRECTIONS; d++) zone_add_line(board, zone, fives[0], d);
        bool far = judge_forbidden(&board->rules, board->cells, fives[0], board->side) == FORBIDDEN_THREE;
        if (far && board->rules.recursive_three) zone->everything = true;
    }
    board_unmake(board, TRAITS);
}

typedef struct Children {
    int count;
    uint16_t moves[VCT_CHILDREN_MAX];
    uint8_t guesses[VCT_CHILDREN_MAX]; /* proof number of a child that was not visited yet */
    uint64_t keys[VCT_CHILDREN_MAX];
} Children;

static void add_child(GomBoard *board, Children *children, int cell, int guess)
{
    if (!board_allowed(board, cell, board->side)) return;
    children->guesses[children->count] = (uint8_t)guess;
    children->keys[children->count] = board_key_after(board, cell, TRAITS);
    children->moves[children->count++] = (uint16_t)cell;
}

static void all_answers(GomBoard *board, Children *children)
{
    for (int y = 0; y < board->rules.size; y++) {
        for (int x = 0; x < board->rules.size; x++) {
            int cell = cell_at(x, y);
            if (board->cells[cell] == CELL_EMPTY) add_child(board, children, cell, 1);
        }
    }
}

/* How hard an attacking move is to prove, at first sight: quiet moves that leave a VCF behind come last. */
static const uint8_t attack_guess[CELL_CLASS_COUNT] = {
    [CELL_CLASS_NONE] = 60,           [CELL_CLASS_OPEN_TWO] = 30,    [CELL_CLASS_THREE] = 30,
    [CELL_CLASS_DOUBLE_TWO] = 20,     [CELL_CLASS_THREE_PLUS] = 12,  [CELL_CLASS_OPEN_THREE] = 2,
    [CELL_CLASS_OPEN_THREE_PLUS] = 2, [CELL_CLASS_DOUBLE_THREE] = 1, [CELL_CLASS_FOUR] = 3,
    [CELL_CLASS_FOUR_PLUS] = 1,       [CELL_CLASS_FOUR_THREE] = 1,   [CELL_CLASS_OPEN_FOUR] = 1,
};

/* The attacker has no VCF. His moves: stop a five, or make a four or a threat. */
static void vct_attacks(GomBoard *board, Children *children, bool wide)
{
    int attacker = board->side;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    if (board_count(board, !attacker, CELL_CLASS_FIVE) > 0) {
        int count = board_collect(board, !attacker, CELL_CLASS_FIVE, cells);
        if (count == 1) add_child(board, children, cells[0], 1);
        return;
    }
    bool pressed = board_count(board, !attacker, CELL_CLASS_OPEN_FOUR) > 0;
    int count = board_collect(board, attacker, CELL_CLASS_NONE, cells);
    for (int i = 0; i < count; i++) {
        int mine = board_class(board, cells[i], attacker), theirs = board_class(board, cells[i], !attacker);
        if (mine == CELL_CLASS_FIVE) continue; /* can be broken, or it would have won already */
        if (pressed && mine < CELL_CLASS_FOUR && theirs < CELL_CLASS_FOUR) continue;
        if (mine == CELL_CLASS_NONE && !wide) continue;
        add_child(board, children, cells[i], attack_guess[mine]);
    }
}

/* The defender is to move. Returns true when the node is decided without children: *won tells for whom. */
static bool vct_answers(ThreatSearch *search, int ply, Children *children, bool *won)
{
    GomBoard *board = search->board;
    int defender = board->side;
    *won = false;
    if (winning_move(board) != MOVE_NONE) return true;
    /* A five that could be broken is not followed further: nothing is claimed. */
    if (board_count(board, defender, CELL_CLASS_FIVE) > 0) return true;
    uint16_t fives[BOARD_CANDIDATES_MAX];
    int count = board_collect(board, !defender, CELL_CLASS_FIVE, fives);
    if (count > 0 && !TRAITS.captures) {
        for (int i = 0; i < count && count == 1; i++) add_child(board, children, fives[i], 1);
        *won = children->count == 0 && has_any_move(board);
        return children->count == 0;
    }
    Zone zone = {.everything = TRAITS.captures};
    Pv pv;
    board_pass(board);
    bool threat = vcf_attack(search, ply + 1, &pv);
    if (threat && !TRAITS.captures) zone_walk(search, ply + 1, &zone);
    board_unmake(board, TRAITS);
    if (!threat) return true;
    if (zone.everything) {
        all_answers(board, children);
    } else {
        uint16_t cells[BOARD_CANDIDATES_MAX];
        int found = board_candidates(board, cells);
        for (int i = 0; i < found; i++) {
            bool four = board_class(board, cells[i], defender) >= CELL_CLASS_FOUR;
            if (four || zone.has[cells[i]]) add_child(board, children, cells[i], 1);
        }
    }
    *won = children->count == 0 && has_any_move(board);
    return children->count == 0;
}

static void pn_store(ThreatSearch *search, uint64_t key, uint32_t pn, uint32_t dn)
{
    uint64_t mine = pn_key(search, key);
    *pn_slot(search, mine) = (PnEntry){mine, pn, dn};
}

static PnEntry pn_load(ThreatSearch *search, uint64_t key, uint32_t guess)
{
    uint64_t mine = pn_key(search, key);
    const PnEntry *slot = pn_slot(search, mine);
    if (slot->key == mine && (slot->pn || slot->dn)) return *slot;
    return (PnEntry){mine, guess, 1};
}

/* Fills the children, or decides the node and stores the result. */
static bool vct_expand(ThreatSearch *search, bool attack, int ply, Children *children)
{
    GomBoard *board = search->board;
    bool won = false, decided = true;
    children->count = 0;
    if (attack) {
        Pv pv;
        won = vcf_attack(search, ply, &pv);
        if (!won) vct_attacks(board, children, ply == 0);
        decided = won || children->count == 0;
    } else {
        decided = vct_answers(search, ply, children, &won);
    }
    if (ply >= (search->brief ? search->brief : VCT_PLY_MAX)) decided = true;
    if (search->aborted) return true;
    if (decided) pn_store(search, board->key, won ? 0 : PN_INFINITE, won ? PN_INFINITE : 0);
    return decided;
}

/* Sums and minima over the children: `first` is the number that takes the least child (proof for the attacker,
 * disproof for the defender), `second` the sum of the other. */
typedef struct Numbers {
    uint32_t first, second;      /* of the node */
    uint32_t child_second, next; /* of the best child; `first` of the second best */
    int best;
} Numbers;

static Numbers vct_numbers(ThreatSearch *search, bool attack, const Children *children)
{
    Numbers numbers = {.first = PN_INFINITE, .next = PN_INFINITE};
    for (int i = 0; i < children->count; i++) {
        PnEntry entry = pn_load(search, children->keys[i], children->guesses[i]);
        uint32_t first = attack ? entry.pn : entry.dn, second = attack ? entry.dn : entry.pn;
        if (first < numbers.first) {
            numbers.next = numbers.first;
            numbers.first = first;
            numbers.child_second = second;
            numbers.best = i;
        } else if (first < numbers.next) {
            numbers.next = first;
        }
        numbers.second = numbers.second + second > PN_INFINITE ? PN_INFINITE : numbers.second + second;
    }
    return numbers;
}

/* Depth-first proof-number search below this node until its numbers reach the thresholds. */
static void vct_search(ThreatSearch *search, bool attack, int ply, uint32_t limit_first, uint32_t limit_second)
{
    GomBoard *board = search->board;
    Children children;
    if (!threat_node(search) || vct_expand(search, attack, ply, &children)) return;
    for (;;) {
        Numbers numbers = vct_numbers(search, attack, &children);
        if (search->aborted) return;
        pn_store(search, board->key, attack ? numbers.first : numbers.second, attack ? numbers.second : numbers.first);
        if (numbers.first >= limit_first || numbers.second >= limit_second) return;
        /* The child sees the numbers with the roles changed. */
        uint32_t wider = numbers.next + numbers.next / 4 + 1;
        uint32_t next = wider < limit_first ? wider : limit_first;
        uint32_t rest = numbers.second - numbers.child_second;
        uint32_t child_limit = limit_second >= PN_INFINITE ? PN_INFINITE : limit_second - rest;
        board_make(board, children.moves[numbers.best], TRAITS);
        vct_search(search, !attack, ply + 1, child_limit, next);
        board_unmake(board, TRAITS);
    }
}

/* Writes a winning line of a proven node: the attacker's move, the defender's first answer, and so on. */
static void vct_line(ThreatSearch *search, bool attack, int ply, Pv *pv)
{
    GomBoard *board = search->board;
    Children children;
    pv_clear(pv);
    if (attack && vcf_attack(search, ply, pv)) {
        if (board_class(board, pv->moves[0], board->side) == CELL_CLASS_FIVE) return;
    } else {
        if (vct_expand(search, attack, ply, &children)) return;
        int best = -1;
        for (int i = 0; i < children.count && best < 0; i++) {
            if (pn_load(search, children.keys[i], 1).pn == 0) best = i;
        }
        if (best < 0) return;
        line_of_one(pv, children.moves[best]);
    }
    Move move = pv->moves[0];
    Pv child;
    board_make(board, move, TRAITS);
    vct_line(search, !attack, ply + 1, &child);
    board_unmake(board, TRAITS);
    pv_set(pv, move, &child);
}

/* Wins within `plies` and a VCF, with half of what is left of the budget at most. They are lost among longer lines
 * otherwise: of 1,163 wins in three moves 29 were not found in a second without this. True when there is one or the
 * clock has run out. */
static bool vct_briefly(ThreatSearch *search, int plies, int64_t nodes)
{
    int64_t part = search->budget / 2 < nodes ? search->budget / 2 : nodes;
    int64_t rest = search->budget - part;
    search->brief = plies;
    search->budget = part;
    vct_search(search, true, 0, PN_INFINITE, PN_INFINITE);
    bool late = search->aborted && search->budget > 0;
    bool won = pn_load(search, search->board->key, 1).pn == 0;
    search->budget += rest;
    if (won || late) return true;
    search->brief = 0;
    search->aborted = false;
    return false;
}

static ThreatResult vct(ThreatSearch *search, Pv *pv)
{
    GomBoard *board = search->board;
    pv_clear(pv);
    search->attacker = board->side;
    bool over = false;
    for (int i = 0; i < VCT_BRIEF_COUNT && !over; i++) {
        if (i > 0 && search->budget / 2 < vct_brief[i].nodes) break; /* a small budget is not split further */
        over = vct_briefly(search, vct_brief[i].plies, vct_brief[i].nodes);
    }
    if (!over) vct_search(search, true, 0, PN_INFINITE, PN_INFINITE);
    PnEntry entry = pn_load(search, board->key, 1);
    if (entry.pn == 0) {
        search->aborted = false;
        search->budget += VCF_PLY_MAX * BOARD_CANDIDATES_MAX; /* for writing the line down */
        vct_line(search, true, 0, pv);
        return THREAT_WIN;
    }
    return entry.dn == 0 && !search->aborted ? THREAT_NONE : THREAT_UNKNOWN;
}

/* A VCF for the side to move, with its whole line. */
static bool vcf(ThreatSearch *search, Pv *pv)
{
    if (!vcf_attack(search, 0, pv)) return false;
    Pv line = {0};
    GomBoard *board = search->board;
    int made = 0;
    /* The table may have cut the line short: walk it and ask again. */
    for (Pv next = *pv; next.len > 0 && line.len < MAX_PLY - 1;) {
        bool attack = made % 2 == 0;
        Move move = next.moves[0];
        bool last = attack && winning_move(board) == move;
        line.moves[line.len++] = move;
        if (last) break;
        board_make(board, move, TRAITS);
        made++;
        if (attack) {
            if (!vcf_defend(search, made, &next)) break;
        } else if (!vcf_attack(search, made, &next)) {
            break;
        }
    }
    while (made-- > 0) board_unmake(board, TRAITS);
    *pv = line;
    return true;
}
