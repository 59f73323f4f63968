/* yomi train gomoku DATA: fits the weights of the evaluation to the positions of `yomi datagen gomoku` and prints them
 * as options. */
#include "base/file.h"
#include "gomoku/tools/data.h"
#include "gomoku/tools/line_data.h"
#include "gomoku/tools/tools.h"
#include "tool/args.h"
#include "tool/command.h"

#include <stdio.h>
#include <stdlib.h>
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

/* ---- networks ---- */

typedef struct NetOrder {
    const char *out;
    double score_share;
    LineFitConfig config;
} NetOrder;

static LineNet *train_net(LineSamples *samples, const NetOrder *order, Error *error)
{
    LineFitConfig config = order->config;
    config.scale = line_samples_scale(samples);
    line_samples_aim(samples, config.scale, order->score_share);
    LineFit *fit = line_fit_new(samples, &config, error);
    if (!fit) return NULL;
    (void)fprintf(stderr, "%s captures: positions %zu  scale %.0f  error of the games held out %.5f by hand\n",
                  samples->captures ? "with" : "without", samples->count, config.scale,
                  line_samples_by_hand(samples, config.scale));
    for (int epoch = 0; epoch < config.epochs; epoch++) {
        line_fit_epoch(fit, epoch);
        (void)fprintf(stderr, "epoch %d  error %.5f\n", epoch + 1, line_fit_error(fit, true));
    }
    LineNet *net = line_fit_export(fit, error);
    line_fit_free(fit);
    return net;
}

static Status write_nets(const LineNets *nets, const char *path, Error *error)
{
    size_t size;
    uint8_t *bytes = line_nets_save(nets, &size);
    if (!bytes) return error_set(error, STATUS_NO_MEMORY, "no memory to write the networks");
    Status status = file_replace(path, bytes, size, error);
    free(bytes);
    return status;
}

static Status train_nets(Str text, const NetOrder *order, Error *error)
{
    LineSamples samples[2] = {{.captures = false}, {.captures = true}};
    LineNets nets = {{NULL, NULL}};
    Status status = line_data_read(text, samples, error);
    if (status == STATUS_OK && samples[0].count + samples[1].count == 0)
        status = error_set(error, STATUS_BAD_INPUT, "no position to learn");
    for (int c = 0; c < 2 && status == STATUS_OK; c++) {
        if (samples[c].count == 0) continue;
        nets.net[c] = train_net(&samples[c], order, error);
        if (!nets.net[c]) status = STATUS_NO_MEMORY;
    }
    if (status == STATUS_OK) status = write_nets(&nets, order->out, error);
    for (int c = 0; c < 2; c++) line_samples_free(&samples[c]);
    line_nets_free(&nets);
    return status;
}

static Status train_weights(Str text, double score_share, const TuneConfig *config, Error *error)
{
    GomokuData data = {0};
    Status status = gomoku_data_init(&data, text, error);
    data.score_share = score_share;
    if (status == STATUS_OK) status = train_on(&data, text, config, error);
    gomoku_data_free(&data);
    return status;
}

static int run(int argc, char **argv)
{
    const char *path = NULL, *out = NULL;
    int64_t epochs = 20, share = 50, keep = 1, seed = 1, rate = 300, batch = 1024, decay = 0;
    const Arg table[] = {{"DATA", ARG_WORD, 0, 0, &path, true},
                         {"--out", ARG_TEXT, 0, 0, &out, false},
                         {"--epochs", ARG_NUMBER, 0, 10000, &epochs, false},
                         {"--score-pct", ARG_NUMBER, 0, 100, &share, false},
                         {"--keep", ARG_NUMBER, 0, 1000000, &keep, false},
                         {"--rate", ARG_NUMBER, 1, 100000, &rate, false},
                         {"--batch", ARG_NUMBER, 1, 1000000, &batch, false},
                         {"--decay", ARG_NUMBER, 0, 1000000, &decay, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &seed, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("train", APP_USAGE, "%s", error.text);
    Buf file = buf_new(DATA_MAX);
    TuneConfig config = {.epochs = (int)epochs, .keep = (double)keep * 1e-4, .seed = (uint64_t)seed};
    NetOrder order = {out,
                      (double)share / 100,
                      {.epochs = (int)epochs,
                       .batch = (int)batch,
                       .rate = (double)rate * 1e-5,
                       .decay = (double)decay * 1e-4,
                       .seed = (uint64_t)seed}};
    Status status = file_read(path, &file, &error);
    if (status == STATUS_OK && out) status = train_nets(buf_view(&file), &order, &error);
    if (status == STATUS_OK && !out) status = train_weights(buf_view(&file), (double)share / 100, &config, &error);
    buf_free(&file);
    return status == STATUS_OK ? APP_OK : app_error("train", APP_FAILED, "%s", error.text);
}

const GameCommand gomoku_train = {
    "gomoku DATA [--out FILE] [--epochs N] [--score-pct N] [--keep N] [--rate N] [--batch N] [--decay N] [--seed N]\n"
    "    Learns from positions of `yomi datagen gomoku`. With --out it trains the networks, one for the forms with "
    "captures and\n"
    "    one for those without, as far as DATA has them, and writes them. Without it fits the weights of the "
    "evaluation "
    "by hand,\n"
    "    of forms with or without captures, and prints them as options; --keep pulls towards the weights that there "
    "are.\n",
    run, NULL};
