/* Any bytes as a session of a protocol: `PROTOCOL byte, lines`. Commands that begin a search are left out, because a
 * search has no bound that the fuzzer would know; the searches of accepted positions are fuzz_position's.
 *
 * Opening an engine and preparing its tables takes seconds, a session milliseconds. So yomi_open and yomi_close are
 * replaced at link time (--wrap): one engine for each game stays open and goes back to its default options and the
 * start position when a session ends. */
#include "front/front.h"
#include "fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MAX = 8192, GAMES_MAX = 8 };

yomi_status __real_yomi_open(const char *game, yomi_engine **out, yomi_error *error);
yomi_status __wrap_yomi_open(const char *game, yomi_engine **out, yomi_error *error);
void __wrap_yomi_close(yomi_engine *engine);

static void no_log(void *context, const char *line)
{
    (void)context;
    (void)line;
}

yomi_status __wrap_yomi_open(const char *game, yomi_engine **out, yomi_error *error)
{
    static yomi_engine *engines[GAMES_MAX];
    for (int i = 0; i < yomi_game_count() && i < GAMES_MAX; i++) {
        if (strcmp(game, yomi_game_name(i)) != 0) continue;
        if (!engines[i]) require(__real_yomi_open(game, &engines[i], NULL) == YOMI_OK);
        *out = engines[i];
        return YOMI_OK;
    }
    return __real_yomi_open(game, out, error);
}

/* The next session finds the engine as if it had just been opened. */
void __wrap_yomi_close(yomi_engine *engine)
{
    yomi_option option = YOMI_OPTION_INIT;
    if (!engine) return;
    yomi_stop(engine);
    yomi_wait(engine);
    yomi_set_log(engine, no_log, NULL);
    for (size_t i = 0; i < yomi_option_count(engine); i++) {
        require(yomi_option_at(engine, i, &option) == YOMI_OK);
        const char *value = yomi_get_option(engine, option.name);
        if (option.type == YOMI_OPTION_BUTTON || (value && strcmp(value, option.initial) == 0)) continue;
        require(yomi_set_option(engine, option.name, option.initial, NULL) == YOMI_OK);
    }
    require(yomi_set_position(engine, NULL, NULL, 0, NULL) == YOMI_OK);
}

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
