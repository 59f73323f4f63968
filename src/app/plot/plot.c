#include "app/plot/plot.h"

#include "base/utf8.h"

enum { LEFT = 60, RIGHT = 20, MARGIN = 20 };

double plot_x(const Plot *plot, size_t at)
{
    size_t steps = plot->count > 1 ? plot->count - 1 : 1;
    return LEFT + (PLOT_WIDTH - LEFT - RIGHT) * (double)at / (double)steps;
}

double plot_y(const Plot *plot, double value)
{
    double cut = value > plot->high ? plot->high : value < plot->low ? plot->low : value;
    double span = plot->high > plot->low ? plot->high - plot->low : 1;
    return MARGIN + (PLOT_HEIGHT - 2 * MARGIN) * (plot->high - cut) / span;
}

uint32_t plot_rgb(PlotColour colour)
{
    static const uint32_t values[PLOT_COLOURS] = {0xffffff, 0x999999, 0x222222, 0x1667a8, 0xe6a700, 0xc8102e};
    return values[colour];
}

/* ---- SVG ---- */

static void put_text(Buf *out, const char *text)
{
    for (Str rest = str_from(text); rest.len > 0;) {
        uint32_t code = utf8_next(&rest);
        if (code == '<') {
            (void)buf_puts(out, "&lt;");
        } else if (code == '&') {
            (void)buf_puts(out, "&amp;");
        } else {
            (void)utf8_put(out, code);
        }
    }
}

static void put_level(Buf *out, const Plot *plot, double value, const char *class)
{
    double y = plot_y(plot, value);
    (void)buf_printf(out, "<text x=\"4\" y=\"%.1f\">%.6g</text><path class=\"%s\" d=\"M%d %.1fH%d\"/>\n", y + 4, value,
                     class, LEFT, y, PLOT_WIDTH - RIGHT);
}

static void put_curve(Buf *out, const Plot *plot)
{
    (void)buf_puts(out, "<path class=\"curve\" d=\"");
    for (size_t i = 0; i < plot->count; i++) {
        (void)buf_printf(out, "%c%.1f %.1f", i ? 'L' : 'M', plot_x(plot, i), plot_y(plot, plot->values[i]));
    }
    (void)buf_puts(out, "\"/>\n");
    for (size_t i = 0; i < plot->mark_count; i++) {
        const PlotMark *mark = &plot->marks[i];
        (void)buf_printf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#%06x\"><title>", mark->kind,
                         plot_x(plot, mark->at), plot_y(plot, plot->values[mark->at]), plot_rgb(mark->colour));
        put_text(out, mark->title);
        (void)buf_puts(out, "</title></circle>\n");
    }
}

void plot_svg(const Plot *plots, size_t count, Buf *out)
{
    size_t height = count * (PLOT_HEIGHT + PLOT_GAP);
    (void)buf_printf(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %zu\" font-family=\"sans-serif\" "
                     "font-size=\"12\">\n<style>.edge{stroke:#ddd;fill:none}.base{stroke:#%06x;fill:none}"
                     ".curve{stroke:#%06x;stroke-width:2;fill:none}</style>\n"
                     "<rect width=\"%d\" height=\"%zu\" fill=\"#fff\"/>\n",
                     PLOT_WIDTH, height, plot_rgb(PLOT_GREY), plot_rgb(PLOT_BLUE), PLOT_WIDTH, height);
    for (size_t i = 0; i < count; i++) {
        (void)buf_printf(out, "<g transform=\"translate(0 %zu)\">\n<text x=\"%d\" y=\"12\">",
                         i * (PLOT_HEIGHT + PLOT_GAP), LEFT);
        put_text(out, plots[i].title);
        (void)buf_puts(out, "</text>\n");
        put_level(out, &plots[i], plots[i].low, "edge");
        put_level(out, &plots[i], plots[i].high, "edge");
        put_level(out, &plots[i], plots[i].base, "base");
        put_curve(out, &plots[i]);
        (void)buf_puts(out, "</g>\n");
    }
    (void)buf_puts(out, "</svg>\n");
}
