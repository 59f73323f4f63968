/* CSA: the record of computer shogi, version 2.2. Read: names, event, start, moves with times and
 * comments, the end. */
#ifndef YOMI_SHOGI_RECORD_CSA_H
#define YOMI_SHOGI_RECORD_CSA_H

#include "shogi/record/kifu.h"

/* Errors name the line. */
Status csa_parse(Str text, KifuGame *out, Error *error);
Status csa_format(const KifuGame *game, Buf *out, Error *error);

#endif
