/* yomi datagen othello OUT: labelled positions from self-play, tournament games or other data.
 *
 * The work is divided into pieces with a number each: a game, or LABEL_PIECE positions of the data. A piece does not
 * depend on those before it, so a run that was cut off goes on with the first piece that its file has not got, and the
 * file becomes the same as without the interruption. */
#include "othello/train/datagen.h"
#include "base/bytes.h"
#include "base/file.h"
#include "othello/tools/tool.h"
#include "othello/tools/tools.h"
#include "tool/args.h"
#include "tool/command.h"
#include "tool/marks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LABEL_PIECE = 256, PIECE_MAX = (LABEL_PIECE + 1) * SAMPLE_BYTES };

typedef struct Job {
    const char *wthor, *label, *label_wthor; /* all NULL: self-play */
    const char *weights;
    int64_t one_in, empties_min, empties_max, seed, first, games;
    DatagenConfig config;
    Tool tool;
    Rng rng;       /* of --label and --label-wthor */
    ArgTexts join; /* parts of the run, instead of playing */
    MarkedFile *out;
    Buf piece; /* samples of the piece in hand */
} Job;

/* ---- marks ---- */

static size_t record_length(Str rest)
{
    return rest.len >= SAMPLE_BYTES ? SAMPLE_BYTES : 0;
}

static bool read_mark(Str record, Mark *out)
{
    const uint8_t *at = (const uint8_t *)record.ptr;
    *out = (Mark){.run = bytes_get(at, 8),
                  .game = (uint32_t)bytes_get(at + 8, 4),
                  .sum = (uint32_t)bytes_get(at + 12, 4),
                  .length = (uint32_t)bytes_get(at + 16, 2) * SAMPLE_BYTES};
    return othello_sample_is_mark(at);
}

static void write_mark(const Mark *mark, Buf *out)
{
    uint8_t bytes[SAMPLE_BYTES];
    bytes_put(bytes, mark->run, 8);
    bytes_put(bytes + 8, mark->game, 4);
    bytes_put(bytes + 12, mark->sum, 4);
    bytes_put(bytes + 16, mark->length / SAMPLE_BYTES, 2);
    bytes_put(bytes + 18, SAMPLE_MARK, 2);
    (void)buf_append(out, bytes, sizeof bytes);
}

const MarkForm marks_othello = {PIECE_MAX, record_length, read_mark, write_mark};

/* ---- pieces ---- */

static void note(Job *job, const OthelloSample *sample)
{
    uint8_t bytes[SAMPLE_BYTES];
    othello_sample_write(sample, bytes);
    (void)buf_append(&job->piece, bytes, sizeof bytes);
}

static Status end_piece(Job *job, uint32_t number, Error *error)
{
    Status status = job->piece.failed ? error_set(error, STATUS_NO_MEMORY, "no memory for the positions of a game")
                                      : marks_add(job->out, number, buf_view(&job->piece), error);
    buf_clear(&job->piece);
    return status;
}

static Status play_games(Job *job, Error *error)
{
    OthelloSample samples[DATAGEN_SAMPLES_MAX];
    Status status = STATUS_OK;
    for (int64_t game = job->first; game < job->first + job->games && status == STATUS_OK; game++) {
        if (marks_have(job->out, (uint32_t)game)) continue;
        othello_solo_forget(&job->tool.solo);
        int count = othello_datagen_game(&job->tool.solo, &job->config, (uint64_t)job->seed, (uint64_t)game, samples);
        for (int i = 0; i < count; i++) note(job, &samples[i]);
        status = end_piece(job, (uint32_t)game, error);
    }
    return status;
}

/* From the last position back, so that what was solved before helps. Positions up to `solve_empties` are solved; those
 * from where the base's score is perfect have that; between the two a score is known when both agree on it. */
static Status label_by_base(void *context, const Walk *walk, Error *error)
{
    Job *job = context;
    int black = walk->black; /* of the position after the one in hand, by best play */
    if (marks_have(job->out, walk->number)) return STATUS_OK;
    tt_new_search(&job->tool.solo.tt);
    for (int i = walk->count - 1; i >= 0; i--) {
        const OthelloPosition *position = &walk->positions[i];
        int empties = board_empty_count(position->board), sign = position->side == 0 ? 1 : -1;
        bool solved = empties <= job->config.solve_empties;
        Pv pv;
        if (solved)
            black = sign * othello_solo_solve(&job->tool.solo, position->board, -SQUARES, SQUARES, &pv);
        else if (empties >= walk->depth)
            black = walk->black;
        else if (black != walk->black)
            continue;
        bool exact = solved || empties <= walk->depth;
        note(job, &(OthelloSample){position->board, (int16_t)(sign * black), exact ? SAMPLE_EXACT : 0});
    }
    return end_piece(job, walk->number, error);
}

/* A few random moves away from the game, so that the weights also know what nobody plays on purpose. False when the
 * game ends there. */
static bool stray(Job *job, OthelloBoard *board)
{
    enum { STRAYS_MAX = 3 };
    uint64_t moves = othello_board_moves(*board);
    for (int i = 0; i < STRAYS_MAX && rng_below(&job->rng, 100) < (uint64_t)job->config.stray_pct; i++) {
        int square = othello_random_move(&job->rng, moves);
        *board = board_after(*board, square, othello_board_flips(*board, square));
        moves = othello_board_moves(*board);
        if (moves) continue;
        *board = board_pass(*board);
        moves = othello_board_moves(*board);
        if (!moves) return false;
    }
    return true;
}

/* One in `one_in` of the positions with the empties asked for; solved where that is quick. `done`: the file has the
 * label, and only the random numbers are drawn that it took. */
static void label_by_search(Job *job, OthelloBoard board, bool done)
{
    int empties = board_empty_count(board);
    if (empties < job->empties_min || empties > job->empties_max || !othello_board_moves(board)) return;
    if (rng_below(&job->rng, (uint64_t)job->one_in) != 0 || !stray(job, &board) || done) return;
    Pv pv;
    SoloSearch *solo = &job->tool.solo;
    bool solved = board_empty_count(board) <= job->config.solve_empties;
    tt_new_search(&solo->tt);
    int score = solved ? othello_solo_solve(solo, board, -SQUARES, SQUARES, &pv) * DISC
                       : othello_solo_search(solo, board, job->config.depth, SELECT_MOST, &pv);
    note(job, &(OthelloSample){board, (int16_t)lround((double)score / DISC), solved ? SAMPLE_EXACT : SAMPLE_SEARCHED});
}

static Status label_piece(Job *job, uint32_t number, const OthelloBoard *boards, int count, Error *error)
{
    bool done = marks_have(job->out, number);
    if (!done) othello_solo_forget(&job->tool.solo);
    for (int i = 0; i < count; i++) label_by_search(job, boards[i], done);
    return done ? STATUS_OK : end_piece(job, number, error);
}

static Status label_samples(Job *job, FILE *in, Error *error)
{
    OthelloBoard boards[LABEL_PIECE];
    int count = 0;
    uint32_t piece = 0;
    uint8_t bytes[SAMPLE_BYTES];
    Status status = STATUS_OK;
    while (status == STATUS_OK && fread(bytes, 1, sizeof bytes, in) == sizeof bytes) {
        OthelloSample sample;
        if (othello_sample_is_mark(bytes) || !othello_sample_read(bytes, &sample)) continue;
        boards[count++] = sample.board;
        if (count < LABEL_PIECE) continue;
        status = label_piece(job, piece++, boards, count, error);
        count = 0;
    }
    if (status == STATUS_OK && ferror(in)) status = error_set(error, STATUS_IO, "cannot read %.200s", job->label);
    return status == STATUS_OK && count > 0 ? label_piece(job, piece, boards, count, error) : status;
}

static Status label_walk(void *context, const Walk *walk, Error *error)
{
    OthelloBoard boards[WTHOR_MOVES];
    for (int i = 0; i < walk->count; i++) boards[i] = walk->positions[i].board;
    return label_piece(context, walk->number, boards, walk->count, error);
}

/* ---- the run ---- */

/* A number made of all that decides what a piece holds. */
static uint64_t name_run(const Job *job, uint64_t source)
{
    const DatagenConfig *c = &job->config;
    char text[256]; /* 13 numbers */
    int kind = job->wthor ? 1 : job->label ? 2 : job->label_wthor ? 3 : 0;
    int len = snprintf(text, sizeof text, "%d %llx %llx %lld %lld %lld %lld %d %d %d %d %d %d", kind,
                       (unsigned long long)source, (unsigned long long)job->tool.weights_sum, (long long)job->seed,
                       (long long)job->one_in, (long long)job->empties_min, (long long)job->empties_max, c->depth,
                       c->solve_empties, c->random_min, c->random_max, c->stray_pct, c->mix_pct);
    return bytes_checksum((const uint8_t *)text, (size_t)len);
}

static Status from_games(Job *job, const char *out, const char *path, WalkVisit visit, Error *error)
{
    Buf file;
    Status status = walk_load(path, &file, error);
    uint64_t source = bytes_checksum((const uint8_t *)buf_text(&file), file.len);
    if (status == STATUS_OK) status = marks_open(&job->out, out, &marks_othello, name_run(job, source), error);
    if (status == STATUS_OK) status = walk_games(&file, visit, job, error);
    buf_free(&file);
    return status;
}

/* Data that have grown are other data: their last piece was a part of one. */
static Status from_samples(Job *job, const char *out, Error *error)
{
    int64_t size = 0;
    FILE *in = file_open(job->label, &size);
    if (!in) return error_set(error, STATUS_NOT_FOUND, "cannot read %.200s", job->label);
    uint64_t source = bytes_checksum((const uint8_t *)job->label, strlen(job->label)) ^ (uint64_t)size;
    Status status = marks_open(&job->out, out, &marks_othello, name_run(job, source), error);
    if (status == STATUS_OK) status = label_samples(job, in, error);
    (void)fclose(in);
    return status;
}

static Status from_self_play(Job *job, const char *out, Error *error)
{
    Status status = marks_open(&job->out, out, &marks_othello, name_run(job, 0), error);
    if (job->join.count == 0) return status == STATUS_OK ? play_games(job, error) : status;
    for (int i = 0; i < job->join.count && status == STATUS_OK; i++) {
        status = marks_join(job->out, job->join.items[i], error);
    }
    return status;
}

static Status make_data(Job *job, const char *out, Error *error)
{
    job->piece = buf_new(PIECE_MAX);
    job->rng = rng_new((uint64_t)job->seed);
    Status status = tool_open(&job->tool, job->weights, error);
    if (status == STATUS_OK) {
        status = job->wthor         ? from_games(job, out, job->wthor, label_by_base, error)
                 : job->label       ? from_samples(job, out, error)
                 : job->label_wthor ? from_games(job, out, job->label_wthor, label_walk, error)
                                    : from_self_play(job, out, error);
    }
    Error unsynced;
    if (marks_close(job->out, &unsynced) != STATUS_OK && status == STATUS_OK) {
        *error = unsynced;
        status = unsynced.status;
    }
    tool_close(&job->tool);
    buf_free(&job->piece);
    return status;
}

static int run(int argc, char **argv)
{
    const char *path = NULL;
    Job job = {.one_in = 1, .empties_max = SQUARES, .seed = 1, .games = 1000};
    int64_t depth = 4, solve = 14, random_min = 6, random_max = 18, stray_pct = 1, mix_pct = 0;
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &path, true},
                         {"--games", ARG_NUMBER, 1, 1000000000, &job.games, false},
                         {"--first", ARG_NUMBER, 0, 1000000000, &job.first, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &job.seed, false},
                         {"--depth", ARG_NUMBER, 0, 60, &depth, false},
                         {"--solve", ARG_NUMBER, 4, 24, &solve, false},
                         {"--random-min", ARG_NUMBER, 0, 50, &random_min, false},
                         {"--random-max", ARG_NUMBER, 0, 50, &random_max, false},
                         {"--stray", ARG_NUMBER, 0, 100, &stray_pct, false},
                         {"--mix", ARG_NUMBER, 0, 100, &mix_pct, false},
                         {"--weights", ARG_TEXT, 0, 0, &job.weights, false},
                         {"--wthor", ARG_TEXT, 0, 0, &job.wthor, false},
                         {"--label", ARG_TEXT, 0, 0, &job.label, false},
                         {"--label-wthor", ARG_TEXT, 0, 0, &job.label_wthor, false},
                         {"--join", ARG_MANY, 0, 0, &job.join, false},
                         {"--one-in", ARG_NUMBER, 1, 1000000, &job.one_in, false},
                         {"--empties-min", ARG_NUMBER, 0, 60, &job.empties_min, false},
                         {"--empties-max", ARG_NUMBER, 0, 60, &job.empties_max, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("datagen", APP_USAGE, "%s", error.text);
    if (random_max < random_min) return app_error("datagen", APP_USAGE, "--random-max is below --random-min");
    job.config = (DatagenConfig){.depth = (int)depth,
                                 .solve_empties = (int)solve,
                                 .random_min = (int)random_min,
                                 .random_max = (int)random_max,
                                 .stray_pct = (int)stray_pct,
                                 .mix_pct = depth > 0 ? (int)mix_pct : 0};
    Status status = make_data(&job, path, &error);
    return status == STATUS_OK ? APP_OK : app_error("datagen", APP_FAILED, "%s", error.text);
}

static const char *const farm[] = {"--seed N",       "--depth N",      "--solve N",
                                   "--random-min N", "--random-max N", "--stray N",
                                   "--mix N",        "--weights FILE", NULL};

const GameCommand othello_datagen = {
    "othello OUT [--games N] [--first N] [--seed N] [--depth D] [--solve EMPTIES] [--random-min N]\n"
    "        [--random-max N] [--stray PCT] [--mix PCT] [--weights FILE|none] [--join FILE]...\n"
    "    Plays games and appends their positions to OUT. Depth 0 plays by mobility, with `--weights none` before there "
    "are any.\n"
    "    The label of an unsolved position is the result of best play from --solve (14) empties, or --mix percent of "
    "the\n"
    "    score of the search that chose its move and the rest of that result.\n"
    "    The same seed and game numbers give the same positions, so a run can be split; --join puts its parts\n"
    "    together instead of playing. What is in OUT already is not "
    "made\n"
    "    again: the same command goes on after a kill or a full disk. One process a file.\n"
    "othello OUT --wthor FILE.wtb [--solve EMPTIES] [--weights FILE|none]\n"
    "    Appends the positions of tournament games, labelled by the score of best play that the file gives.\n"
    "othello OUT --label DATA | --label-wthor FILE.wtb [--one-in N] [--stray PCT] [--empties-min N] [--empties-max N]\n"
    "        [--seed N] [--depth D] [--solve EMPTIES] [--weights FILE|none]\n"
    "    Appends positions of DATA or of tournament games, one in N by chance, labelled by a search of depth D or "
    "solved;\n"
    "    --stray: with this chance each, up to three random moves away from the game.\n",
    run, farm};
