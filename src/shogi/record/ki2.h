/* KI2: the Japanese record as newspapers print it, in UTF-8: a move names its piece and its square, and words like 右,
 * 上, 打 only where more than one piece could be meant. There are no times. Read: names, handicap or diagram, the main
 * line with comments, the end. Variations are skipped. */
#ifndef YOMI_SHOGI_RECORD_KI2_H
#define YOMI_SHOGI_RECORD_KI2_H

#include "shogi/record/kifu.h"

/* Errors name the line. */
Status ki2_parse(Str text, KifuGame *out, Error *error);
Status ki2_format(const KifuGame *game, Buf *out, Error *error);

#endif
