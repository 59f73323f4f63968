/* USI: the protocol of shogi GUIs.
 *
 * GUIs split lines at blanks, show what they do not understand to nobody, and drop a bestmove that they did not expect;
 * so every go gets exactly one bestmove (or checkmate), errors are `info string` lines, and nothing else is said. */
#include "front/usi.h"
#include "front/protocols.h"
#include "front/usi_score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESIGN_MAX = 30000 };

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

/* ---- the rest ---- */

static void cmd_stop(Front *front, Str arguments)
{
    (void)arguments;
    yomi_stop(front_engine(front));
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
    front_print(front, "info string unknown command: %.*s", (int)(line.len < USI_SHOWN_MAX ? line.len : USI_SHOWN_MAX),
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
    {"go", FRONT_STOPS, usi_cmd_go},
    {"stop", FRONT_AT_ONCE, cmd_stop},
    {"ponderhit", FRONT_AT_ONCE, usi_cmd_ponderhit},
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
