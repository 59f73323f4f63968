#include "app/match/live.h"

#include "base/clock.h"
#include "base/terminal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { USUAL_ROWS = 24, USUAL_COLUMNS = 80 };

Live live_begin(FILE *out, uint64_t played)
{
    return (Live){.out = out, .before = played, .begun_ns = clock_now(clock_real())};
}

void live_game_begins(Live *live, uint64_t number)
{
    for (int i = 0; i < MATCH_TABLES_MAX; i++) {
        if (live->games[i].running) continue;
        live->games[i] = (LiveGame){true, number, clock_now(clock_real())};
        return;
    }
}

void live_game_ends(Live *live, uint64_t number)
{
    for (int i = 0; i < MATCH_TABLES_MAX; i++) {
        if (live->games[i].running && live->games[i].number == number) live->games[i].running = false;
    }
}

void live_erase(Live *live)
{
    if (live->lines > 0) {
        (void)fprintf(live->out, "\033[%dA\r\033[J", live->lines);
        (void)fflush(live->out);
    }
    live->lines = 0;
}

/* ---- the block ---- */

typedef struct Screen {
    Buf text;
    int rows, columns, used;
} Screen;

/* One line, cut to the width of the screen; dropped when the screen is full. */
static void put_line(Screen *screen, const Buf *line)
{
    if (screen->used >= screen->rows - 1) return;
    int len = (int)line->len < screen->columns ? (int)line->len : screen->columns - 1;
    (void)buf_printf(&screen->text, "%.*s\n", len, buf_text(line));
    screen->used++;
}

static void format_time(Buf *out, int64_t ns)
{
    int64_t s = ns / NS_PER_SECOND;
    (void)buf_printf(out, "%" PRId64 ":%02" PRId64 ":%02" PRId64, s / 3600, s / 60 % 60, s % 60);
}

static void put_head(Screen *screen, Buf *line, const Live *live, const MatchReport *report, int64_t now)
{
    const Tally *tally = &report->tally;
    int64_t passed = now - live->begun_ns;
    uint64_t fresh = tally->played - live->before, left = tally->games - tally->played;
    (void)buf_printf(line, "-- %" PRIu64 " of %" PRIu64 " games, ", tally->played, tally->games);
    format_time(line, passed);
    if (fresh > 0 && left > 0) {
        (void)buf_puts(line, ", at most ");
        format_time(line, (int64_t)((double)passed / (double)fresh * (double)left));
        (void)buf_puts(line, " left");
    }
    put_line(screen, line);
}

static void put_standing(Screen *screen, Buf *line, const char *name, const Standing *s)
{
    uint64_t games = s->wins + s->draws + s->losses;
    EloEstimate e = elo_estimate(&s->pairs);
    double points = (double)s->wins + (double)s->draws / 2;
    (void)buf_printf(line, "%-16.16s %6" PRIu64 " %5" PRIu64 " %5" PRIu64 " %5.1f%%", name, s->wins, s->draws,
                     s->losses, games ? 100 * points / (double)games : 0.0);
    if (isfinite(e.elo) && isfinite(e.elo_low) && isfinite(e.elo_high)) {
        (void)buf_printf(line, " %+7.1f +-%5.1f", e.elo, (e.elo_high - e.elo_low) / 2);
    } else {
        (void)buf_printf(line, " %7s   %5s", "-", "-");
    }
    uint64_t faults = tally_faults(s);
    (void)buf_printf(line, " %6" PRIu64, faults);
    const char *separator = " (";
    for (int kind = 1; kind < FAULT_KINDS && faults; kind++) {
        if (!s->faults[kind]) continue;
        (void)buf_printf(line, "%s%s %" PRIu64, separator, fault_name((FaultKind)kind), s->faults[kind]);
        separator = ", ";
    }
    if (faults) (void)buf_putc(line, ')');
    put_line(screen, line);
}

static void put_running(Screen *screen, Buf *line, const Live *live, const MatchConfig *config, const Tally *tally,
                        int64_t now)
{
    for (int i = 0; i < MATCH_TABLES_MAX; i++) {
        const LiveGame *game = &live->games[i];
        if (!game->running) continue;
        Place place = tally_place(tally, game->number);
        buf_clear(line);
        (void)buf_printf(line, "playing game %" PRIu64 ": %s - %s, ", game->number + 1,
                         config->engines[place.engines[0]].name, config->engines[place.engines[1]].name);
        format_time(line, now - game->begun_ns);
        put_line(screen, line);
    }
}

static void put_test(Screen *screen, Buf *line, const MatchConfig *config, const MatchReport *report)
{
    (void)buf_printf(line, "SPRT [%g, %g]: LLR %.2f in (%.2f, %.2f)", config->test.elo0, config->test.elo1, report->llr,
                     elo_test_lower(&config->test), elo_test_upper(&config->test));
    put_line(screen, line);
}

static void compose(Screen *screen, const Live *live, const MatchConfig *config, const MatchReport *report, int64_t now)
{
    Buf line = buf_new(4096);
    put_head(screen, &line, live, report, now);
    buf_clear(&line);
    (void)buf_printf(&line, "%-16s %6s %5s %5s %6s %7s +-%5s %6s", "engine", "won", "drawn", "lost", "score", "Elo",
                     "95%", "faults");
    put_line(screen, &line);
    for (int i = 0; i < report->tally.engine_count; i++) {
        buf_clear(&line);
        put_standing(screen, &line, config->engines[i].name, &report->tally.standings[i]);
    }
    buf_clear(&line);
    if (config->has_test) put_test(screen, &line, config, report);
    put_running(screen, &line, live, config, &report->tally, now);
    buf_free(&line);
}

void live_show(Live *live, const MatchConfig *config, const MatchReport *report)
{
    enum { PAUSE_MS = 500 };
    int64_t now = clock_now(clock_real());
    if (!live->out || (live->lines > 0 && now - live->shown_ns < PAUSE_MS * NS_PER_MS)) return;
    Screen screen = {buf_new(1 << 16), USUAL_ROWS, USUAL_COLUMNS, 0};
    (void)terminal_size(live->out, &screen.rows, &screen.columns);
    compose(&screen, live, config, report, now);
    live_erase(live);
    (void)fputs(buf_text(&screen.text), live->out);
    (void)fflush(live->out);
    live->lines = screen.used;
    live->shown_ns = now;
    buf_free(&screen.text);
}
