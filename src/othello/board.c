#include "othello/board.h"

#include "othello/moves.h"

#include <assert.h>

/* Hash words by splitmix64 of the square's number, as constant expressions. */
#define MIX_0(n)   ((n)*UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0x7f4a7c159e3779b9))
#define MIX_1(z)   (((z) ^ ((z) >> 30)) * UINT64_C(0xbf58476d1ce4e5b9))
#define MIX_2(z)   (((z) ^ ((z) >> 27)) * UINT64_C(0x94d049bb133111eb))
#define MIX_3(z)   ((z) ^ ((z) >> 31))
#define WORD(n)    MIX_3(MIX_2(MIX_1(MIX_0((uint64_t)(n)))))
#define FOUR(n)    WORD(n), WORD((n) + 1), WORD((n) + 2), WORD((n) + 3)
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)

const uint64_t othello_board_hash_own[SQUARES] = {SIXTEEN(1), SIXTEEN(17), SIXTEEN(33), SIXTEEN(49)};
const uint64_t othello_board_hash_other[SQUARES] = {SIXTEEN(65), SIXTEEN(81), SIXTEEN(97), SIXTEEN(113)};

static uint64_t hash_discs(uint64_t discs, const uint64_t words[SQUARES])
{
    uint64_t hash = 0;
    while (discs) hash ^= words[bits_pop(&discs)];
    return hash;
}

BoardHash othello_board_hash(OthelloBoard board)
{
    return (BoardHash){
        hash_discs(board.own, othello_board_hash_own) ^ hash_discs(board.other, othello_board_hash_other),
        hash_discs(board.other, othello_board_hash_own) ^ hash_discs(board.own, othello_board_hash_other)};
}

uint64_t othello_board_moves(OthelloBoard board)
{
    return moves_plain(board.own, board.other);
}

uint64_t othello_board_flips(OthelloBoard board, int square)
{
    return flips_plain(board.own, board.other, square);
}

static uint64_t mirror_files(uint64_t b)
{
    b = (b >> 1 & UINT64_C(0x5555555555555555)) | (b & UINT64_C(0x5555555555555555)) << 1;
    b = (b >> 2 & UINT64_C(0x3333333333333333)) | (b & UINT64_C(0x3333333333333333)) << 2;
    return (b >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (b & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
}

static uint64_t mirror_diagonal(uint64_t b)
{
    uint64_t t = (b ^ b >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    b ^= t ^ t << 7;
    t = (b ^ b >> 14) & UINT64_C(0x0000cccc0000cccc);
    b ^= t ^ t << 14;
    t = (b ^ b >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return b ^ t ^ t << 28;
}

uint64_t othello_board_mirror(uint64_t squares, int symmetry)
{
    if (symmetry & 1) squares = mirror_files(squares);
    if (symmetry & 2) squares = __builtin_bswap64(squares);
    if (symmetry & 4) squares = mirror_diagonal(squares);
    return squares;
}

OthelloBoard othello_board_start(void)
{
    return (OthelloBoard){bit(28) | bit(35), bit(27) | bit(36)}; /* black e4 d5, white d4 e5 */
}

void othello_position_set(OthelloPosition *position, OthelloBoard board, int side)
{
    int discs = SQUARES - board_empty_count(board);
    *position = (OthelloPosition){.board = board,
                                  .hash = othello_board_hash(board),
                                  .ply = (int16_t)(discs > 4 ? discs - 4 : 0),
                                  .side = (uint8_t)side};
}

int othello_position_moves(const OthelloPosition *position, Move out[MOVES_MAX])
{
    uint64_t moves = othello_board_moves(position->board);
    int count = 0;
    while (moves) out[count++] = move_of_square(bits_pop(&moves));
    if (count == 0 && othello_board_moves(board_pass(position->board))) out[count++] = MOVE_PASS;
    return count;
}

void othello_position_play(OthelloPosition *position, Move move)
{
    if (move == MOVE_PASS) {
        position->board = board_pass(position->board);
        position->hash = board_hash_pass(position->hash);
    } else {
        int square = square_of_move(move);
        uint64_t flips = othello_board_flips(position->board, square);
        position->board = board_after(position->board, square, flips);
        position->hash = board_hash_move(position->hash, square, flips);
    }
    position->side ^= 1;
    position->ply++;
    assert(position->hash.key == othello_board_hash(position->board).key);
}

bool othello_position_is_legal(const OthelloPosition *position, Move move)
{
    Move moves[MOVES_MAX];
    int count = othello_position_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == move) return true;
    }
    return false;
}

bool othello_position_is_over(const OthelloPosition *position)
{
    return !othello_board_moves(position->board) && !othello_board_moves(board_pass(position->board));
}
