/* A move as a person types it in a terminal: the program's own text in any case, or how books write it: P-2f, Px3d+,
 * P'5e, G4i-5h, ７六歩, 同銀成. */
#ifndef YOMI_APP_TYPED_MOVE_H
#define YOMI_APP_TYPED_MOVE_H

#include "base/status.h"
#include "base/str.h"
#include "yomi.h"

/* The one legal move that is meant. STATUS_NOT_FOUND when there is none; STATUS_BAD_INPUT when it could be several,
 * which the error names. */
Status typed_move(yomi_engine *engine, Str typed, char out[YOMI_MOVE_TEXT_MAX], Error *error);

#endif
