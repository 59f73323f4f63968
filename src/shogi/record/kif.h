/* KIF: the Japanese text record of shogi games, in UTF-8. Read: names, handicap or diagram, the main line with times
 * and comments, the end. Variations are skipped. */
#ifndef YOMI_SHOGI_RECORD_KIF_H
#define YOMI_SHOGI_RECORD_KIF_H

#include "shogi/record/kifu.h"

/* Errors name the line. */
Status kif_parse(Str text, KifuGame *out, Error *error);
Status kif_format(const KifuGame *game, Buf *out, Error *error);

#endif
