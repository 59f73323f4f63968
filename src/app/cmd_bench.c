/* yomi bench [GAME]: a fixed amount of work whose node counts and moves are folded into one signature. */
#include "app/app.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/str.h"
#include "tool/args.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MAX = 99, TABLE_RUNS = 5, WARM_UP_RUNS = 2, MS_PER_SECOND = 1000, STATS_MAX = 64 };

typedef struct Bench {
    int64_t threads, hash_mb, depth, movetime_ms, runs; /* depth, movetime_ms 0: not given */
    const char *game, *json;                            /* game NULL: all */
    ArgTexts options;                                   /* NAME=VALUE */
    bool table, stats, quiet;
} Bench;

typedef struct Sum {
    uint64_t nodes, signature;
    int64_t ns;
    int depth, selectivity; /* of the last result */
    yomi_stat stats[STATS_MAX];
    size_t stat_count;
} Sum;

static void add_stats(Sum *sum, const yomi_result *result)
{
    sum->stat_count = result->stat_count < STATS_MAX ? result->stat_count : STATS_MAX;
    for (size_t i = 0; i < sum->stat_count; i++) {
        sum->stats[i].name = result->stats[i].name;
        sum->stats[i].value += result->stats[i].value;
    }
}

static void on_result(void *context, const yomi_result *result)
{
    Sum *sum = context;
    sum->nodes += result->nodes;
    sum->depth = result->depth;
    sum->selectivity = result->selectivity;
    add_stats(sum, result);
    uint64_t fold = splitmix64(sum->signature ^ result->nodes);
    fold = splitmix64(fold ^ (uint64_t)(int64_t)result->score);
    for (const char *c = result->best; *c; c++) fold = splitmix64(fold ^ (uint64_t)(unsigned char)*c);
    sum->signature = fold;
}

static int search_position(yomi_engine *engine, const char *position, const Bench *bench, Sum *sum)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    if (bench->movetime_ms) limits.movetime_ms = bench->movetime_ms;
    if (bench->depth || !bench->movetime_ms) {
        limits.depth = bench->depth ? (int)bench->depth : yomi_bench_depth(engine);
    }
    yomi_callbacks callbacks = {.result = on_result, .context = sum};
    int64_t begun = clock_now(clock_real());
    yomi_error error;
    if (yomi_set_position(engine, position, NULL, 0, &error) != YOMI_OK ||
        yomi_go(engine, &limits, &callbacks, &error) != YOMI_OK) {
        return app_error("bench", APP_FAILED, "%s position %s: %s", yomi_engine_game(engine), position, error.text);
    }
    yomi_wait(engine);
    sum->ns += clock_now(clock_real()) - begun;
    return APP_OK;
}

static yomi_status set_options(yomi_engine *engine, const ArgTexts *options, yomi_error *error)
{
    yomi_status status = YOMI_OK;
    for (int i = 0; i < options->count && status == YOMI_OK; i++) {
        Str value = str_from(options->items[i]);
        char name[64];
        if (!str_copy(str_until(&value, '='), name, sizeof name)) name[0] = '\0';
        status = yomi_set_option(engine, name, value.ptr ? value.ptr : "", error);
    }
    return status;
}

static int open_engine(const char *game, const Bench *bench, yomi_engine **engine)
{
    yomi_error error;
    char threads[16], hash[16];
    (void)snprintf(threads, sizeof threads, "%d", (int)bench->threads);
    (void)snprintf(hash, sizeof hash, "%d", (int)bench->hash_mb);
    yomi_status status = yomi_open(game, engine, &error);
    if (status == YOMI_OK) status = yomi_set_option(*engine, "Threads", threads, &error);
    if (status == YOMI_OK) status = yomi_set_option(*engine, "Hash", hash, &error);
    if (status == YOMI_OK) status = set_options(*engine, &bench->options, &error);
    if (status == YOMI_OK) status = yomi_ready(*engine, &error);
    return status == YOMI_OK ? APP_OK : app_error("bench", APP_FAILED, "%s", error.text);
}

static int bench_game(const char *game, const Bench *bench, Sum *all)
{
    yomi_engine *engine = NULL;
    int code = open_engine(game, bench, &engine);
    if (code == APP_OK && !bench->quiet) (void)printf("%s\n", game);
    const char *position;
    for (size_t i = 0; code == APP_OK && (position = yomi_bench_position(engine, i)) != NULL; i++) {
        Sum before = *all;
        code = search_position(engine, position, bench, all);
        if (code != APP_OK || bench->quiet) continue;
        (void)printf("position %2zu  nodes %10llu  time %6lld ms\n", i + 1,
                     (unsigned long long)(all->nodes - before.nodes), (long long)((all->ns - before.ns) / NS_PER_MS));
    }
    yomi_close(engine);
    return code;
}

static int bench_once(const Bench *bench, Sum *sum)
{
    *sum = (Sum){0};
    if (bench->game) return bench_game(bench->game, bench, sum);
    int code = APP_OK;
    for (int i = 0; i < yomi_game_count() && code == APP_OK; i++) code = bench_game(yomi_game_name(i), bench, sum);
    return code;
}

static double speed_of(const Sum *sum)
{
    return sum->ns > 0 ? (double)sum->nodes * (double)NS_PER_SECOND / (double)sum->ns : 0.0;
}

static int by_speed(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* `speeds` is sorted. */
static double median(const double *speeds, int64_t count)
{
    return count % 2 ? speeds[count / 2] : (speeds[count / 2 - 1] + speeds[count / 2]) / 2;
}

static int write_json(const Bench *bench, const Sum *sum, const double *speeds)
{
    Buf out = buf_new(1 << 14);
    (void)buf_printf(&out, "{\"game\": \"%s\", \"threads\": %d, \"hash\": %d, \"nodes\": %llu, \"nps\": %.0f, ",
                     bench->game ? bench->game : "all", (int)bench->threads, (int)bench->hash_mb,
                     (unsigned long long)sum->nodes, median(speeds, bench->runs));
    (void)buf_puts(&out, "\"runs\": [");
    for (int i = 0; i < (int)bench->runs; i++) (void)buf_printf(&out, "%s%.0f", i ? ", " : "", speeds[i]);
    (void)buf_printf(&out, "], \"signature\": \"%016llx\"}\n", (unsigned long long)sum->signature);
    Error error;
    Status status = file_replace(bench->json, buf_text(&out), out.len, &error);
    buf_free(&out);
    return status == STATUS_OK ? APP_OK : app_error("bench", APP_FAILED, "%s", error.text);
}

/* One line of the table: every run from an empty table, the first ones to warm up. */
static int table_row(yomi_engine *engine, const char *name, const char *position, const Bench *bench)
{
    double speeds[RUNS_MAX] = {0};
    Sum sum = {0};
    for (int64_t i = -WARM_UP_RUNS; i < bench->runs; i++) {
        yomi_error error;
        sum = (Sum){0};
        if (yomi_new_game(engine, &error) != YOMI_OK) return app_error("bench", APP_FAILED, "%s", error.text);
        int code = search_position(engine, position, bench, &sum);
        if (code != APP_OK) return code;
        if (i >= 0) speeds[i] = speed_of(&sum);
    }
    qsort(speeds, (size_t)bench->runs, sizeof *speeds, by_speed);
    double nps = median(speeds, bench->runs);
    (void)printf("%8s %6d %8d %4d %% %12llu %10.2f %12.0f\n", name, (int)bench->depth, sum.depth, sum.selectivity,
                 (unsigned long long)sum.nodes, nps > 0 ? (double)sum.nodes * MS_PER_SECOND / nps : 0.0, nps);
    return APP_OK;
}

/* Positions by depths, each the median of several runs. */
static int bench_table(Bench *bench)
{
    static const int64_t depths[] = {8, 10};
    if (!bench->game) return app_error("bench", APP_USAGE, "--table needs a game");
    if (bench->runs == 1) bench->runs = TABLE_RUNS;
    bench->quiet = true;
    yomi_engine *engine = NULL;
    int code = open_engine(bench->game, bench, &engine);
    if (code == APP_OK) {
        (void)printf("%8s %6s %8s %6s %12s %10s %12s\n", "position", "depth", "reached", "sure", "nodes", "ms", "nps");
    }
    const char *name, *position;
    for (size_t i = 0; code == APP_OK && (position = yomi_bench_table(engine, i, &name)) != NULL; i++) {
        char number[24];
        (void)snprintf(number, sizeof number, "%zu", i + 1);
        for (size_t d = 0; d < sizeof depths / sizeof *depths && code == APP_OK; d++) {
            bench->depth = depths[d];
            code = table_row(engine, name[0] ? name : number, position, bench);
        }
    }
    yomi_close(engine);
    return code;
}

static uint64_t stat_of(const Sum *sum, const char *name)
{
    for (size_t i = 0; i < sum->stat_count; i++) {
        if (strcmp(sum->stats[i].name, name) == 0) return sum->stats[i].value;
    }
    return 0;
}

/* What was counted at all; some things are in debug builds only. */
static void print_stats(const Sum *sum)
{
    for (size_t i = 0; i < sum->stat_count; i++) {
        if (sum->stats[i].value == 0) continue;
        (void)printf("%-24s %14llu\n", sum->stats[i].name, (unsigned long long)sum->stats[i].value);
    }
    uint64_t updates = stat_of(sum, "pattern_updates");
    if (updates == 0) return;
    (void)printf("%-24s %14.2f\n", "patterns_per_update", (double)stat_of(sum, "patterns_affected") / (double)updates);
}

static int run(int argc, char **argv)
{
    Bench bench = {.threads = 1, .hash_mb = 64, .runs = 1};
    const Arg table[] = {{"GAME", ARG_WORD, 0, 0, &bench.game, false},
                         {"--threads", ARG_NUMBER, 1, 256, &bench.threads, false},
                         {"--hash", ARG_NUMBER, 1, 1 << 20, &bench.hash_mb, false},
                         {"--depth", ARG_NUMBER, 1, 200, &bench.depth, false},
                         {"--movetime", ARG_NUMBER, 1, 1000000000, &bench.movetime_ms, false},
                         {"--runs", ARG_NUMBER, 1, RUNS_MAX, &bench.runs, false},
                         {"--option", ARG_MANY, 0, 0, &bench.options, false},
                         {"--json", ARG_TEXT, 0, 0, &bench.json, false},
                         {"--table", ARG_FLAG, 0, 0, &bench.table, false},
                         {"--stats", ARG_FLAG, 0, 0, &bench.stats, false},
                         {"--quiet", ARG_FLAG, 0, 0, &bench.quiet, false}};
    Error error;
    if (args_parse(table, (int)(sizeof table / sizeof *table), argc, argv, &error) != STATUS_OK) {
        return app_error("bench", APP_USAGE, "%s", error.text);
    }
    if (bench.table) return bench_table(&bench);
    double speeds[RUNS_MAX] = {0};
    Sum sum = {0};
    for (int64_t i = 0; i < bench.runs; i++) {
        Sum again;
        int code = bench_once(&bench, &again);
        if (code != APP_OK) return code;
        if (i == 0) sum = again;
        speeds[i] = speed_of(&again);
        bool repeatable = bench.threads == 1 && !bench.movetime_ms;
        if (repeatable && again.signature != sum.signature) {
            return app_error("bench", APP_FAILED, "run %d has another signature than the first, with one thread",
                             (int)i + 1);
        }
    }
    qsort(speeds, (size_t)bench.runs, sizeof *speeds, by_speed);
    int code = bench.json ? write_json(&bench, &sum, speeds) : APP_OK;
    if (bench.stats) print_stats(&sum);
    (void)printf("nodes %llu\nnps %.0f\n", (unsigned long long)sum.nodes, median(speeds, bench.runs));
    if (!bench.movetime_ms) (void)printf("signature %016llx\n", (unsigned long long)sum.signature);
    return code;
}

const AppCommand app_bench = {
    "bench",
    "[GAME] [--threads N] [--hash MB] [--depth D] [--movetime MS] [--runs N] [--option NAME=VALUE]\n"
    "           [--json FILE] [--table] [--stats] [--quiet]",
    "Search fixed positions and measure speed.",
    "With one thread the signature is the same on every machine and changes only when a search does.\n"
    "Without GAME, all games are measured. With --runs the speed is the median of that many runs.\n"
    "--table prints single positions (Othello: opening, midgame, endgame) at depths 8 and 10: two runs to warm up, "
    "then\n"
    "the median of five, always from an empty table. Where the iterations of a game are not plies (the end of "
    "Othello),\n"
    "the depth reached and how sure it is differ from the depth asked for. --stats prints the search's counters; "
    "--movetime lets the clock end a search.\n",
    NULL,
    run};
