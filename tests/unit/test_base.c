#include "base/bits.h"
#include "base/buf.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/cpu.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/option.h"
#include "base/rng.h"
#include "base/thread.h"
#include "base/utf8.h"
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void errors_are_cut_not_overrun(void **state)
{
    (void)state;
    char large[1000];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    Error error;
    assert_int_equal(error_set(&error, STATUS_IO, "%s", large), STATUS_IO);
    assert_int_equal(strlen(error.text), ERROR_TEXT_MAX - 1);
    assert_int_equal(error_set(NULL, STATUS_BUSY, "nobody listens"), STATUS_BUSY);
    assert_string_equal(status_name(STATUS_BUSY), "busy");
    assert_string_equal(status_name((Status)99), "unknown status");
}

static void words_are_cut_at_blanks(void **state)
{
    (void)state;
    Str rest = str_from("  position\tstartpos  moves \r\n");
    assert_true(str_eq(str_word(&rest), "position"));
    assert_true(str_eq(str_word(&rest), "startpos"));
    assert_true(str_eq(str_word(&rest), "moves"));
    assert_int_equal(str_word(&rest).len, 0);
    assert_int_equal(str_word(&rest).len, 0);
    Str list = str_from("a,,b");
    assert_true(str_eq(str_until(&list, ','), "a"));
    assert_true(str_eq(str_until(&list, ','), ""));
    assert_true(str_eq(str_until(&list, ','), "b"));
    assert_int_equal(list.len, 0);
    assert_true(str_eq_nocase(str_from("UsI_hash"), "USI_Hash"));
    assert_false(str_eq_nocase(str_from("usi"), "usin"));
    assert_true(str_like(str_from("LmrBase"), "lmr*") && str_like(str_from("LmrBase"), "*b?se") &&
                str_like(str_from(""), "*"));
    assert_true(str_like(str_from("aXbXXc"), "a*x*c") && str_like(str_from("abcabd"), "*abd"));
    assert_false(str_like(str_from("LmrBase"), "lmr") || str_like(str_from("abc"), "a?") ||
                 str_like(str_from(""), "?"));
    assert_false(str_like(str_from("ab"), "ab?") || str_like(str_from("abc"), "*d*") || str_like(str_from("x"), ""));
    assert_memory_equal(str_find(STR_LIT("a needle"), "need"), "needle", 6);
    assert_null(str_find(STR_LIT("nee"), "need"));
}

static void numbers_are_whole_or_refused(void **state)
{
    (void)state;
    int64_t n = 7;
    assert_true(str_to_int(str_from("-12"), -100, 100, &n));
    assert_int_equal(n, -12);
    const char *const wrong[] = {"", " 1", "1 ", "1x", "x", "--1", "101", "99999999999999999999", "0x10", "1.5"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        n = 7;
        assert_false(str_to_int(str_from(wrong[i]), -100, 100, &n));
        assert_int_equal(n, 7);
    }
    double d = 0;
    assert_true(str_to_double(str_from("2.5"), &d));
    assert_true(d > 2.49 && d < 2.51);
    assert_false(str_to_double(str_from("inf"), &d));
    assert_false(str_to_double(str_from("2,5"), &d));
}

static void numbers_of_any_length_are_brought_into_range(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"+7", 7},
                {"101", 100},
                {"-101", -100},
                {"9223372036854775807", 100},
                {"99999999999999999999999999999999999999999999", 100},
                {"-99999999999999999999999999999999999999999999", -100}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int64_t n = 7777;
        assert_true(str_to_int_within(str_from(good[i].text), -100, 100, &n));
        assert_int_equal(n, good[i].value);
    }
    const char *const wrong[] = {"", "-", "+", " 1", "1 ", "1x", "--1", "1.5", "9999999999999999999999999x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t n = 7777;
        assert_false(str_to_int_within(str_from(wrong[i]), -100, 100, &n));
        assert_int_equal(n, 7777);
    }
}

static void buffers_stop_at_their_cap(void **state)
{
    (void)state;
    Buf buf = buf_new(10);
    assert_string_equal(buf_text(&buf), "");
    assert_true(buf_puts(&buf, "12345"));
    assert_true(buf_printf(&buf, "%d", 67890));
    assert_false(buf_putc(&buf, 'x'));
    assert_true(buf.failed);
    assert_string_equal(buf_text(&buf), "1234567890");
    buf_clear(&buf);
    assert_false(buf.failed);
    assert_false(buf_printf(&buf, "%s", "12345678901"));
    assert_string_equal(buf_text(&buf), "");
    buf_free(&buf);
}

static void a_file_is_replaced_whole_or_not_at_all(void **state)
{
    (void)state;
    char folder[] = "/tmp/yomi-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[64];
    (void)snprintf(path, sizeof path, "%s/file", folder);
    Error error;
    assert_int_equal(file_replace(path, "one", 3, &error), STATUS_OK);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(file_replace(path, "second", 6, &error), STATUS_OK);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    Buf content = buf_new(100);
    assert_int_equal(file_read(path, &content, &error), STATUS_OK);
    assert_string_equal(buf_text(&content), "second");
    buf_free(&content);
    Buf small = buf_new(3);
    assert_int_equal(file_read(path, &small, &error), STATUS_TOO_LARGE);
    buf_free(&small);
    /* When the target cannot be replaced (it is a folder), nothing is left behind. */
    char taken[64], inside[80];
    (void)snprintf(taken, sizeof taken, "%s/taken", folder);
    (void)snprintf(inside, sizeof inside, "%s/x", taken);
    assert_int_equal(mkdir(taken, 0755), 0);
    assert_int_equal(mkdir(inside, 0755), 0);
    assert_int_equal(file_replace(taken, "x", 1, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "taken"));
    assert_int_equal(rmdir(inside), 0);
    assert_int_equal(rmdir(taken), 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(file_replace(path, "x", 1, &error), STATUS_NOT_FOUND);
    assert_int_equal(file_read(path, &content, &error), STATUS_NOT_FOUND);
}

static void assert_content(const char *path, const char *wanted)
{
    Buf content = buf_new(100);
    assert_int_equal(file_read(path, &content, NULL), STATUS_OK);
    assert_string_equal(buf_text(&content), wanted);
    buf_free(&content);
}

static int entries_of(const char *folder)
{
    int count = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    while (readdir(list)) count++;
    closedir(list);
    return count - 2;
}

static void links_are_followed_and_the_umask_counts(void **state)
{
    (void)state;
    char folder[] = "/tmp/yomi-test-XXXXXX", before[512];
    assert_non_null(getcwd(before, sizeof before));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    mode_t mask = umask(027);
    struct stat info;
    /* A chain of links, one of them through a folder, to a file that is not there yet. */
    assert_int_equal(mkdir("inner", 0755), 0);
    assert_int_equal(symlink("inner/second", "first"), 0);
    assert_int_equal(symlink("../file", "inner/second"), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(file_replace("first", i ? "new" : "old", 3, NULL), STATUS_OK);
        assert_content("file", i ? "new" : "old");
        assert_true(lstat("first", &info) == 0 && S_ISLNK(info.st_mode));
        assert_true(lstat("inner/second", &info) == 0 && S_ISLNK(info.st_mode));
        assert_true(lstat("file", &info) == 0 && S_ISREG(info.st_mode));
        assert_int_equal(info.st_mode & 0777, 0640);
    }
    Error error;
    assert_int_equal(symlink("round", "round"), 0);
    assert_int_not_equal(file_replace("round", "x", 1, &error), STATUS_OK);
    assert_non_null(strstr(error.text, "round"));
    assert_int_equal(entries_of("."), 4); /* first, inner, file, round */
    (void)umask(mask);
    assert_true(unlink("round") == 0 && unlink("first") == 0 && unlink("inner/second") == 0 && unlink("file") == 0);
    assert_true(rmdir("inner") == 0 && chdir(before) == 0 && rmdir(folder) == 0);
}

/* A kill between the name and the move leaves a file; the next write of the same path takes it away. */
static void what_a_kill_left_goes_with_the_next_write(void **state)
{
    (void)state;
    char folder[] = "/tmp/yomi-test-XXXXXX", path[64], left[96];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/file", folder);
    uint64_t name = bytes_checksum((const uint8_t *)"file", 4);
    (void)snprintf(left, sizeof left, "%s/.yomi-%016llx.tmp", folder, (unsigned long long)name);
    int fd = open(left, O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0 && write(fd, "old", 3) == 3 && close(fd) == 0);
    assert_int_equal(file_replace(path, "new", 3, NULL), STATUS_OK);
    assert_content(path, "new");
    assert_int_equal(entries_of(folder), 1);
    assert_true(unlink(path) == 0 && rmdir(folder) == 0);
}

/* Two processes that write the same path take that name from each other: nobody fails, and the content is one of
 * theirs. */
static void two_writers_of_a_path_both_succeed(void **state)
{
    (void)state;
    enum { ROUNDS = 300 };
    char folder[] = "/tmp/yomi-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/file", folder);
    pid_t other = fork();
    bool whole = true;
    for (int i = 0; i < ROUNDS; i++) {
        whole = whole && file_replace(path, other ? "parent" : "child", other ? 6 : 5, NULL) == STATUS_OK;
    }
    if (other == 0) _exit(whole ? 0 : 1);
    int status = -1;
    assert_true(whole && waitpid(other, &status, 0) == other && status == 0);
    assert_int_equal(entries_of(folder), 1);
    Buf content = buf_new(100);
    assert_int_equal(file_read(path, &content, NULL), STATUS_OK);
    assert_true(strcmp(buf_text(&content), "parent") == 0 || strcmp(buf_text(&content), "child") == 0);
    buf_free(&content);
    assert_true(unlink(path) == 0 && rmdir(folder) == 0);
}

static void what_is_no_file_is_written_to(void **state)
{
    (void)state;
    char folder[] = "/tmp/yomi-test-XXXXXX", path[64], text[8] = "";
    struct stat info;
    Error error;
    assert_non_null(mkdtemp(folder));
    /* As root a rename would have made a file of the device. */
    assert_int_equal(file_replace("/dev/null", "x", 1, &error), STATUS_OK);
    assert_true(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode));
    assert_int_equal(file_replace("/dev/full", "x", 1, &error), STATUS_IO);
    assert_non_null(strstr(error.text, "/dev/full: No space left"));
    (void)snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(file_replace(path, "fifo", 4, &error), STATUS_OK);
    assert_int_equal(read(reader, text, sizeof text), 4);
    assert_string_equal(text, "fifo");
    close(reader);
    assert_true(lstat(path, &info) == 0 && S_ISFIFO(info.st_mode));
    assert_int_equal(unlink(path), 0);
    /* A file without a name. */
    (void)snprintf(path, sizeof path, "%s/gone", folder);
    int gone = open(path, O_RDWR | O_CREAT, 0600);
    assert_int_equal(unlink(path), 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", gone);
    assert_int_equal(file_replace(path, "gone", 4, &error), STATUS_OK);
    assert_int_equal(read(gone, text, sizeof text), 4);
    assert_string_equal(text, "gone");
    close(gone);
    assert_int_equal(entries_of(folder), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* `> file` and /dev/stdout beside it: both are in the file, in their order. */
static void standard_output_is_gone_on_with(void **state)
{
    (void)state;
    char path[] = "/tmp/yomi-test-XXXXXX";
    int file = mkstemp(path), kept = dup(STDOUT_FILENO);
    assert_true(file >= 0 && kept >= 0 && fflush(stdout) == 0);
    assert_true(dup2(file, STDOUT_FILENO) >= 0);
    (void)printf("one ");
    Status status = file_replace("/dev/stdout", "two ", 4, NULL);
    (void)printf("three");
    (void)fflush(stdout);
    assert_true(dup2(kept, STDOUT_FILENO) >= 0);
    close(kept);
    close(file);
    assert_int_equal(status, STATUS_OK);
    assert_content(path, "one two three");
    assert_int_equal(unlink(path), 0);
}

static void what_is_no_text_is_replaced(void **state)
{
    (void)state;
#define MARK "\xef\xbf\xbd"
    static const struct {
        const char *text, *clean;
    } cases[] = {
        {"", ""},
        {"a\tb\n", "a\tb\n"},
        {"\xe5\x85\x88 \xc3\xa9 \xf0\x9f\x98\x80", "\xe5\x85\x88 \xc3\xa9 \xf0\x9f\x98\x80"},
        {"\x1b[2J\x07\x7f", MARK "[2J" MARK MARK},
        {"\xc2\x9b"
         "0m",
         MARK "0m"}, /* an escape of one character */
        {"\xff\xfe", MARK MARK},
        {"\xc0\xaf", MARK MARK}, /* a slash in too many bytes */
        {"\xe0\x80\xaf", MARK MARK MARK},
        {"\xed\xa0\x80", MARK MARK MARK},          /* half of a pair, as browsers count it */
        {"\xef\xbf\xbf", MARK},                    /* none of XML's characters */
        {"\xf4\x90\x80\x80", MARK MARK MARK MARK}, /* past the last one */
        {"\xe5\x85", MARK MARK},                   /* cut off */
        {"\xe5(", MARK "("},
        {"\x80z", MARK "z"},
    };
#undef MARK
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Buf out = buf_new(100);
        assert_true(utf8_clean(&out, str_from(cases[i].text)));
        assert_string_equal(buf_text(&out), cases[i].clean);
        buf_free(&out);
    }
}

static void a_driven_clock_moves_only_when_told(void **state)
{
    (void)state;
    DrivenClock driven = {0};
    Clock clock = clock_driven(&driven);
    assert_int_equal(clock_now(clock), 0);
    atomic_store(&driven.time, 5);
    assert_int_equal(clock_now(clock), 5);
    atomic_store(&driven.step, 2);
    assert_int_equal(clock_now(clock), 5);
    assert_int_equal(clock_now(clock), 7);
    int64_t a = clock_now(clock_real());
    int64_t b = clock_now(clock_real());
    assert_true(b >= a);
}

typedef struct Meeting {
    Mutex lock;
    Cond changed;
    int value;
} Meeting;

static void answer(void *context)
{
    Meeting *meeting = context;
    mutex_lock(&meeting->lock);
    while (meeting->value != 1) cond_wait(&meeting->changed, &meeting->lock);
    meeting->value = 2;
    cond_broadcast(&meeting->changed);
    mutex_unlock(&meeting->lock);
}

static void threads_meet(void **state)
{
    (void)state;
    Meeting meeting = {.value = 0};
    mutex_init(&meeting.lock);
    cond_init(&meeting.changed);
    Thread thread;
    Error error;
    assert_int_equal(thread_start(&thread, answer, &meeting, 1, &error), STATUS_OK); /* raised to the least stack */
    mutex_lock(&meeting.lock);
    assert_false(cond_wait_ns(&meeting.changed, &meeting.lock, NS_PER_MS));
    meeting.value = 1;
    cond_broadcast(&meeting.changed);
    while (meeting.value != 2) cond_wait(&meeting.changed, &meeting.lock);
    mutex_unlock(&meeting.lock);
    thread_join(&thread);
    cond_destroy(&meeting.changed);
    mutex_destroy(&meeting.lock);
    assert_true(thread_cores() >= 1);
}

static void random_numbers_are_the_published_ones(void **state)
{
    (void)state;
    /* First outputs of splitmix64 from state 0, as in Vigna's reference. */
    assert_int_equal(splitmix64(0), UINT64_C(0xe220a8397b1dcdaf));
    assert_int_equal(splitmix64(UINT64_C(0x9e3779b97f4a7c15)), UINT64_C(0x6e789e6aa1b965f4));
    Rng known = {{1, 2, 3, 4}}; /* xoshiro256** from this state */
    assert_int_equal(rng_next(&known), UINT64_C(11520));
    assert_int_equal(rng_next(&known), UINT64_C(0));
    assert_int_equal(rng_next(&known), UINT64_C(1509978240));
    Rng rng = rng_new(42);
    int seen[7] = {0};
    for (int i = 0; i < 70000; i++) seen[rng_below(&rng, 7)]++;
    for (int i = 0; i < 7; i++) assert_in_range(seen[i], 9500, 10500);
    for (int i = 0; i < 1000; i++) {
        double unit = rng_unit(&rng);
        assert_true(unit >= 0.0 && unit < 1.0);
    }
}

static void bits_are_popped_from_below(void **state)
{
    (void)state;
    uint64_t x = UINT64_C(0x8000000000000005);
    assert_int_equal(bits_count(x), 3);
    assert_int_equal(bits_highest(x), 63);
    assert_int_equal(bits_pop(&x), 0);
    assert_int_equal(bits_pop(&x), 2);
    assert_int_equal(bits_pop(&x), 63);
    assert_int_equal(x, 0);
    assert_int_equal(bits_mul_high(UINT64_MAX, 1000), 999);
    assert_int_equal(bits_mul_high(0, 1000), 0);
}

static void the_environment_can_ask_for_an_older_path(void **state)
{
    (void)state;
    assert_int_equal(setenv("YOMI_CPU", "portable", 1), 0);
    assert_false(cpu_features().avx2);
    assert_int_equal(setenv("YOMI_CPU", "avx2", 1), 0);
    assert_false(cpu_features().avx512);
    assert_int_equal(unsetenv("YOMI_CPU"), 0);
}

static void more_memory_than_there_is_gets_refused(void **state)
{
    (void)state;
    Error error;
    assert_null(mem_alloc((size_t)1 << 46, 0, &error));
    assert_int_equal(error.status, STATUS_NO_MEMORY);
    assert_non_null(strstr(error.text, "MB"));
    void *block = mem_alloc(4 << 20, 0, &error);
    assert_non_null(block);
    assert_int_equal((uintptr_t)block % MEM_ALIGN, 0);
    memset(block, 1, 4 << 20);
    mem_free(block);
    assert_null(mem_alloc(0, 0, &error));
}

typedef struct Settings {
    int hash, ponder, rule;
    char book[OPTION_TEXT_MAX];
} Settings;

static const char *const rules[] = {"CSARule27", "CSARule24", "None", NULL};
static const Option options[] = {
    {.name = "Hash",
     .type = OPTION_SPIN,
     .initial = 16,
     .min = 1,
     .max = 1024,
     .offset = offsetof(Settings, hash),
     .environment = "YOMI_TEST_HASH"},
    {.name = "Ponder", .type = OPTION_CHECK, .initial = 1, .max = 1, .offset = offsetof(Settings, ponder)},
    {.name = "Rule", .type = OPTION_COMBO, .initial = 1, .choices = rules, .offset = offsetof(Settings, rule)},
    {.name = "Book", .type = OPTION_TEXT, .initial_text = "book.db", .offset = offsetof(Settings, book)},
    {.name = "Clear", .type = OPTION_BUTTON},
};
static const OptionTable table = {options, sizeof options / sizeof *options};

static void options_take_good_values_and_name_bad_ones(void **state)
{
    (void)state;
    Settings s;
    Error error;
    char scratch[32];
    assert_int_equal(options_init(table, &s, &error), STATUS_OK);
    assert_true(str_eq(option_get(options_find(table, str_from("hash")), &s, scratch), "16"));
    assert_true(str_eq(option_get(&options[2], &s, scratch), "CSARule24"));
    assert_true(str_eq(option_get(&options[3], &s, scratch), "book.db"));
    assert_int_equal(option_set(&options[0], &s, str_from("64"), &error), STATUS_OK);
    assert_int_equal(option_set(&options[0], &s, str_from("0"), &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "option Hash is a number from 1 to 1024, not '0'");
    assert_int_equal(s.hash, 64);
    assert_int_equal(option_set(&options[1], &s, str_from("maybe"), &error), STATUS_BAD_INPUT);
    assert_int_equal(option_set(&options[1], &s, str_from("OFF"), &error), STATUS_OK);
    assert_int_equal(s.ponder, 0);
    assert_int_equal(option_set(&options[2], &s, str_from("none"), &error), STATUS_OK);
    assert_int_equal(s.rule, 2);
    assert_int_equal(option_set(&options[2], &s, str_from("27"), &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "option Rule is one of CSARule27, CSARule24, None; not '27'");
    assert_int_equal(option_set(&options[3], &s, str_from("<empty>"), &error), STATUS_OK);
    assert_string_equal(s.book, "");
    char large[OPTION_TEXT_MAX + 1];
    memset(large, 'b', sizeof large);
    assert_int_equal(option_set(&options[3], &s, (Str){large, sizeof large}, &error), STATUS_BAD_INPUT);
    assert_string_equal(s.book, "");
    assert_int_equal(option_set(&options[4], &s, str_from(""), &error), STATUS_OK);
    assert_null(options_find(table, str_from("Hash ")));
}

static void the_environment_sets_defaults(void **state)
{
    (void)state;
    Settings s;
    Error error;
    assert_int_equal(setenv("YOMI_TEST_HASH", "99", 1), 0);
    assert_int_equal(options_init(table, &s, &error), STATUS_OK);
    assert_int_equal(s.hash, 99);
    assert_int_equal(setenv("YOMI_TEST_HASH", "many", 1), 0);
    assert_int_equal(options_init(table, &s, &error), STATUS_BAD_INPUT);
    assert_int_equal(s.hash, 16);
    assert_int_equal(s.ponder, 1);
    assert_non_null(strstr(error.text, "YOMI_TEST_HASH"));
    assert_int_equal(unsetenv("YOMI_TEST_HASH"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_cut_not_overrun),
        cmocka_unit_test(words_are_cut_at_blanks),
        cmocka_unit_test(numbers_are_whole_or_refused),
        cmocka_unit_test(numbers_of_any_length_are_brought_into_range),
        cmocka_unit_test(buffers_stop_at_their_cap),
        cmocka_unit_test(a_file_is_replaced_whole_or_not_at_all),
        cmocka_unit_test(links_are_followed_and_the_umask_counts),
        cmocka_unit_test(what_a_kill_left_goes_with_the_next_write),
        cmocka_unit_test(two_writers_of_a_path_both_succeed),
        cmocka_unit_test(what_is_no_file_is_written_to),
        cmocka_unit_test(standard_output_is_gone_on_with),
        cmocka_unit_test(what_is_no_text_is_replaced),
        cmocka_unit_test(a_driven_clock_moves_only_when_told),
        cmocka_unit_test(threads_meet),
        cmocka_unit_test(random_numbers_are_the_published_ones),
        cmocka_unit_test(bits_are_popped_from_below),
        cmocka_unit_test(the_environment_can_ask_for_an_older_path),
        cmocka_unit_test(more_memory_than_there_is_gets_refused),
        cmocka_unit_test(options_take_good_values_and_name_bad_ones),
        cmocka_unit_test(the_environment_sets_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
