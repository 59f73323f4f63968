/* What waits to be sent to one page: whole JSON messages, bounded in number and bytes.
 *
 * Any thread may post; one thread (the server's) takes. The box is shared by the session and by the searches that
 * report to it, so it is counted: whoever holds a pointer holds a reference, the last one frees it. A message with a
 * key replaces a waiting one with the same key in its place: of a search that reports faster than a page can read,
 * the page sees the latest lines and nothing grows. */
#ifndef YOMI_WEB_OUTBOX_H
#define YOMI_WEB_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>

enum { OUTBOX_MESSAGES_MAX = 256, OUTBOX_BYTES_MAX = 8 << 20 };

typedef struct Outbox Outbox;

/* `wake` is called after each post, from the posting thread. NULL when there is no memory. */
Outbox *outbox_new(void (*wake)(void *context), void *context);
void outbox_hold(Outbox *box);
void outbox_drop(Outbox *box);

/* Takes over `text` (malloc'ed; NULL counts as lost memory). key 0: never replaced. A box that is closed forgets the
 * message; one that would overflow closes itself. */
void outbox_post(Outbox *box, int key, char *text);
/* The next message, for the caller to free; NULL when there is none. */
char *outbox_take(Outbox *box);
bool outbox_overflowed(Outbox *box);
void outbox_close(Outbox *box);
bool outbox_closed(Outbox *box); /* nothing that is posted will be sent */

#endif
