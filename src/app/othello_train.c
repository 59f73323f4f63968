#include "app/app.h"
#include "app/args.h"
#include "app/train.h"
#include "base/file.h"
#include "base/mem.h"
#include "othello/datagen.h"
#include "othello/notation.h"
#include "othello/probcut_fit.h"
#include "othello/train.h"
#include "record/wthor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 30, TABLE_MB = 16, PROGRESS_GAMES = 256, EMPTIES_SOLVED = 16, SOLVED_ONE_IN = 8 };

typedef struct Tool {
    Shared *shared;
    Lone lone;
} Tool;

/* What a program begins with that has no weights, or none for its patterns: all zero. */
static Status no_weights(Buf *file, Error *error)
{
    FoldedWeights *weights = calloc(1, sizeof *weights);
    uint8_t *bytes = malloc(WEIGHTS_FILE_SIZE);
    bool made = weights && bytes;
    if (made) {
        othello_weights_pack(weights, bytes);
        made = buf_append(file, bytes, WEIGHTS_FILE_SIZE);
    }
    free(weights);
    free(bytes);
    return made ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for the weights");
}

static Status tool_open(Tool *tool, const char *weights, Error *error)
{
    *tool = (Tool){0};
    Buf file = buf_new(FILE_MAX);
    Status status = STATUS_OK;
    if (weights && strcmp(weights, "none") == 0)
        status = no_weights(&file, error);
    else if (weights)
        status = file_read(weights, &file, error);
    if (status == STATUS_OK) status = othello_shared_make(&tool->shared, buf_view(&file), error);
    buf_free(&file);
    if (status == STATUS_OK) status = othello_lone_open(&tool->lone, tool->shared, cpu_features(), TABLE_MB, error);
    return status;
}

static void tool_close(Tool *tool)
{
    othello_lone_close(&tool->lone);
    othello_shared_free(tool->shared);
}

/* ---- datagen ---- */

static bool write_samples(FILE *out, const Sample *samples, int count)
{
    for (int i = 0; i < count; i++) {
        uint8_t bytes[SAMPLE_BYTES];
        othello_sample_write(&samples[i], bytes);
        if (fwrite(bytes, 1, sizeof bytes, out) != sizeof bytes) return false;
    }
    return true;
}

static bool play_games(Tool *tool, const DatagenConfig *config, int64_t seed, int64_t first, int64_t games, FILE *out)
{
    Sample samples[DATAGEN_SAMPLES_MAX];
    for (int64_t game = first; game < first + games; game++) {
        int count = othello_datagen_game(&tool->lone, config, (uint64_t)seed, (uint64_t)game, samples);
        if (!write_samples(out, samples, count)) return false;
        if (game % PROGRESS_GAMES == PROGRESS_GAMES - 1 && fflush(out) != 0) return false;
    }
    return true;
}

/* A tournament game: its positions before each move, and the base's score of best play from `depth` empties on. */
typedef struct Walk {
    Position positions[WTHOR_MOVES];
    int count;
    int black, depth;
} Walk;

typedef bool (*Visit)(void *context, const Walk *walk);

static void walk_game(const WthorGame *game, int depth, Walk *walk)
{
    Position position;
    othello_position_set(&position, othello_board_start(), 0);
    *walk = (Walk){.black = 2 * game->theoretical_score - SQUARES, .depth = depth};
    for (int i = 0; i < game->count; i++) {
        Move move = move_of_square(game->squares[i]);
        if (othello_position_is_legal(&position, MOVE_PASS)) othello_position_play(&position, MOVE_PASS);
        if (!othello_position_is_legal(&position, move)) break;
        walk->positions[walk->count++] = position;
        othello_position_play(&position, move);
    }
}

static Status walk_file(const char *path, Visit visit, void *context, Error *error)
{
    Buf file = buf_new(FILE_MAX);
    WthorHeader header;
    Status status = file_read(path, &file, error);
    if (status == STATUS_OK) status = wthor_open(buf_view(&file), &header, error);
    for (uint32_t i = 0; status == STATUS_OK && i < header.games; i++) {
        WthorGame game;
        Walk walk;
        status = wthor_game(buf_view(&file), i, &game, error);
        if (status != STATUS_OK) break;
        walk_game(&game, header.depth, &walk);
        if (!visit(context, &walk)) status = error_set(error, STATUS_IO, "a write failed");
    }
    buf_free(&file);
    return status;
}

typedef struct Labeller {
    Lone *lone;
    int solve_empties;
    FILE *out;
} Labeller;

/* From the last position back, so that what was solved before helps. Positions up to `solve_empties` are solved; those
 * from where the base's score is perfect have that; between the two a score is known when both agree on it. */
static bool write_labels(void *context, const Walk *walk)
{
    const Labeller *labeller = context;
    int black = walk->black; /* of the position after the one in hand, by best play */
    tt_new_search(&labeller->lone->tt);
    for (int i = walk->count - 1; i >= 0; i--) {
        const Position *position = &walk->positions[i];
        int empties = board_empty_count(position->board), sign = position->side == 0 ? 1 : -1;
        bool solved = empties <= labeller->solve_empties;
        Pv pv;
        if (solved)
            black = sign * othello_lone_solve(labeller->lone, position->board, -SQUARES, SQUARES, &pv);
        else if (empties >= walk->depth)
            black = walk->black;
        else if (black != walk->black)
            continue;
        bool exact = solved || empties <= walk->depth;
        Sample sample = {position->board, (int16_t)(sign * black), exact ? SAMPLE_EXACT : 0};
        if (!write_samples(labeller->out, &sample, 1)) return false;
    }
    return true;
}

/* Positions that get their label by a search: one in `one_in` of those with the empties asked for. */
typedef struct Search {
    Lone *lone;
    const DatagenConfig *config;
    int64_t one_in, empties_min, empties_max;
    Rng rng;
    FILE *out;
} Search;

/* A few random moves away from the game, so that the weights also know what nobody plays on purpose. False when the
 * game ends there. */
static bool stray(Search *search, Board *board)
{
    enum { STRAYS_MAX = 3 };
    uint64_t moves = othello_board_moves(*board);
    for (int i = 0; i < STRAYS_MAX && rng_below(&search->rng, 100) < (uint64_t)search->config->stray_pct; i++) {
        int square = othello_random_move(&search->rng, moves);
        *board = board_after(*board, square, othello_board_flips(*board, square));
        moves = othello_board_moves(*board);
        if (moves) continue;
        *board = board_pass(*board);
        moves = othello_board_moves(*board);
        if (!moves) return false;
    }
    return true;
}

/* Solved where that is quick. False when a write failed. */
static bool label_by_search(Search *search, Board board)
{
    int empties = board_empty_count(board);
    if (empties < search->empties_min || empties > search->empties_max || !othello_board_moves(board)) return true;
    if (rng_below(&search->rng, (uint64_t)search->one_in) != 0 || !stray(search, &board)) return true;
    Pv pv;
    bool solved = board_empty_count(board) <= search->config->solve_empties;
    tt_new_search(&search->lone->tt);
    int score = solved ? othello_lone_solve(search->lone, board, -SQUARES, SQUARES, &pv) * DISC
                       : othello_lone_search(search->lone, board, search->config->depth, SELECT_MOST, &pv);
    Sample sample = {board, (int16_t)lround((double)score / DISC), solved ? SAMPLE_EXACT : SAMPLE_SEARCHED};
    return write_samples(search->out, &sample, 1);
}

static Status label_samples(Search *search, const char *path, Error *error)
{
    FILE *in = fopen(path, "rb");
    if (!in) return error_set(error, STATUS_NOT_FOUND, "cannot read %.200s", path);
    uint8_t bytes[SAMPLE_BYTES];
    bool written = true;
    while (written && fread(bytes, 1, sizeof bytes, in) == sizeof bytes) {
        Sample sample;
        if (othello_sample_read(bytes, &sample)) written = label_by_search(search, sample.board);
    }
    (void)fclose(in);
    return written ? STATUS_OK : error_set(error, STATUS_IO, "a write failed");
}

static bool label_walk(void *context, const Walk *walk)
{
    for (int i = 0; i < walk->count; i++) {
        if (!label_by_search(context, walk->positions[i].board)) return false;
    }
    return true;
}

typedef struct Source {
    const char *wthor, *label, *label_wthor; /* all NULL: self-play */
    int64_t one_in, empties_min, empties_max, seed, first, games;
} Source;

static Status run_datagen(FILE *out, const Source *source, const char *weights, const DatagenConfig *config,
                          Error *error)
{
    Tool tool;
    Status status = tool_open(&tool, weights, error);
    Labeller labeller = {&tool.lone, config->solve_empties, out};
    Search search = {.lone = &tool.lone,
                     .config = config,
                     .one_in = source->one_in,
                     .empties_min = source->empties_min,
                     .empties_max = source->empties_max,
                     .rng = rng_new((uint64_t)source->seed),
                     .out = out};
    if (status == STATUS_OK && source->wthor)
        status = walk_file(source->wthor, write_labels, &labeller, error);
    else if (status == STATUS_OK && source->label)
        status = label_samples(&search, source->label, error);
    else if (status == STATUS_OK && source->label_wthor)
        status = walk_file(source->label_wthor, label_walk, &search, error);
    else if (status == STATUS_OK && !play_games(&tool, config, source->seed, source->first, source->games, out)) {
        status = error_set(error, STATUS_IO, "a write failed");
    }
    tool_close(&tool);
    return status;
}

static int datagen(int argc, char **argv)
{
    const char *path = NULL, *weights = NULL;
    Source source = {.one_in = 1, .empties_max = SQUARES, .seed = 1, .games = 1000};
    int64_t depth = 4, solve = 14, random_min = 6, random_max = 18, stray = 1;
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &path, true},
                         {"--games", ARG_NUMBER, 1, 1000000000, &source.games, false},
                         {"--first", ARG_NUMBER, 0, 1000000000, &source.first, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &source.seed, false},
                         {"--depth", ARG_NUMBER, 0, 60, &depth, false},
                         {"--solve", ARG_NUMBER, 4, 24, &solve, false},
                         {"--random-min", ARG_NUMBER, 0, 50, &random_min, false},
                         {"--random-max", ARG_NUMBER, 0, 50, &random_max, false},
                         {"--stray", ARG_NUMBER, 0, 100, &stray, false},
                         {"--weights", ARG_TEXT, 0, 0, &weights, false},
                         {"--wthor", ARG_TEXT, 0, 0, &source.wthor, false},
                         {"--label", ARG_TEXT, 0, 0, &source.label, false},
                         {"--label-wthor", ARG_TEXT, 0, 0, &source.label_wthor, false},
                         {"--one-in", ARG_NUMBER, 1, 1000000, &source.one_in, false},
                         {"--empties-min", ARG_NUMBER, 0, 60, &source.empties_min, false},
                         {"--empties-max", ARG_NUMBER, 0, 60, &source.empties_max, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("datagen", APP_USAGE, "%s", error.text);
    if (random_max < random_min) return app_error("datagen", APP_USAGE, "--random-max is below --random-min");
    FILE *out = fopen(path, "ab");
    if (!out) return app_error("datagen", APP_FAILED, "cannot write %s", path);
    DatagenConfig config = {.depth = (int)depth,
                            .solve_empties = (int)solve,
                            .random_min = (int)random_min,
                            .random_max = (int)random_max,
                            .stray_pct = (int)stray};
    Status status = run_datagen(out, &source, weights, &config, &error);
    if (fclose(out) != 0 && status == STATUS_OK)
        status = error_set(&error, STATUS_IO, "a write to %.100s failed", path);
    return status == STATUS_OK ? APP_OK : app_error("datagen", APP_FAILED, "%s", error.text);
}

/* ---- train ---- */

typedef struct SampleList {
    Sample *items;
    size_t count, capacity;
} SampleList;

static Status read_samples(SampleList *list, const char *path, Error *error)
{
    FILE *in = fopen(path, "rb");
    if (!in) return error_set(error, STATUS_NOT_FOUND, "cannot read %.200s", path);
    uint8_t bytes[SAMPLE_BYTES];
    Status status = STATUS_OK;
    while (fread(bytes, 1, sizeof bytes, in) == sizeof bytes) {
        if (list->count == list->capacity) {
            size_t capacity = list->capacity ? 2 * list->capacity : 1 << 16;
            Sample *items = realloc(list->items, capacity * sizeof *items);
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
    Lone *lone;
    double sum[SQUARES];
    int count[SQUARES];
    int visited;
} Check;

/* Near the end the file's score is not the position's any more: a part of those positions is solved. */
static bool check_game(void *context, const Walk *walk)
{
    Check *check = context;
    for (int i = 0; i < walk->count; i++) {
        const Position *position = &walk->positions[i];
        int empties = board_empty_count(position->board);
        int score = position->side == 0 ? walk->black : -walk->black;
        Pv pv;
        if (empties < walk->depth) {
            if (empties > EMPTIES_SOLVED || check->visited++ % SOLVED_ONE_IN != 0) continue;
            score = othello_lone_solve(check->lone, position->board, -SQUARES, SQUARES, &pv);
        }
        double value = othello_lone_search(check->lone, position->board, 0, SELECT_NONE, &pv) / (double)DISC;
        check->sum[empties] += fabs(value - score);
        check->count[empties]++;
    }
    return true;
}

static Status check_weights(const char *weights, const char *wthor, Error *error)
{
    Tool tool;
    Check check = {0};
    Status status = tool_open(&tool, weights, error);
    check.lone = &tool.lone;
    if (status == STATUS_OK) status = walk_file(wthor, check_game, &check, error);
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
            points[count++] = othello_probcut_measure(&tool.lone, list->items[i].board, (int)depth);
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

const TrainGame datagen_othello = {"othello", datagen};
const TrainGame train_othello = {"othello", train};
