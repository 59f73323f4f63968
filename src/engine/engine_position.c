/* The current position: where it began, the moves made on it, what can be said about it. */
#include "engine/engine.h"

#include <string.h>

static void rebuild(yomi_engine *engine)
{
    memcpy(engine->position, engine->base, engine->game->position_size);
    for (size_t i = 0; i < engine->move_count; i++) engine->game->play(engine->position, engine->moves[i]);
}

static yomi_status play_text(const yomi_engine *engine, void *position, Move *moves, size_t *count, const char *text,
                             yomi_error *error)
{
    if (*count >= YOMI_PLIES_MAX) {
        return engine_error(error, YOMI_TOO_LARGE, "a game has at most %d moves here", YOMI_PLIES_MAX);
    }
    Move move = engine->game->parse_move(position, str_from(text));
    if (move == MOVE_NONE) {
        return engine_error(error, YOMI_BAD_INPUT, "move %zu, '%.40s', is not a legal move", *count + 1, text);
    }
    engine->game->play(position, move);
    moves[(*count)++] = move;
    return YOMI_OK;
}

yomi_status yomi_set_position(yomi_engine *engine, const char *text, const char *const *moves, size_t count,
                              yomi_error *error)
{
    const Game *game = engine->game;
    if (engine_busy(engine)) return engine_error(error, YOMI_BUSY, "the position cannot change while searching");
    /* `root` and `walk` are free while nothing searches: the new game is made there and taken over when it is whole. */
    if (text) {
        Error inner;
        if (game->parse_position(engine->settings, str_from(text), engine->root, &inner) != STATUS_OK) {
            return engine_fail(error, &inner);
        }
    } else {
        game->start_position(engine->settings, engine->root);
    }
    memcpy(engine->walk, engine->root, game->position_size);
    Move made[YOMI_PLIES_MAX];
    size_t made_count = 0;
    for (size_t i = 0; i < count; i++) {
        yomi_status status = play_text(engine, engine->walk, made, &made_count, moves[i], error);
        if (status != YOMI_OK) return status;
    }
    memcpy(engine->base, engine->root, game->position_size);
    memcpy(engine->position, engine->walk, game->position_size);
    memcpy(engine->moves, made, made_count * sizeof *made);
    engine->move_count = made_count;
    return YOMI_OK;
}

yomi_status yomi_play(yomi_engine *engine, const char *move, yomi_error *error)
{
    if (engine_busy(engine)) return engine_error(error, YOMI_BUSY, "the position cannot change while searching");
    return play_text(engine, engine->position, engine->moves, &engine->move_count, move, error);
}

yomi_status yomi_undo(yomi_engine *engine, yomi_error *error)
{
    if (engine_busy(engine)) return engine_error(error, YOMI_BUSY, "the position cannot change while searching");
    if (engine->move_count == 0) return engine_error(error, YOMI_BAD_INPUT, "there is no move to take back");
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

const char *yomi_position_text(yomi_engine *engine)
{
    buf_clear(&engine->text);
    engine->game->format_position(engine->position, &engine->text);
    return buf_text(&engine->text);
}

const char *yomi_board_text(yomi_engine *engine)
{
    buf_clear(&engine->text);
    engine->game->draw_board(engine->position, &engine->text);
    return buf_text(&engine->text);
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
    return buf_text(&engine->text);
}

int yomi_is_legal(const yomi_engine *engine, const char *move)
{
    return engine->game->parse_move(engine->position, str_from(move)) != MOVE_NONE;
}

const char *yomi_move_at(yomi_engine *engine, size_t ply)
{
    if (ply >= engine->move_count) return NULL;
    void *walk = engine_busy(engine) ? NULL : engine->walk;
    if (!walk) return NULL; /* the walking board is in use while a search reports its lines */
    memcpy(walk, engine->base, engine->game->position_size);
    for (size_t i = 0; i < ply; i++) engine->game->play(walk, engine->moves[i]);
    char text[MOVE_TEXT_MAX];
    engine->game->format_move(walk, engine->moves[ply], text);
    buf_clear(&engine->text);
    (void)buf_puts(&engine->text, text);
    return buf_text(&engine->text);
}
