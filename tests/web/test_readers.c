/* The readers of the server, without a server: frames, request heads, JSON, UTF-8. */
#include "base/utf8.h"
#include "test.h"
#include "web/http.h"
#include "web/json_check.h"
#include "web/ws.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- frames ---- */

/* A frame as a client sends it; returns its length. */
static size_t frame(unsigned char *out, int first, size_t len, const char *payload)
{
    static const unsigned char mask[4] = {0x11, 0x22, 0x33, 0x44};
    unsigned char head[WS_HEAD_MAX];
    int bytes = ws_head(WS_TEXT, len, head);
    head[0] = (unsigned char)first;
    head[1] |= 0x80;
    memcpy(out, head, (size_t)bytes);
    memcpy(out + bytes, mask, 4);
    for (size_t i = 0; i < len; i++) out[(size_t)bytes + 4 + i] = (unsigned char)payload[i] ^ mask[i & 3];
    return (size_t)bytes + 4 + len;
}

static void a_message_is_the_same_however_its_bytes_come(void **state)
{
    (void)state;
    static char text[70000];
    memset(text, 'x', sizeof text);
    unsigned char *bytes = malloc(sizeof text + 64);
    const size_t lengths[] = {0, 1, 125, 126, 65535, 65536, sizeof text};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t size = frame(bytes, 0x81, lengths[i], text);
        for (size_t piece = 1; piece <= size; piece = piece * 7 + 1) {
            WsReader reader = ws_reader(sizeof text);
            WsEvent event = WS_EVENT_NONE;
            for (size_t at = 0; at < size; at += piece) {
                assert_int_equal(event, WS_EVENT_NONE);
                Str in = {(const char *)bytes + at, size - at < piece ? size - at : piece};
                event = ws_next(&reader, &in);
                assert_int_equal(in.len, 0);
            }
            assert_int_equal(event, WS_EVENT_MESSAGE);
            assert_int_equal(reader.message.len, lengths[i]);
            assert_memory_equal(buf_text(&reader.message), text, lengths[i]);
            ws_reader_free(&reader);
        }
    }
    free(bytes);
}

static void a_large_message_leaves_no_memory_behind(void **state)
{
    (void)state;
    static char text[100000];
    memset(text, 'x', sizeof text);
    unsigned char *bytes = malloc(sizeof text + 64);
    Str in = {(const char *)bytes, frame(bytes, 0x81, sizeof text, text)};
    WsReader reader = ws_reader(sizeof text);
    assert_int_equal(ws_next(&reader, &in), WS_EVENT_MESSAGE);
    assert_int_equal(ws_next(&reader, &in), WS_EVENT_NONE);
    assert_int_equal(reader.message.capacity, 0);
    ws_reader_free(&reader);
    free(bytes);
}

/* A header that claims much must cost nothing. */
static void a_claimed_length_takes_no_memory(void **state)
{
    (void)state;
    const unsigned char claim[] = {0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0xff, 0xff, 1, 2, 3, 4, 'x'};
    WsReader reader = ws_reader(1 << 20);
    Str in = {(const char *)claim, sizeof claim};
    assert_int_equal(ws_next(&reader, &in), WS_EVENT_NONE);
    assert_true(reader.message.capacity < 1000);
    ws_reader_free(&reader);
    reader = ws_reader(1000);
    in = (Str){(const char *)claim, sizeof claim};
    assert_int_equal(ws_next(&reader, &in), WS_EVENT_FAIL);
    assert_int_equal(reader.code, WS_CODE_TOO_LARGE);
    ws_reader_free(&reader);
}

static void pieces_of_a_message_are_added_up_and_capped(void **state)
{
    (void)state;
    unsigned char bytes[256];
    WsReader reader = ws_reader(10);
    size_t size = frame(bytes, 0x01, 5, "12345");
    size += frame(bytes + size, 0x89, 2, "hi");
    size += frame(bytes + size, 0x80, 5, "67890");
    Str in = {(const char *)bytes, size};
    assert_int_equal(ws_next(&reader, &in), WS_EVENT_PING);
    assert_int_equal(reader.control_len, 2);
    assert_int_equal(ws_next(&reader, &in), WS_EVENT_MESSAGE);
    assert_string_equal(buf_text(&reader.message), "1234567890");
    size = frame(bytes, 0x01, 5, "12345");
    size += frame(bytes + size, 0x80, 6, "678901");
    in = (Str){(const char *)bytes, size};
    assert_int_equal(ws_next(&reader, &in), WS_EVENT_FAIL);
    assert_int_equal(reader.code, WS_CODE_TOO_LARGE);
    ws_reader_free(&reader);
}

static void the_handshake_is_the_one_of_the_standard(void **state)
{
    (void)state;
    char accept[WS_ACCEPT_BYTES];
    assert_true(ws_accept(STR_LIT("dGhlIHNhbXBsZSBub25jZQ=="), accept)); /* RFC 6455, section 1.3 */
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(ws_accept(STR_LIT(""), accept));
    assert_false(ws_accept(STR_LIT("dGhlIHNhbXBsZSBub25jZQ="), accept));
    assert_false(ws_accept(STR_LIT("dGhlIHNhbXBsZSBub25jZ==="), accept));
    assert_false(ws_accept(STR_LIT("dGhlIHNhbXBsZSBub25j\"Q=="), accept));
}

/* ---- UTF-8 ---- */

static void utf8_is_judged_as_the_standard_does(void **state)
{
    (void)state;
    const char *const good[] = {"",
                                "abc",
                                "\xc2\x80",
                                "\xdf\xbf",
                                "\xe0\xa0\x80",
                                "\xed\x9f\xbf",
                                "\xee\x80\x80",
                                "\xf0\x90\x80\x80",
                                "\xf4\x8f\xbf\xbf"};
    const char *const bad[] = {"\x80",         "\xc0\x80",     "\xc1\xbf",         "\xc2",
                               "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
                               "\xf5\x80",     "\xe8\xaa",     "\xe8\xaa\x41",     "\xff"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_true(utf8_ok(str_from(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[16];
        assert_false(utf8_ok(str_from(bad[i])));
        (void)snprintf(text, sizeof text, "a%s", bad[i]);
        utf8_mend(text);
        assert_true(utf8_ok(str_from(text)));
        assert_int_equal(strlen(text), 1 + strlen(bad[i]));
    }
}

/* ---- heads ---- */

static HttpProgress read_head(HttpRequest *request, const char *text, size_t piece)
{
    http_begin(request);
    HttpProgress progress = HTTP_MORE;
    for (size_t at = 0, len = strlen(text); at < len && progress == HTTP_MORE; at += piece) {
        Str in = {text + at, len - at < piece ? len - at : piece};
        progress = http_read(request, &in);
    }
    return progress;
}

static void a_head_is_the_same_however_its_bytes_come(void **state)
{
    (void)state;
    static const char text[] = "GET /a/b?x=1&token=abc&y HTTP/1.1\r\nHOST:  localhost:1 \r\nX-Other: 1\r\n"
                               "Cookie: a=b; yomi_token=t0ken; c\r\nConnection: keep-alive, Upgrade\r\nEmpty:\r\n\r\n";
    for (size_t piece = 1; piece < sizeof text; piece++) {
        HttpRequest request;
        assert_int_equal(read_head(&request, text, piece), HTTP_DONE);
        assert_int_equal(request.method, HTTP_GET);
        assert_string_equal(request.path, "/a/b");
        assert_true(str_eq(http_query(&request, "token"), "abc"));
        assert_int_equal(http_query(&request, "z").len, 0);
        assert_string_equal(request.values[HTTP_HOST], "localhost:1");
        assert_string_equal(request.token, "t0ken");
        assert_true(http_has_word(request.values[HTTP_CONNECTION], "upgrade"));
        assert_false(http_has_word(request.values[HTTP_CONNECTION], "keep"));
        assert_false(http_has_body(&request));
    }
}

static void broken_heads_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int status;
    } heads[] = {
        {"GET / HTTP/1.1\n\n", 400},
        {"\r\n", 400},
        {"GET /\r\n", 400},
        {"GET  / HTTP/1.1\r\n", 400},
        {"GET / HTTP/1.1 \r\n", 505},
        {"GET / HTTP/2.0\r\n", 505},
        {"GET /\x01 HTTP/1.1\r\n", 400},
        {"GET / HTTP/1.1\r\nHost : a\r\n", 400},
        {"GET / HTTP/1.1\r\n folded: a\r\n", 400},
        {"GET / HTTP/1.1\r\n: a\r\n", 400},
        {"GET / HTTP/1.1\r\nA: a\rb\r\n", 400},
        {"GET / HTTP/1.1\r\nA: a\x01\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n", 400},
        {"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n", 400},
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        HttpRequest request;
        assert_int_equal(read_head(&request, heads[i].text, 3), HTTP_BAD);
        assert_int_equal(request.refused, heads[i].status);
    }
}

static void long_parts_of_a_head_are_bounded(void **state)
{
    (void)state;
    char *text = malloc(HTTP_HEAD_MAX + 1000);
    HttpRequest request;
    (void)sprintf(text, "GET /%*s HTTP/1.1\r\n", HTTP_TARGET_MAX + 100, "x");
    for (char *c = text + 5; *c == ' '; c++) *c = 'y';
    assert_int_equal(read_head(&request, text, 100), HTTP_BAD);
    assert_int_equal(request.refused, 414);
    (void)sprintf(text, "GET / HTTP/1.1\r\nOrigin: %*s\r\nCookie: %*s;yomi_token=%*s; yomi_token=good\r\n\r\n", 1000,
                  "x", 100000, "x", 1000, "x");
    for (char *c = strchr(text, ':') + 2; (c = strchr(c, ' ')) != NULL && c[1] == ' ';) *c = 'y';
    assert_int_equal(read_head(&request, text, 1000), HTTP_DONE);
    assert_true(request.cut[HTTP_ORIGIN]);
    assert_string_equal(request.token, "good");
    memset(text, 'x', HTTP_HEAD_MAX + 999);
    memcpy(text, "GET / HTTP/1.1\r\nA: ", strlen("GET / HTTP/1.1\r\nA: "));
    text[HTTP_HEAD_MAX + 999] = '\0';
    assert_int_equal(read_head(&request, text, 4096), HTTP_BAD);
    assert_int_equal(request.refused, 431);
    free(text);
}

/* ---- JSON ---- */

static void json_is_judged_as_the_standard_does(void **state)
{
    (void)state;
    const char *const good[] = {"{}", "[]",   " [ 1 , -0.5e+3 , \"\\u00e9\\ud83d\\ude00\\n\" , true, false, null ] ",
                                "0",  "\"\"", "{\"a\":{\"b\":[[],{}]},\"a\":1}"};
    const char *const bad[] = {"",
                               "{",
                               "}",
                               "[1,]",
                               "{\"a\"}",
                               "{\"a\":}",
                               "{a:1}",
                               "01",
                               "1.",
                               ".5",
                               "+1",
                               "1e",
                               "[1 2]",
                               "\"\t\"",
                               "\"\\x\"",
                               "\"\\u12\"",
                               "\"",
                               "\"\\",
                               "tru",
                               "\"\\ud800\"",
                               "\"\\udc00\"",
                               "{}{}",
                               "[1}",
                               "{\"a\":1,}",
                               "nulll",
                               "[\"\\ud83d\\u0041\"]",
                               "{1:2}",
                               "-"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(json_check(str_from(good[i]), 100, NULL, NULL, NULL), STATUS_OK);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(json_check(str_from(bad[i]), 100, NULL, NULL, NULL), STATUS_BAD_INPUT);
    }
    assert_int_equal(json_check((Str){"{}\0", 3}, 100, NULL, NULL, NULL), STATUS_BAD_INPUT);
}

static void json_values_and_depth_are_counted(void **state)
{
    (void)state;
    char deep[2 * JSON_DEPTH_MAX + 8];
    for (int depth = JSON_DEPTH_MAX - 1; depth <= JSON_DEPTH_MAX + 1; depth++) {
        memset(deep, '[', (size_t)depth);
        memset(deep + depth, ']', (size_t)depth);
        Status wanted = depth <= JSON_DEPTH_MAX ? STATUS_OK : STATUS_TOO_LARGE;
        assert_int_equal(json_check((Str){deep, 2 * (size_t)depth}, INT_MAX, NULL, NULL, NULL), wanted);
    }
    assert_int_equal(json_check(STR_LIT("[1,{\"a\":2},[]]"), 5, NULL, NULL, NULL), STATUS_OK);
    assert_int_equal(json_check(STR_LIT("[1,{\"a\":2},[]]"), 4, NULL, NULL, NULL), STATUS_TOO_LARGE);
}

static void one_member_is_set_apart(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value;
    } cases[] = {{"{\"a\":1,\"record\" : {\"x\":[1,2,3,4,5]} ,\"b\":2}", "{\"x\":[1,2,3,4,5]}"},
                 {"{\"record\":[]}", "[]"},
                 {"{\"record\":7}", "7"},
                 {"{\"record\":{\"record\":{}},\"record\":1}", "{\"record\":{}}"},
                 {"{\"a\":{\"record\":1}}", ""},
                 {"[{\"record\":1}]", ""},
                 {"{\"a\":\"record\"}", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Str value;
        assert_int_equal(json_check(str_from(cases[i].text), 4, "record", &value, NULL), STATUS_OK);
        assert_true(str_eq(value, cases[i].value));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_the_same_however_its_bytes_come),
        cmocka_unit_test(a_large_message_leaves_no_memory_behind),
        cmocka_unit_test(a_claimed_length_takes_no_memory),
        cmocka_unit_test(pieces_of_a_message_are_added_up_and_capped),
        cmocka_unit_test(the_handshake_is_the_one_of_the_standard),
        cmocka_unit_test(utf8_is_judged_as_the_standard_does),
        cmocka_unit_test(a_head_is_the_same_however_its_bytes_come),
        cmocka_unit_test(broken_heads_are_refused),
        cmocka_unit_test(long_parts_of_a_head_are_bounded),
        cmocka_unit_test(json_is_judged_as_the_standard_does),
        cmocka_unit_test(json_values_and_depth_are_counted),
        cmocka_unit_test(one_member_is_set_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
