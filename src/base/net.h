/* TCP sockets that never wait, and one place to wait for all of them.
 *
 * A NetLoop watches sockets, each with a pointer of its owner, and tells which are ready. Its functions belong to one
 * thread, but for net_loop_wake. */
#ifndef YOMI_BASE_NET_H
#define YOMI_BASE_NET_H

#include "base/status.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef intptr_t NetSocket;
enum { NET_NO_SOCKET = -1 };

/* Who is at the other end: an IPv4 address in the first four bytes, or an IPv6 address. */
typedef struct NetAddress {
    unsigned char bytes[16];
    bool v6;
} NetAddress;

bool net_is_address(const char *text); /* of either kind */

/* `port` 0 takes any that is free; *bound is the one it is. */
Status net_listen(const char *host, int port, NetSocket *out, int *bound, Error *error);

typedef enum NetAccept {
    NET_ACCEPTED,
    NET_NOBODY,  /* for now */
    NET_FAILED,  /* that one broke before it was taken */
    NET_NO_ROOM, /* the process or the system has no more handles */
} NetAccept;
NetAccept net_accept(NetSocket listener, NetSocket *out, NetAddress *from);

enum { NET_AGAIN = -1, NET_BROKEN = -2 };
/* How many bytes have moved, 0 from net_receive at the end; or NET_AGAIN (not now), or NET_BROKEN. With `more` the
 * system may wait for what follows. */
int64_t net_send(NetSocket socket, const void *bytes, size_t len, bool more);
int64_t net_receive(NetSocket socket, void *bytes, size_t size);
void net_end_sending(NetSocket socket);
void net_close(NetSocket socket);

typedef struct NetLoop NetLoop;
enum { NET_READ = 1, NET_WRITE = 2, NET_GONE = 4 /* only told, never asked for */ };

typedef struct NetEvent {
    void *owner;
    unsigned what;
} NetEvent;

Status net_loop_new(NetLoop **out, Error *error);
void net_loop_free(NetLoop *loop);
bool net_loop_add(NetLoop *loop, NetSocket socket, unsigned what, void *owner);
void net_loop_change(NetLoop *loop, NetSocket socket, unsigned what, void *owner);
void net_loop_remove(NetLoop *loop, NetSocket socket); /* before net_close */
/* Waits until something is ready, net_loop_wake was called (*woken), or the time is over. Returns the events. */
int net_loop_wait(NetLoop *loop, NetEvent *events, int max, int ms, bool *woken);
void net_loop_wake(NetLoop *loop); /* from any thread */

#endif
