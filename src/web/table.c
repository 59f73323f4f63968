#include "web/table.h"

#include "base/random.h"

#include <stdio.h>
#include <string.h>

static Status make_secret(char *out, size_t digits, Error *error)
{
    unsigned char bytes[TABLE_SECRET_LEN / 2];
    if (!random_bytes(bytes, digits / 2)) {
        return error_set(error, STATUS_IO, "the system gave no random bytes for a seat");
    }
    for (size_t i = 0; i < digits / 2; i++) (void)snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return STATUS_OK;
}

/* ---- the position ---- */

static Status engine_at(Table *table, Referee *referee, yomi_engine **out, Error *error)
{
    Status status = referee_engine(referee, table->place.game, out, error);
    return status == STATUS_OK ? question_set(&table->place, *out, error) : status;
}

static void finish(Table *table, const char *result, const char *reason, int64_t now)
{
    (void)snprintf(table->result, sizeof table->result, "%s", result);
    (void)snprintf(table->reason, sizeof table->reason, "%s", reason ? reason : "");
    game_clock_stop(&table->clock, now);
    memset(table->offered, TABLE_NOBODY, sizeof table->offered);
}

/* What the rules say about the position that the engine stands on. */
static void take_state(Table *table, yomi_engine *engine, int64_t now)
{
    static const char *const results[] = {"", "1-0", "0-1", "1/2"};
    const char *reason = "";
    yomi_outcome outcome = yomi_get_outcome(engine, &reason);
    table->side = yomi_side_to_move(engine);
    if (outcome != YOMI_ONGOING) finish(table, results[outcome], reason, now);
}

static Status begin_round(Table *table, Referee *referee, int64_t now, Error *error)
{
    yomi_engine *engine = NULL;
    table->place.move_count = 0;
    Status status = engine_at(table, referee, &engine, error);
    if (status != STATUS_OK) return status;
    yomi_board board = YOMI_BOARD_INIT;
    (void)yomi_get_board(engine, &board);
    table->draws = !board.scored;
    table->result[0] = table->reason[0] = '\0';
    memset(table->offered, TABLE_NOBODY, sizeof table->offered);
    game_clock_reset(&table->clock);
    table->touched = now;
    table->round++;
    take_state(table, engine, now);
    if (table->result[0]) return error_set(error, STATUS_BAD_INPUT, "the game is over in this position");
    return STATUS_OK;
}

/* ---- seats ---- */

static Status take_seat(Table *table, int seat, const char *name, Error *error)
{
    (void)snprintf(table->names[seat], sizeof table->names[seat], "%s", name);
    return make_secret(table->secrets[seat], TABLE_SECRET_LEN, error);
}

Status table_begin(Table *table, Referee *referee, Question *place, const GameClock *time, int seat, const char *name,
                   int64_t now, Error *error)
{
    memset(table, 0, sizeof *table);
    table->place = *place;
    table->clock = *time;
    for (int i = 0; i < TABLE_MOVES_MAX; i++) table->place.moves[i] = table->texts[i];
    Status status = STATUS_OK;
    if (place->move_count > 0) status = error_set(error, STATUS_BAD_INPUT, "a table begins without moves");
    if (status == STATUS_OK) status = make_secret(table->key, TABLE_KEY_LEN, error);
    if (status == STATUS_OK) status = take_seat(table, seat, name, error);
    if (status == STATUS_OK) status = begin_round(table, referee, now, error);
    if (status != STATUS_OK) table_end(table);
    return status;
}

void table_end(Table *table)
{
    question_free(&table->place);
}

bool table_is_full(const Table *table)
{
    return table->secrets[0][0] && table->secrets[1][0];
}

/* In the same time for every wrong secret. */
static bool same_secret(const char *own, const char *given)
{
    if (!own[0] || strlen(given) != TABLE_SECRET_LEN) return false;
    unsigned char differs = 0;
    for (size_t i = 0; i < TABLE_SECRET_LEN; i++) differs |= (unsigned char)(own[i] ^ given[i]);
    return differs == 0;
}

int table_seat_of(const Table *table, const char *secret)
{
    for (int seat = 0; seat < 2; seat++) {
        if (same_secret(table->secrets[seat], secret)) return seat;
    }
    return TABLE_NOBODY;
}

Status table_sit(Table *table, const char *name, int64_t now, int *seat, Error *error)
{
    if (table_is_full(table)) return error_set(error, STATUS_BUSY, "both seats are taken; you can watch");
    *seat = table->secrets[0][0] ? 1 : 0;
    Status status = take_seat(table, *seat, name, error);
    if (status != STATUS_OK) return status;
    table->touched = now;
    game_clock_turn(&table->clock, table->side, now);
    return STATUS_OK;
}

/* ---- moves ---- */

static Status is_on(const Table *table, int seat, Error *error)
{
    if (seat == TABLE_NOBODY) return error_set(error, STATUS_BAD_INPUT, "you are watching this game, not playing it");
    if (!table_is_full(table)) return error_set(error, STATUS_BAD_INPUT, "the other seat is still free");
    if (table->result[0]) return error_set(error, STATUS_BAD_INPUT, "the game is over");
    return STATUS_OK;
}

bool table_look_at_clock(Table *table, int64_t now)
{
    if (table->result[0] || game_clock_until_flag(&table->clock, now) > 0) return false;
    finish(table, table->side == 0 ? "0-1" : "1-0", "time", now);
    table->touched = now;
    return true;
}

static Status check_turn(const Table *table, int seat, int ply, const char *move, Error *error)
{
    if (table->side != seat) return error_set(error, STATUS_BAD_INPUT, "it is the other's move");
    if (ply != table->place.move_count) {
        return error_set(error, STATUS_BAD_INPUT, "%d moves were made, not %d", table->place.move_count, ply);
    }
    if (table->place.move_count == TABLE_MOVES_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "a game has at most %d moves", TABLE_MOVES_MAX);
    }
    if (strlen(move) >= YOMI_MOVE_TEXT_MAX) return error_set(error, STATUS_BAD_INPUT, "that is not a move");
    return STATUS_OK;
}

Status table_move(Table *table, Referee *referee, int seat, int ply, const char *move, int64_t now, Error *error)
{
    yomi_engine *engine = NULL;
    (void)table_look_at_clock(table, now);
    Status status = is_on(table, seat, error);
    if (status == STATUS_OK) status = check_turn(table, seat, ply, move, error);
    if (status == STATUS_OK) status = engine_at(table, referee, &engine, error);
    if (status != STATUS_OK) return status;
    yomi_error inner;
    if (yomi_play(engine, move, &inner) != YOMI_OK) return question_engine_error(&inner, error);
    int count = table->place.move_count++;
    (void)snprintf(table->texts[count], sizeof table->texts[count], "%s", move);
    table->used_ms[count] = now - table->clock.since;
    table->movers[count] = (signed char)seat;
    game_clock_press(&table->clock, yomi_side_to_move(engine), now);
    memset(table->offered, TABLE_NOBODY, sizeof table->offered); /* a move is a no to what was offered */
    table->touched = now;
    take_state(table, engine, now);
    return STATUS_OK;
}

Status table_resign(Table *table, int seat, int64_t now, Error *error)
{
    (void)table_look_at_clock(table, now);
    Status status = is_on(table, seat, error);
    if (status != STATUS_OK) return status;
    table->touched = now;
    finish(table, seat == 0 ? "0-1" : "1-0", "resignation", now);
    return STATUS_OK;
}

/* ---- offers ---- */

/* Back to where the seat was to move last. */
static Status take_back(Table *table, Referee *referee, int seat, int64_t now, Error *error)
{
    int count = table->place.move_count;
    do count--;
    while (count > 0 && table->movers[count] != seat);
    table->place.move_count = count;
    yomi_engine *engine = NULL;
    Status status = engine_at(table, referee, &engine, error);
    if (status != STATUS_OK) return status;
    take_state(table, engine, now);
    game_clock_turn(&table->clock, table->side, now);
    return STATUS_OK;
}

static bool has_moved(const Table *table, int seat)
{
    for (int i = 0; i < table->place.move_count; i++) {
        if (table->movers[i] == seat) return true;
    }
    return false;
}

/* The same two again, with colours exchanged. */
static Status play_again(Table *table, Referee *referee, int64_t now, Error *error)
{
    char secret[TABLE_SECRET_LEN + 1], name[TABLE_NAME_MAX + 1];
    memcpy(secret, table->secrets[0], sizeof secret);
    memcpy(table->secrets[0], table->secrets[1], sizeof secret);
    memcpy(table->secrets[1], secret, sizeof secret);
    memcpy(name, table->names[0], sizeof name);
    memcpy(table->names[0], table->names[1], sizeof name);
    memcpy(table->names[1], name, sizeof name);
    Status status = begin_round(table, referee, now, error);
    if (status == STATUS_OK) game_clock_turn(&table->clock, table->side, now);
    return status;
}

static Status may_offer(const Table *table, int seat, TableOffer what, Error *error)
{
    if (what == TABLE_REMATCH) {
        if (seat == TABLE_NOBODY) return is_on(table, seat, error);
        return table->result[0] ? STATUS_OK : error_set(error, STATUS_BAD_INPUT, "the game is not over");
    }
    Status status = is_on(table, seat, error);
    if (status != STATUS_OK) return status;
    if (what == TABLE_DRAW && !table->draws) {
        return error_set(error, STATUS_BAD_INPUT, "this game has no draw by agreement");
    }
    if (what == TABLE_UNDO && table->offered[TABLE_UNDO] == TABLE_NOBODY && !has_moved(table, seat)) {
        return error_set(error, STATUS_BAD_INPUT, "there is no move to take back");
    }
    return STATUS_OK;
}

Status table_offer(Table *table, Referee *referee, int seat, TableOffer what, int64_t now, Error *error)
{
    (void)table_look_at_clock(table, now);
    Status status = may_offer(table, seat, what, error);
    if (status != STATUS_OK) return status;
    table->touched = now;
    int *offered = &table->offered[what];
    if (*offered == TABLE_NOBODY || *offered == seat) {
        *offered = seat;
        return STATUS_OK;
    }
    *offered = TABLE_NOBODY;
    switch (what) {
    case TABLE_DRAW: finish(table, "1/2", "agreement", now); return STATUS_OK;
    case TABLE_UNDO: return take_back(table, referee, !seat, now, error);
    case TABLE_REMATCH: return play_again(table, referee, now, error);
    }
    return STATUS_OK;
}

void table_decline(Table *table, int64_t now)
{
    memset(table->offered, TABLE_NOBODY, sizeof table->offered);
    table->touched = now;
}
