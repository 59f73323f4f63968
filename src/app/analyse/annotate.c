/* Records with the analysis written into them. */
#include "app/analyse/analyse.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>

enum { RECORDS_MAX = 1 << 30, NOTE_MAX = 2 * ANALYSE_LINE_MAX };

static void put_score(Buf *out, int score, int win_in)
{
    if (win_in != 0) {
        (void)buf_printf(out, "%s in %d", win_in > 0 ? "win" : "loss", win_in > 0 ? win_in : -win_in);
    } else if (score >= ANALYSE_WIN || score <= -ANALYSE_WIN) {
        (void)buf_puts(out, score > 0 ? "won" : "lost");
    } else {
        (void)buf_printf(out, "%+.2f", score / 100.0);
    }
}

/* What the mover reads after a move: "Yomi: -1.20, depth 12", and for a mistake what was better. */
static void put_move_note(Buf *out, const AnalysedGame *game, size_t ply, int mistake)
{
    const AnalysedPosition *before = &game->positions[ply], *after = &game->positions[ply + 1];
    int sign = after->side == before->side ? 1 : -1, loss = analysis_loss(game, ply);
    (void)buf_puts(out, "Yomi: ");
    put_score(out, sign * after->score, sign * after->win_in);
    if (after->depth > 0) (void)buf_printf(out, ", depth %d", after->depth);
    if (loss < mistake) return;
    (void)buf_printf(out, " %s loss %.2f, better ", analysis_mark(loss, mistake), loss / 100.0);
    put_score(out, before->score, before->win_in);
    (void)buf_printf(out, ": %s", before->line && before->line[0] ? before->line : before->best);
}

/* For a position without moves: the best line. */
static void put_position_note(Buf *out, const AnalysedPosition *position)
{
    (void)buf_puts(out, "% Yomi: ");
    put_score(out, position->score, position->win_in);
    (void)buf_printf(out, ", depth %d: %s", position->depth, position->line ? position->line : "");
}

static Status annotate_game(AnalysedGame *game, int mistake, Error *error)
{
    Buf note = buf_new(NOTE_MAX);
    Status status = STATUS_OK;
    if (game->record.count == 0) {
        put_position_note(&note, &game->positions[0]);
        status = record_add_comment(&game->record.comment, buf_view(&note), error);
    }
    for (size_t ply = 0; ply < game->record.count && status == STATUS_OK; ply++) {
        const AnalysedPosition *before = &game->positions[ply], *after = &game->positions[ply + 1];
        RecordMove *move = &game->record.moves[ply];
        buf_clear(&note);
        put_move_note(&note, game, ply, mistake);
        move->has_score = true;
        move->score = (after->side == before->side ? after->score : -after->score) / 100.0;
        status = record_add_comment(&move->comment, buf_view(&note), error);
    }
    buf_free(&note);
    return status;
}

static bool has_room(const RecordFormat *format)
{
    return format && format->write && (format->comments || format->scores);
}

/* The format to write a file in: its own, or another one of the game when its own has no room. */
static const RecordFormat *format_for(const RecordFormat *own, const char *path, const char *game)
{
    const RecordFormat *wanted = record_format_of_path(path, game);
    if (has_room(wanted)) return wanted;
    if (has_room(own)) return own;
    for (size_t i = 0; record_format_at(i); i++) {
        const RecordFormat *other = record_format_at(i);
        if (strcmp(other->game, game) == 0 && has_room(other)) return other;
    }
    return NULL;
}

static Status write_file(const Analysis *analysis, size_t file, const RecordFormat *format, const char *path,
                         Error *error)
{
    Buf out = buf_new(RECORDS_MAX);
    Status status = STATUS_OK;
    for (size_t i = 0; i < analysis->count && status == STATUS_OK; i++) {
        if (analysis->games[i].file == file) status = format->write(&analysis->games[i].record, &out, error);
    }
    if (status == STATUS_OK && out.failed) status = error_set(error, STATUS_TOO_LARGE, "%s is too large", path);
    if (status == STATUS_OK) status = file_replace(path, buf_text(&out), out.len, error);
    buf_free(&out);
    return status;
}

/* FOLDER/NAME with the ending of the format, unless the name has it. */
static bool name_in(const char *folder, const char *path, const RecordFormat *format, const char *game, char out[4096])
{
    const char *name = file_name_of(path);
    bool fits = record_format_of_path(name, game) == format;
    Str endings = str_from(format->extensions), ending = str_word(&endings);
    int len = fits ? snprintf(out, 4096, "%s/%s", folder, name)
                   : snprintf(out, 4096, "%s/%s.%.*s", folder, name, STR_ARG(ending));
    return len > 0 && len < 4096;
}

Status analysis_annotate(Analysis *analysis, const char *game, int mistake, const char *path, bool is_folder,
                         Error *error)
{
    Status status = STATUS_OK;
    for (size_t i = 0; i < analysis->count && status == STATUS_OK; i++) {
        status = annotate_game(&analysis->games[i], mistake, error);
    }
    if (status == STATUS_OK && is_folder) status = file_make_folder(path, false, false, error);
    for (size_t i = 0; i < analysis->file_count && status == STATUS_OK; i++) {
        const AnalysedFile *file = &analysis->files[i];
        const RecordFormat *format = format_for(file->format, is_folder ? file->path : path, game);
        char name[4096];
        if (!format) return error_set(error, STATUS_UNSUPPORTED, "no record format of %s has room for comments", game);
        if (is_folder && !name_in(path, file->path, format, game, name)) {
            return error_set(error, STATUS_TOO_LARGE, "the path %s is too long", file->path);
        }
        status = write_file(analysis, i, format, is_folder ? name : path, error);
    }
    return status;
}
