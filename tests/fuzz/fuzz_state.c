/* Any bytes as the state of a training: `WAY byte, file`. Odd ways have the checksum made right, and the course. A
 * state that is taken can be trained on, made a network of and written. */
#include "base/bytes.h"
#include "fuzz.h"
#include "tool/train_state.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { INPUTS = 4, FILE_LIMIT = 1 << 15, COURSE = 99, COURSE_AT = 8 };

static void fill(void *context, size_t index, FitSample *out)
{
    (void)context;
    *out = (FitSample){.mine = {0, 2}, .theirs = {1, 3}, .mine_count = 2, .theirs_count = 2};
    out->score = (float)index * 10;
    out->result = 0.5F;
}

static void go_on(TrainState *state, Fit *fit)
{
    char path[64];
    Error error;
    require(!isnan(fit_step(fit, fill, NULL, 8, 0.001)));
    Net *net = fit_export(fit, &error);
    require(net != NULL);
    net_free(net);
    int fd = fuzz_file((Str){"", 0}, path);
    require(train_state_save(state, fit, path, &error) == STATUS_OK);
    TrainState again = {.course = COURSE};
    require(train_state_load(&again, fit, path, &error) == STATUS_OK);
    require(again.epoch == state->epoch && again.best_size == state->best_size);
    free(again.best_net);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FitConfig config = {.inputs = INPUTS, .width = NET_LANES, .scale = 600, .feature_set = 1, .threads = 1, .seed = 1};
    if (size < 1 || size > FILE_LIMIT) return 0;
    size_t length = size - 1;
    uint8_t *file = malloc(size);
    require(file != NULL);
    memcpy(file, data + 1, length);
    if (data[0] & 1 && length >= COURSE_AT + 16) {
        bytes_put(file + COURSE_AT, COURSE, 8);
        bytes_put(file + length - 8, bytes_checksum(file, length - 8), 8);
    }
    Error error;
    TrainState state = {.course = COURSE, .best = HUGE_VAL};
    Fit *fit = fit_new(&config, &error);
    require(fit != NULL);
    if (train_state_parse(&state, fit, (Str){(const char *)file, length}, &error) == STATUS_OK) go_on(&state, fit);
    free(state.best_net);
    fit_free(fit);
    free(file);
    return 0;
}
