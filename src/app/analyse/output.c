/* An analysis as a table, CSV, JSON and a graph. */
#include "app/analyse/analyse.h"

#include <inttypes.h>

const char *analysis_mark(int loss, int mistake)
{
    return loss >= 2 * mistake ? "??" : loss >= mistake ? "?" : "";
}

/* From the first player's side, which is what a graph shows. */
static int first_score(const AnalysedPosition *p)
{
    return p->side == 0 ? p->score : -p->score;
}

static void put_score(Buf *out, const AnalysedPosition *p)
{
    if (p->win_in != 0) {
        (void)buf_printf(out, "#%d", p->win_in);
    } else if (p->score == ANALYSE_WIN || p->score == -ANALYSE_WIN) {
        (void)buf_puts(out, p->score > 0 ? "won" : "lost");
    } else {
        (void)buf_printf(out, "%.2f", p->score / 100.0);
    }
}

void analysis_table(const Analysis *analysis, int mistake, Buf *out)
{
    for (size_t g = 0; g < analysis->count; g++) {
        const AnalysedGame *game = &analysis->games[g];
        (void)buf_printf(out, "game %zu\n%5s %-8s %-2s %-8s %9s %8s %5s  %s\n", g + 1, "ply", "played", "", "best",
                         "score", "loss", "depth", "line");
        for (size_t ply = 0; ply < game->count; ply++) {
            const AnalysedPosition *p = &game->positions[ply];
            int loss = analysis_loss(game, ply);
            Buf score = buf_new(64);
            put_score(&score, p);
            (void)buf_printf(out, "%5zu %-8s %-2s %-8s %9s", ply + 1, p->played[0] ? p->played : "-",
                             analysis_mark(loss, mistake), p->best[0] ? p->best : "-", buf_text(&score));
            buf_free(&score);
            if (loss >= 0) {
                (void)buf_printf(out, " %8.2f", loss / 100.0);
            } else {
                (void)buf_printf(out, " %8s", "-");
            }
            (void)buf_printf(out, " %5d  %.60s\n", p->depth, p->line);
        }
    }
}

void analysis_csv(const Analysis *analysis, int mistake, Buf *out)
{
    (void)buf_puts(out, "game,ply,side,played,best,score,win_in,loss,mark,depth,nodes,line\n");
    for (size_t g = 0; g < analysis->count; g++) {
        const AnalysedGame *game = &analysis->games[g];
        for (size_t ply = 0; ply < game->count; ply++) {
            const AnalysedPosition *p = &game->positions[ply];
            int loss = analysis_loss(game, ply);
            (void)buf_printf(out, "%zu,%zu,%d,%s,%s,%d,%d,", g + 1, ply + 1, p->side + 1, p->played, p->best, p->score,
                             p->win_in);
            if (loss >= 0) (void)buf_printf(out, "%d", loss);
            (void)buf_printf(out, ",%s,%d,%" PRIu64 ",%s\n", analysis_mark(loss, mistake), p->depth, p->nodes, p->line);
        }
    }
}

void analysis_json(const Analysis *analysis, const char *game_name, int mistake, Buf *out)
{
    (void)buf_printf(out, "{\"game\": \"%s\", \"games\": [\n", game_name);
    for (size_t g = 0; g < analysis->count; g++) {
        const AnalysedGame *game = &analysis->games[g];
        (void)buf_printf(out, "  {\"positions\": [\n");
        for (size_t ply = 0; ply < game->count; ply++) {
            const AnalysedPosition *p = &game->positions[ply];
            int loss = analysis_loss(game, ply);
            (void)buf_printf(out,
                             "    {\"ply\": %zu, \"side\": %d, \"played\": \"%s\", \"best\": \"%s\", \"score\": %d, "
                             "\"win_in\": %d, ",
                             ply + 1, p->side + 1, p->played, p->best, p->score, p->win_in);
            if (loss >= 0) (void)buf_printf(out, "\"loss\": %d, ", loss);
            (void)buf_printf(out, "\"mark\": \"%s\", \"depth\": %d, \"nodes\": %" PRIu64 ", \"line\": \"%s\"}%s\n",
                             analysis_mark(loss, mistake), p->depth, p->nodes, p->line,
                             ply + 1 < game->count ? "," : "");
        }
        (void)buf_printf(out, "  ]}%s\n", g + 1 < analysis->count ? "," : "");
    }
    (void)buf_puts(out, "]}\n");
}

enum { GRAPH_WIDTH = 900, GRAPH_HEIGHT = 240, GRAPH_GAP = 30, GRAPH_SPAN = 2000, GRAPHS_MAX = 200 };

static double x_of(const AnalysedGame *game, size_t ply)
{
    size_t steps = game->count > 1 ? game->count - 1 : 1;
    return 40 + (GRAPH_WIDTH - 60) * (double)ply / (double)steps;
}

static double y_of(int score)
{
    int cut = score > GRAPH_SPAN ? GRAPH_SPAN : score < -GRAPH_SPAN ? -GRAPH_SPAN : score;
    return GRAPH_HEIGHT / 2.0 - (GRAPH_HEIGHT / 2.0 - 15) * cut / GRAPH_SPAN;
}

static void put_graph(Buf *out, const AnalysedGame *game, size_t number, int mistake)
{
    (void)buf_printf(out, "<g transform=\"translate(0 %zu)\">\n<text x=\"4\" y=\"14\">game %zu</text>\n",
                     number * (GRAPH_HEIGHT + GRAPH_GAP), number + 1);
    (void)buf_printf(
        out, "<text x=\"4\" y=\"%g\">0</text><path class=\"axis\" d=\"M40 %gH%d\"/>\n<path class=\"score\" d=\"",
        y_of(0), y_of(0), GRAPH_WIDTH - 20);
    for (size_t ply = 0; ply < game->count; ply++) {
        (void)buf_printf(out, "%c%.1f %.1f", ply ? 'L' : 'M', x_of(game, ply),
                         y_of(first_score(&game->positions[ply])));
    }
    (void)buf_puts(out, "\"/>\n");
    for (size_t ply = 0; ply + 1 < game->count; ply++) {
        int loss = analysis_loss(game, ply);
        if (loss < mistake) continue;
        const AnalysedPosition *p = &game->positions[ply];
        (void)buf_printf(out,
                         "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%zu %s%s, loss %.2f, better %s"
                         "</title></circle>\n",
                         loss >= 2 * mistake ? "blunder" : "mistake", x_of(game, ply + 1),
                         y_of(first_score(&game->positions[ply + 1])), ply + 1, p->played, analysis_mark(loss, mistake),
                         loss / 100.0, p->best);
    }
    (void)buf_puts(out, "</g>\n");
}

void analysis_svg(const Analysis *analysis, int mistake, Buf *out)
{
    size_t graphs = analysis->count < GRAPHS_MAX ? analysis->count : GRAPHS_MAX;
    size_t height = graphs * (GRAPH_HEIGHT + GRAPH_GAP);
    (void)buf_printf(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %zu\" font-family=\"sans-serif\" "
                     "font-size=\"12\">\n<style>.axis{stroke:#999;fill:none}.score{stroke:#1667a8;stroke-width:2;"
                     "fill:none}.mistake{fill:#e6a700}.blunder{fill:#c8102e}</style>\n"
                     "<rect width=\"%d\" height=\"%zu\" fill=\"#fff\"/>\n",
                     GRAPH_WIDTH, height, GRAPH_WIDTH, height);
    for (size_t g = 0; g < graphs; g++) put_graph(out, &analysis->games[g], g, mistake);
    (void)buf_puts(out, "</svg>\n");
}
