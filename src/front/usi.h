/* What the two halves of the USI protocol share: a session's memory, and the commands that think. */
#ifndef YOMI_FRONT_USI_H
#define YOMI_FRONT_USI_H

#include "front/front.h"

enum { USI_SHOWN_MAX = 80 }; /* of a word that is not known */

typedef struct Usi {
    bool mate_search; /* the running search was started by go mate */
    int resign_below; /* centi-pawns; 0: never */
} Usi;

void usi_cmd_go(Front *front, Str arguments);
void usi_cmd_ponderhit(Front *front, Str arguments);

#endif
