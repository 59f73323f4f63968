/* WebSocket frames (RFC 6455), the server's side: bytes in, messages and control frames out. Knows no socket.
 *
 * A reader holds at most one message (of a given size; memory taken as the bytes come, not as a header claims)
 * and one control frame. It is strict, because a browser always is: frames without a mask, reserved bits, unknown
 * opcodes, lengths in a longer form than needed and broken control frames end the session with 1002, binary with 1003,
 * text that is not UTF-8 with 1007, too much with 1009. */
#ifndef YOMI_WEB_WS_H
#define YOMI_WEB_WS_H

#include "base/buf.h"

enum {
    WS_CONTROL_MAX = 125, /* payload of a ping, pong or close */
    WS_HEAD_MAX = 10,     /* header of a frame that a server sends */
    WS_KEY_LEN = 24,      /* of Sec-WebSocket-Key */
    WS_ACCEPT_BYTES = 29  /* of Sec-WebSocket-Accept, with its NUL */
};

enum {
    WS_CODE_GOING_AWAY = 1001,
    WS_CODE_PROTOCOL = 1002,
    WS_CODE_BINARY = 1003,
    WS_CODE_NO_CODE = 1005, /* never sent: the close frame had none */
    WS_CODE_NOT_UTF8 = 1007,
    WS_CODE_POLICY = 1008,
    WS_CODE_TOO_LARGE = 1009
};

typedef enum WsOpcode { WS_CONTINUE = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 } WsOpcode;

typedef enum WsEvent {
    WS_EVENT_NONE,    /* all bytes are read, nothing is whole yet */
    WS_EVENT_MESSAGE, /* `message` is a whole text; ws_next forgets it */
    WS_EVENT_PING,    /* `control` */
    WS_EVENT_PONG,
    WS_EVENT_CLOSE, /* `code` is the peer's */
    WS_EVENT_FAIL   /* `code` and `why`: close the session */
} WsEvent;

typedef struct WsReader {
    Buf message;
    unsigned char head[14]; /* of the frame being read */
    int head_len;
    uint64_t left;  /* payload bytes of it to come */
    size_t mask_at; /* payload bytes of it that were read */
    bool in_payload, in_message;
    unsigned char control[WS_CONTROL_MAX];
    int control_len;
    int code;
    const char *why;
} WsReader;

WsReader ws_reader(size_t message_max);
void ws_reader_free(WsReader *reader);

/* Reads from the front of *in until something happened or all is read. */
WsEvent ws_next(WsReader *reader, Str *in);

/* Writes the header of an unfragmented frame of `len` bytes; returns its length. */
int ws_head(WsOpcode opcode, size_t len, unsigned char out[WS_HEAD_MAX]);

/* A key must be 16 bytes in base 64. `accept` takes the answer to it. */
bool ws_accept(Str key, char accept[WS_ACCEPT_BYTES]);

#endif
