/* USI, from the GUI's side. Any game whose moves and positions are one text each can be played over it. */
#include "app/duel/player.h"

#include <string.h>

static bool hear_word(Player *player, const char *word)
{
    Str line;
    do {
        if (!player_hear(player, &line)) return false;
    } while (!str_eq(str_trim(line), word));
    return true;
}

static bool say_options(Player *player, int first)
{
    const EngineSpec *spec = player_setup(player)->spec;
    for (int i = first; i < spec->option_count; i++) {
        const EngineOption *option = &spec->options[i];
        bool said = option->value[0] ? player_say(player, "setoption name %s value %s", option->name, option->value)
                                     : player_say(player, "setoption name %s", option->name);
        if (!said) return false;
    }
    return true;
}

static bool handshake(Player *player)
{
    player_wait(player, player_setup(player)->start_ms, "usiok");
    return player_say(player, "usi") && hear_word(player, "usiok") && say_options(player, 0);
}

static bool new_game(Player *player)
{
    player_wait(player, player_setup(player)->start_ms, "readyok");
    return player_say(player, "isready") && hear_word(player, "readyok") && player_say(player, "usinewgame");
}

static bool say_position(Player *player, const Turn *turn)
{
    Buf line = buf_new(1 << 17);
    if (turn->usual_start) {
        (void)buf_puts(&line, "position startpos");
    } else {
        (void)buf_printf(&line, "position sfen %s", turn->start);
    }
    for (size_t i = 0; i < turn->count; i++) (void)buf_printf(&line, "%s %s", i == 0 ? " moves" : "", turn->moves[i]);
    bool said = !line.failed && player_say_text(player, buf_text(&line));
    if (line.failed) (void)fault_set(player_blame(player), FAULT_PROTOCOL, "the game is too long for one line");
    buf_free(&line);
    return said;
}

static bool say_go(Player *player, const Turn *turn)
{
    const TimeControl *mine = turn->control[turn->side];
    Buf line = buf_new(512);
    (void)buf_puts(&line, "go");
    if (time_control_has_clock(mine)) {
        (void)buf_printf(&line, " btime %lld wtime %lld", (long long)turn->clock_ms[0], (long long)turn->clock_ms[1]);
        if (mine->byoyomi_ms > 0) (void)buf_printf(&line, " byoyomi %lld", (long long)mine->byoyomi_ms);
        if (mine->increment_ms > 0 || turn->control[!turn->side]->increment_ms > 0) {
            (void)buf_printf(&line, " binc %lld winc %lld", (long long)turn->control[0]->increment_ms,
                             (long long)turn->control[1]->increment_ms);
        }
    }
    if (mine->movetime_ms > 0) (void)buf_printf(&line, " movetime %lld", (long long)mine->movetime_ms);
    if (mine->nodes > 0) (void)buf_printf(&line, " nodes %lld", (long long)mine->nodes);
    if (mine->depth > 0) (void)buf_printf(&line, " depth %lld", (long long)mine->depth);
    bool said = player_say_text(player, buf_text(&line));
    buf_free(&line);
    return said;
}

static void take_score(Str *rest, Answer *answer)
{
    Str kind = str_word(rest), value = str_word(rest);
    int64_t n = 0;
    if (str_eq(kind, "cp") && str_to_int(value, -1000000, 1000000, &n)) {
        if (n >= PLAYER_WIN) n = PLAYER_WIN - 1;
        if (n <= -PLAYER_WIN) n = -PLAYER_WIN + 1;
    } else if (str_eq(kind, "mate") && value.len > 0) {
        n = value.ptr[0] == '-' ? -PLAYER_WIN : PLAYER_WIN; /* "mate +" and "mate -" have no length */
    } else {
        return;
    }
    answer->score = (int)n;
    answer->scored = true;
}

/* Keeps depth, nodes and score of the first line; an info line about another one is passed over. */
static void take_info(Str rest, Answer *answer)
{
    Answer seen = *answer;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        int64_t n = 0;
        if (str_eq(word, "pv") || str_eq(word, "string")) break;
        if (str_eq(word, "score")) {
            take_score(&rest, &seen);
        } else if (str_eq(word, "depth") && str_to_int(str_word(&rest), 0, 100000, &n)) {
            seen.depth = (int)n;
        } else if (str_eq(word, "nodes") && str_to_int(str_word(&rest), 0, INT64_MAX, &n)) {
            seen.nodes = (uint64_t)n;
        } else if (str_eq(word, "multipv") && str_to_int(str_word(&rest), 2, 100000, &n)) {
            return;
        }
    }
    *answer = seen;
}

static bool move(Player *player, const Turn *turn, Answer *answer)
{
    player_wait(player, turn->patience_ms, "bestmove");
    if (!say_position(player, turn)) return false;
    player_start_clock(player);
    if (!say_go(player, turn)) return false;
    for (;;) {
        Str line;
        if (!player_hear(player, &line)) return false;
        Str word = str_word(&line);
        if (str_eq(word, "info")) take_info(line, answer);
        if (!str_eq(word, "bestmove")) continue;
        player_take_time(player, answer);
        Str best = str_word(&line);
        answer->kind = str_eq(best, "resign") ? ANSWER_RESIGN : str_eq(best, "win") ? ANSWER_CLAIM_WIN : ANSWER_MOVE;
        return player_take_move(player, best, answer);
    }
}

static void game_over(Player *player, int points)
{
    (void)player_say(player, "gameover %s", points == 2 ? "win" : points == 1 ? "draw" : "lose");
}

const PlayerProtocol player_usi = {.name = "usi",
                                   .any_game = true,
                                   .handshake = handshake,
                                   .new_game = new_game,
                                   .move = move,
                                   .new_options = say_options,
                                   .game_over = game_over,
                                   .quit = "quit"};
