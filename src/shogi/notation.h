/* Text of positions (SFEN) and moves (USI). */
#ifndef YOMI_SHOGI_NOTATION_H
#define YOMI_SHOGI_NOTATION_H

#include "base/buf.h"
#include "base/status.h"
#include "shogi/position.h"

extern const char notation_start[]; /* the even game, as SFEN */

/* "BOARD SIDE HANDS [NUMBER]", with or without the word "sfen" before it, or "startpos". On error the text names the
 * field and the reason, and *pos is untouched. Rules (entering king, length) come from *pos as it was. */
Status notation_parse(Str text, ShogiPosition *pos, Error *error);
void notation_format(const ShogiPosition *pos, Buf *out);
void notation_draw(const ShogiPosition *pos, Buf *out);

enum { NOTATION_MOVE_MAX = 6 };
/* Any well-formed move text as a move, legal or not; MOVE_NONE when it is not well-formed. */
Move notation_parse_move(Str text);
void notation_format_move(Move move, char out[NOTATION_MOVE_MAX]);

#endif
