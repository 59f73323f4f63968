#include "shogi/tools/label.h"

#include "base/rng.h"
#include "base/terminal.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/train/data.h"
#include "tool/progress.h"

#include <stdio.h>
#include <stdlib.h>

enum { TEXT_MAX = 1 << 10, DECIDED_SCORE = 600 };

/* The game in hand. */
typedef struct Labels {
    const Labelling *job;
    Rng rng;
    int last_score, last_side; /* of the last position that was searched; score 0 when none was */
} Labels;

static Status search(Selfplay *play, const ShogiPosition *pos, Error *error)
{
    Buf text = buf_new(TEXT_MAX);
    notation_format(pos, &text);
    yomi_error inner = {YOMI_NO_MEMORY, "no memory"};
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.nodes = (uint64_t)play->nodes;
    bool good = !text.failed && yomi_set_position(play->engine, buf_text(&text), NULL, 0, &inner) == YOMI_OK &&
                answer_search(play->engine, &limits, &play->found, &inner) == YOMI_OK;
    buf_free(&text);
    return good ? STATUS_OK : error_set(error, STATUS_BAD_INPUT, "a position cannot be searched: %s", inner.text);
}

/* Adds a ply of the game; `candidate`: it may be labelled. */
static Status add_ply(Labels *labels, const ShogiPosition *pos, ChainPly ply, bool candidate, Error *error)
{
    Selfplay *play = labels->job->play;
    ply.quiet = candidate && rng_below(&labels->rng, (uint64_t)labels->job->one_in) == 0;
    if (ply.quiet) {
        Status status = search(play, pos, error);
        if (status != STATUS_OK) return status;
        ply.score = (int16_t)selfplay_score(&play->found);
        ply.quiet = selfplay_is_quiet(pos, notation_parse_move(str_from(play->found.best)));
        play->counts.quiet += ply.quiet;
        labels->last_score = ply.score;
        labels->last_side = pos->side;
    }
    if (chain_add(&play->chain, pos, &ply)) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "a move is not legal, or the game is longer than %d moves",
                     CHAIN_PLIES_MAX);
}

static int result_by_score(const Labels *labels)
{
    if (abs(labels->last_score) < DECIDED_SCORE) return 0;
    return (labels->last_score > 0) == (labels->last_side == BLACK) ? 1 : -1;
}

static Labels begin_game(const Labelling *job, uint32_t number)
{
    (void)yomi_new_game(job->play->engine, NULL);
    return (Labels){job, rng_new(splitmix64((uint64_t)job->play->seed) ^ number), 0, BLACK};
}

static Status end_game(const Labelling *job, uint32_t number, int black, Error *error)
{
    job->play->counts.games++;
    return marks_add(job->out, number, chain_end(&job->play->chain, black), error);
}

/* ---- games of data ---- */

static Status label_record(const Labelling *job, Str record, uint32_t number, Error *error)
{
    Labels labels = begin_game(job, number);
    ChainReader reader;
    ChainPly ply;
    Status status = chain_open(&reader, record, job->play->position, error);
    if (status == STATUS_OK && !chain_begin(&job->play->chain, reader.pos))
        status = error_set(error, STATUS_BAD_INPUT, "its start has no text");
    while (status == STATUS_OK && (status = chain_next(&reader, &ply, error)) == STATUS_OK) {
        status = add_ply(&labels, reader.pos, ply, ply.quiet, error);
    }
    return status == STATUS_NOT_FOUND ? end_game(job, number, reader.black, error) : status;
}

static Status label_data(const Labelling *job, Error *error)
{
    DataFile *file;
    DataGame game;
    Error inner;
    uint32_t number = 0;
    bool terminal = terminal_is(STREAM_ERROR);
    Status status = data_open(&file, job->path, error);
    for (; status == STATUS_OK && (status = data_next(file, &game, error)) == STATUS_OK; number++) {
        if (marks_have(job->out, number)) continue;
        status = label_record(job, game.bytes, number, &inner);
        if (status != STATUS_OK) (void)error_set(error, status, "%s, game %u: %s", job->path, number + 1, inner.text);
        if (terminal) (void)fprintf(stderr, "\rgame %u ", number + 1);
    }
    if (terminal) (void)fputc('\n', stderr);
    data_close(file);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* ---- lines of moves ---- */

static Status label_moves(Labels *labels, Str moves, ShogiPosition *pos, Error *error)
{
    Status status = STATUS_OK;
    for (Str word; status == STATUS_OK && (word = str_word(&moves)).len > 0;) {
        ChainPly ply = {.move = notation_parse_move(word)};
        if (!movegen_is_legal(pos, ply.move)) return error_set(error, STATUS_BAD_INPUT, "a move is not legal");
        status = add_ply(labels, pos, ply, !pos_in_check(pos), error);
        pos_play(pos, ply.move);
    }
    return status;
}

static Status label_line(const Labelling *job, Str line, uint32_t number, Error *error)
{
    char text[START_TEXT_MAX];
    ShogiPosition *pos = job->play->position;
    Labels labels = begin_game(job, number);
    pos_clear(pos);
    if (!starts_cut(&line, text) ||
        notation_parse(str_from(text[0] ? text : notation_start), pos, error) != STATUS_OK ||
        !chain_begin(&job->play->chain, pos)) {
        return error_set(error, STATUS_BAD_INPUT, "its start cannot be read");
    }
    Status status = label_moves(&labels, line, pos, error);
    return status == STATUS_OK ? end_game(job, number, result_by_score(&labels), error) : status;
}

static Status label_lines(const Labelling *job, Error *error)
{
    Starts *starts = &job->play->starts;
    Status status = starts_read(starts, job->path, job->play->engine, error);
    bool terminal = terminal_is(STREAM_ERROR);
    Progress progress = progress_begin("games", 0);
    for (size_t i = 0; i < starts->count && status == STATUS_OK; i++) {
        Error inner;
        if (!marks_have(job->out, (uint32_t)i)) {
            status = label_line(job, starts->lines[i], (uint32_t)i, &inner);
            if (status != STATUS_OK) (void)error_set(error, status, "%s, game %zu: %s", job->path, i + 1, inner.text);
        }
        if (terminal) progress_show(&progress, i + 1, starts->count);
    }
    if (terminal) progress_end(&progress, starts->count, starts->count);
    return status;
}

Status label_games(Labelling *labelling, Error *error)
{
    DataFile *file;
    Status status = data_open(&file, labelling->path, error);
    if (status != STATUS_OK) return status;
    bool chained = data_is_chained(file);
    data_close(file);
    status = chained ? label_data(labelling, error) : label_lines(labelling, error);
    if (status == STATUS_OK)
        (void)printf("games %llu  positions labelled %llu\n", (unsigned long long)labelling->play->counts.games,
                     (unsigned long long)labelling->play->counts.quiet);
    return status;
}
