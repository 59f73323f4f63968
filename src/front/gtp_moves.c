/* GTP: moves, games that are loaded, the clock and the score. */
#include "front/gtp.h"

#include "base/clock.h"
#include "base/file.h"
#include "othello/record/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVETIME_MS = 1000 };

static void begin_period(const Gtp *gtp, GtpClock *clock)
{
    clock->left_s += gtp->period_s;
    clock->stones = gtp->period_stones;
}

void gtp_reset_clocks(Gtp *gtp)
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

/* ---- moves ---- */

/* Makes `side` the side to move, with a pass of the other side when that has no other move. */
static bool turn_to(Front *front, int side)
{
    yomi_engine *engine = front_engine(front);
    if (yomi_side_to_move(engine) == side) return true;
    size_t ply = yomi_ply(engine);
    if (ply >= GTP_PLIES_MAX || yomi_play(engine, "pass", NULL) != YOMI_OK) return false;
    ((Gtp *)front_memory(front))->passed_for[ply] = true;
    return true;
}

static void take_back_pass(Front *front)
{
    Gtp *gtp = front_memory(front);
    size_t ply = yomi_ply(front_engine(front));
    if (ply == 0 || ply > GTP_PLIES_MAX || !gtp->passed_for[ply - 1]) return;
    gtp->passed_for[ply - 1] = false;
    (void)yomi_undo(front_engine(front), NULL);
}

void gtp_run_play(Front *front, Str arguments, GtpAnswer *answer)
{
    int side = 0;
    Str rest = arguments;
    char move[YOMI_MOVE_TEXT_MAX];
    if (!read_colour(str_word(&rest), &side) || !str_copy(str_trim(rest), move, sizeof move) || !move[0]) {
        gtp_fail(answer, "syntax error");
    } else if (!turn_to(front, side)) {
        gtp_fail(answer, "illegal move");
    } else if (yomi_play(front_engine(front), move, NULL) != YOMI_OK) {
        take_back_pass(front);
        gtp_fail(answer, "illegal move");
    }
}

void gtp_run_undo(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)arguments;
    if (yomi_undo(front_engine(front), NULL) != YOMI_OK)
        gtp_fail(answer, "cannot undo");
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

static void think(Front *front, Str arguments, GtpAnswer *answer, bool play)
{
    Gtp *gtp = front_memory(front);
    yomi_engine *engine = front_engine(front);
    yomi_error error;
    int side = 0;
    if (!read_colour(str_trim(arguments), &side)) {
        gtp_fail(answer, "syntax error");
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
        gtp_fail(answer, error.text);
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

void gtp_run_genmove(Front *front, Str arguments, GtpAnswer *answer)
{
    think(front, arguments, answer, true);
}

void gtp_run_reg_genmove(Front *front, Str arguments, GtpAnswer *answer)
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
    char texts[GTP_PLIES_MAX][YOMI_MOVE_TEXT_MAX];
    const char *moves[GTP_PLIES_MAX];
    size_t count = yomi_ply(engine) < GTP_PLIES_MAX ? yomi_ply(engine) : GTP_PLIES_MAX;
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "%s", yomi_move_at(engine, i));
        moves[i] = texts[i];
    }
    memset(gtp->passed_for, 0, sizeof gtp->passed_for);
    gtp_reset_clocks(gtp);
    if (play_game(front, game, until)) return true;
    (void)yomi_set_position(engine, NULL, moves, count, NULL);
    *gtp = before;
    return false;
}

/* loadsgf FILE [MOVE] */
void gtp_run_loadsgf(Front *front, Str arguments, GtpAnswer *answer)
{
    Str rest = arguments;
    Str name = str_word(&rest);
    rest = str_trim(rest);
    int64_t until = SGF_MOVES_MAX + 1;
    char path[GTP_PATH_MAX];
    if (name.len == 0 || !str_copy(name, path, sizeof path) ||
        (rest.len > 0 && !str_to_int(rest, 1, SGF_MOVES_MAX, &until))) {
        gtp_fail(answer, "syntax error");
        return;
    }
    Buf file = buf_new(GTP_ANSWER_MAX);
    SgfGame *game = calloc(1, sizeof *game);
    Error error;
    if (!game || file_read(path, &file, &error) != STATUS_OK || sgf_parse(buf_view(&file), game, &error) != STATUS_OK ||
        !take_game(front, game, until)) {
        gtp_fail(answer, "cannot load file");
    }
    free(game);
    buf_free(&file);
}

/* ---- clock and score ---- */

void gtp_run_time_settings(Front *front, Str arguments, GtpAnswer *answer)
{
    Gtp *gtp = front_memory(front);
    Str rest = arguments;
    double main_s = 0, period_s = 0;
    int64_t stones = 0;
    if (!str_to_double(str_word(&rest), &main_s) || !str_to_double(str_word(&rest), &period_s) ||
        !str_to_int(str_trim(rest), 0, 1000, &stones) || !(main_s >= 0 && main_s < 1e7) ||
        !(period_s >= 0 && period_s < 1e7)) {
        gtp_fail(answer, "syntax error");
        return;
    }
    gtp->main_s = main_s;
    gtp->period_s = period_s;
    gtp->period_stones = (int)stones;
    gtp->limited = !(period_s > 0 && stones == 0); /* a period without stones means no limit */
    gtp_reset_clocks(gtp);
}

void gtp_run_time_left(Front *front, Str arguments, GtpAnswer *answer)
{
    Gtp *gtp = front_memory(front);
    Str rest = arguments;
    int side = 0;
    double seconds = 0;
    int64_t stones = 0;
    if (!read_colour(str_word(&rest), &side) || !str_to_double(str_word(&rest), &seconds) ||
        !str_to_int(str_trim(rest), 0, 1000, &stones) || !(seconds < 1e7)) {
        gtp_fail(answer, "syntax error");
        return;
    }
    gtp->told[side] = true;
    gtp->clock[side] = (GtpClock){.left_s = seconds > 0 ? seconds : 0, .stones = (int)stones};
}

void gtp_run_final_score(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)arguments;
    yomi_engine *engine = front_engine(front);
    if (yomi_get_outcome(engine, NULL) == YOMI_ONGOING) {
        gtp_fail(answer, "cannot score");
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
