/* An engine for Drop Four that speaks USI and misbehaves on request: rogue MODE [TAG]. Honest up to its second move of
 * a game, then as the mode says. TAG is there to be found in the list of processes. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { WIDTH = 5, HEIGHT = 5 };

static void sleep_for_ever(void)
{
    for (;;) (void)sleep(1000);
}

static void say(const char *text)
{
    (void)puts(text);
    (void)fflush(stdout);
}

static void flood(FILE *out)
{
    char line[1000];
    (void)snprintf(line, sizeof line, "info string %0900d\n", 0);
    while (fputs(line, out) >= 0) {}
    sleep_for_ever();
}

static void long_line(void)
{
    for (int i = 0; i < 10 << 20; i++) (void)putchar('x');
    (void)putchar('\n');
    for (int i = 0; i < 1000; i++) (void)putchar('\0');
    (void)putchar('\n');
    (void)fflush(stdout);
}

/* A child in a session of its own that keeps the pipe and never ends; its parent leaves. */
static void leave_child(const char *mode)
{
    if (fork() == 0) {
        (void)signal(SIGTERM, SIG_IGN);
        (void)signal(SIGHUP, SIG_IGN);
        if (strcmp(mode, "fork-setsid") == 0) {
            (void)setsid();
            if (fork() != 0) _exit(0);
        }
        sleep_for_ever();
    }
    if (strcmp(mode, "fork-stay") == 0) sleep_for_ever();
    _exit(0);
}

/* The first column with room, from the moves in "position startpos moves 3 3 ...". */
static int honest_move(const char *position)
{
    int fill[WIDTH + 1] = {0};
    const char *moves = strstr(position, "moves");
    for (const char *c = moves ? moves + 5 : ""; *c; c++) {
        if (*c >= '1' && *c <= '0' + WIDTH) fill[*c - '0']++;
    }
    for (int column = 1; column <= WIDTH; column++) {
        if (fill[column] < HEIGHT) return column;
    }
    return 1;
}

static void misbehave(const char *mode)
{
    struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
    if (strcmp(mode, "crash") == 0) {
        (void)signal(SIGSEGV, SIG_DFL); /* not for a sanitizer to make an exit code of */
        (void)raise(SIGSEGV);
    }
    if (strcmp(mode, "exit") == 0) exit(0);
    if (strcmp(mode, "fail") == 0) exit(3);
    if (strcmp(mode, "hang") == 0) sleep_for_ever();
    if (strcmp(mode, "flood") == 0) flood(stdout);
    if (strcmp(mode, "flood-stderr") == 0) flood(stderr);
    if (strcmp(mode, "long-line") == 0) long_line();
    if (strcmp(mode, "illegal") == 0) say("bestmove 9");
    if (strcmp(mode, "garbage") == 0) say("bestmove \x01\x02 or something else that is no move");
    if (strcmp(mode, "empty") == 0) say("bestmove");
    if (strcmp(mode, "claim") == 0) say("bestmove win");
    if (strcmp(mode, "late") == 0) (void)usleep(700 * 1000);
    if (strcmp(mode, "close-pipe") == 0) {
        (void)close(STDOUT_FILENO);
        sleep_for_ever();
    }
    if (strncmp(mode, "fork", 4) == 0) leave_child(mode);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "honest";
    char line[4096], position[4096] = "";
    int moves = 0;
    if (strcmp(mode, "exit-at-once") == 0) return 0;
    if (strcmp(mode, "deaf") == 0) sleep_for_ever();
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(mode, "wrong-protocol") == 0) {
            say("=1 hello, I speak something else\n");
        } else if (strncmp(line, "isready", 7) == 0) {
            say("readyok");
            moves = 0;
        } else if (strncmp(line, "usi", 3) == 0 && line[3] == '\n') {
            say("id name rogue\nusiok");
        } else if (strncmp(line, "position", 8) == 0) {
            (void)snprintf(position, sizeof position, "%s", line);
        } else if (strncmp(line, "go", 2) == 0) {
            if (++moves == 2) misbehave(mode);
            (void)printf("info depth 1 nodes 1 score cp 0 pv %d\n", honest_move(position));
            (void)printf("bestmove %d\n", honest_move(position));
            (void)fflush(stdout);
        } else if (strncmp(line, "quit", 4) == 0 && strcmp(mode, "ignore-quit") != 0) {
            return 0;
        }
    }
    if (strcmp(mode, "ignore-quit") == 0) sleep_for_ever();
    return 0;
}
