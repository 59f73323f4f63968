/* yomi train gomoku DATA: fits the weights of the evaluation to the positions of `yomi datagen gomoku` and prints them
 * as options. */
#include "base/file.h"
#include "gomoku/tools/data.h"
#include "gomoku/tools/tools.h"
#include "tool/args.h"
#include "tool/command.h"

#include <stdio.h>
#include <string.h>

enum { DATA_MAX = 1 << 30, CHECKED_ONE_IN = 10 };

static void print_weights(const GomokuData *data, const double weights[TUNE_WEIGHTS])
{
    GomSettings settings = {0};
    tune_to_weights(weights, &settings.weights[data->captures]);
    const char *base = (const char *)&settings.weights[data->captures];
    size_t from = (size_t)(base - (const char *)&settings), to = from + sizeof settings.weights[0];
    for (int i = 0; i < GOM_OPTION_COUNT; i++) {
        const Option *option = &gom_option_list[i];
        if (option->offset < from || option->offset >= to) continue;
        int value;
        memcpy(&value, (const char *)&settings + option->offset, sizeof value);
        if (value < option->min) value = (int)option->min;
        if (value > option->max) value = (int)option->max;
        (void)printf("%s=%d\n", option->name, value);
    }
}

static Status train_on(GomokuData *data, Str text, const TuneConfig *wanted, Error *error)
{
    double weights[TUNE_WEIGHTS];
    Status status = gomoku_data_read(data, text, error);
    if (status != STATUS_OK) return status;
    tune_from_weights(&data->weights, weights);
    data->scale = tune_scale(data->samples, data->count, weights);
    status = gomoku_data_read(data, text, error);
    if (status != STATUS_OK) return status;
    /* Games follow each other in the file, so its last part shares none with the rest. */
    size_t checked = data->count / CHECKED_ONE_IN, learned = data->count - checked;
    const TuneSample *check = data->samples + learned;
    TuneConfig config = *wanted;
    config.scale = data->scale;
    double before = tune_error(check, checked, weights, config.scale);
    tune_fit(data->samples, learned, &config, weights);
    (void)fprintf(stderr, "positions %zu  scale %.0f  error on the last tenth %.5f before, %.5f after\n", data->count,
                  config.scale, before, tune_error(check, checked, weights, config.scale));
    print_weights(data, weights);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    const char *path = NULL;
    int64_t epochs = 20, share = 50, keep = 1, seed = 1;
    const Arg table[] = {{"DATA", ARG_WORD, 0, 0, &path, true},
                         {"--epochs", ARG_NUMBER, 0, 10000, &epochs, false},
                         {"--score-pct", ARG_NUMBER, 0, 100, &share, false},
                         {"--keep", ARG_NUMBER, 0, 1000000, &keep, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &seed, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("train", APP_USAGE, "%s", error.text);
    Buf file = buf_new(DATA_MAX);
    GomokuData data = {0};
    TuneConfig config = {.epochs = (int)epochs, .keep = (double)keep * 1e-4, .seed = (uint64_t)seed};
    Status status = file_read(path, &file, &error);
    if (status == STATUS_OK) status = gomoku_data_init(&data, buf_view(&file), &error);
    data.score_share = (double)share / 100;
    if (status == STATUS_OK) status = train_on(&data, buf_view(&file), &config, &error);
    gomoku_data_free(&data);
    buf_free(&file);
    return status == STATUS_OK ? APP_OK : app_error("train", APP_FAILED, "%s", error.text);
}

const GameCommand gomoku_train = {"gomoku DATA [--epochs N] [--score-pct N] [--keep N] [--seed N]\n"
                                  "    Fits the weights of the evaluation to positions from `yomi datagen gomoku`, of "
                                  "forms with or without captures,\n"
                                  "    and prints them as options. --keep pulls towards the weights that there are.\n",
                                  run, NULL};
