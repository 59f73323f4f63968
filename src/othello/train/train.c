#include "othello/train/train.h"

#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TrainConfig othello_train_defaults(void)
{
    return (TrainConfig){.passes = 25, .ridge = 10, .neighbour_weight = 0.3, .outcome_weight = 0.6, .held_out = 50};
}

typedef struct Row {
    int32_t active[ACTIVE_WEIGHTS];
    float score;
    float weight; /* 0: held out */
    bool own;     /* of the stage, not of one beside it */
} Row;

/* Vectors of conjugate gradients, STAGE_WEIGHTS each. `change` is what the stage adds to the weights it starts from. */
typedef struct Descent {
    float *change, *residual, *direction, *image, *scale;
} Descent;

typedef struct Trainer {
    const TrainConfig *config;
    const OthelloSample *samples;
    size_t count;
    Patterns *patterns;
    Row *rows;
    size_t row_count;
    float *weights; /* of the stage in work */
    Descent descent;
} Trainer;

void othello_train_active(const Patterns *patterns, OthelloBoard board, int32_t out[ACTIVE_WEIGHTS])
{
    Features features;
    othello_features_set(patterns, &features, board.own, board.other);
    for (int i = 0; i < PATTERN_INSTANCES; i++) out[i] = patterns->fold[pattern_base[i] + features.index[i]];
    int terms = PATTERN_WEIGHTS;
    int own = mobility_term(bits_count(othello_board_moves(board)));
    int other = mobility_term(bits_count(othello_board_moves(board_pass(board))));
    out[PATTERN_INSTANCES] = terms + own;
    out[PATTERN_INSTANCES + 1] = terms + TERM_OTHER_MOVES + other;
    out[PATTERN_INSTANCES + 2] = terms + TERM_BOTH_MOVES + own * MOBILITY_MAX + other;
    out[PATTERN_INSTANCES + 3] = terms + TERM_PARITY + (board_empty_count(board) & 1);
}

static bool in_reach(const OthelloSample *sample, int stage)
{
    int distance = stage_of(board_empty_count(sample->board)) - stage;
    return distance >= -1 && distance <= 1;
}

/* The outcome of a game tells less of a position than a search or a proof does, and the less the more moves were played
 * after it: tournament games are labelled by the score of best play from KNOWN_FROM empties. */
static double weight_of(const TrainConfig *config, const OthelloSample *sample, bool own)
{
    enum { KNOWN_FROM = 24, HALVED_AFTER = 4 };
    double weight = own ? 1 : config->neighbour_weight;
    if (sample->flags & (SAMPLE_EXACT | SAMPLE_SEARCHED)) return weight;
    int moves = board_empty_count(sample->board) - KNOWN_FROM;
    return weight * config->outcome_weight * HALVED_AFTER / (HALVED_AFTER + (moves > 0 ? moves : 0));
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
        const OthelloSample *sample = &trainer->samples[i];
        if (!in_reach(sample, stage)) continue;
        bool own = stage_of(board_empty_count(sample->board)) == stage;
        bool held_out = splitmix64(sample->board.own ^ sample->board.other) % (uint64_t)trainer->config->held_out == 0;
        if (held_out && !own) continue;
        Row *row = &trainer->rows[trainer->row_count++];
        othello_train_active(trainer->patterns, sample->board, row->active);
        row->score = (float)sample->score;
        row->weight = held_out ? 0.0F : (float)weight_of(trainer->config, sample, own);
        row->own = own;
    }
    return STATUS_OK;
}

static float sum_of(const float *weights, const Row *row)
{
    float sum = 0;
    for (int i = 0; i < ACTIVE_WEIGHTS; i++) sum += weights[row->active[i]];
    return sum;
}

static void add_to(float *vector, const Row *row, float amount)
{
    for (int i = 0; i < ACTIVE_WEIGHTS; i++) vector[row->active[i]] += amount;
}

/* Where the descent starts: no change yet, so the residual is the gradient. The scale divides each weight's steps by
 * how often it occurs, without which rare patterns would hardly move. Returns the squared length of the residual. */
static double begin_descent(Trainer *trainer)
{
    Descent *d = &trainer->descent;
    for (int i = 0; i < STAGE_WEIGHTS; i++) {
        d->change[i] = d->residual[i] = 0;
        d->scale[i] = (float)trainer->config->ridge;
    }
    for (size_t n = 0; n < trainer->row_count; n++) {
        const Row *row = &trainer->rows[n];
        if (row->weight == 0.0F) continue;
        add_to(d->residual, row, row->weight * (row->score - sum_of(trainer->weights, row)));
        add_to(d->scale, row, row->weight);
    }
    double length = 0;
    for (int i = 0; i < STAGE_WEIGHTS; i++) {
        d->scale[i] = 1.0F / d->scale[i];
        d->direction[i] = d->scale[i] * d->residual[i];
        length += (double)d->residual[i] * (double)d->direction[i];
    }
    return length;
}

/* One step of conjugate gradients; returns the squared length of the residual that is left. */
static double descend(Trainer *trainer, double length)
{
    Descent *d = &trainer->descent;
    for (int i = 0; i < STAGE_WEIGHTS; i++) d->image[i] = (float)trainer->config->ridge * d->direction[i];
    for (size_t n = 0; n < trainer->row_count; n++) {
        const Row *row = &trainer->rows[n];
        if (row->weight != 0.0F) add_to(d->image, row, row->weight * sum_of(d->direction, row));
    }
    double along = 0, left = 0;
    for (int i = 0; i < STAGE_WEIGHTS; i++) along += (double)d->direction[i] * (double)d->image[i];
    if (along <= 0) return 0;
    float step = (float)(length / along);
    for (int i = 0; i < STAGE_WEIGHTS; i++) {
        d->change[i] += step * d->direction[i];
        d->residual[i] -= step * d->image[i];
        left += (double)d->residual[i] * (double)(d->scale[i] * d->residual[i]);
    }
    float keep = (float)(left / length);
    for (int i = 0; i < STAGE_WEIGHTS; i++) {
        d->direction[i] = d->scale[i] * d->residual[i] + keep * d->direction[i];
    }
    return left;
}

static void measure(const Trainer *trainer, TrainReport *report)
{
    double sums[2] = {0, 0};
    size_t counts[2] = {0, 0};
    for (size_t n = 0; n < trainer->row_count; n++) {
        const Row *row = &trainer->rows[n];
        if (!row->own) continue;
        int held = row->weight == 0.0F;
        sums[held] += fabs((double)row->score - (double)sum_of(trainer->weights, row));
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
    double length = begin_descent(trainer);
    for (int pass = 0; pass < trainer->config->passes && length > 0; pass++) length = descend(trainer, length);
    for (int i = 0; i < STAGE_WEIGHTS; i++) trainer->weights[i] += trainer->descent.change[i];
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

static Status open_trainer(Trainer *trainer, Error *error)
{
    Descent *d = &trainer->descent;
    float **vectors[] = {&trainer->weights, &d->change, &d->residual, &d->direction, &d->image, &d->scale};
    trainer->patterns = mem_alloc(sizeof *trainer->patterns, 0, error);
    if (!trainer->patterns) return STATUS_NO_MEMORY;
    othello_patterns_fill(trainer->patterns);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = mem_alloc(STAGE_WEIGHTS * sizeof(float), 0, error);
        if (!*vectors[i]) return STATUS_NO_MEMORY;
    }
    memset(trainer->weights, 0, STAGE_WEIGHTS * sizeof(float));
    return STATUS_OK;
}

static void close_trainer(Trainer *trainer)
{
    const Descent *d = &trainer->descent;
    float *const vectors[] = {trainer->weights, d->change, d->residual, d->direction, d->image, d->scale};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) mem_free(vectors[i]);
    mem_free(trainer->patterns);
    mem_free(trainer->rows);
}

Status othello_train_weights(const OthelloSample *samples, size_t count, const TrainConfig *config, FoldedWeights *out,
                             void (*tell)(void *context, const TrainReport *report), void *context, Error *error)
{
    Trainer trainer = {.config = config, .samples = samples, .count = count};
    Status status = open_trainer(&trainer, error);
    for (int stage = STAGES - 1; stage >= 0 && status == STATUS_OK; stage--) {
        TrainReport report;
        status = train_stage(&trainer, stage, &report, error);
        if (status != STATUS_OK) break;
        store_stage(trainer.weights, out->stage[stage]);
        if (tell) tell(context, &report);
    }
    close_trainer(&trainer);
    return status;
}
