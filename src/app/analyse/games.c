/* What is analysed: records, folders of them, and files with a game or a position a line. */
#include "app/analyse/analyse.h"

#include "app/common/opening.h"
#include "base/file.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All positions are kept until the end, with what was found: about 200 bytes each. */
enum { FILE_MAX = 1 << 28, GAMES_MAX = 1 << 20, FILES_MAX = 1 << 20, POSITIONS_MAX = 1 << 21 };

Status analyse_open_engine(const AnalyseConfig *config, yomi_engine **out, Error *error)
{
    char hash[16];
    (void)snprintf(hash, sizeof hash, "%d", (int)config->hash_mb);
    yomi_status status = yomi_open(config->game, out, error);
    if (status == YOMI_OK && config->rule) status = yomi_set_option(*out, "Rule", config->rule, error);
    if (status == YOMI_OK) status = yomi_set_option(*out, "Hash", hash, error);
    if (status == YOMI_OK) return STATUS_OK;
    yomi_close(*out);
    *out = NULL;
    return status;
}

/* What the game has as its rules when nobody says anything; NULL when it has no choice. */
static const char *usual_rule(const yomi_engine *engine)
{
    yomi_option option = YOMI_OPTION_INIT;
    for (size_t i = 0; yomi_option_at(engine, i, &option) == YOMI_OK; i++) {
        if (strcmp(option.name, "Rule") == 0) return option.initial;
    }
    return NULL;
}

yomi_status analyse_set_up(const AnalyseConfig *config, yomi_engine *engine, const AnalysedGame *game, size_t plies,
                           yomi_error *error)
{
    const char *usual = usual_rule(engine), *wanted = game->record.rules[0] ? game->record.rules : usual;
    if (usual && !config->rule) {
        yomi_status status = yomi_set_option(engine, "Rule", wanted, error);
        if (status != YOMI_OK) return status;
    }
    return yomi_set_position(engine, game->record.start, game->moves, plies, error);
}

/* ---- one game ---- */

static void note_position(Analysis *analysis, AnalysedPosition *position, yomi_engine *board)
{
    position->side = yomi_side_to_move(board);
    analysis->positions++;
    yomi_outcome outcome = yomi_get_outcome(board, NULL);
    if (outcome == YOMI_ONGOING) return;
    bool first = outcome == YOMI_FIRST_WINS; /* a finished game has nothing to search at its end */
    position->score = outcome == YOMI_DRAW ? 0 : first == (position->side == 0) ? ANALYSE_WIN : -ANALYSE_WIN;
    position->done = true;
    analysis->done++;
}

/* Makes a move of the record on the board and notes it in `out`; a pass that the record left out goes before it. */
static Status play_move(yomi_engine *board, const RecordMove *move, Record *out, Error *error)
{
    yomi_error inner;
    for (int tries = 0; yomi_play(board, move->text, &inner) != YOMI_OK; tries++) {
        if (tries > 0 || yomi_play(board, "pass", NULL) != YOMI_OK) {
            return error_set(error, STATUS_BAD_INPUT, "move %zu, '%s', is not a legal move", out->count + 1,
                             move->text);
        }
        if (!record_add_move(out, str_from("pass"), error)) return STATUS_NO_MEMORY;
    }
    RecordMove *added = record_add_move(out, str_from(yomi_move_at(board, yomi_ply(board) - 1)), error);
    if (!added) return STATUS_NO_MEMORY;
    added->ms = move->ms;
    added->has_score = move->has_score;
    added->score = move->score;
    added->comment = move->comment ? strdup(move->comment) : NULL;
    return STATUS_OK;
}

/* Replaces the moves of the record by those played: in the usual spelling, with all passes. */
static Status spell_moves(AnalysedGame *game, yomi_engine *board, Error *error)
{
    Record spelled = {0};
    Status status = STATUS_OK;
    for (size_t i = 0; i < game->record.count && status == STATUS_OK; i++) {
        status = play_move(board, &game->record.moves[i], &spelled, error);
    }
    Record old = {.moves = game->record.moves, .count = game->record.count, .total = game->record.total};
    game->record.moves = spelled.moves;
    game->record.count = spelled.count;
    game->record.total = spelled.total;
    record_free(&old);
    return status;
}

static Status prepare_game(const AnalyseConfig *config, Analysis *analysis, AnalysedGame *game, yomi_engine *board,
                           Error *error)
{
    if (analyse_set_up(config, board, game, 0, error) != YOMI_OK) {
        return STATUS_BAD_INPUT;
    }
    Status status = spell_moves(game, board, error);
    if (status != STATUS_OK) return status;
    game->count = game->record.count + 1;
    game->positions = calloc(game->count, sizeof *game->positions);
    game->moves = calloc(game->count, sizeof *game->moves);
    if (!game->positions || !game->moves || analyse_set_up(config, board, game, 0, NULL) != YOMI_OK) {
        return error_set(error, STATUS_NO_MEMORY, "no memory for the positions");
    }
    for (size_t ply = 0; ply < game->count; ply++) {
        note_position(analysis, &game->positions[ply], board);
        if (ply == game->record.count) break;
        game->moves[ply] = game->record.moves[ply].text;
        (void)yomi_play(board, game->moves[ply], NULL);
    }
    return STATUS_OK;
}

static void free_game(AnalysedGame *game)
{
    for (size_t i = 0; i < game->count && game->positions; i++) free(game->positions[i].line);
    free(game->positions);
    free(game->moves);
    record_free(&game->record);
}

void analysis_free(Analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) free_game(&analysis->games[i]);
    for (size_t i = 0; i < analysis->file_count; i++) free(analysis->files[i].path);
    free(analysis->games);
    free(analysis->files);
    buf_free(&analysis->bad);
    *analysis = (Analysis){0};
}

/* Takes the record over. */
static Status add_game(const AnalyseConfig *config, Analysis *analysis, Record *record, size_t number,
                       yomi_engine *board, Error *error)
{
    AnalysedGame game = {.file = analysis->file_count - 1, .number = number, .record = *record};
    *record = (Record){0};
    Error inner;
    (void)error_set(&inner, STATUS_TOO_LARGE, "more than %d positions; divide the games among several files",
                    POSITIONS_MAX);
    AnalysedGame *games = analysis->games;
    if ((analysis->count & (analysis->count - 1)) == 0 && analysis->count < GAMES_MAX) {
        games = realloc(games, (analysis->count ? 2 * analysis->count : 1) * sizeof *games);
        if (games) analysis->games = games;
    }
    bool room = games && analysis->count < GAMES_MAX && analysis->positions <= POSITIONS_MAX - game.record.count;
    if (room && prepare_game(config, analysis, &game, board, &inner) == STATUS_OK) {
        analysis->games[analysis->count++] = game;
        return STATUS_OK;
    }
    free_game(&game);
    return error_set(error, inner.status, "game %zu: %.200s", number, inner.text);
}

/* ---- a file ---- */

/* Lines in the notations that openings are written in. */
static Status read_lines(char *text, yomi_engine *board, RecordSet *set, Error *error)
{
    Status status = STATUS_OK;
    size_t number = 0;
    for (char *next = text; status == STATUS_OK && next;) {
        char *line = next;
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        Str trimmed = str_trim(str_from(line));
        if (trimmed.len == 0 || trimmed.ptr[0] == '#') continue;
        Opening opening;
        Error inner;
        Record record;
        record_init(&record, yomi_engine_game(board));
        status = opening_read(&opening, board, line, &inner);
        if (status == STATUS_OK && opening.start) status = record_set_start(&record, str_from(opening.start), &inner);
        for (size_t i = 0; i < opening.count && status == STATUS_OK; i++) {
            if (!record_add_move(&record, str_from(opening.moves[i]), &inner)) status = STATUS_TOO_LARGE;
        }
        opening_free(&opening);
        if (status == STATUS_OK) status = record_set_add(set, &record, &inner);
        record_free(&record);
        if (status != STATUS_OK) return error_set(error, status, "line %zu: %.200s", number, inner.text);
    }
    return status;
}

typedef struct FileReader {
    const AnalyseConfig *config;
    Analysis *analysis;
    const char *path;
    yomi_engine *board;
    size_t number; /* of the last game */
} FileReader;

static Status take_record(void *context, Record *record, Error *error)
{
    FileReader *reader = context;
    Error inner;
    Status status = add_game(reader->config, reader->analysis, record, ++reader->number, reader->board, &inner);
    if (status == STATUS_OK) return status;
    if (!reader->config->skip_bad || status == STATUS_TOO_LARGE) return error_set(error, status, "%s", inner.text);
    (void)buf_printf(&reader->analysis->bad, "%s: %s\n", reader->path, inner.text);
    return STATUS_OK;
}

static Status read_text(const AnalyseConfig *config, Analysis *analysis, const char *path, Buf *text,
                        yomi_engine *board, Error *error)
{
    AnalysedFile *file = &analysis->files[analysis->file_count - 1];
    file->format = config->format ? config->format : record_format_guess(path, buf_view(text), config->game);
    for (size_t i = 0; i < text->len; i++) {
        analysis->hash = splitmix64(analysis->hash ^ (uint64_t)(unsigned char)text->data[i]);
    }
    FileReader reader = {config, analysis, path, board, 0};
    RecordSet set = {.take = take_record, .context = &reader};
    Status status =
        file->format ? file->format->read(buf_view(text), &set, error) : read_lines(text->data, board, &set, error);
    if (set.why.status != STATUS_OK && error) *error = set.why;
    record_set_free(&set);
    return status;
}

static Status read_file(const AnalyseConfig *config, Analysis *analysis, const char *path, yomi_engine *board,
                        Error *error)
{
    Error inner = {STATUS_NO_MEMORY, "no memory"};
    if (analysis->file_count >= FILES_MAX) return error_set(error, STATUS_TOO_LARGE, "more than %d files", FILES_MAX);
    AnalysedFile *files = realloc(analysis->files, (analysis->file_count + 1) * sizeof *files);
    if (files) analysis->files = files;
    char *name = files ? strdup(path) : NULL;
    if (!name) return error_set(error, STATUS_NO_MEMORY, "no memory for %s", path);
    analysis->files[analysis->file_count++] = (AnalysedFile){.path = name};
    Buf text = buf_new(FILE_MAX);
    bool input = strcmp(path, "-") == 0;
    Status status = input ? file_read_input(&text, &inner) : file_read(path, &text, &inner);
    bool readable = status == STATUS_OK;
    if (readable) status = read_text(config, analysis, path, &text, board, &inner);
    buf_free(&text);
    if (status == STATUS_OK) return status;
    if (!config->skip_bad) {
        return readable ? error_set(error, status, "%.100s: %.150s", path, inner.text)
                        : error_set(error, status, "%s", inner.text);
    }
    (void)buf_printf(&analysis->bad, "%s: %s\n", path, inner.text);
    return STATUS_OK;
}

/* ---- a folder ---- */

static Status read_folder(const AnalyseConfig *config, Analysis *analysis, yomi_engine *board, Error *error)
{
    FileNames files;
    Status status = file_list(config->path, &files, error);
    if (status != STATUS_OK) return status;
    for (size_t i = 0; i < files.count && status == STATUS_OK; i++) {
        char path[4096];
        int len = snprintf(path, sizeof path, "%s/%s", config->path, files.names[i]);
        bool known = config->format || record_format_of_path(files.names[i], config->game) != NULL;
        bool fits = len > 0 && len < (int)sizeof path;
        if (known && fits && file_kind(path) == FILE_REGULAR) status = read_file(config, analysis, path, board, error);
    }
    file_names_free(&files);
    return status;
}

Status analyse_read(const AnalyseConfig *config, Analysis *analysis, Error *error)
{
    yomi_engine *board = NULL;
    analysis->bad = buf_new(1 << 20);
    Status status = analyse_open_engine(config, &board, error);
    if (status == STATUS_OK) {
        bool folder = file_kind(config->path) == FILE_FOLDER;
        status = folder ? read_folder(config, analysis, board, error)
                        : read_file(config, analysis, config->path, board, error);
    }
    if (status == STATUS_OK && analysis->count == 0) {
        status =
            error_set(error, STATUS_BAD_INPUT, "%s holds no game and no position of %s", config->path, config->game);
    }
    yomi_close(board);
    return status;
}
