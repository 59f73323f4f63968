/* The Gomocup protocol: what the engine is asked, what it tells while it thinks, and how its answer is put. */
#include "front/gomocup.h"

#include <stdio.h>
#include <stdlib.h>

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

/* Of the cells to leave out those that a move could be made on: others may have been played on since. False when they
 * are all that there are. */
static bool moves_to_leave_out(Front *front, Buf *out)
{
    yomi_engine *engine = front_engine(front);
    Str rest = buf_view(&gomocup_memory(front)->blocked);
    size_t blocked = 0, legal = 0;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        char move[YOMI_MOVE_TEXT_MAX];
        if (!str_copy(word, move, sizeof move) || !yomi_is_legal(engine, move)) continue;
        (void)buf_printf(out, "%s ", move);
        blocked++;
    }
    if (blocked == 0) return true;
    rest = str_from(yomi_legal_moves(engine));
    while (str_word(&rest).len > 0) legal++;
    return blocked < legal;
}

void gomocup_think(Front *front, int lines, Purpose purpose, bool play_answer)
{
    Gomocup *session = gomocup_memory(front);
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.byoyomi_ms = move_time(session); /* not a time to use up to the last ms: who is late has lost */
    limits.depth = session->depth;
    limits.nodes = session->nodes;
    limits.multipv = lines;
    Buf except = buf_new(1 << 14);
    if (!moves_to_leave_out(front, &except)) {
        front_print(front, "ERROR every move is blocked");
        buf_free(&except);
        return;
    }
    if (except.len > 0) limits.except = buf_text(&except);
    session->lines = lines;
    session->purpose = purpose;
    session->balance_count = session->depth_told = session->scores[0] = session->scores[1] = 0;
    session->play_answer = play_answer;
    yomi_error error;
    if (!front_go(front, &limits, &error)) front_print(front, "ERROR %s", error.text);
    buf_free(&except);
}

static void print_pv(Front *front, const char *pv)
{
    const Gomocup *session = gomocup_memory(front);
    Buf line = buf_new(1 << 14);
    Str rest = str_from(pv);
    (void)buf_puts(&line, "INFO BESTLINE");
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        int x, y;
        if (gomocup_coordinates(session, word, &x, &y)) (void)buf_printf(&line, " %d,%d", x, y);
    }
    front_print(front, "%s", buf_text(&line));
    buf_free(&line);
}

static void print_eval(int score, int win_in, char out[24])
{
    if (win_in > 0)
        (void)snprintf(out, 24, "+M%d", win_in);
    else if (win_in < 0)
        (void)snprintf(out, 24, "-M%d", -win_in);
    else
        (void)snprintf(out, 24, "%d", score);
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

void gomocup_on_report(Front *front, const yomi_report *report)
{
    Gomocup *session = gomocup_memory(front);
    if (report->kind == YOMI_REPORT_LINE) {
        session->hash_permille = report->hashfull;
        keep_line(session, report);
    }
    if (report->kind == YOMI_REPORT_TEXT) front_print(front, "MESSAGE %s", report->text);
    if (report->kind != YOMI_REPORT_LINE) return;
    char eval[24];
    print_eval(report->score, report->win_in, eval);
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
    Gomocup *session = gomocup_memory(front);
    int x, y, x2, y2;
    gomocup_forget_answer(session);
    if (!gomocup_coordinates(session, str_from(first), &x, &y)) {
        front_print(front, "ERROR the game is over");
        return;
    }
    (void)snprintf(session->answer[0], sizeof session->answer[0], "%s", first);
    if (gomocup_coordinates(session, str_from(second), &x2, &y2)) {
        (void)snprintf(session->answer[1], sizeof session->answer[1], "%s", second);
        front_print(front, "%d,%d %d,%d", x, y, x2, y2);
    } else {
        front_print(front, "%d,%d", x, y);
    }
}

/* Which part of the engine chose the move, before the answer ends the turn. */
static void tell_choice(Front *front, const yomi_result *result)
{
    char eval[24];
    print_eval(result->score, result->win_in, eval);
    front_print(front, "MESSAGE chosen by stage: %s ev %s depth %d-%d n %llu tm %lld", result->stage, eval,
                result->depth, result->seldepth, (unsigned long long)result->nodes, (long long)result->time_ms);
}

/* A choice of colours is worth more than none, so two stones are set only where neither colour is clearly better. Odd
 * and even depths differ by the worth of a move, so the mean of two tells. */
void gomocup_on_result(Front *front, const yomi_result *result)
{
    Gomocup *session = gomocup_memory(front);
    Purpose purpose = session->purpose;
    bool balancing = purpose == PURPOSE_BALANCE_ONE || purpose == PURPOSE_BALANCE_TWO;
    bool colour = purpose == PURPOSE_COLOUR || purpose == PURPOSE_SWAP2;
    int score = (session->scores[0] + session->scores[1]) / 2;
    bool even = purpose == PURPOSE_SWAP2 && abs(score) <= SWAP_MARGIN;
    const Line *line = balancing ? most_even(session, session->bias, purpose == PURPOSE_BALANCE_TWO)
                       : even    ? most_even(session, 0, true)
                                 : NULL;
    if (colour && score < -SWAP_MARGIN) {
        gomocup_forget_answer(session);
        front_print(front, "SWAP");
    } else if (line) {
        answer_moves(front, line->first, purpose == PURPOSE_BALANCE_ONE ? "" : line->second);
    } else {
        if (result->best[0]) tell_choice(front, result);
        answer_moves(front, result->best, "");
    }
}
