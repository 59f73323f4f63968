#include "web/tables.h"

#include "web/fields.h"
#include "web/table_json.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_OF_STATE = 1000 /* in the outbox: a newer state takes the place of one that waits; lines have 1 to 64 */ };

typedef struct Guest {
    uint64_t owner;
    Outbox *box;                       /* held */
    char secret[TABLE_SECRET_LEN + 1]; /* of the seat; "": watches */
} Guest;

typedef struct Place {
    Table table;
    Guest guests[TABLES_GUESTS_MAX];
    int guest_count;
} Place;

struct Tables {
    Referee *referee;
    Clock clock;
    Place *places[TABLES_MAX]; /* NULL: free */
};

Tables *tables_new(Referee *referee, Clock clock)
{
    Tables *tables = calloc(1, sizeof *tables);
    if (!tables) return NULL;
    tables->referee = referee;
    tables->clock = clock;
    return tables;
}

static int64_t now_of(const Tables *tables)
{
    return clock_now(tables->clock) / NS_PER_MS;
}

/* ---- telling ---- */

static int seat_of(const Place *place, const Guest *guest)
{
    return table_seat_of(&place->table, guest->secret);
}

static cJSON *state_for(const Tables *tables, const Place *place, const Guest *guest)
{
    TableView view = {.seat = seat_of(place, guest), .now = now_of(tables)};
    for (int i = 0; i < place->guest_count; i++) {
        int seat = seat_of(place, &place->guests[i]);
        if (seat == TABLE_NOBODY) {
            view.watchers++;
        } else {
            view.here[seat] = true;
        }
    }
    return table_json(&place->table, &view);
}

static void tell(const Tables *tables, const Place *place)
{
    for (int i = 0; i < place->guest_count; i++) {
        cJSON *state = state_for(tables, place, &place->guests[i]);
        outbox_post(place->guests[i].box, KEY_OF_STATE, cJSON_PrintUnformatted(state));
        cJSON_Delete(state);
    }
}

/* To one who asked, with the secret of the seat. */
static void answer(const Tables *tables, const Place *place, const Guest *guest, int id)
{
    cJSON *state = state_for(tables, place, guest);
    cJSON_AddNumberToObject(state, "id", id);
    if (guest->secret[0]) cJSON_AddStringToObject(state, "secret", guest->secret);
    field_post(guest->box, state);
}

/* ---- coming and going ---- */

static Guest *guest_of(const Tables *tables, uint64_t owner, Place **out)
{
    for (int i = 0; i < TABLES_MAX; i++) {
        Place *place = tables->places[i];
        for (int k = 0; place && k < place->guest_count; k++) {
            if (place->guests[k].owner != owner) continue;
            *out = place;
            return &place->guests[k];
        }
    }
    return NULL;
}

static void remove_place(Tables *tables, int index)
{
    Place *place = tables->places[index];
    for (int i = 0; i < place->guest_count; i++) {
        cJSON *gone = field_answer("table-closed", 0);
        cJSON_AddStringToObject(gone, "table", place->table.key);
        field_post(place->guests[i].box, gone);
        outbox_drop(place->guests[i].box);
    }
    table_end(&place->table);
    free(place);
    tables->places[index] = NULL;
}

void tables_forget(Tables *tables, uint64_t owner)
{
    Place *place = NULL;
    Guest *guest = guest_of(tables, owner, &place);
    if (!guest) return;
    outbox_drop(guest->box);
    *guest = place->guests[--place->guest_count];
    tell(tables, place);
}

void tables_free(Tables *tables)
{
    if (!tables) return;
    for (int i = 0; i < TABLES_MAX; i++) {
        if (tables->places[i]) remove_place(tables, i);
    }
    free(tables);
}

/* A place for one more: a free one, or that of the oldest table that everybody has left. -1: there is none. */
static int find_room(Tables *tables)
{
    int oldest = -1;
    for (int i = 0; i < TABLES_MAX; i++) {
        const Place *place = tables->places[i];
        if (!place) return i;
        if (place->guest_count > 0) continue;
        if (oldest < 0 || place->table.touched < tables->places[oldest]->table.touched) oldest = i;
    }
    if (oldest >= 0) remove_place(tables, oldest);
    return oldest;
}

static Place *find_place(const Tables *tables, const char *key)
{
    for (int i = 0; i < TABLES_MAX; i++) {
        if (tables->places[i] && strcmp(tables->places[i]->table.key, key) == 0) return tables->places[i];
    }
    return NULL;
}

static Guest *add_guest(Place *place, const TablesCall *call, const char *secret)
{
    Guest *guest = &place->guests[place->guest_count++];
    guest->owner = call->owner;
    guest->box = call->box;
    outbox_hold(call->box);
    memcpy(guest->secret, secret, strlen(secret) + 1);
    return guest;
}

/* ---- messages ---- */

static Status handle_new(Tables *tables, const TablesCall *call, Error *error)
{
    GameClock time;
    int seat;
    char name[TABLE_NAME_MAX + 1];
    Status status = table_read_new(call->json, &time, &seat, error);
    if (status == STATUS_OK) status = field_copy(call->json, "name", TABLE_NAME_MAX, name, error);
    Question question;
    if (status == STATUS_OK) status = question_read(call->json, &question, error);
    if (status != STATUS_OK) return status;
    Place *place = calloc(1, sizeof *place);
    int index = place ? find_room(tables) : -1;
    if (index < 0) {
        question_free(&question);
        free(place);
        return error_set(error, STATUS_BUSY, "all %d tables are taken", TABLES_MAX);
    }
    status = table_begin(&place->table, tables->referee, &question, &time, seat, name, now_of(tables), error);
    if (status != STATUS_OK) {
        free(place);
        return status;
    }
    tables_forget(tables, call->owner);
    tables->places[index] = place;
    answer(tables, place, add_guest(place, call, place->table.secrets[seat]), call->id);
    return STATUS_OK;
}

/* With the secret of a seat, to play on; with `sit`, to take the free seat; otherwise to watch. */
static Status handle_join(Tables *tables, const TablesCall *call, Error *error)
{
    const char *key, *secret;
    char name[TABLE_NAME_MAX + 1];
    Status status = field_text(call->json, "table", TABLE_KEY_LEN, &key, error);
    if (status == STATUS_OK) status = field_text(call->json, "secret", TABLE_SECRET_LEN, &secret, error);
    if (status == STATUS_OK) status = field_copy(call->json, "name", TABLE_NAME_MAX, name, error);
    if (status != STATUS_OK) return status;
    Place *place = find_place(tables, key);
    if (!place) return error_set(error, STATUS_NOT_FOUND, "there is no such table; it may have ended");
    tables_forget(tables, call->owner);
    if (place->guest_count == TABLES_GUESTS_MAX) {
        return error_set(error, STATUS_BUSY, "%d are at this table, its most", TABLES_GUESTS_MAX);
    }
    int seat = table_seat_of(&place->table, secret);
    bool sit = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(call->json, "sit"));
    if (seat == TABLE_NOBODY && sit) {
        status = table_sit(&place->table, name, now_of(tables), &seat, error);
        if (status != STATUS_OK) return status;
    }
    const Guest *guest = add_guest(place, call, seat == TABLE_NOBODY ? "" : place->table.secrets[seat]);
    answer(tables, place, guest, call->id);
    tell(tables, place);
    return STATUS_OK;
}

static Status own_place(const Tables *tables, const TablesCall *call, Place **place, int *seat, Error *error)
{
    const Guest *guest = guest_of(tables, call->owner, place);
    if (!guest) return error_set(error, STATUS_NOT_FOUND, "you are at no table");
    *seat = seat_of(*place, guest);
    return STATUS_OK;
}

/* Also after an error: a flag may have fallen before it. */
static Status told(const Tables *tables, const TablesCall *call, const Place *place, Status status)
{
    if (status == STATUS_OK) {
        Place *own = NULL;
        const Guest *guest = guest_of(tables, call->owner, &own);
        if (guest) answer(tables, own, guest, call->id);
    }
    tell(tables, place);
    return status;
}

static Status handle_move(Tables *tables, const TablesCall *call, Error *error)
{
    Place *place = NULL;
    int seat = TABLE_NOBODY;
    int64_t ply = 0;
    const char *move;
    Status status = own_place(tables, call, &place, &seat, error);
    if (status == STATUS_OK) status = field_text(call->json, "move", YOMI_MOVE_TEXT_MAX - 1, &move, error);
    if (status == STATUS_OK) status = field_number(call->json, "ply", 0, TABLE_MOVES_MAX, -1, &ply, error);
    if (status != STATUS_OK) return status;
    status = table_move(&place->table, tables->referee, seat, (int)ply, move, now_of(tables), error);
    return told(tables, call, place, status);
}

static Status act(Tables *tables, Place *place, int seat, const char *what, Error *error)
{
    static const char *const offers[TABLE_OFFERS] = {"draw", "undo", "rematch"};
    int64_t now = now_of(tables);
    if (strcmp(what, "resign") == 0) return table_resign(&place->table, seat, now, error);
    if (strcmp(what, "decline") == 0) {
        if (seat == TABLE_NOBODY) return error_set(error, STATUS_BAD_INPUT, "you are watching this game");
        table_decline(&place->table, now);
        return STATUS_OK;
    }
    for (int i = 0; i < TABLE_OFFERS; i++) {
        if (strcmp(what, offers[i]) != 0) continue;
        return table_offer(&place->table, tables->referee, seat, (TableOffer)i, now, error);
    }
    return error_set(error, STATUS_BAD_INPUT, "what must be resign, draw, undo, rematch or decline");
}

static Status handle_act(Tables *tables, const TablesCall *call, Error *error)
{
    Place *place = NULL;
    int seat = TABLE_NOBODY;
    const char *what;
    Status status = own_place(tables, call, &place, &seat, error);
    if (status == STATUS_OK) status = field_text(call->json, "what", 16, &what, error);
    if (status != STATUS_OK) return status;
    return told(tables, call, place, act(tables, place, seat, what, error));
}

static Status handle_leave(Tables *tables, const TablesCall *call, Error *error)
{
    (void)error;
    tables_forget(tables, call->owner);
    field_post(call->box, field_answer("table-left", call->id));
    return STATUS_OK;
}

static const struct {
    const char *type;
    Status (*handle)(Tables *tables, const TablesCall *call, Error *error);
} handlers[] = {{"table-new", handle_new},
                {"table-join", handle_join},
                {"table-move", handle_move},
                {"table-act", handle_act},
                {"table-leave", handle_leave}};

bool tables_knows(const char *type)
{
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(handlers[i].type, type) == 0) return true;
    }
    return false;
}

Status tables_handle(Tables *tables, const char *type, const TablesCall *call, Error *error)
{
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(handlers[i].type, type) == 0) return handlers[i].handle(tables, call, error);
    }
    return error_set(error, STATUS_UNSUPPORTED, "there is no message type '%.40s'", type);
}

/* ---- time ---- */

int tables_tick(Tables *tables)
{
    int64_t now = now_of(tables), next = TABLES_TICK_MS;
    for (int i = 0; i < TABLES_MAX; i++) {
        Place *place = tables->places[i];
        if (!place) continue;
        if (table_look_at_clock(&place->table, now)) tell(tables, place);
        if (now - place->table.touched >= (place->guest_count > 0 ? TABLES_IDLE_MS : TABLES_EMPTY_MS)) {
            remove_place(tables, i);
            continue;
        }
        int64_t left = game_clock_until_flag(&place->table.clock, now);
        if (!place->table.result[0] && left < next) next = left;
    }
    return (int)next;
}
