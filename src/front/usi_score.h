/* A score as USI writes it. A decided one has one meaning: "mate N" when a mate is known, N plies away; otherwise
 * "cp 20000" or "cp -20000", for a game that a rule decides (a repetition with the better hand, perpetual check) or an
 * evaluation beyond USI_SCORE_DECIDED. The size says nothing about a distance. */
#ifndef YOMI_FRONT_USI_SCORE_H
#define YOMI_FRONT_USI_SCORE_H

#include "base/buf.h"
#include "yomi.h"

enum { USI_SCORE_DECIDED = 15000, USI_SCORE_SHOWN = 20000 };

/* Appends " score ...", with its bound. */
void usi_print_score(Buf *line, int score, int win_in, yomi_bound bound);

#endif
