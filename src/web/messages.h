/* What a page may ask and what it is answered: one function a message type, found in a table. The schema is written
 * down in docs/PROTOCOL_WEB.md.
 *
 * All of this runs on the server's thread, and none of it waits: rules are answered at once, searches go to the
 * searcher's queue, saved games and analyses to the store's (archive.h), games between two people to tables.h. A
 * message is looked at as text first (json_check.h), so that its tree is bounded. */
#ifndef YOMI_WEB_MESSAGES_H
#define YOMI_WEB_MESSAGES_H

#include "web/outbox.h"
#include "web/referee.h"
#include "web/searcher.h"
#include "web/store_queue.h"
#include "web/tables.h"
#include "web/trainer.h"

enum { MESSAGE_BYTES_MAX = STORE_RECORD_MAX + (64 << 10), MESSAGE_PROTOCOL = 1 };

typedef struct MessageContext {
    Referee *referee;
    Searcher *searcher;
    StoreQueue *queue;
    Tables *tables;
    Trainer *trainer;
    uint64_t owner;      /* the session's number */
    const char *visitor; /* whose saved games; "": those of everybody */
    bool module;         /* pages can load the engine from here, to search in the browser */
    Outbox *box;
    /* Told of an error that comes later than message_handle returns, on the store's thread. */
    void (*failed)(void *context, uint64_t owner, const char *text);
    void *context;
} MessageContext;

/* The greeting: versions and games. */
void message_greet(const MessageContext *context);

/* Answers one message, at once or later, through the outbox. A message that is wrong is answered by an "error" that
 * says why; *error then holds the same text for the log, and the status is not STATUS_OK. */
Status message_handle(const MessageContext *context, const char *text, size_t len, Error *error);

#endif
