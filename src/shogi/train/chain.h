/* A game as training data: where it began, and for each position the move, the score of the search and whether it is
 * quiet enough to learn from. A position costs two to three bytes, because it is only reached by playing the moves.
 *
 * A record, little endian:
 *
 *   "YSG1"  length (16 bits)  result (0 Black lost, 1 drawn, 2 Black won)
 *   start   0: the start position; 1: 32 packed bytes; 2: a length and so many bytes of SFEN (odd sets of pieces)
 *   plies (16 bits), then for each two numbers of 7 bits a byte, lowest first, the high bit saying that more follow:
 *           2 * the move's place in movegen_all (one past the last: the declared win) + 1 if quiet
 *           the score plus that of the ply before, 2 * n or 2 * -n - 1: scores are the mover's, so they nearly cancel
 *
 * Behind a game stands its mark (tool/marks.h): "YSM1", run, game, length, checksum. */
#ifndef YOMI_SHOGI_TRAIN_CHAIN_H
#define YOMI_SHOGI_TRAIN_CHAIN_H

#include "base/buf.h"
#include "base/status.h"
#include "shogi/position.h"

enum {
    CHAIN_PLIES_MAX = 1024,
    CHAIN_START_MAX = 2 + 255,
    CHAIN_RECORD_MAX = 9 + CHAIN_START_MAX + CHAIN_PLIES_MAX * 5,
    CHAIN_MARK_BYTES = 24
};

typedef struct ChainPly {
    Move move; /* MOVE_WIN: the win is declared */
    int16_t score;
    bool quiet;
} ChainPly;

/* A game being written. */
typedef struct ChainGame {
    uint8_t bytes[CHAIN_RECORD_MAX];
    size_t size, plies_at;
    int plies, last_score;
} ChainGame;

/* False when the position has no text that fits. */
bool chain_begin(ChainGame *game, const ShogiPosition *start);
/* The next ply, `pos` being the position that it is played in; false when the move is not legal or there is no room. */
bool chain_add(ChainGame *game, const ShogiPosition *pos, const ChainPly *ply);
/* `black`: 1 Black won, 0 drawn, -1 White won. The record, owned by the game. */
Str chain_end(ChainGame *game, int black);

/* The length of the record, game or mark, that the bytes begin with; 0 when there is no whole one. */
size_t chain_record(Str bytes);
bool chain_is_mark(Str record);

/* A game being read. `pos` is the caller's and holds the position before the ply that was given last. */
typedef struct ChainReader {
    const uint8_t *at, *end;
    ShogiPosition *pos;
    Move last; /* not played yet */
    int left, last_score;
    int black; /* the result, as in chain_end */
} ChainReader;

Status chain_open(ChainReader *reader, Str record, ShogiPosition *pos, Error *error);
/* STATUS_NOT_FOUND at the end of the game. */
Status chain_next(ChainReader *reader, ChainPly *ply, Error *error);

#endif
