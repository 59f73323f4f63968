/* yomi train shogi OUT --data FILE ...: fits a network to the positions of `yomi datagen shogi`.
 *
 * The network with the least error on the games kept apart is the one that is written; after `--patience` epochs
 * without a better one the training ends. A checkpoint holds all that decides the rest of the course. */
#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/thread.h"
#include "nn/fit.h"
#include "shogi/eval/features.h"
#include "shogi/shared.h"
#include "shogi/tools/tools.h"
#include "shogi/train/sample.h"
#include "tool/args.h"
#include "tool/command.h"
#include "tool/train_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 16384, VALIDATION_ONE_IN = 20, SCALE = 600, ROUNDING_SAMPLES = 20000, FULL_SET = 40 };

/* One sample made ready. Kept whole in memory, so that the board is read once and not once an epoch. */
typedef struct Ready {
    uint16_t features[2][FULL_SET];
    int16_t score;
    int8_t result;
    uint8_t side, bucket;
    float outlook; /* what the rest of the game says: between the result and the scores that follow */
} Ready;

typedef struct Data {
    Ready *items;
    size_t count;
    uint32_t *order; /* the positions to learn from, in the files' order; behind them, those for validation */
    size_t learning, validation;
    uint32_t *shuffled; /* [learning]: this epoch's order */
    size_t at;          /* first of the batch in `shuffled` */
    double keep;        /* share of the outlook that a position hands back */
    FeatureSet set;
} Data;

static void fill_item(const Ready *item, FitSample *out)
{
    memcpy(out->mine, item->features[0], sizeof item->features[0]);
    memcpy(out->theirs, item->features[1], sizeof item->features[1]);
    out->mine_count = out->theirs_count = FULL_SET;
    out->bucket = item->bucket;
    out->score = item->score;
    out->result = item->outlook;
}

static void fill_learning(void *context, size_t index, FitSample *out)
{
    const Data *data = context;
    fill_item(&data->items[data->shuffled[data->at + index]], out);
}

static void fill_validation(void *context, size_t index, FitSample *out)
{
    const Data *data = context;
    fill_item(&data->items[data->order[data->learning + index]], out);
}

/* The bare result as the whole target. */
static void fill_result(void *context, size_t index, FitSample *out)
{
    const Data *data = context;
    const Ready *item = &data->items[data->order[data->learning + index]];
    fill_item(item, out);
    out->score = (float)item->result * 1e6F;
    out->result = 0.5F + 0.5F * (float)item->result;
}

static bool make_ready(const ShogiSample *sample, FeatureSet set, ShogiPosition *pos, Ready *out)
{
    if (unpack_position(sample->position, pos, NULL) != STATUS_OK) return false;
    for (int k = 0; k < 2; k++) {
        int list[FEATURES_ACTIVE_MAX];
        if (features_list(pos, feature_view(pos, set, pos->side ^ k), list) != FULL_SET) return false;
        for (int i = 0; i < FULL_SET; i++) out->features[k][i] = (uint16_t)list[i];
    }
    out->score = sample->score;
    out->result = sample->result;
    out->side = (uint8_t)pos->side;
    out->bucket = (uint8_t)feature_bucket(pos);
    return true;
}

static bool for_validation(const ShogiSample *sample)
{
    return splitmix64(sample_game(sample)) % VALIDATION_ONE_IN == 0;
}

/* The outlook of a game's positions, from its end: the result, drawn by every position on the way back towards the
 * score found there. */
static void look_back(Ready *items, size_t count, double keep)
{
    if (count == 0) return;
    double black = 0.5 + 0.5 * (items[count - 1].side == BLACK ? items[count - 1].result : -items[count - 1].result);
    for (size_t i = count; i-- > 0;) {
        Ready *item = &items[i];
        item->outlook = (float)(item->side == BLACK ? black : 1 - black);
        double chance = 1 / (1 + exp(-(double)item->score / SCALE));
        black = keep * black + (1 - keep) * (item->side == BLACK ? chance : 1 - chance);
    }
}

/* Makes the file's positions ready behind those that are there; `apart` notes which are for validation. */
static Status take_samples(Data *data, Str file, bool **apart, Error *error)
{
    size_t room = data->count + file.len / sizeof(ShogiSample) + 1;
    ShogiPosition *pos = calloc(1, sizeof *pos);
    Ready *items = realloc(data->items, room * sizeof *items);
    if (items) data->items = items;
    bool *marks = realloc(*apart, room * sizeof *marks);
    if (marks) *apart = marks;
    bool whole = pos && items && marks && room < UINT32_MAX;
    size_t first = data->count; /* of the game being read */
    uint32_t game = UINT32_MAX;
    for (size_t i = 0; whole && i + sizeof(ShogiSample) <= file.len; i += sizeof(ShogiSample)) {
        ShogiSample sample;
        memcpy(&sample, file.ptr + i, sizeof sample);
        if (sample_game(&sample) != game) {
            look_back(data->items + first, data->count - first, data->keep);
            first = data->count;
            game = sample_game(&sample);
        }
        if (!make_ready(&sample, data->set, pos, &data->items[data->count])) continue;
        marks[data->count++] = for_validation(&sample);
    }
    if (whole) look_back(data->items + first, data->count - first, data->keep);
    free(pos);
    return whole ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for %zu positions", room);
}

/* Positions to learn from come first, both kinds in the files' order. */
static Status divide(Data *data, const bool *apart, Error *error)
{
    data->order = calloc(data->count + 1, sizeof *data->order);
    data->shuffled = calloc(data->count + 1, sizeof *data->shuffled);
    if (!data->order || !data->shuffled)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu positions", data->count);
    for (size_t i = 0; i < data->count; i++) {
        if (!apart[i]) data->order[data->learning++] = (uint32_t)i;
    }
    for (size_t i = 0; i < data->count; i++) {
        if (apart[i]) data->order[data->learning + data->validation++] = (uint32_t)i;
    }
    if (data->learning >= BATCH && data->validation > 0) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%zu positions to learn from and %zu for validation are too few",
                     data->learning, data->validation);
}

static Status load(Data *data, const ArgTexts *paths, Error *error)
{
    bool *apart = NULL;
    Status status = paths->count ? STATUS_OK : error_set(error, STATUS_BAD_INPUT, "--data is missing");
    for (int i = 0; i < paths->count && status == STATUS_OK; i++) {
        Buf file = buf_new(sizeof(size_t) > 4 ? (size_t)(UINT64_C(1) << 36) : SIZE_MAX / 2);
        status = file_read(paths->items[i], &file, error);
        if (status == STATUS_OK) status = take_samples(data, buf_view(&file), &apart, error);
        buf_free(&file);
    }
    if (status == STATUS_OK) status = divide(data, apart, error);
    free(apart);
    return status;
}

/* From the files' order each time, so that an epoch is the same after a restart. */
static void shuffle(Data *data, uint64_t seed)
{
    Rng rng = rng_new(seed);
    memcpy(data->shuffled, data->order, data->learning * sizeof *data->order);
    for (size_t i = data->learning; i > 1; i--) {
        size_t j = (size_t)rng_below(&rng, i);
        uint32_t swap = data->shuffled[i - 1];
        data->shuffled[i - 1] = data->shuffled[j];
        data->shuffled[j] = swap;
    }
}

static int whole_score(const Net *net, const FitSample *sample)
{
    int16_t sums[2][NET_WIDTH_MAX];
    for (int side = 0; side < 2; side++) {
        int list[FULL_SET];
        for (int i = 0; i < FULL_SET; i++) list[i] = side ? sample->theirs[i] : sample->mine[i];
        net_update(net, cpu_features(), sums[side], net->bias, list, FULL_SET, NULL, 0);
    }
    return net_output(net, cpu_features(), sample->bucket, sums[0], sums[1]);
}

/* How much whole numbers change the scores and the validation error. */
static void report_rounding(const Fit *fit, const Net *net, Data *data)
{
    double sum = 0, worst = 0, before = 0, after = 0;
    size_t count = data->validation < ROUNDING_SAMPLES ? data->validation : ROUNDING_SAMPLES;
    for (size_t n = 0; n < count; n++) {
        FitSample sample;
        fill_validation(data, n, &sample);
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
    int64_t rate_millionths;
    const char *out, *state;
    const char *from; /* the network to begin with; NULL: random weights */
    uint64_t from_sum;
    bool zoned; /* features by the zone of the own king */
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
    const int64_t parts[] = {course->epochs,           course->width,           course->seed,
                             course->weight_pct,       course->outlook_pct,     course->rate_millionths,
                             (int64_t)data->set,       (int64_t)data->learning, (int64_t)data->validation,
                             (int64_t)course->from_sum};
    uint64_t name = 0;
    size_t count = sizeof parts / sizeof *parts - (course->from ? 0 : 1);
    for (size_t i = 0; i < count; i++) name = splitmix64(name ^ (uint64_t)parts[i]);
    return name;
}

/* Returns the validation error. */
static double run_epoch(Fit *fit, Data *data, const Course *course, int64_t epoch)
{
    int64_t begun = clock_now(clock_real());
    shuffle(data, (uint64_t)course->seed * 1000 + (uint64_t)epoch);
    /* From the full rate down to a hundredth of it, along half a cosine over all epochs. */
    size_t batches = data->learning / BATCH;
    double error = 0;
    for (size_t b = 0; b < batches; b++) {
        double done = ((double)(epoch - 1) + (double)b / (double)batches) / (double)course->epochs;
        double rate =
            (double)course->rate_millionths * 1e-6 * (0.01 + 0.99 * 0.5 * (1.0 + cos(done * 3.14159265358979)));
        data->at = b * BATCH;
        error += fit_step(fit, fill_learning, data, BATCH, rate);
    }
    double seconds = (double)(clock_now(clock_real()) - begun) / 1e9;
    double validation = fit_error(fit, fill_validation, data, data->validation);
    double by_result = fit_error(fit, fill_result, data, data->validation);
    (void)printf(
        "epoch %lld  learning error %.6f  validation error %.6f (%.6f of the result)  %.0f positions a second\n",
        (long long)epoch, error / (double)batches, validation, by_result, (double)(batches * BATCH) / seconds);
    (void)fflush(stdout);
    return validation;
}

/* The network is written before the checkpoint that says so: cut off in between, the epoch is run again. The best one
 * of a checkpoint is written first: OUT may be another one than that of the run before. */
static Status run_epochs(Fit *fit, Data *data, const Course *course, TrainState *state, Error *error)
{
    Status status = state->best_net ? file_replace(course->out, state->best_net, state->best_size, error) : STATUS_OK;
    while (status == STATUS_OK && state->epoch < course->epochs && state->stale < course->patience) {
        state->epoch++;
        double validation = run_epoch(fit, data, course, state->epoch);
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
                        .buckets = FEATURE_BUCKETS,
                        .scale = SCALE,
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

static int run(int argc, char **argv)
{
    Course course = {.epochs = 8,
                     .width = 32,
                     .threads = 1,
                     .seed = 1,
                     .weight_pct = 40,
                     .outlook_pct = 95,
                     .patience = 3,
                     .rate_millionths = 3000};
    ArgTexts paths = {.count = 0};
    Data data = {0};
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
                         {"--from", ARG_TEXT, 0, 0, &course.from, false},
                         {"--zones", ARG_FLAG, 0, 0, &course.zoned, false},
                         {"--state", ARG_TEXT, 0, 0, &course.state, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK) {
        return app_error("train", APP_USAGE, "%s", error.text);
    }
    if (course.width % NET_LANES != 0) {
        return app_error("train", APP_USAGE, "--width is a multiple of %d, not %d", NET_LANES, (int)course.width);
    }
    data.keep = (double)course.outlook_pct / 100;
    data.set = course.zoned ? FEATURES_ZONED : FEATURES_OWN;
    Status status = load(&data, &paths, &error);
    if (status == STATUS_OK) {
        (void)printf("positions to learn from %zu, for validation %zu\n", data.learning, data.validation);
        status = train(&course, &data, &error);
    }
    free(data.items);
    free(data.order);
    free(data.shuffled);
    return status == STATUS_OK ? APP_OK : app_error("train", APP_FAILED, "%s", error.text);
}

const GameCommand shogi_train = {
    "shogi OUT --data FILE [--data FILE ...] [--epochs N] [--patience N] [--width N] [--threads N] [--score-pct N]\n"
    "        [--outlook-pct N] [--rate N] [--seed N] [--from NET] [--zones] [--state FILE]\n"
    "    Fits a network to positions from `yomi datagen shogi`. One game in 20 is kept for validation; OUT is the "
    "network\n"
    "    with the least error there, and --patience epochs without a better one end the training. The target is the\n"
    "    search's score to --score-pct, and for the rest what came of it: of the outlook of the next position\n"
    "    --outlook-pct, and of its score what is left, so 100 is the bare result of the game. The rate is in\n"
    "    millionths; --from begins with a network of the same width; --zones gives every zone of the own king weights "
    "of\n"
    "    its own beside those in common; --state keeps a checkpoint, with the best network, to go on from. The threads "
    "do\n"
    "    not change the result.\n",
    run, NULL, NULL};
