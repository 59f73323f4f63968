/* yomi train shogi OUT DATA: fits a network to the positions of `yomi datagen shogi`. */
#include "app/app.h"
#include "app/args.h"
#include "app/train.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/thread.h"
#include "nn/fit.h"
#include "shogi/features.h"
#include "shogi/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 16384, VALIDATION_ONE_IN = 20, SCALE = 600 };

/* One sample made ready: 40 features a side. Kept whole in memory, so that the board is read once and not once an
 * epoch. */
typedef struct Ready {
    uint16_t features[2][40];
    int16_t score;
    int8_t result;
} Ready;

typedef struct Data {
    Ready *items;
    size_t learning, validation; /* learning first, then validation */
    uint32_t *order;
    size_t at; /* first of the batch in `order` */
} Data;

static void fill_item(const Ready *item, FitSample *out)
{
    memcpy(out->mine, item->features[0], sizeof item->features[0]);
    memcpy(out->theirs, item->features[1], sizeof item->features[1]);
    out->mine_count = out->theirs_count = 40;
    out->score = item->score;
    out->result = 0.5F + 0.5F * (float)item->result;
}

static void fill_learning(void *context, size_t index, FitSample *out)
{
    const Data *data = context;
    fill_item(&data->items[data->order[data->at + index]], out);
}

static void fill_validation(void *context, size_t index, FitSample *out)
{
    const Data *data = context;
    fill_item(&data->items[data->learning + index], out);
}

static bool make_ready(const ShogiSample *sample, Position *pos, Ready *out)
{
    if (unpack_position(sample->position, pos, NULL) != STATUS_OK) return false;
    for (int k = 0; k < 2; k++) {
        int list[FEATURES_ACTIVE_MAX];
        if (features_list(pos, pos->side ^ k, list) != 40) return false;
        for (int i = 0; i < 40; i++) out->features[k][i] = (uint16_t)list[i];
    }
    out->score = sample->score;
    out->result = sample->result;
    return true;
}

static bool for_validation(const ShogiSample *sample)
{
    return splitmix64(sample_game(sample)) % VALIDATION_ONE_IN == 0;
}

static void take_samples(Data *data, Str file, Position *pos, Ready *validation)
{
    for (size_t i = 0; i + sizeof(ShogiSample) <= file.len; i += sizeof(ShogiSample)) {
        ShogiSample sample;
        memcpy(&sample, file.ptr + i, sizeof sample);
        bool apart = for_validation(&sample);
        Ready *place = apart ? &validation[data->validation] : &data->items[data->learning];
        if (make_ready(&sample, pos, place)) (*(apart ? &data->validation : &data->learning))++;
    }
    memcpy(data->items + data->learning, validation, data->validation * sizeof *validation);
}

/* Reads the file; games for validation go to the end. */
static Status load(Data *data, const char *path, Error *error)
{
    Buf file = buf_new((size_t)1 << 36);
    Status status = file_read(path, &file, error);
    size_t room = file.len / sizeof(ShogiSample) + 1;
    Position *pos = calloc(1, sizeof *pos);
    Ready *validation = calloc(room, sizeof *validation);
    data->items = calloc(room, sizeof *data->items);
    data->order = calloc(room, sizeof *data->order);
    bool whole = pos && validation && data->items && data->order;
    if (status == STATUS_OK && !whole) status = error_set(error, STATUS_NO_MEMORY, "no memory for %zu positions", room);
    if (status == STATUS_OK) take_samples(data, buf_view(&file), pos, validation);
    if (status == STATUS_OK && data->learning < BATCH) {
        status = error_set(error, STATUS_BAD_INPUT, "%zu positions are too few: at least %d", data->learning, BATCH);
    }
    buf_free(&file);
    free(validation);
    free(pos);
    return status;
}

/* From the files' order each time, so that an epoch is the same after a restart. */
static void shuffle(Data *data, uint64_t seed)
{
    Rng rng = rng_new(seed);
    for (size_t i = 0; i < data->learning; i++) data->order[i] = (uint32_t)i;
    for (size_t i = data->learning; i > 1; i--) {
        size_t j = (size_t)rng_below(&rng, i);
        uint32_t swap = data->order[i - 1];
        data->order[i - 1] = data->order[j];
        data->order[j] = swap;
    }
}

/* How much whole numbers change the scores. */
static void report_rounding(const Fit *fit, const Net *net, Data *data)
{
    double sum = 0, worst = 0;
    size_t count = data->validation < 2000 ? data->validation : 2000;
    for (size_t n = 0; n < count; n++) {
        FitSample sample;
        int16_t sums[2][NET_WIDTH_MAX];
        fill_validation(data, n, &sample);
        for (int side = 0; side < 2; side++) {
            int list[40];
            for (int i = 0; i < 40; i++) list[i] = side ? sample.theirs[i] : sample.mine[i];
            net_update(net, cpu_features(), sums[side], net->bias, list, 40, NULL, 0);
        }
        double off = fabs(fit_score(fit, &sample) - net_output(net, cpu_features(), sums[0], sums[1]));
        sum += off;
        if (off > worst) worst = off;
    }
    if (count) (void)printf("rounding to whole numbers: mean %.2f, worst %.1f points\n", sum / (double)count, worst);
}

static Status write_net(Fit *fit, Data *data, const char *path, Error *error)
{
    Net *net = fit_export(fit, error);
    if (!net) return STATUS_NO_MEMORY;
    size_t size = 0;
    uint8_t *bytes = net_save(net, &size, error);
    Status status = bytes ? file_replace(path, bytes, size, error) : STATUS_NO_MEMORY;
    report_rounding(fit, net, data);
    free(bytes);
    net_free(net);
    return status;
}

typedef struct Course {
    int64_t epochs, width, threads, seed, weight_pct;
    int64_t rate_millionths;
    const char *out, *state;
} Course;

static Status save_state(const Fit *fit, const char *path, int64_t epoch, Error *error)
{
    size_t size = fit_state_size(fit);
    char *bytes = malloc(size + sizeof epoch);
    if (!bytes) return error_set(error, STATUS_NO_MEMORY, "no memory for a checkpoint");
    memcpy(bytes, &epoch, sizeof epoch);
    fit_state_save(fit, bytes + sizeof epoch);
    Status status = file_replace(path, bytes, size + sizeof epoch, error);
    free(bytes);
    return status;
}

/* The epoch to go on with: 1 without a checkpoint. */
static Status load_state(Fit *fit, const char *path, int64_t *epoch, Error *error)
{
    Buf file = buf_new((size_t)1 << 32);
    Error why;
    *epoch = 1;
    Status status = file_read(path, &file, &why);
    if (status == STATUS_NOT_FOUND) {
        status = STATUS_OK;
    } else if (status != STATUS_OK) {
        status = error_set(error, status, "%s", why.text);
    } else if (file.len != fit_state_size(fit) + sizeof *epoch) {
        status = error_set(error, STATUS_BAD_INPUT, "%s is a checkpoint of another network", path);
    } else {
        memcpy(epoch, buf_text(&file), sizeof *epoch);
        fit_state_load(fit, buf_text(&file) + sizeof *epoch);
        (*epoch)++;
    }
    buf_free(&file);
    return status;
}

static void run_epoch(Fit *fit, Data *data, const Course *course, int64_t epoch)
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
    (void)printf("epoch %lld  learning error %.6f  validation error %.6f  %.0f positions a second\n", (long long)epoch,
                 error / (double)batches, fit_error(fit, fill_validation, data, data->validation),
                 (double)(batches * BATCH) / seconds);
    (void)fflush(stdout);
}

static Status train(const Course *course, Data *data, Error *error)
{
    FitConfig config = {.inputs = FEATURES,
                        .width = (int)course->width,
                        .scale = SCALE,
                        .feature_set = FEATURE_SET,
                        .threads = (int)course->threads,
                        .score_weight = (double)course->weight_pct / 100.0,
                        .seed = (uint64_t)course->seed};
    Fit *fit = fit_new(&config, error);
    if (!fit) return STATUS_NO_MEMORY;
    int64_t epoch = 1;
    Status status = course->state ? load_state(fit, course->state, &epoch, error) : STATUS_OK;
    for (; status == STATUS_OK && epoch <= course->epochs; epoch++) {
        run_epoch(fit, data, course, epoch);
        if (course->state) status = save_state(fit, course->state, epoch, error);
        if (status == STATUS_OK) status = write_net(fit, data, course->out, error);
    }
    fit_free(fit);
    return status;
}

static int run(int argc, char **argv)
{
    Course course = {.epochs = 8, .width = 32, .threads = 1, .seed = 1, .weight_pct = 75, .rate_millionths = 3000};
    const char *data_path = NULL;
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &course.out, true},
                         {"DATA", ARG_WORD, 0, 0, &data_path, true},
                         {"--epochs", ARG_NUMBER, 1, 1000, &course.epochs, false},
                         {"--width", ARG_NUMBER, NET_LANES, NET_WIDTH_MAX, &course.width, false},
                         {"--threads", ARG_NUMBER, 1, FIT_THREADS_MAX, &course.threads, false},
                         {"--seed", ARG_NUMBER, 0, 1000000, &course.seed, false},
                         {"--score-pct", ARG_NUMBER, 0, 100, &course.weight_pct, false},
                         {"--rate", ARG_NUMBER, 1, 1000000, &course.rate_millionths, false},
                         {"--state", ARG_TEXT, 0, 0, &course.state, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK) {
        return app_error("train", APP_USAGE, "%s", error.text);
    }
    if (course.width % NET_LANES != 0) {
        return app_error("train", APP_USAGE, "--width is a multiple of %d, not %d", NET_LANES, (int)course.width);
    }
    Data data = {0};
    Status status = load(&data, data_path, &error);
    if (status == STATUS_OK) {
        (void)printf("positions to learn from %zu, for validation %zu\n", data.learning, data.validation);
        status = train(&course, &data, &error);
    }
    free(data.items);
    free(data.order);
    return status == STATUS_OK ? APP_OK : app_error("train", APP_FAILED, "%s", error.text);
}

const TrainGame train_shogi = {"shogi", run};
