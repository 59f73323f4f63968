/* A table as JSON, and what a page says about one that it wants. */
#ifndef YOMI_WEB_TABLE_JSON_H
#define YOMI_WEB_TABLE_JSON_H

#include "web/table.h"

/* For whom, and when. */
typedef struct TableView {
    int seat; /* of the one who is told, or TABLE_NOBODY */
    bool here[2];
    int watchers;
    int64_t now;
} TableView;

/* The message "table", without an id. */
cJSON *table_json(const Table *table, const TableView *view);

/* The clock and the seat of a message table-new. */
Status table_read_new(const cJSON *json, GameClock *time, int *seat, Error *error);

#endif
