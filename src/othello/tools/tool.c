#include "othello/tools/tool.h"

#include "base/bytes.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 30, TABLE_MB = 16 };

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

Status tool_open(Tool *tool, const char *weights, Error *error)
{
    *tool = (Tool){0};
    Buf file = buf_new(FILE_MAX);
    Status status = STATUS_OK;
    if (weights && strcmp(weights, "none") == 0)
        status = no_weights(&file, error);
    else if (weights)
        status = file_read(weights, &file, error);
    Str used = file.len > 0 ? buf_view(&file) : othello_weights_default();
    tool->weights_sum = bytes_checksum((const uint8_t *)used.ptr, used.len);
    if (status == STATUS_OK) status = othello_shared_make(&tool->shared, buf_view(&file), error);
    buf_free(&file);
    if (status == STATUS_OK) status = othello_solo_open(&tool->solo, tool->shared, cpu_features(), TABLE_MB, error);
    return status;
}

void tool_close(Tool *tool)
{
    othello_solo_close(&tool->solo);
    othello_shared_free(tool->shared);
}

static void walk_game(const WthorGame *game, uint32_t number, int depth, Walk *walk)
{
    OthelloPosition position;
    othello_position_set(&position, othello_board_start(), 0);
    *walk = (Walk){.number = number, .black = 2 * game->theoretical_score - SQUARES, .depth = depth};
    for (int i = 0; i < game->count; i++) {
        Move move = move_of_square(game->squares[i]);
        if (othello_position_is_legal(&position, MOVE_PASS)) othello_position_play(&position, MOVE_PASS);
        if (!othello_position_is_legal(&position, move)) break;
        walk->positions[walk->count++] = position;
        othello_position_play(&position, move);
    }
}

Status walk_load(const char *path, Buf *file, Error *error)
{
    *file = buf_new(FILE_MAX);
    WthorHeader header;
    Status status = file_read(path, file, error);
    if (status == STATUS_OK) status = wthor_open(buf_view(file), &header, error);
    return status;
}

Status walk_games(const Buf *file, WalkVisit visit, void *context, Error *error)
{
    WthorHeader header;
    Status status = wthor_open(buf_view(file), &header, error);
    for (uint32_t i = 0; status == STATUS_OK && i < header.games; i++) {
        WthorGame game;
        Walk walk;
        status = wthor_game(buf_view(file), i, &game, error);
        if (status != STATUS_OK) break;
        walk_game(&game, i, header.depth, &walk);
        status = visit(context, &walk, error);
    }
    return status;
}
