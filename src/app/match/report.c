/* What a match tells: a table for people, JSON for programs, the games. */
#include "app/json.h"
#include "app/match/match.h"
#include "app/match/rating.h"
#include "base/file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *match_end_text(MatchEnd end)
{
    static const char *const texts[] = {"complete", "decided", "an engine failed too often", "interrupted"};
    return texts[end];
}

/* ---- text ---- */

/* "+12.3" or "+inf": never "nan". */
static void format_elo(char *out, size_t size, double value)
{
    if (isinf(value)) {
        (void)snprintf(out, size, "%sinf", value > 0 ? "+" : "-");
    } else {
        (void)snprintf(out, size, "%+.1f", value);
    }
}

static void format_estimate(char *out, size_t size, const EloPairs *pairs)
{
    EloEstimate e = elo_estimate(pairs);
    char elo[24], low[24], high[24];
    format_elo(elo, sizeof elo, e.elo);
    format_elo(low, sizeof low, e.elo_low);
    format_elo(high, sizeof high, e.elo_high);
    (void)snprintf(out, size, "%s [%s, %s]", elo, low, high);
}

static void print_standing(FILE *out, const char *name, const Standing *s)
{
    uint64_t games = s->wins + s->draws + s->losses;
    char elo[96];
    format_estimate(elo, sizeof elo, &s->pairs);
    double points = (double)s->wins + (double)s->draws / 2;
    (void)fprintf(out, "%-20s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 "  %5.1f%%  %s", name, games, s->wins,
                  s->draws, s->losses, games ? 100 * points / (double)games : 0.0, elo);
    if (s->moves > 0) {
        (void)fprintf(out, "  depth %.1f, %.0f ms and %.0f nodes a move", (double)s->depth_sum / (double)s->moves,
                      (double)s->ms / (double)s->moves, (double)s->nodes / (double)s->moves);
    }
    (void)fputc('\n', out);
}

static void print_faults(FILE *out, const MatchConfig *config, const Tally *tally)
{
    uint64_t all = 0;
    for (int i = 0; i < tally->engine_count; i++) {
        const Standing *s = &tally->standings[i];
        uint64_t faults = tally_faults(s);
        all += faults;
        if (faults > 0) {
            (void)fprintf(out, "faults of %s:", config->engines[i].name);
            for (int kind = 1; kind < FAULT_KINDS; kind++) {
                if (s->faults[kind]) (void)fprintf(out, " %s %" PRIu64, fault_name((FaultKind)kind), s->faults[kind]);
            }
            (void)fputc('\n', out);
        }
        if (s->over_ms > 0) {
            (void)fprintf(out, "latest answer of %s: %" PRId64 " ms over its time\n", config->engines[i].name,
                          s->over_ms);
        }
    }
    if (all == 0) (void)fprintf(out, "faults: none\n");
}

static void print_pairings(FILE *out, const MatchConfig *config, const Tally *tally)
{
    for (int i = 0; i < tally->pairing_count; i++) {
        const Pairing *p = &tally->pairings[i];
        const uint64_t *c = p->pairs.count;
        char elo[96];
        format_estimate(elo, sizeof elo, &p->pairs);
        EloEstimate e = elo_estimate(&p->pairs);
        (void)fprintf(out,
                      "%s against %s: +%" PRIu64 " =%" PRIu64 " -%" PRIu64 ", pairs [%" PRIu64 " %" PRIu64 " %" PRIu64
                      " %" PRIu64 " %" PRIu64 "], Elo %s, stronger with %.1f%%\n",
                      config->engines[p->a].name, config->engines[p->b].name, p->wins, p->draws, p->losses, c[0], c[1],
                      c[2], c[3], c[4], elo, 100 * e.superiority);
    }
}

/* All engines on one scale, strongest first. With two the pairing says it all. */
static void print_ratings(FILE *out, const MatchConfig *config, const Tally *tally)
{
    Rating ratings[TALLY_ENGINES_MAX];
    int order[TALLY_ENGINES_MAX];
    if (tally->engine_count < 3) return;
    if (!rating_fit(tally, ratings)) {
        (void)fprintf(out, "no joint rating: some engines have won or lost everything against the others\n");
        return;
    }
    for (int i = 0; i < tally->engine_count; i++) {
        int at = i;
        for (; at > 0 && ratings[order[at - 1]].elo < ratings[i].elo; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    (void)fprintf(out, "joint rating, mean 0, 95%%:\n");
    for (int i = 0; i < tally->engine_count; i++) {
        (void)fprintf(out, "  %-20s %+7.1f +- %.1f\n", config->engines[order[i]].name, ratings[order[i]].elo,
                      ratings[order[i]].error);
    }
}

void match_print(FILE *out, const MatchConfig *config, const MatchReport *report)
{
    const Tally *tally = &report->tally;
    (void)fprintf(out, "\n%-20s %6s %6s %6s %6s  %6s  %s\n", "engine", "games", "won", "drawn", "lost", "score",
                  "Elo against the others, 95% interval");
    for (int i = 0; i < tally->engine_count; i++) {
        print_standing(out, config->engines[i].name, &tally->standings[i]);
    }
    print_pairings(out, config, tally);
    print_ratings(out, config, tally);
    print_faults(out, config, tally);
    if (config->has_test) {
        static const char *const verdicts[] = {"undecided", "H0 accepted", "H1 accepted"};
        (void)fprintf(out, "SPRT of %s Elo %g against %g, alpha %g, beta %g: LLR %.3f in (%.3f, %.3f), %s\n",
                      config->test.model == ELO_LOGISTIC ? "logistic" : "normalised", config->test.elo0,
                      config->test.elo1, config->test.alpha, config->test.beta, report->llr,
                      elo_test_lower(&config->test), elo_test_upper(&config->test), verdicts[report->verdict]);
    }
    (void)fprintf(out, "%" PRIu64 " of %" PRIu64 " games played: %s\n", tally->played, tally->games,
                  match_end_text(report->end));
    (void)fflush(out);
}

/* ---- JSON ---- */

static void put_number(Buf *out, const char *name, double value)
{
    (void)buf_printf(out, "\"%s\": ", name);
    json_number(out, value);
}

static void put_pairs(Buf *out, const EloPairs *pairs)
{
    const uint64_t *c = pairs->count;
    EloEstimate e = elo_estimate(pairs);
    (void)buf_printf(out, "\"pairs\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 "], ", c[0], c[1],
                     c[2], c[3], c[4]);
    put_number(out, "elo", e.elo);
    (void)buf_puts(out, ", ");
    put_number(out, "elo_low", e.elo_low);
    (void)buf_puts(out, ", ");
    put_number(out, "elo_high", e.elo_high);
    (void)buf_puts(out, ", ");
    put_number(out, "normalised_elo", e.normalised);
    (void)buf_puts(out, ", ");
    put_number(out, "superiority", e.superiority);
}

static void put_engine(Buf *out, const EngineSpec *spec, const Standing *s, const Rating *rating)
{
    (void)buf_puts(out, "    {\"name\": ");
    json_string(out, spec->name);
    (void)buf_printf(out,
                     ", \"wins\": %" PRIu64 ", \"draws\": %" PRIu64 ", \"losses\": %" PRIu64 ", \"moves\": %" PRId64
                     ", \"ms\": %" PRId64 ", \"nodes\": %" PRIu64 ", \"depth_sum\": %" PRId64
                     ", \"latest_ms\": %" PRId64 ", ",
                     s->wins, s->draws, s->losses, s->moves, s->ms, s->nodes, s->depth_sum, s->over_ms);
    put_pairs(out, &s->pairs);
    if (rating) {
        (void)buf_puts(out, ", ");
        put_number(out, "rating", rating->elo);
        (void)buf_puts(out, ", ");
        put_number(out, "rating_error", rating->error);
    }
    (void)buf_puts(out, ", \"faults\": {");
    for (int kind = 1; kind < FAULT_KINDS; kind++) {
        (void)buf_printf(out, "%s\"%s\": %" PRIu64, kind > 1 ? ", " : "", fault_name((FaultKind)kind), s->faults[kind]);
    }
    (void)buf_puts(out, "}}");
}

Status match_write_json(const char *path, const MatchConfig *config, const MatchReport *report, Error *error)
{
    const Tally *tally = &report->tally;
    Rating ratings[TALLY_ENGINES_MAX];
    bool rated = rating_fit(tally, ratings);
    Buf out = buf_new(1 << 24);
    (void)buf_printf(&out, "{\n  \"game\": \"%s\", \"end\": \"%s\", \"played\": %" PRIu64 ", \"games\": %" PRIu64,
                     config->game, match_end_text(report->end), tally->played, tally->games);
    (void)buf_puts(&out, ",\n  \"engines\": [\n");
    for (int i = 0; i < tally->engine_count; i++) {
        put_engine(&out, &config->engines[i], &tally->standings[i], rated ? &ratings[i] : NULL);
        (void)buf_puts(&out, i + 1 < tally->engine_count ? ",\n" : "\n");
    }
    (void)buf_puts(&out, "  ],\n  \"pairings\": [\n");
    for (int i = 0; i < tally->pairing_count; i++) {
        const Pairing *p = &tally->pairings[i];
        (void)buf_printf(&out,
                         "    {\"engines\": [%d, %d], \"wins\": %" PRIu64 ", \"draws\": %" PRIu64
                         ", \"losses\": %" PRIu64 ", ",
                         p->a, p->b, p->wins, p->draws, p->losses);
        put_pairs(&out, &p->pairs);
        (void)buf_puts(&out, i + 1 < tally->pairing_count ? "},\n" : "}\n");
    }
    (void)buf_puts(&out, "  ]");
    if (config->has_test) {
        static const char *const verdicts[] = {"undecided", "H0", "H1"};
        (void)buf_printf(&out,
                         ",\n  \"sprt\": {\"model\": \"%s\", \"elo0\": %g, \"elo1\": %g, \"alpha\": %g, \"beta\": %g, "
                         "\"llr\": %.6f, \"lower\": %.6f, \"upper\": %.6f, \"verdict\": \"%s\"}",
                         config->test.model == ELO_LOGISTIC ? "logistic" : "normalised", config->test.elo0,
                         config->test.elo1, config->test.alpha, config->test.beta, report->llr,
                         elo_test_lower(&config->test), elo_test_upper(&config->test), verdicts[report->verdict]);
    }
    (void)buf_puts(&out, "\n}\n");
    Status status = out.failed ? error_set(error, STATUS_TOO_LARGE, "the report is too large for %s", path)
                               : file_replace(path, buf_text(&out), out.len, error);
    buf_free(&out);
    return status;
}
