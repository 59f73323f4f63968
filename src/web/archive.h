/* Saved games and analyses as messages: save, load, list, delete, keep, recall.
 *
 * archive_handle reads and checks a request on the server's thread and copies what it needs (never the JSON's tree)
 * into a task for the store's queue; the store's thread runs it and posts the answer to the session's outbox, "saved",
 * "deleted" and "kept" only after the data are committed. A page may be gone by then: what it asked to be written is
 * written, what it asked to read is not looked for. */
#ifndef YOMI_WEB_ARCHIVE_H
#define YOMI_WEB_ARCHIVE_H

#include "web/outbox.h"
#include "web/store_queue.h"

#include "base/str.h"
#include <cjson/cJSON.h>

enum { ARCHIVE_LIST_MAX = 1024 /* analyses or positions of a message */ };

typedef struct ArchiveRequest {
    uint64_t owner;      /* the session's number */
    const char *visitor; /* whose games; "": those of everybody */
    Outbox *box;
    int id;
    const cJSON *json; /* without the record */
    Str record;        /* its text, checked to be JSON; "" when there was none */
    /* Told of errors after archive_handle has returned, on the store's thread. */
    void (*failed)(void *context, uint64_t owner, const char *text);
    void *context;
} ArchiveRequest;

/* Is it a message for the archive? */
bool archive_knows(const char *type);
/* STATUS_OK: the answer comes, or has come. Otherwise there will be none, and *error says why. */
Status archive_handle(StoreQueue *queue, const char *type, const ArchiveRequest *request, Error *error);

#endif
