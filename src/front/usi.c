/* USI: the protocol of shogi GUIs.
 *
 * GUIs split lines at blanks, show what they do not understand to nobody, and drop a bestmove that they did not expect;
 * so every go gets exactly one bestmove (or checkmate), errors are `info string` lines, and nothing else is said. */
#include "front/protocols.h"
#include "front/usi_score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESIGN_MAX = 30000, DEPTH_MOST = 10000, SHOWN_MAX = 80 };
#define NUMBER_MOST (INT64_C(1) << 50)

typedef struct Usi {
    bool mate_search; /* the running search was started by go mate */
    int resign_below; /* centi-pawns; 0: never */
} Usi;

/* USI has names of its own for two options. */
static const char *usi_name(const char *name)
{
    return strcmp(name, "Hash") == 0 ? "USI_Hash" : strcmp(name, "Ponder") == 0 ? "USI_Ponder" : name;
}

static const char *inner_name(const char *name)
{
    return strcmp(name, "USI_Hash") == 0 ? "Hash" : strcmp(name, "USI_Ponder") == 0 ? "Ponder" : name;
}

/* ---- handshake and options ---- */

static void print_option(Front *front, const yomi_option *option)
{
    Buf line = buf_new(1 << 14);
    (void)buf_printf(&line, "option name %s", usi_name(option->name));
    switch (option->type) {
    case YOMI_OPTION_CHECK: (void)buf_printf(&line, " type check default %s", option->initial); break;
    case YOMI_OPTION_SPIN:
        (void)buf_printf(&line, " type spin default %s min %d max %d", option->initial, option->min, option->max);
        break;
    case YOMI_OPTION_COMBO:
        (void)buf_printf(&line, " type combo default %s", option->initial);
        for (int i = 0; option->choices[i]; i++) (void)buf_printf(&line, " var %s", option->choices[i]);
        break;
    case YOMI_OPTION_TEXT:
        (void)buf_printf(&line, " type string default %s", option->initial[0] ? option->initial : "<empty>");
        break;
    case YOMI_OPTION_BUTTON: (void)buf_puts(&line, " type button"); break;
    }
    front_print(front, "%s", buf_text(&line));
    buf_free(&line);
}

static void cmd_usi(Front *front, Str arguments)
{
    (void)arguments;
    yomi_engine *engine = front_engine(front);
    front_print(front, "id name Yomi %s", yomi_version());
    front_print(front, "id author the Yomi contributors");
    for (size_t i = 0; i < yomi_option_count(engine); i++) {
        yomi_option option = YOMI_OPTION_INIT;
        if (yomi_option_at(engine, i, &option) == YOMI_OK && !option.advanced) print_option(front, &option);
    }
    front_print(front, "option name ResignValue type spin default 0 min 0 max %d", RESIGN_MAX);
    front_print(front, "usiok");
}

static void set_resign_value(Front *front, Str value)
{
    int64_t resign = 0;
    if (str_to_int(value, 0, RESIGN_MAX, &resign)) {
        ((Usi *)front_memory(front))->resign_below = (int)resign;
    } else {
        front_print(front, "info string option ResignValue is a number from 0 to %d", RESIGN_MAX);
    }
}

/* setoption name N [value V]; names have no blanks, values may. */
static void cmd_setoption(Front *front, Str arguments)
{
    char name[64], value[1100];
    Str rest = arguments;
    if (str_eq(str_word(&rest), "name") == false || !str_copy(str_word(&rest), name, sizeof name) || !name[0]) {
        front_print(front, "info string setoption needs: name N [value V]");
        return;
    }
    Str word = str_word(&rest);
    rest = str_trim(rest);
    if ((word.len > 0 && !str_eq(word, "value")) || !str_copy(rest, value, sizeof value)) {
        front_print(front, "info string setoption %s: the value is not readable", name);
        return;
    }
    if (str_eq_nocase(str_from(name), "ResignValue")) {
        set_resign_value(front, rest);
        return;
    }
    yomi_error error;
    yomi_status status = yomi_set_option(front_engine(front), inner_name(name), value, &error);
    if (status != YOMI_OK) front_print(front, "info string %s", error.text);
}

static void cmd_getoption(Front *front, Str arguments)
{
    char name[64];
    const char *value =
        str_copy(arguments, name, sizeof name) ? yomi_get_option(front_engine(front), inner_name(name)) : NULL;
    front_print(front, "info string %s %s", name, value ? value : "is no option");
}

static void new_game(Front *front)
{
    yomi_error error;
    front_ready(front);
    if (yomi_new_game(front_engine(front), &error) != YOMI_OK) front_print(front, "info string %s", error.text);
}

/* It comes before every game, and the clock may run from usinewgame on: all that takes time is done here. */
static void cmd_isready(Front *front, Str arguments)
{
    (void)arguments;
    new_game(front);
    front_print(front, "readyok");
}

/* After isready there is nothing left to clear. */
static void cmd_usinewgame(Front *front, Str arguments)
{
    (void)arguments;
    new_game(front);
}

/* ---- position ---- */

/* The words of a list of moves, as yomi_set_position wants them. */
typedef struct MoveList {
    char *text; /* the words, each with a NUL behind it */
    const char **moves;
    size_t count;
} MoveList;

static void free_moves(MoveList *list)
{
    free(list->text);
    free(list->moves);
}

static bool read_moves(Str rest, MoveList *out)
{
    Str counted = rest;
    size_t count = 0;
    while (str_word(&counted).len > 0) count++;
    *out = (MoveList){.text = malloc(rest.len + 1), .moves = calloc(count + 1, sizeof *out->moves)};
    if (!out->text || !out->moves) return false;
    char *end = out->text;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        out->moves[out->count++] = end;
        memcpy(end, word.ptr, word.len);
        end += word.len;
        *end++ = '\0';
    }
    return true;
}

/* position (startpos | sfen TEXT) [moves M ...]; what is wrong with it leaves the position as it was. */
static void cmd_position(Front *front, Str arguments)
{
    Str rest = arguments;
    Str kind = str_word(&rest);
    bool is_start = str_eq(kind, "startpos");
    Str sfen = {str_trim(rest).ptr, 0};
    for (Str word = str_word(&rest); word.len > 0 && !str_eq(word, "moves"); word = str_word(&rest)) {
        sfen.len = (size_t)(word.ptr + word.len - sfen.ptr);
    }
    char text[512];
    yomi_error error = {YOMI_BAD_INPUT, "position needs startpos or sfen"};
    yomi_status status = YOMI_BAD_INPUT;
    MoveList list = {NULL, NULL, 0};
    if (!read_moves(rest, &list)) {
        (void)snprintf(error.text, sizeof error.text, "no memory for the moves");
    } else if (str_eq(kind, "sfen") && !str_copy(sfen, text, sizeof text)) {
        (void)snprintf(error.text, sizeof error.text, "the sfen is too long");
    } else if (is_start || str_eq(kind, "sfen")) {
        status = yomi_set_position(front_engine(front), is_start ? NULL : text, list.moves, list.count, &error);
    }
    if (status != YOMI_OK) front_print(front, "info string position: %s; the one before stays", error.text);
    free_moves(&list);
}

/* ---- go ---- */

typedef struct GoClock {
    int64_t time[2], increment[2], byoyomi;
    bool given;
} GoClock;

static bool is_keyword(Str word)
{
    static const char *const words[] = {"btime", "wtime",    "binc", "winc",   "byoyomi", "movetime",    "depth",
                                        "nodes", "infinite", "mate", "ponder", "perft",   "searchmoves", "movestogo"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_eq(word, words[i])) return true;
    }
    return false;
}

/* The number behind a word. One that is missing, cannot be read or is below `least` is told, and false: the caller then
 * takes what `instead` says, so that every go has an end. */
static bool take_number(Front *front, Str word, Str *rest, int64_t least, const char *instead, int64_t *out)
{
    Str probe = *rest, text = str_word(&probe);
    bool is_number = str_to_int_within(text, -NUMBER_MOST, NUMBER_MOST, out);
    if (is_keyword(text))
        text.len = 0; /* the number is missing */
    else
        *rest = probe;
    if (is_number && *out >= least) return true;
    if (text.len > SHOWN_MAX) text.len = SHOWN_MAX;
    front_print(front, "info string %.*s '%.*s' is taken as %s", STR_ARG(word), STR_ARG(text), instead);
    return false;
}

/* The clock words of go and ponderhit. True when the word was one of them. */
static bool take_clock_word(Front *front, GoClock *clock, Str word, Str *rest)
{
    int64_t *place = str_eq(word, "btime")     ? &clock->time[0]
                     : str_eq(word, "wtime")   ? &clock->time[1]
                     : str_eq(word, "binc")    ? &clock->increment[0]
                     : str_eq(word, "winc")    ? &clock->increment[1]
                     : str_eq(word, "byoyomi") ? &clock->byoyomi
                                               : NULL;
    if (!place) return false;
    clock->given = true;
    if (!take_number(front, word, rest, -NUMBER_MOST, "0", place) || *place < 0) *place = 0; /* it may have run over */
    return true;
}

static void apply_clock(const GoClock *clock, int side, yomi_limits *limits)
{
    if (!clock->given) return;
    limits->time_ms = clock->time[side];
    limits->increment_ms = clock->increment[side];
    limits->byoyomi_ms = clock->byoyomi;
}

/* Copies the legal moves behind searchmoves into `moves`, up to the next keyword. */
static void take_moves(Front *front, Str *rest, Buf *moves)
{
    size_t refused = 0;
    Str first = {"", 0};
    for (;;) {
        char move[YOMI_MOVE_TEXT_MAX];
        Str probe = *rest;
        Str word = str_word(&probe);
        if (word.len == 0 || is_keyword(word)) break;
        *rest = probe;
        if (str_copy(word, move, sizeof move) && yomi_is_legal(front_engine(front), move)) {
            (void)buf_printf(moves, "%s ", move);
        } else if (refused++ == 0) {
            first = (Str){word.ptr, word.len < SHOWN_MAX ? word.len : SHOWN_MAX};
        }
    }
    if (refused > 0) {
        front_print(front, "info string searchmoves: %zu not legal here, the first is '%.*s'", refused, STR_ARG(first));
    }
    if (moves->len == 0) front_print(front, "info string searchmoves names no legal move: all moves are searched");
}

/* mate MS, mate infinite, or mate alone: until an answer is found or stop. */
static void take_mate(Front *front, Str *rest, yomi_limits *limits)
{
    Str probe = *rest, word = str_word(&probe);
    int64_t ms = 0;
    ((Usi *)front_memory(front))->mate_search = true;
    limits->mate = -1;
    if (str_eq(word, "infinite")) {
        *rest = probe;
    } else if (word.len > 0 && !is_keyword(word)) {
        limits->movetime_ms = take_number(front, STR_LIT("mate"), rest, 1, "0 ms", &ms) ? ms : 0;
    }
}

static bool take_go_word(Front *front, Str word, Str *rest, yomi_limits *limits, Buf *only)
{
    int64_t n = 0;
    if (str_eq(word, "infinite")) {
        limits->infinite = 1;
    } else if (str_eq(word, "ponder")) {
        limits->ponder = 1;
    } else if (str_eq(word, "mate")) {
        take_mate(front, rest, limits);
    } else if (str_eq(word, "searchmoves")) {
        take_moves(front, rest, only);
    } else if (str_eq(word, "movetime")) {
        limits->movetime_ms = take_number(front, word, rest, 0, "0", &n) ? n : 0;
    } else if (str_eq(word, "depth")) {
        if (!take_number(front, word, rest, 1, "1", &n)) n = 1;
        limits->depth = n > DEPTH_MOST ? DEPTH_MOST : (int)n;
    } else if (str_eq(word, "nodes")) {
        if (take_number(front, word, rest, 1, "depth 1", &n))
            limits->nodes = (uint64_t)n;
        else
            limits->depth = 1;
    } else if (str_eq(word, "movestogo")) {
        if (take_number(front, word, rest, 1, "not given", &n)) limits->moves_to_go = n > 10000 ? 10000 : (int)n;
    } else {
        return false;
    }
    return true;
}

typedef struct PerftCaller {
    Front *front;
    unsigned asked;
} PerftCaller;

/* Any command ends it, and so does a GUI that is gone. */
static int perft_goes_on(void *context)
{
    enum { LOOK_EVERY = 64 };
    PerftCaller *caller = context;
    return ++caller->asked % LOOK_EVERY != 0 || !front_waiting(caller->front);
}

static void go_perft(Front *front, Str rest)
{
    int64_t depth = 0;
    uint64_t leaves = 0;
    PerftCaller caller = {.front = front};
    if (!str_to_int(str_word(&rest), 0, 20, &depth)) {
        front_print(front, "info string go perft needs a depth from 0 to 20");
    } else if (yomi_perft_while(front_engine(front), (int)depth, perft_goes_on, &caller, &leaves)) {
        front_print(front, "perft %d %llu", (int)depth, (unsigned long long)leaves);
    } else {
        front_print(front, "info string perft %d was ended by the next command", (int)depth);
    }
}

/* Memory and files may be missing, but a GUI takes no answer, or resignation, for the end of the game. */
static void answer_without_search(Front *front)
{
    const Usi *usi = front_memory(front);
    Str rest = str_from(yomi_legal_moves(front_engine(front)));
    Str move = str_word(&rest);
    if (usi->mate_search) {
        front_print(front, "checkmate notimplemented");
    } else if (move.len == 0) {
        front_print(front, "bestmove resign");
    } else {
        front_print(front, "bestmove %.*s", STR_ARG(move));
    }
}

static void cmd_go(Front *front, Str arguments)
{
    Usi *usi = front_memory(front);
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.play_on = 1; /* the GUI judges repetitions */
    GoClock clock = {0};
    Buf only = buf_new(1 << 16);
    int unknown = 0;
    usi->mate_search = false;
    Str rest = arguments;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        if (str_eq(word, "perft")) {
            go_perft(front, rest);
            buf_free(&only);
            return;
        }
        if (take_clock_word(front, &clock, word, &rest) || take_go_word(front, word, &rest, &limits, &only)) continue;
        if (word.len > SHOWN_MAX) word.len = SHOWN_MAX;
        if (unknown++ == 0) front_print(front, "info string go: '%.*s' is not known", STR_ARG(word));
    }
    apply_clock(&clock, yomi_side_to_move(front_engine(front)), &limits);
    if (only.len > 0) limits.only = buf_text(&only);
    yomi_error error;
    if (!front_go(front, &limits, &error)) {
        front_print(front, "info string go: %s", error.text);
        answer_without_search(front);
    }
    buf_free(&only);
}

static void cmd_stop(Front *front, Str arguments)
{
    (void)arguments;
    yomi_stop(front_engine(front));
}

static void cmd_ponderhit(Front *front, Str arguments)
{
    GoClock clock = {0};
    Str rest = arguments;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest))
        (void)take_clock_word(front, &clock, word, &rest);
    yomi_limits limits = YOMI_LIMITS_INIT;
    apply_clock(&clock, yomi_side_to_move(front_engine(front)), &limits);
    yomi_ponderhit(front_engine(front), clock.given ? &limits : NULL);
}

static void cmd_gameover(Front *front, Str arguments)
{
    (void)front;
    (void)arguments; /* the search has been stopped on the way here */
}

static void cmd_quit(Front *front, Str arguments)
{
    (void)arguments;
    front_quit(front);
}

static void cmd_d(Front *front, Str arguments)
{
    (void)arguments;
    front_print_text(front, str_from(yomi_board_text(front_engine(front))));
    front_print(front, "sfen %s", yomi_position_text(front_engine(front)));
}

static void cmd_moves(Front *front, Str arguments)
{
    (void)arguments;
    front_print(front, "%s", yomi_legal_moves(front_engine(front)));
}

/* ---- answers ---- */

static void on_report(Front *front, const yomi_report *report)
{
    if (report->kind == YOMI_REPORT_TEXT) {
        front_print(front, "info string %s", report->text);
        return;
    }
    if (report->kind == YOMI_REPORT_CURRENT_MOVE) {
        front_print(front, "info depth %d currmove %s currmovenumber %d", report->depth, report->current,
                    report->current_number);
        return;
    }
    Buf line = buf_new(1 << 14);
    (void)buf_printf(&line, "info depth %d seldepth %d multipv %d", report->depth, report->seldepth, report->line);
    usi_print_score(&line, report->score, report->win_in, report->bound);
    (void)buf_printf(&line, " nodes %llu nps %llu hashfull %d time %lld pv %s", (unsigned long long)report->nodes,
                     (unsigned long long)report->nps, report->hashfull, (long long)report->time_ms, report->pv);
    front_print(front, "%s", buf_text(&line));
    buf_free(&line);
}

static void print_checkmate(Front *front, const yomi_result *result)
{
    if (result->proof == YOMI_PROOF_WIN) {
        front_print(front, "checkmate %s", result->pv);
    } else {
        front_print(front, "checkmate %s", result->proof == YOMI_PROOF_NO_WIN ? "nomate" : "timeout");
    }
}

static void on_result(Front *front, const yomi_result *result)
{
    const Usi *usi = front_memory(front);
    bool hopeless = usi->resign_below > 0 && result->bound == YOMI_BOUND_EXACT && result->score <= -usi->resign_below;
    if (usi->mate_search) {
        print_checkmate(front, result);
    } else if (!result->best[0] || hopeless) {
        front_print(front, "bestmove resign");
    } else if (result->ponder[0]) {
        front_print(front, "bestmove %s ponder %s", result->best, result->ponder);
    } else {
        front_print(front, "bestmove %s", result->best);
    }
}

static void on_unknown(Front *front, Str line)
{
    front_print(front, "info string unknown command: %.*s", (int)(line.len < SHOWN_MAX ? line.len : SHOWN_MAX),
                line.ptr);
}

static void on_too_long(Front *front)
{
    front_print(front, "info string a line was too long or had a NUL byte and was ignored");
}

static void on_remark(Front *front, const char *text)
{
    front_print(front, "info string %s", text);
}

static bool begins_with(Str line)
{
    return str_eq(line, "usi");
}

static const FrontCommand commands[] = {
    {"usi", FRONT_STOPS, cmd_usi},
    {"setoption", FRONT_STOPS, cmd_setoption},
    {"getoption", FRONT_AT_ONCE, cmd_getoption},
    {"isready", FRONT_STOPS, cmd_isready},
    {"usinewgame", FRONT_STOPS, cmd_usinewgame},
    {"position", FRONT_STOPS, cmd_position},
    {"go", FRONT_STOPS, cmd_go},
    {"stop", FRONT_AT_ONCE, cmd_stop},
    {"ponderhit", FRONT_AT_ONCE, cmd_ponderhit},
    {"gameover", FRONT_STOPS, cmd_gameover},
    {"quit", FRONT_STOPS, cmd_quit},
    {"d", FRONT_AT_ONCE, cmd_d},
    {"moves", FRONT_AT_ONCE, cmd_moves},
};

const FrontProtocol front_usi = {
    .name = "usi",
    .title = "USI, for shogi GUIs",
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .memory_size = sizeof(Usi),
    .unknown = on_unknown,
    .too_long = on_too_long,
    .remark = on_remark,
    .report = on_report,
    .result = on_result,
    .begins_with = begins_with,
};
