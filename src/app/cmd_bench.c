/* yomi bench [GAME]: a fixed amount of work whose node counts and moves are folded into one signature. */
#include "app/app.h"
#include "app/args.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/str.h"
#include "yomi.h"

#include <stdio.h>
#include <string.h>

typedef struct Bench {
    int64_t threads, hash_mb, depth;
    bool quiet;
} Bench;

typedef struct Sum {
    uint64_t nodes, signature;
    int64_t ns;
} Sum;

static void on_result(void *context, const yomi_result *result)
{
    Sum *sum = context;
    sum->nodes += result->nodes;
    uint64_t fold = splitmix64(sum->signature ^ result->nodes);
    fold = splitmix64(fold ^ (uint64_t)(int64_t)result->score);
    for (const char *c = result->best; *c; c++) fold = splitmix64(fold ^ (uint64_t)(unsigned char)*c);
    sum->signature = fold;
}

static void search_position(yomi_engine *engine, size_t index, const Bench *bench, Sum *sum)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = bench->depth ? (int)bench->depth : yomi_bench_depth(engine);
    yomi_callbacks callbacks = {.result = on_result, .context = sum};
    uint64_t before = sum->nodes;
    int64_t begun = clock_now(clock_real());
    yomi_error error;
    if (yomi_set_position(engine, yomi_bench_position(engine, index), NULL, 0, &error) != YOMI_OK ||
        yomi_go(engine, &limits, &callbacks, &error) != YOMI_OK) {
        (void)app_error("bench", APP_FAILED, "position %zu: %s", index + 1, error.text);
        return;
    }
    yomi_wait(engine);
    int64_t took = clock_now(clock_real()) - begun;
    sum->ns += took;
    if (!bench->quiet) {
        (void)printf("position %2zu  nodes %10llu  time %6lld ms\n", index + 1,
                     (unsigned long long)(sum->nodes - before), (long long)(took / NS_PER_MS));
    }
}

static int bench_game(const char *game, const Bench *bench, Sum *all)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    char threads[16], hash[16];
    (void)snprintf(threads, sizeof threads, "%d", (int)bench->threads);
    (void)snprintf(hash, sizeof hash, "%d", (int)bench->hash_mb);
    yomi_status status = yomi_open(game, &engine, &error);
    if (status == YOMI_OK) status = yomi_set_option(engine, "Threads", threads, &error);
    if (status == YOMI_OK) status = yomi_set_option(engine, "Hash", hash, &error);
    if (status == YOMI_OK) status = yomi_new_game(engine, &error);
    if (status == YOMI_OK) {
        if (!bench->quiet) (void)printf("%s\n", game);
        for (size_t i = 0; yomi_bench_position(engine, i); i++) search_position(engine, i, bench, all);
    }
    yomi_close(engine);
    return status == YOMI_OK ? APP_OK : app_error("bench", APP_FAILED, "%s", error.text);
}

static int run(int argc, char **argv)
{
    Bench bench = {.threads = 1, .hash_mb = 64};
    const char *game = NULL;
    const Arg table[] = {{"GAME", ARG_WORD, 0, 0, &game, false},
                         {"--threads", ARG_NUMBER, 1, 256, &bench.threads, false},
                         {"--hash", ARG_NUMBER, 1, 1 << 20, &bench.hash_mb, false},
                         {"--depth", ARG_NUMBER, 1, 200, &bench.depth, false},
                         {"--quiet", ARG_FLAG, 0, 0, &bench.quiet, false}};
    Error error;
    if (args_parse(table, 5, argc, argv, &error) != STATUS_OK) return app_error("bench", APP_USAGE, "%s", error.text);
    Sum sum = {0};
    int code = APP_OK;
    if (game) {
        code = bench_game(game, &bench, &sum);
    } else {
        for (int i = 0; i < yomi_game_count() && code == APP_OK; i++)
            code = bench_game(yomi_game_name(i), &bench, &sum);
    }
    if (code != APP_OK) return code;
    double seconds = (double)sum.ns / (double)NS_PER_SECOND;
    (void)printf("nodes %llu\nnps %.0f\nsignature %016llx\n", (unsigned long long)sum.nodes,
                 seconds > 0 ? (double)sum.nodes / seconds : 0.0, (unsigned long long)sum.signature);
    return APP_OK;
}

const AppCommand app_bench = {
    "bench", "[GAME] [--threads N] [--hash MB] [--depth D] [--quiet]", "Search fixed positions and measure speed.",
    "With one thread the signature is the same on every machine and changes only when a search does.\n"
    "Without GAME, all games are measured.\n",
    run};
