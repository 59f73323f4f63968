/* The Gomocup (piskvork) protocol with the commands that Yixin-Board and gomocalc add to it.
 *
 * Managers compare the answer to START with "OK" as a whole, send CR LF, count cells from 0 at the upper left, and wait
 * for exactly one answer to a command; INFO has none. The protocol has no word for captures: `INFO variant ninuki` or
 * `pente` (or `INFO rule 16` or `32`) is this program's own, see docs/rules/gomoku.md.
 *
 * The engine's answer cannot be played from the result callback, so it is kept and played when the next command
 * comes. */
#include "front/gomocup.h"
#include "front/protocols.h"

#include <stdio.h>
#include <string.h>

Gomocup *gomocup_memory(Front *front)
{
    return front_memory(front);
}

void gomocup_move_text(const Gomocup *session, int x, int y, char out[YOMI_MOVE_TEXT_MAX])
{
    (void)snprintf(out, YOMI_MOVE_TEXT_MAX, "%c%d", 'a' + x, session->size - y);
}

/* "k10" as "10,9"; false when it is no move. */
bool gomocup_coordinates(const Gomocup *session, Str move, int *x, int *y)
{
    int64_t row;
    if (move.len < 2 || !str_to_int(str_skip(move, 1), 1, session->size, &row)) return false;
    *x = move.ptr[0] - 'a';
    *y = session->size - (int)row;
    return *x >= 0 && *x < session->size;
}

void gomocup_forget_answer(Gomocup *session)
{
    session->answer[0][0] = session->answer[1][0] = '\0';
}

/* Plays the engine's own last answer, now that no search runs. */
void gomocup_settle(Front *front)
{
    Gomocup *session = gomocup_memory(front);
    for (int i = 0; i < 2 && session->play_answer; i++) {
        if (session->answer[i][0]) (void)yomi_play(front_engine(front), session->answer[i], NULL);
    }
    gomocup_forget_answer(session);
}

Str gomocup_shown(Str text)
{
    return (Str){text.ptr, text.len < SHOWN_MAX ? text.len : SHOWN_MAX};
}

bool gomocup_is_started(Front *front)
{
    if (gomocup_memory(front)->size > 0) return true;
    front_print(front, "ERROR no board: START comes first");
    return false;
}

/* "x,y" or "x,y,owner", on the board. */
bool gomocup_parse_cell(const Gomocup *session, Str text, Cell *out)
{
    int64_t x, y, owner = 0;
    Str rest = text, first = str_until(&rest, ','), second = str_until(&rest, ',');
    if (!str_to_int(str_trim(first), 0, session->size - 1, &x)) return false;
    if (!str_to_int(str_trim(second), 0, session->size - 1, &y)) return false;
    if (rest.len > 0 && !str_to_int(str_trim(rest), 1, 3, &owner)) return false;
    *out = (Cell){(int)x, (int)y, (int)owner};
    return true;
}

static void start_board(Front *front, int64_t size)
{
    Gomocup *session = gomocup_memory(front);
    char text[16];
    yomi_error error;
    (void)snprintf(text, sizeof text, "%d", (int)size);
    yomi_engine *engine = front_engine(front);
    yomi_status status = yomi_set_option(engine, "BoardSize", text, &error);
    front_ready(front);
    if (status == YOMI_OK) status = yomi_new_game(engine, &error);
    if (status == YOMI_OK) status = yomi_set_position(engine, NULL, NULL, 0, &error);
    if (status != YOMI_OK) {
        front_print(front, "ERROR %s", error.text);
        return;
    }
    if (session->size != (int)size) buf_clear(&session->blocked); /* its cells have other names now */
    session->size = (int)size;
    gomocup_forget_answer(session);
    front_print(front, "OK");
}

static void cmd_start(Front *front, Str arguments)
{
    int64_t size;
    if (!str_to_int(str_trim(arguments), BOARD_MIN, BOARD_MAX, &size)) {
        front_print(front, "ERROR unsupported board size: %d to %d are played", BOARD_MIN, BOARD_MAX);
        return;
    }
    start_board(front, size);
}

static void cmd_rectstart(Front *front, Str arguments)
{
    Str height = arguments, width = str_until(&height, ',');
    if (str_trim(width).len == str_trim(height).len &&
        memcmp(str_trim(width).ptr, str_trim(height).ptr, str_trim(width).len) == 0) {
        cmd_start(front, width);
    } else {
        front_print(front, "ERROR only square boards are played");
    }
}

static void cmd_restart(Front *front, Str arguments)
{
    (void)arguments;
    if (gomocup_is_started(front)) start_board(front, gomocup_memory(front)->size);
}

static void cmd_begin(Front *front, Str arguments)
{
    (void)arguments;
    if (!gomocup_is_started(front)) return;
    gomocup_settle(front);
    gomocup_think(front, 1, PURPOSE_MOVE, true);
}

static void cmd_turn(Front *front, Str arguments)
{
    Gomocup *session = gomocup_memory(front);
    Cell cell;
    if (!gomocup_is_started(front)) return;
    gomocup_settle(front);
    if (!gomocup_parse_cell(session, arguments, &cell)) {
        front_print(front, "ERROR TURN needs x,y on the board, not '%.*s'", STR_ARG(gomocup_shown(arguments)));
        return;
    }
    char move[YOMI_MOVE_TEXT_MAX];
    yomi_error error;
    gomocup_move_text(session, cell.x, cell.y, move);
    if (yomi_play(front_engine(front), move, &error) != YOMI_OK) {
        front_print(front, "ERROR %s", error.text);
    } else {
        gomocup_think(front, 1, PURPOSE_MOVE, true);
    }
}

static void cmd_play(Front *front, Str arguments)
{
    Gomocup *session = gomocup_memory(front);
    Cell cell;
    char move[YOMI_MOVE_TEXT_MAX];
    if (!gomocup_is_started(front)) return;
    gomocup_settle(front);
    yomi_error error = {YOMI_BAD_INPUT, "PLAY needs x,y on the board"};
    bool good = gomocup_parse_cell(session, arguments, &cell);
    if (good) gomocup_move_text(session, cell.x, cell.y, move);
    if (!good || yomi_play(front_engine(front), move, &error) != YOMI_OK)
        front_print(front, "ERROR %s", error.text);
    else
        front_print(front, "%d,%d", cell.x, cell.y);
}

static void cmd_takeback(Front *front, Str arguments)
{
    Gomocup *session = gomocup_memory(front);
    yomi_engine *engine = front_engine(front);
    Cell cell;
    char move[YOMI_MOVE_TEXT_MAX];
    if (!gomocup_is_started(front)) return;
    gomocup_settle(front);
    size_t ply = yomi_ply(engine);
    const char *last = ply > 0 ? yomi_move_at(engine, ply - 1) : NULL;
    if (!gomocup_parse_cell(session, arguments, &cell)) {
        front_print(front, "ERROR TAKEBACK needs x,y on the board");
        return;
    }
    gomocup_move_text(session, cell.x, cell.y, move);
    yomi_error error = {YOMI_BAD_INPUT, "only the last move can be taken back"};
    bool is_last = last && strcmp(last, move) == 0;
    if (!is_last || yomi_undo(engine, &error) != YOMI_OK)
        front_print(front, "ERROR %s", error.text);
    else
        front_print(front, "OK");
}

static void set_rule(Front *front, const char *rule)
{
    yomi_engine *engine = front_engine(front);
    yomi_error error;
    if (strcmp(yomi_get_option(engine, "Rule"), rule) == 0) return;
    yomi_status status = yomi_set_option(engine, "Rule", rule, &error);
    if (status == YOMI_OK && yomi_ply(engine) == 0) status = yomi_set_position(engine, NULL, NULL, 0, &error);
    if (status != YOMI_OK) front_print(front, "MESSAGE %s", error.text);
}

static void set_rule_number(Front *front, int64_t mask)
{
    if (mask & 16)
        set_rule(front, "ninuki");
    else if (mask & 32)
        set_rule(front, "pente");
    else if (mask & (2 | 4))
        set_rule(front, "renju");
    else
        set_rule(front, mask & 1 ? "standard" : "freestyle");
}

static void set_option_number(Front *front, const char *name, int64_t value)
{
    char text[24];
    yomi_error error;
    (void)snprintf(text, sizeof text, "%lld", (long long)value);
    if (yomi_set_option(front_engine(front), name, text, &error) != YOMI_OK)
        front_print(front, "MESSAGE %s", error.text);
    front_ready(front); /* now, for the clock runs from the next BEGIN or TURN on */
}

/* A parameter of the search by its own name, so that versions can be compared over the protocol. */
static void set_named_option(Front *front, Str key, int64_t value)
{
    char name[64];
    if (str_copy(key, name, sizeof name) && yomi_get_option(front_engine(front), name))
        set_option_number(front, name, value);
}

static bool is_limit(Str key)
{
    static const char *const keys[] = {"timeout_turn", "timeout_match", "time_left", "max_depth", "max_node"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (str_eq_nocase(key, keys[i])) return true;
    }
    return false;
}

/* INFO has no answer; what is not known is passed over. */
static void cmd_info(Front *front, Str arguments)
{
    Gomocup *session = gomocup_memory(front);
    Str rest = arguments, key = str_word(&rest), value = str_trim(rest);
    int64_t n = 0;
    bool number = str_to_int_within(value, -UNLIMITED_MS, INT64_C(1) << 40, &n);
    if (str_eq_nocase(key, "variant")) {
        char name[16];
        if (str_copy(value, name, sizeof name)) set_rule(front, name);
        return;
    }
    if (!number) {
        if (is_limit(key)) front_print(front, "MESSAGE INFO %.*s needs a number: nothing is changed", STR_ARG(key));
        return;
    }
    if (str_eq_nocase(key, "timeout_turn"))
        session->turn_ms = n;
    else if (str_eq_nocase(key, "timeout_match"))
        session->match_ms = n;
    else if (str_eq_nocase(key, "time_left"))
        session->left_ms = n > 0 ? n : 1;
    else if (str_eq_nocase(key, "max_depth"))
        session->depth = n > 0 && n < 200 ? (int)n : 0;
    else if (str_eq_nocase(key, "max_node"))
        session->nodes = n > 0 ? (uint64_t)n : 0;
    else if (str_eq_nocase(key, "show_detail"))
        session->detail = (int)(n != 0);
    else if (str_eq_nocase(key, "rule"))
        set_rule_number(front, n);
    else if (str_eq_nocase(key, "thread_num") && n > 0)
        set_option_number(front, "Threads", n);
    else if (str_eq_nocase(key, "hash_size") && n > 0)
        set_option_number(front, "Hash", n < 2048 ? 1 : n >> 10);
    /* Half of the memory for the table; the rest of the program fits into the other half. */
    else if (str_eq_nocase(key, "max_memory") && n > 0)
        set_option_number(front, "Hash", n < 1 << 22 ? 1 : n >> 21);
    else
        set_named_option(front, key, n);
}

static void cmd_about(Front *front, Str arguments)
{
    (void)arguments;
    front_print(front,
                "name=\"Yomi\", version=\"%s\", author=\"the Yomi contributors\", country=\"\", www=\"\", email=\"\"",
                yomi_version());
}

static void cmd_end(Front *front, Str arguments)
{
    (void)arguments;
    front_quit(front);
}

static void unknown(Front *front, Str line)
{
    if (str_trim(line).len > 0) front_print(front, "UNKNOWN command '%.*s'", STR_ARG(gomocup_shown(str_trim(line))));
}

static void too_long(Front *front)
{
    static const char *const why = "the line is too long or has a NUL byte";
    if (gomocup_memory(front)->collecting != COLLECT_NOTHING)
        gomocup_refuse_list(front, why, (Str){"", 0});
    else
        front_print(front, "ERROR %s", why);
}

static void remark(Front *front, const char *text)
{
    front_print(front, "MESSAGE %s", text);
}

static void open_session(Front *front)
{
    Gomocup *session = gomocup_memory(front);
    session->turn_ms = 5000;
    session->match_ms = session->left_ms = UNLIMITED_MS; /* time_left counts also where nobody tells timeout_match */
    session->blocked = buf_new(1 << 14);
    set_rule(front, "freestyle");
}

static void close_session(Front *front)
{
    buf_free(&gomocup_memory(front)->blocked);
}

static bool begins_with(Str line)
{
    Str word = str_word(&line);
    return str_eq_nocase(word, "START") || str_eq_nocase(word, "RECTSTART") || str_eq_nocase(word, "ABOUT") ||
           str_eq_nocase(word, "INFO") || str_eq_nocase(word, "YXSHOWINFO");
}

static const FrontCommand commands[] = {
    {"START", FRONT_STOPS, cmd_start},
    {"RECTSTART", FRONT_STOPS, cmd_rectstart},
    {"RESTART", FRONT_STOPS, cmd_restart},
    {"BEGIN", FRONT_WAITS, cmd_begin},
    {"TURN", FRONT_WAITS, cmd_turn},
    {"PLAY", FRONT_WAITS, cmd_play},
    {"BOARD", FRONT_WAITS, gomocup_board},
    {"YXBOARD", FRONT_WAITS, gomocup_yxboard},
    {"SWAP2BOARD", FRONT_WAITS, gomocup_swap2board},
    {"TAKEBACK", FRONT_WAITS, cmd_takeback},
    {"INFO", FRONT_WAITS, cmd_info},
    {"ABOUT", FRONT_AT_ONCE, cmd_about},
    {"END", FRONT_STOPS, cmd_end},
    {"YXSTOP", FRONT_AT_ONCE, gomocup_stop},
    {"STOP", FRONT_AT_ONCE, gomocup_stop},
    {"YXNBEST", FRONT_WAITS, gomocup_nbest},
    {"YXSHOWFORBID", FRONT_WAITS, gomocup_showforbid},
    {"YXSHOWINFO", FRONT_WAITS, gomocup_showinfo},
    {"YXHASHCLEAR", FRONT_WAITS, gomocup_hashclear},
    {"YXSHOWHASHUSAGE", FRONT_WAITS, gomocup_showhash},
    {"YXBALANCEONE", FRONT_WAITS, gomocup_balance_one},
    {"YXBALANCETWO", FRONT_WAITS, gomocup_balance_two},
    {"YXBLOCK", FRONT_WAITS, gomocup_block},
    {"YXBLOCKUNDO", FRONT_WAITS, gomocup_blockundo},
    {"YXBLOCKRESET", FRONT_WAITS, gomocup_blockreset},
};

bool gomocup_is_command(Str line)
{
    Str word = str_word(&line);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (str_eq_nocase(word, commands[i].name)) return true;
    }
    return false;
}

const FrontProtocol front_gomocup = {
    .name = "gomocup",
    .title = "Gomocup (piskvork), the protocol of gomoku managers",
    .needs = "Rule",
    .any_case = true,
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .memory_size = sizeof(Gomocup),
    .open = open_session,
    .close = close_session,
    .intercept = gomocup_intercept,
    .unknown = unknown,
    .too_long = too_long,
    .remark = remark,
    .report = gomocup_on_report,
    .result = gomocup_on_result,
    .begins_with = begins_with,
};
