/* yomi train othello: fits the weights of the evaluation, and measures them. */
#include "othello/train/train.h"
#include "base/file.h"
#include "base/mem.h"
#include "othello/tools/tool.h"
#include "othello/tools/tools.h"
#include "othello/train/probcut_fit.h"
#include "tool/args.h"
#include "tool/command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EMPTIES_SOLVED = 16, SOLVED_ONE_IN = 8 };

typedef struct SampleList {
    OthelloSample *items;
    size_t count, capacity;
} SampleList;

static Status read_samples(SampleList *list, const char *path, Error *error)
{
    int64_t size = 0;
    FILE *in = file_open(path, &size);
    if (!in) return error_set(error, STATUS_NOT_FOUND, "cannot read %.200s", path);
    uint8_t bytes[SAMPLE_BYTES];
    Status status = STATUS_OK;
    while (fread(bytes, 1, sizeof bytes, in) == sizeof bytes) {
        if (othello_sample_is_mark(bytes)) continue;
        if (list->count == list->capacity) {
            size_t capacity = list->capacity ? 2 * list->capacity : 1 << 16;
            OthelloSample *items = realloc(list->items, capacity * sizeof *items);
            if (!items) {
                status = error_set(error, STATUS_NO_MEMORY, "no memory for %zu positions", capacity);
                break;
            }
            list->items = items;
            list->capacity = capacity;
        }
        if (!othello_sample_read(bytes, &list->items[list->count++])) {
            status = error_set(error, STATUS_BAD_INPUT, "%.200s: record %zu is no position", path, list->count);
            break;
        }
    }
    if (status == STATUS_OK && ferror(in)) status = error_set(error, STATUS_IO, "cannot read %.200s", path);
    (void)fclose(in);
    return status;
}

static void tell_stage(void *context, const TrainReport *report)
{
    (void)context;
    (void)printf("stage %2d  empties %2d  samples %8zu  error %6.3f  held out %6.3f\n", report->stage,
                 60 - report->stage * STAGE_PLIES, report->samples, report->training_error, report->validation_error);
    (void)fflush(stdout);
}

static Status fit_weights(const SampleList *list, const char *out, const TrainConfig *config, Error *error)
{
    FoldedWeights *weights = mem_alloc(sizeof *weights, 0, error);
    if (!weights) return STATUS_NO_MEMORY;
    Status status = othello_train_weights(list->items, list->count, config, weights, tell_stage, NULL, error);
    if (status == STATUS_OK) status = othello_weights_save(out, weights, error);
    mem_free(weights);
    return status;
}

typedef struct Check {
    SoloSearch *solo;
    double sum[SQUARES];
    int count[SQUARES];
    int visited;
} Check;

/* Near the end the file's score is not the position's any more: a part of those positions is solved. */
static Status check_game(void *context, const Walk *walk, Error *error)
{
    Check *check = context;
    (void)error;
    for (int i = 0; i < walk->count; i++) {
        const OthelloPosition *position = &walk->positions[i];
        int empties = board_empty_count(position->board);
        int score = position->side == 0 ? walk->black : -walk->black;
        Pv pv;
        if (empties < walk->depth) {
            if (empties > EMPTIES_SOLVED || check->visited++ % SOLVED_ONE_IN != 0) continue;
            score = othello_solo_solve(check->solo, position->board, -SQUARES, SQUARES, &pv);
        }
        double value = othello_solo_search(check->solo, position->board, 0, SELECT_NONE, &pv) / (double)DISC;
        check->sum[empties] += fabs(value - score);
        check->count[empties]++;
    }
    return STATUS_OK;
}

static Status check_weights(const char *weights, const char *wthor, Error *error)
{
    Tool tool;
    Check check = {0};
    Buf file = {0};
    Status status = tool_open(&tool, weights, error);
    check.solo = &tool.solo;
    if (status == STATUS_OK) status = walk_load(wthor, &file, error);
    if (status == STATUS_OK) status = walk_games(&file, check_game, &check, error);
    buf_free(&file);
    for (int empties = SQUARES - 1; status == STATUS_OK && empties >= 0; empties--) {
        if (check.count[empties] == 0) continue;
        (void)printf("empties %2d  positions %6d  mean error %6.3f\n", empties, check.count[empties],
                     check.sum[empties] / check.count[empties]);
    }
    tool_close(&tool);
    return status;
}

static Status fit_probcut(const SampleList *list, int64_t depth, int64_t positions, Error *error)
{
    Tool tool;
    ProbCut fit;
    Buf text = buf_new(1 << 16);
    ProbCutPoint *points = mem_alloc((size_t)positions * sizeof *points, 0, error);
    Status status = points ? tool_open(&tool, NULL, error) : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        size_t step = list->count / (size_t)positions;
        int count = 0;
        for (size_t i = 0; i < list->count && count < positions; i += step ? step : 1) {
            if (!othello_board_moves(list->items[i].board)) continue;
            points[count++] = othello_probcut_measure(&tool.solo, list->items[i].board, (int)depth);
        }
        othello_probcut_fit_points(points, count, &fit);
        othello_probcut_print(&fit, &text);
        (void)printf("%s", buf_text(&text));
        tool_close(&tool);
    }
    mem_free(points);
    buf_free(&text);
    return status;
}

static int train(int argc, char **argv)
{
    const char *out = NULL, *data[3] = {0}, *check = NULL, *wthor = NULL;
    TrainConfig config = othello_train_defaults();
    int64_t passes = config.passes, ridge = (int64_t)config.ridge, probcut = 0, positions = 1000;
    int64_t beside = lround(100 * config.neighbour_weight), outcome = lround(100 * config.outcome_weight);
    const Arg table[] = {{"--out", ARG_TEXT, 0, 0, &out, false},
                         {"--data", ARG_TEXT, 0, 0, &data[0], false},
                         {"--more", ARG_TEXT, 0, 0, &data[1], false},
                         {"--even-more", ARG_TEXT, 0, 0, &data[2], false},
                         {"--passes", ARG_NUMBER, 1, 1000, &passes, false},
                         {"--ridge", ARG_NUMBER, 1, 1000000, &ridge, false},
                         {"--beside-pct", ARG_NUMBER, 0, 100, &beside, false},
                         {"--outcome-pct", ARG_NUMBER, 0, 1000, &outcome, false},
                         {"--check", ARG_TEXT, 0, 0, &check, false},
                         {"--wthor", ARG_TEXT, 0, 0, &wthor, false},
                         {"--probcut", ARG_NUMBER, 3, PROBCUT_DEPTH_MAX, &probcut, false},
                         {"--positions", ARG_NUMBER, 1, 1000000, &positions, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("train", APP_USAGE, "%s", error.text);
    bool measures = check && wthor;
    if (!measures && (!data[0] || (!out && !probcut))) {
        return app_error("train", APP_USAGE, "needs --out and --data, --probcut and --data, or --check and --wthor");
    }
    config.passes = (int)passes;
    config.ridge = (double)ridge;
    config.neighbour_weight = (double)beside / 100;
    config.outcome_weight = (double)outcome / 100;
    SampleList list = {0};
    Status status = STATUS_OK;
    for (int i = 0; i < 3 && status == STATUS_OK && data[i] && !measures; i++) {
        status = read_samples(&list, data[i], &error);
    }
    if (status == STATUS_OK && measures)
        status = check_weights(check, wthor, &error);
    else if (status == STATUS_OK && probcut)
        status = fit_probcut(&list, probcut, positions, &error);
    else if (status == STATUS_OK)
        status = fit_weights(&list, out, &config, &error);
    free(list.items);
    return status == STATUS_OK ? APP_OK : app_error("train", APP_FAILED, "%s", error.text);
}

const GameCommand othello_train = {
    "othello --out WEIGHTS --data FILE [--more FILE] [--even-more FILE] [--passes N] [--ridge N]\n"
    "        [--beside-pct N] [--outcome-pct N]\n"
    "    Fits the weights of the evaluation to positions from `yomi datagen othello`. A pattern seen --ridge times "
    "(10)\n"
    "    moves half the way from the stage after it. Samples of the stages beside count --beside-pct (30), outcomes of "
    "games\n"
    "    --outcome-pct (60) at 24 empties and less above.\n"
    "othello --check WEIGHTS --wthor FILE.wtb\n"
    "    Prints the mean absolute error per number of empties on tournament games.\n"
    "othello --probcut DEPTH --data FILE [--positions N]\n"
    "    Measures how shallow searches foretell deep ones and prints the table for the program.\n",
    train, NULL};
