#include "gomoku/train/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 512 };

#define FIELD(name) (offsetof(EvalWeights, name) / sizeof(int))

static void count_cells(const GomBoard *board, const BoardTraits traits, float out[TUNE_WEIGHTS])
{
    int size = board->rules.size, mover = board->side;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            int cell = cell_at(x, y);
            const CellInfo *info = &board->info[cell];
            if (board->cells[cell] != CELL_EMPTY) continue;
            for (int c = 0; c < 2; c++) {
                float sign = c == mover ? 1.0f : -1.0f;
                for (int d = 0; d < GRID_DIRECTIONS; d++) {
                    unsigned class = info->pattern[c] >> TABLE_CLASS_BITS * d & TABLE_CLASS_MASK;
                    out[FIELD(line) + class] += sign / 4;
                }
                int class = board_class(board, cell, c);
                if (class >= CELL_CLASS_OPEN_TWO) out[FIELD(cell) + (size_t) class] += sign;
                int pairs = board->sums.pairs[c] < EVAL_PAIRS ? board->sums.pairs[c] : EVAL_PAIRS;
                if (traits.captures) out[FIELD(weakness) + (size_t)pairs] += sign * (float)info->pairs[c];
            }
        }
    }
}

static void count_stones(const GomBoard *board, float out[TUNE_WEIGHTS])
{
    int size = board->rules.size;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            int cell = cell_at(x, y);
            uint8_t stone = board->cells[cell];
            if (stone == CELL_EMPTY) continue;
            float sign = stone == stone_of(board->side) ? 1.0f : -1.0f;
            int far = abs(2 * x - size + 1) + abs(2 * y - size + 1);
            out[FIELD(centre)] += sign * (float)(2 * (size - 1) - far) / 32;
            out[FIELD(connection)] += sign * (float)board_neighbours(board, cell, stone) / 2; /* a pair is seen twice */
        }
    }
}

void tune_counts(const GomBoard *board, const BoardTraits traits, float out[TUNE_WEIGHTS])
{
    int mover = board->side;
    memset(out, 0, TUNE_WEIGHTS * sizeof *out);
    count_cells(board, traits, out);
    count_stones(board, out);
    for (int c = 0; c < 2 && traits.captures; c++) {
        int pairs = board->sums.pairs[c] < EVAL_PAIRS ? board->sums.pairs[c] : EVAL_PAIRS;
        out[FIELD(pairs) + (size_t)pairs] += c == mover ? 1.0f : -1.0f;
    }
    for (size_t class = CELL_CLASS_OPEN_THREE; class < CELL_CLASS_COUNT; class ++) {
        out[FIELD(ready) + class] = board->sums.count[mover][class] > 0;
        out[FIELD(due) + class] = board->sums.count[!mover][class] > 0;
    }
    out[FIELD(tempo)] = 1;
}

double tune_value(const float counts[TUNE_WEIGHTS], const double weights[TUNE_WEIGHTS])
{
    double sum = 0;
    for (size_t i = 0; i < TUNE_WEIGHTS; i++) sum += (double)counts[i] * weights[i];
    return sum;
}

static double chance_of(const TuneSample *sample, const double weights[TUNE_WEIGHTS], double scale)
{
    return 1 / (1 + exp(-tune_value(sample->counts, weights) / scale));
}

double tune_error(const TuneSample *samples, size_t count, const double weights[TUNE_WEIGHTS], double scale)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double miss = chance_of(&samples[i], weights, scale) - (double)samples[i].target;
        sum += miss * miss;
    }
    return count > 0 ? sum / (double)count : 0;
}

double tune_scale(const TuneSample *samples, size_t count, const double weights[TUNE_WEIGHTS])
{
    double best = 100, least = INFINITY;
    for (double scale = 100; scale < 2000; scale *= 1.1) {
        double error = tune_error(samples, count, weights, scale);
        if (error >= least) continue;
        least = error;
        best = scale;
    }
    return best;
}

static void shuffle(TuneSample *samples, size_t count, Rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)rng_below(rng, i);
        TuneSample swap = samples[i - 1];
        samples[i - 1] = samples[other];
        samples[other] = swap;
    }
}

/* Adam on the logarithmic loss. */
typedef struct Descent {
    double first[TUNE_WEIGHTS], second[TUNE_WEIGHTS], start[TUNE_WEIGHTS];
    int steps;
} Descent;

static void step(Descent *descent, const TuneSample *batch, size_t count, const TuneConfig *config, double rate,
                 double weights[TUNE_WEIGHTS])
{
    double gradient[TUNE_WEIGHTS] = {0};
    bool seen[TUNE_WEIGHTS] = {false};
    for (size_t i = 0; i < count; i++) {
        double miss = chance_of(&batch[i], weights, config->scale) - (double)batch[i].target;
        for (size_t w = 0; w < TUNE_WEIGHTS; w++) {
            gradient[w] += miss * (double)batch[i].counts[w] / (double)count;
            if (batch[i].counts[w] != 0) seen[w] = true;
        }
    }
    descent->steps++;
    for (size_t w = 0; w < TUNE_WEIGHTS; w++) {
        if (!seen[w]) continue;
        double slope = gradient[w] + config->keep * (weights[w] - descent->start[w]) / config->scale;
        descent->first[w] = 0.9 * descent->first[w] + 0.1 * slope;
        descent->second[w] = 0.999 * descent->second[w] + 0.001 * slope * slope;
        double mean = descent->first[w] / (1 - pow(0.9, descent->steps));
        double size = sqrt(descent->second[w] / (1 - pow(0.999, descent->steps)));
        weights[w] -= rate * mean / (size + 1e-8);
    }
}

void tune_fit(TuneSample *samples, size_t count, const TuneConfig *config, double weights[TUNE_WEIGHTS])
{
    Descent descent = {.steps = 0};
    Rng rng = rng_new(config->seed);
    memcpy(descent.start, weights, sizeof descent.start);
    for (int epoch = 0; epoch < config->epochs; epoch++) {
        shuffle(samples, count, &rng);
        double rate = 1.0 - 0.95 * epoch / config->epochs;
        for (size_t at = 0; at < count; at += BATCH) {
            size_t batch = count - at < BATCH ? count - at : BATCH;
            step(&descent, samples + at, batch, config, rate, weights);
        }
    }
}

void tune_from_weights(const EvalWeights *weights, double out[TUNE_WEIGHTS])
{
    int row[TUNE_WEIGHTS];
    memcpy(row, weights, sizeof row);
    for (size_t i = 0; i < TUNE_WEIGHTS; i++) out[i] = row[i];
}

void tune_to_weights(const double weights[TUNE_WEIGHTS], EvalWeights *out)
{
    int row[TUNE_WEIGHTS];
    for (size_t i = 0; i < TUNE_WEIGHTS; i++) row[i] = (int)lround(weights[i]);
    memcpy(out, row, sizeof row);
}
