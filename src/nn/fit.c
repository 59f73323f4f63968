#include "nn/fit.h"

#include "base/rng.h"
#include "base/thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where parameters are kept, so that whole numbers can follow them. No evaluation comes near the output bias. */
#define WEIGHT_LIMIT ((float)NET_WEIGHT_MAX / NET_ONE)
#define BIAS_LIMIT   3.0F
#define OUT_LIMIT    ((float)NET_OUT_MAX / NET_OUT_ONE)
#define OUT_BIAS_MAX 64.0F

/* All parameters lie in one array: first layer, what its buckets have in common, its bias, output weights of both
 * sides, output bias. Gradients and both moments of Adam have the same layout. */
struct Fit {
    FitConfig config;
    size_t count;
    float *values, *first, *second; /* parameters, Adam's moments */
    float *rows;                    /* weights of the inputs as samples see them: own and common parts together */
    float *gradients[FIT_SLICES];   /* zero between steps */
    uint8_t *touched[FIT_SLICES];   /* by input: does the slice have a gradient for it? */
    uint64_t steps;
};

static size_t common_at(const FitConfig *c)
{
    return (size_t)c->inputs * (size_t)c->width;
}

static size_t bias_at(const FitConfig *c)
{
    return common_at(c) + (size_t)c->common * (size_t)c->width;
}

static size_t out_at(const FitConfig *c)
{
    return bias_at(c) + (size_t)c->width;
}

static size_t out_bias_at(const FitConfig *c)
{
    return out_at(c) + 2 * (size_t)c->width;
}

void fit_free(Fit *fit)
{
    if (!fit) return;
    free(fit->values);
    free(fit->first);
    free(fit->second);
    free(fit->rows);
    for (int i = 0; i < FIT_SLICES; i++) {
        free(fit->gradients[i]);
        free(fit->touched[i]);
    }
    free(fit);
}

static float within(float value, float limit)
{
    return fminf(fmaxf(value, -limit), limit);
}

/* The weights of input `input`, as samples see them. */
static void join_row(Fit *fit, size_t input)
{
    const FitConfig *c = &fit->config;
    const size_t width = (size_t)c->width;
    const float *own = fit->values + input * width;
    const float *shared = c->common ? fit->values + common_at(c) + input % (size_t)c->common * width : NULL;
    for (size_t i = 0; i < width; i++) {
        fit->rows[input * width + i] = shared ? within(own[i] + shared[i], WEIGHT_LIMIT) : own[i];
    }
}

static void join_rows(Fit *fit)
{
    for (size_t input = 0; input < (size_t)fit->config.inputs; input++) join_row(fit, input);
}

static void begin_values(Fit *fit)
{
    const FitConfig *c = &fit->config;
    Rng rng = rng_new(c->seed);
    /* What buckets have of their own begins with nothing. */
    for (size_t i = c->common ? common_at(c) : 0; i < bias_at(c); i++) {
        fit->values[i] = (float)((rng_unit(&rng) - 0.5) * 0.1);
    }
    for (size_t i = bias_at(c); i < out_at(c); i++) fit->values[i] = 0.25F;
    for (size_t i = out_at(c); i < out_bias_at(c); i++) fit->values[i] = (float)((rng_unit(&rng) - 0.5) * 0.4);
    join_rows(fit);
}

Fit *fit_new(const FitConfig *config, Error *error)
{
    Fit *fit = calloc(1, sizeof *fit);
    if (!fit) return NULL;
    fit->config = *config;
    fit->count = out_bias_at(config) + 1;
    fit->values = calloc(fit->count, sizeof(float));
    fit->first = calloc(fit->count, sizeof(float));
    fit->second = calloc(fit->count, sizeof(float));
    fit->rows = calloc(common_at(config), sizeof(float));
    bool whole = fit->values && fit->first && fit->second && fit->rows;
    for (int i = 0; i < FIT_SLICES; i++) {
        fit->gradients[i] = calloc(fit->count, sizeof(float));
        fit->touched[i] = calloc((size_t)config->inputs, 1);
        whole = whole && fit->gradients[i] && fit->touched[i];
    }
    if (!whole) {
        fit_free(fit);
        (void)error_set(error, STATUS_NO_MEMORY, "no memory to train a network");
        return NULL;
    }
    begin_values(fit);
    return fit;
}

static void from_whole(float *out, const int16_t *in, size_t count, float one)
{
    for (size_t i = 0; i < count; i++) out[i] = (float)in[i] / one;
}

Status fit_begin_from(Fit *fit, const Net *net, Error *error)
{
    const FitConfig *c = &fit->config;
    const size_t width = (size_t)c->width;
    bool common = c->common > 0 && net->inputs == c->common;
    if (net->dense || net->width != c->width || net->scale != c->scale || (!common && net->inputs != c->inputs)) {
        return error_set(error, STATUS_BAD_INPUT, "a network of %d inputs, %d wide, cannot begin one of %d, %d wide",
                         net->inputs, net->width, c->inputs, c->width);
    }
    memset(fit->values, 0, bias_at(c) * sizeof *fit->values);
    from_whole(fit->values + (common ? common_at(c) : 0), net->weights, (size_t)net->inputs * width, NET_ONE);
    from_whole(fit->values + bias_at(c), net->bias, width, NET_ONE);
    from_whole(fit->values + out_at(c), net->out, 2 * width, NET_OUT_ONE);
    fit->values[out_bias_at(c)] = (float)net->out_bias / ((float)NET_SQUARE * NET_OUT_ONE);
    join_rows(fit);
    return STATUS_OK;
}

/* ---- one sample ---- */

/* Eight floats at once. The functions on them are inlined into two callers, one compiled for AVX2; both do the same
 * additions and products in the same order. */
typedef float Lanes __attribute__((vector_size(32), aligned(4)));
typedef int32_t Bits __attribute__((vector_size(32), aligned(4)));
enum { LANES = 8 };
#define INLINE static inline __attribute__((always_inline))

typedef struct Pass {
    float sums[2][NET_WIDTH_MAX];
    float output;
} Pass;

INLINE Lanes *lanes(float *at, int i)
{
    return (Lanes *)(void *)(at + i);
}

INLINE const Lanes *const_lanes(const float *at, int i)
{
    return (const Lanes *)(const void *)(at + i);
}

/* x within 0 .. 1. */
INLINE void clip(Lanes *x)
{
    const Lanes zero = {0}, one = {1, 1, 1, 1, 1, 1, 1, 1};
    Bits above = *x > one;
    *x = (Lanes)((Bits)*x & (*x > zero));
    *x = (Lanes)(((Bits)*x & ~above) | ((Bits)one & above));
}

/* `count` times eight sums, which stay in registers while the rows go by. */
INLINE void add_rows(const Fit *fit, float *sums, const uint16_t *features, int rows, int at, int count)
{
    const size_t width = (size_t)fit->config.width;
    Lanes total[4];
    for (int i = 0; i < count; i++) total[i] = *const_lanes(fit->values + bias_at(&fit->config), at + LANES * i);
    for (int k = 0; k < rows; k++) {
        const float *row = fit->rows + features[k] * width;
        for (int i = 0; i < count; i++) total[i] += *const_lanes(row, at + LANES * i);
    }
    for (int i = 0; i < count; i++) *lanes(sums, at + LANES * i) = total[i];
}

INLINE void add_side(const Fit *fit, float *sums, const uint16_t *features, int rows)
{
    int at = 0;
    for (; at + 4 * LANES <= fit->config.width; at += 4 * LANES) add_rows(fit, sums, features, rows, at, 4);
    if (at < fit->config.width) add_rows(fit, sums, features, rows, at, 2);
}

INLINE void forward(const Fit *fit, const FitSample *sample, Pass *pass)
{
    const int width = fit->config.width;
    const float *out = fit->values + out_at(&fit->config);
    add_side(fit, pass->sums[0], sample->mine, sample->mine_count);
    add_side(fit, pass->sums[1], sample->theirs, sample->theirs_count);
    Lanes total = {0};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < width; i += LANES) {
            Lanes x = *const_lanes(pass->sums[side], i);
            clip(&x);
            total += x * x * *const_lanes(out, side * width + i);
        }
    }
    pass->output = fit->values[out_bias_at(&fit->config)];
    for (int k = 0; k < LANES; k++) pass->output += total[k];
}

static float sigmoid(float x)
{
    return 1.0F / (1.0F + expf(-x));
}

static float target_of(const Fit *fit, const FitSample *sample)
{
    float weight = (float)fit->config.score_weight;
    return weight * sigmoid(sample->score / (float)fit->config.scale) + (1.0F - weight) * sample->result;
}

/* The slope of one side's sums, and the gradients of what they are weighed with. */
INLINE void slope_side(const Fit *fit, const float *sums, int side, float slope, float *delta, float *gradients)
{
    const Lanes zero = {0}, one = {1, 1, 1, 1, 1, 1, 1, 1};
    const int width = fit->config.width;
    const float *out = fit->values + out_at(&fit->config);
    float *out_gradient = gradients + out_at(&fit->config), *bias_gradient = gradients + bias_at(&fit->config);
    for (int i = 0; i < width; i += LANES) {
        Lanes x = *const_lanes(sums, i), y = x;
        clip(&y);
        *lanes(out_gradient, side * width + i) += slope * y * y;
        Lanes steep = slope * *const_lanes(out, side * width + i) * 2.0F * x;
        steep = (Lanes)((Bits)steep & (x > zero) & (x < one));
        *lanes(delta, i) = steep;
        *lanes(bias_gradient, i) += steep;
    }
}

INLINE void backward(const Fit *fit, const FitSample *sample, const Pass *pass, float slope, float *gradients,
                     uint8_t *touched)
{
    const int width = fit->config.width;
    gradients[out_bias_at(&fit->config)] += slope;
    for (int side = 0; side < 2; side++) {
        float delta[NET_WIDTH_MAX];
        slope_side(fit, pass->sums[side], side, slope, delta, gradients);
        const uint16_t *features = side ? sample->theirs : sample->mine;
        int count = side ? sample->theirs_count : sample->mine_count;
        for (int k = 0; k < count; k++) {
            float *row = gradients + (size_t)features[k] * (size_t)width;
            touched[features[k]] = 1;
            for (int i = 0; i < width; i += LANES) *lanes(row, i) += *const_lanes(delta, i);
        }
    }
}

/* ---- batches ---- */

typedef struct Slice {
    size_t from, to;
    float *gradients; /* NULL: only measure */
    uint8_t *touched;
    double error;
} Slice;

typedef struct Share {
    const Fit *fit;
    FitFill fill;
    void *context;
    Slice *slices;
    int first, step; /* the slices of this thread */
} Share;

INLINE void run_slice(const Share *share, Slice *slice)
{
    const Fit *fit = share->fit;
    for (size_t n = slice->from; n < slice->to; n++) {
        FitSample sample;
        Pass pass;
        share->fill(share->context, n, &sample);
        forward(fit, &sample, &pass);
        float guess = sigmoid(pass.output);
        float miss = guess - target_of(fit, &sample);
        slice->error += (double)miss * miss;
        if (!slice->gradients) continue;
        backward(fit, &sample, &pass, 2.0F * miss * guess * (1.0F - guess), slice->gradients, slice->touched);
    }
}

static void run_share_plain(const Share *share)
{
    for (int i = share->first; i < FIT_SLICES; i += share->step) run_slice(share, &share->slices[i]);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void run_share_avx2(const Share *share)
{
    for (int i = share->first; i < FIT_SLICES; i += share->step) run_slice(share, &share->slices[i]);
}
#endif

static void run_share(void *argument)
{
    const Share *share = argument;
#if defined(__x86_64__)
    if (share->fit->config.cpu.avx2) {
        run_share_avx2(share);
        return;
    }
#endif
    run_share_plain(share);
}

/* Runs `work` on each job, the first on the calling thread, as well as those that no thread could be had for. */
static void run_on_threads(int count, void (*work)(void *), const void *const jobs[FIT_THREADS_MAX])
{
    Thread handles[FIT_THREADS_MAX];
    bool started[FIT_THREADS_MAX] = {false};
    for (int i = 1; i < count; i++) {
        started[i] = thread_start(&handles[i], work, (void *)jobs[i], 0, NULL) == STATUS_OK;
    }
    for (int i = 0; i < count; i++) {
        if (started[i]) {
            thread_join(&handles[i]);
        } else {
            work((void *)jobs[i]);
        }
    }
}

static double run_all(Fit *fit, FitFill fill, void *context, size_t count, bool learn)
{
    int threads = fit->config.threads;
    Slice slices[FIT_SLICES];
    Share shares[FIT_THREADS_MAX];
    const void *jobs[FIT_THREADS_MAX];
    for (int i = 0; i < FIT_SLICES; i++) {
        slices[i] = (Slice){.from = count * (size_t)i / FIT_SLICES,
                            .to = count * (size_t)(i + 1) / FIT_SLICES,
                            .gradients = learn ? fit->gradients[i] : NULL,
                            .touched = fit->touched[i]};
    }
    for (int i = 0; i < threads; i++) {
        shares[i] = (Share){fit, fill, context, slices, i, threads};
        jobs[i] = &shares[i];
    }
    run_on_threads(threads, run_share, jobs);
    double error = 0;
    for (int i = 0; i < FIT_SLICES; i++) error += slices[i].error;
    return count ? error / (double)count : 0;
}

double fit_error(Fit *fit, FitFill fill, void *context, size_t count)
{
    return run_all(fit, fill, context, count, false);
}

/* ---- steps ---- */

/* What one step does to every parameter. */
typedef struct Step {
    Fit *fit;
    float pace, share; /* of the rate, with Adam's lift; of one sample */
    int first, step;   /* the groups of this thread */
} Step;

/* Adam for `count` parameters from `at`, with their summed gradients; weights are kept where whole numbers can follow.
 */
INLINE void adam(const Step *step, size_t at, const float *gradients, int count, float limit)
{
    const float keep1 = 0.9F, keep2 = 0.999F, tiny = 1e-8F;
    float *value = step->fit->values + at, *first = step->fit->first + at, *second = step->fit->second + at;
    for (int i = 0; i < count; i++) {
        float gradient = gradients[i] * step->share;
        first[i] = keep1 * first[i] + (1.0F - keep1) * gradient;
        second[i] = keep2 * second[i] + (1.0F - keep2) * gradient * gradient;
        float next = value[i] - step->pace * first[i] / (sqrtf(second[i]) + tiny);
        next = next > limit ? limit : next;
        value[i] = next < -limit ? -limit : next;
    }
}

/* The gradients of an input's row, added over the slices that have any, which are zero afterwards. */
INLINE void take_gradients(Fit *fit, size_t input, float *sum)
{
    const int width = fit->config.width;
    memset(sum, 0, (size_t)width * sizeof *sum);
    for (int k = 0; k < FIT_SLICES; k++) {
        if (!fit->touched[k][input]) continue;
        fit->touched[k][input] = 0;
        float *row = fit->gradients[k] + input * (size_t)width;
        for (int i = 0; i < width; i++) sum[i] += row[i];
        memset(row, 0, (size_t)width * sizeof *row);
    }
}

/* One feature in all buckets, and what they have in common. */
INLINE void step_group(const Step *step, int group, int groups)
{
    Fit *fit = step->fit;
    const FitConfig *c = &fit->config;
    float own[NET_WIDTH_MAX], all[NET_WIDTH_MAX] = {0};
    for (int input = group; input < c->inputs; input += groups) {
        take_gradients(fit, (size_t)input, own);
        adam(step, (size_t)input * (size_t)c->width, own, c->width, WEIGHT_LIMIT);
        for (int i = 0; i < c->width; i++) all[i] += own[i];
    }
    if (c->common) adam(step, common_at(c) + (size_t)group * (size_t)c->width, all, c->width, WEIGHT_LIMIT);
    for (int input = group; input < c->inputs; input += groups) join_row(fit, (size_t)input);
}

INLINE void run_groups(const Step *step)
{
    const FitConfig *c = &step->fit->config;
    int groups = c->common ? c->common : c->inputs;
    for (int i = step->first; i < groups; i += step->step) step_group(step, i, groups);
}

static void run_groups_plain(const Step *step)
{
    run_groups(step);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void run_groups_avx2(const Step *step)
{
    run_groups(step);
}
#endif

static void run_step(void *argument)
{
    const Step *step = argument;
#if defined(__x86_64__)
    if (step->fit->config.cpu.avx2) {
        run_groups_avx2(step);
        return;
    }
#endif
    run_groups_plain(step);
}

/* Everything behind the first layer. */
static void step_rest(const Step *step)
{
    Fit *fit = step->fit;
    const FitConfig *c = &fit->config;
    for (size_t i = bias_at(c); i < fit->count; i++) {
        float sum = 0, limit = i == out_bias_at(c) ? OUT_BIAS_MAX : i < out_at(c) ? BIAS_LIMIT : OUT_LIMIT;
        for (int k = 0; k < FIT_SLICES; k++) {
            sum += fit->gradients[k][i];
            fit->gradients[k][i] = 0;
        }
        adam(step, i, &sum, 1, limit);
    }
}

double fit_step(Fit *fit, FitFill fill, void *context, size_t count, double rate)
{
    double error = run_all(fit, fill, context, count, true);
    fit->steps++;
    double lift1 = 1.0 - pow(0.9F, (double)fit->steps), lift2 = 1.0 - pow(0.999F, (double)fit->steps);
    Step steps[FIT_THREADS_MAX];
    const void *jobs[FIT_THREADS_MAX];
    for (int i = 0; i < fit->config.threads; i++) {
        steps[i] = (Step){fit, (float)(rate * sqrt(lift2) / lift1), 1.0F / (float)count, i, fit->config.threads};
        jobs[i] = &steps[i];
    }
    step_rest(&steps[0]);
    run_on_threads(fit->config.threads, run_step, jobs);
    return error;
}

/* ---- out and back in ---- */

double fit_score(const Fit *fit, const FitSample *sample)
{
    Pass pass;
    forward(fit, sample, &pass);
    return (double)pass.output * fit->config.scale;
}

double fit_error_of(const Fit *fit, const FitSample *sample, double score)
{
    float miss = sigmoid((float)score / (float)fit->config.scale) - target_of(fit, sample);
    return (double)miss * miss;
}

static int16_t whole(float value, float one)
{
    float scaled = roundf(value * one);
    return (int16_t)(scaled > 32767 ? 32767 : scaled < -32768 ? -32768 : scaled);
}

Net *fit_export(Fit *fit, Error *error)
{
    const FitConfig *c = &fit->config;
    Net *net = net_new(c->inputs, c->width, c->scale, c->feature_set, error);
    if (!net) return NULL;
    for (size_t i = 0; i < common_at(c); i++) net->weights[i] = whole(fit->rows[i], NET_ONE);
    for (int i = 0; i < c->width; i++) net->bias[i] = whole(fit->values[bias_at(c) + (size_t)i], NET_ONE);
    for (int i = 0; i < 2 * c->width; i++) net->out[i] = whole(fit->values[out_at(c) + (size_t)i], NET_OUT_ONE);
    net->out_bias = (int32_t)lroundf(fit->values[out_bias_at(c)] * NET_SQUARE * NET_OUT_ONE);
    return net;
}

size_t fit_state_size(const Fit *fit)
{
    return 3 * fit->count * sizeof(float) + sizeof fit->steps;
}

void fit_state_save(const Fit *fit, void *out)
{
    size_t part = fit->count * sizeof(float);
    char *at = out;
    memcpy(at, fit->values, part);
    memcpy(at + part, fit->first, part);
    memcpy(at + 2 * part, fit->second, part);
    memcpy(at + 3 * part, &fit->steps, sizeof fit->steps);
}

/* Finite, and small enough that whole numbers can follow, as keep_in_range leaves them. */
static bool state_is_sound(const Fit *fit)
{
    for (size_t i = 0; i < fit->count; i++) {
        if (!(fabsf(fit->values[i]) <= OUT_BIAS_MAX) || !isfinite(fit->first[i]) || !isfinite(fit->second[i]))
            return false;
        if (fit->second[i] < 0) return false;
    }
    return fit->steps < (uint64_t)1 << 48;
}

bool fit_state_load(Fit *fit, const void *in)
{
    size_t part = fit->count * sizeof(float);
    const char *at = in;
    memcpy(fit->values, at, part);
    memcpy(fit->first, at + part, part);
    memcpy(fit->second, at + 2 * part, part);
    memcpy(&fit->steps, at + 3 * part, sizeof fit->steps);
    join_rows(fit);
    return state_is_sound(fit);
}
