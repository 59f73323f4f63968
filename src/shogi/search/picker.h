/* The order in which a node tries its moves, generated stage by stage so that a cutoff saves the rest: the table's
 * move, good captures, killers and the counter-move, quiet moves and drops by history, bad captures. Quiet checks that
 * lose no exchange are lifted among the quiet moves; the exchange is only asked for when the turn of a check comes. */
#ifndef YOMI_SHOGI_SEARCH_PICKER_H
#define YOMI_SHOGI_SEARCH_PICKER_H

#include "search/history.h"
#include "shogi/movegen.h"

enum {
    FROM_COUNT = 96, /* squares and kinds in hand */
    CONTINUATIONS = 4,
    PLANES = CONTINUATIONS + 1, /* continuations, and the one of the pawns */
    PAWN_SLOTS = 512,
    CHECK_BONUS_MAX = 65536,
    CORRECTION_SLOTS = 16384
};

/* What one worker has learned in this game. */
typedef struct Histories {
    HistoryCell butterfly[COLOURS * FROM_COUNT * SQUARES];
    HistoryCell capture[PIECES * SQUARES * KINDS];
    HistoryCell continuation[(size_t)PIECES * SQUARES * PIECES * SQUARES];
    HistoryCell pawns[PAWN_SLOTS][(size_t)PIECES * SQUARES]; /* by where the pawns stand */
    Move counter[PIECES][SQUARES];
    HistoryCell correction[COLOURS][2][CORRECTION_SLOTS]; /* by pawns, and by the other pieces around */
} Histories;

typedef struct ScoredMove {
    int32_t score;
    Move move;
} ScoredMove;

/* Numbers that are taken out largest first, most of them never: blocks with the largest of each kept, so that taking
 * one looks at one block and at the heads of the others. A key says where it stands, so no two are equal and among
 * equal scores the first one wins. */
enum { PUT_BACK_WORDS = (LIST_ROOM + 63) / 64 };
enum { RANK_BLOCK = 16, RANK_BLOCKS = (LIST_ROOM + RANK_BLOCK - 1) / RANK_BLOCK };
typedef struct Ranking {
    int blocks;
    int32_t heads[RANK_BLOCKS];
    int32_t keys[RANK_BLOCKS * RANK_BLOCK];
} Ranking;

typedef enum PickStage {
    PICK_TABLE,
    PICK_NOISY_MAKE,
    PICK_NOISY,
    PICK_REFUTATIONS,
    PICK_QUIETS_MAKE,
    PICK_QUIETS,
    PICK_BAD_NOISY,
    PICK_EVASIONS_MAKE,
    PICK_EVASIONS,
    PICK_CHECKS_MAKE,
    PICK_CHECKS,
    PICK_END
} PickStage;

typedef struct Picker {
    const ShogiPosition *pos;
    const Histories *histories;
    const HistoryCell *planes[PLANES]; /* of the moves 1, 2, 4, 6 plies ago, and of the pawns; never NULL */
    const CheckInfo *info;             /* quiescence: for quiet checks; NULL: none. Else for the order */
    int check_bonus;                   /* what a check is worth in the order of quiet moves */
    Move table;
    Move refutations[KILLERS + 1];
    PickStage stage;
    int see_threshold; /* quiescence and ProbCut: captures below are not tried */
    bool noisy_only;
    bool skip_quiets; /* the node wants no more of them */
    int next, count, refutation;
    int bad_count; /* kept at the front of `moves` */
    ScoredMove moves[LIST_ROOM];
    Move quiets[LIST_ROOM];            /* as generated; their order is the ranking's */
    uint64_t put_back[PUT_BACK_WORDS]; /* bit of a place: a check that went back without its bonus */
    Ranking ranking;
} Picker;

/* For a node of the main search. `check_bonus` is added to the order of quiet checks, which `info` tells. */
void picker_start(Picker *picker, const ShogiPosition *pos, const Histories *histories,
                  const HistoryCell *const planes[PLANES], Move table, const Killers *killers, Move counter,
                  const CheckInfo *info, int check_bonus);
/* For quiescence: captures, then quiet checks when `info` is given; all evasions in check. */
void picker_start_quiescence(Picker *picker, const ShogiPosition *pos, const Histories *histories,
                             const HistoryCell *const planes[PLANES], Move table, const CheckInfo *info);
/* For ProbCut: captures that gain at least `see_threshold`. Not in check. */
void picker_start_probcut(Picker *picker, const ShogiPosition *pos, const Histories *histories,
                          const HistoryCell *const planes[PLANES], Move table, int see_threshold);

Move picker_next(Picker *picker); /* MOVE_NONE at the end */

static inline size_t butterfly_index(int side, Move move)
{
    return butterfly_at(FROM_COUNT, SQUARES, side, move_from(move), move_to(move));
}

static inline size_t capture_index(const ShogiPosition *pos, Move move)
{
    int victim = piece_kind(pos->board[move_to(move)]);
    return capture_at(SQUARES, KINDS, pos_moved_piece(pos, move), move_to(move), victim);
}

static inline size_t continuation_index(const ShogiPosition *pos, Move move)
{
    return continuation_at(SQUARES, pos_moved_piece(pos, move), move_to(move));
}

#endif
