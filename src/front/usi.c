/* USI: the protocol of shogi GUIs.
 *
 * GUIs split lines at blanks, show what they do not understand to nobody, and drop a bestmove that they did not expect;
 * so every go gets exactly one bestmove (or checkmate), errors are `info string` lines, and nothing else is said. */
#include "front/protocols.h"

#include <stdio.h>
#include <string.h>

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
        yomi_option option;
        if (yomi_option_at(engine, i, &option) == YOMI_OK && !option.advanced) print_option(front, &option);
    }
    front_print(front, "option name ResignValue type spin default 0 min 0 max 30000");
    front_print(front, "usiok");
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
    int64_t resign = 0;
    if (str_eq_nocase(str_from(name), "ResignValue") && str_to_int(rest, 0, 30000, &resign)) {
        ((Usi *)front_memory(front))->resign_below = (int)resign;
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

static void cmd_isready(Front *front, Str arguments)
{
    (void)arguments;
    yomi_error error;
    if (yomi_ready(front_engine(front), &error) != YOMI_OK) front_print(front, "info string %s", error.text);
    front_print(front, "readyok");
}

static void cmd_usinewgame(Front *front, Str arguments)
{
    (void)arguments;
    yomi_error error;
    if (yomi_new_game(front_engine(front), &error) != YOMI_OK) front_print(front, "info string %s", error.text);
}

/* ---- position ---- */

/* position (startpos | sfen TEXT) [moves M ...] */
static void cmd_position(Front *front, Str arguments)
{
    enum { WORD = 16 };
    Str rest = arguments;
    Str kind = str_word(&rest);
    bool is_start = str_eq(kind, "startpos");
    Str sfen = {str_trim(rest).ptr, 0};
    static const char *none[1] = {NULL};
    const char *moves[YOMI_PLIES_MAX];
    Buf words = buf_new((size_t)WORD * YOMI_PLIES_MAX);
    size_t starts[YOMI_PLIES_MAX], count = 0;
    for (Str word = str_word(&rest); word.len > 0 && !str_eq(word, "moves"); word = str_word(&rest)) {
        sfen.len = (size_t)(word.ptr + word.len - sfen.ptr);
    }
    for (Str word = str_word(&rest); word.len > 0 && count < YOMI_PLIES_MAX; word = str_word(&rest)) {
        starts[count++] = words.len;
        (void)buf_str(&words, word);
        (void)buf_append(&words, "", 1);
    }
    for (size_t i = 0; i < count; i++) moves[i] = buf_text(&words) + starts[i];
    char text[512];
    yomi_error error = {YOMI_BAD_INPUT, "position needs startpos or sfen"};
    yomi_status status = YOMI_BAD_INPUT;
    if (words.failed) {
        (void)snprintf(error.text, sizeof error.text, "a move that is too long");
    } else if (is_start || (str_eq(kind, "sfen") && str_copy(sfen, text, sizeof text))) {
        status = yomi_set_position(front_engine(front), is_start ? NULL : text, count ? moves : none, count, &error);
    }
    if (status != YOMI_OK) front_print(front, "info string position: %s", error.text);
    buf_free(&words);
}

/* ---- go ---- */

typedef struct GoClock {
    int64_t time[2], increment[2], byoyomi;
    bool given;
} GoClock;

static bool take_number(Str *rest, int64_t min, int64_t *out)
{
    Str probe = *rest;
    if (!str_to_int(str_word(&probe), min, INT64_C(1) << 50, out)) return false;
    *rest = probe;
    return true;
}

static bool is_keyword(Str word)
{
    static const char *const words[] = {"btime", "wtime",    "binc", "winc",   "byoyomi", "movetime",    "depth",
                                        "nodes", "infinite", "mate", "ponder", "perft",   "searchmoves", "movestogo"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_eq(word, words[i])) return true;
    }
    return false;
}

/* The clock words of go and ponderhit. True when the word was one of them. */
static bool take_clock_word(GoClock *clock, Str word, Str *rest)
{
    int64_t *place = str_eq(word, "btime")     ? &clock->time[0]
                     : str_eq(word, "wtime")   ? &clock->time[1]
                     : str_eq(word, "binc")    ? &clock->increment[0]
                     : str_eq(word, "winc")    ? &clock->increment[1]
                     : str_eq(word, "byoyomi") ? &clock->byoyomi
                                               : NULL;
    if (!place) return false;
    if (take_number(rest, INT64_MIN / 2, place)) clock->given = true;
    if (*place < 0) *place = 0; /* a clock that has run over */
    return true;
}

static void apply_clock(const GoClock *clock, int side, yomi_limits *limits)
{
    if (!clock->given) return;
    limits->time_ms = clock->time[side];
    limits->increment_ms = clock->increment[side];
    limits->byoyomi_ms = clock->byoyomi;
}

/* Copies the move words behind searchmoves into `moves`, up to the next keyword. */
static void take_moves(Str *rest, Buf *moves)
{
    for (;;) {
        Str probe = *rest;
        Str word = str_word(&probe);
        if (word.len == 0 || is_keyword(word)) return;
        (void)buf_str(moves, word);
        (void)buf_putc(moves, ' ');
        *rest = probe;
    }
}

static void take_mate(Usi *usi, Str *rest, yomi_limits *limits)
{
    int64_t ms = 0;
    usi->mate_search = true;
    limits->mate = -1;
    if (take_number(rest, 1, &ms)) {
        limits->movetime_ms = ms;
    } else {
        (void)str_word(rest); /* "infinite": until an answer is found or stop */
    }
}

static bool take_go_word(Usi *usi, Str word, Str *rest, yomi_limits *limits, Buf *only)
{
    int64_t n = 0;
    if (str_eq(word, "infinite")) {
        limits->infinite = 1;
    } else if (str_eq(word, "ponder")) {
        limits->ponder = 1;
    } else if (str_eq(word, "mate")) {
        take_mate(usi, rest, limits);
    } else if (str_eq(word, "searchmoves")) {
        take_moves(rest, only);
    } else if (str_eq(word, "movetime")) {
        if (take_number(rest, 0, &n)) limits->movetime_ms = n;
    } else if (str_eq(word, "depth")) {
        if (take_number(rest, 1, &n)) limits->depth = n > 10000 ? 10000 : (int)n;
    } else if (str_eq(word, "nodes")) {
        if (take_number(rest, 1, &n)) limits->nodes = (uint64_t)n;
    } else if (str_eq(word, "movestogo")) {
        if (take_number(rest, 1, &n)) limits->moves_to_go = n > 10000 ? 10000 : (int)n;
    } else {
        return false;
    }
    return true;
}

static void go_perft(Front *front, Str rest)
{
    int64_t depth = 0;
    if (!str_to_int(str_word(&rest), 0, 20, &depth)) {
        front_print(front, "info string go perft needs a depth from 0 to 20");
        return;
    }
    front_print(front, "perft %d %llu", (int)depth, (unsigned long long)yomi_perft(front_engine(front), (int)depth));
}

static void cmd_go(Front *front, Str arguments)
{
    Usi *usi = front_memory(front);
    yomi_limits limits = YOMI_LIMITS_INIT;
    GoClock clock = {0};
    Buf only = buf_new(1 << 14);
    usi->mate_search = false;
    Str rest = arguments;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        if (str_eq(word, "perft")) {
            go_perft(front, rest);
            buf_free(&only);
            return;
        }
        if (take_clock_word(&clock, word, &rest) || take_go_word(usi, word, &rest, &limits, &only)) continue;
        front_print(front, "info string go: '%.*s' is not known", STR_ARG(word));
    }
    apply_clock(&clock, yomi_side_to_move(front_engine(front)), &limits);
    if (only.len > 0) limits.only = buf_text(&only);
    yomi_error error;
    if (!front_go(front, &limits, &error)) {
        front_print(front, "info string go: %s", error.text);
        front_print(front, "%s", usi->mate_search ? "checkmate notimplemented" : "bestmove resign");
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
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) (void)take_clock_word(&clock, word, &rest);
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

static void print_score(Buf *line, int score, int win_in, yomi_bound bound)
{
    if (win_in != 0) {
        (void)buf_printf(line, " score mate %d", win_in);
    } else {
        (void)buf_printf(line, " score cp %d", score);
    }
    if (bound == YOMI_BOUND_LOWER) (void)buf_puts(line, " lowerbound");
    if (bound == YOMI_BOUND_UPPER) (void)buf_puts(line, " upperbound");
}

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
    print_score(&line, report->score, report->win_in, report->bound);
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
    front_print(front, "info string unknown command: %.*s", (int)(line.len < 80 ? line.len : 80), line.ptr);
}

static void on_too_long(Front *front)
{
    front_print(front, "info string a line was too long or had a NUL byte and was ignored");
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
    .game = "shogi",
    .title = "USI, for shogi GUIs",
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .memory_size = sizeof(Usi),
    .unknown = on_unknown,
    .too_long = on_too_long,
    .report = on_report,
    .result = on_result,
    .begins_with = begins_with,
};
