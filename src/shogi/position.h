/* A shogi position: board, hands, side to move, what the next move needs to know, and the game so far.
 *
 * Plain bytes without pointers; whoever has one owns it and may copy it with memcpy. Moves are made and taken back in
 * place: the caller keeps the State of before on its own stack. The game is kept as keys, hands and checks, for
 * repetition; PAST_MAX plies of it are remembered, and in a longer game the oldest are forgotten. */
#ifndef YOMI_SHOGI_POSITION_H
#define YOMI_SHOGI_POSITION_H

#include "shogi/bitboard.h"
#include "shogi/eval/eval_tables.h"

enum {
    PAST_MAX = 1024,   /* plies of a game that repetition looks back on */
    PAST_FORGET = 256, /* forgotten together when the history is full */
    PAST_ROOM = PAST_MAX + MAX_PLY + 6,
    SEEN_SLOTS = 4096
};

/* Counts of the pieces in one hand, each with a spare bit above so that hands can be compared by subtraction. */
typedef uint32_t Hand;

/* How a king that has entered the opponent's camp wins. */
typedef enum EnteringKing { ENTERING_OFF, ENTERING_27, ENTERING_24 } EnteringKing;

/* What a move changes and cannot be computed back. */
typedef struct ShogiUndo {
    uint64_t board_key; /* board and side to move */
    uint64_t hand_key;
    Bitboard checkers; /* pieces that give check to the side to move */
    Bitboard pinned;   /* pieces of the side to move that shield their king */
    int16_t plies_from_null;
    int16_t captured; /* kind taken by the last move, NO_PIECE for none */
    EvalSums sums;
} ShogiUndo;

/* One ply of the game, as repetition sees it. */
typedef struct Past {
    uint64_t board_key;
    Hand black_hand;
    int32_t check_run; /* moves in a row, of the side that moved last, that gave check */
} Past;

typedef struct ShogiPosition {
    Bitboard kinds[KINDS]; /* [0] is not used; [GOLDS] is all that moves like a gold */
    Bitboard colours[COLOURS];
    uint8_t board[SQUARES]; /* pieces */
    uint8_t king[COLOURS];  /* NO_SQUARE when there is none */
    uint8_t side;
    uint8_t entering;   /* EnteringKing */
    uint8_t declared;   /* the last move was a declaration of the side to move before */
    uint8_t no_sums;    /* state.sums are not kept: nobody asks for the evaluation written by hand */
    uint16_t max_moves; /* the game is drawn after this many; 0: never */
    Hand hands[COLOURS];
    int32_t ply; /* of the game, from 0 */
    ShogiUndo state;
    int32_t past_count; /* the last entry is the position itself */
    Past past[PAST_ROOM];
    uint16_t seen[SEEN_SLOTS]; /* how many entries of `past` fall on each slot of board_key */
} ShogiPosition;

static inline int hand_shift(int kind)
{
    static const uint8_t shift[HAND_KINDS] = {0, 0, 6, 10, 14, 18, 21, 24};
    return shift[kind];
}

static inline Hand hand_one(int kind)
{
    return (Hand)1 << hand_shift(kind);
}

static inline int hand_count(Hand hand, int kind)
{
    return (int)(hand >> hand_shift(kind) & (kind == PAWN ? 31 : kind == BISHOP || kind == ROOK ? 3 : 7));
}

/* Has `a` at least as many of every kind as `b`? The spare bits catch the borrows. */
static inline bool hand_covers(Hand a, Hand b)
{
    const Hand spare =
        (Hand)1 << 5 | (Hand)1 << 9 | (Hand)1 << 13 | (Hand)1 << 17 | (Hand)1 << 20 | (Hand)1 << 23 | (Hand)1 << 27;
    return (((a | spare) - b) & spare) == spare;
}

static inline Bitboard pos_occupied(const ShogiPosition *pos)
{
    return pos->colours[BLACK] | pos->colours[WHITE];
}

static inline Bitboard pos_pieces(const ShogiPosition *pos, int colour, int kind)
{
    return pos->kinds[kind] & pos->colours[colour];
}

static inline uint64_t pos_key(const ShogiPosition *pos)
{
    return pos->state.board_key ^ pos->state.hand_key;
}

static inline bool pos_in_check(const ShogiPosition *pos)
{
    return pos->state.checkers != 0;
}

/* The kind and colour that stand on the target after the move. */
static inline int pos_moved_piece(const ShogiPosition *pos, Move move)
{
    if (move_is_drop(move)) return piece_make(pos->side, move_drop_kind(move));
    return pos->board[move_from(move)] + (move_is_promotion(move) ? PROMOTED : 0);
}

static inline bool pos_is_capture(const ShogiPosition *pos, Move move)
{
    return pos->board[move_to(move)] != NO_PIECE;
}

/* Captures and promotions of pawns: what the first stage of generation makes. */
static inline bool pos_is_noisy(const ShogiPosition *pos, Move move)
{
    if (pos_is_capture(pos, move)) return true;
    return move_is_promotion(move) && piece_kind(pos->board[move_from(move)]) == PAWN;
}

/* Does a colour attack a square? */
bool pos_attacked(const ShogiPosition *pos, int by, int square, Bitboard occupied);
/* The pieces of a colour that attack a square. */
Bitboard pos_attackers_of(const ShogiPosition *pos, int by, int square, Bitboard occupied);

/* Pieces of `own` colour that alone of `occupied` stand between `king_colour`'s king and a slider of the other colour.
 */
Bitboard pos_shields(const ShogiPosition *pos, int king_colour, int own, Bitboard occupied);

/* An empty board, Black to move, no history. pos_put and pos_set_hand fill it, pos_finish makes it a position. */
void pos_clear(ShogiPosition *pos);
void pos_put(ShogiPosition *pos, int square, int piece);
void pos_set_hand(ShogiPosition *pos, int colour, int kind, int count);
void pos_finish(ShogiPosition *pos, int side, int ply);

/* A legal move, made and taken back. `before` is the state to go back to. */
void pos_do(ShogiPosition *pos, Move move, ShogiUndo *before);
void pos_undo(ShogiPosition *pos, Move move, const ShogiUndo *before);
/* The same without sums and history, for counting moves and for mate searches that look at neither. */
void pos_do_bare(ShogiPosition *pos, Move move, ShogiUndo *before);
void pos_undo_bare(ShogiPosition *pos, Move move, const ShogiUndo *before);
void pos_do_null(ShogiPosition *pos, ShogiUndo *before);
void pos_undo_null(ShogiPosition *pos, const ShogiUndo *before);

/* A move that stays: makes room in the history first. */
void pos_play(ShogiPosition *pos, Move move);

/* What a legal move would lead to, without making it: the keys, and the hand of the side that moves. */
uint64_t pos_key_after(const ShogiPosition *pos, Move move);
uint64_t pos_board_key_after(const ShogiPosition *pos, Move move);
Hand pos_hand_after(const ShogiPosition *pos, Move move);

/* Debug builds: is everything that is kept incrementally equal to what is computed from the board? */
bool pos_consistent(const ShogiPosition *pos);

#endif
