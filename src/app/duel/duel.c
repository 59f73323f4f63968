#include "app/duel/duel.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Duel {
    GameRecord *record;
    const DuelRules *rules;
    Referee *referee;
    Player *const *players;
    char *start_text;
    char (*texts)[YOMI_MOVE_TEXT_MAX];
    const char **moves;
    int *move_ms;
    Turn turn;
    int bad_moves[2]; /* moves in a row that a side found itself lost */
    int even_moves;   /* plies in a row that were found even */
    bool scored[2];
    int score[2]; /* the last of each side, from its own view */
} Duel;

void game_record_free(GameRecord *record)
{
    free(record->start);
    buf_free(&record->moves);
    buf_free(&record->times);
    record->start = NULL;
}

int game_record_loser(const GameRecord *record)
{
    return record->result == GAME_DRAW ? -1 : record->result == GAME_FIRST ? 1 : 0;
}

/* ---- how games end ---- */

static void finish(Duel *duel, GameResult result, const char *reason)
{
    duel->record->result = result;
    (void)snprintf(duel->record->reason, sizeof duel->record->reason, "%s", reason);
}

static GameResult won_by(int side)
{
    return side == 0 ? GAME_FIRST : GAME_SECOND;
}

static void lose_by_fault(Duel *duel, int side, const Fault *fault)
{
    duel->record->fault = *fault;
    finish(duel, won_by(!side), fault_name(fault->kind));
}

static bool referee_ends(Duel *duel)
{
    const char *reason = NULL;
    yomi_outcome outcome = referee_outcome(duel->referee, &reason);
    if (outcome == YOMI_ONGOING) return false;
    finish(duel, outcome == YOMI_DRAW ? GAME_DRAW : won_by(outcome == YOMI_SECOND_WINS), reason);
    return true;
}

/* A side that has found itself lost for some moves has resigned, if the other side agrees; a long even game is drawn.
 */
static bool adjudicate(Duel *duel, int side, const Answer *answer)
{
    const DuelRules *rules = duel->rules;
    duel->scored[side] = answer->scored;
    duel->score[side] = answer->score;
    bool bad = answer->scored && answer->score <= -rules->resign_score;
    duel->bad_moves[side] = bad ? duel->bad_moves[side] + 1 : 0;
    bool agreed = !duel->scored[!side] || duel->score[!side] >= rules->resign_score;
    if (rules->resign_moves > 0 && duel->bad_moves[side] >= rules->resign_moves && agreed) {
        finish(duel, won_by(!side), "adjudicated: lost by both engines' scores");
        return true;
    }
    bool even = answer->scored && llabs(answer->score) <= rules->draw_score;
    bool late = (int64_t)duel->turn.count > rules->draw_from_ply;
    duel->even_moves = even && late ? duel->even_moves + 1 : 0;
    if (rules->draw_moves > 0 && duel->even_moves >= 2 * rules->draw_moves) {
        finish(duel, GAME_DRAW, "adjudicated: even by both engines' scores");
        return true;
    }
    int64_t max = rules->max_plies > 0 ? rules->max_plies : YOMI_PLIES_MAX - 1;
    if ((int64_t)duel->turn.count < max) return false;
    finish(duel, GAME_DRAW, "adjudicated: too many plies");
    return true;
}

/* ---- the clock ---- */

/* What the side to move may take; -1: there is no limit. */
static int64_t budget_ms(const Duel *duel, int side)
{
    const TimeControl *control = duel->turn.control[side];
    int64_t budget = -1;
    if (time_control_has_clock(control)) budget = duel->turn.clock_ms[side] + control->byoyomi_ms;
    if (control->movetime_ms > 0 && (budget < 0 || control->movetime_ms < budget)) budget = control->movetime_ms;
    return budget;
}

/* Charges the time. False, with a fault, when it was too much. */
static bool charge(Duel *duel, int side, const Answer *answer, Fault *fault)
{
    int64_t took = answer->took_ns / NS_PER_MS, budget = budget_ms(duel, side);
    SideRecord *sums = &duel->record->sides[side];
    sums->moves++;
    sums->ms += took;
    sums->nodes += answer->nodes;
    sums->depth_sum += answer->depth;
    duel->move_ms[duel->turn.count] = (int)(took < INT32_MAX ? took : INT32_MAX);
    if (budget >= 0 && took - budget > sums->over_ms) sums->over_ms = took - budget;
    if (budget >= 0 && took > budget + duel->rules->margin_ms) {
        return fault_set(fault, FAULT_TIME, "took %lld ms of %lld ms, %lld ms too long", (long long)took,
                         (long long)budget, (long long)(took - budget));
    }
    int64_t *clock = &duel->turn.clock_ms[side];
    *clock = took < *clock ? *clock - took : 0;
    *clock += duel->turn.control[side]->increment_ms;
    return true;
}

/* ---- moves ---- */

/* Makes the answer's move. False when the game is over by it. */
static bool make_move(Duel *duel, int side, const Answer *answer, Fault *fault)
{
    if (answer->kind == ANSWER_RESIGN) {
        finish(duel, won_by(!side), "resigned");
        return false;
    }
    const char *move = answer->kind == ANSWER_CLAIM_WIN ? "win" : answer->move;
    size_t at = duel->turn.count;
    if (!referee_play(duel->referee, move, duel->texts[at])) {
        return fault_set(fault, FAULT_ILLEGAL, "%s '%s' at ply %zu",
                         answer->kind == ANSWER_CLAIM_WIN ? "claims with" : "plays", move, at + 1);
    }
    duel->moves[at] = duel->texts[at];
    duel->turn.count++;
    if (referee_ends(duel)) return false;
    return !adjudicate(duel, side, answer);
}

/* One move. False when the game is over or to be given up; *end tells. */
static bool step(Duel *duel, DuelEnd *end)
{
    int side = referee_side(duel->referee);
    Player *player = duel->players[side];
    duel->turn.side = side;
    int64_t budget = budget_ms(duel, side);
    const DuelRules *rules = duel->rules;
    duel->turn.patience_ms = budget >= 0 ? budget + rules->margin_ms + rules->grace_ms : rules->timeout_ms;
    Answer answer;
    if (!player_move(player, &duel->turn, &answer)) {
        if (player_stopped(player)) {
            *end = DUEL_STOPPED;
        } else {
            lose_by_fault(duel, side, player_fault(player));
        }
        return false;
    }
    Fault fault = {FAULT_NONE, ""};
    bool goes_on = charge(duel, side, &answer, &fault) && make_move(duel, side, &answer, &fault);
    if (fault.kind != FAULT_NONE) lose_by_fault(duel, side, &fault);
    return goes_on;
}

/* ---- a game ---- */

static bool set_up(Duel *duel, const Opening *opening, const EngineSpec *const specs[2], Error *error)
{
    GameRecord *record = duel->record;
    size_t most = (size_t)YOMI_PLIES_MAX * YOMI_MOVE_TEXT_MAX;
    *record = (GameRecord){.moves = buf_new(most), .times = buf_new(most)};
    record->opening_plies = opening->count;
    if (opening->start) record->start = strdup(opening->start);
    duel->texts = malloc(YOMI_PLIES_MAX * sizeof *duel->texts);
    duel->moves = malloc(YOMI_PLIES_MAX * sizeof *duel->moves);
    duel->move_ms = calloc(YOMI_PLIES_MAX, sizeof *duel->move_ms);
    if (!duel->texts || !duel->moves || !duel->move_ms || (opening->start && !record->start)) {
        (void)error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        return false;
    }
    if (referee_begin(duel->referee, opening->start, NULL, 0, error) != STATUS_OK) return false;
    duel->start_text = strdup(referee_position(duel->referee));
    if (!duel->start_text) {
        (void)error_set(error, STATUS_NO_MEMORY, "no memory for the start of a game");
        return false;
    }
    int start_side = referee_side(duel->referee);
    if (referee_begin(duel->referee, opening->start, opening->moves, opening->count, error) != STATUS_OK) return false;
    for (size_t i = 0; i < opening->count; i++) {
        /* In the usual spelling: protocols pass it on as it is. */
        const char *move = yomi_move_at(referee_board(duel->referee), i);
        (void)str_copy(str_from(move), duel->texts[i], YOMI_MOVE_TEXT_MAX);
        duel->moves[i] = duel->texts[i];
    }
    duel->turn = (Turn){.start = duel->start_text,
                        .usual_start = !opening->start,
                        .moves = duel->moves,
                        .move_ms = duel->move_ms,
                        .count = opening->count,
                        .start_side = start_side};
    for (int side = 0; side < 2; side++) {
        duel->turn.control[side] = &specs[side]->control;
        duel->turn.name[side] = specs[side]->name;
        duel->turn.clock_ms[side] = specs[side]->control.time_ms + specs[side]->control.increment_ms;
    }
    return true;
}

/* Brings both players to the table. False when one of them does not come. */
static bool seat_players(Duel *duel, DuelEnd *end)
{
    for (int side = 0; side < 2; side++) {
        Player *player = duel->players[side];
        if (player_new_game(player)) continue;
        if (player_stopped(player)) {
            *end = DUEL_STOPPED;
        } else {
            lose_by_fault(duel, side, player_fault(player));
        }
        return false;
    }
    return true;
}

static void tell_players(const Duel *duel)
{
    for (int side = 0; side < 2; side++) {
        int loser = game_record_loser(duel->record);
        player_game_over(duel->players[side], loser < 0 ? 1 : loser == side ? 0 : 2);
    }
}

DuelEnd duel_play(GameRecord *record, const DuelRules *rules, Referee *referee, Player *const players[2],
                  const EngineSpec *const specs[2], const Opening *opening, Error *error)
{
    Duel duel = {.record = record, .rules = rules, .referee = referee, .players = players};
    DuelEnd end = DUEL_BROKEN;
    if (set_up(&duel, opening, specs, error)) {
        end = DUEL_PLAYED;
        if (!referee_ends(&duel) && seat_players(&duel, &end)) {
            while (step(&duel, &end)) {}
        }
        if (referee_dispute(referee)) {
            (void)error_set(error, STATUS_UNSUPPORTED, "two referees disagree: %s", referee_dispute(referee));
            end = DUEL_BROKEN;
        }
    }
    if (end == DUEL_PLAYED) {
        tell_players(&duel);
        record->plies = duel.turn.count;
        for (size_t i = 0; i < duel.turn.count; i++) {
            (void)buf_printf(&record->moves, "%s%s", i ? " " : "", duel.moves[i]);
            (void)buf_printf(&record->times, "%s%d", i ? " " : "", duel.move_ms[i]);
        }
        if (record->moves.failed || record->times.failed) {
            (void)error_set(error, STATUS_NO_MEMORY, "no memory for the moves of a game");
            end = DUEL_BROKEN;
        }
    }
    if (end != DUEL_PLAYED) game_record_free(record);
    free(duel.start_text);
    free(duel.texts);
    free(duel.moves);
    free(duel.move_ms);
    return end;
}
