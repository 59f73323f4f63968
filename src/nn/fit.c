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

#include "nn/fit_sample.inc"

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

#include "nn/fit_steps.inc"

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
