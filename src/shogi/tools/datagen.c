/* yomi datagen shogi OUT: chained games of self-play, or labels of a search for games that there are.
 *
 * A run that was cut off goes on with the first game that its file has not got, and the file becomes the same as
 * without the interruption. */
#include "base/bytes.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/terminal.h"
#include "shogi/shared.h"
#include "shogi/tools/label.h"
#include "shogi/tools/selfplay.h"
#include "shogi/tools/statistics.h"
#include "shogi/tools/tools.h"
#include "tool/args.h"
#include "tool/command.h"
#include "tool/marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 1 << 30, PROGRESS_GAMES = 50, FILE_MAX = 1 << 28 };

typedef struct Gen {
    Selfplay play;
    const char *path, *net, *starts, *label;
    int64_t first, games, one_in;
    ArgTexts join;   /* parts, instead of playing */
    bool statistics; /* of what is there, instead of playing */
    MarkedFile *out;
    double seconds;
} Gen;

/* ---- marks ---- */

static bool read_mark(Str record, Mark *out)
{
    const uint8_t *at = (const uint8_t *)record.ptr;
    if (!chain_is_mark(record)) return false;
    *out = (Mark){.run = bytes_get(at + 4, 8),
                  .game = (uint32_t)bytes_get(at + 12, 4),
                  .length = (uint32_t)bytes_get(at + 16, 4),
                  .sum = (uint32_t)bytes_get(at + 20, 4)};
    return true;
}

static void write_mark(const Mark *mark, Buf *out)
{
    uint8_t bytes[CHAIN_MARK_BYTES] = "YSM1";
    bytes_put(bytes + 4, mark->run, 8);
    bytes_put(bytes + 12, mark->game, 4);
    bytes_put(bytes + 16, mark->length, 4);
    bytes_put(bytes + 20, mark->sum, 4);
    (void)buf_append(out, bytes, sizeof bytes);
}

const MarkForm marks_shogi = {CHAIN_RECORD_MAX + CHAIN_MARK_BYTES, chain_record, read_mark, write_mark};

/* ---- games ---- */

static void print_counts(const Gen *gen)
{
    const SelfplayCounts *c = &gen->play.counts;
    (void)printf("games %llu  black won %llu  drawn %llu  white won %llu  at odds %llu\n", (unsigned long long)c->games,
                 (unsigned long long)c->results[0], (unsigned long long)c->results[1],
                 (unsigned long long)c->results[2], (unsigned long long)c->odds);
    (void)printf("positions %llu  with a forced win %llu  with an entered king %llu;  noisy, not to be learned %llu\n",
                 (unsigned long long)c->quiet, (unsigned long long)c->wins, (unsigned long long)c->entered,
                 (unsigned long long)c->noisy);
    (void)printf("%.0f positions a second\n", gen->seconds > 0 ? (double)c->quiet / gen->seconds : 0.0);
}

static Status play_games(Gen *gen, Error *error)
{
    int64_t begun = clock_now(clock_real());
    bool terminal = terminal_is(STREAM_ERROR);
    Status status = STATUS_OK;
    for (int64_t n = 0; n < gen->games && status == STATUS_OK; n++) {
        uint32_t number = (uint32_t)(gen->first + n);
        Str record;
        if (marks_have(gen->out, number)) continue;
        status = selfplay_game(&gen->play, number, &record, error);
        if (status == STATUS_OK) status = marks_add(gen->out, number, record, error);
        gen->seconds = (double)(clock_now(clock_real()) - begun) / 1e9;
        if (terminal && (n + 1) % PROGRESS_GAMES == 0) {
            (void)fprintf(stderr, "\rgame %lld of %lld, %.0f positions a second ", (long long)(n + 1),
                          (long long)gen->games, (double)gen->play.counts.quiet / gen->seconds);
        }
    }
    if (terminal) (void)fputc('\n', stderr);
    if (status == STATUS_OK) print_counts(gen);
    return status;
}

static Status join_parts(Gen *gen, Error *error)
{
    Status status = STATUS_OK;
    for (int i = 0; i < gen->join.count && status == STATUS_OK; i++) {
        status = marks_join(gen->out, gen->join.items[i], error);
    }
    return status;
}

/* ---- the run ---- */

/* Adds the content of a file that decides the games; a name of no file, or none, counts as it is. */
static Status add_file(uint64_t *name, const char *path, Error *error)
{
    if (!path) return STATUS_OK;
    *name = splitmix64(*name ^ bytes_checksum((const uint8_t *)path, strlen(path)));
    if (file_kind(path) != FILE_REGULAR) return STATUS_OK;
    *name = splitmix64(*name);
    Buf content = buf_new(FILE_MAX);
    Status status = file_read(path, &content, error);
    uint64_t sum = bytes_checksum((const uint8_t *)buf_text(&content), content.len);
    buf_free(&content);
    *name = splitmix64(sum);
    return status;
}

/* A number made of all that decides the games. */
static Status name_run(const Gen *gen, uint64_t *name, Error *error)
{
    const int64_t numbers[] = {gen->play.seed, gen->play.nodes, gen->play.random_plies, gen->label ? gen->one_in : 0};
    uint64_t whole = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) whole = splitmix64(whole ^ (uint64_t)numbers[i]);
    const char *const files[] = {gen->net, gen->starts, gen->label};
    for (int i = 0; i < 3; i++) {
        uint64_t one = 0;
        Status status = add_file(&one, files[i], error);
        if (status != STATUS_OK) return status;
        whole = splitmix64(whole ^ one);
    }
    *name = whole;
    return STATUS_OK;
}

/* Files of before, and what is something else, are not written over. */
static Status look_at_out(const Gen *gen, Error *error)
{
    int64_t size;
    char begin[4];
    if (file_kind(gen->path) != FILE_REGULAR) return STATUS_OK;
    FILE *in = file_open(gen->path, &size);
    size_t got = in ? fread(begin, 1, sizeof begin, in) : 0;
    if (in) (void)fclose(in);
    bool ours = memcmp(begin, "YSM1", got) == 0 || memcmp(begin, "YSG1", got) == 0;
    return ours ? STATUS_OK
                : error_set(error, STATUS_BAD_INPUT, "%s holds something else than chained games: take another name",
                            gen->path);
}

static Status make_data(Gen *gen, Error *error)
{
    uint64_t name;
    Status status = look_at_out(gen, error);
    if (status == STATUS_OK) status = selfplay_open(&gen->play, gen->net, error);
    if (status == STATUS_OK && gen->starts)
        status = starts_read(&gen->play.starts, gen->starts, gen->play.engine, error);
    if (status == STATUS_OK) status = name_run(gen, &name, error);
    if (status == STATUS_OK) status = marks_open(&gen->out, gen->path, &marks_shogi, name, error);
    if (status != STATUS_OK) return status;
    Labelling labelling = {&gen->play, gen->label, gen->out, gen->one_in};
    return gen->join.count > 0 ? join_parts(gen, error)
           : gen->label        ? label_games(&labelling, error)
                               : play_games(gen, error);
}

static int run_with(Gen *gen)
{
    Error error, unsynced;
    Status status = gen->statistics ? statistics_print(gen->path, &error) : make_data(gen, &error);
    if (marks_close(gen->out, &unsynced) != STATUS_OK && status == STATUS_OK) {
        error = unsynced;
        status = unsynced.status;
    }
    selfplay_close(&gen->play);
    return status == STATUS_OK ? APP_OK : app_error("datagen", APP_FAILED, "%s", error.text);
}

static int run(int argc, char **argv)
{
    Gen *gen = calloc(1, sizeof *gen);
    if (!gen) return app_error("datagen", APP_FAILED, "no memory");
    *gen = (Gen){.games = 1000, .one_in = 1, .play = {.nodes = 700, .seed = 1, .random_plies = 7}};
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &gen->path, true},
                         {"--games", ARG_NUMBER, 1, GAMES_MAX, &gen->games, false},
                         {"--first", ARG_NUMBER, 0, GAMES_MAX, &gen->first, false},
                         {"--join", ARG_MANY, 0, 0, &gen->join, false},
                         {"--label", ARG_TEXT, 0, 0, &gen->label, false},
                         {"--one-in", ARG_NUMBER, 1, 1000000, &gen->one_in, false},
                         {"--statistics", ARG_FLAG, 0, 0, &gen->statistics, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &gen->play.seed, false},
                         {"--nodes", ARG_NUMBER, 10, 10000000, &gen->play.nodes, false},
                         {"--random-plies", ARG_NUMBER, 0, 60, &gen->play.random_plies, false},
                         {"--starts", ARG_TEXT, 0, 0, &gen->starts, false},
                         {"--net", ARG_TEXT, 0, 0, &gen->net, false}};
    Error error;
    int code = args_parse(table, sizeof table / sizeof *table, argc, argv, &error) == STATUS_OK
                   ? run_with(gen)
                   : app_error("datagen", APP_USAGE, "%s", error.text);
    free(gen);
    return code;
}

static const char *const farm[] = {"--seed N", "--nodes N", "--random-plies N", "--starts FILE", "--net FILE", NULL};

const GameCommand shogi_datagen = {
    "shogi OUT [--games N] [--first N] [--seed N] [--nodes N] [--random-plies N] [--starts FILE] [--net FILE]\n"
    "        [--join FILE]...\n"
    "    Plays games from random openings, some at odds or with a king in the enemy's camp, and appends them to OUT: "
    "moves,\n"
    "    scores, result, five to six bytes for each quiet position. What is in OUT already is not made again. --join "
    "puts\n"
    "    parts of the run (--first) together instead of playing. --starts: three games in four begin in a position of "
    "these\n"
    "    games (a line is `startpos moves ...` or `sfen SFEN moves ...`). --net is an EvalFile; hand: no network.\n"
    "shogi OUT --label FILE [--one-in N] [--nodes N] [--net FILE] [--seed N]\n"
    "    Appends the games of FILE, data or lines as in --starts, with new scores for their quiet positions, or for "
    "one "
    "in N.\n"
    "shogi FILE --statistics\n"
    "    What is in the data: games, results, phases, kings, scores, doubles, bytes a position.\n",
    run, farm};
