/* The current position: where it began, the moves made on it, what can be said about it. */
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

static void rebuild(yomi_engine *engine)
{
    memcpy(engine->position, engine->base, engine->game->position_size);
    for (size_t i = 0; i < engine->move_count; i++) engine->game->play(engine->position, engine->moves[i]);
}

/* Room for `count` moves in all. */
static yomi_status reserve(Move **moves, size_t *room, size_t count, yomi_error *error)
{
    enum { ROOM_FIRST = 256 };
    if (count > YOMI_PLIES_MAX) {
        return error_set(error, YOMI_TOO_LARGE, "a game has at most %d moves here", YOMI_PLIES_MAX);
    }
    size_t wanted = *room ? *room : ROOM_FIRST;
    while (wanted < count) wanted *= 2;
    if (wanted == *room) return YOMI_OK;
    Move *grown = realloc(*moves, wanted * sizeof *grown);
    if (!grown) return error_set(error, YOMI_NO_MEMORY, "no memory for the moves of a game");
    *moves = grown;
    *room = wanted;
    return YOMI_OK;
}

static yomi_status play_text(const yomi_engine *engine, void *position, Move *moves, size_t *count, const char *text,
                             yomi_error *error)
{
    Move move = engine->game->parse_move(position, str_from(text));
    if (move == MOVE_NONE) {
        return error_set(error, YOMI_BAD_INPUT, "move %zu, '%.40s', is not a legal move", *count + 1, text);
    }
    engine->game->play(position, move);
    moves[(*count)++] = move;
    return YOMI_OK;
}

yomi_status yomi_set_position(yomi_engine *engine, const char *text, const char *const *moves, size_t count,
                              yomi_error *error)
{
    const Game *game = engine->game;
    if (engine_busy(engine)) return error_set(error, YOMI_BUSY, "the position cannot change while searching");
    /* `root` and `walk` are free while nothing searches: the new game is made there and taken over when it is whole. */
    if (text) {
        yomi_status read = game->parse_position(engine->settings, str_from(text), engine->root, error);
        if (read != YOMI_OK) return read;
    } else {
        game->start_position(engine->settings, engine->root);
    }
    memcpy(engine->walk, engine->root, game->position_size);
    Move *made = NULL;
    size_t made_count = 0, made_room = 0;
    yomi_status status = reserve(&made, &made_room, count, error);
    for (size_t i = 0; i < count && status == YOMI_OK; i++) {
        status = play_text(engine, engine->walk, made, &made_count, moves[i], error);
    }
    if (status != YOMI_OK) {
        free(made);
        return status;
    }
    memcpy(engine->base, engine->root, game->position_size);
    memcpy(engine->position, engine->walk, game->position_size);
    free(engine->moves);
    engine->moves = made;
    engine->move_count = made_count;
    engine->move_room = made_room;
    return YOMI_OK;
}

yomi_status yomi_play(yomi_engine *engine, const char *move, yomi_error *error)
{
    if (engine_busy(engine)) return error_set(error, YOMI_BUSY, "the position cannot change while searching");
    yomi_status status = reserve(&engine->moves, &engine->move_room, engine->move_count + 1, error);
    if (status != YOMI_OK) return status;
    return play_text(engine, engine->position, engine->moves, &engine->move_count, move, error);
}

yomi_status yomi_undo(yomi_engine *engine, yomi_error *error)
{
    if (engine_busy(engine)) return error_set(error, YOMI_BUSY, "the position cannot change while searching");
    if (engine->move_count == 0) return error_set(error, YOMI_BAD_INPUT, "there is no move to take back");
    engine->move_count--;
    rebuild(engine);
    return YOMI_OK;
}

size_t yomi_ply(const yomi_engine *engine)
{
    return engine->move_count;
}

int yomi_side_to_move(const yomi_engine *engine)
{
    return engine->game->side_to_move(engine->position);
}

yomi_outcome yomi_get_outcome(const yomi_engine *engine, const char **reason)
{
    const char *inner = NULL;
    Outcome outcome = engine->game->outcome(engine->position, &inner);
    if (reason) *reason = outcome != OUTCOME_NONE && inner ? inner : "";
    return (yomi_outcome)outcome;
}

/* Half a text is worse than none. */
static const char *whole_text(const yomi_engine *engine)
{
    return engine->text.failed ? "" : buf_text(&engine->text);
}

const char *yomi_position_text(yomi_engine *engine)
{
    buf_clear(&engine->text);
    engine->game->format_position(engine->position, &engine->text);
    return whole_text(engine);
}

const char *yomi_board_text(yomi_engine *engine)
{
    buf_clear(&engine->text);
    engine->game->draw_board(engine->position, &engine->text);
    return whole_text(engine);
}

const char *yomi_legal_moves(yomi_engine *engine)
{
    Move moves[MAX_MOVES];
    int count = engine->game->legal_moves(engine->position, moves);
    buf_clear(&engine->text);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        engine->game->format_move(engine->position, moves[i], text);
        (void)buf_printf(&engine->text, "%s%s", i ? " " : "", text);
    }
    return whole_text(engine);
}

int yomi_is_legal(const yomi_engine *engine, const char *move)
{
    return engine->game->parse_move(engine->position, str_from(move)) != MOVE_NONE;
}

const char *yomi_move_at(yomi_engine *engine, size_t ply)
{
    if (ply >= engine->move_count) return NULL;
    void *walk = engine->asked; /* the other walking board is in use while a search reports its lines */
    memcpy(walk, engine->base, engine->game->position_size);
    for (size_t i = 0; i < ply; i++) engine->game->play(walk, engine->moves[i]);
    char text[MOVE_TEXT_MAX];
    engine->game->format_move(walk, engine->moves[ply], text);
    buf_clear(&engine->text);
    (void)buf_puts(&engine->text, text);
    return whole_text(engine);
}

/* ---- the position as data ---- */

/* Of yomi_board: up to the last field of the first header. */
enum { BOARD_LEAST = offsetof(yomi_board, score) + sizeof(int) };

yomi_status yomi_get_board(const yomi_engine *engine, yomi_board *out)
{
    if (out->size < BOARD_LEAST) return YOMI_BAD_INPUT;
    const Game *game = engine->game;
    yomi_board board = {.size = out->size};
    board.side_to_move = game->side_to_move(engine->position);
    board.kinds = game->kinds;
    game->describe_board(engine->position, &board);
    board.scored = game->final_score != NULL;
    if (board.scored && game->outcome(engine->position, NULL) != OUTCOME_NONE) {
        int score = game->final_score(engine->position);
        board.score = board.side_to_move == 0 ? score : -score;
    }
    memcpy(out, &board, out->size < sizeof board ? out->size : sizeof board);
    return YOMI_OK;
}

const char *yomi_cell_name(yomi_engine *engine, int cell)
{
    char name[MOVE_TEXT_MAX];
    if (cell < 0 || !engine->game->cell_name(engine->position, cell, name)) return NULL;
    buf_clear(&engine->text);
    (void)buf_puts(&engine->text, name);
    return whole_text(engine);
}

static const PieceNames *names_of(const yomi_engine *engine, int kind, int owner)
{
    bool known = kind >= 0 && kind < engine->game->kinds && (owner == 0 || owner == 1);
    return known ? &engine->game->pieces[kind] : NULL;
}

const char *yomi_piece_text(const yomi_engine *engine, int kind, int owner)
{
    const PieceNames *names = names_of(engine, kind, owner);
    return names ? names->text[owner] : NULL;
}

const char *yomi_piece_sign(const yomi_engine *engine, int kind, int owner)
{
    const PieceNames *names = names_of(engine, kind, owner);
    return names ? names->sign[owner] : NULL;
}
