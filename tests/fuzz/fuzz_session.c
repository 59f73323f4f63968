/* Any bytes as a session of a protocol: `PROTOCOL byte, lines`. Commands that begin a search are left out, because a
 * search has no bound that the fuzzer would know; the searches of accepted positions are fuzz_position's. */
#include "front/front.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { TEXT_MAX = 8192 };

static const char *const searching[] = {"go",   "hint",  "analyze",    "genmove",      "reg_genmove", "begin",
                                        "turn", "board", "swap2board", "yxbalanceone", "yxbalancetwo"};

static bool begins_search(Str line)
{
    int64_t id;
    Str word = str_word(&line);
    if (str_to_int(word, 0, INT64_MAX, &id)) word = str_word(&line); /* GTP commands may be numbered */
    for (size_t i = 0; i < sizeof searching / sizeof *searching; i++) {
        if (str_eq_nocase(word, searching[i])) return true;
    }
    return false;
}

static void send_lines(int fd, Str text)
{
    while (text.len > 0) {
        Str line = str_until(&text, '\n');
        if (begins_search(line)) continue;
        if (write(fd, line.ptr, line.len) < 0 || write(fd, "\n", 1) < 0) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int protocols = 0, pipes[2];
    while (front_protocols[protocols]) protocols++;
    if (size < 2 || size > TEXT_MAX) return 0; /* less than a pipe holds: written before anybody reads */
    int out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (out < 0 || pipe(pipes) != 0) abort();
    send_lines(pipes[1], (Str){(const char *)data + 1, size - 1});
    (void)close(pipes[1]);
    FrontSetup setup = {
        .protocol = front_protocols[data[0] % protocols], .in_fd = pipes[0], .out_fd = out, .log_fd = out};
    Error error;
    (void)front_run(&setup, &error);
    (void)close(pipes[0]);
    (void)close(out);
    return 0;
}
