/* NBoard, from the GUI's side: Othello. The whole game goes out as GGF before every move, so nothing can get out of
 * step; a ping divides what belongs to the old position from what belongs to the new one. */
#include "app/duel/player.h"

#include <string.h>

typedef struct NBoard {
    int pings;
} NBoard;

static const char *refuses(const TimeControl *control)
{
    if (control->nodes > 0 || control->movetime_ms > 0 || control->byoyomi_ms > 0 || control->increment_ms > 0) {
        return "NBoard knows a time for the whole game and a depth, and no other limit";
    }
    return NULL;
}

static bool ping(Player *player)
{
    int number = ++((NBoard *)player_memory(player))->pings;
    if (!player_say(player, "ping %d", number)) return false;
    for (;;) {
        Str line;
        int64_t answered = 0;
        if (!player_hear(player, &line)) return false;
        if (str_eq(str_word(&line), "pong") && str_to_int(str_word(&line), 0, INT32_MAX, &answered) &&
            answered == number) {
            return true;
        }
    }
}

static bool handshake(Player *player)
{
    const PlayerSetup *setup = player_setup(player);
    player_wait(player, setup->start_ms, "pong");
    if (!player_say(player, "nboard 2")) return false;
    for (int i = 0; i < setup->spec->option_count; i++) {
        /* The protocol's own settings (contempt, depth); NBoard has no list of options. */
        if (!player_say(player, "set %s %s", setup->spec->options[i].name, setup->spec->options[i].value)) return false;
    }
    return ping(player);
}

static bool new_game(Player *player)
{
    player_wait(player, player_setup(player)->start_ms, "pong");
    return ping(player);
}

/* "64 squares and the side", as positions of Othello are written here, to a GGF board. */
static void put_board(Buf *line, const char *start)
{
    int squares = 0;
    (void)buf_puts(line, "BO[8 ");
    for (const char *c = start; *c && squares < 65; c++) {
        char mark = *c == 'X' || *c == 'x' || *c == '*' ? '*' : *c == 'O' || *c == 'o' ? 'O' : '-';
        if (*c == ' ') continue;
        (void)buf_printf(line, squares == 64 ? " %c" : "%c", mark);
        squares++;
    }
    (void)buf_puts(line, "]");
}

static void put_move(Buf *line, int side, const char *text, int ms)
{
    char square[3] = "PA";
    if (text[0] && text[1] >= '1' && text[1] <= '8' && !text[2]) {
        square[0] = (char)(text[0] & ~0x20);
        square[1] = text[1];
    }
    (void)buf_printf(line, "%c[%s//%.2f]", side == 0 ? 'B' : 'W', square, ms / 1000.0);
}

static bool say_game(Player *player, const Turn *turn)
{
    Buf line = buf_new(1 << 15);
    long long seconds = (long long)turn->control[turn->side]->time_ms / 1000;
    (void)buf_printf(&line, "set game (;GM[Othello]PC[Yomi]PB[%s]PW[%s]RE[?]TI[%lld:%02lld]TY[8]", turn->name[0],
                     turn->name[1], seconds / 60, seconds % 60);
    put_board(&line, turn->start);
    for (size_t i = 0; i < turn->count; i++) {
        put_move(&line, (turn->start_side + (int)i) & 1, turn->moves[i], turn->move_ms[i]);
    }
    (void)buf_puts(&line, ";)");
    bool said = !line.failed && player_say_text(player, buf_text(&line));
    if (line.failed) (void)fault_set(player_blame(player), FAULT_PROTOCOL, "the game is too long for one line");
    buf_free(&line);
    return said;
}

/* "=== F5/1.25/0.3", or with blanks in place of slashes, as some engines do. */
static bool take_answer(Player *player, Str rest, Answer *answer)
{
    for (size_t i = 0; i < rest.len; i++) {
        if (rest.ptr[i] != '/') continue;
        Str value = str_skip(rest, i + 1);
        double eval = 0;
        if (str_to_double(str_until(&value, '/'), &eval) && eval > -100 && eval < 100) {
            answer->score = (int)(eval * 100);
            answer->scored = true;
        }
        rest.len = i;
        break;
    }
    return player_take_move(player, str_word(&rest), answer);
}

/* "nodestats NODES SECONDS", "search PV EVAL 0 DEPTH ...": the last of each is what the move came from. */
static void note_search(Str line, Answer *answer)
{
    Str word = str_word(&line);
    int64_t number = 0;
    if (str_eq(word, "nodestats") && str_to_int(str_word(&line), 0, INT64_MAX, &number)) {
        answer->nodes = (uint64_t)number;
    } else if (str_eq(word, "search")) {
        for (int skip = 0; skip < 3; skip++) (void)str_word(&line);
        Str depth = str_word(&line);
        /* "12", "12@73%"; "100%" is no depth but says that the end was solved. */
        size_t digits = 0;
        while (digits < depth.len && depth.ptr[digits] >= '0' && depth.ptr[digits] <= '9') digits++;
        bool solved = digits < depth.len && depth.ptr[digits] == '%';
        if (!solved && str_to_int((Str){depth.ptr, digits}, 0, 1000, &number)) answer->depth = (int)number;
    }
}

static bool move(Player *player, const Turn *turn, Answer *answer)
{
    player_wait(player, turn->patience_ms, "===");
    int64_t depth = turn->control[turn->side]->depth;
    if (!say_game(player, turn)) return false;
    if (depth > 0 && !player_say(player, "set depth %lld", (long long)depth)) return false;
    if (!ping(player)) return false;
    player_wait(player, turn->patience_ms, "===");
    player_start_clock(player);
    if (!player_say(player, "go")) return false;
    for (;;) {
        Str line;
        if (!player_hear(player, &line)) return false;
        if (!str_starts(line, "===")) {
            note_search(line, answer);
            continue;
        }
        player_take_time(player, answer);
        return take_answer(player, str_trim(str_skip(line, 3)), answer);
    }
}

const PlayerProtocol player_nboard = {.name = "nboard",
                                      .memory_size = sizeof(NBoard),
                                      .refuses = refuses,
                                      .handshake = handshake,
                                      .new_game = new_game,
                                      .move = move,
                                      .quit = "quit"};
