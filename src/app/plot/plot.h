/* Curves under each other, as SVG and as PNG with the same look: the course of games, of a tuning.
 *
 * A plot is a view of the caller's numbers; nothing is kept. Values beyond the range are drawn at its edge. */
#ifndef YOMI_APP_PLOT_PLOT_H
#define YOMI_APP_PLOT_PLOT_H

#include "base/buf.h"
#include "base/status.h"

enum { PLOT_WIDTH = 900, PLOT_HEIGHT = 240, PLOT_GAP = 30, PLOTS_MAX = 200 };

typedef enum PlotColour { PLOT_WHITE, PLOT_GREY, PLOT_BLACK, PLOT_BLUE, PLOT_AMBER, PLOT_RED, PLOT_COLOURS } PlotColour;

typedef struct PlotMark {
    size_t at; /* which value */
    PlotColour colour;
    const char *kind;  /* its class in SVG */
    const char *title; /* what SVG shows under the pointer */
} PlotMark;

typedef struct Plot {
    const char *title;
    const double *values; /* from left to right, at the same distance */
    size_t count;
    double low, high; /* the range shown */
    double base;      /* the line to compare with, labelled with its value */
    const PlotMark *marks;
    size_t mark_count;
} Plot;

void plot_svg(const Plot *plots, size_t count, Buf *out);
/* Letters outside ASCII become a box. */
Status plot_png(const Plot *plots, size_t count, Buf *out, Error *error);

/* ---- shared by the two ---- */

double plot_x(const Plot *plot, size_t at);
double plot_y(const Plot *plot, double value);
uint32_t plot_rgb(PlotColour colour); /* 0xrrggbb */

#endif
