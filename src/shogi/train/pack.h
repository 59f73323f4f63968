/* A position in 32 bytes, for training data. A prefix code a square (one bit for an empty one), then the hands, then
 * padding; a full set of 40 pieces never needs more than 256 bits, in whatever places they are. */
#ifndef YOMI_SHOGI_TRAIN_PACK_H
#define YOMI_SHOGI_TRAIN_PACK_H

#include "base/status.h"
#include "shogi/position.h"

enum { PACK_BYTES = 32 };

/* False when the position has more than a full set of pieces or lacks a king. */
bool pack_position(const ShogiPosition *pos, uint8_t out[PACK_BYTES]);
/* A position without history, at game ply 0. On error *pos means nothing. */
Status unpack_position(const uint8_t in[PACK_BYTES], ShogiPosition *pos, Error *error);

#endif
