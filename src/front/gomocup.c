/* The Gomocup (piskvork) protocol with the commands that Yixin-Board and gomocalc add to it.
 *
 * Managers compare the answer to START with "OK" as a whole, send CR LF, count cells from 0 at the upper left, and wait
 * for exactly one answer to a command; INFO has none. The protocol has no word for captures: `INFO variant ninuki` or
 * `pente` (or `INFO rule 16` or `32`) is this program's own, see docs/rules/gomoku.md.
 *
 * The engine's answer cannot be played from the result callback, so it is kept and played when the next command
 * comes. */
#include "front/protocols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS_MAX = 400,
    BOARD_MIN = 15,
    BOARD_MAX = 20,
    SWAP_MARGIN = 50,
    SCORE_BIAS_MAX = 30000,
    BALANCE_LINES = 12, /* lines that the most even one is taken from */
    UNLIMITED_MS = 2147483647
};

typedef enum Collecting {
    COLLECT_NOTHING,
    COLLECT_BOARD,
    COLLECT_YXBOARD,
    COLLECT_SWAP2,
    COLLECT_BLOCK,
    COLLECT_UNBLOCK
} Collecting;

/* What the running search is asked for. */
typedef enum Purpose {
    PURPOSE_MOVE,
    PURPOSE_COLOUR,      /* a move, or SWAP */
    PURPOSE_SWAP2,       /* that, or two stones that leave the choice to the other side */
    PURPOSE_BALANCE_ONE, /* the stone after which the game is as even as wanted */
    PURPOSE_BALANCE_TWO  /* two stones */
} Purpose;

typedef struct Line {
    int score;
    char first[YOMI_MOVE_TEXT_MAX], second[YOMI_MOVE_TEXT_MAX]; /* second may be "" */
} Line;

typedef struct Cell {
    int x, y, owner; /* owner: 1 ours, 2 theirs, 3 neither; 0 when the line had none */
} Cell;

typedef struct Gomocup {
    int size; /* 0 before START */
    int64_t turn_ms, match_ms, left_ms;
    int depth;
    uint64_t nodes;
    int detail; /* INFO lines wanted */
    int lines;  /* of the running search */
    Purpose purpose;
    int bias; /* of PURPOSE_BALANCE_: the score wanted for the side to move */
    bool play_answer;
    char answer[2][YOMI_MOVE_TEXT_MAX]; /* to be played before the next command */
    Line balance[BALANCE_LINES];        /* newest lines of a search that weighs them */
    int balance_count;
    int depth_told, scores[2]; /* of the best line: the newest depth, its score and that of the depth before */
    int hash_permille;         /* as of the last report */
    Collecting collecting;
    Cell cells[CELLS_MAX];
    int cell_count;
    Buf blocked; /* moves to leave out */
} Gomocup;

static Gomocup *memory(Front *front)
{
    return front_memory(front);
}

static void move_text(const Gomocup *session, int x, int y, char out[YOMI_MOVE_TEXT_MAX])
{
    (void)snprintf(out, YOMI_MOVE_TEXT_MAX, "%c%d", 'a' + x, session->size - y);
}

/* "k10" as "10,9"; false when it is no move. */
static bool coordinates(const Gomocup *session, Str move, int *x, int *y)
{
    int64_t row;
    if (move.len < 2 || !str_to_int(str_skip(move, 1), 1, session->size, &row)) return false;
    *x = move.ptr[0] - 'a';
    *y = session->size - (int)row;
    return *x >= 0 && *x < session->size;
}

static void forget_answer(Gomocup *session)
{
    session->answer[0][0] = session->answer[1][0] = '\0';
}

/* Plays the engine's own last answer, now that no search runs. */
static void settle(Front *front)
{
    Gomocup *session = memory(front);
    for (int i = 0; i < 2 && session->play_answer; i++) {
        if (session->answer[i][0]) (void)yomi_play(front_engine(front), session->answer[i], NULL);
    }
    forget_answer(session);
}

static bool is_started(Front *front)
{
    if (memory(front)->size > 0) return true;
    front_print(front, "ERROR no board: START comes first");
    return false;
}

/* "x,y" or "x,y,owner", on the board. */
static bool parse_cell(const Gomocup *session, Str text, Cell *out)
{
    int64_t x, y, owner = 0;
    Str rest = text, first = str_until(&rest, ','), second = str_until(&rest, ',');
    if (!str_to_int(str_trim(first), 0, session->size - 1, &x)) return false;
    if (!str_to_int(str_trim(second), 0, session->size - 1, &y)) return false;
    if (rest.len > 0 && !str_to_int(str_trim(rest), 1, 3, &owner)) return false;
    *out = (Cell){(int)x, (int)y, (int)owner};
    return true;
}

/* ---- thinking ---- */

/* piskvork gives a limit for the turn and what is left of the match; a twentieth of the rest is spent at most. */
static int64_t move_time(const Gomocup *session)
{
    int64_t ms = session->turn_ms > 0 ? session->turn_ms : 10;
    if (session->match_ms > 0 && session->left_ms < UNLIMITED_MS) {
        int64_t share = session->left_ms / 20;
        if (share < ms) ms = share;
    }
    return ms > 1 ? ms : 1;
}

static void think(Front *front, int lines, Purpose purpose, bool play_answer)
{
    Gomocup *session = memory(front);
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.byoyomi_ms = move_time(session); /* not a time to use up to the last ms: who is late has lost */
    limits.depth = session->depth;
    limits.nodes = session->nodes;
    limits.multipv = lines;
    if (session->blocked.len > 0) limits.except = buf_text(&session->blocked);
    session->lines = lines;
    session->purpose = purpose;
    session->balance_count = session->depth_told = session->scores[0] = session->scores[1] = 0;
    session->play_answer = play_answer;
    yomi_error error;
    if (!front_go(front, &limits, &error)) front_print(front, "ERROR %s", error.text);
}

static void print_pv(Front *front, const char *pv)
{
    const Gomocup *session = memory(front);
    Buf line = buf_new(1 << 14);
    Str rest = str_from(pv);
    (void)buf_puts(&line, "INFO BESTLINE");
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        int x, y;
        if (coordinates(session, word, &x, &y)) (void)buf_printf(&line, " %d,%d", x, y);
    }
    front_print(front, "%s", buf_text(&line));
    buf_free(&line);
}

static void print_eval(const yomi_report *report, char out[24])
{
    if (report->win_in > 0)
        (void)snprintf(out, 24, "+M%d", report->win_in);
    else if (report->win_in < 0)
        (void)snprintf(out, 24, "-M%d", -report->win_in);
    else
        (void)snprintf(out, 24, "%d", report->score);
}

static void keep_line(Gomocup *session, const yomi_report *report)
{
    if (report->line < 1 || report->line > BALANCE_LINES) return;
    Line *line = &session->balance[report->line - 1];
    Str rest = str_from(report->pv);
    line->score = report->score;
    if (!str_copy(str_word(&rest), line->first, sizeof line->first)) line->first[0] = '\0';
    if (!str_copy(str_word(&rest), line->second, sizeof line->second)) line->second[0] = '\0';
    if (report->line > session->balance_count) session->balance_count = report->line;
    if (report->line > 1) return;
    if (report->depth != session->depth_told) session->scores[1] = session->scores[0];
    if (session->depth_told == 0) session->scores[1] = report->score;
    session->scores[0] = report->score;
    session->depth_told = report->depth;
}

static void on_report(Front *front, const yomi_report *report)
{
    Gomocup *session = memory(front);
    if (report->kind == YOMI_REPORT_LINE) {
        session->hash_permille = report->hashfull;
        keep_line(session, report);
    }
    if (report->kind == YOMI_REPORT_TEXT) front_print(front, "MESSAGE %s", report->text);
    if (report->kind != YOMI_REPORT_LINE) return;
    char eval[24];
    print_eval(report, eval);
    if (session->detail == 0 && session->lines <= 1) {
        front_print(front, "MESSAGE depth %d-%d ev %s n %llu tm %lld pv %s", report->depth, report->seldepth, eval,
                    (unsigned long long)report->nodes, (long long)report->time_ms, report->pv);
        return;
    }
    front_print(front, "INFO PV %d", report->line - 1);
    front_print(front, "INFO NUMPV %d", session->lines > 1 ? session->lines : 1);
    front_print(front, "INFO DEPTH %d", report->depth);
    front_print(front, "INFO SELDEPTH %d", report->seldepth);
    front_print(front, "INFO NODES %llu", (unsigned long long)report->nodes);
    front_print(front, "INFO TOTALNODES %llu", (unsigned long long)report->nodes);
    front_print(front, "INFO TOTALTIME %lld", (long long)report->time_ms);
    front_print(front, "INFO SPEED %llu", (unsigned long long)report->nps);
    front_print(front, "INFO EVAL %s", eval);
    print_pv(front, report->pv);
    front_print(front, "INFO PV DONE");
}

/* The line whose score is nearest to the one wanted, with a second stone if there has to be one; NULL without any. */
static const Line *most_even(const Gomocup *session, int wanted, bool two)
{
    const Line *best = NULL;
    for (int i = 0; i < session->balance_count; i++) {
        const Line *line = &session->balance[i];
        if (!line->first[0] || (two && !line->second[0])) continue;
        if (!best || abs(line->score - wanted) < abs(best->score - wanted)) best = line;
    }
    return best;
}

static void answer_moves(Front *front, const char *first, const char *second)
{
    Gomocup *session = memory(front);
    int x, y, x2, y2;
    forget_answer(session);
    if (!coordinates(session, str_from(first), &x, &y)) {
        front_print(front, "ERROR the game is over");
        return;
    }
    (void)snprintf(session->answer[0], sizeof session->answer[0], "%s", first);
    if (coordinates(session, str_from(second), &x2, &y2)) {
        (void)snprintf(session->answer[1], sizeof session->answer[1], "%s", second);
        front_print(front, "%d,%d %d,%d", x, y, x2, y2);
    } else {
        front_print(front, "%d,%d", x, y);
    }
}

/* A choice of colours is worth more than none, so two stones are set only where neither colour is clearly better. Odd
 * and even depths differ by the worth of a move, so the mean of two tells. */
static void on_result(Front *front, const yomi_result *result)
{
    Gomocup *session = memory(front);
    Purpose purpose = session->purpose;
    bool balancing = purpose == PURPOSE_BALANCE_ONE || purpose == PURPOSE_BALANCE_TWO;
    bool colour = purpose == PURPOSE_COLOUR || purpose == PURPOSE_SWAP2;
    int score = (session->scores[0] + session->scores[1]) / 2;
    bool even = purpose == PURPOSE_SWAP2 && abs(score) <= SWAP_MARGIN;
    const Line *line = balancing ? most_even(session, session->bias, purpose == PURPOSE_BALANCE_TWO)
                       : even    ? most_even(session, 0, true)
                                 : NULL;
    if (colour && score < -SWAP_MARGIN) {
        forget_answer(session);
        front_print(front, "SWAP");
    } else if (line) {
        answer_moves(front, line->first, purpose == PURPOSE_BALANCE_ONE ? "" : line->second);
    } else {
        answer_moves(front, result->best, "");
    }
}

/* ---- board ---- */

static void start_board(Front *front, int64_t size)
{
    Gomocup *session = memory(front);
    char text[16];
    yomi_error error;
    (void)snprintf(text, sizeof text, "%d", (int)size);
    yomi_engine *engine = front_engine(front);
    yomi_status status = yomi_set_option(engine, "BoardSize", text, &error);
    if (status == YOMI_OK) status = yomi_new_game(engine, &error);
    if (status == YOMI_OK) status = yomi_set_position(engine, NULL, NULL, 0, &error);
    if (status == YOMI_OK) status = yomi_ready(engine, &error);
    if (status != YOMI_OK) {
        front_print(front, "ERROR %s", error.text);
        return;
    }
    session->size = (int)size;
    forget_answer(session);
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
    if (is_started(front)) start_board(front, memory(front)->size);
}

static void cmd_begin(Front *front, Str arguments)
{
    (void)arguments;
    if (!is_started(front)) return;
    settle(front);
    think(front, 1, PURPOSE_MOVE, true);
}

static void cmd_turn(Front *front, Str arguments)
{
    Gomocup *session = memory(front);
    Cell cell;
    if (!is_started(front)) return;
    settle(front);
    if (!parse_cell(session, arguments, &cell)) {
        front_print(front, "ERROR TURN needs x,y on the board, not '%.*s'", STR_ARG(arguments));
        return;
    }
    char move[YOMI_MOVE_TEXT_MAX];
    yomi_error error;
    move_text(session, cell.x, cell.y, move);
    if (yomi_play(front_engine(front), move, &error) != YOMI_OK) {
        front_print(front, "ERROR %s", error.text);
    } else {
        think(front, 1, PURPOSE_MOVE, true);
    }
}

static void cmd_play(Front *front, Str arguments)
{
    Gomocup *session = memory(front);
    Cell cell;
    char move[YOMI_MOVE_TEXT_MAX];
    if (!is_started(front)) return;
    settle(front);
    yomi_error error = {YOMI_BAD_INPUT, "PLAY needs x,y on the board"};
    bool good = parse_cell(session, arguments, &cell);
    if (good) move_text(session, cell.x, cell.y, move);
    if (!good || yomi_play(front_engine(front), move, &error) != YOMI_OK)
        front_print(front, "ERROR %s", error.text);
    else
        front_print(front, "%d,%d", cell.x, cell.y);
}

static void cmd_takeback(Front *front, Str arguments)
{
    Gomocup *session = memory(front);
    yomi_engine *engine = front_engine(front);
    Cell cell;
    char move[YOMI_MOVE_TEXT_MAX];
    if (!is_started(front)) return;
    settle(front);
    size_t ply = yomi_ply(engine);
    const char *last = ply > 0 ? yomi_move_at(engine, ply - 1) : NULL;
    if (!parse_cell(session, arguments, &cell)) {
        front_print(front, "ERROR TAKEBACK needs x,y on the board");
        return;
    }
    move_text(session, cell.x, cell.y, move);
    yomi_error error = {YOMI_BAD_INPUT, "only the last move can be taken back"};
    bool is_last = last && strcmp(last, move) == 0;
    if (!is_last || yomi_undo(engine, &error) != YOMI_OK)
        front_print(front, "ERROR %s", error.text);
    else
        front_print(front, "OK");
}

/* ---- commands of several lines ---- */

static void collect(Front *front, Collecting what)
{
    if (!is_started(front)) return;
    settle(front);
    memory(front)->collecting = what;
    memory(front)->cell_count = 0;
}

static void cmd_board(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_BOARD);
}

static void cmd_yxboard(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_YXBOARD);
}

static void cmd_swap2board(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_SWAP2);
}

static void cmd_block(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_BLOCK);
}

static void cmd_blockundo(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_UNBLOCK);
}

static void cmd_blockreset(Front *front, Str arguments)
{
    (void)arguments;
    buf_clear(&memory(front)->blocked);
}

/* The stones in the order given, as moves. This keeps captures right. */
static bool set_by_moves(Front *front)
{
    const Gomocup *session = memory(front);
    char texts[CELLS_MAX][YOMI_MOVE_TEXT_MAX];
    const char *moves[CELLS_MAX];
    for (int i = 0; i < session->cell_count; i++) {
        /* Colours must take turns, and we are to move after the last stone. */
        int expected = (session->cell_count - i) % 2 == 1 ? 2 : 1;
        if (session->cells[i].owner != 0 && session->cells[i].owner != expected) return false;
        move_text(session, session->cells[i].x, session->cells[i].y, texts[i]);
        moves[i] = texts[i];
    }
    return yomi_set_position(front_engine(front), NULL, moves, (size_t)session->cell_count, NULL) == YOMI_OK;
}

/* The stones as a position: black has as many as white or one more. */
static bool set_by_stones(Front *front, yomi_error *error)
{
    const Gomocup *session = memory(front);
    char grid[BOARD_MAX][BOARD_MAX];
    int ours = 0, theirs = 0;
    for (int i = 0; i < session->cell_count; i++) {
        ours += session->cells[i].owner == 1;
        theirs += session->cells[i].owner == 2;
    }
    bool we_are_black = ours >= theirs;
    memset(grid, '.', sizeof grid);
    for (int i = 0; i < session->cell_count; i++) {
        const Cell *cell = &session->cells[i];
        bool black = (cell->owner == 1) == we_are_black;
        if (cell->owner == 1 || cell->owner == 2) grid[cell->y][cell->x] = black ? 'x' : 'o';
    }
    Buf text = buf_new(1 << 12);
    (void)buf_printf(&text, "%s ", yomi_get_option(front_engine(front), "Rule"));
    for (int y = 0; y < session->size; y++) {
        int empty = 0;
        for (int x = 0; x < session->size; x++) {
            if (grid[y][x] == '.') {
                empty++;
                continue;
            }
            if (empty > 0) (void)buf_printf(&text, "%d", empty);
            (void)buf_putc(&text, grid[y][x]);
            empty = 0;
        }
        if (empty > 0) (void)buf_printf(&text, "%d", empty);
        if (y + 1 < session->size) (void)buf_putc(&text, '/');
    }
    (void)buf_printf(&text, " %c 0 0", we_are_black ? 'b' : 'w');
    yomi_status status = yomi_set_position(front_engine(front), buf_text(&text), NULL, 0, error);
    buf_free(&text);
    return status == YOMI_OK;
}

static void finish_swap2(Front *front)
{
    const Gomocup *session = memory(front);
    int centre = session->size / 2;
    if (session->cell_count == 0) {
        front_print(front, "%d,%d %d,%d %d,%d", centre, centre, centre + 1, centre - 1, centre - 3, centre - 2);
    } else if (session->cell_count != 3 && session->cell_count != 5) {
        front_print(front, "ERROR SWAP2BOARD takes 0, 3 or 5 stones");
    } else if (!set_by_moves(front)) {
        front_print(front, "ERROR the stones are not a position");
    } else {
        think(front, session->cell_count == 3 ? BALANCE_LINES : 1,
              session->cell_count == 3 ? PURPOSE_SWAP2 : PURPOSE_COLOUR, true);
    }
}

static void finish_block(Front *front)
{
    Gomocup *session = memory(front);
    for (int i = 0; i < session->cell_count; i++) {
        char move[YOMI_MOVE_TEXT_MAX];
        move_text(session, session->cells[i].x, session->cells[i].y, move);
        (void)buf_printf(&session->blocked, "%s ", move);
    }
}

/* Keeps the blocked cells that were not named. */
static void finish_unblock(Front *front)
{
    Gomocup *session = memory(front);
    Buf kept = buf_new(1 << 14);
    Str rest = buf_view(&session->blocked);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        bool named = false;
        for (int i = 0; i < session->cell_count && !named; i++) {
            char move[YOMI_MOVE_TEXT_MAX];
            move_text(session, session->cells[i].x, session->cells[i].y, move);
            named = str_eq(word, move);
        }
        if (!named) (void)buf_printf(&kept, "%.*s ", STR_ARG(word));
    }
    buf_free(&session->blocked);
    session->blocked = kept;
}

static void finish_collecting(Front *front)
{
    Gomocup *session = memory(front);
    Collecting what = session->collecting;
    session->collecting = COLLECT_NOTHING;
    if (what == COLLECT_SWAP2) {
        finish_swap2(front);
    } else if (what == COLLECT_BLOCK) {
        finish_block(front);
    } else if (what == COLLECT_UNBLOCK) {
        finish_unblock(front);
    } else {
        yomi_error error;
        if (!set_by_moves(front) && !set_by_stones(front, &error))
            front_print(front, "ERROR %s", error.text);
        else if (what == COLLECT_BOARD)
            think(front, 1, PURPOSE_MOVE, true);
    }
}

static bool intercept(Front *front, Str line)
{
    Gomocup *session = memory(front);
    if (session->collecting == COLLECT_NOTHING) return false;
    Cell cell;
    line = str_trim(line);
    if (str_eq_nocase(line, "DONE")) {
        finish_collecting(front);
    } else if (!parse_cell(session, line, &cell) || session->cell_count == CELLS_MAX) {
        session->collecting = COLLECT_NOTHING;
        front_print(front, "ERROR not a stone on the board: '%.*s'", STR_ARG(line));
    } else {
        session->cells[session->cell_count++] = cell;
    }
    return true;
}

/* ---- settings ---- */

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
}

/* INFO has no answer; what is not known is passed over. */
static void cmd_info(Front *front, Str arguments)
{
    Gomocup *session = memory(front);
    Str rest = arguments, key = str_word(&rest), value = str_trim(rest);
    int64_t n = 0;
    bool number = str_to_int(value, -UNLIMITED_MS, INT64_C(1) << 40, &n);
    if (str_eq_nocase(key, "variant")) {
        char name[16];
        if (str_copy(value, name, sizeof name)) set_rule(front, name);
        return;
    }
    if (!number) return;
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
}

/* ---- the rest ---- */

static void cmd_stop(Front *front, Str arguments)
{
    (void)arguments;
    yomi_stop(front_engine(front));
}

static void cmd_nbest(Front *front, Str arguments)
{
    int64_t lines;
    if (!is_started(front)) return;
    settle(front);
    if (str_to_int(str_trim(arguments), 1, 225, &lines))
        think(front, (int)lines, PURPOSE_MOVE, false);
    else
        front_print(front, "ERROR YXNBEST needs a number from 1 to 225");
}

static void balance(Front *front, Str arguments, Purpose purpose)
{
    int64_t bias = 0;
    if (!is_started(front)) return;
    settle(front);
    arguments = str_trim(arguments);
    if (arguments.len > 0 && !str_to_int(arguments, -SCORE_BIAS_MAX, SCORE_BIAS_MAX, &bias)) {
        front_print(front, "ERROR YXBALANCE takes the score wanted, %d to %d", -SCORE_BIAS_MAX, SCORE_BIAS_MAX);
        return;
    }
    memory(front)->bias = (int)bias;
    think(front, BALANCE_LINES, purpose, false);
}

static void cmd_balance_one(Front *front, Str arguments)
{
    balance(front, arguments, PURPOSE_BALANCE_ONE);
}

static void cmd_balance_two(Front *front, Str arguments)
{
    balance(front, arguments, PURPOSE_BALANCE_TWO);
}

static void cmd_showhash(Front *front, Str arguments)
{
    (void)arguments;
    int permille = memory(front)->hash_permille;
    front_print(front, "MESSAGE hash usage %d.%d%% of %s MB", permille / 10, permille % 10,
                yomi_get_option(front_engine(front), "Hash"));
}

static void cmd_showforbid(Front *front, Str arguments)
{
    (void)arguments;
    if (!is_started(front)) return;
    settle(front);
    const Gomocup *session = memory(front);
    yomi_engine *engine = front_engine(front);
    Str rest = str_from(yomi_position_text(engine));
    (void)str_word(&rest);
    Str rows = str_word(&rest);
    Buf line = buf_new(1 << 12);
    int x = 0, y = 0;
    for (size_t i = 0; i < rows.len; i++) {
        char c = rows.ptr[i];
        int run = 0;
        if (c == '/') {
            x = 0;
            y++;
        } else if (c == 'x' || c == 'o') {
            x++;
        } else {
            run = c - '0';
            if (i + 1 < rows.len && rows.ptr[i + 1] >= '0' && rows.ptr[i + 1] <= '9')
                run = run * 10 + rows.ptr[++i] - '0';
        }
        for (; run > 0; run--, x++) {
            char move[YOMI_MOVE_TEXT_MAX];
            move_text(session, x, y, move);
            if (!yomi_is_legal(engine, move)) (void)buf_printf(&line, "%02d%02d", x, y);
        }
    }
    front_print(front, "FORBID %s.", yomi_get_outcome(engine, NULL) == YOMI_ONGOING ? buf_text(&line) : "");
    buf_free(&line);
}

static void cmd_showinfo(Front *front, Str arguments)
{
    (void)arguments;
    memory(front)->detail = 1;
    front_print(front, "MESSAGE INFO MAX_THREAD_NUM 256");
}

static void cmd_hashclear(Front *front, Str arguments)
{
    (void)arguments;
    settle(front);
    (void)yomi_new_game(front_engine(front), NULL);
    memory(front)->hash_permille = 0;
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
    if (str_trim(line).len > 0) front_print(front, "UNKNOWN command '%.*s'", STR_ARG(str_trim(line)));
}

static void too_long(Front *front)
{
    front_print(front, "ERROR the line is too long");
}

static void open_session(Front *front)
{
    Gomocup *session = memory(front);
    session->turn_ms = 5000;
    session->left_ms = UNLIMITED_MS;
    session->blocked = buf_new(1 << 14);
    set_rule(front, "freestyle");
}

static void close_session(Front *front)
{
    buf_free(&memory(front)->blocked);
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
    {"BOARD", FRONT_WAITS, cmd_board},
    {"YXBOARD", FRONT_WAITS, cmd_yxboard},
    {"SWAP2BOARD", FRONT_WAITS, cmd_swap2board},
    {"TAKEBACK", FRONT_WAITS, cmd_takeback},
    {"INFO", FRONT_WAITS, cmd_info},
    {"ABOUT", FRONT_AT_ONCE, cmd_about},
    {"END", FRONT_STOPS, cmd_end},
    {"YXSTOP", FRONT_AT_ONCE, cmd_stop},
    {"STOP", FRONT_AT_ONCE, cmd_stop},
    {"YXNBEST", FRONT_WAITS, cmd_nbest},
    {"YXSHOWFORBID", FRONT_WAITS, cmd_showforbid},
    {"YXSHOWINFO", FRONT_WAITS, cmd_showinfo},
    {"YXHASHCLEAR", FRONT_WAITS, cmd_hashclear},
    {"YXSHOWHASHUSAGE", FRONT_WAITS, cmd_showhash},
    {"YXBALANCEONE", FRONT_WAITS, cmd_balance_one},
    {"YXBALANCETWO", FRONT_WAITS, cmd_balance_two},
    {"YXBLOCK", FRONT_WAITS, cmd_block},
    {"YXBLOCKUNDO", FRONT_WAITS, cmd_blockundo},
    {"YXBLOCKRESET", FRONT_WAITS, cmd_blockreset},
};

const FrontProtocol front_gomocup = {
    .name = "gomocup",
    .game = "gomoku",
    .title = "Gomocup (piskvork), the protocol of gomoku managers",
    .any_case = true,
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .memory_size = sizeof(Gomocup),
    .open = open_session,
    .close = close_session,
    .intercept = intercept,
    .unknown = unknown,
    .too_long = too_long,
    .report = on_report,
    .result = on_result,
    .begins_with = begins_with,
};
