/* All tables (table.h) and who is at them: the messages table-new, table-join, table-move, table-act and table-leave,
 * and the message "table" that everybody at a table gets after each change.
 *
 * A session is at one table at a time, as a player or to watch. Whose session ends leaves the table, not the seat: the
 * secret that he was given brings him back. Numbers and times are bounded: TABLES_MAX tables, TABLES_GUESTS_MAX
 * sessions at one; a table that nothing happens at goes after TABLES_IDLE_MS, one that everybody has left after
 * TABLES_EMPTY_MS, earlier when its place is needed. All of it belongs to the server's thread, and nothing waits. */
#ifndef YOMI_WEB_TABLES_H
#define YOMI_WEB_TABLES_H

#include "base/clock.h"
#include "web/outbox.h"
#include "web/table.h"

enum {
    TABLES_MAX = 128,
    TABLES_GUESTS_MAX = 32,
    TABLES_IDLE_MS = 2 * 3600 * 1000,
    TABLES_EMPTY_MS = 1800 * 1000,
    TABLES_TICK_MS = 1000 /* the longest between two looks at the clocks */
};

typedef struct Tables Tables;

typedef struct TablesCall {
    uint64_t owner; /* the session's number */
    Outbox *box;
    int id;
    const cJSON *json;
} TablesCall;

Tables *tables_new(Referee *referee, Clock clock); /* NULL: no memory */
void tables_free(Tables *tables);

bool tables_knows(const char *type);
/* The answer is a "table", or an error that the caller tells. */
Status tables_handle(Tables *tables, const char *type, const TablesCall *call, Error *error);
/* The session has ended. */
void tables_forget(Tables *tables, uint64_t owner);
/* Lets flags fall and ends what is idle; returns in how many milliseconds it is to be called again. */
int tables_tick(Tables *tables);

#endif
