/* A position in the terminal, painted from the cells that yomi_get_board gives: the same for every game. */
#ifndef YOMI_APP_PAINT_H
#define YOMI_APP_PAINT_H

#include "yomi.h"

#include <stdbool.h>

typedef struct PaintStyle {
    bool colour, unicode;
} PaintStyle;

/* The board with the names of its columns and rows, and what is beside it, on standard output. Where moves place a
 * stone on a cell, those that may be made now are dots and the last one stands in brackets. */
void paint_board(yomi_engine *engine, PaintStyle style);

#endif
