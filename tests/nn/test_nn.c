#include "base/rng.h"
#include "nn/fit.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 300, WIDTH = 48 };

static Net *random_net(uint64_t seed)
{
    Error error;
    Net *net = net_new(INPUTS, WIDTH, 0, 600, 7, &error);
    assert_non_null(net);
    Rng rng = rng_new(seed);
    for (int i = 0; i < INPUTS * WIDTH; i++) net->weights[i] = (int16_t)((int)rng_below(&rng, 401) - 200);
    for (int i = 0; i < WIDTH; i++) net->bias[i] = (int16_t)((int)rng_below(&rng, 401) - 200);
    for (int i = 0; i < 2 * WIDTH; i++)
        net->out[i] = (int16_t)((int)rng_below(&rng, 2 * NET_OUT_MAX + 1) - NET_OUT_MAX);
    net->out_bias = -1234567;
    return net;
}

static void both_code_paths_agree_to_the_last_bit(void **state)
{
    (void)state;
    Net *net = random_net(1);
    Rng rng = rng_new(2);
    const CpuFeatures fast = cpu_features(), plain = {0};
    for (int round = 0; round < 2000; round++) {
        int added[5], taken[5];
        int16_t from[2][WIDTH], a[2][WIDTH], b[2][WIDTH];
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < WIDTH; i++) from[side][i] = (int16_t)((int)rng_below(&rng, 4001) - 1500);
            int more = (int)rng_below(&rng, 6), less = (int)rng_below(&rng, 6);
            for (int i = 0; i < 5; i++) {
                added[i] = (int)rng_below(&rng, INPUTS);
                taken[i] = (int)rng_below(&rng, INPUTS);
            }
            net_update(net, fast, a[side], from[side], added, more, taken, less);
            net_update(net, plain, b[side], from[side], added, more, taken, less);
        }
        assert_memory_equal(a, b, sizeof a);
        assert_int_equal(net_output(net, fast, 0, a[0], a[1]), net_output(net, plain, 0, b[0], b[1]));
    }
    net_free(net);
}

static void the_output_is_the_formula(void **state)
{
    (void)state;
    Net *net = random_net(3);
    int16_t mine[WIDTH], theirs[WIDTH];
    double expected = (double)net->out_bias / (16352.0 * 1024.0);
    for (int i = 0; i < WIDTH; i++) {
        mine[i] = (int16_t)(i * 51 - 400);
        theirs[i] = (int16_t)(1600 - i * 67);
        double x = fmin(fmax(mine[i], 0), 1023) / 1023.0, y = fmin(fmax(theirs[i], 0), 1023) / 1023.0;
        expected += (x * x * net->out[i] + y * y * net->out[WIDTH + i]) / 1024.0;
    }
    /* Squares are cut to 14 bits: each output is off by at most 1/16352 of its weight. */
    assert_true(fabs(net_output(net, cpu_features(), 0, mine, theirs) - 600.0 * expected) <
                2 + 600.0 * 2 * WIDTH * 4 / 16352);
    net_free(net);
}

static Dense *random_dense(uint64_t seed)
{
    Dense *dense = calloc(1, sizeof *dense);
    assert_non_null(dense);
    Rng rng = rng_new(seed);
    int8_t *first = &dense->first[0][0][0], *second = &dense->second[0][0][0];
    for (size_t i = 0; i < sizeof dense->first; i++) first[i] = (int8_t)((int)rng_below(&rng, 256) - 128);
    for (size_t i = 0; i < sizeof dense->second; i++) second[i] = (int8_t)((int)rng_below(&rng, 256) - 128);
    for (int i = 0; i < DENSE_HIDDEN; i++) {
        dense->first_bias[i] = (int32_t)rng_below(&rng, 200001) - 100000;
        dense->second_bias[i] = (int32_t)rng_below(&rng, 20001) - 10000;
        dense->out[i] = (int8_t)((int)rng_below(&rng, 256) - 128);
    }
    return dense;
}

static void byte_layers_are_the_same_on_both_code_paths(void **state)
{
    (void)state;
    Dense *dense = random_dense(1);
    Rng rng = rng_new(2);
    int32_t last = 0, different = 0;
    for (int round = 0; round < 3000; round++) {
        int16_t sums[2][DENSE_SIDE];
        int reach = 1 + (int)rng_below(&rng, 400); /* from nearly nothing to everything clipped */
        for (int i = 0; i < DENSE_SIDE; i++) {
            sums[0][i] = (int16_t)((int)rng_below(&rng, (uint64_t)(2 * reach)) - reach);
            sums[1][i] = round % 7 == 0 ? INT16_MAX : (int16_t)((int)rng_below(&rng, (uint64_t)(2 * reach)) - reach);
        }
        int32_t value = dense_output(dense, cpu_features(), sums[0], sums[1]);
        assert_int_equal(value, dense_output(dense, (CpuFeatures){0}, sums[0], sums[1]));
        different += value != last;
        last = value;
    }
    assert_true(different > 2000);
    free(dense);
}

static void files_come_back_and_damaged_ones_are_refused(void **state)
{
    (void)state;
    Error error;
    Net *net = random_net(4);
    size_t size = 0;
    uint8_t *bytes = net_save(net, &size, &error);
    assert_non_null(bytes);
    Net *again = net_load(bytes, size, INPUTS, 7, &error);
    assert_non_null(again);
    assert_int_equal(again->out_bias, net->out_bias);
    assert_memory_equal(again->bias, net->bias, (WIDTH + 2 * WIDTH + INPUTS * WIDTH) * sizeof(int16_t));
    net_free(again);
    assert_null(net_load(bytes, size, INPUTS, 8, &error));
    assert_non_null(strstr(error.text, "other features"));
    assert_null(net_load(bytes, size, INPUTS + 1, 7, &error));
    assert_null(net_load(bytes, size - 2, INPUTS, 7, &error));
    assert_null(net_load(bytes, 5, INPUTS, 7, &error));
    assert_non_null(strstr(error.text, "not a network file"));
    Rng rng = rng_new(5);
    for (int i = 0; i < 300; i++) {
        size_t at = (size_t)rng_below(&rng, size);
        bytes[at] ^= (uint8_t)(1 << rng_below(&rng, 8));
        assert_null(net_load(bytes, size, INPUTS, 7, &error));
        assert_true(error.text[0] != '\0');
        free(bytes);
        bytes = net_save(net, &size, &error);
    }
    free(bytes);
    net_free(net);
    assert_null(net_new(10, 17, 0, 1, 1, &error));
    assert_null(net_new(10, NET_WIDTH_MAX + NET_LANES, 0, 1, 1, &error));
}

/* A teacher to learn from: the score is a sum of a worth for each feature. */
typedef struct Teacher {
    double worth[INPUTS];
    uint64_t seed;
} Teacher;

static void teach(void *context, size_t index, FitSample *out)
{
    const Teacher *teacher = context;
    Rng rng = rng_new(teacher->seed + index);
    out->mine_count = out->theirs_count = 8;
    out->bucket = (int)(index % 3); /* a net without heads has no use for it */
    double score = 0;
    for (int i = 0; i < 8; i++) {
        out->mine[i] = (uint16_t)rng_below(&rng, INPUTS);
        out->theirs[i] = (uint16_t)rng_below(&rng, INPUTS);
        score += teacher->worth[out->mine[i]] - teacher->worth[out->theirs[i]];
    }
    out->score = (float)score;
    out->result = score > 0 ? 1.0F : 0.0F;
}

static Fit *trained(int threads, CpuFeatures cpu, int steps, Teacher *teacher)
{
    Error error;
    FitConfig config = {.inputs = INPUTS,
                        .width = 16,
                        .scale = 600,
                        .feature_set = 7,
                        .threads = threads,
                        .cpu = cpu,
                        .score_weight = 1.0,
                        .seed = 9};
    Fit *fit = fit_new(&config, &error);
    assert_non_null(fit);
    for (int i = 0; i < steps; i++) {
        teacher->seed = (uint64_t)i * 100000;
        (void)fit_step(fit, teach, teacher, 512, 0.01);
    }
    return fit;
}

static void it_learns_what_can_be_learned(void **state)
{
    (void)state;
    Teacher teacher;
    Rng rng = rng_new(6);
    for (int i = 0; i < INPUTS; i++) teacher.worth[i] = rng_unit(&rng) * 400.0 - 200.0;
    Fit *fit = trained(2, cpu_features(), 400, &teacher);
    teacher.seed = 999999999;
    double error = fit_error(fit, teach, &teacher, 2000);
    assert_true(error < 0.001); /* of a target that varies by 0.03 and more around one half */
    /* The exported net says the same as the floats, to within rounding. */
    Error why;
    Net *net = fit_export(fit, &why);
    assert_non_null(net);
    for (size_t n = 0; n < 200; n++) {
        FitSample sample;
        int16_t sums[2][NET_WIDTH_MAX];
        teach(&teacher, n, &sample);
        for (int side = 0; side < 2; side++) {
            int list[8];
            for (int i = 0; i < 8; i++) list[i] = side ? sample.theirs[i] : sample.mine[i];
            net_update(net, cpu_features(), sums[side], net->bias, list, 8, NULL, 0);
        }
        assert_true(fabs(fit_score(fit, &sample) - net_output(net, cpu_features(), 0, sums[0], sums[1])) < 8);
    }
    net_free(net);
    fit_free(fit);
}

static void any_threads_and_code_path_give_the_same_weights_and_a_checkpoint_goes_on(void **state)
{
    (void)state;
    Teacher teacher = {{0}, 0};
    for (int i = 0; i < INPUTS; i++) teacher.worth[i] = i - INPUTS / 2;
    const CpuFeatures cpu = cpu_features(), plain = {0};
    Fit *a = trained(2, cpu, 20, &teacher), *b = trained(3, plain, 20, &teacher), *c = trained(1, cpu, 10, &teacher);
    size_t size = fit_state_size(a);
    char *x = malloc(size), *y = malloc(size);
    fit_state_save(a, x);
    fit_state_save(b, y);
    assert_memory_equal(x, y, size);
    Fit *d = trained(2, cpu, 0, &teacher);
    fit_state_save(c, y);
    assert_true(fit_state_load(d, y));
    for (int i = 10; i < 20; i++) {
        teacher.seed = (uint64_t)i * 100000;
        (void)fit_step(d, teach, &teacher, 512, 0.01);
    }
    fit_state_save(d, y);
    assert_memory_equal(x, y, size);
    free(x);
    free(y);
    fit_free(a);
    fit_free(b);
    fit_free(c);
    fit_free(d);
}

static Fit *begun_from(const Net *net, int inputs, int common, int width, Status expected)
{
    Error error;
    FitConfig config = {.inputs = inputs,
                        .common = common,
                        .width = width,
                        .scale = 600,
                        .feature_set = 7,
                        .threads = 1,
                        .score_weight = 1.0,
                        .seed = 9};
    Fit *fit = fit_new(&config, &error);
    assert_non_null(fit);
    assert_int_equal(fit_begin_from(fit, net, &error), expected);
    return fit;
}

static void a_training_may_begin_with_a_network(void **state)
{
    (void)state;
    Error error;
    Teacher teacher = {{0}, 0};
    for (int i = 0; i < INPUTS; i++) teacher.worth[i] = i - INPUTS / 2;
    Fit *first = trained(1, cpu_features(), 20, &teacher);
    Net *net = fit_export(first, &error);
    Fit *same = begun_from(net, INPUTS, 0, 16, STATUS_OK),
        *buckets = begun_from(net, 3 * INPUTS, INPUTS, 16, STATUS_OK);
    Net *again = fit_export(same, &error);
    assert_memory_equal(again->weights, net->weights, sizeof *net->weights * INPUTS * 16);
    assert_memory_equal(again->out, net->out, sizeof *net->out * 2 * 16);
    assert_int_equal(again->out_bias, net->out_bias);
    for (size_t n = 0; n < 50; n++) { /* every bucket begins as the network */
        FitSample sample;
        teach(&teacher, n, &sample);
        double score = fit_score(same, &sample);
        for (int i = 0; i < 8; i++) sample.mine[i] = (uint16_t)(sample.mine[i] + 2 * INPUTS);
        assert_true(fabs(fit_score(buckets, &sample) - score) < 1e-3);
    }
    Fit *other = begun_from(net, INPUTS, 0, 32, STATUS_BAD_INPUT);
    fit_free(first);
    fit_free(same);
    fit_free(buckets);
    fit_free(other);
    net_free(net);
    net_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_code_paths_agree_to_the_last_bit),
        cmocka_unit_test(the_output_is_the_formula),
        cmocka_unit_test(byte_layers_are_the_same_on_both_code_paths),
        cmocka_unit_test(files_come_back_and_damaged_ones_are_refused),
        cmocka_unit_test(it_learns_what_can_be_learned),
        cmocka_unit_test(a_training_may_begin_with_a_network),
        cmocka_unit_test(any_threads_and_code_path_give_the_same_weights_and_a_checkpoint_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
