#include "base/utf8.h"
#include "farm/snapshot.h"

#include <inttypes.h>

static void put_json_text(Buf *out, const char *text)
{
    (void)buf_putc(out, '"');
    for (Str rest = str_from(text); rest.len > 0;) {
        uint32_t code = utf8_next(&rest);
        if (code == '"' || code == '\\') (void)buf_putc(out, '\\');
        if (code < ' ') {
            (void)buf_printf(out, "\\u%04x", code);
        } else {
            (void)utf8_put(out, code);
        }
    }
    (void)buf_putc(out, '"');
}

typedef struct Figure {
    const char *name, *help;
    size_t offset;
    bool grows;
} Figure;

#define FIGURE(field, help, grows)                         \
    {                                                      \
#field, help, offsetof(FarmSnapshot, field), grows \
    }
static const Figure figures[] = {
    FIGURE(total, "jobs of the campaign", false),
    FIGURE(done, "jobs that count", true),
    FIGURE(queued, "jobs that wait for a worker", false),
    FIGURE(running, "jobs that a worker has", false),
    FIGURE(workers, "workers heard of in the last minute", false),
    FIGURE(bytes, "bytes of results", true),
    FIGURE(ms, "milliseconds that workers spent on jobs that count", true),
    FIGURE(doubles, "results that were there already", true),
    FIGURE(differs, "results with other bytes than those that were there", true),
    FIGURE(failed, "tries that ended in an error", true),
    FIGURE(lost, "tries whose worker fell silent", true),
    FIGURE(dead, "jobs that were given up", false),
};
enum { FIGURES = sizeof figures / sizeof *figures };

static int64_t figure_of(const FarmSnapshot *s, const Figure *figure)
{
    return *(const int64_t *)(const void *)((const char *)s + figure->offset);
}

/* ---- for people ---- */

static void put_duration(Buf *out, int64_t seconds)
{
    if (seconds < 0) {
        (void)buf_puts(out, "unknown");
    } else if (seconds < 120) {
        (void)buf_printf(out, "%" PRId64 " s", seconds);
    } else if (seconds < 7200) {
        (void)buf_printf(out, "%" PRId64 " min", seconds / 60);
    } else {
        (void)buf_printf(out, "%" PRId64 " h %" PRId64 " min", seconds / 3600, seconds / 60 % 60);
    }
}

static void put_test(const FarmSnapshot *s, Buf *out)
{
    if (!s->has_test) return;
    (void)buf_printf(out, "  test: LLR %.2f (%.2f to %.2f) after %" PRId64 " pairs: ", s->llr, s->lower, s->upper,
                     s->seen);
    for (int i = 0; i < 5; i++) (void)buf_printf(out, "%s%" PRId64, i ? " " : "", s->counts[i]);
    (void)buf_putc(out, '\n');
}

void farm_snapshot_text(const FarmSnapshot *s, Buf *out)
{
    (void)buf_printf(out, "%s: %s %s, %s%s%s, id %.12s\n", s->name, s->kind, s->game, s->state,
                     s->verdict[0] ? ": " : "", s->verdict, s->id);
    (void)buf_printf(out,
                     "  jobs: %" PRId64 " of %" PRId64 " done, %" PRId64 " running, %" PRId64 " queued, %.1f a minute",
                     s->done, s->total, s->running, s->queued, farm_jobs_per_minute(s));
    if (s->ended_ms == 0) {
        (void)buf_puts(out, ", left: ");
        put_duration(out, farm_seconds_left(s));
    }
    (void)buf_printf(out,
                     "\n  results: %.1f MB, %.1f h of work; %" PRId64 " doubles, %" PRId64 " failed tries, %" PRId64
                     " silent, %" PRId64 " dead\n",
                     (double)s->bytes / 1e6, (double)s->ms / 3.6e6, s->doubles, s->failed, s->lost, s->dead);
    put_test(s, out);
    if (s->differs > 0) {
        (void)buf_printf(out, "  ALARM: %" PRId64 " results differ from what another worker made of the same job:\n%s",
                         s->differs, buf_text(&s->quarantine));
    }
    for (size_t i = 0; i < s->dead_count; i++)
        (void)buf_printf(out, "  dead: job %" PRId64 ": %s\n", s->seen_dead[i].job, s->seen_dead[i].why);
    (void)buf_printf(out, "  workers: %" PRId64 "\n", s->workers);
    for (size_t i = 0; i < s->worker_count && i < 20; i++) {
        (void)buf_printf(out, "    %-32s %s, heard of %.1f s ago\n", s->seen_workers[i].name, s->seen_workers[i].about,
                         (double)s->seen_workers[i].silent_ms / 1000);
    }
}

/* ---- for machines ---- */

static void put_list(const FarmSnapshot *s, Buf *out)
{
    (void)buf_puts(out, ", \"minutes\": [");
    for (int i = 0; i < FARM_MINUTES; i++) (void)buf_printf(out, "%s%" PRId64, i ? ", " : "", s->minutes[i]);
    (void)buf_puts(out, "], \"seen_workers\": [");
    for (size_t i = 0; i < s->worker_count; i++) {
        (void)buf_puts(out, i ? ", {\"name\": " : "{\"name\": ");
        put_json_text(out, s->seen_workers[i].name);
        (void)buf_puts(out, ", \"about\": ");
        put_json_text(out, s->seen_workers[i].about);
        (void)buf_printf(out, ", \"silent_ms\": %" PRId64 "}", s->seen_workers[i].silent_ms);
    }
    (void)buf_puts(out, "], \"dead_letters\": [");
    for (size_t i = 0; i < s->dead_count; i++) {
        (void)buf_printf(out, "%s{\"job\": %" PRId64 ", \"why\": ", i ? ", " : "", s->seen_dead[i].job);
        put_json_text(out, s->seen_dead[i].why);
        (void)buf_putc(out, '}');
    }
    (void)buf_puts(out, "], \"quarantine\": ");
    put_json_text(out, buf_text(&s->quarantine));
}

static void put_test_json(const FarmSnapshot *s, Buf *out)
{
    if (!s->has_test) return;
    (void)buf_printf(
        out, ", \"test\": {\"llr\": %.4f, \"lower\": %.4f, \"upper\": %.4f, \"pairs\": %" PRId64 ", \"counts\": [",
        s->llr, s->lower, s->upper, s->seen);
    for (int i = 0; i < 5; i++) (void)buf_printf(out, "%s%" PRId64, i ? ", " : "", s->counts[i]);
    (void)buf_puts(out, "], \"curve\": [");
    for (int i = 0; i < s->curve_count; i++) (void)buf_printf(out, "%s%.3f", i ? ", " : "", s->curve[i]);
    (void)buf_puts(out, "]}");
}

void farm_snapshot_json(const FarmSnapshot *s, Buf *out)
{
    const char *const texts[][2] = {{"name", s->name}, {"kind", s->kind},   {"game", s->game},
                                    {"id", s->id},     {"state", s->state}, {"verdict", s->verdict}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        (void)buf_printf(out, "%s\"%s\": ", i ? ", " : "{", texts[i][0]);
        put_json_text(out, texts[i][1]);
    }
    for (int i = 0; i < FIGURES; i++)
        (void)buf_printf(out, ", \"%s\": %" PRId64, figures[i].name, figure_of(s, &figures[i]));
    (void)buf_printf(out, ", \"jobs_per_minute\": %.2f, \"seconds_left\": %" PRId64, farm_jobs_per_minute(s),
                     farm_seconds_left(s));
    put_test_json(s, out);
    put_list(s, out);
    (void)buf_putc(out, '}');
}

/* All campaigns of a figure stand together. */
void farm_snapshots_prometheus(const FarmSnapshot *list, size_t count, Buf *out)
{
    for (int i = 0; i < FIGURES && count > 0; i++) {
        const Figure *figure = &figures[i];
        const char *end = figure->grows ? "_total" : "";
        (void)buf_printf(out, "# HELP yomi_farm_%s%s %s\n# TYPE yomi_farm_%s%s %s\n", figure->name, end, figure->help,
                         figure->name, end, figure->grows ? "counter" : "gauge");
        for (size_t s = 0; s < count; s++) {
            (void)buf_printf(out, "yomi_farm_%s%s{campaign=\"%s\",kind=\"%s\"} %" PRId64 "\n", figure->name, end,
                             list[s].name, list[s].kind, figure_of(&list[s], figure));
        }
    }
    (void)buf_puts(out,
                   "# HELP yomi_farm_llr log-likelihood ratio of the sequential test\n# TYPE yomi_farm_llr gauge\n");
    for (size_t s = 0; s < count; s++) {
        if (list[s].has_test)
            (void)buf_printf(out, "yomi_farm_llr{campaign=\"%s\",kind=\"%s\"} %.4f\n", list[s].name, list[s].kind,
                             list[s].llr);
    }
}
