/* yomi datagen gomoku OUT: self-play from random openings; a line a position: its text, a tab, the search's score for
 * the side to move, a tab, the result for that side (1, 0.5, 0, or - when the position was not played on). Game number
 * n of a seed is always the same game. A line with # in front ends a game; by it a run that was cut off goes on.
 *
 * A search evaluates positions after moves that nobody would play, so beside each position of a game stands one with
 * one or two random stones more. */
#include "base/bytes.h"
#include "base/rng.h"
#include "gomoku/board.h"
#include "gomoku/tools/data.h"
#include "gomoku/tools/tools.h"
#include "tool/answer.h"
#include "tool/args.h"
#include "tool/command.h"
#include "tool/marks.h"
#include "yomi.h"

#include <stdio.h>
#include <string.h>

enum { GAME_TEXT_MAX = 1 << 19, NEAR = 2 };

typedef struct Gen {
    yomi_engine *engine;
    const char *rule;
    int64_t games, first, seed, nodes, random_plies;
    SearchAnswer found;
    bool failed;   /* no memory on the way: the game in hand is not what it should be */
    Rng rng;       /* of the game being played */
    Buf lines;     /* of one game, the result not yet known: "b\tTEXT\tSCORE\n", or "-..." when it does not apply */
    Buf done;      /* with it */
    ArgTexts join; /* parts of the run, instead of playing */
    MarkedFile *out;
} Gen;

static bool search(Gen *gen)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.nodes = (uint64_t)gen->nodes;
    if (answer_search(gen->engine, &limits, &gen->found, NULL) != YOMI_OK) gen->failed = true;
    return !gen->failed && gen->found.best[0] != '\0';
}

/* A legal move. */
static bool play(Gen *gen, const char *move)
{
    if (yomi_play(gen->engine, move, NULL) != YOMI_OK) gen->failed = true;
    return !gen->failed;
}

/* Random stones around the centre: far ones teach nothing. */
static bool open_game(Gen *gen)
{
    Rng *rng = &gen->rng;
    if (yomi_set_position(gen->engine, NULL, NULL, 0, NULL) != YOMI_OK) gen->failed = true;
    (void)yomi_new_game(gen->engine, NULL);
    yomi_board board = YOMI_BOARD_INIT;
    if (yomi_get_board(gen->engine, &board) != YOMI_OK) return false;
    uint64_t span = 2 * NEAR + 1 + rng_below(rng, 3);
    for (int64_t ply = 0, tries = 0; ply < gen->random_plies && tries < 1000; tries++) {
        char move[YOMI_MOVE_TEXT_MAX];
        int from = (int)(board.width - (int64_t)span) / 2;
        int x = from + (int)rng_below(rng, span), y = from + 1 + (int)rng_below(rng, span);
        (void)snprintf(move, sizeof move, "%c%d", 'a' + x, y);
        if (!yomi_is_legal(gen->engine, move)) continue;
        if (!play(gen, move)) return false;
        ply++;
    }
    return yomi_get_outcome(gen->engine, NULL) == YOMI_ONGOING;
}

/* A move that is forced is answered without a look ahead. */
static bool is_judged(const Gen *gen)
{
    return gen->found.win_in != 0 || strcmp(gen->found.stage, "search") == 0;
}

static void note(Gen *gen, char mark)
{
    const char *text = yomi_position_text(gen->engine);
    (void)buf_printf(&gen->lines, "%c\t%s\t%d\n", mark, text, gen->found.score);
    if (!text[0]) gen->lines.failed = true; /* no memory for it */
}

/* Plays a random stone one to three steps from one that was played before. */
static bool stray(Gen *gen)
{
    enum { TRIES = 20, STEPS = 3 };
    for (int i = 0; i < TRIES; i++) {
        const char *from = yomi_move_at(gen->engine, (size_t)rng_below(&gen->rng, yomi_ply(gen->engine)));
        int dx = (int)rng_below(&gen->rng, 3) - 1, dy = (int)rng_below(&gen->rng, 3) - 1;
        int far = 1 + (int)rng_below(&gen->rng, STEPS), x = 0;
        int64_t row = 0;
        if (!from || !from[0] || !str_to_int(str_from(from + 1), 1, GOM_SIZE_MAX, &row)) return false;
        char move[YOMI_MOVE_TEXT_MAX];
        x = from[0] + dx * far;
        if (x < 'a') continue;
        (void)snprintf(move, sizeof move, "%c%d", x, (int)row + dy * far);
        if (yomi_is_legal(gen->engine, move)) return play(gen, move);
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
        if (gen->found.win_in != 0) return gen->found.win_in > 0 ? mover : -mover;
        if (!play(gen, gen->found.best)) return 0;
    }
}

/* The game's lines with its result. */
static void finish_lines(Gen *gen, int black)
{
    buf_clear(&gen->done);
    for (Str rest = buf_view(&gen->lines); rest.len > 0;) {
        Str line = str_until(&rest, '\n'), side = str_until(&line, '\t');
        int result = str_eq(side, "b") ? black : -black;
        const char *text = str_eq(side, "-") ? "-" : result > 0 ? "1" : result < 0 ? "0" : "0.5";
        (void)buf_printf(&gen->done, "%.*s\t%s\n", STR_ARG(line), text);
    }
    if (gen->lines.failed) gen->done.failed = true;
}

static Status play_games(Gen *gen, Error *error)
{
    int64_t played = 0, won = 0, lost = 0;
    for (int64_t game = gen->first; game < gen->first + gen->games; game++) {
        if (marks_have(gen->out, (uint32_t)game)) continue;
        gen->rng = rng_new(splitmix64((uint64_t)gen->seed) ^ (uint64_t)game);
        buf_clear(&gen->lines);
        int black = open_game(gen) ? play_out(gen) : 0;
        played++;
        won += black > 0;
        lost += black < 0;
        finish_lines(gen, black);
        if (gen->failed) return error_set(error, STATUS_NO_MEMORY, "game %lld: no memory", (long long)game);
        if (gen->done.failed)
            return error_set(error, STATUS_TOO_LARGE, "game %lld is too long, or there is no memory", (long long)game);
        Status status = marks_add(gen->out, (uint32_t)game, buf_view(&gen->done), error);
        if (status != STATUS_OK) return status;
    }
    (void)printf("games %lld  black won %lld  white won %lld\n", (long long)played, (long long)won, (long long)lost);
    return STATUS_OK;
}

/* ---- marks: "#<tab>RUN<tab>GAME<tab>LENGTH<tab>SUM" ---- */

static size_t record_length(Str rest)
{
    const char *end = rest.len > 0 ? memchr(rest.ptr, '\n', rest.len) : NULL;
    return end ? (size_t)(end - rest.ptr) + 1 : 0;
}

static bool read_mark(Str record, Mark *out)
{
    char text[64];
    unsigned long long run = 0;
    unsigned game = 0, length = 0, sum = 0;
    if (record.len == 0 || record.ptr[0] != '#' || !str_copy(str_trim(record), text, sizeof text)) return false;
    if (sscanf(text, "#\t%16llx\t%10u\t%10u\t%8x", &run, &game, &length, &sum) != 4) return false;
    *out = (Mark){run, game, length, sum};
    return true;
}

static void write_mark(const Mark *mark, Buf *out)
{
    (void)buf_printf(out, "#\t%016llx\t%u\t%u\t%08x\n", (unsigned long long)mark->run, mark->game, mark->length,
                     mark->sum);
}

const MarkForm marks_gomoku = {GAME_TEXT_MAX, record_length, read_mark, write_mark};

/* ---- the run ---- */

/* A number made of all that decides the games. */
static uint64_t name_run(const Gen *gen)
{
    char text[256];
    int len = snprintf(text, sizeof text, "%.100s %lld %lld %lld", gen->rule, (long long)gen->seed,
                       (long long)gen->nodes, (long long)gen->random_plies);
    return bytes_checksum((const uint8_t *)text, (size_t)len);
}

static Status make_data(Gen *gen, const char *path, Error *error)
{
    gen->lines = buf_new(GAME_TEXT_MAX);
    gen->done = buf_new(GAME_TEXT_MAX);
    Status status = marks_open(&gen->out, path, &marks_gomoku, name_run(gen), error);
    if (status == STATUS_OK && gen->join.count == 0) status = play_games(gen, error);
    for (int i = 0; i < gen->join.count && status == STATUS_OK; i++) {
        status = marks_join(gen->out, gen->join.items[i], error);
    }
    Error unsynced;
    if (marks_close(gen->out, &unsynced) != STATUS_OK && status == STATUS_OK) {
        *error = unsynced;
        status = unsynced.status;
    }
    buf_free(&gen->lines);
    buf_free(&gen->done);
    return status;
}

static int run(int argc, char **argv)
{
    const char *path = NULL;
    Gen gen = {.rule = "ninuki", .games = 1000, .seed = 1, .nodes = 3000, .random_plies = 5};
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &path, true},
                         {"--rule", ARG_TEXT, 0, 0, &gen.rule, false},
                         {"--games", ARG_NUMBER, 1, 1000000000, &gen.games, false},
                         {"--first", ARG_NUMBER, 0, 1000000000, &gen.first, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &gen.seed, false},
                         {"--nodes", ARG_NUMBER, 10, 10000000, &gen.nodes, false},
                         {"--random-plies", ARG_NUMBER, 0, 20, &gen.random_plies, false},
                         {"--join", ARG_MANY, 0, 0, &gen.join, false}};
    Error bad;
    yomi_error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &bad) != STATUS_OK)
        return app_error("datagen", APP_USAGE, "%s", bad.text);
    if (yomi_open("gomoku", &gen.engine, &error) != YOMI_OK) return app_error("datagen", APP_FAILED, "%s", error.text);
    int code = APP_OK;
    if (yomi_set_option(gen.engine, "Rule", gen.rule, &error) != YOMI_OK ||
        yomi_set_option(gen.engine, "Hash", "8", &error) != YOMI_OK || yomi_ready(gen.engine, &error) != YOMI_OK) {
        code = app_error("datagen", APP_USAGE, "%s", error.text);
    } else if (make_data(&gen, path, &bad) != STATUS_OK) {
        code = app_error("datagen", APP_FAILED, "%s", bad.text);
    }
    yomi_close(gen.engine);
    answer_free(&gen.found);
    return code;
}

static const char *const farm[] = {"--seed N", "--nodes N", "--random-plies N", "--rule TEXT", NULL};

const GameCommand gomoku_datagen = {
    "gomoku OUT [--rule RULE] [--games N] [--first N] [--seed N] [--nodes N] [--random-plies N] [--join FILE]...\n"
    "    Plays games from random openings and appends a line a position to OUT: its text, the score, the result. What "
    "is in\n"
    "    OUT already is not made again. --join puts parts of the run together instead of playing.\n",
    run, farm};
