/* Mate in one and in three, quick enough for ordinary nodes. What is found is a mate; not every mate is found. */
#ifndef YOMI_SHOGI_SEARCH_MATE1_H
#define YOMI_SHOGI_SEARCH_MATE1_H

#include "shogi/movegen.h"

/* A move that mates at once, or MOVE_NONE. Not in check. The position is as before afterwards. */
Move mate1_find(ShogiPosition *pos, const CheckInfo *info);
/* The same among checks that were generated already. */
Move mate1_among(ShogiPosition *pos, const CheckInfo *info, const Move *list, const Move *end);

/* The first move of a forced mate in three plies, or MOVE_NONE. Not in check. Gives up after `budget` positions. */
Move mate3_find(ShogiPosition *pos, const CheckInfo *info, int budget);

#endif
