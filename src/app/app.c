#include "app/app.h"

#include "base/process.h"
#include "base/program.h"
#include "base/terminal.h"
#include "front/front.h"
#include "yomi.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void app_print_help(const AppCommand *command)
{
    (void)printf("yomi %s %s\n\n%s\n", command->name, command->synopsis, command->summary);
    if (command->help[0]) (void)printf("\n%s", command->help);
    if (!command->help_of_games) return;
    (void)putchar('\n');
    command->help_of_games();
}

static void print_games(void)
{
    (void)printf("Games:");
    for (int i = 0; i < yomi_game_count(); i++) (void)printf(" %s", yomi_game_name(i));
    (void)printf("%s\n", yomi_game_count() ? "" : " none in this build");
}

static int print_overview(void)
{
    (void)printf("Yomi %s plays, analyses and solves board games.\n\nUsage: yomi COMMAND ...\n\n", yomi_version());
    for (int i = 0; app_commands[i]; i++) (void)printf("  %-10s %s\n", app_commands[i]->name, app_commands[i]->summary);
    (void)printf("\n`yomi help COMMAND` tells more. Started by a GUI without arguments, Yomi answers in the\n"
                 "protocol of the first line it reads.\n\n");
    print_games();
    return APP_OK;
}

static int print_version(void)
{
    (void)printf("yomi %s\n", yomi_version());
    return APP_OK;
}

static int run_unnamed(const FrontProtocol *protocol)
{
    FrontSetup setup = {.protocol = protocol, .in_fd = STREAM_IN, .out_fd = STREAM_OUT, .log_fd = STREAM_ERROR};
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
    const char *name = strcmp(argv[0], "analyze") == 0 ? "analyse" : argv[0]; /* both are English */
    for (int i = 0; app_commands[i]; i++) {
        if (strcmp(name, app_commands[i]->name) != 0) continue;
        if (!help && !wants_help(argc, argv)) return app_commands[i]->run(argc, argv);
        app_print_help(app_commands[i]);
        return APP_OK;
    }
    return app_error("", APP_USAGE, "no command '%s'; `yomi --help` lists them", argv[0]);
}

static int choose_and_run(int argc, char **argv)
{
    const FrontProtocol *by_name = argc > 0 ? front_by_program(argv[0]) : NULL;
    if (by_name) return run_unnamed(by_name);
    if (argc < 2) return terminal_is(STREAM_IN) ? print_overview() : run_unnamed(NULL);
    bool help = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (help && argc == 2)) return print_overview();
    if (strcmp(argv[1], "--version") == 0) return print_version();
    return help ? run_command(argc - 2, argv + 2, true) : run_command(argc - 1, argv + 1, false);
}

/* What was printed has to have arrived: a full disk or a closed pipe is an error like any other. */
static int check_output(int code)
{
    bool flushed = fflush(stdout) == 0;
    if (flushed && !ferror(stdout)) return code;
    return app_error("", code == APP_OK ? APP_FAILED : code, "cannot write to standard output%s%s", flushed ? "" : ": ",
                     flushed ? "" : strerror(errno)); /* NOLINT(concurrency-mt-unsafe) */
}

int app_main(int argc, char **argv)
{
    int code = 0;
    program_begin(&argc, &argv);
    if (process_is_helper(argc, argv, &code)) return code;
    return check_output(choose_and_run(argc, argv));
}
