#include "app/app.h"

#include "app/match/keeper.h"
#include "front/front.h"
#include "yomi.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const AppCommand *const commands[] = {
    &app_serve, &app_usi,     &app_nboard, &app_gtp,   &app_gomocup, &app_perft, &app_bench, &app_match,
    &app_tune,  &app_analyse, &app_play,   &app_solve, &app_datagen, &app_train, &app_book,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

int app_error(const char *command, int code, const char *format, ...)
{
    (void)fprintf(stderr, "yomi%s%s: ", command[0] ? " " : "", command);
    va_list args;
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fputc('\n', stderr);
    return code;
}

void app_print_help(const AppCommand *command)
{
    (void)printf("yomi %s %s\n\n%s\n", command->name, command->synopsis, command->summary);
    if (command->help[0]) (void)printf("\n%s", command->help);
}

static void print_games(void)
{
    (void)printf("Games:");
    for (int i = 0; i < yomi_game_count(); i++) (void)printf(" %s", yomi_game_name(i));
    (void)printf("%s\n", yomi_game_count() ? "" : " none in this build");
}

static int print_overview(void)
{
    (void)printf("Yomi %s plays, analyses and solves shogi, Othello and gomoku.\n\nUsage: yomi COMMAND ...\n\n",
                 yomi_version());
    for (int i = 0; i < COMMANDS; i++) (void)printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    (void)printf("\n`yomi help COMMAND` tells more. Started by a GUI without arguments, Yomi answers in the\n"
                 "protocol of the first line it reads.\n\n");
    print_games();
    return APP_OK;
}

static int run_unnamed(const FrontProtocol *protocol)
{
    FrontSetup setup = {.protocol = protocol, .in_fd = STDIN_FILENO, .out_fd = STDOUT_FILENO, .log_fd = STDERR_FILENO};
    Error error;
    if (front_run(&setup, &error) != STATUS_OK) return app_error("", APP_FAILED, "%s", error.text);
    return APP_OK;
}

/* After any other argument too: `yomi datagen shogi --help`. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0) return true;
    }
    return argc > 1 && strcmp(argv[1], "-h") == 0;
}

static int run_command(int argc, char **argv, bool help)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[0], commands[i]->name) != 0) continue;
        if (!help && !wants_help(argc, argv)) return commands[i]->run(argc, argv);
        app_print_help(commands[i]);
        return APP_OK;
    }
    return app_error("", APP_USAGE, "no command '%s'; `yomi --help` lists them", argv[0]);
}

int app_main(int argc, char **argv)
{
    (void)signal(SIGPIPE, SIG_IGN); /* a GUI that goes away is the end of a session, not of the process */
    if (argc > 1 && strcmp(argv[1], KEEPER_ARGUMENT) == 0) return keeper_main(argc, argv);
    const FrontProtocol *by_name = argc > 0 ? front_by_program(argv[0]) : NULL;
    if (by_name) return run_unnamed(by_name);
    if (argc < 2) return isatty(STDIN_FILENO) ? print_overview() : run_unnamed(NULL);
    bool help = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (help && argc == 2)) return print_overview();
    if (strcmp(argv[1], "--version") == 0) return printf("yomi %s\n", yomi_version()) > 0 ? APP_OK : APP_FAILED;
    return help ? run_command(argc - 2, argv + 2, true) : run_command(argc - 1, argv + 1, false);
}
