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
#define OUT_BIAS_MAX 31.0F
#define HEAD_LIMIT   ((float)HEAD_WEIGHT_MAX / HEAD_ONE)

/* All parameters lie in one array: first layer, what its buckets have in common, its bias; then for each bucket of
 * outputs a Rest. Gradients and both moments of Adam have the same layout. */
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

/* Everything behind the first layer, of bucket 0. */
static size_t rest_at(const FitConfig *c)
{
    return bias_at(c) + (size_t)c->width;
}

/* Where the parts of a Rest begin, from its own beginning: output weights of both sides, the head's layers and biases,
 * the output bias. Without heads only the first and the last. */
typedef struct Rest {
    size_t first, first_bias, second, second_bias, head_out, out_bias, end;
} Rest;

static Rest rest_of(const FitConfig *c)
{
    const size_t in = 2 * (size_t)c->width, heads = c->buckets > 0;
    Rest rest = {.first = in};
    rest.first_bias = rest.first + heads * HEAD_FIRST * in;
    rest.second = rest.first_bias + heads * HEAD_FIRST;
    rest.second_bias = rest.second + heads * HEAD_SECOND * 2 * HEAD_FIRST;
    rest.head_out = rest.second_bias + heads * HEAD_SECOND;
    rest.out_bias = rest.head_out + heads * HEAD_SECOND;
    rest.end = rest.out_bias + 1;
    return rest;
}

static size_t rest_count(const FitConfig *c)
{
    return c->buckets > 0 ? (size_t)c->buckets : 1;
}

static size_t bucket_at(const FitConfig *c, int bucket)
{
    return rest_at(c) + (c->buckets ? (size_t)bucket : 0) * rest_of(c).end;
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

static void scatter(Rng *rng, float *out, size_t count, double reach)
{
    for (size_t i = 0; i < count; i++) out[i] = (float)((rng_unit(rng) - 0.5) * 2 * reach);
}

static void fill_with(float *out, size_t count, float value)
{
    for (size_t i = 0; i < count; i++) out[i] = value;
}

/* A head that says nothing yet: its last weights are 0. */
static void begin_head(float *values, const Rest *rest, Rng *rng)
{
    scatter(rng, values + rest->first, rest->first_bias - rest->first, 0.1);
    fill_with(values + rest->first_bias, rest->second - rest->first_bias, 0.1F);
    scatter(rng, values + rest->second, rest->second_bias - rest->second, 0.4);
    fill_with(values + rest->second_bias, rest->head_out - rest->second_bias, 0.1F);
    fill_with(values + rest->head_out, rest->out_bias - rest->head_out, 0);
}

static void begin_values(Fit *fit)
{
    const FitConfig *c = &fit->config;
    const Rest rest = rest_of(c);
    Rng rng = rng_new(c->seed);
    /* What buckets have of their own begins with nothing. */
    size_t own = c->common ? common_at(c) : 0;
    scatter(&rng, fit->values + own, bias_at(c) - own, 0.05);
    fill_with(fit->values + bias_at(c), (size_t)c->width, 0.25F);
    for (size_t bucket = 0; bucket < rest_count(c); bucket++) {
        float *values = fit->values + bucket_at(c, (int)bucket);
        scatter(&rng, values, rest.first, 0.2);
        begin_head(values, &rest, &rng);
    }
    join_rows(fit);
}

Fit *fit_new(const FitConfig *config, Error *error)
{
    Fit *fit = calloc(1, sizeof *fit);
    if (!fit) return NULL;
    fit->config = *config;
    fit->count = rest_at(config) + rest_count(config) * rest_of(config).end;
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

static float byte_weight(int8_t weight)
{
    return (float)weight / HEAD_ONE;
}

static void from_head(float *values, const Rest *rest, const Head *head, size_t in)
{
    for (size_t o = 0; o < HEAD_FIRST; o++) {
        for (size_t i = 0; i < in; i++)
            values[rest->first + o * in + i] = byte_weight(head->first[i / BYTES_GROUP][o][i % BYTES_GROUP]);
        values[rest->first_bias + o] = (float)head->first_bias[o] / HEAD_BIAS_ONE;
    }
    for (size_t o = 0; o < HEAD_SECOND; o++) {
        for (size_t i = 0; i < 2 * HEAD_FIRST; i++) {
            values[rest->second + o * 2 * HEAD_FIRST + i] =
                byte_weight(head->second[i / BYTES_GROUP][o][i % BYTES_GROUP]);
        }
        values[rest->second_bias + o] = (float)head->second_bias[o] / HEAD_BIAS_ONE;
    }
    from_whole(values + rest->head_out, head->out, HEAD_SECOND, NET_OUT_ONE);
    values[rest->out_bias] = (float)head->out_bias / NET_OUT_ONE;
}

/* Every bucket takes the net's output weights, and its head where the net has one. */
static void rest_from(Fit *fit, const Net *net)
{
    const FitConfig *c = &fit->config;
    const Rest rest = rest_of(c);
    const size_t in = 2 * (size_t)c->width;
    for (size_t bucket = 0; bucket < rest_count(c); bucket++) {
        float *values = fit->values + bucket_at(c, (int)bucket);
        from_whole(values, net->out + (net->buckets ? bucket * in : 0), in, NET_OUT_ONE);
        values[rest.out_bias] = (float)net->out_bias / ((float)NET_SQUARE * NET_OUT_ONE);
        if (net->buckets) from_head(values, &rest, &net->heads[bucket], in);
    }
}

Status fit_begin_from(Fit *fit, const Net *net, Error *error)
{
    const FitConfig *c = &fit->config;
    const size_t width = (size_t)c->width;
    bool common = c->common > 0 && net->inputs == c->common;
    bool heads = net->buckets == 0 || net->buckets == c->buckets;
    if (net->dense || net->width != c->width || net->scale != c->scale || (!common && net->inputs != c->inputs) ||
        !heads) {
        return error_set(error, STATUS_BAD_INPUT,
                         "a network of %d inputs, %d wide, with %d buckets cannot begin one of %d, %d wide, with %d",
                         net->inputs, net->width, net->buckets, c->inputs, c->width, c->buckets);
    }
    memset(fit->values, 0, bias_at(c) * sizeof *fit->values);
    from_whole(fit->values + (common ? common_at(c) : 0), net->weights, (size_t)net->inputs * width, NET_ONE);
    from_whole(fit->values + bias_at(c), net->bias, width, NET_ONE);
    rest_from(fit, net);
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

static int8_t byte_of(float value)
{
    float scaled = roundf(within(value, HEAD_LIMIT) * HEAD_ONE);
    return (int8_t)scaled;
}

static void export_head(Head *head, const float *values, const Rest *rest, size_t in)
{
    for (size_t o = 0; o < HEAD_FIRST; o++) {
        for (size_t i = 0; i < in; i++)
            head->first[i / BYTES_GROUP][o][i % BYTES_GROUP] = byte_of(values[rest->first + o * in + i]);
        head->first_bias[o] = whole(values[rest->first_bias + o], HEAD_BIAS_ONE);
    }
    for (size_t o = 0; o < HEAD_SECOND; o++) {
        for (size_t i = 0; i < 2 * HEAD_FIRST; i++) {
            head->second[i / BYTES_GROUP][o][i % BYTES_GROUP] = byte_of(values[rest->second + o * 2 * HEAD_FIRST + i]);
        }
        head->second_bias[o] = whole(values[rest->second_bias + o], HEAD_BIAS_ONE);
        head->out[o] = whole(values[rest->head_out + o], NET_OUT_ONE);
    }
    head->out_bias = whole(values[rest->out_bias], NET_OUT_ONE);
}

Net *fit_export(Fit *fit, Error *error)
{
    const FitConfig *c = &fit->config;
    const Rest rest = rest_of(c);
    const size_t in = 2 * (size_t)c->width;
    Net *net = net_new(c->inputs, c->width, c->buckets, c->scale, c->feature_set, error);
    if (!net) return NULL;
    for (size_t i = 0; i < common_at(c); i++) net->weights[i] = whole(fit->rows[i], NET_ONE);
    for (int i = 0; i < c->width; i++) net->bias[i] = whole(fit->values[bias_at(c) + (size_t)i], NET_ONE);
    for (size_t bucket = 0; bucket < rest_count(c); bucket++) {
        const float *values = fit->values + bucket_at(c, (int)bucket);
        for (size_t i = 0; i < in; i++) net->out[bucket * in + i] = whole(values[i], NET_OUT_ONE);
        if (c->buckets) {
            export_head(&net->heads[bucket], values, &rest, in);
        } else {
            net->out_bias = (int32_t)lroundf(values[rest.out_bias] * NET_SQUARE * NET_OUT_ONE);
        }
    }
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
