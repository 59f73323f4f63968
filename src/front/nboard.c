/* NBoard protocol, version 2: how Othello GUIs talk to an engine.
 *
 * Unknown lines are ignored, as the protocol asks. Everything that changes the position, and every ping, stops a
 * running search first, so what is printed after a pong belongs to the position that the GUI knows. Errors are status
 * lines. */
#include "front/protocols.h"
#include "othello/record/ggf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CENTI = 100, HINTS_MAX = 60, ANALYSE_MS = 200, OPTION_NAME_MAX = 64, CLOCK_MOST_S = 10000000 };

typedef enum NboardMode { NBOARD_IDLE, NBOARD_HINT, NBOARD_GO, NBOARD_ANALYSE } NboardMode;

typedef struct Nboard {
    NboardMode mode;                  /* of the running search */
    int depth;                        /* 0: not set */
    int empties;                      /* of the position being searched */
    bool outcomes;                    /* it is solved for who wins only */
    int score;                        /* of the last result, when analysing */
    double main_s[2], increment_s[2]; /* the clock; main_s 0: none */
    double used_s[2];                 /* of it, less the increments that came in */
} Nboard;

/* "f5 d6 pass" becomes "F5-D6-PA". */
static void join_line(const char *pv, Buf *out)
{
    Str rest = str_from(pv);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        if (out->len > 0) (void)buf_putc(out, '-');
        if (str_eq(word, "pass")) word = STR_LIT("PA");
        for (size_t i = 0; i < word.len; i++) {
            char c = word.ptr[i];
            (void)buf_putc(out, c >= 'a' && c <= 'z' ? (char)(c - 32) : c);
        }
    }
}

static int count_empties(Front *front)
{
    yomi_board board = YOMI_BOARD_INIT;
    int empties = 0;
    (void)yomi_get_board(front_engine(front), &board);
    for (int i = 0; i < board.width * board.height; i++) empties += board.cells[i].owner == YOMI_NOBODY;
    return empties;
}

static void say(Front *front, const char *text)
{
    front_print(front, "status %s", text);
}

/* ---- reports ---- */

static void print_search(Front *front, const Nboard *nboard, const yomi_report *report, const char *line)
{
    char depth[32];
    if (report->depth >= nboard->empties && report->selectivity == 100) {
        (void)snprintf(depth, sizeof depth, nboard->outcomes ? "100%%W" : "100%%");
    } else {
        (void)snprintf(depth, sizeof depth, report->selectivity < 100 ? "%d@%d%%" : "%d", report->depth,
                       report->selectivity);
    }
    front_print(front, "search %s %.2f 0 %s", line, (double)report->score / CENTI, depth);
    front_print(front, "nodestats %llu %.3f", (unsigned long long)report->nodes, (double)report->time_ms / 1000);
}

static void on_report(Front *front, const yomi_report *report)
{
    const Nboard *nboard = front_memory(front);
    bool wanted = nboard->mode == NBOARD_HINT || nboard->mode == NBOARD_GO;
    bool book = report->kind == YOMI_REPORT_BOOK;
    bool search = report->kind == YOMI_REPORT_LINE && report->bound == YOMI_BOUND_EXACT;
    if (!wanted || (!book && !search)) return;
    Buf line = buf_new(1024);
    join_line(report->pv, &line);
    if (book) {
        front_print(front, "book %s %.2f %u %d", buf_text(&line), (double)report->score / CENTI,
                    (unsigned)report->games, report->depth);
    } else {
        print_search(front, nboard, report, buf_text(&line));
    }
    buf_free(&line);
}

static void on_result(Front *front, const yomi_result *result)
{
    Nboard *nboard = front_memory(front);
    nboard->score = result->score;
    if (nboard->mode == NBOARD_GO) {
        Buf move = buf_new(64);
        join_line(result->best[0] ? result->best : "pass", &move);
        front_print(front, "=== %s/%.2f/%.2f", buf_text(&move), (double)result->score / CENTI,
                    (double)result->time_ms / 1000);
        buf_free(&move);
    }
    if (nboard->mode != NBOARD_ANALYSE) say(front, "");
}

/* ---- the game ---- */

/* Seconds that a clock can have: a game may bring any number, and no infinite one. */
static double sane_seconds(double seconds)
{
    return seconds > CLOCK_MOST_S ? CLOCK_MOST_S : seconds > 0 ? seconds : 0;
}

/* A move whose time is not told brings no increment either: nothing is counted on that may have been used up. */
static void take_time(Nboard *nboard, int side, double seconds)
{
    if (seconds > 0) nboard->used_s[side] += sane_seconds(seconds) - nboard->increment_s[side];
}

static void take_clock(Nboard *nboard, const GgfGame *game)
{
    for (int side = 0; side < 2; side++) {
        nboard->main_s[side] = sane_seconds(game->clock_s[side]);
        nboard->increment_s[side] = sane_seconds(game->increment_s[side]);
        nboard->used_s[side] = 0;
    }
    for (int i = 0; i < game->count; i++) take_time(nboard, game->moves[i].side, game->moves[i].seconds);
}

static void cmd_nboard(Front *front, Str arguments)
{
    if (!str_eq(str_trim(arguments), "2")) say(front, "this engine speaks version 2 of the protocol");
    front_print(front, "set myname Yomi");
    front_ready(front);
}

static void set_game(Front *front, Str text)
{
    GgfGame *game = calloc(1, sizeof *game);
    const char *moves[GGF_MOVES_MAX];
    Error error;
    yomi_error why;
    if (!game) return;
    if (ggf_parse(text, game, &error) != STATUS_OK) {
        say(front, error.text);
    } else {
        for (int i = 0; i < game->count; i++) moves[i] = game->moves[i].text;
        if (yomi_set_position(front_engine(front), game->position, moves, (size_t)game->count, &why) != YOMI_OK) {
            say(front, why.text);
        } else {
            take_clock(front_memory(front), game);
        }
    }
    free(game);
}

static void set_option(Front *front, const char *name, Str value)
{
    Buf text = buf_new(1 << 12);
    yomi_error error;
    if (!buf_str(&text, value))
        say(front, "the value of an option is too long");
    else if (yomi_set_option(front_engine(front), name, buf_text(&text), &error) != YOMI_OK)
        say(front, error.text);
    buf_free(&text);
}

/* What the protocol does not know is taken for an option of the engine. */
static void cmd_set(Front *front, Str arguments)
{
    Nboard *nboard = front_memory(front);
    Str rest = arguments;
    Str what = str_word(&rest);
    int64_t number = 0;
    rest = str_trim(rest);
    if (str_eq_nocase(what, "game")) {
        set_game(front, rest);
    } else if (str_eq_nocase(what, "depth")) {
        if (str_to_int(rest, 1, 60, &number))
            nboard->depth = (int)number;
        else
            say(front, "set depth takes a number from 1 to 60");
    } else if (str_eq_nocase(what, "contempt")) {
        set_option(front, "Contempt", rest);
    } else {
        char name[OPTION_NAME_MAX];
        if (!str_copy(what, name, sizeof name) || !yomi_get_option(front_engine(front), name)) return;
        set_option(front, name, rest);
        front_ready(front); /* a file that cannot be had is told now, not at the next move */
    }
}

/* move F5[/eval[/seconds]] */
static void cmd_move(Front *front, Str arguments)
{
    Nboard *nboard = front_memory(front);
    Str rest = str_trim(arguments);
    char move[YOMI_MOVE_TEXT_MAX];
    yomi_error error;
    int side = yomi_side_to_move(front_engine(front));
    if (!str_copy(str_until(&rest, '/'), move, sizeof move)) {
        say(front, "that is no move");
        return;
    }
    (void)str_until(&rest, '/');
    double seconds = 0;
    if (yomi_play(front_engine(front), move, &error) != YOMI_OK)
        say(front, error.text);
    else if (str_to_double(str_trim(rest), &seconds))
        take_time(nboard, side, seconds);
}

/* ---- thinking ---- */

static bool start(Front *front, NboardMode mode, yomi_limits *limits)
{
    Nboard *nboard = front_memory(front);
    yomi_error error;
    nboard->mode = mode;
    nboard->empties = count_empties(front);
    const char *outcomes = yomi_get_option(front_engine(front), "WinLossDraw"); /* NULL in a game that has not got it */
    nboard->outcomes = outcomes && strcmp(outcomes, "true") == 0;
    bool started = front_go(front, limits, &error);
    if (!started) say(front, error.text);
    return started;
}

/* Memory and files may be missing, but the GUI waits for a move. */
static void answer_without_search(Front *front)
{
    Str rest = str_from(yomi_legal_moves(front_engine(front)));
    char first[YOMI_MOVE_TEXT_MAX];
    Buf move = buf_new(64);
    join_line(str_copy(str_word(&rest), first, sizeof first) && first[0] ? first : "pass", &move);
    front_print(front, "=== %s", buf_text(&move));
    buf_free(&move);
}

static void cmd_hint(Front *front, Str arguments)
{
    const Nboard *nboard = front_memory(front);
    int64_t lines = 1;
    yomi_limits limits = YOMI_LIMITS_INIT;
    if (!str_to_int(str_trim(arguments), 1, INT32_MAX, &lines)) lines = 1;
    if (lines > HINTS_MAX) lines = HINTS_MAX; /* "all moves" is 64 in NBoard */
    if (yomi_get_outcome(front_engine(front), NULL) != YOMI_ONGOING) return;
    say(front, "Analysing");
    limits.multipv = (int)lines;
    limits.depth = nboard->depth;
    limits.analysis = 1;
    (void)start(front, NBOARD_HINT, &limits);
}

static void cmd_go(Front *front, Str arguments)
{
    (void)arguments;
    const Nboard *nboard = front_memory(front);
    int side = yomi_side_to_move(front_engine(front));
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = nboard->depth;
    if (nboard->main_s[side] > 0) {
        double left = nboard->main_s[side] - nboard->used_s[side];
        limits.time_ms = (int64_t)(sane_seconds(left) * 1000);
        limits.increment_ms = (int64_t)(nboard->increment_s[side] * 1000);
    }
    if (limits.depth == 0 && limits.time_ms == YOMI_NO_LIMIT) limits.movetime_ms = 1000;
    say(front, "Thinking");
    if (!start(front, NBOARD_GO, &limits)) answer_without_search(front);
}

static void cmd_ping(Front *front, Str arguments)
{
    front_print(front, "pong %.*s", STR_ARG(str_trim(arguments)));
}

static void cmd_learn(Front *front, Str arguments)
{
    (void)arguments;
    yomi_error error;
    yomi_status status = yomi_learn(front_engine(front), &error);
    front_print(front, "learned");                 /* in any case: the GUI waits for it */
    if (status != YOMI_OK) say(front, error.text); /* after it, for it clears the GUI's status line */
}

/* Scores every position of the game from the last back to the first, then plays it forward again. The next command
 * ends it after the position in hand. */
static void cmd_analyze(Front *front, Str arguments)
{
    (void)arguments;
    yomi_engine *engine = front_engine(front);
    const Nboard *nboard = front_memory(front);
    char moves[GGF_MOVES_MAX][YOMI_MOVE_TEXT_MAX];
    size_t count = yomi_ply(engine);
    if (count > GGF_MOVES_MAX) {
        say(front, "the game has too many moves for an analysis");
        return;
    }
    for (size_t i = 0; i < count; i++) (void)snprintf(moves[i], sizeof moves[i], "%s", yomi_move_at(engine, i));
    for (size_t made = count;; made--) {
        yomi_limits limits = YOMI_LIMITS_INIT;
        limits.movetime_ms = ANALYSE_MS;
        if (!start(front, NBOARD_ANALYSE, &limits)) break;
        front_wait(front);
        int sign = yomi_side_to_move(engine) == 0 ? 1 : -1;
        front_print(front, "analysis %zu %.2f", made, (double)(sign * nboard->score) / CENTI);
        if (made == 0 || front_waiting(front) || yomi_undo(engine, NULL) != YOMI_OK) break;
    }
    for (size_t i = yomi_ply(engine); i < count; i++) (void)yomi_play(engine, moves[i], NULL);
    say(front, "");
}

static void cmd_quit(Front *front, Str arguments)
{
    (void)arguments;
    front_quit(front);
}

static bool begins_with(Str line)
{
    return str_starts(line, "nboard");
}

static const FrontCommand commands[] = {
    {"nboard", FRONT_STOPS, cmd_nboard}, {"set", FRONT_STOPS, cmd_set},         {"move", FRONT_STOPS, cmd_move},
    {"hint", FRONT_STOPS, cmd_hint},     {"go", FRONT_STOPS, cmd_go},           {"ping", FRONT_STOPS, cmd_ping},
    {"learn", FRONT_STOPS, cmd_learn},   {"analyze", FRONT_STOPS, cmd_analyze}, {"quit", FRONT_STOPS, cmd_quit},
};

const FrontProtocol front_nboard = {
    .name = "nboard",
    .title = "NBoard",
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .memory_size = sizeof(Nboard),
    .remark = say,
    .report = on_report,
    .result = on_result,
    .begins_with = begins_with,
};
