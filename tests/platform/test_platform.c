/* What src/base promises on every system, through its headers alone: this file knows none. It starts itself as the
 * program that processes are tried with. */
#include "test.h"

#include "base/clock.h"
#include "base/codepage.h"
#include "base/file.h"
#include "base/interrupts.h"
#include "base/locked_file.h"
#include "base/mem.h"
#include "base/net.h"
#include "base/process.h"
#include "base/program.h"
#include "base/random.h"
#include "base/stream.h"
#include "base/terminal.h"
#include "base/thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *self;   /* the path of this program */
static const char *folder; /* of this test's own */

static int64_t in_ms(int64_t ms)
{
    return clock_now(clock_real()) + ms * NS_PER_MS;
}

static char *path_of(char out[512], const char *name)
{
    (void)snprintf(out, 512, "%s/%s", folder, name);
    return out;
}

/* ---- clocks and threads ---- */

static void clocks_run(void **state)
{
    (void)state;
    int64_t before = clock_now(clock_real());
    clock_sleep(20 * NS_PER_MS);
    assert_true(clock_now(clock_real()) - before >= 19 * NS_PER_MS);
    assert_true(clock_date_ms() > INT64_C(1700000000000)); /* later than 2023 */
}

typedef struct Meeting {
    Mutex lock;
    Cond changed;
    int count;
} Meeting;

static void add_thousand(void *context)
{
    Meeting *meeting = context;
    for (int i = 0; i < 1000; i++) {
        mutex_lock(&meeting->lock);
        meeting->count++;
        cond_broadcast(&meeting->changed);
        mutex_unlock(&meeting->lock);
    }
}

static void threads_meet(void **state)
{
    (void)state;
    Meeting meeting = {.count = 0};
    Thread threads[4];
    mutex_init(&meeting.lock);
    cond_init(&meeting.changed);
    mutex_lock(&meeting.lock);
    assert_false(cond_wait_ns(&meeting.changed, &meeting.lock, NS_PER_MS));
    for (int i = 0; i < 4; i++) assert_int_equal(thread_start(&threads[i], add_thousand, &meeting, 1 << 20, NULL), 0);
    while (meeting.count < 4000) cond_wait(&meeting.changed, &meeting.lock);
    mutex_unlock(&meeting.lock);
    for (int i = 0; i < 4; i++) thread_join(&threads[i]);
    cond_destroy(&meeting.changed);
    mutex_destroy(&meeting.lock);
    assert_true(thread_cores() >= 1);
}

static int filled; /* by what runs once */

static void fill(void)
{
    filled++;
}

static void once_is_once(void **state)
{
    (void)state;
    static Once once = ONCE_INIT;
    for (int i = 0; i < 3; i++) thread_once(&once, fill);
    assert_int_equal(filled, 1);
}

/* ---- memory and chance ---- */

static void memory_is_aligned_and_clear(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 4000, 3 << 20, 70 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char *block = mem_alloc_clear(sizes[i], NULL);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % MEM_ALIGN, 0);
        assert_int_equal(block[0] | block[sizes[i] - 1], 0);
        block[sizes[i] - 1] = 1;
        mem_free(block);
    }
    Error error;
    assert_null(mem_alloc(SIZE_MAX / 4, 0, &error));
    assert_int_equal(error.status, STATUS_NO_MEMORY);
}

static void chance_differs(void **state)
{
    (void)state;
    unsigned char a[32] = {0}, b[32] = {0};
    assert_true(random_bytes(a, sizeof a) && random_bytes(b, sizeof b));
    assert_memory_not_equal(a, b, sizeof a);
}

/* ---- files ---- */

static void files_are_replaced(void **state)
{
    (void)state;
    static const char *const names[] = {"plain", "with blank", "\xe5\xb0\x86\xe6\xa3\x8b.kif", "\xc3\xa9t\xc3\xa9"};
    char path[512];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)path_of(path, names[i]);
        assert_int_equal(file_kind(path), FILE_MISSING);
        assert_int_equal(file_replace(path, "first\r\n\0x", 9, NULL), STATUS_OK);
        assert_int_equal(file_replace(path, "second\n", 7, NULL), STATUS_OK);
        Buf text = buf_new(100);
        assert_int_equal(file_read(path, &text, NULL), STATUS_OK);
        assert_string_equal(buf_text(&text), "second\n");
        buf_free(&text);
        assert_int_equal(file_kind(path), FILE_REGULAR);
        assert_string_equal(file_name_of(path), names[i]);
    }
    FileNames found;
    assert_int_equal(file_list(folder, &found, NULL), STATUS_OK);
    size_t seen = 0;
    for (size_t i = 0; i < found.count; i++) {
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) seen += strcmp(found.names[i], names[k]) == 0;
        assert_null(strstr(found.names[i], ".tmp")); /* nothing is left beside them */
        assert_true(i == 0 || strcmp(found.names[i - 1], found.names[i]) < 0);
    }
    assert_int_equal(seen, sizeof names / sizeof *names);
    file_names_free(&found);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_true(file_remove(path_of(path, names[i])));
}

static void wrong_paths_are_told(void **state)
{
    (void)state;
    char path[512];
    Error error;
    Buf text = buf_new(4);
    assert_int_equal(file_read(path_of(path, "nothing"), &text, &error), STATUS_NOT_FOUND);
    assert_non_null(strstr(error.text, "nothing"));
    assert_int_not_equal(file_replace(path_of(path, "no/folder"), "x", 1, &error), STATUS_OK);
    assert_false(file_folder_is_there(path));
    assert_int_equal(file_replace(path_of(path, "long"), "12345", 5, NULL), STATUS_OK);
    assert_true(file_folder_is_there(path));
    assert_int_equal(file_read(path, &text, &error), STATUS_TOO_LARGE);
    assert_true(file_remove(path));
    assert_int_not_equal(file_replace(folder, "x", 1, &error), STATUS_OK);
    assert_int_equal(file_list(path, &(FileNames){0}, &error), STATUS_IO);
    buf_free(&text);
}

static void folders_are_made(void **state)
{
    (void)state;
    char path[512], data[512];
    assert_int_equal(file_make_folder(path_of(path, "a/b/c"), true, true, NULL), STATUS_OK);
    assert_int_equal(file_make_folder(path, false, false, NULL), STATUS_OK); /* it is there */
    assert_int_equal(file_kind(path), FILE_FOLDER);
    assert_int_not_equal(file_make_folder(path_of(path, "x/y"), false, false, NULL), STATUS_OK);
    assert_true(file_data_folder("yomi-test", data, sizeof data));
    assert_non_null(strstr(data, "yomi-test"));
    assert_false(file_data_folder("yomi-test", data, 4));
    file_take_room(path_of(path, "room"), 100000);
    int64_t size = 0;
    FILE *in = file_open(path, &size);
    assert_non_null(in);
    assert_int_equal(size, 100000);
    assert_int_equal(fclose(in), 0);
    assert_true(file_remove(path));
    assert_null(file_open(path, &size));
}

static Status keep_lines(void *context, Str content, size_t *whole, Error *error)
{
    (void)error;
    *(size_t *)context = content.len;
    *whole = content.len;
    while (*whole > 0 && content.ptr[*whole - 1] != '\n') (*whole)--;
    return STATUS_OK;
}

static void one_process_has_a_locked_file(void **state)
{
    (void)state;
    char path[512];
    size_t seen = 0;
    LockedFile *file = NULL, *other = NULL;
    Error error;
    assert_int_equal(file_replace(path_of(path, "log"), "one\ntorn", 8, NULL), STATUS_OK);
    assert_int_equal(locked_file_open(&file, path, keep_lines, &seen, &error), STATUS_OK);
    assert_int_equal(seen, 8);
    assert_int_equal(locked_file_open(&other, path, keep_lines, &seen, &error), STATUS_BUSY);
    assert_int_equal(locked_file_append(file, STR_LIT("two\n"), true, &error), STATUS_OK);
    Buf text = buf_new(100);
    assert_int_equal(file_read(path, &text, NULL), STATUS_OK); /* others can look */
    assert_string_equal(buf_text(&text), "one\ntwo\n");
    buf_free(&text);
    assert_int_equal(locked_file_close(file, NULL), STATUS_OK);
    assert_int_equal(locked_file_open(&other, path, keep_lines, &seen, &error), STATUS_OK);
    assert_int_equal(seen, 8);
    assert_int_equal(locked_file_close(other, NULL), STATUS_OK);
    assert_true(file_remove(path));
}

/* ---- Shift_JIS ---- */

static void shift_jis_goes_both_ways(void **state)
{
    (void)state;
    static const char utf8[] = "\xef\xbc\x97\xe5\x85\xad\xe6\xad\xa9 a\xef\xbd\xb1"; /* "７六歩 aｱ" */
    static const char sjis[] = "\x82\x56\x98\x5a\x95\xe0 a\xb1";
    Buf out = buf_new(100);
    Str left;
    assert_int_equal(codepage_932_from_utf8(STR_LIT(utf8), &out, &left, NULL), STATUS_OK);
    assert_string_equal(buf_text(&out), sjis);
    assert_int_equal(left.len, 0);
    buf_clear(&out);
    assert_int_equal(codepage_932_to_utf8(STR_LIT(sjis), &out, &left, NULL), STATUS_OK);
    assert_string_equal(buf_text(&out), utf8);
    buf_clear(&out);
    assert_int_equal(codepage_932_to_utf8(STR_LIT("ab\x82"), &out, &left, NULL), STATUS_OK); /* half a character */
    assert_string_equal(buf_text(&out), "ab");
    assert_int_equal(left.len, 1);
    buf_clear(&out);
    assert_int_equal(codepage_932_from_utf8(STR_LIT("a\xf0\x9f\x98\x80z"), &out, &left, NULL), STATUS_OK);
    assert_string_equal(buf_text(&out), "a"); /* an emoji is not in it */
    assert_int_equal(left.len, 5);
    buf_free(&out);
}

/* ---- processes ---- */

static Process *start(const char *role, const char *argument)
{
    char *argv[] = {(char *)self, (char *)role, (char *)argument, NULL};
    ProcessSpec spec = {.argv = argv, .folder = "", .log = ""};
    Process *process = NULL;
    Error error = {STATUS_OK, ""};
    if (process_open(&process, &spec, &error) != STATUS_OK) fail_msg("%s", error.text);
    return process;
}

/* Reads until the text has so many bytes, or as long as it may take. */
static ProcessIo read_text(Process *process, char *out, size_t size)
{
    ProcessIo how = PROCESS_DONE;
    size_t len = 0;
    while (len < size && how == PROCESS_DONE) {
        size_t got = 0;
        how = process_read(process, out + len, size - len, &got, NULL, in_ms(20000));
        len += how == PROCESS_DONE ? got : 0;
    }
    out[len] = '\0';
    return how;
}

static void programs_are_spoken_to(void **state)
{
    (void)state;
    static const char odd[] = "a \"b\\\" c\\ \xe5\xb0\x86"; /* every argument arrives as it is */
    char text[256];
    size_t put = 0;
    Process *process = start("--echo", odd);
    assert_int_equal(read_text(process, text, sizeof odd - 1 + 1), PROCESS_DONE);
    assert_memory_equal(text, odd, sizeof odd - 1);
    assert_int_equal(process_write(process, "hello\n", 6, &put, NULL, in_ms(20000)), PROCESS_DONE);
    assert_int_equal(put, 6);
    assert_int_equal(read_text(process, text, 6), PROCESS_DONE);
    assert_string_equal(text, "hello\n");
    assert_int_equal(process_read(process, text, 1, &put, NULL, in_ms(20)), PROCESS_TIMEOUT);
    assert_int_equal(process_end(process, 0).kind, PROCESS_RUNNING);
    process_close_input(process);
    assert_int_equal(process_read(process, text, 1, &put, NULL, in_ms(20000)), PROCESS_CLOSED);
    ProcessEnd end = process_end(process, in_ms(20000));
    assert_int_equal(end.kind, PROCESS_EXITED);
    assert_int_equal(end.value, 7);
    process_end_text(end, text, sizeof text);
    assert_string_equal(text, "ended with code 7");
    process_close(process);
}

static void set_soon(void *event)
{
    clock_sleep(30 * NS_PER_MS);
    event_set(event);
}

static void an_event_ends_a_wait(void **state)
{
    (void)state;
    char byte;
    size_t got = 0;
    Thread thread;
    Event *stop = event_new();
    assert_non_null(stop);
    assert_false(event_is_set(stop));
    Process *process = start("--echo", "");
    assert_int_equal(read_text(process, &(char[8]){0}[0], 1), PROCESS_DONE);
    assert_int_equal(thread_start(&thread, set_soon, stop, 0, NULL), STATUS_OK);
    assert_int_equal(process_read(process, &byte, 1, &got, stop, in_ms(20000)), PROCESS_STOPPED);
    thread_join(&thread);
    process_close(process); /* it would run on */
    assert_true(event_is_set(stop));
    event_clear(stop);
    assert_false(event_is_set(stop));
    event_set(stop);
    assert_false(interrupts_wait(NULL, stop, 20000));
    assert_false(event_is_set(stop)); /* the wait took it */
    event_free(stop);
}

static void what_cannot_run_is_told(void **state)
{
    (void)state;
    char *argv[] = {"no-such-program-anywhere", NULL}, text[200];
    ProcessSpec spec = {.argv = argv, .folder = "", .log = ""};
    Process *process = NULL;
    size_t got = 0;
    assert_int_equal(process_open(&process, &spec, NULL), STATUS_OK);
    assert_int_equal(process_read(process, text, 1, &got, NULL, in_ms(20000)), PROCESS_CLOSED);
    ProcessEnd end = process_end(process, in_ms(20000));
    assert_int_equal(end.kind, PROCESS_NO_START);
    process_end_text(end, text, sizeof text);
    assert_true(text[0] != '\0');
    process_close(process);
}

static void crashes_are_told_apart(void **state)
{
    (void)state;
    Process *process = start("--crash", "");
    assert_int_equal(process_end(process, in_ms(20000)).kind, PROCESS_KILLED);
    process_close(process);
}

/* A child of the child keeps the lock of a file as long as it lives. */
static void nothing_is_left_behind(void **state)
{
    (void)state;
    char path[512], text[64];
    size_t seen = 0;
    LockedFile *file = NULL;
    Process *process = start("--parent", path_of(path, "held"));
    assert_int_equal(read_text(process, text, 5), PROCESS_DONE);
    assert_string_equal(text, "held\n");
    assert_int_equal(locked_file_open(&file, path, keep_lines, &seen, NULL), STATUS_BUSY);
    process_close(process);
    Status status = STATUS_BUSY;
    for (int i = 0; i < 400 && status == STATUS_BUSY; i++) {
        status = locked_file_open(&file, path, keep_lines, &seen, NULL);
        if (status == STATUS_BUSY) clock_sleep(25 * NS_PER_MS);
    }
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(locked_file_close(file, NULL), STATUS_OK);
    assert_true(file_remove(path));
}

/* ---- input ---- */

typedef struct Reading {
    Input *input;
    bool ended;
} Reading;

static void read_input(void *context)
{
    Reading *reading = context;
    char bytes[16];
    size_t got = 0;
    while (input_read(reading->input, bytes, sizeof bytes, &got)) {}
    reading->ended = true;
}

/* In a program of its own, whose standard input is a pipe that nobody writes to. */
static int cancel_input(void)
{
    Reading reading = {NULL, false};
    Thread thread;
    if (input_open(&reading.input, STREAM_IN, NULL) != STATUS_OK) return 1;
    if (thread_start(&thread, read_input, &reading, 0, NULL) != STATUS_OK) return 1;
    clock_sleep(100 * NS_PER_MS);
    input_cancel(reading.input);
    thread_join(&thread);
    input_close(reading.input);
    return reading.ended && !terminal_is(STREAM_IN) && !output_is_gone(STREAM_OUT) ? 5 : 1;
}

static void a_reader_is_called_back(void **state)
{
    (void)state;
    Process *process = start("--cancel", "");
    assert_int_equal(process_end(process, in_ms(20000)).value, 5);
    process_close(process);
}

/* ---- sockets ---- */

static void wake(void *loop)
{
    clock_sleep(30 * NS_PER_MS);
    net_loop_wake(loop);
}

static void sockets_are_waited_for(void **state)
{
    (void)state;
    NetLoop *loop = NULL;
    NetSocket listener = NET_NO_SOCKET, other = NET_NO_SOCKET;
    NetAddress from;
    NetEvent events[4];
    int port = 0;
    bool woken = false;
    Thread thread;
    Error error;
    assert_true(net_is_address("127.0.0.1") && net_is_address("::1") && !net_is_address("localhost"));
    assert_int_equal(net_loop_new(&loop, &error), STATUS_OK);
    assert_int_equal(net_listen("no address", 0, &listener, &port, &error), STATUS_BAD_INPUT);
    assert_int_equal(net_listen("127.0.0.1", 0, &listener, &port, &error), STATUS_OK);
    assert_true(port > 0);
    assert_int_equal(net_listen("127.0.0.1", port, &other, &port, &error), STATUS_IO); /* it is taken */
    assert_int_equal(net_accept(listener, &other, &from), NET_NOBODY);
    assert_true(net_loop_add(loop, listener, NET_READ, &listener));
    assert_int_equal(net_loop_wait(loop, events, 4, 10, &woken), 0);
    assert_false(woken);
    assert_int_equal(thread_start(&thread, wake, loop, 0, NULL), STATUS_OK);
    assert_int_equal(net_loop_wait(loop, events, 4, 20000, &woken), 0);
    assert_true(woken);
    thread_join(&thread);
    net_loop_remove(loop, listener);
    net_close(listener);
    net_loop_free(loop);
}

/* ---- the program that is started ---- */

static Status hold(void *context, Str content, size_t *whole, Error *error)
{
    (void)context, (void)error;
    *whole = content.len;
    return STATUS_OK;
}

static int echo(const char *argument)
{
    char line[256];
    (void)printf("%s\n", argument);
    (void)fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        (void)fputs(line, stdout);
        (void)fflush(stdout);
    }
    return 7;
}

static int hold_file(const char *path)
{
    LockedFile *file = NULL;
    if (locked_file_open(&file, path, hold, NULL, NULL) != STATUS_OK) return 1;
    (void)printf("held\n");
    (void)fflush(stdout);
    clock_sleep(60 * NS_PER_SECOND);
    return 0;
}

static int be_parent(const char *path)
{
    char text[8] = "";
    Process *child = start("--hold", path);
    (void)read_text(child, text, 5);
    (void)fputs(text, stdout);
    (void)fflush(stdout);
    clock_sleep(60 * NS_PER_SECOND);
    return 0;
}

static int play_role(const char *role, const char *argument)
{
    if (strcmp(role, "--echo") == 0) return echo(argument);
    if (strcmp(role, "--hold") == 0) return hold_file(argument);
    if (strcmp(role, "--parent") == 0) return be_parent(argument);
    if (strcmp(role, "--cancel") == 0) return cancel_input();
    if (strcmp(role, "--crash") == 0) __builtin_trap();
    return 1;
}

int main(int argc, char **argv)
{
    int code = 0;
    program_begin(&argc, &argv);
    if (process_is_helper(argc, argv, &code)) return code;
    self = argv[0];
    if (argc == 3) return play_role(argv[1], argv[2]);
    folder = argc > 1 ? argv[1] : "platform-test";
    if (file_make_folder(folder, true, true, NULL) != STATUS_OK) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_run),
        cmocka_unit_test(threads_meet),
        cmocka_unit_test(once_is_once),
        cmocka_unit_test(memory_is_aligned_and_clear),
        cmocka_unit_test(chance_differs),
        cmocka_unit_test(files_are_replaced),
        cmocka_unit_test(wrong_paths_are_told),
        cmocka_unit_test(folders_are_made),
        cmocka_unit_test(one_process_has_a_locked_file),
        cmocka_unit_test(shift_jis_goes_both_ways),
        cmocka_unit_test(programs_are_spoken_to),
        cmocka_unit_test(an_event_ends_a_wait),
        cmocka_unit_test(what_cannot_run_is_told),
        cmocka_unit_test(crashes_are_told_apart),
        cmocka_unit_test(nothing_is_left_behind),
        cmocka_unit_test(a_reader_is_called_back),
        cmocka_unit_test(sockets_are_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
