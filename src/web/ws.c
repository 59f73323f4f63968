#include "web/ws.h"

#include "base/utf8.h"

#include <string.h>

enum { KEEP_BYTES = 32 << 10, LEN_16_BIT = 126, LEN_64_BIT = 127, MASK_BIT = 0x80, FINAL_BIT = 0x80, MASK_BYTES = 4 };

/* ---- reading ---- */

WsReader ws_reader(size_t message_max)
{
    return (WsReader){.message = buf_new(message_max)};
}

void ws_reader_free(WsReader *reader)
{
    buf_free(&reader->message);
}

static WsEvent fail(WsReader *reader, int code, const char *why)
{
    reader->code = code;
    reader->why = why;
    return WS_EVENT_FAIL;
}

static int opcode_of(const WsReader *reader)
{
    return reader->head[0] & 15;
}

static bool is_control(int opcode)
{
    return opcode >= WS_CLOSE;
}

/* Bytes that the header needs, as far as its first two tell. */
static int head_size(const WsReader *reader)
{
    if (reader->head_len < 2) return 2;
    int len = reader->head[1] & 127;
    return 2 + (len == LEN_16_BIT ? 2 : len == LEN_64_BIT ? 8 : 0) + MASK_BYTES;
}

/* After two bytes, before any more of an impossible frame is waited for. */
static WsEvent check_start(WsReader *reader)
{
    int opcode = opcode_of(reader);
    bool final = reader->head[0] & FINAL_BIT;
    if (!(reader->head[1] & MASK_BIT)) return fail(reader, WS_CODE_PROTOCOL, "a client's frames are masked");
    if (reader->head[0] & 0x70) return fail(reader, WS_CODE_PROTOCOL, "reserved bits are set");
    if (is_control(opcode)) {
        if (opcode > WS_PONG) return fail(reader, WS_CODE_PROTOCOL, "there is no such opcode");
        if (!final || (reader->head[1] & 127) > WS_CONTROL_MAX) {
            return fail(reader, WS_CODE_PROTOCOL, "a control frame is short and in one piece");
        }
        return WS_EVENT_NONE;
    }
    if (opcode == WS_BINARY) return fail(reader, WS_CODE_BINARY, "messages are text");
    if (opcode > WS_BINARY) return fail(reader, WS_CODE_PROTOCOL, "there is no such opcode");
    if ((opcode == WS_CONTINUE) != reader->in_message) {
        return fail(reader, WS_CODE_PROTOCOL, "a frame does not go on where the last one ended");
    }
    return WS_EVENT_NONE;
}

static WsEvent begin_payload(WsReader *reader)
{
    int len = reader->head[1] & 127, bytes = len == LEN_16_BIT ? 2 : len == LEN_64_BIT ? 8 : 0;
    uint64_t size = bytes ? 0 : (uint64_t)len;
    for (int i = 0; i < bytes; i++) size = size << 8 | reader->head[2 + i];
    if ((bytes == 2 && size < LEN_16_BIT) || (bytes == 8 && size <= 0xffff) || size >> 63) {
        return fail(reader, WS_CODE_PROTOCOL, "a frame's length is not in its shortest form");
    }
    if (!is_control(opcode_of(reader))) {
        if (size > reader->message.max - reader->message.len) {
            return fail(reader, WS_CODE_TOO_LARGE, "the message is too long");
        }
        reader->in_message = true;
    }
    reader->left = size;
    reader->mask_at = 0;
    reader->control_len = 0;
    reader->in_payload = true;
    return WS_EVENT_NONE;
}

static WsEvent read_head(WsReader *reader, Str *in)
{
    while (reader->head_len < head_size(reader) && in->len > 0) {
        reader->head[reader->head_len++] = (unsigned char)in->ptr[0];
        *in = str_skip(*in, 1);
        if (reader->head_len != 2) continue;
        WsEvent event = check_start(reader);
        if (event != WS_EVENT_NONE) return event;
    }
    return reader->head_len == head_size(reader) ? begin_payload(reader) : WS_EVENT_NONE;
}

static bool keep(WsReader *reader, const char *bytes, size_t len)
{
    if (!is_control(opcode_of(reader))) return buf_append(&reader->message, bytes, len);
    memcpy(reader->control + reader->control_len, bytes, len); /* check_start has seen that it fits */
    reader->control_len += (int)len;
    return true;
}

static bool read_payload(WsReader *reader, Str *in)
{
    const unsigned char *mask = reader->head + reader->head_len - MASK_BYTES;
    while (reader->left > 0 && in->len > 0) {
        char plain[1024];
        size_t len = in->len < sizeof plain ? in->len : sizeof plain;
        if (len > reader->left) len = (size_t)reader->left;
        for (size_t i = 0; i < len; i++) plain[i] = (char)((unsigned char)in->ptr[i] ^ mask[(reader->mask_at + i) & 3]);
        if (!keep(reader, plain, len)) return false;
        reader->mask_at += len;
        reader->left -= len;
        *in = str_skip(*in, len);
    }
    return true;
}

static WsEvent end_close(WsReader *reader)
{
    reader->code = WS_CODE_NO_CODE;
    if (reader->control_len == 0) return WS_EVENT_CLOSE;
    if (reader->control_len == 1) return fail(reader, WS_CODE_PROTOCOL, "a close frame is broken");
    int code = reader->control[0] << 8 | reader->control[1];
    bool known = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
    if (!known) return fail(reader, WS_CODE_PROTOCOL, "a close frame has a code that nobody may send");
    if (!utf8_ok((Str){(const char *)reader->control + 2, (size_t)reader->control_len - 2})) {
        return fail(reader, WS_CODE_NOT_UTF8, "a close frame is not UTF-8");
    }
    reader->code = code;
    return WS_EVENT_CLOSE;
}

static WsEvent end_frame(WsReader *reader)
{
    reader->in_payload = false;
    reader->head_len = 0;
    switch (opcode_of(reader)) {
    case WS_CLOSE: return end_close(reader);
    case WS_PING: return WS_EVENT_PING;
    case WS_PONG: return WS_EVENT_PONG;
    default: break;
    }
    if (!(reader->head[0] & FINAL_BIT)) return WS_EVENT_NONE;
    reader->in_message = false;
    if (!utf8_ok(buf_view(&reader->message))) return fail(reader, WS_CODE_NOT_UTF8, "the message is not UTF-8");
    return WS_EVENT_MESSAGE;
}

/* A large message must not stay in memory for as long as the page is open. */
static void forget_message(WsReader *reader)
{
    if (reader->message.capacity > KEEP_BYTES) {
        buf_free(&reader->message);
    } else {
        buf_clear(&reader->message);
    }
}

WsEvent ws_next(WsReader *reader, Str *in)
{
    if (!reader->in_message && reader->message.capacity > 0) forget_message(reader);
    while (in->len > 0) {
        if (!reader->in_payload) {
            WsEvent event = read_head(reader, in);
            if (event != WS_EVENT_NONE) return event;
        }
        if (!reader->in_payload) continue;
        if (!read_payload(reader, in)) return fail(reader, WS_CODE_TOO_LARGE, "there is no memory for the message");
        if (reader->left > 0) continue;
        WsEvent event = end_frame(reader);
        if (event != WS_EVENT_NONE) return event;
    }
    return WS_EVENT_NONE;
}

/* ---- writing ---- */

int ws_head(WsOpcode opcode, size_t len, unsigned char out[WS_HEAD_MAX])
{
    int bytes = len < LEN_16_BIT ? 0 : len <= 0xffff ? 2 : 8;
    out[0] = (unsigned char)(FINAL_BIT | opcode);
    out[1] = (unsigned char)(bytes == 0 ? len : bytes == 2 ? LEN_16_BIT : LEN_64_BIT);
    for (int i = 0; i < bytes; i++) out[2 + i] = (unsigned char)((uint64_t)len >> (8 * (bytes - 1 - i)));
    return 2 + bytes;
}

/* ---- the handshake ---- */

static uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void sha1_block(uint32_t state[5], const unsigned char block[64])
{
    uint32_t w[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 16; i++) {
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    }
    for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        static const uint32_t keys[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
        uint32_t mixed = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        uint32_t next = rotate(a, 5) + mixed + e + keys[i / 20] + w[i];
        e = d, d = c, c = rotate(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

/* Of a short text: the handshake's is 60 bytes. The protocol wants SHA-1; nothing secret hangs on it. */
static void sha1(const char *text, size_t len, unsigned char out[20])
{
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char blocks[128] = {0};
    memcpy(blocks, text, len);
    blocks[len] = 0x80;
    for (int i = 0; i < 8; i++) blocks[127 - i] = (unsigned char)((uint64_t)len * 8 >> (8 * i));
    sha1_block(state, blocks);
    sha1_block(state, blocks + 64);
    for (int i = 0; i < 20; i++) out[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}

bool ws_accept(Str key, char accept[WS_ACCEPT_BYTES])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[WS_KEY_LEN + sizeof magic];
    if (key.len != WS_KEY_LEN || key.ptr[22] != '=' || key.ptr[23] != '=') return false;
    for (size_t i = 0; i < WS_KEY_LEN - 2; i++) {
        if (!memchr(digits, key.ptr[i], sizeof digits - 1)) return false;
    }
    memcpy(text, key.ptr, WS_KEY_LEN);
    memcpy(text + WS_KEY_LEN, magic, sizeof magic);
    unsigned char hash[21] = {0}; /* one byte more: 21 are 28 digits */
    sha1(text, WS_KEY_LEN + sizeof magic - 1, hash);
    for (int i = 0; i < 7; i++) {
        uint32_t three = (uint32_t)hash[3 * i] << 16 | (uint32_t)hash[3 * i + 1] << 8 | hash[3 * i + 2];
        for (int k = 0; k < 4; k++) accept[4 * i + k] = digits[three >> (18 - 6 * k) & 63];
    }
    accept[27] = '=';
    accept[28] = '\0';
    return true;
}
