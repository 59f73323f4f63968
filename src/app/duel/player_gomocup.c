/* The Gomocup protocol, from the manager's side: gomoku. x counts from the left and y from the top, both from 0; moves
 * here are a letter from the left and a number from the bottom. */
#include "app/duel/player.h"
#include "base/clock.h"

#include <stdio.h>
#include <string.h>

/* Some engines (Rapfi) lose a command that comes while they are still ending the search that they have just answered.
 */
enum { PAUSE_AFTER_ANSWER_MS = 5 };

typedef struct Gomocup {
    int size;     /* 0: not started */
    size_t known; /* moves of this game on the engine's board */
    bool in_step; /* the engine has answered in this game */
    int64_t answered_ns;
} Gomocup;

static bool handshake(Player *player)
{
    (void)player; /* START comes with the first move, when the size of the board is known */
    return true;
}

static bool new_game(Player *player)
{
    Gomocup *gomocup = player_memory(player);
    *gomocup = (Gomocup){.answered_ns = gomocup->answered_ns};
    return true;
}

static void let_it_rest(const Gomocup *gomocup)
{
    int64_t left = gomocup->answered_ns + PAUSE_AFTER_ANSWER_MS * NS_PER_MS - clock_now(clock_real());
    if (gomocup->answered_ns == 0 || left <= 0) return;
    clock_sleep(left);
}

/* Positions are written "RULES ROWS SIDE ...": the rows tell the size, the rules the mask. */
static int size_of(const char *start)
{
    Str rest = str_from(start);
    (void)str_word(&rest);
    Str rows = str_word(&rest);
    int size = 1;
    for (size_t i = 0; i < rows.len; i++) size += rows.ptr[i] == '/';
    return size;
}

static int rule_mask(const char *start)
{
    Str rest = str_from(start);
    Str rules = str_word(&rest);
    if (str_starts(rules, "standard")) return 1;
    if (str_starts(rules, "renju")) return 4;
    if (str_starts(rules, "pente")) return 32; /* captures have no number in the protocol: Yomi's own */
    return str_starts(rules, "freestyle") ? 0 : 16;
}

static bool hear_ok(Player *player)
{
    for (;;) {
        Str line;
        if (!player_hear(player, &line)) return false;
        line = str_trim(line);
        if (str_eq(line, "OK")) return true;
        if (str_starts(line, "ERROR") || str_starts(line, "UNKNOWN")) {
            return fault_set(player_blame(player), FAULT_PROTOCOL, "answered '%.*s' to START", STR_ARG(line));
        }
    }
}

static bool start_game(Player *player, const Turn *turn)
{
    Gomocup *gomocup = player_memory(player);
    const TimeControl *mine = turn->control[turn->side];
    const PlayerSetup *setup = player_setup(player);
    player_wait(player, setup->start_ms, "OK");
    gomocup->size = size_of(turn->start);
    if (!player_say(player, "START %d", gomocup->size) || !hear_ok(player)) return false;
    long long longest = (long long)(mine->movetime_ms                    ? mine->movetime_ms
                                    : mine->byoyomi_ms && !mine->time_ms ? mine->byoyomi_ms
                                                                         : mine->time_ms + mine->byoyomi_ms);
    if (!player_say(player, "INFO timeout_match %lld", (long long)mine->time_ms) ||
        !player_say(player, "INFO timeout_turn %lld", longest ? longest : 2147483647LL) ||
        !player_say(player, "INFO game_type 1") || !player_say(player, "INFO rule %d", rule_mask(turn->start))) {
        return false;
    }
    /* Two limits that the protocol has not got; several engines know them by these names. */
    if (mine->depth > 0 && !player_say(player, "INFO max_depth %lld", (long long)mine->depth)) return false;
    if (mine->nodes > 0 && !player_say(player, "INFO max_node %lld", (long long)mine->nodes)) return false;
    if (mine->increment_ms > 0 && !player_say(player, "INFO time_increment %lld", (long long)mine->increment_ms)) {
        return false;
    }
    for (int i = 0; i < setup->spec->option_count; i++) {
        const EngineOption *option = &setup->spec->options[i];
        if (!player_say(player, "INFO %s %s", option->name, option->value)) return false;
    }
    return true;
}

static bool to_xy(const char *text, int size, int *x, int *y)
{
    int64_t row = 0;
    *x = (text[0] | 0x20) - 'a';
    if (*x < 0 || *x >= size || !str_to_int(str_from(text + 1), 1, size, &row)) return false;
    *y = size - (int)row;
    return true;
}

static bool say_board(Player *player, const Turn *turn, int size)
{
    if (!player_say(player, "BOARD")) return false;
    for (size_t i = 0; i < turn->count; i++) {
        int x = 0, y = 0, side = (turn->start_side + (int)i) & 1;
        if (!to_xy(turn->moves[i], size, &x, &y)) continue;
        if (!player_say(player, "%d,%d,%d", x, y, side == turn->side ? 1 : 2)) return false;
    }
    player_start_clock(player);
    return player_say(player, "DONE");
}

/* The shortest way to tell the engine what has happened since its last move. */
static bool say_turn(Player *player, const Turn *turn, const Gomocup *gomocup)
{
    int x = 0, y = 0;
    player_start_clock(player);
    if (turn->count == 0) return player_say(player, "BEGIN");
    if (gomocup->in_step && gomocup->known + 1 == turn->count &&
        to_xy(turn->moves[turn->count - 1], gomocup->size, &x, &y)) {
        return player_say(player, "TURN %d,%d", x, y);
    }
    return say_board(player, turn, gomocup->size);
}

/* "51", "51K", "2.5M" */
static bool take_count(Str text, uint64_t *out)
{
    double value = 0, unit = 1;
    char last = text.len > 0 ? text.ptr[text.len - 1] : ' ';
    if (last == 'K' || last == 'M' || last == 'G') {
        unit = last == 'K' ? 1e3 : last == 'M' ? 1e6 : 1e9;
        text.len--;
    }
    if (!str_to_double(text, &value) || value < 0 || value * unit > 1e18) return false;
    *out = (uint64_t)(value * unit);
    return true;
}

/* "MESSAGE depth 10-22 ev 11 n 51K tm 63 pv ...", as several engines tell of their search; otherwise nothing. */
static void note_search(Str line, Answer *answer)
{
    (void)str_word(&line);
    if (!str_eq_nocase(str_word(&line), "depth")) return;
    Str depth = str_word(&line);
    int64_t plies = 0;
    if (str_to_int(str_until(&depth, '-'), 0, 1000, &plies)) answer->depth = (int)plies;
    for (Str word = str_word(&line); word.len > 0 && !str_eq_nocase(word, "pv"); word = str_word(&line)) {
        if (!str_eq(word, "n")) continue;
        (void)take_count(str_word(&line), &answer->nodes);
        return;
    }
}

static bool move(Player *player, const Turn *turn, Answer *answer)
{
    Gomocup *gomocup = player_memory(player);
    if (!turn->usual_start) {
        return fault_set(player_blame(player), FAULT_PROTOCOL, "the protocol cannot set up a position; use moves");
    }
    let_it_rest(gomocup);
    if (gomocup->size == 0 && !start_game(player, turn)) return false;
    player_wait(player, turn->patience_ms, "a move");
    const TimeControl *mine = turn->control[turn->side];
    if (mine->time_ms > 0 && !player_say(player, "INFO time_left %lld", (long long)turn->clock_ms[turn->side]))
        return false;
    if (!say_turn(player, turn, gomocup)) return false;
    for (;;) {
        Str line;
        int64_t x = 0, y = 0;
        if (!player_hear(player, &line)) return false;
        line = str_trim(line);
        if (line.len == 0 || str_starts(line, "MESSAGE") || str_starts(line, "DEBUG") || str_starts(line, "INFO") ||
            str_starts(line, "SUGGEST")) {
            if (str_starts(line, "MESSAGE")) note_search(line, answer);
            continue;
        }
        player_take_time(player, answer);
        gomocup->answered_ns = clock_now(clock_real());
        Str rest = line;
        if (!str_to_int(str_until(&rest, ','), 0, gomocup->size - 1, &x) ||
            !str_to_int(str_trim(rest), 0, gomocup->size - 1, &y)) {
            return fault_set(player_blame(player), FAULT_PROTOCOL, "answered '%.*s' where a move was awaited",
                             (int)(line.len < 60 ? line.len : 60), line.ptr);
        }
        (void)snprintf(answer->move, sizeof answer->move, "%c%d", (char)('a' + x), gomocup->size - (int)y);
        gomocup->known = turn->count + 1;
        gomocup->in_step = true;
        return true;
    }
}

const PlayerProtocol player_gomocup = {.name = "gomocup",
                                       .memory_size = sizeof(Gomocup),
                                       .handshake = handshake,
                                       .new_game = new_game,
                                       .move = move,
                                       .quit = "END"};
