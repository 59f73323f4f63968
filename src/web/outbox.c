#include "web/outbox.h"

#include "base/thread.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct Waiting {
    int key;
    size_t bytes;
    char *text;
} Waiting;

struct Outbox {
    _Atomic int holders;
    Mutex mutex; /* everything below */
    void (*wake)(void *context);
    void *context;
    Waiting ring[OUTBOX_MESSAGES_MAX];
    int first, count;
    size_t bytes;
    bool closed, overflowed;
};

Outbox *outbox_new(void (*wake)(void *context), void *context)
{
    Outbox *box = calloc(1, sizeof *box);
    if (!box) return NULL;
    atomic_init(&box->holders, 1);
    mutex_init(&box->mutex);
    box->wake = wake;
    box->context = context;
    return box;
}

void outbox_hold(Outbox *box)
{
    atomic_fetch_add_explicit(&box->holders, 1, memory_order_relaxed);
}

static Waiting *at(Outbox *box, int index)
{
    return &box->ring[(box->first + index) % OUTBOX_MESSAGES_MAX];
}

static void forget_all(Outbox *box)
{
    for (int i = 0; i < box->count; i++) free(at(box, i)->text);
    box->count = 0;
    box->bytes = 0;
}

void outbox_drop(Outbox *box)
{
    if (!box || atomic_fetch_sub_explicit(&box->holders, 1, memory_order_acq_rel) != 1) return;
    forget_all(box);
    mutex_destroy(&box->mutex);
    free(box);
}

static bool replace(Outbox *box, int key, char *text, size_t bytes)
{
    for (int i = 0; key != 0 && i < box->count; i++) {
        Waiting *waiting = at(box, i);
        if (waiting->key != key) continue;
        free(waiting->text);
        box->bytes = box->bytes - waiting->bytes + bytes;
        *waiting = (Waiting){key, bytes, text};
        return true;
    }
    return false;
}

static void put(Outbox *box, int key, char *text)
{
    size_t bytes = text ? strlen(text) : 0;
    if (box->closed) {
        free(text);
        return;
    }
    if (!text || box->bytes + bytes > OUTBOX_BYTES_MAX) {
        free(text);
        box->overflowed = box->closed = true;
        return;
    }
    if (replace(box, key, text, bytes)) return;
    if (box->count == OUTBOX_MESSAGES_MAX) {
        free(text);
        box->overflowed = box->closed = true;
        return;
    }
    *at(box, box->count++) = (Waiting){key, bytes, text};
    box->bytes += bytes;
}

void outbox_post(Outbox *box, int key, char *text)
{
    mutex_lock(&box->mutex);
    put(box, key, text);
    void (*wake)(void *) = box->wake;
    if (wake) wake(box->context); /* under the lock, so that after outbox_close nobody is called any more */
    mutex_unlock(&box->mutex);
}

char *outbox_take(Outbox *box)
{
    mutex_lock(&box->mutex);
    char *text = NULL;
    if (box->count > 0) {
        Waiting *waiting = at(box, 0);
        text = waiting->text;
        box->bytes -= waiting->bytes;
        box->first = (box->first + 1) % OUTBOX_MESSAGES_MAX;
        box->count--;
    }
    mutex_unlock(&box->mutex);
    return text;
}

bool outbox_overflowed(Outbox *box)
{
    mutex_lock(&box->mutex);
    bool overflowed = box->overflowed;
    mutex_unlock(&box->mutex);
    return overflowed;
}

bool outbox_closed(Outbox *box)
{
    mutex_lock(&box->mutex);
    bool closed = box->closed;
    mutex_unlock(&box->mutex);
    return closed;
}

void outbox_close(Outbox *box)
{
    mutex_lock(&box->mutex);
    box->closed = true;
    box->wake = NULL;
    forget_all(box);
    mutex_unlock(&box->mutex);
}
