/* The data of `yomi datagen gomoku` as samples for the networks. */
#ifndef YOMI_GOMOKU_TOOLS_LINE_DATA_H
#define YOMI_GOMOKU_TOOLS_LINE_DATA_H

#include "gomoku/train/line_fit.h"

enum { HELD_OUT_ONE_IN = 20 };

/* Appends the positions of the text to out[captures]; whole games are held out. */
Status line_data_read(Str text, LineSamples out[2], Error *error);

#endif
