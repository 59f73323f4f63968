/* The search's board: bitboards, line words and, for every empty cell, what a stone of either colour would make there.
 *
 * A move updates the cells within reach on its four lines through the line tables; counters per colour and class make
 * "does a five exist" one look. Nothing is allocated: a move writes what it overwrites into a journal and taking it
 * back copies that home. One worker owns a board.
 *
 * `traits` is a compile-time constant in every caller, so each rule family gets its own code. */
#ifndef YOMI_GOMOKU_BOARD_H
#define YOMI_GOMOKU_BOARD_H

#include "gomoku/eval/line_net.h"
#include "gomoku/position.h"
#include "gomoku/tables.h"

typedef struct BoardTraits {
    int radius;
    bool captures;
} BoardTraits;

enum {
    BOARD_LINES = 48,
    BOARD_UNDO_MAX = 512,          /* more than a full board below any root, passes included */
    BOARD_JOURNAL_MAX = 32 * 1024, /* 42 cells a stone put or taken; captures end the game soon */
    BOARD_CANDIDATES_MAX = GOM_SIZE_MAX * GOM_SIZE_MAX,
    EVAL_PAIRS = GOM_PAIRS_TO_WIN
};

/* What an empty cell is worth to either colour. Cells with a stone keep what they had when it was put there. */
typedef struct CellInfo {
    uint16_t raw[GRID_DIRECTIONS]; /* line table entries */
    uint16_t pattern[2];           /* the four line classes of a colour, four bits each */
    uint8_t pairs[2];              /* pairs that a stone here captures */
    uint8_t class[2];              /* CellClass with CELL_FLAG_ bits */
} CellInfo;

/* Weights of the evaluation; params.h lists them by name. */
typedef struct EvalWeights {
    int line[1 << TABLE_CLASS_BITS]; /* per empty cell, direction and class */
    int cell[CELL_CLASS_COUNT];      /* per empty cell and combined class */
    int centre;                      /* per step nearer to the centre, in 1/16 */
    int connection;                  /* per adjacent own stone */
    int pairs[EVAL_PAIRS + 1];       /* by pairs taken */
    int weakness[EVAL_PAIRS + 1];    /* per pair that the other side could take now, by pairs it has */
    int ready[CELL_CLASS_COUNT];     /* for the side to move, when it has such a cell */
    int due[CELL_CLASS_COUNT];       /* for the side to move, when the other side has one */
    int tempo;                       /* for the side to move */
} EvalWeights;

typedef struct BoardSums {
    int16_t count[2][16];  /* empty cells by class */
    int32_t line[2];       /* line values of all empty cells */
    int32_t place[2];      /* centre and connection of the stones */
    int16_t centre[2];     /* steps of the stones from the edges */
    int16_t capturable[2]; /* pairs that a colour could take, summed over cells */
    uint8_t pairs[2];
} BoardSums;

typedef struct BoardUndo {
    BoardSums sums;
    uint64_t key;
    uint32_t journal;
    uint16_t move; /* 0: a pass */
    uint8_t taken_count;
    uint16_t taken[CAPTURE_STONES_MAX];
} BoardUndo;

typedef struct JournalEntry {
    CellInfo info;
    uint32_t cell; /* with JOURNAL_TAKEN: a stone lay there, so that its info did not count */
} JournalEntry;

enum { JOURNAL_TAKEN = GRID_CELLS };

/* The sums of the network after each move since the root, made when they are asked for. */
typedef struct BoardNet {
    const LineNet *net; /* NULL: the evaluation by hand */
    int scale;          /* percent of its score */
    bool avx2;
    bool known[BOARD_UNDO_MAX + 1];
    uint32_t seen[GRID_CELLS], round; /* cells that have been brought up to date in this round */
    int16_t sums[BOARD_UNDO_MAX + 1][LINE_NET_BOTH];
} BoardNet;

typedef struct GomBoard {
    const GomTables *tables;
    const uint16_t *line_table;
    const uint8_t *class_table[2];
    GomRules rules;
    EvalWeights weights;
    int16_t place_value[GRID_CELLS];
    uint8_t centre_value[GRID_CELLS];

    uint64_t key;
    int side;
    int stones;
    int cell_count; /* of the board */
    BoardSums sums;
    uint8_t cells[GRID_CELLS];
    CellInfo info[GRID_CELLS];
    uint64_t lines[GRID_DIRECTIONS][BOARD_LINES]; /* two bits a cell */
    uint32_t rows[2][GRID_STRIDE];                /* bitboards, a row of the grid each */
    uint32_t board_row;                           /* the bits of a row that are on the board */

    int depth; /* moves made since the root */
    uint32_t journal_used;
    BoardUndo undo[BOARD_UNDO_MAX];
    JournalEntry journal[BOARD_JOURNAL_MAX];
    BoardNet net;
} GomBoard;

/* Sets the board up from a position; `weights` are copied. The evaluation is the one by hand. */
void board_set(GomBoard *board, const GomTables *tables, const EvalWeights *weights, const GomPosition *position);
/* The board as it stands is evaluated by a network from now on, which must be one for its rules. NULL: none. */
void board_set_net(GomBoard *board, const LineNet *net, int scale);
/* What the network says for the side to move. */
Score board_net_score(GomBoard *board);

/* The exact answer for a cell whose class carries CELL_FLAG_ASK. Rare. */
bool board_flagged_is_forbidden(GomBoard *board, int cell, int colour);

/* With a five of `owner` on the board: can the other side answer it? Rare. */
bool board_can_break(GomBoard *board, int owner);

static inline int board_class(const GomBoard *board, int cell, int colour)
{
    return board->info[cell].class[colour] & CELL_CLASS_MASK;
}

static inline bool board_allowed(GomBoard *board, int cell, int colour)
{
    unsigned class = board->info[cell].class[colour];
    if (class == CELL_CLASS_FORBIDDEN) return false;
    return !(class & CELL_FLAG_ASK) || !board_flagged_is_forbidden(board, cell, colour);
}

static inline int board_count(const GomBoard *board, int colour, CellClass class)
{
    return board->sums.count[colour][class];
}

static inline int line_number(int cell, int d)
{
    int x = cell % GRID_STRIDE, y = cell / GRID_STRIDE;
    switch (d) {
    case 0: return y;
    case 1: return x;
    case 2: return x - y + GOM_SIZE_MAX;
    default: return x + y - 2 * GRID_MARGIN;
    }
}

static inline int line_place(int cell, int d)
{
    return d == 1 ? cell / GRID_STRIDE : cell % GRID_STRIDE;
}

/* The table key of the cell at `place` of a line word. */
static inline uint32_t line_key(uint64_t word, int place, const int radius)
{
    uint64_t window = word >> 2 * (place - radius);
    uint32_t low = (uint32_t)window & ((1u << 2 * radius) - 1);
    uint32_t high = (uint32_t)(window >> 2 * (radius + 1)) & ((1u << 2 * radius) - 1);
    return low | high << 2 * radius;
}

static inline unsigned board_judge_class(const GomBoard *board, const CellInfo *info, int colour,
                                         const BoardTraits traits)
{
    unsigned class = board->class_table[colour][info->pattern[colour]];
    if (!traits.captures) return class;
    if (info->pairs[colour] > 0) {
        /* Exempt, or to be judged with the taken stones gone. */
        class = board->tables->cell_class[0][info->pattern[colour]];
        bool exempt = board->rules.capture_exempts || !rules_forbid(&board->rules, colour);
        return exempt ? class : class | CELL_FLAG_ASK;
    }
    /* Without the recursive definition a three is a matter of its line alone. */
    return class & CELL_FLAG_ASK && !board->rules.recursive_three ? CELL_CLASS_FORBIDDEN : class;
}

static inline void board_count_cell(GomBoard *board, const CellInfo *info, int sign, const BoardTraits traits)
{
    const bool by_hand = !board->net.net;
    for (int c = 0; c < 2; c++) {
        int16_t *count = &board->sums.count[c][info->class[c] & CELL_CLASS_MASK];
        *count = (int16_t)(*count + sign);
        if (traits.captures) board->sums.capturable[c] = (int16_t)(board->sums.capturable[c] + sign * info->pairs[c]);
        for (int d = 0; by_hand && d < GRID_DIRECTIONS; d++) {
            board->sums.line[c] += sign * board->weights.line[info->pattern[c] >> TABLE_CLASS_BITS * d & 15];
        }
    }
}

/* Enters the new value of a line, apart from the pairs. Returns the bits that changed. */
static inline unsigned board_set_line(CellInfo *info, int d, unsigned value)
{
    unsigned change = value ^ info->raw[d];
    info->raw[d] = (uint16_t)value;
    info->pattern[0] = (uint16_t)(info->pattern[0] ^ (change & TABLE_CLASS_MASK) << TABLE_CLASS_BITS * d);
    info->pattern[1] = (uint16_t)(info->pattern[1] ^ (change >> 8 & TABLE_CLASS_MASK) << TABLE_CLASS_BITS * d);
    return change;
}

/* The pairs that a value of a line tells of, for a colour. */
static inline int line_pairs(unsigned value, int colour)
{
    return (int)(value >> (8 * colour + TABLE_PAIRS_AT) & 3);
}

/* Would a stone of `colour` at the empty cell attack a pair? */
static inline bool board_attacks_pair(const CellInfo *info, int colour)
{
    unsigned all = info->raw[0] | info->raw[1] | info->raw[2] | info->raw[3];
    return all >> (8 * colour + TABLE_SETUPS_AT) & 3;
}

/* The same with the pairs, for a cell that is not counted at the moment. */
static inline void board_enter_line(CellInfo *info, int d, unsigned value, const BoardTraits traits)
{
    unsigned old = info->raw[d];
    (void)board_set_line(info, d, value);
    if (!traits.captures) return;
    for (int c = 0; c < 2; c++) {
        info->pairs[c] = (uint8_t)(info->pairs[c] + line_pairs(value, c) - line_pairs(old, c));
    }
}

static inline void board_journal(GomBoard *board, int cell, uint32_t mark)
{
    JournalEntry *entry = &board->journal[board->journal_used++];
    entry->cell = (uint32_t)cell | mark;
    entry->info = board->info[cell];
}

/* A line entry of an empty cell has changed to `value`. */
static inline void board_change(GomBoard *board, int cell, int d, unsigned value, const BoardTraits traits)
{
    enum { PAIR_BITS = 0x3030 };
    board_journal(board, cell, 0);
    CellInfo *info = &board->info[cell];
    unsigned old = info->raw[d], change = board_set_line(info, d, value);
    if (traits.captures && change & PAIR_BITS) {
        for (int c = 0; c < 2; c++) {
            int more = line_pairs(value, c) - line_pairs(old, c);
            info->pairs[c] = (uint8_t)(info->pairs[c] + more);
            board->sums.capturable[c] = (int16_t)(board->sums.capturable[c] + more);
        }
    }
    for (int c = 0; c < 2; c++) {
        if ((change >> 8 * c & 0xff) == 0) continue; /* a stone often matters to one colour only */
        if (!board->net.net) {
            board->sums.line[c] += board->weights.line[value >> 8 * c & 15] - board->weights.line[old >> 8 * c & 15];
        }
        unsigned class = board_judge_class(board, info, c, traits);
        if (class == info->class[c]) continue;
        board->sums.count[c][info->class[c] & CELL_CLASS_MASK]--;
        board->sums.count[c][class & CELL_CLASS_MASK]++;
        info->class[c] = (uint8_t) class;
    }
}

/* The line through `cell` in direction `d` has a new content at `cell`. */
static inline void board_refresh_line(GomBoard *board, int cell, int d, const BoardTraits traits)
{
    uint64_t word = board->lines[d][line_number(cell, d)];
    int place = line_place(cell, d), step = grid_step[d];
    for (int k = -traits.radius; k <= traits.radius; k++) {
        int at = cell + k * step;
        if (k == 0 || board->cells[at] != CELL_EMPTY) continue;
        unsigned value = board->line_table[line_key(word, place + k, traits.radius)];
        if (value != board->info[at].raw[d]) board_change(board, at, d, value, traits);
    }
}

/* Is a stone of `colour` beside the empty cell, in any direction? */
static inline bool board_beside(const GomBoard *board, int colour, int cell)
{
    const uint32_t *row = &board->rows[colour][cell / GRID_STRIDE];
    return (row[-1] | row[0] | row[1]) >> (cell % GRID_STRIDE - 1) & 7;
}

static inline int board_neighbours(const GomBoard *board, int cell, uint8_t stone)
{
    int count = 0;
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        count += board->cells[cell + grid_step[d]] == stone;
        count += board->cells[cell - grid_step[d]] == stone;
    }
    return count;
}

/* Puts a stone down (sign 1) or takes it up (sign -1) in everything but the cells' infos. */
static inline void board_flip_stone(GomBoard *board, int cell, int colour, int sign)
{
    uint8_t stone = stone_of(colour);
    board->cells[cell] = sign > 0 ? stone : CELL_EMPTY;
    board->stones += sign;
    board->sums.centre[colour] = (int16_t)(board->sums.centre[colour] + sign * board->centre_value[cell]);
    board->rows[colour][cell / GRID_STRIDE] ^= UINT32_C(1) << cell % GRID_STRIDE;
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        board->lines[d][line_number(cell, d)] ^= (uint64_t)stone << 2 * line_place(cell, d);
    }
}

static inline int board_place_value(const GomBoard *board, int cell, int colour)
{
    return board->place_value[cell] + board->weights.connection * board_neighbours(board, cell, stone_of(colour));
}

static inline void board_put(GomBoard *board, int cell, int colour, const BoardTraits traits)
{
    board_journal(board, cell, 0);
    board_count_cell(board, &board->info[cell], -1, traits);
    if (!board->net.net) board->sums.place[colour] += board_place_value(board, cell, colour);
    board_flip_stone(board, cell, colour, 1);
    board->key ^= board->tables->zobrist[colour][cell];
    /* Written out: the direction is a constant in each. */
    _Pragma("GCC unroll 4") for (int d = 0; d < GRID_DIRECTIONS; d++) board_refresh_line(board, cell, d, traits);
}

/* A captured stone leaves; its cell is empty again and has to be judged anew. */
static inline void board_take(GomBoard *board, int cell, int colour, const BoardTraits traits)
{
    board_flip_stone(board, cell, colour, -1);
    if (!board->net.net) board->sums.place[colour] -= board_place_value(board, cell, colour);
    board->key ^= board->tables->zobrist[colour][cell];
    board_journal(board, cell, JOURNAL_TAKEN);
    CellInfo *info = &board->info[cell];
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        uint64_t word = board->lines[d][line_number(cell, d)];
        board_enter_line(info, d, board->line_table[line_key(word, line_place(cell, d), traits.radius)], traits);
    }
    for (int c = 0; c < 2; c++) info->class[c] = (uint8_t)board_judge_class(board, info, c, traits);
    board_count_cell(board, info, 1, traits);
    for (int d = 0; d < GRID_DIRECTIONS; d++) board_refresh_line(board, cell, d, traits);
}

static inline BoardUndo *board_push(GomBoard *board, int move)
{
    BoardUndo *undo = &board->undo[board->depth++];
    board->net.known[board->depth] = false;
    undo->sums = board->sums;
    undo->key = board->key;
    undo->journal = board->journal_used;
    undo->move = (uint16_t)move;
    undo->taken_count = 0;
    return undo;
}

/* The side to move plays at an empty cell. Whether it may is the caller's business. */
static inline void board_make(GomBoard *board, int cell, const BoardTraits traits)
{
    int colour = board->side;
    BoardUndo *undo = board_push(board, cell);
    if (traits.captures && board->info[cell].pairs[colour] > 0) {
        undo->taken_count = (uint8_t)judge_captures(board->cells, cell, colour, undo->taken);
    }
    board_put(board, cell, colour, traits);
    if (traits.captures && undo->taken_count > 0) {
        for (int i = 0; i < undo->taken_count; i++) board_take(board, undo->taken[i], !colour, traits);
        int pairs = board->sums.pairs[colour], more = pairs + undo->taken_count / 2;
        board->key ^= zobrist_pairs(colour, pairs) ^ zobrist_pairs(colour, more);
        board->sums.pairs[colour] = (uint8_t)more;
    }
    board->side = !colour;
    board->key ^= zobrist_side();
}

static inline void board_unmake(GomBoard *board, const BoardTraits traits)
{
    const BoardUndo *undo = &board->undo[--board->depth];
    int colour = !board->side;
    while (board->journal_used > undo->journal) {
        const JournalEntry *entry = &board->journal[--board->journal_used];
        board->info[entry->cell & ~(uint32_t)JOURNAL_TAKEN] = entry->info;
    }
    if (undo->move != 0) {
        if (traits.captures) {
            for (int i = 0; i < undo->taken_count; i++) board_flip_stone(board, undo->taken[i], !colour, 1);
        }
        board_flip_stone(board, undo->move, colour, -1);
    }
    board->sums = undo->sums;
    board->key = undo->key;
    board->side = colour;
}

/* The key of the position after a move of the side to move. */
static inline uint64_t board_key_after(const GomBoard *board, int cell, const BoardTraits traits)
{
    int colour = board->side;
    uint64_t key = board->key ^ board->tables->zobrist[colour][cell] ^ zobrist_side();
    int more = traits.captures ? board->info[cell].pairs[colour] : 0;
    if (more == 0) return key;
    uint16_t taken[CAPTURE_STONES_MAX];
    int count = judge_captures(board->cells, cell, colour, taken), pairs = board->sums.pairs[colour];
    for (int i = 0; i < count; i++) key ^= board->tables->zobrist[!colour][taken[i]];
    return key ^ zobrist_pairs(colour, pairs) ^ zobrist_pairs(colour, pairs + more);
}

static inline void board_pass(GomBoard *board)
{
    board_push(board, 0);
    board->side = !board->side;
    board->key ^= zobrist_side();
}

/* How central the mover's stones are beside the other's, in steps. */
static inline LineFacts board_facts(const GomBoard *board)
{
    const BoardSums *sums = &board->sums;
    int mover = board->side;
    return (LineFacts){.preset = board->rules.preset,
                       .side = mover,
                       .place = sums->centre[mover] - sums->centre[!mover],
                       .stones = board->stones,
                       .pairs = {sums->pairs[0], sums->pairs[1]},
                       .count = {sums->count[0], sums->count[1]}};
}

/* Static value for `colour`: antisymmetric in it. */
static inline Score board_evaluate(GomBoard *board, int colour, const BoardTraits traits)
{
    const EvalWeights *weights = &board->weights;
    const BoardSums *sums = &board->sums;
    if (board->net.net) {
        Score score = board_net_score(board);
        return colour == board->side ? score : -score;
    }
    int value[2];
    for (int c = 0; c < 2; c++) {
        value[c] = sums->line[c] / 4 + sums->place[c];
        for (int class = CELL_CLASS_OPEN_TWO; class < CELL_CLASS_COUNT; class ++) {
            value[c] += sums->count[c][class] * weights->cell[class];
        }
        if (traits.captures) {
            int pairs = sums->pairs[c] < EVAL_PAIRS ? sums->pairs[c] : EVAL_PAIRS;
            value[c] += weights->pairs[pairs] + sums->capturable[c] * weights->weakness[pairs];
        }
    }
    int mover = board->side, score = value[mover] - value[!mover] + weights->tempo;
    for (int class = CELL_CLASS_OPEN_THREE; class < CELL_CLASS_COUNT; class ++) {
        if (sums->count[mover][class]) score += weights->ready[class];
        if (sums->count[!mover][class]) score += weights->due[class];
    }
    if (colour != mover) score = -score;
    return score > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

/* Empty cells within two steps (in any direction) of a stone: every cell with a line or a capture is among them. */
int board_candidates(const GomBoard *board, uint16_t out[BOARD_CANDIDATES_MAX]);

/* Those of them where `colour` has at least class `lowest` (which is not CELL_CLASS_FORBIDDEN). */
int board_collect(const GomBoard *board, int colour, CellClass lowest, uint16_t out[BOARD_CANDIDATES_MAX]);

/* Cells where `colour` would make a four or better. */
static inline int board_count_fours(const GomBoard *board, int colour)
{
    const int16_t *count = board->sums.count[colour];
    return count[CELL_CLASS_FOUR] + count[CELL_CLASS_FOUR_PLUS] + count[CELL_CLASS_FOUR_THREE] +
           count[CELL_CLASS_OPEN_FOUR] + count[CELL_CLASS_FIVE];
}

#endif
