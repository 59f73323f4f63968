/* What a page may ask and what it is answered: one function a message type, found in a table. The schema is written
 * down in docs/PROTOCOL_WEB.md. */
#ifndef YOMI_WEB_MESSAGES_H
#define YOMI_WEB_MESSAGES_H

#include "web/outbox.h"
#include "web/referee.h"
#include "web/searcher.h"
#include "web/store.h"

enum { MESSAGE_BYTES_MAX = STORE_RECORD_MAX + (64 << 10), MESSAGE_PROTOCOL = 1, MESSAGE_ANALYSES_MAX = 1024 };

typedef struct MessageContext {
    Referee *referee;
    Searcher *searcher;
    Store *store;
    uint64_t owner; /* the session's number */
    Outbox *box;
} MessageContext;

/* The greeting: versions and games. */
void message_greet(const MessageContext *context);

/* Answers one message, at once or later, through the outbox. A message that is wrong is answered by an "error" that
 * says why; *error then holds the same text for the log, and the status is not STATUS_OK. */
Status message_handle(const MessageContext *context, const char *text, size_t len, Error *error);

#endif
