#include "shogi/tools/starts.h"

#include "base/file.h"

#include <stdlib.h>

enum { STARTS_FILE_MAX = 1 << 28, LEAST_PLIES = 8, LAST_PLIES = 20 };

bool starts_cut(Str *line, char text[START_TEXT_MAX])
{
    Str rest = *line, first = str_word(&rest);
    if (str_eq(first, "startpos")) {
        text[0] = '\0';
    } else {
        if (!str_eq(first, "sfen")) rest = *line;
        const char *begin = str_trim(rest).ptr, *end = begin;
        for (int i = 0; i < 4; i++) { /* board, side, hands, number */
            Str word = str_word(&rest);
            if (word.len > 0) end = word.ptr + word.len;
        }
        if (!str_copy((Str){begin, (size_t)(end - begin)}, text, START_TEXT_MAX)) return false;
    }
    Str words = rest;
    *line = str_eq(str_word(&words), "moves") ? words : rest;
    return true;
}

static size_t count_moves(Str moves)
{
    size_t count = 0;
    while (str_word(&moves).len > 0) count++;
    return count;
}

/* Sets the position of a line with its first `plies` moves. */
static bool set_line(Str line, size_t plies, yomi_engine *engine, yomi_error *error)
{
    char text[START_TEXT_MAX], move[YOMI_MOVE_TEXT_MAX];
    if (!starts_cut(&line, text)) return false;
    if (yomi_set_position(engine, text[0] ? text : NULL, NULL, 0, error) != YOMI_OK) return false;
    for (size_t i = 0; i < plies; i++) {
        Str word = str_word(&line);
        if (word.len == 0) break;
        if (!str_copy(word, move, sizeof move) || yomi_play(engine, move, error) != YOMI_OK) return false;
    }
    return true;
}

static Status take_lines(Starts *starts, const char *path, yomi_engine *engine, Error *error)
{
    Str rest = buf_view(&starts->text);
    size_t room = 1;
    for (size_t i = 0; i < rest.len; i++) room += rest.ptr[i] == '\n';
    starts->lines = calloc(room, sizeof *starts->lines);
    if (!starts->lines) return error_set(error, STATUS_NO_MEMORY, "%s: no memory for its games", path);
    for (size_t number = 1; rest.len > 0; number++) {
        Str line = str_trim(str_until(&rest, '\n'));
        if (line.len == 0) continue;
        yomi_error why = {YOMI_BAD_INPUT, "the position is too long"};
        if (!set_line(line, SIZE_MAX, engine, &why)) {
            return error_set(error, STATUS_BAD_INPUT, "%s, line %zu: %s", path, number, why.text);
        }
        starts->lines[starts->count++] = line;
    }
    return starts->count > 0 ? STATUS_OK : error_set(error, STATUS_BAD_INPUT, "%s has no positions", path);
}

Status starts_read(Starts *starts, const char *path, yomi_engine *engine, Error *error)
{
    *starts = (Starts){.text = buf_new(STARTS_FILE_MAX)};
    Status status = file_read(path, &starts->text, error);
    return status == STATUS_OK ? take_lines(starts, path, engine, error) : status;
}

void starts_free(Starts *starts)
{
    buf_free(&starts->text);
    free(starts->lines);
    *starts = (Starts){0};
}

bool starts_set(const Starts *starts, Rng *rng, yomi_engine *engine)
{
    Str line = starts->lines[rng_below(rng, starts->count)], moves = line;
    char text[START_TEXT_MAX];
    if (!starts_cut(&moves, text)) return false;
    size_t plies = count_moves(moves);
    /* The last moves of a game are left out: there is nothing left to play for. */
    if (plies > LEAST_PLIES + LAST_PLIES) {
        plies = LEAST_PLIES + (size_t)rng_below(rng, plies - LEAST_PLIES - LAST_PLIES + 1);
    }
    return set_line(line, plies, engine, NULL);
}
