/* Networks with buckets: the small layers behind the squares, in arithmetic, in files and in training. */
#include "base/rng.h"
#include "nn/fit.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 120, WIDTH = 48, BUCKETS = 3, ACTIVE = 8 };

static int within(Rng *rng, int reach)
{
    return (int)rng_below(rng, (uint64_t)(2 * reach + 1)) - reach;
}

static void fill_head(Head *head, Rng *rng)
{
    for (int i = 0; i < 2 * WIDTH; i++) {
        for (int o = 0; o < HEAD_FIRST; o++)
            head->first[i / BYTES_GROUP][o][i % BYTES_GROUP] = (int8_t)within(rng, HEAD_WEIGHT_MAX);
    }
    for (int i = 0; i < 2 * HEAD_FIRST; i++) {
        for (int o = 0; o < HEAD_SECOND; o++)
            head->second[i / BYTES_GROUP][o][i % BYTES_GROUP] = (int8_t)within(rng, HEAD_WEIGHT_MAX);
    }
    for (int o = 0; o < HEAD_FIRST; o++) head->first_bias[o] = within(rng, 20000);
    for (int o = 0; o < HEAD_SECOND; o++) {
        head->second_bias[o] = within(rng, 20000);
        head->out[o] = (int16_t)within(rng, HEAD_OUT_MAX);
    }
    head->out_bias = (int16_t)within(rng, 20000);
}

static Net *random_net(uint64_t seed)
{
    Error error;
    Net *net = net_new(INPUTS, WIDTH, BUCKETS, 600, 7, &error);
    assert_non_null(net);
    Rng rng = rng_new(seed);
    for (int i = 0; i < INPUTS * WIDTH; i++) net->weights[i] = (int16_t)within(&rng, 200);
    for (int i = 0; i < WIDTH; i++) net->bias[i] = (int16_t)within(&rng, 500);
    for (int i = 0; i < BUCKETS * 2 * WIDTH; i++) net->out[i] = (int16_t)within(&rng, 1000);
    for (int b = 0; b < BUCKETS; b++) fill_head(&net->heads[b], &rng);
    return net;
}

static void random_sums(Rng *rng, int16_t sums[2][WIDTH])
{
    int reach = 1 + (int)rng_below(rng, 2000); /* from nearly nothing to everything clipped */
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < WIDTH; i++) sums[side][i] = (int16_t)within(rng, reach);
    }
}

static void all_code_paths_agree_to_the_last_bit(void **state)
{
    (void)state;
    Net *net = random_net(1);
    Rng rng = rng_new(2);
    const CpuFeatures ways[] = {cpu_features(), {.vector128 = true}, {0}};
    int last = 0, different = 0;
    for (int round = 0; round < 3000; round++) {
        int16_t sums[2][WIDTH];
        random_sums(&rng, sums);
        int bucket = round % BUCKETS, value = net_output(net, ways[0], bucket, sums[0], sums[1]);
        for (int way = 1; way < 3; way++) assert_int_equal(net_output(net, ways[way], bucket, sums[0], sums[1]), value);
        different += value != last;
        last = value;
    }
    assert_true(different > 2900);
    net_free(net);
}

static double clipped(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* The head in floating point: 1.0 is what a full square says. */
static double head_formula(const Head *head, const double *in)
{
    double first[2 * HEAD_FIRST], sum = head->out_bias / 1024.0;
    for (int o = 0; o < HEAD_FIRST; o++) {
        double z = (double)head->first_bias[o] / HEAD_BIAS_ONE;
        for (int i = 0; i < 2 * WIDTH; i++)
            z += head->first[i / BYTES_GROUP][o][i % BYTES_GROUP] / (double)HEAD_ONE * in[i];
        first[o] = clipped(z);
        first[HEAD_FIRST + o] = clipped(z * z);
    }
    for (int o = 0; o < HEAD_SECOND; o++) {
        double z = (double)head->second_bias[o] / HEAD_BIAS_ONE;
        for (int i = 0; i < 2 * HEAD_FIRST; i++)
            z += head->second[i / BYTES_GROUP][o][i % BYTES_GROUP] / (double)HEAD_ONE * first[i];
        sum += head->out[o] / 1024.0 * clipped(z);
    }
    return sum;
}

/* Weights as a training leaves them: large ones would make the rounding of bytes visible. */
static void calm_down(Net *net)
{
    for (int b = 0; b < BUCKETS; b++) {
        Head *head = &net->heads[b];
        int8_t *first = &head->first[0][0][0], *second = &head->second[0][0][0];
        for (size_t i = 0; i < sizeof head->first; i++) first[i] = (int8_t)(first[i] / 16);
        for (size_t i = 0; i < sizeof head->second; i++) second[i] = (int8_t)(second[i] / 8);
        for (int o = 0; o < HEAD_SECOND; o++) head->out[o] = (int16_t)(head->out[o] / 16);
    }
}

static void the_output_is_the_formula(void **state)
{
    (void)state;
    Net *net = random_net(3);
    calm_down(net);
    Rng rng = rng_new(4);
    for (int round = 0; round < 300; round++) {
        int16_t sums[2][WIDTH];
        random_sums(&rng, sums);
        int bucket = round % BUCKETS;
        double in[2 * WIDTH], expected = 0;
        for (int i = 0; i < 2 * WIDTH; i++) {
            double x = clipped(sums[i / WIDTH][i % WIDTH] / (double)NET_ONE);
            in[i] = x * x;
            expected += in[i] * net->out[bucket * 2 * WIDTH + i] / 1024.0;
        }
        expected = 600 * (expected + head_formula(&net->heads[bucket], in));
        assert_true(fabs(net_output(net, cpu_features(), bucket, sums[0], sums[1]) - expected) < 60);
    }
    net_free(net);
}

static void files_come_back_and_damaged_ones_are_refused(void **state)
{
    (void)state;
    Error error;
    Net *net = random_net(5);
    size_t size = 0;
    uint8_t *bytes = net_save(net, &size, &error);
    Net *again = net_load(bytes, size, INPUTS, 7, &error);
    assert_non_null(again);
    assert_int_equal(again->buckets, BUCKETS);
    assert_memory_equal(again->heads, net->heads, BUCKETS * sizeof *net->heads);
    assert_memory_equal(again->out, net->out, BUCKETS * 2 * WIDTH * sizeof *net->out);
    net_free(again);
    Rng rng = rng_new(6);
    for (int i = 0; i < 300; i++) {
        size_t at = (size_t)rng_below(&rng, size);
        uint8_t kept = bytes[at];
        bytes[at] ^= (uint8_t)(1 << rng_below(&rng, 8));
        assert_null(net_load(bytes, size, INPUTS, 7, &error));
        bytes[at] = kept;
    }
    assert_null(net_load(bytes, size - 2, INPUTS, 7, &error));
    free(bytes);
    net->heads[1].out[0] = HEAD_OUT_MAX + 1; /* a whole file with a weight that sums have no room for */
    bytes = net_save(net, &size, &error);
    assert_null(net_load(bytes, size, INPUTS, 7, &error));
    assert_non_null(strstr(error.text, "out of range"));
    free(bytes);
    net_free(net);
    assert_null(net_new(10, 16, NET_BUCKETS_MAX + 1, 1, 1, &error));
}

/* What a bucket's worth of a feature is differs in sign: nothing that one output could say of all. */
static void teach(void *context, size_t index, FitSample *out)
{
    Rng rng = rng_new(*(const uint64_t *)context + index);
    out->mine_count = out->theirs_count = ACTIVE;
    out->bucket = (int)rng_below(&rng, 2);
    double score = 0;
    for (int i = 0; i < ACTIVE; i++) {
        out->mine[i] = (uint16_t)rng_below(&rng, INPUTS);
        out->theirs[i] = (uint16_t)rng_below(&rng, INPUTS);
        score += out->mine[i] - out->theirs[i];
    }
    out->score = (float)(out->bucket ? score : -score) * 2;
    out->result = 0.5F;
}

static Fit *trained(int threads, CpuFeatures cpu, int steps)
{
    Error error;
    FitConfig config = {.inputs = INPUTS,
                        .width = 16,
                        .buckets = 2,
                        .scale = 600,
                        .feature_set = 7,
                        .threads = threads,
                        .cpu = cpu,
                        .score_weight = 1.0,
                        .seed = 9};
    Fit *fit = fit_new(&config, &error);
    assert_non_null(fit);
    for (int i = 0; i < steps; i++) {
        uint64_t seed = (uint64_t)i * 100000;
        (void)fit_step(fit, teach, &seed, 512, 0.01);
    }
    return fit;
}

static int whole_score(const Net *net, const FitSample *sample)
{
    int16_t sums[2][NET_WIDTH_MAX];
    for (int side = 0; side < 2; side++) {
        int list[ACTIVE];
        for (int i = 0; i < ACTIVE; i++) list[i] = side ? sample->theirs[i] : sample->mine[i];
        net_update(net, cpu_features(), sums[side], net->bias, list, ACTIVE, NULL, 0);
    }
    return net_output(net, cpu_features(), sample->bucket, sums[0], sums[1]);
}

static void buckets_learn_what_one_output_cannot_say(void **state)
{
    (void)state;
    Fit *fit = trained(2, cpu_features(), 400);
    uint64_t seed = 999999999;
    assert_true(fit_error(fit, teach, &seed, 2000) < 0.002); /* the targets vary by 0.06 */
    Error error;
    Net *net = fit_export(fit, &error);
    for (size_t n = 0; n < 200; n++) {
        FitSample sample;
        teach(&seed, n, &sample);
        assert_true(fabs(fit_score(fit, &sample) - whole_score(net, &sample)) < 25);
    }
    net_free(net);
    fit_free(fit);
}

static void threads_and_code_paths_learn_the_same(void **state)
{
    (void)state;
    Fit *a = trained(2, cpu_features(), 10), *b = trained(3, (CpuFeatures){0}, 10);
    size_t size = fit_state_size(a);
    char *x = malloc(size), *y = malloc(size);
    fit_state_save(a, x);
    fit_state_save(b, y);
    assert_memory_equal(x, y, size);
    free(x);
    free(y);
    fit_free(a);
    fit_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_code_paths_agree_to_the_last_bit),
        cmocka_unit_test(the_output_is_the_formula),
        cmocka_unit_test(files_come_back_and_damaged_ones_are_refused),
        cmocka_unit_test(buckets_learn_what_one_output_cannot_say),
        cmocka_unit_test(threads_and_code_paths_learn_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
