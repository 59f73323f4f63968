/* The protocols there are, one file each. */
#ifndef YOMI_FRONT_PROTOCOLS_H
#define YOMI_FRONT_PROTOCOLS_H

#include "front/front.h"

extern const FrontProtocol front_usi;
extern const FrontProtocol front_nboard;
extern const FrontProtocol front_gtp;
extern const FrontProtocol front_gomocup;

#endif
