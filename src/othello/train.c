#include "othello/train.h"

#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TrainConfig othello_train_defaults(void)
{
    return (TrainConfig){
        .epochs = 12, .rate_first = 0.006, .rate_last = 0.0006, .neighbour_rate = 0.3, .held_out = 50, .seed = 1};
}

typedef struct Row {
    int32_t active[ACTIVE_WEIGHTS];
    float score;
    float rate; /* 0: held out */
} Row;

typedef struct Trainer {
    const TrainConfig *config;
    const Sample *samples;
    size_t count;
    Patterns *patterns;
    Row *rows;
    size_t row_count;
    float *weights; /* of the stage in work */
    Rng rng;
} Trainer;

void othello_train_active(const Patterns *patterns, Board board, int32_t out[ACTIVE_WEIGHTS])
{
    Features features;
    othello_features_set(patterns, &features, board.own, board.other);
    for (int i = 0; i < PATTERN_INSTANCES; i++) out[i] = patterns->fold[pattern_base[i] + features.index[i]];
    int terms = PATTERN_WEIGHTS;
    out[PATTERN_INSTANCES] = terms + bits_count(othello_board_moves(board));
    out[PATTERN_INSTANCES + 1] = terms + MOBILITY_MAX + bits_count(othello_board_moves(board_pass(board)));
    out[PATTERN_INSTANCES + 2] = terms + 2 * MOBILITY_MAX + (board_empty_count(board) & 1);
}

static bool in_reach(const Sample *sample, int stage)
{
    int distance = stage_of(board_empty_count(sample->board)) - stage;
    return distance >= -1 && distance <= 1;
}

static Status gather(Trainer *trainer, int stage, Error *error)
{
    size_t wanted = 0;
    for (size_t i = 0; i < trainer->count; i++) wanted += in_reach(&trainer->samples[i], stage);
    mem_free(trainer->rows);
    trainer->row_count = 0;
    trainer->rows = mem_alloc(wanted * sizeof *trainer->rows + 1, 0, error);
    if (!trainer->rows) return STATUS_NO_MEMORY;
    for (size_t i = 0; i < trainer->count; i++) {
        const Sample *sample = &trainer->samples[i];
        if (!in_reach(sample, stage)) continue;
        bool own = stage_of(board_empty_count(sample->board)) == stage;
        bool held_out = splitmix64(sample->board.own ^ sample->board.other) % (uint64_t)trainer->config->held_out == 0;
        if (held_out && !own) continue;
        Row *row = &trainer->rows[trainer->row_count++];
        othello_train_active(trainer->patterns, sample->board, row->active);
        row->score = (float)sample->score;
        row->rate = held_out ? 0.0F : own ? 1.0F : (float)trainer->config->neighbour_rate;
    }
    return STATUS_OK;
}

static float predict(const float *weights, const Row *row)
{
    float sum = 0;
    for (int i = 0; i < ACTIVE_WEIGHTS; i++) sum += weights[row->active[i]];
    return sum;
}

/* Once, in place: passes that follow read the rows in order, which the caches like four times better. */
static void shuffle(Trainer *trainer)
{
    for (size_t i = trainer->row_count; i > 1; i--) {
        size_t j = rng_below(&trainer->rng, i);
        Row swap = trainer->rows[i - 1];
        trainer->rows[i - 1] = trainer->rows[j];
        trainer->rows[j] = swap;
    }
}

static void descend(Trainer *trainer, float rate)
{
    for (size_t n = 0; n < trainer->row_count; n++) {
        const Row *row = &trainer->rows[n];
        if (row->rate == 0.0F) continue;
        float step = rate * row->rate * (row->score - predict(trainer->weights, row));
        for (int i = 0; i < ACTIVE_WEIGHTS; i++) trainer->weights[row->active[i]] += step;
    }
}

static void measure(const Trainer *trainer, TrainReport *report)
{
    double sums[2] = {0, 0};
    size_t counts[2] = {0, 0};
    for (size_t n = 0; n < trainer->row_count; n++) {
        const Row *row = &trainer->rows[n];
        if (row->rate > 0.0F && row->rate < 1.0F) continue;
        int held = row->rate == 0.0F;
        sums[held] += fabs((double)row->score - (double)predict(trainer->weights, row));
        counts[held]++;
    }
    report->samples = counts[0] + counts[1];
    report->training_error = counts[0] ? sums[0] / (double)counts[0] : 0;
    report->validation_error = counts[1] ? sums[1] / (double)counts[1] : 0;
}

static Status train_stage(Trainer *trainer, int stage, TrainReport *report, Error *error)
{
    Status status = gather(trainer, stage, error);
    if (status != STATUS_OK) return status;
    shuffle(trainer);
    const TrainConfig *config = trainer->config;
    for (int epoch = 0; epoch < config->epochs; epoch++) {
        double part = config->epochs > 1 ? (double)epoch / (config->epochs - 1) : 0;
        descend(trainer, (float)(config->rate_first * pow(config->rate_last / config->rate_first, part)));
    }
    report->stage = stage;
    measure(trainer, report);
    return STATUS_OK;
}

static void store_stage(const float *weights, int16_t *out)
{
    for (int i = 0; i < STAGE_WEIGHTS; i++) {
        float value = roundf(weights[i] * WEIGHT_UNIT);
        out[i] = (int16_t)(value > 32767.0F ? 32767.0F : value < -32767.0F ? -32767.0F : value);
    }
}

Status othello_train_weights(const Sample *samples, size_t count, const TrainConfig *config, FoldedWeights *out,
                             void (*tell)(void *context, const TrainReport *report), void *context, Error *error)
{
    Trainer trainer = {.config = config, .samples = samples, .count = count, .rng = rng_new(config->seed)};
    trainer.patterns = mem_alloc(sizeof *trainer.patterns, 0, error);
    trainer.weights = mem_alloc(STAGE_WEIGHTS * sizeof(float), 0, error);
    Status status = trainer.patterns && trainer.weights ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        othello_patterns_fill(trainer.patterns);
        memset(trainer.weights, 0, STAGE_WEIGHTS * sizeof(float));
    }
    for (int stage = STAGES - 1; stage >= 0 && status == STATUS_OK; stage--) {
        TrainReport report;
        status = train_stage(&trainer, stage, &report, error);
        if (status != STATUS_OK) break;
        store_stage(trainer.weights, out->stage[stage]);
        if (tell) tell(context, &report);
    }
    mem_free(trainer.rows);
    mem_free(trainer.patterns);
    mem_free(trainer.weights);
    return status;
}
