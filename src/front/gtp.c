/* GTP, version 2, with the conventions of Othello programs: columns a to h, row 1 at the top, `pass`.
 *
 * Every command gets exactly one answer, `=` or `?` with the command's number, then an empty line. Commands come one
 * after the other, so a search is waited for where it was asked for. */
#include "base/clock.h"
#include "base/file.h"
#include "front/lines.h"
#include "front/protocols.h"
#include "othello/record/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 256, MOVETIME_MS = 1000, ANSWER_MAX = 1 << 16, PATH_BYTES_MAX = 1024, OPTION_NAME_MAX = 64 };

/* What a side has left: kept by our own moves, corrected by time_left. */
typedef struct GtpClock {
    double left_s;
    int stones; /* to be played in that time; 0: main time */
} GtpClock;

typedef struct Gtp {
    double main_s, period_s; /* time_settings */
    int period_stones;
    bool limited; /* time_settings gave a limit */
    GtpClock clock[2];
    bool told[2];               /* time_left: a limit also without time_settings */
    bool passed_for[PLIES_MAX]; /* the pass at this ply was put in for a side that had no move */
    char best[YOMI_MOVE_TEXT_MAX];
} Gtp;

typedef struct Answer {
    bool failed;
    Buf text;
} Answer;

typedef void (*GtpRun)(Front *front, Str arguments, Answer *answer);

static void fail(Answer *answer, const char *text)
{
    answer->failed = true;
    buf_clear(&answer->text);
    (void)buf_puts(&answer->text, text);
}

static void begin_period(const Gtp *gtp, GtpClock *clock)
{
    clock->left_s += gtp->period_s;
    clock->stones = gtp->period_stones;
}

static void reset_clocks(Gtp *gtp)
{
    for (int side = 0; side < 2; side++) {
        gtp->told[side] = false;
        gtp->clock[side] = (GtpClock){.left_s = gtp->main_s};
        if (gtp->main_s <= 0) begin_period(gtp, &gtp->clock[side]);
    }
}

/* A move was made: the one that uses up the main time is the first of a period, the last of one begins the next. */
static void charge_clock(const Gtp *gtp, GtpClock *clock, double seconds)
{
    clock->left_s -= seconds;
    if (gtp->period_stones > 0 && clock->stones == 0 && clock->left_s <= 0) begin_period(gtp, clock);
    if (clock->stones > 0 && --clock->stones == 0) {
        clock->left_s = 0;
        begin_period(gtp, clock);
    }
    if (clock->left_s < 0) clock->left_s = 0;
}

static bool read_colour(Str word, int *side)
{
    bool black = str_eq_nocase(word, "black") || str_eq_nocase(word, "b");
    bool white = str_eq_nocase(word, "white") || str_eq_nocase(word, "w");
    *side = white;
    return black || white;
}

/* ---- administration ---- */

static void run_protocol_version(Front *front, Str arguments, Answer *answer)
{
    (void)front, (void)arguments;
    (void)buf_puts(&answer->text, "2");
}

static void run_name(Front *front, Str arguments, Answer *answer)
{
    (void)front, (void)arguments;
    (void)buf_puts(&answer->text, "Yomi");
}

static void run_version(Front *front, Str arguments, Answer *answer)
{
    (void)front, (void)arguments;
    (void)buf_puts(&answer->text, yomi_version());
}

static void run_quit(Front *front, Str arguments, Answer *answer)
{
    (void)arguments, (void)answer;
    front_quit(front);
}

static void run_list_games(Front *front, Str arguments, Answer *answer)
{
    (void)arguments;
    for (int i = 0; yomi_game_name(i); i++) {
        if (strcmp(yomi_game_name(i), yomi_engine_game(front_engine(front))) != 0) continue;
        (void)buf_puts(&answer->text, yomi_game_title(i));
    }
}

static void run_set_game(Front *front, Str arguments, Answer *answer)
{
    if (!str_eq_nocase(str_trim(arguments), yomi_engine_game(front_engine(front)))) fail(answer, "unsupported game");
}

static void run_boardsize(Front *front, Str arguments, Answer *answer)
{
    yomi_board board = YOMI_BOARD_INIT;
    int64_t size = 0;
    if (!str_to_int(str_trim(arguments), 1, 1000, &size))
        fail(answer, "syntax error");
    else if (yomi_get_board(front_engine(front), &board) != YOMI_OK || size != board.width)
        fail(answer, "unacceptable size");
}

static void run_komi(Front *front, Str arguments, Answer *answer)
{
    (void)front;
    double komi = 0;
    if (!str_to_double(str_trim(arguments), &komi)) fail(answer, "syntax error");
}

static void run_clear_board(Front *front, Str arguments, Answer *answer)
{
    (void)arguments;
    yomi_error error;
    Gtp *gtp = front_memory(front);
    reset_clocks(gtp);
    memset(gtp->passed_for, 0, sizeof gtp->passed_for);
    front_ready(front);
    if (yomi_set_position(front_engine(front), NULL, NULL, 0, &error) != YOMI_OK ||
        yomi_new_game(front_engine(front), &error) != YOMI_OK) {
        fail(answer, error.text);
    }
}

static void run_showboard(Front *front, Str arguments, Answer *answer)
{
    (void)arguments;
    (void)buf_printf(&answer->text, "\n%s", yomi_board_text(front_engine(front)));
    while (answer->text.len > 0 && answer->text.data[answer->text.len - 1] == '\n') answer->text.len--;
}

/* ---- moves ---- */

/* Makes `side` the side to move, with a pass of the other side when that has no other move. */
static bool turn_to(Front *front, int side)
{
    yomi_engine *engine = front_engine(front);
    if (yomi_side_to_move(engine) == side) return true;
    size_t ply = yomi_ply(engine);
    if (ply >= PLIES_MAX || yomi_play(engine, "pass", NULL) != YOMI_OK) return false;
    ((Gtp *)front_memory(front))->passed_for[ply] = true;
    return true;
}

static void take_back_pass(Front *front)
{
    Gtp *gtp = front_memory(front);
    size_t ply = yomi_ply(front_engine(front));
    if (ply == 0 || ply > PLIES_MAX || !gtp->passed_for[ply - 1]) return;
    gtp->passed_for[ply - 1] = false;
    (void)yomi_undo(front_engine(front), NULL);
}

static void run_play(Front *front, Str arguments, Answer *answer)
{
    int side = 0;
    Str rest = arguments;
    char move[YOMI_MOVE_TEXT_MAX];
    if (!read_colour(str_word(&rest), &side) || !str_copy(str_trim(rest), move, sizeof move) || !move[0]) {
        fail(answer, "syntax error");
    } else if (!turn_to(front, side)) {
        fail(answer, "illegal move");
    } else if (yomi_play(front_engine(front), move, NULL) != YOMI_OK) {
        take_back_pass(front);
        fail(answer, "illegal move");
    }
}

static void run_undo(Front *front, Str arguments, Answer *answer)
{
    (void)arguments;
    if (yomi_undo(front_engine(front), NULL) != YOMI_OK)
        fail(answer, "cannot undo");
    else
        take_back_pass(front);
}

/* Time for a single stone cannot be saved for the next one. Nothing left, or less than a millisecond, is a clock of 0:
 * a move at once. */
static void set_limits(const Gtp *gtp, int side, yomi_limits *limits)
{
    const GtpClock *clock = &gtp->clock[side];
    int64_t ms = (int64_t)(clock->left_s * 1000);
    if (!gtp->limited && !gtp->told[side]) {
        limits->movetime_ms = MOVETIME_MS;
    } else if (clock->stones == 1) {
        limits->time_ms = 0;
        limits->byoyomi_ms = ms;
    } else {
        limits->time_ms = ms;
        limits->moves_to_go = clock->stones;
        if (clock->stones == 0 && gtp->period_stones == 1) limits->byoyomi_ms = (int64_t)(gtp->period_s * 1000);
    }
}

static void think(Front *front, Str arguments, Answer *answer, bool play)
{
    Gtp *gtp = front_memory(front);
    yomi_engine *engine = front_engine(front);
    yomi_error error;
    int side = 0;
    if (!read_colour(str_trim(arguments), &side)) {
        fail(answer, "syntax error");
        return;
    }
    bool over = yomi_get_outcome(engine, NULL) != YOMI_ONGOING;
    if (over || !turn_to(front, side)) {
        (void)buf_puts(&answer->text, "pass"); /* the other side has a move and this one is not on */
        return;
    }
    yomi_limits limits = YOMI_LIMITS_INIT;
    set_limits(gtp, side, &limits);
    gtp->best[0] = '\0';
    int64_t begun = clock_now(clock_real());
    if (!front_go(front, &limits, &error)) {
        fail(answer, error.text);
        return;
    }
    front_wait(front);
    (void)buf_puts(&answer->text, gtp->best);
    if (!play) {
        take_back_pass(front);
        return;
    }
    (void)yomi_play(engine, gtp->best, NULL);
    charge_clock(gtp, &gtp->clock[side], (double)(clock_now(clock_real()) - begun) / (double)NS_PER_SECOND);
}

static void run_genmove(Front *front, Str arguments, Answer *answer)
{
    think(front, arguments, answer, true);
}

static void run_reg_genmove(Front *front, Str arguments, Answer *answer)
{
    think(front, arguments, answer, false);
}

/* Plays the game from the start, up to the move before number `until`. */
static bool play_game(Front *front, const SgfGame *game, int64_t until)
{
    if (yomi_set_position(front_engine(front), NULL, NULL, 0, NULL) != YOMI_OK) return false;
    for (int i = 0; i < game->count && i + 1 < until; i++) {
        const SgfMove *move = &game->moves[i];
        if (!turn_to(front, move->side)) return false;
        if (yomi_play(front_engine(front), move->text, NULL) != YOMI_OK) return false;
    }
    return true;
}

/* A game that cannot be played leaves everything as it was. */
static bool take_game(Front *front, const SgfGame *game, int64_t until)
{
    yomi_engine *engine = front_engine(front);
    Gtp *gtp = front_memory(front), before = *gtp;
    char texts[PLIES_MAX][YOMI_MOVE_TEXT_MAX];
    const char *moves[PLIES_MAX];
    size_t count = yomi_ply(engine) < PLIES_MAX ? yomi_ply(engine) : PLIES_MAX;
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "%s", yomi_move_at(engine, i));
        moves[i] = texts[i];
    }
    memset(gtp->passed_for, 0, sizeof gtp->passed_for);
    reset_clocks(gtp);
    if (play_game(front, game, until)) return true;
    (void)yomi_set_position(engine, NULL, moves, count, NULL);
    *gtp = before;
    return false;
}

/* loadsgf FILE [MOVE] */
static void run_loadsgf(Front *front, Str arguments, Answer *answer)
{
    Str rest = arguments;
    Str name = str_word(&rest);
    rest = str_trim(rest);
    int64_t until = SGF_MOVES_MAX + 1;
    char path[PATH_BYTES_MAX];
    if (name.len == 0 || !str_copy(name, path, sizeof path) ||
        (rest.len > 0 && !str_to_int(rest, 1, SGF_MOVES_MAX, &until))) {
        fail(answer, "syntax error");
        return;
    }
    Buf file = buf_new(ANSWER_MAX);
    SgfGame *game = calloc(1, sizeof *game);
    Error error;
    if (!game || file_read(path, &file, &error) != STATUS_OK || sgf_parse(buf_view(&file), game, &error) != STATUS_OK ||
        !take_game(front, game, until)) {
        fail(answer, "cannot load file");
    }
    free(game);
    buf_free(&file);
}

/* ---- clock and score ---- */

static void run_time_settings(Front *front, Str arguments, Answer *answer)
{
    Gtp *gtp = front_memory(front);
    Str rest = arguments;
    double main_s = 0, period_s = 0;
    int64_t stones = 0;
    if (!str_to_double(str_word(&rest), &main_s) || !str_to_double(str_word(&rest), &period_s) ||
        !str_to_int(str_trim(rest), 0, 1000, &stones) || !(main_s >= 0 && main_s < 1e7) ||
        !(period_s >= 0 && period_s < 1e7)) {
        fail(answer, "syntax error");
        return;
    }
    gtp->main_s = main_s;
    gtp->period_s = period_s;
    gtp->period_stones = (int)stones;
    gtp->limited = !(period_s > 0 && stones == 0); /* a period without stones means no limit */
    reset_clocks(gtp);
}

static void run_time_left(Front *front, Str arguments, Answer *answer)
{
    Gtp *gtp = front_memory(front);
    Str rest = arguments;
    int side = 0;
    double seconds = 0;
    int64_t stones = 0;
    if (!read_colour(str_word(&rest), &side) || !str_to_double(str_word(&rest), &seconds) ||
        !str_to_int(str_trim(rest), 0, 1000, &stones) || !(seconds < 1e7)) {
        fail(answer, "syntax error");
        return;
    }
    gtp->told[side] = true;
    gtp->clock[side] = (GtpClock){.left_s = seconds > 0 ? seconds : 0, .stones = (int)stones};
}

static void run_final_score(Front *front, Str arguments, Answer *answer)
{
    (void)arguments;
    yomi_engine *engine = front_engine(front);
    if (yomi_get_outcome(engine, NULL) == YOMI_ONGOING) {
        fail(answer, "cannot score");
        return;
    }
    enum { CENTI = 100 };
    yomi_board board = YOMI_BOARD_INIT;
    (void)yomi_get_board(engine, &board);
    if (board.score == 0)
        (void)buf_puts(&answer->text, "0");
    else
        (void)buf_printf(&answer->text, "%c+%d", board.score > 0 ? 'B' : 'W', abs(board.score) / CENTI);
}

/* ---- options, which GTP leaves to each program ---- */

static void list_option(const yomi_option *option, const char *value, Buf *out)
{
    (void)buf_printf(out, "%s%s %s", out->len > 0 ? "\n" : "", option->name, value);
    if (option->type == YOMI_OPTION_SPIN) (void)buf_printf(out, " (%d to %d)", option->min, option->max);
    for (int i = 0; option->choices && option->choices[i]; i++) {
        (void)buf_printf(out, "%s%s", i ? ", " : " (", option->choices[i]);
    }
    if (option->choices) (void)buf_putc(out, ')');
}

static void run_list_options(Front *front, Str arguments, Answer *answer)
{
    (void)arguments;
    yomi_engine *engine = front_engine(front);
    for (size_t i = 0; i < yomi_option_count(engine); i++) {
        yomi_option option = YOMI_OPTION_INIT;
        if (yomi_option_at(engine, i, &option) != YOMI_OK || option.advanced) continue;
        const char *value = yomi_get_option(engine, option.name);
        list_option(&option, value ? value : "", &answer->text);
    }
}

static void run_set_option(Front *front, Str arguments, Answer *answer)
{
    char name[OPTION_NAME_MAX], value[PATH_BYTES_MAX];
    yomi_error error;
    Str rest = arguments;
    if (!str_copy(str_word(&rest), name, sizeof name) || !name[0] || !str_copy(str_trim(rest), value, sizeof value)) {
        fail(answer, "syntax error");
    } else if (yomi_set_option(front_engine(front), name, value, &error) != YOMI_OK ||
               yomi_ready(front_engine(front), &error) != YOMI_OK) {
        fail(answer, error.text);
    }
}

/* ---- the table ---- */

static void run_known_command(Front *front, Str arguments, Answer *answer);
static void run_list_commands(Front *front, Str arguments, Answer *answer);

static const struct {
    const char *name;
    GtpRun run;
} commands[] = {
    {"protocol_version", run_protocol_version},
    {"name", run_name},
    {"version", run_version},
    {"known_command", run_known_command},
    {"list_commands", run_list_commands},
    {"quit", run_quit},
    {"boardsize", run_boardsize},
    {"clear_board", run_clear_board},
    {"komi", run_komi},
    {"play", run_play},
    {"genmove", run_genmove},
    {"reg_genmove", run_reg_genmove},
    {"undo", run_undo},
    {"time_settings", run_time_settings},
    {"time_left", run_time_left},
    {"final_score", run_final_score},
    {"showboard", run_showboard},
    {"loadsgf", run_loadsgf},
    {"list_games", run_list_games},
    {"set_game", run_set_game},
    {"yomi-list_options", run_list_options},
    {"yomi-set_option", run_set_option},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int find_command(Str name)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (str_eq(name, commands[i].name)) return i;
    }
    return -1;
}

static void run_known_command(Front *front, Str arguments, Answer *answer)
{
    (void)front;
    (void)buf_puts(&answer->text, find_command(str_trim(arguments)) >= 0 ? "true" : "false");
}

static void run_list_commands(Front *front, Str arguments, Answer *answer)
{
    (void)front, (void)arguments;
    for (int i = 0; i < COMMANDS; i++) (void)buf_printf(&answer->text, "%s%s", i ? "\n" : "", commands[i].name);
}

/* Control characters go, tabs are blanks, a comment ends the line. */
static Str clean(Str line, Buf *out)
{
    for (size_t i = 0; i < line.len && line.ptr[i] != '#'; i++) {
        unsigned char c = (unsigned char)line.ptr[i];
        if (c == '\t')
            (void)buf_putc(out, ' ');
        else if (c >= 32 && c != 127)
            (void)buf_putc(out, (char)c);
    }
    return str_trim(buf_view(out));
}

static bool intercept(Front *front, Str line)
{
    Buf cleaned = buf_new(LINE_MAX_BYTES);
    Str rest = clean(line, &cleaned);
    Str word = str_word(&rest);
    if (word.len > 0) {
        Str id = {word.ptr, 0};
        int64_t number = 0;
        if (str_to_int(word, 0, INT32_MAX, &number)) {
            id = word;
            word = str_word(&rest);
        }
        Answer answer = {.text = buf_new(ANSWER_MAX)};
        int index = find_command(word);
        if (index < 0)
            fail(&answer, "unknown command");
        else
            commands[index].run(front, rest, &answer);
        Str text = buf_view(&answer.text);
        front_print(front, "%c%.*s%s%.*s\n", answer.failed ? '?' : '=', STR_ARG(id), text.len > 0 ? " " : "",
                    STR_ARG(text));
        buf_free(&answer.text);
    }
    buf_free(&cleaned);
    return true;
}

/* Which command it was, and its number, is not known. */
static void too_long(Front *front)
{
    front_print(front, "? the line is too long or has a NUL byte\n");
}

/* Weights and table are made here, not on the clock of the first move. */
static void open_session(Front *front)
{
    reset_clocks(front_memory(front));
    front_ready(front);
}

static void on_result(Front *front, const yomi_result *result)
{
    Gtp *gtp = front_memory(front);
    (void)snprintf(gtp->best, sizeof gtp->best, "%s", result->best[0] ? result->best : "pass");
}

static bool begins_with(Str line)
{
    Str word = str_word(&line);
    int64_t number = 0;
    if (str_to_int(word, 0, INT32_MAX, &number)) word = str_word(&line);
    return find_command(word) >= 0;
}

const FrontProtocol front_gtp = {
    .name = "gtp",
    .title = "GTP",
    .memory_size = sizeof(Gtp),
    .open = open_session,
    .intercept = intercept,
    .too_long = too_long,
    .result = on_result,
    .begins_with = begins_with,
};
