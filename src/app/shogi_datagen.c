/* yomi datagen shogi OUT: self-play from random openings, quiet positions with the search's score and the result.
 *
 * Game number n of a seed is always the same game, and a game is appended to the file in one write, so a run that was
 * cut off goes on where it was: the file's whole games are counted first and a torn tail is cut off. */
#include "app/app.h"
#include "app/args.h"
#include "app/train.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/str.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/sample.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PLIES_MAX = 400,
    OPENING_LIMIT = 1200, /* an opening worse than this for a side is thrown away */
    RESIGN_SCORE = 3000,
    RESIGN_PLIES = 4,
    SEEN_SLOTS_LOG = 22,
    PROGRESS_GAMES = 50
};

typedef struct Gen {
    yomi_engine *engine;
    int64_t nodes, seed, random_plies;
    char best[YOMI_MOVE_TEXT_MAX];
    int score, win_in;
    uint64_t *seen; /* keys of positions written by this run: a table that forgets */
    Position *position;
    ShogiSample samples[PLIES_MAX];
    int count;
    uint64_t doubles, quiet, noisy;
} Gen;

static void on_result(void *context, const yomi_result *result)
{
    Gen *gen = context;
    (void)snprintf(gen->best, sizeof gen->best, "%s", result->best);
    gen->score = result->score;
    gen->win_in = result->win_in;
}

static bool search(Gen *gen)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = on_result, .context = gen};
    limits.nodes = (uint64_t)gen->nodes;
    if (yomi_go(gen->engine, &limits, &callbacks, NULL) != YOMI_OK) return false;
    yomi_wait(gen->engine);
    return gen->best[0] != '\0';
}

static bool play_random(Gen *gen, Rng *rng)
{
    Str rest = str_from(yomi_legal_moves(gen->engine));
    Str moves[MAX_MOVES];
    size_t count = 0;
    for (Str word = str_word(&rest); word.len > 0 && count < MAX_MOVES; word = str_word(&rest)) moves[count++] = word;
    char move[YOMI_MOVE_TEXT_MAX];
    if (count == 0 || !str_copy(moves[rng_below(rng, count)], move, sizeof move)) return false;
    return yomi_play(gen->engine, move, NULL) == YOMI_OK;
}

static bool begin_game(Gen *gen, Rng *rng)
{
    int64_t plies = gen->random_plies + (int64_t)rng_below(rng, 2);
    if (yomi_set_position(gen->engine, NULL, NULL, 0, NULL) != YOMI_OK) return false;
    (void)yomi_new_game(gen->engine, NULL);
    for (int64_t i = 0; i < plies; i++) {
        if (!play_random(gen, rng)) return false;
    }
    return search(gen) && abs(gen->score) < OPENING_LIMIT;
}

/* A position is worth learning when nothing hangs in it: not in check, the best move takes nothing, no forced win. */
static void take_sample(Gen *gen, int ply)
{
    if (gen->win_in != 0 ||
        notation_parse(str_from(yomi_position_text(gen->engine)), gen->position, NULL) != STATUS_OK) {
        return;
    }
    Move move = notation_parse_move(str_from(gen->best));
    if (pos_in_check(gen->position) || move == MOVE_WIN || pos_is_noisy(gen->position, move)) {
        gen->noisy++;
        return;
    }
    uint64_t key = pos_key(gen->position);
    uint64_t *slot = &gen->seen[key >> (64 - SEEN_SLOTS_LOG)];
    if (*slot == key) {
        gen->doubles++;
        return;
    }
    *slot = key;
    ShogiSample *sample = &gen->samples[gen->count];
    *sample = (ShogiSample){.score = (int16_t)gen->score, .ply = (uint16_t)ply};
    sample->result = (int8_t)gen->position->side; /* the side, until the result is known */
    if (pack_position(gen->position, sample->position)) gen->count++;
}

/* 1: Black won, 0: drawn, -1: White won. */
static int play_out(Gen *gen)
{
    int losing_for = 0;
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        int side = yomi_side_to_move(gen->engine), black = side == 0 ? 1 : -1;
        take_sample(gen, ply);
        if (gen->win_in > 0) return black;
        if (gen->win_in < 0) return -black;
        losing_for = abs(gen->score) >= RESIGN_SCORE ? losing_for + 1 : 0;
        if (losing_for >= RESIGN_PLIES) return gen->score > 0 ? black : -black;
        if (yomi_play(gen->engine, gen->best, NULL) != YOMI_OK) return 0;
        yomi_outcome outcome = yomi_get_outcome(gen->engine, NULL);
        if (outcome != YOMI_ONGOING) return outcome == YOMI_FIRST_WINS ? 1 : outcome == YOMI_SECOND_WINS ? -1 : 0;
        if (!search(gen)) return 0;
    }
    return 0;
}

static bool write_game(Gen *gen, FILE *out, int64_t number)
{
    Rng rng = rng_new(splitmix64((uint64_t)gen->seed) ^ (uint64_t)number);
    gen->count = 0;
    if (!begin_game(gen, &rng)) return true;
    int black = play_out(gen);
    for (int i = 0; i < gen->count; i++) {
        gen->samples[i].result = (int8_t)(gen->samples[i].result == BLACK ? black : -black);
        gen->samples[i].game = (uint16_t)number;
    }
    gen->quiet += (uint64_t)gen->count;
    size_t count = (size_t)gen->count;
    return fwrite(gen->samples, sizeof *gen->samples, count, out) == count && fflush(out) == 0;
}

static int run_games(Gen *gen, FILE *out, int64_t first, int64_t games)
{
    int64_t begun = clock_now(clock_real());
    bool terminal = isatty(STDERR_FILENO);
    for (int64_t n = 0; n < games; n++) {
        if (!write_game(gen, out, first + n)) return app_error("datagen", APP_FAILED, "a write failed");
        if (terminal && (n + 1) % PROGRESS_GAMES == 0) {
            double seconds = (double)(clock_now(clock_real()) - begun) / 1e9;
            (void)fprintf(stderr, "\rgame %lld of %lld, %.0f positions a second ", (long long)(n + 1), (long long)games,
                          (double)gen->quiet / seconds);
        }
    }
    double seconds = (double)(clock_now(clock_real()) - begun) / 1e9;
    (void)printf("%sgames %lld  positions %llu  noisy left out %llu  doubles left out %llu  %.0f positions a second\n",
                 terminal ? "\n" : "", (long long)games, (unsigned long long)gen->quiet, (unsigned long long)gen->noisy,
                 (unsigned long long)gen->doubles, (double)gen->quiet / seconds);
    return APP_OK;
}

static int open_and_run(Gen *gen, const char *path, const char *net, int64_t first, int64_t games)
{
    yomi_error error;
    FILE *out = fopen(path, "abe");
    if (!out) return app_error("datagen", APP_FAILED, "cannot write %s", path);
    long size = ftell(out);
    if (size % (long)sizeof(ShogiSample) != 0 && ftruncate(fileno(out), size - size % (long)sizeof(ShogiSample)) != 0) {
        (void)fclose(out);
        return app_error("datagen", APP_FAILED, "cannot cut the torn end off %s", path);
    }
    int code = APP_FAILED;
    if (yomi_open("shogi", &gen->engine, &error) != YOMI_OK ||
        yomi_set_option(gen->engine, "Hash", "8", &error) != YOMI_OK ||
        yomi_set_option(gen->engine, "EvalFile", net ? net : "", &error) != YOMI_OK ||
        yomi_ready(gen->engine, &error) != YOMI_OK) {
        (void)app_error("datagen", APP_FAILED, "%s", error.text);
    } else {
        code = run_games(gen, out, first, games);
    }
    yomi_close(gen->engine);
    (void)fclose(out);
    return code;
}

static int run(int argc, char **argv)
{
    const char *path = NULL, *net = NULL;
    int64_t games = 1000, first = 0;
    Gen *gen = calloc(1, sizeof *gen);
    if (!gen) return app_error("datagen", APP_FAILED, "no memory");
    gen->nodes = 4000;
    gen->seed = 1;
    gen->random_plies = 7;
    gen->seen = calloc((size_t)1 << SEEN_SLOTS_LOG, sizeof *gen->seen);
    gen->position = calloc(1, sizeof *gen->position);
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &path, true},
                         {"--games", ARG_NUMBER, 1, 1000000000, &games, false},
                         {"--first", ARG_NUMBER, 0, 1000000000, &first, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &gen->seed, false},
                         {"--nodes", ARG_NUMBER, 10, 10000000, &gen->nodes, false},
                         {"--random-plies", ARG_NUMBER, 0, 60, &gen->random_plies, false},
                         {"--net", ARG_TEXT, 0, 0, &net, false}};
    Error error;
    int code = APP_FAILED;
    if (!gen->seen || !gen->position) {
        (void)app_error("datagen", APP_FAILED, "no memory");
    } else if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK) {
        code = app_error("datagen", APP_USAGE, "%s", error.text);
    } else {
        code = open_and_run(gen, path, net, first, games);
    }
    free(gen->seen);
    free(gen->position);
    free(gen);
    return code;
}

const TrainGame datagen_shogi = {"shogi", run};
