#include "gomoku/train/line_fit.h"

#include "base/cpu.h"
#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* ---- samples ---- */

enum { COUNT_MOST = 255, BUCKETS = 1024 };

void line_samples_free(LineSamples *samples)
{
    free(samples->samples);
    free(samples->cells);
    samples->samples = NULL;
    samples->cells = NULL;
    samples->count = samples->room = samples->cell_count = samples->cell_room = 0;
}

static bool grow(void **list, size_t *room, size_t wanted, size_t item)
{
    if (wanted <= *room) return true;
    size_t more = *room ? 2 * *room : 1 << 16;
    void *grown = more < SIZE_MAX / item / 4 ? realloc(*list, more * item) : NULL;
    if (!grown) return false;
    *list = grown;
    *room = more;
    return true;
}

static void sort_lines(uint16_t line[GRID_DIRECTIONS])
{
    for (int i = 1; i < GRID_DIRECTIONS; i++) {
        for (int k = i; k > 0 && line[k - 1] > line[k]; k--) {
            uint16_t swap = line[k];
            line[k] = line[k - 1];
            line[k - 1] = swap;
        }
    }
}

static LineCell describe_cell(const CellInfo *info, int mover, bool captures)
{
    LineCell cell = {.count = 1};
    int codes = line_net_codes(captures);
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        int black = line_net_code(captures, info->raw[d] & 0xff), white = line_net_code(captures, info->raw[d] >> 8);
        cell.line[d] = (uint16_t)(mover == GOM_BLACK ? black * codes + white : white * codes + black);
    }
    sort_lines(cell.line);
    cell.class = (uint8_t)((info->class[mover] & CELL_CLASS_MASK) << 4 | (info->class[!mover] & CELL_CLASS_MASK));
    return cell;
}

/* Enters a cell into the list that begins at `first`, by a hash of places in it. */
static void enter_cell(LineSamples *samples, size_t first, LineCell cell, uint16_t places[BUCKETS])
{
    uint64_t hash = cell.class;
    for (int d = 0; d < GRID_DIRECTIONS; d++) hash = splitmix64(hash ^ cell.line[d]);
    for (uint64_t at = hash % BUCKETS;; at = (at + 1) % BUCKETS) {
        if (places[at] == 0) {
            samples->cells[samples->cell_count++] = cell;
            places[at] = (uint16_t)(samples->cell_count - first);
            return;
        }
        LineCell *known = &samples->cells[first + places[at] - 1];
        if (known->count == COUNT_MOST || known->class != cell.class ||
            memcmp(known->line, cell.line, sizeof cell.line) != 0) {
            continue;
        }
        known->count++;
        return;
    }
}

LineSample *line_samples_add(LineSamples *samples, const GomBoard *board, const BoardTraits traits, Error *error)
{
    int size = board->rules.size, mover = board->side;
    if (!grow((void **)&samples->samples, &samples->room, samples->count + 1, sizeof *samples->samples) ||
        !grow((void **)&samples->cells, &samples->cell_room, samples->cell_count + BOARD_CANDIDATES_MAX,
              sizeof *samples->cells)) {
        (void)error_set(error, STATUS_NO_MEMORY, "no memory for more than %zu positions", samples->count);
        return NULL;
    }
    LineSample *sample = &samples->samples[samples->count++];
    uint16_t places[BUCKETS] = {0};
    *sample = (LineSample){.first = samples->cell_count};
    for (int i = 0; i < size * size; i++) {
        int cell = cell_at(i % size, i / size);
        if (board->cells[cell] != CELL_EMPTY) continue;
        enter_cell(samples, sample->first, describe_cell(&board->info[cell], mover, traits.captures), places);
    }
    sample->cells = (uint16_t)(samples->cell_count - sample->first);
    LineFacts facts = board_facts(board);
    int flags[HEAD_ACTIVE_MAX];
    sample->flag_count = (uint8_t)line_net_flags(&facts, flags);
    for (int i = 0; i < sample->flag_count; i++) sample->flags[i] = (uint8_t)flags[i];
    sample->place = line_net_place(facts.place);
    sample->stones = line_net_stones(facts.stones);
    return sample;
}

static double chance_by(double score, double scale)
{
    return 1 / (1 + exp(-score / scale));
}

double line_samples_scale(const LineSamples *samples)
{
    double best = 100, least = INFINITY;
    for (double scale = 100; scale < 2000; scale *= 1.1) {
        double sum = 0;
        for (size_t i = 0; i < samples->count; i++) {
            const LineSample *sample = &samples->samples[i];
            if (sample->result < 0) continue;
            double miss = chance_by(sample->by_hand, scale) - (double)sample->result;
            sum += miss * miss;
        }
        if (sum >= least) continue;
        least = sum;
        best = scale;
    }
    return best;
}

void line_samples_aim(LineSamples *samples, double scale, double score_share)
{
    enum { SCORE_MOST = 6000 };
    for (size_t i = 0; i < samples->count; i++) {
        LineSample *sample = &samples->samples[i];
        double chance = chance_by(sample->score, scale), result = (double)sample->result;
        double target = result < 0 ? chance : (1 - score_share) * result + score_share * chance;
        if (sample->score > SCORE_MOST || sample->score < -SCORE_MOST) target = sample->score > 0;
        sample->target = (float)target;
    }
}

double line_samples_by_hand(const LineSamples *samples, double scale)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const LineSample *sample = &samples->samples[i];
        if (!sample->held_out) continue;
        double miss = chance_by(sample->by_hand, scale) - (double)sample->target;
        sum += miss * miss;
        count++;
    }
    return count ? sum / (double)count : 0;
}

/* ---- the network in floats ---- */

enum {
    ROW = sizeof(HeadRow) / sizeof(float),
    CLASS_AT = LINE_NET_CODES * LINE_NET_CODES * LINE_NET_WIDTH, /* floats before it; the plain forms use fewer */
    NUMBERS_AT = CLASS_AT + LINE_NET_CLASSES * LINE_NET_WIDTH,
    FLAGS_AT = NUMBERS_AT + HEAD_NUMBERS * ROW,
    OUT_AT = FLAGS_AT + HEAD_FLAGS * ROW,
    WEIGHTS = OUT_AT + LINE_NET_HIDDEN
};

struct LineFit {
    const LineSamples *samples;
    LineFitConfig config;
    float weights[WEIGHTS], gradient[WEIGHTS], first[WEIGHTS], second[WEIGHTS];
    uint16_t swap[LINE_NET_CODES * LINE_NET_CODES]; /* a code as the other side sees it */
    uint32_t *order;
    size_t learned;
    int64_t steps;
    /* Of the sample in hand. */
    float rows[BOARD_CANDIDATES_MAX][LINE_NET_BOTH];
    float numbers[HEAD_NUMBERS];
    HeadRow total;
};

static float random_between(Rng *rng, double most)
{
    return (float)(((double)rng_below(rng, 2000001) / 1000000 - 1) * most);
}

/* Rows begin small; those of lines that hold nothing begin below zero, so that empty regions say nothing. */
static void begin(LineFit *fit)
{
    Rng rng = rng_new(fit->config.seed);
    bool captures = fit->samples->captures;
    int codes = line_net_codes(captures), parts = codes / LINE_CLASS_COUNT;
    for (int a = 0; a < codes; a++) {
        for (int b = 0; b < codes; b++) {
            bool idle = a / parts <= LINE_OPEN_ONE && b / parts <= LINE_OPEN_ONE && a % parts == 0 && b % parts == 0;
            float *row = fit->weights + (a * codes + b) * LINE_NET_WIDTH;
            for (int i = 0; i < LINE_NET_WIDTH; i++) row[i] = random_between(&rng, 0.1) + (idle ? -0.02f : 0.05f);
            fit->swap[a * codes + b] = (uint16_t)(b * codes + a);
        }
    }
    for (int i = CLASS_AT; i < NUMBERS_AT; i++) fit->weights[i] = random_between(&rng, 0.05);
    for (int i = NUMBERS_AT; i < FLAGS_AT; i++) fit->weights[i] = random_between(&rng, 0.2);
    for (int i = 0; i < HEAD_NUMBERS; i++) fit->weights[NUMBERS_AT + i * ROW + ROW - 1] = 0;
    for (int i = OUT_AT; i < WEIGHTS; i++) fit->weights[i] = random_between(&rng, 0.3);
}

LineFit *line_fit_new(const LineSamples *samples, const LineFitConfig *config, Error *error)
{
    LineFit *fit = mem_alloc_clear(sizeof *fit, error);
    if (!fit) return NULL;
    fit->samples = samples;
    fit->config = *config;
    fit->order = mem_alloc((samples->count + 1) * sizeof *fit->order, 0, error);
    if (!fit->order) {
        mem_free(fit);
        return NULL;
    }
    for (size_t i = 0; i < samples->count; i++) {
        if (!samples->samples[i].held_out) fit->order[fit->learned++] = (uint32_t)i;
    }
    begin(fit);
    return fit;
}

void line_fit_free(LineFit *fit)
{
    if (!fit) return;
    mem_free(fit->order);
    mem_free(fit);
}

INLINE uint8_t swapped_class(uint8_t class)
{
    return (uint8_t)((class >> 4 | class << 4) & 0xff);
}

INLINE void add_rows(const float *weights, const LineFit *fit, const LineCell *cell, float rows[LINE_NET_BOTH])
{
    const float *own[GRID_DIRECTIONS + 1], *other[GRID_DIRECTIONS + 1];
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        own[d] = weights + cell->line[d] * LINE_NET_WIDTH;
        other[d] = weights + fit->swap[cell->line[d]] * LINE_NET_WIDTH;
    }
    own[GRID_DIRECTIONS] = weights + CLASS_AT + cell->class * LINE_NET_WIDTH;
    other[GRID_DIRECTIONS] = weights + CLASS_AT + swapped_class(cell->class) * LINE_NET_WIDTH;
    for (int i = 0; i < LINE_NET_WIDTH; i++) {
        rows[i] = own[0][i] + own[1][i] + own[2][i] + own[3][i] + own[4][i];
        rows[LINE_NET_WIDTH + i] = other[0][i] + other[1][i] + other[2][i] + other[3][i] + other[4][i];
    }
}

static float chance_of(float value)
{
    return 1 / (1 + expf(-value));
}

/* The logit of a sample; what it is made of stays in the fit. */
INLINE float forward(LineFit *fit, const LineSample *sample)
{
    const float *weights = fit->weights;
    float sums[LINE_NET_BOTH] = {0};
    for (int k = 0; k < sample->cells; k++) {
        const LineCell *cell = &fit->samples->cells[sample->first + (size_t)k];
        float *rows = fit->rows[k], count = cell->count;
        add_rows(weights, fit, cell, rows);
        for (int i = 0; i < LINE_NET_BOTH; i++) {
            float value = rows[i] > 0 ? rows[i] : 0;
            sums[i] += count * (value < 1 ? value : 1);
        }
    }
    for (int i = 0; i < LINE_NET_BOTH; i++) fit->numbers[i] = sums[i] / 8;
    fit->numbers[HEAD_PLACE] = sample->place;
    fit->numbers[HEAD_STONES] = sample->stones;
    float total[ROW] = {0};
    for (int n = 0; n < HEAD_NUMBERS; n++) {
        const float *row = weights + NUMBERS_AT + n * ROW;
        for (int j = 0; j < ROW; j++) total[j] += row[j] * fit->numbers[n];
    }
    for (int f = 0; f < sample->flag_count; f++) {
        const float *row = weights + FLAGS_AT + sample->flags[f] * ROW;
        for (int j = 0; j < ROW; j++) total[j] += row[j];
    }
    float value = total[ROW - 1];
    for (int j = 0; j < LINE_NET_HIDDEN; j++) value += weights[OUT_AT + j] * (total[j] > 0 ? total[j] : 0);
    memcpy(&fit->total, total, sizeof total);
    return value;
}

INLINE void backward_cells(LineFit *fit, const LineSample *sample, const float slopes[LINE_NET_BOTH])
{
    for (int k = 0; k < sample->cells; k++) {
        const LineCell *cell = &fit->samples->cells[sample->first + (size_t)k];
        const float *rows = fit->rows[k];
        float slope[LINE_NET_BOTH], count = cell->count, any = 0;
        for (int i = 0; i < LINE_NET_BOTH; i++) {
            slope[i] = rows[i] > 0 && rows[i] < 1 ? count * slopes[i] : 0;
            any += fabsf(slope[i]);
        }
        if (any == 0) continue;
        for (int d = 0; d <= GRID_DIRECTIONS; d++) {
            bool class = d == GRID_DIRECTIONS;
            float *own =
                fit->gradient + (class ? CLASS_AT + cell->class * LINE_NET_WIDTH : cell->line[d] * LINE_NET_WIDTH);
            for (int i = 0; i < LINE_NET_WIDTH; i++) own[i] += slope[i];
            float *other = fit->gradient + (class ? CLASS_AT + swapped_class(cell->class) * LINE_NET_WIDTH
                                                  : fit->swap[cell->line[d]] * LINE_NET_WIDTH);
            for (int i = 0; i < LINE_NET_WIDTH; i++) other[i] += slope[LINE_NET_WIDTH + i];
        }
    }
}

INLINE void backward(LineFit *fit, const LineSample *sample, float slope)
{
    const float *out = fit->weights + OUT_AT;
    float total[ROW], row_slope[ROW], slopes[LINE_NET_BOTH];
    memcpy(total, &fit->total, sizeof total);
    row_slope[ROW - 1] = slope;
    for (int j = 0; j < LINE_NET_HIDDEN; j++) {
        fit->gradient[OUT_AT + j] += slope * (total[j] > 0 ? total[j] : 0);
        row_slope[j] = total[j] > 0 ? slope * out[j] : 0;
    }
    for (int n = 0; n < HEAD_NUMBERS; n++) {
        float *gradient = fit->gradient + NUMBERS_AT + n * ROW;
        const float *row = fit->weights + NUMBERS_AT + n * ROW;
        float back = 0;
        for (int j = 0; j < ROW; j++) {
            gradient[j] += row_slope[j] * fit->numbers[n];
            back += row_slope[j] * row[j];
        }
        if (n < LINE_NET_BOTH) slopes[n] = back / 8;
    }
    for (int f = 0; f < sample->flag_count; f++) {
        float *gradient = fit->gradient + FLAGS_AT + sample->flags[f] * ROW;
        for (int j = 0; j < ROW; j++) gradient[j] += row_slope[j];
    }
    backward_cells(fit, sample, slopes);
}

/* Adam over everything. */
INLINE void step(LineFit *fit, double rate)
{
    static const float ROW_MOST = (float)LINE_NET_ROW_MAX / LINE_NET_UNIT;
    fit->steps++;
    double steps = (double)fit->steps;
    float by = (float)(rate * sqrt(1 - pow(0.999, steps)) / (1 - pow(0.9, steps)));
    float keep = (float)(1 - rate * fit->config.decay);
    float *restrict weights = fit->weights, *restrict gradient = fit->gradient;
    float *restrict first = fit->first, *restrict second = fit->second;
    for (int i = 0; i < WEIGHTS; i++) {
        first[i] = 0.9f * first[i] + 0.1f * gradient[i];
        second[i] = 0.999f * second[i] + 0.001f * gradient[i] * gradient[i];
        weights[i] = weights[i] * keep - by * first[i] / (sqrtf(second[i]) + 1e-8f);
        gradient[i] = 0;
    }
    for (int i = 0; i < NUMBERS_AT; i++) {
        weights[i] = weights[i] > ROW_MOST ? ROW_MOST : weights[i] < -ROW_MOST ? -ROW_MOST : weights[i];
    }
}

static void shuffle(LineFit *fit, int epoch)
{
    Rng rng = rng_new(splitmix64(fit->config.seed) + (uint64_t)epoch);
    for (size_t i = fit->learned; i > 1; i--) {
        size_t other = (size_t)rng_below(&rng, i);
        uint32_t swap = fit->order[i - 1];
        fit->order[i - 1] = fit->order[other];
        fit->order[other] = swap;
    }
}

INLINE void learn(LineFit *fit, int epoch)
{
    size_t batch = (size_t)fit->config.batch, done = (size_t)epoch * fit->learned;
    for (size_t at = 0; at < fit->learned; at += batch) {
        size_t count = fit->learned - at < batch ? fit->learned - at : batch;
        for (size_t i = 0; i < count; i++) {
            const LineSample *sample = &fit->samples->samples[fit->order[at + i]];
            float miss = chance_of(forward(fit, sample)) - sample->target;
            backward(fit, sample, miss / (float)count);
        }
        double gone = (double)(done + at) / ((double)fit->learned * fit->config.epochs);
        step(fit, fit->config.rate * (1 - gone) + fit->config.rate * 0.01);
    }
}

/* The same numbers on every path: only lanes that are independent of each other are computed together. */
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void learn_avx2(LineFit *fit, int epoch)
{
    learn(fit, epoch);
}
#endif

static void learn_plain(LineFit *fit, int epoch)
{
    learn(fit, epoch);
}

void line_fit_epoch(LineFit *fit, int epoch)
{
    shuffle(fit, epoch);
#if defined(__x86_64__)
    if (cpu_features().avx2) {
        learn_avx2(fit, epoch);
        return;
    }
#endif
    learn_plain(fit, epoch);
}

double line_fit_error(LineFit *fit, bool held_out)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < fit->samples->count; i++) {
        const LineSample *sample = &fit->samples->samples[i];
        if (sample->held_out != held_out) continue;
        double miss = (double)chance_of(forward(fit, sample)) - (double)sample->target;
        sum += miss * miss;
        count++;
    }
    return count ? sum / (double)count : 0;
}

static void export_rows(int16_t (*rows)[LINE_NET_BOTH], const float *weights, int count)
{
    for (int r = 0; r < count; r++) {
        for (int i = 0; i < LINE_NET_WIDTH; i++) {
            rows[r][i] = (int16_t)lrintf(weights[r * LINE_NET_WIDTH + i] * LINE_NET_UNIT);
        }
    }
}

LineNet *line_fit_export(const LineFit *fit, Error *error)
{
    LineNet *net = line_net_new(fit->samples->captures, error);
    if (!net) return NULL;
    int codes = line_net_codes(net->captures);
    export_rows(net->lines, fit->weights, codes * codes);
    export_rows(net->cells, fit->weights + CLASS_AT, LINE_NET_CLASSES);
    memcpy(net->head.numbers, fit->weights + NUMBERS_AT, sizeof net->head.numbers);
    memcpy(net->head.flags, fit->weights + FLAGS_AT, sizeof net->head.flags);
    memcpy(net->head.out, fit->weights + OUT_AT, sizeof net->head.out);
    net->head.scale = (float)fit->config.scale;
    line_net_mirror(net);
    return net;
}
