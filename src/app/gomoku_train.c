/* yomi datagen gomoku OUT: self-play from random openings; a line a position: its text, a tab, the search's score for
 * the side to move, a tab, the result for that side (1, 0.5, 0, or - when the position was not played on). Game number
 * n of a seed is always the same game.
 *
 * A search evaluates positions after moves that nobody would play, so beside each position of a game stands one with
 * one or two random stones more.
 *
 * yomi train gomoku DATA: fits the weights of the evaluation to such positions and prints them as options. */
#include "app/app.h"
#include "app/args.h"
#include "app/train.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "gomoku/tune.h"
#include "yomi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_TEXT_MAX = 1 << 20, DATA_MAX = 1 << 30, NEAR = 2, SCORE_MOST = 6000, CHECKED_ONE_IN = 10 };

typedef struct Gen {
    yomi_engine *engine;
    const char *rule;
    int64_t games, first, seed, nodes, random_plies;
    char best[YOMI_MOVE_TEXT_MAX];
    int score, win_in;
    bool searched;
    Rng rng;   /* of the game being played */
    Buf lines; /* of one game, the result not yet known: "b\tTEXT\tSCORE\n", or "-..." when it does not apply */
} Gen;

static void on_result(void *context, const yomi_result *result)
{
    Gen *gen = context;
    (void)snprintf(gen->best, sizeof gen->best, "%s", result->best);
    gen->score = result->score;
    gen->win_in = result->win_in;
    gen->searched = strcmp(result->stage, "search") == 0;
}

static bool search(Gen *gen)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = on_result, .context = gen};
    limits.nodes = (uint64_t)gen->nodes;
    gen->best[0] = '\0';
    if (yomi_go(gen->engine, &limits, &callbacks, NULL) != YOMI_OK) return false;
    yomi_wait(gen->engine);
    return gen->best[0] != '\0';
}

/* Random stones around the centre: far ones teach nothing. */
static bool open_game(Gen *gen)
{
    Rng *rng = &gen->rng;
    if (yomi_set_position(gen->engine, NULL, NULL, 0, NULL) != YOMI_OK) return false;
    (void)yomi_new_game(gen->engine, NULL);
    Str rows = str_from(yomi_position_text(gen->engine));
    (void)str_word(&rows);
    int64_t size = 0;
    if (!str_to_int(str_trim(str_until(&rows, '/')), 1, GOM_SIZE_MAX, &size)) return false;
    uint64_t span = 2 * NEAR + 1 + rng_below(rng, 3);
    for (int64_t ply = 0, tries = 0; ply < gen->random_plies && tries < 1000; tries++) {
        char move[YOMI_MOVE_TEXT_MAX];
        int from = (int)(size - (int64_t)span) / 2;
        int x = from + (int)rng_below(rng, span), y = from + 1 + (int)rng_below(rng, span);
        (void)snprintf(move, sizeof move, "%c%d", 'a' + x, y);
        if (!yomi_is_legal(gen->engine, move)) continue;
        if (yomi_play(gen->engine, move, NULL) != YOMI_OK) return false;
        ply++;
    }
    return yomi_get_outcome(gen->engine, NULL) == YOMI_ONGOING;
}

/* A move that is forced is answered without a look ahead. */
static bool is_judged(const Gen *gen)
{
    return gen->searched || gen->win_in != 0;
}

static void note(Gen *gen, char mark)
{
    (void)buf_printf(&gen->lines, "%c\t%s\t%d\n", mark, yomi_position_text(gen->engine), gen->score);
}

/* Plays a random stone one to three steps from one that was played before. */
static bool stray(Gen *gen)
{
    enum { TRIES = 20, STEPS = 3 };
    for (int i = 0; i < TRIES; i++) {
        const char *from = yomi_move_at(gen->engine, rng_below(&gen->rng, yomi_ply(gen->engine)));
        int dx = (int)rng_below(&gen->rng, 3) - 1, dy = (int)rng_below(&gen->rng, 3) - 1;
        int far = 1 + (int)rng_below(&gen->rng, STEPS), x = 0;
        int64_t row = 0;
        if (!from || !str_to_int(str_from(from + 1), 1, GOM_SIZE_MAX, &row)) return false;
        char move[YOMI_MOVE_TEXT_MAX];
        x = from[0] + dx * far;
        if (x < 'a') continue;
        (void)snprintf(move, sizeof move, "%c%d", x, (int)row + dy * far);
        if (yomi_is_legal(gen->engine, move)) return yomi_play(gen->engine, move, NULL) == YOMI_OK;
    }
    return false;
}

static void note_aside(Gen *gen)
{
    size_t ply = yomi_ply(gen->engine);
    if (ply == 0) return;
    bool strayed = stray(gen);
    if (strayed && rng_below(&gen->rng, 2) == 0) strayed = stray(gen);
    if (strayed && yomi_get_outcome(gen->engine, NULL) == YOMI_ONGOING && search(gen) && is_judged(gen)) note(gen, '-');
    while (yomi_ply(gen->engine) > ply && yomi_undo(gen->engine, NULL) == YOMI_OK) continue;
}

/* 1: black won, 0: drawn, -1: white won. */
static int play_out(Gen *gen)
{
    for (;;) {
        yomi_outcome outcome = yomi_get_outcome(gen->engine, NULL);
        if (outcome != YOMI_ONGOING) return outcome == YOMI_FIRST_WINS ? 1 : outcome == YOMI_SECOND_WINS ? -1 : 0;
        note_aside(gen);
        if (!search(gen)) return 0;
        int mover = yomi_side_to_move(gen->engine) == 0 ? 1 : -1;
        if (is_judged(gen)) note(gen, mover > 0 ? 'b' : 'w');
        if (gen->win_in != 0) return gen->win_in > 0 ? mover : -mover;
        if (yomi_play(gen->engine, gen->best, NULL) != YOMI_OK) return 0;
    }
}

static bool write_game(Gen *gen, FILE *out, int black)
{
    for (Str rest = buf_view(&gen->lines); rest.len > 0;) {
        Str line = str_until(&rest, '\n'), side = str_until(&line, '\t');
        int result = str_eq(side, "b") ? black : -black;
        const char *text = str_eq(side, "-") ? "-" : result > 0 ? "1" : result < 0 ? "0" : "0.5";
        if (fprintf(out, "%.*s\t%s\n", STR_ARG(line), text) < 0) return false;
    }
    return fflush(out) == 0;
}

static int play_games(Gen *gen, FILE *out)
{
    int64_t won = 0, lost = 0;
    for (int64_t game = gen->first; game < gen->first + gen->games; game++) {
        gen->rng = rng_new(splitmix64((uint64_t)gen->seed) ^ (uint64_t)game);
        buf_clear(&gen->lines);
        if (!open_game(gen)) continue;
        int black = play_out(gen);
        won += black > 0;
        lost += black < 0;
        if (!write_game(gen, out, black)) return app_error("datagen", APP_FAILED, "a write failed");
    }
    (void)printf("games %lld  black won %lld  white won %lld\n", (long long)gen->games, (long long)won,
                 (long long)lost);
    return APP_OK;
}

static int run_datagen(int argc, char **argv)
{
    const char *path = NULL;
    Gen gen = {.rule = "ninuki", .games = 1000, .seed = 1, .nodes = 3000, .random_plies = 5};
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &path, true},
                         {"--rule", ARG_TEXT, 0, 0, &gen.rule, false},
                         {"--games", ARG_NUMBER, 1, 1000000000, &gen.games, false},
                         {"--first", ARG_NUMBER, 0, 1000000000, &gen.first, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &gen.seed, false},
                         {"--nodes", ARG_NUMBER, 10, 10000000, &gen.nodes, false},
                         {"--random-plies", ARG_NUMBER, 0, 20, &gen.random_plies, false}};
    Error bad;
    yomi_error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &bad) != STATUS_OK)
        return app_error("datagen", APP_USAGE, "%s", bad.text);
    if (yomi_open("gomoku", &gen.engine, &error) != YOMI_OK) return app_error("datagen", APP_FAILED, "%s", error.text);
    int code = APP_FAILED;
    FILE *out = NULL;
    if (yomi_set_option(gen.engine, "Rule", gen.rule, &error) != YOMI_OK ||
        yomi_set_option(gen.engine, "Hash", "8", &error) != YOMI_OK) {
        code = app_error("datagen", APP_USAGE, "%s", error.text);
    } else if (!(out = fopen(path, "ae"))) {
        (void)app_error("datagen", APP_FAILED, "cannot write %s", path);
    } else {
        gen.lines = buf_new(GAME_TEXT_MAX);
        code = play_games(&gen, out);
        buf_free(&gen.lines);
    }
    if (out && fclose(out) != 0) code = app_error("datagen", APP_FAILED, "a write failed");
    yomi_close(gen.engine);
    return code;
}

/* ---- train ---- */

typedef struct Train {
    GomTables *tables;
    GomBoard *board;
    TuneSample *samples;
    size_t count, room;
    EvalWeights weights; /* of the settings: the start */
    int captures;        /* of the data: -1 before the first sample */
    double scale, score_share;
} Train;

/* The search never evaluates a position that a look at the classes decides. */
static bool is_decided(const GomBoard *board)
{
    int mover = board->side;
    if (board_count(board, mover, CELL_CLASS_FIVE) > 0 || board_count(board, !mover, CELL_CLASS_FIVE) > 0) return true;
    return !board->rules.captures && board_count(board, mover, CELL_CLASS_OPEN_FOUR) > 0;
}

/* A forced win is a won game. `result` is negative when unknown; then, and beside it, the score's chance counts as soon
 * as the scale is known. Negative: nothing can be said. */
static double target_of(const Train *train, int64_t score, double result)
{
    if (score > SCORE_MOST || score < -SCORE_MOST) return score > 0;
    if (train->scale <= 0) return result;
    double chance = 1 / (1 + exp(-(double)score / train->scale));
    return result < 0 ? chance : (1 - train->score_share) * result + train->score_share * chance;
}

static Status add_line(Train *train, Str line, const GomSettings *settings, size_t number, Error *error)
{
    Str text = str_until(&line, '\t'), score = str_until(&line, '\t');
    int64_t value;
    double result = str_eq(line, "1") ? 1 : str_eq(line, "0.5") ? 0.5 : str_eq(line, "-") ? -1 : 0;
    GomPosition position;
    GomRules unused = rules_preset(GOM_NINUKI);
    if (!str_to_int(score, -SCORE_WIN, SCORE_WIN, &value) || line.len == 0)
        return error_set(error, STATUS_BAD_INPUT, "line %zu: position, score and result are wanted", number);
    Status status = position_parse(&unused, text, &position, error);
    if (status != STATUS_OK) return status;
    int captures = position.rules.captures != 0;
    if (train->captures < 0) {
        train->captures = captures;
        train->weights = settings->weights[captures];
    }
    if (captures != train->captures)
        return error_set(error, STATUS_BAD_INPUT, "line %zu: forms with and without captures are mixed", number);
    board_set(train->board, train->tables, &train->weights, &position);
    double target = target_of(train, value, result);
    if (is_decided(train->board) || target < 0) return STATUS_OK;
    if (train->count == train->room) return error_set(error, STATUS_TOO_LARGE, "too many positions");
    const GomRules *rules = &position.rules;
    TuneSample *sample = &train->samples[train->count++];
    tune_counts(train->board, (BoardTraits){tables_radius(rules->exact_five[0], rules->exact_five[1]), rules->captures},
                sample->counts);
    sample->target = (float)target;
    return STATUS_OK;
}

static Status read_all(Train *train, Str text, const GomSettings *settings, Error *error)
{
    Status status = STATUS_OK;
    size_t number = 0;
    train->count = 0;
    for (Str rest = text; rest.len > 0 && status == STATUS_OK;) {
        Str line = str_trim(str_until(&rest, '\n'));
        number++;
        if (line.len > 0) status = add_line(train, line, settings, number, error);
    }
    if (status == STATUS_OK && train->count == 0) status = error_set(error, STATUS_BAD_INPUT, "no position to learn");
    return status;
}

static void print_weights(const Train *train, const double weights[TUNE_WEIGHTS])
{
    GomSettings settings = {0};
    tune_to_weights(weights, &settings.weights[train->captures]);
    const char *base = (const char *)&settings.weights[train->captures];
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

static Status train_on(Train *train, Str text, const GomSettings *settings, const TuneConfig *wanted, Error *error)
{
    double weights[TUNE_WEIGHTS];
    Status status = read_all(train, text, settings, error);
    if (status != STATUS_OK) return status;
    tune_from_weights(&train->weights, weights);
    train->scale = tune_scale(train->samples, train->count, weights);
    status = read_all(train, text, settings, error);
    if (status != STATUS_OK) return status;
    /* Games follow each other in the file, so its last part shares none with the rest. */
    size_t checked = train->count / CHECKED_ONE_IN, learned = train->count - checked;
    const TuneSample *check = train->samples + learned;
    TuneConfig config = *wanted;
    config.scale = train->scale;
    double before = tune_error(check, checked, weights, config.scale);
    tune_fit(train->samples, learned, &config, weights);
    (void)fprintf(stderr, "positions %zu  scale %.0f  error on the last tenth %.5f before, %.5f after\n", train->count,
                  config.scale, before, tune_error(check, checked, weights, config.scale));
    print_weights(train, weights);
    return STATUS_OK;
}

static size_t count_lines(Str text)
{
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++) lines += text.ptr[i] == '\n';
    return lines;
}

static int run_train(int argc, char **argv)
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
    Buf data = buf_new(DATA_MAX);
    GomSettings settings = {0}; /* weights that no option names stay 0 */
    Status status = options_init((OptionTable){gom_option_list, GOM_OPTION_COUNT}, &settings, &error);
    Train train = {.captures = -1, .score_share = (double)share / 100};
    TuneConfig config = {.epochs = (int)epochs, .keep = (double)keep * 1e-4, .seed = (uint64_t)seed};
    if (status == STATUS_OK) status = file_read(path, &data, &error);
    if (status == STATUS_OK) status = tables_create(&train.tables, &error);
    if (status == STATUS_OK) {
        train.room = count_lines(buf_view(&data));
        train.samples = mem_alloc(train.room * sizeof *train.samples, 0, &error);
        train.board = mem_alloc(sizeof *train.board, 0, &error);
        if (!train.samples || !train.board) status = STATUS_NO_MEMORY;
    }
    if (status == STATUS_OK) status = train_on(&train, buf_view(&data), &settings, &config, &error);
    mem_free(train.samples);
    mem_free(train.board);
    tables_destroy(train.tables);
    buf_free(&data);
    return status == STATUS_OK ? APP_OK : app_error("train", APP_FAILED, "%s", error.text);
}

const TrainGame datagen_gomoku = {"gomoku", run_datagen};
const TrainGame train_gomoku = {"gomoku", run_train};
