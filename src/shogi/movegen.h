/* Move generation. Every list holds legal moves only: pins, checks, two pawns, squares without a further move and mate
 * by a dropped pawn are all taken care of here.
 *
 * The stages of a search leave out promotions refused by pawn, bishop and rook, and by a lance next to the last rank:
 * they are never better, except against a mate by a dropped pawn. `movegen_all` and the mate solver have them. */
#ifndef YOMI_SHOGI_MOVEGEN_H
#define YOMI_SHOGI_MOVEGEN_H

#include "shogi/position.h"

enum { LIST_ROOM = MAX_MOVES + 8 }; /* drops are written eight at a time */

/* Each appends to `list`, which has LIST_ROOM places, and returns its new end. */
Move *movegen_noisy(const ShogiPosition *pos, Move *list);    /* captures and pawn promotions; not in check */
Move *movegen_quiets(const ShogiPosition *pos, Move *list);   /* other moves of pieces on the board; not in check */
Move *movegen_drops(const ShogiPosition *pos, Move *list);    /* not in check */
Move *movegen_evasions(const ShogiPosition *pos, Move *list); /* in check */
Move *movegen_all(const ShogiPosition *pos, Move *list);      /* every legal move */
Move *movegen_all_evasions(const ShogiPosition *pos, Move *list);
int movegen_count(const ShogiPosition *pos); /* of movegen_all */

/* What is needed to tell whether moves give check; made once a node. */
typedef struct CheckInfo {
    Bitboard squares[KINDS]; /* from where each kind attacks the enemy king; 0 for a king */
    Bitboard shields;        /* own pieces that uncover a check when they leave their line */
    int king;                /* the enemy's */
} CheckInfo;
void checkinfo_make(const ShogiPosition *pos, CheckInfo *info);
static inline bool movegen_gives_check(const ShogiPosition *pos, const CheckInfo *info, Move move)
{
    int to = move_to(move);
    if (bb_has(info->squares[piece_kind(pos_moved_piece(pos, move))], to)) return true;
    if (move_is_drop(move) || !bb_has(info->shields, move_from(move))) return false;
    return !bb_has(bb_line_through(info->king, move_from(move)), to);
}

Move *movegen_quiet_checks(const ShogiPosition *pos, const CheckInfo *info, Move *list); /* not noisy; not in check */
Move *movegen_all_checks(const ShogiPosition *pos, const CheckInfo *info, Move *list);   /* every legal checking move */

bool movegen_has_move(const ShogiPosition *pos); /* is there any legal move? */

/* Is any 16-bit number a legal move here? For moves from tables and from outside. */
bool movegen_is_legal(const ShogiPosition *pos, Move move);

/* Would a pawn dropped on `to` (in front of the enemy king, empty) be mate? */
bool movegen_pawn_drop_mates(const ShogiPosition *pos, int to);

#endif
