/* An analysis as a table, CSV, JSON and a graph. */
#include "app/analyse/analyse.h"
#include "app/json.h"
#include "app/plot/plot.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *analysis_mark(int loss, int mistake)
{
    return loss >= 2 * mistake ? "??" : loss >= mistake ? "?" : "";
}

/* From the first player's side, which is what a graph shows. */
static int first_score(const AnalysedPosition *p)
{
    return p->side == 0 ? p->score : -p->score;
}

static const char *line_of(const AnalysedPosition *p)
{
    return p->line ? p->line : "";
}

/* In quotes when it has to be. */
static void put_csv(Buf *out, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        (void)buf_puts(out, text);
        return;
    }
    (void)buf_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"') (void)buf_putc(out, '"');
        (void)buf_putc(out, *text);
    }
    (void)buf_putc(out, '"');
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

/* "3: games.kif, A - B" */
static void put_title(Buf *out, const Analysis *analysis, size_t number)
{
    const AnalysedGame *game = &analysis->games[number];
    const Record *record = &game->record;
    (void)buf_printf(out, "game %zu", number + 1);
    if (analysis->file_count > 1) (void)buf_printf(out, ": %s", analysis->files[game->file].path);
    if (record->player[0][0] || record->player[1][0]) {
        (void)buf_printf(out, "%s %s - %s", analysis->file_count > 1 ? "," : ":", record->player[0], record->player[1]);
    }
}

/* What each side gave away in a move, in the mean, and its mistakes. A move that lost a won game counts as ten units.
 */
static void put_summary(Buf *out, const AnalysedGame *game, int mistake)
{
    enum { LOSS_MOST = 1000 };
    int moves[2] = {0, 0}, bad[2] = {0, 0};
    long sum[2] = {0, 0};
    for (size_t ply = 0; ply < game->count; ply++) {
        int loss = analysis_loss(game, ply), side = game->positions[ply].side;
        if (loss < 0) continue;
        moves[side]++;
        sum[side] += loss < LOSS_MOST ? loss : LOSS_MOST;
        bad[side] += loss >= mistake;
    }
    for (int side = 0; side < 2; side++) {
        if (moves[side] == 0) continue;
        (void)buf_printf(out, "%s: %d moves, mean loss %.2f, %d mistakes\n", side ? "second" : "first", moves[side],
                         (double)sum[side] / moves[side] / 100.0, bad[side]);
    }
}

void analysis_table(const Analysis *analysis, int mistake, Buf *out)
{
    for (size_t g = 0; g < analysis->count; g++) {
        const AnalysedGame *game = &analysis->games[g];
        put_title(out, analysis, g);
        (void)buf_printf(out, "\n%5s %-8s %-2s %-8s %9s %8s %5s  %s\n", "ply", "played", "", "best", "score", "loss",
                         "depth", "line");
        for (size_t ply = 0; ply < game->count; ply++) {
            const AnalysedPosition *p = &game->positions[ply];
            const char *played = analysis_played(game, ply);
            int loss = analysis_loss(game, ply);
            Buf score = buf_new(64);
            put_score(&score, p);
            (void)buf_printf(out, "%5zu %-8s %-2s %-8s %9s", ply + 1, played[0] ? played : "-",
                             analysis_mark(loss, mistake), p->best[0] ? p->best : "-", buf_text(&score));
            if (score.failed) out->failed = true;
            buf_free(&score);
            if (loss >= 0) {
                (void)buf_printf(out, " %8.2f", loss / 100.0);
            } else {
                (void)buf_printf(out, " %8s", "-");
            }
            (void)buf_printf(out, " %5d  %.60s\n", p->depth, line_of(p));
        }
        put_summary(out, game, mistake);
    }
}

void analysis_csv(const Analysis *analysis, int mistake, Buf *out)
{
    (void)buf_puts(out, "game,ply,side,played,best,score,win_in,loss,mark,depth,nodes,line,file\n");
    for (size_t g = 0; g < analysis->count; g++) {
        const AnalysedGame *game = &analysis->games[g];
        for (size_t ply = 0; ply < game->count; ply++) {
            const AnalysedPosition *p = &game->positions[ply];
            int loss = analysis_loss(game, ply);
            (void)buf_printf(out, "%zu,%zu,%d,%s,%s,%d,%d,", g + 1, ply + 1, p->side + 1, analysis_played(game, ply),
                             p->best, p->score, p->win_in);
            if (loss >= 0) (void)buf_printf(out, "%d", loss);
            (void)buf_printf(out, ",%s,%d,%" PRIu64 ",%s,", analysis_mark(loss, mistake), p->depth, p->nodes,
                             line_of(p));
            put_csv(out, analysis->files[game->file].path);
            (void)buf_putc(out, '\n');
        }
    }
}

void analysis_json(const Analysis *analysis, const char *game_name, int mistake, Buf *out)
{
    (void)buf_printf(out, "{\"game\": \"%s\", \"games\": [\n", game_name);
    for (size_t g = 0; g < analysis->count; g++) {
        const AnalysedGame *game = &analysis->games[g];
        (void)buf_puts(out, "  {\"file\": ");
        json_string(out, analysis->files[game->file].path);
        for (int side = 0; side < 2; side++) {
            (void)buf_printf(out, ", \"%s\": ", side == 0 ? "first" : "second");
            json_string(out, game->record.player[side]);
        }
        (void)buf_puts(out, ", \"positions\": [\n");
        for (size_t ply = 0; ply < game->count; ply++) {
            const AnalysedPosition *p = &game->positions[ply];
            int loss = analysis_loss(game, ply);
            (void)buf_printf(out,
                             "    {\"ply\": %zu, \"side\": %d, \"played\": \"%s\", \"best\": \"%s\", \"score\": %d, "
                             "\"win_in\": %d, ",
                             ply + 1, p->side + 1, analysis_played(game, ply), p->best, p->score, p->win_in);
            if (loss >= 0) (void)buf_printf(out, "\"loss\": %d, ", loss);
            (void)buf_printf(out, "\"mark\": \"%s\", \"depth\": %d, \"nodes\": %" PRIu64 ", \"line\": \"%s\"}%s\n",
                             analysis_mark(loss, mistake), p->depth, p->nodes, line_of(p),
                             ply + 1 < game->count ? "," : "");
        }
        (void)buf_printf(out, "  ]}%s\n", g + 1 < analysis->count ? "," : "");
    }
    (void)buf_puts(out, "]}\n");
}

/* ---- the graph ---- */

enum { GRAPH_SPAN = 2000, TITLES_MAX = 1 << 26 };

/* What the plots point into. */
typedef struct Graph {
    Plot *plots;
    double *values;
    PlotMark *marks;
    Buf titles; /* NUL-ended, in the order of their use */
} Graph;

static void put_curve(Graph *graph, const Analysis *analysis, size_t number, int mistake, double **value,
                      PlotMark **mark)
{
    const AnalysedGame *game = &analysis->games[number];
    Plot *plot = &graph->plots[number];
    *plot = (Plot){
        .values = *value, .count = game->count, .low = -GRAPH_SPAN / 100.0, .high = GRAPH_SPAN / 100.0, .marks = *mark};
    put_title(&graph->titles, analysis, number);
    (void)buf_append(&graph->titles, "", 1);
    for (size_t ply = 0; ply < game->count; ply++) {
        *(*value)++ = first_score(&game->positions[ply]) / 100.0;
        int loss = analysis_loss(game, ply);
        if (loss < mistake) continue;
        bool blunder = loss >= 2 * mistake;
        *(*mark)++ = (PlotMark){ply + 1, blunder ? PLOT_RED : PLOT_AMBER, blunder ? "blunder" : "mistake", NULL};
        plot->mark_count++;
        (void)buf_printf(&graph->titles, "%zu %s%s, loss %.2f, better %s", ply + 1, analysis_played(game, ply),
                         analysis_mark(loss, mistake), loss / 100.0, game->positions[ply].best);
        (void)buf_append(&graph->titles, "", 1);
    }
}

/* The titles have stopped moving: hands them out in the order in which they were written. */
static void settle_titles(Graph *graph, size_t plots)
{
    const char *at = buf_text(&graph->titles);
    PlotMark *mark = graph->marks;
    for (size_t i = 0; i < plots; i++) {
        graph->plots[i].title = at;
        at += strlen(at) + 1;
        for (size_t m = 0; m < graph->plots[i].mark_count; m++, mark++) {
            mark->title = at;
            at += strlen(at) + 1;
        }
    }
}

Status analysis_graph(const Analysis *analysis, int mistake, bool png, Buf *out, Error *error)
{
    size_t plots = analysis->count < PLOTS_MAX ? analysis->count : PLOTS_MAX, positions = 0;
    for (size_t i = 0; i < plots; i++) positions += analysis->games[i].count;
    Graph graph = {calloc(plots, sizeof *graph.plots), calloc(positions, sizeof *graph.values),
                   calloc(positions, sizeof *graph.marks), buf_new(TITLES_MAX)};
    Status status = STATUS_OK;
    double *value = graph.values;
    PlotMark *mark = graph.marks;
    if (!graph.plots || !graph.values || !graph.marks) status = STATUS_NO_MEMORY;
    for (size_t i = 0; i < plots && status == STATUS_OK; i++) {
        put_curve(&graph, analysis, i, mistake, &value, &mark);
    }
    if (status == STATUS_OK && graph.titles.failed) status = STATUS_NO_MEMORY;
    if (status != STATUS_OK) {
        (void)error_set(error, status, "no memory for the graph");
    } else {
        settle_titles(&graph, plots);
        if (png) status = plot_png(graph.plots, plots, out, error);
        if (!png) plot_svg(graph.plots, plots, out);
    }
    free(graph.plots);
    free(graph.values);
    free(graph.marks);
    buf_free(&graph.titles);
    return status;
}
