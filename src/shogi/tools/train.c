/* yomi train shogi OUT --data FILE ...: fits a network to the positions of `yomi datagen shogi`.
 *
 * The network with the least error on the games kept apart is the one that is written; after `--patience` epochs
 * without a better one the training ends. A checkpoint holds all that decides the rest of the course. */
#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/terminal.h"
#include "nn/fit.h"
#include "shogi/eval/features.h"
#include "shogi/shared.h"
#include "shogi/tools/tools.h"
#include "shogi/train/feed.h"
#include "tool/args.h"
#include "tool/command.h"
#include "tool/progress.h"
#include "tool/train_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 16384, ROUNDING_SAMPLES = 20000, MEMORY_MB = 2048 };

/* What a batch, or a set that measures, is made of. */
typedef struct Items {
    const FeedItem *items;
    size_t count;
} Items;

static void fill_target(void *context, size_t index, FitSample *out)
{
    const FeedItem *item = &((const Items *)context)->items[index];
    memcpy(out->mine, item->features[0], sizeof item->features[0]);
    memcpy(out->theirs, item->features[1], sizeof item->features[1]);
    out->mine_count = out->theirs_count = item->count;
    out->bucket = item->bucket;
    out->score = item->score;
    out->result = item->outlook;
}

/* The bare result as the whole target. */
static void fill_result(void *context, size_t index, FitSample *out)
{
    const FeedItem *item = &((const Items *)context)->items[index];
    fill_target(context, index, out);
    out->score = (float)item->result * 1e6F;
    out->result = 0.5F + 0.5F * (float)item->result;
}

/* The bare score. */
static void fill_score(void *context, size_t index, FitSample *out)
{
    fill_target(context, index, out);
    out->result = 1.0F / (1.0F + expf(-out->score / FEED_SCALE));
}

/* Where a training takes its positions from. */
typedef struct Data {
    Feed *feed;
    Items validation, fixed; /* fixed: the set of --fixed, which is not divided and not learned from */
    FeedItems fixed_items;
    FeatureSet set;
} Data;

static int whole_score(const Net *net, const FitSample *sample)
{
    int16_t sums[2][NET_WIDTH_MAX];
    for (int side = 0; side < 2; side++) {
        int list[FEED_SET], count = side ? sample->theirs_count : sample->mine_count;
        for (int i = 0; i < count; i++) list[i] = side ? sample->theirs[i] : sample->mine[i];
        net_update(net, cpu_features(), sums[side], net->bias, list, count, NULL, 0);
    }
    return net_output(net, cpu_features(), sample->bucket, sums[0], sums[1]);
}

/* How much whole numbers change the scores and the validation error. */
static void report_rounding(const Fit *fit, const Net *net, Data *data)
{
    double sum = 0, worst = 0, before = 0, after = 0;
    size_t count = data->validation.count < ROUNDING_SAMPLES ? data->validation.count : ROUNDING_SAMPLES;
    for (size_t n = 0; n < count; n++) {
        FitSample sample;
        fill_target(&data->validation, n, &sample);
        double by_floats = fit_score(fit, &sample), by_whole = whole_score(net, &sample);
        double off = fabs(by_floats - by_whole);
        sum += off;
        if (off > worst) worst = off;
        before += fit_error_of(fit, &sample, by_floats);
        after += fit_error_of(fit, &sample, by_whole);
    }
    (void)printf("rounding to whole numbers: mean %.2f, worst %.1f points; error of %zu positions %.6f, was %.6f\n",
                 sum / (double)count, worst, count, after / (double)count, before / (double)count);
}

/* The network as a file, written to the path and kept in the state. */
static Status write_best(Fit *fit, Data *data, const char *path, TrainState *state, Error *error)
{
    Net *net = fit_export(fit, error);
    if (!net) return STATUS_NO_MEMORY;
    size_t size = 0;
    uint8_t *bytes = net_save(net, &size, error);
    Status status = bytes ? file_replace(path, bytes, size, error) : STATUS_NO_MEMORY;
    report_rounding(fit, net, data);
    net_free(net);
    if (bytes) {
        free(state->best_net);
        state->best_net = bytes;
        state->best_size = size;
    }
    return status;
}

typedef struct Course {
    int64_t epochs, width, threads, seed, weight_pct, outlook_pct, patience;
    int64_t rate_millionths, batch, memory_mb;
    const char *fixed; /* a file that only measures; NULL: none */
    const char *out, *state;
    const char *from; /* the network to begin with; NULL: random weights */
    uint64_t from_sum;
    bool zoned; /* features by the zone of the own king */
    bool plain; /* one output for all phases */
} Course;

/* Another network to begin with is another course. */
static uint64_t sum_of_net(const Net *net)
{
    uint64_t sum = (uint64_t)(uint32_t)net->out_bias;
    size_t rows = (size_t)net->inputs * (size_t)net->width;
    for (size_t i = 0; i < rows; i++) sum = sum * UINT64_C(0x100000001b3) + (uint16_t)net->weights[i];
    return splitmix64(sum);
}

static Status begin_from(Fit *fit, Course *course, Error *error)
{
    Error why;
    Net *net = shared_load_net(course->from, &why);
    if (!net) return error_set(error, STATUS_BAD_INPUT, "--from %.80s: %.150s", course->from, why.text);
    Status status = fit_begin_from(fit, net, error);
    course->from_sum = sum_of_net(net);
    net_free(net);
    return status;
}

static uint64_t name_course(const Course *course, const Data *data)
{
    const int64_t parts[] = {course->epochs,
                             course->width,
                             course->seed,
                             course->weight_pct,
                             course->outlook_pct,
                             course->rate_millionths,
                             course->batch,
                             course->memory_mb,
                             course->plain,
                             (int64_t)data->set,
                             (int64_t)feed_learning(data->feed),
                             (int64_t)data->validation.count,
                             (int64_t)course->from_sum};
    uint64_t name = 0;
    size_t count = sizeof parts / sizeof *parts - (course->from ? 0 : 1);
    for (size_t i = 0; i < count; i++) name = splitmix64(name ^ (uint64_t)parts[i]);
    return name;
}

/* From the full rate down to a hundredth of it, along half a cosine over all epochs. */
static double rate_at(const Course *course, double done)
{
    double share = 0.5 * (1.0 + cos(done / (double)course->epochs * 3.14159265358979));
    return (double)course->rate_millionths * 1e-6 * (0.01 + 0.99 * share);
}

/* The learning error of an epoch; *positions: how many were learned from. */
static Status learn(Fit *fit, Data *data, const Course *course, int64_t epoch, double *mean, size_t *positions,
                    Error *error)
{
    size_t batches = feed_learning(data->feed) / (size_t)course->batch, done = 0;
    Status status = feed_begin(data->feed, (uint64_t)course->seed * 1000 + (uint64_t)epoch, error);
    if (status != STATUS_OK) return status;
    Progress progress = progress_begin("epoch", 0);
    bool terminal = terminal_is(STREAM_ERROR);
    Items batch = {.count = (size_t)course->batch};
    for (*mean = 0; (batch.items = feed_batch(data->feed)) != NULL; done++) {
        double rate = rate_at(course, (double)(epoch - 1) + (double)done / (double)batches);
        *mean += fit_step(fit, fill_target, &batch, batch.count, rate);
        if (terminal) progress_show(&progress, done + 1, batches);
    }
    if (terminal) progress_end(&progress, done, batches);
    *mean /= done > 0 ? (double)done : 1;
    *positions = done * batch.count;
    return feed_end(data->feed, error);
}

static Status run_epoch(Fit *fit, Data *data, const Course *course, int64_t epoch, double *validation, Error *error)
{
    int64_t begun = clock_now(clock_real());
    double mean;
    size_t positions;
    Status status = learn(fit, data, course, epoch, &mean, &positions, error);
    if (status != STATUS_OK) return status;
    double seconds = (double)(clock_now(clock_real()) - begun) / 1e9;
    *validation = fit_error(fit, fill_target, &data->validation, data->validation.count);
    double by_result = fit_error(fit, fill_result, &data->validation, data->validation.count);
    (void)printf("epoch %lld  learning error %.6f  validation error %.6f (%.6f of the result)", (long long)epoch, mean,
                 *validation, by_result);
    if (data->fixed.count > 0)
        (void)printf("  fixed set %.6f", fit_error(fit, fill_score, &data->fixed, data->fixed.count));
    (void)printf("  %.0f positions a second\n", (double)positions / seconds);
    (void)fflush(stdout);
    return STATUS_OK;
}

/* The network is written before the checkpoint that says so: cut off in between, the epoch is run again. The best one
 * of a checkpoint is written first: OUT may be another one than that of the run before. */
static Status run_epochs(Fit *fit, Data *data, const Course *course, TrainState *state, Error *error)
{
    Status status = state->best_net ? file_replace(course->out, state->best_net, state->best_size, error) : STATUS_OK;
    while (status == STATUS_OK && state->epoch < course->epochs && state->stale < course->patience) {
        state->epoch++;
        double validation;
        status = run_epoch(fit, data, course, state->epoch, &validation, error);
        if (status != STATUS_OK) break;
        state->stale++;
        if (validation < state->best) {
            state->best = validation;
            state->stale = 0;
            status = write_best(fit, data, course->out, state, error);
        }
        if (status == STATUS_OK && course->state) status = train_state_save(state, fit, course->state, error);
    }
    return status;
}

static Status run_course(Fit *fit, Data *data, const Course *course, Error *error)
{
    TrainState state = {.course = name_course(course, data), .best = HUGE_VAL};
    Status status = course->state ? train_state_load(&state, fit, course->state, error) : STATUS_OK;
    if (status == STATUS_OK) status = run_epochs(fit, data, course, &state, error);
    free(state.best_net);
    return status;
}

static Status train(Course *course, Data *data, Error *error)
{
    bool zoned = data->set == FEATURES_ZONED;
    FitConfig config = {.inputs = zoned ? FEATURES_ZONED_COUNT : FEATURES_OWN_COUNT,
                        .common = zoned ? FEATURES_OWN_COUNT : 0,
                        .width = (int)course->width,
                        .buckets = course->plain ? 0 : FEATURE_BUCKETS,
                        .scale = FEED_SCALE,
                        .feature_set = (int)data->set,
                        .threads = (int)course->threads,
                        .cpu = cpu_features(),
                        .score_weight = (double)course->weight_pct / 100.0,
                        .seed = (uint64_t)course->seed};
    Fit *fit = fit_new(&config, error);
    if (!fit) return STATUS_NO_MEMORY;
    Status status = course->from ? begin_from(fit, course, error) : STATUS_OK;
    if (status == STATUS_OK) status = run_course(fit, data, course, error);
    fit_free(fit);
    return status;
}

static Status open_data(Data *data, const Course *course, const ArgTexts *paths, Error *error)
{
    if (paths->count == 0) return error_set(error, STATUS_BAD_INPUT, "--data is missing");
    data->set = course->zoned ? FEATURES_ZONED : FEATURES_OWN;
    FeedConfig config = {.paths = paths->items,
                         .path_count = paths->count,
                         .set = data->set,
                         .keep = (double)course->outlook_pct / 100,
                         .room = ((size_t)course->memory_mb << 20) / sizeof(FeedItem),
                         .batch = (size_t)course->batch};
    Status status = course->fixed ? feed_read_all(course->fixed, data->set, &data->fixed_items, error) : STATUS_OK;
    data->fixed = (Items){data->fixed_items.items, data->fixed_items.count};
    if (status == STATUS_OK) status = feed_open(&data->feed, &config, error);
    if (status == STATUS_OK) data->validation.items = feed_validation(data->feed, &data->validation.count);
    return status;
}

static int run_with(Course *course, const ArgTexts *paths)
{
    Error error;
    Data data = {0};
    Status status = open_data(&data, course, paths, &error);
    if (status == STATUS_OK) {
        (void)printf("positions to learn from %zu, for validation %zu\n", feed_learning(data.feed),
                     data.validation.count);
        status = train(course, &data, &error);
    }
    feed_close(data.feed);
    free(data.fixed_items.items);
    return status == STATUS_OK ? APP_OK : app_error("train", APP_FAILED, "%s", error.text);
}

static int run(int argc, char **argv)
{
    Course course = {.epochs = 8,
                     .width = 32,
                     .threads = 1,
                     .seed = 1,
                     .weight_pct = 40,
                     .outlook_pct = 95,
                     .patience = 3,
                     .rate_millionths = 3000,
                     .batch = BATCH,
                     .memory_mb = MEMORY_MB};
    ArgTexts paths = {.count = 0};
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &course.out, true},
                         {"--data", ARG_MANY, 0, 0, &paths, true},
                         {"--epochs", ARG_NUMBER, 1, 1000, &course.epochs, false},
                         {"--width", ARG_NUMBER, NET_LANES, NET_WIDTH_MAX, &course.width, false},
                         {"--threads", ARG_NUMBER, 1, FIT_THREADS_MAX, &course.threads, false},
                         {"--seed", ARG_NUMBER, 0, 1000000, &course.seed, false},
                         {"--score-pct", ARG_NUMBER, 0, 100, &course.weight_pct, false},
                         {"--rate", ARG_NUMBER, 1, 1000000, &course.rate_millionths, false},
                         {"--outlook-pct", ARG_NUMBER, 0, 100, &course.outlook_pct, false},
                         {"--patience", ARG_NUMBER, 1, 1000, &course.patience, false},
                         {"--batch", ARG_NUMBER, 64, 1 << 20, &course.batch, false},
                         {"--memory", ARG_NUMBER, 1, 1 << 20, &course.memory_mb, false},
                         {"--from", ARG_TEXT, 0, 0, &course.from, false},
                         {"--fixed", ARG_TEXT, 0, 0, &course.fixed, false},
                         {"--zones", ARG_FLAG, 0, 0, &course.zoned, false},
                         {"--plain", ARG_FLAG, 0, 0, &course.plain, false},
                         {"--state", ARG_TEXT, 0, 0, &course.state, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK) {
        return app_error("train", APP_USAGE, "%s", error.text);
    }
    if (course.width % NET_LANES != 0) {
        return app_error("train", APP_USAGE, "--width is a multiple of %d, not %d", NET_LANES, (int)course.width);
    }
    return run_with(&course, &paths);
}

const GameCommand shogi_train = {
    "shogi OUT --data FILE [--data FILE ...] [--epochs N] [--patience N] [--width N] [--threads N] [--score-pct N]\n"
    "        [--outlook-pct N] [--rate N] [--seed N] [--from NET] [--zones] [--plain] [--state FILE]\n"
    "        [--fixed FILE] [--batch N] [--memory MB]\n"
    "    Fits a network to positions from `yomi datagen shogi`. One game in 20 is kept for validation; OUT is the "
    "network\n"
    "    with the least error there, and --patience epochs without a better one end the training. The target is the\n"
    "    search's score to --score-pct, and for the rest what came of it: of the outlook of the next position\n"
    "    --outlook-pct, and of its score what is left, so 100 is the bare result of the game. The rate is in\n"
    "    millionths; --from begins with a network of the same width; --zones gives every zone of the own king weights "
    "of\n"
    "    its own beside those in common; --plain has one output instead of one with a small head for each phase of the "
    "game;\n"
    "    --state keeps a checkpoint, with the best network, to go on from. The threads "
    "do\n"
    "    not change the result. --fixed measures on a set that is not learned from, by its scores. Files are read "
    "anew in\n"
    "    each epoch; --memory is for the pool that shuffles them (2048 MB, some 11 million positions).\n",
    run, NULL};
