/* GTP 2, from the controller's side: Othello. The engine keeps the board; only what it has not seen is told to it.
 * GTP counts time in whole seconds; parts of them are told as decimals, which several engines read. Commands about time
 * may be unknown to an engine: the referee's clock rules. */
#include "app/duel/player.h"

#include <math.h>
#include <string.h>

typedef struct Gtp {
    size_t told; /* moves of this game that the engine has on its board */
} Gtp;

static const char *refuses(const TimeControl *control)
{
    if (control->nodes > 0 || control->depth > 0 || control->increment_ms > 0) {
        return "GTP knows a main time, byoyomi and a time per move, and no other limit";
    }
    return NULL;
}

/* Reads one answer up to its empty line. *text (what follows "=") lives until the next line is read, so it is copied.
 */
static bool hear_answer(Player *player, bool *accepted, char *text, size_t size)
{
    bool seen = false;
    for (;;) {
        Str line;
        if (!player_hear(player, &line)) return false;
        line = str_trim(line);
        if (seen && line.len == 0) return true;
        if (seen || line.len == 0 || (line.ptr[0] != '=' && line.ptr[0] != '?')) continue;
        seen = true;
        *accepted = line.ptr[0] == '=';
        line = str_trim(str_skip(line, 1));
        if (line.len >= size) line.len = size - 1;
        (void)str_copy(line, text, size);
    }
}

static bool ask(Player *player, const char *command, bool must)
{
    bool accepted = false;
    char text[80];
    if (!player_say_text(player, command) || !hear_answer(player, &accepted, text, sizeof text)) return false;
    if (accepted || !must) return true;
    return fault_set(player_blame(player), FAULT_PROTOCOL, "answered '? %s' to '%s'", text, command);
}

static bool handshake(Player *player)
{
    const PlayerSetup *setup = player_setup(player);
    player_wait(player, setup->start_ms, "the answer to protocol_version");
    if (!ask(player, "protocol_version", true) || !ask(player, "set_game Othello", false)) return false;
    for (int i = 0; i < setup->spec->option_count; i++) {
        /* GTP has no options: "option.level=5" sends the command "level 5". */
        Buf line = buf_new(1024);
        (void)buf_printf(&line, "%s %s", setup->spec->options[i].name, setup->spec->options[i].value);
        bool done = ask(player, buf_text(&line), true);
        buf_free(&line);
        if (!done) return false;
    }
    return true;
}

static bool clear(Player *player)
{
    ((Gtp *)player_memory(player))->told = 0;
    return ask(player, "boardsize 8", false) && ask(player, "clear_board", true);
}

static bool new_game(Player *player)
{
    const EngineSpec *spec = player_setup(player)->spec;
    player_wait(player, player_setup(player)->start_ms, "the answer to clear_board");
    double turn_s = (double)(spec->control.byoyomi_ms + spec->control.movetime_ms) / 1000;
    if (!clear(player)) return false;
    if (spec->untimed) return true;
    Buf line = buf_new(80);
    (void)buf_printf(&line, "time_settings %g %g %d", (double)spec->control.time_ms / 1000, turn_s, turn_s > 0);
    bool done = ask(player, buf_text(&line), false);
    buf_free(&line);
    return done;
}

static const char *colour(int side)
{
    return side == 0 ? "black" : "white";
}

static bool tell_moves(Player *player, const Turn *turn)
{
    Gtp *gtp = player_memory(player);
    if (gtp->told > turn->count && !clear(player)) return false;
    for (; gtp->told < turn->count; gtp->told++) {
        Buf line = buf_new(64);
        int side = (turn->start_side + (int)gtp->told) & 1;
        (void)buf_printf(&line, "play %s %s", colour(side), turn->moves[gtp->told]);
        bool done = ask(player, buf_text(&line), true);
        buf_free(&line);
        if (!done) return false;
    }
    return true;
}

static bool tell_clock(Player *player, const Turn *turn)
{
    const TimeControl *mine = turn->control[turn->side];
    if (!time_control_has_clock(mine) || player_setup(player)->spec->untimed) return true;
    /* Whole seconds unless the match counts in parts of them: an engine that reads no decimals would lose on time. */
    bool whole = mine->time_ms % 1000 == 0 && mine->byoyomi_ms % 1000 == 0;
    double left = (double)turn->clock_ms[turn->side] / 1000, turn_time = (double)mine->byoyomi_ms / 1000;
    if (whole) left = floor(left);
    Buf line = buf_new(64);
    bool in_byoyomi = left == 0 && turn_time > 0;
    (void)buf_printf(&line, "time_left %s %g %d", colour(turn->side), in_byoyomi ? turn_time : left, in_byoyomi);
    bool done = ask(player, buf_text(&line), false);
    buf_free(&line);
    return done;
}

static bool move(Player *player, const Turn *turn, Answer *answer)
{
    player_wait(player, turn->patience_ms, "the answer to genmove");
    if (!turn->usual_start) {
        return fault_set(player_blame(player), FAULT_PROTOCOL, "GTP cannot set up a position; use openings of moves");
    }
    if (!tell_moves(player, turn) || !tell_clock(player, turn)) return false;
    player_wait(player, turn->patience_ms, "the answer to genmove");
    player_start_clock(player);
    bool accepted = false;
    char text[80];
    if (!player_say(player, "genmove %s", colour(turn->side)) || !hear_answer(player, &accepted, text, sizeof text)) {
        return false;
    }
    player_take_time(player, answer);
    if (!accepted) return fault_set(player_blame(player), FAULT_PROTOCOL, "answered '? %s' to genmove", text);
    ((Gtp *)player_memory(player))->told++; /* genmove plays on the engine's own board */
    if (str_eq_nocase(str_from(text), "resign")) answer->kind = ANSWER_RESIGN;
    return player_take_move(player, str_from(text), answer);
}

const PlayerProtocol player_gtp = {.name = "gtp",
                                   .memory_size = sizeof(Gtp),
                                   .refuses = refuses,
                                   .handshake = handshake,
                                   .new_game = new_game,
                                   .move = move,
                                   .quit = "quit"};
