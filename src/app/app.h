/* The program: one table of subcommands, chosen by the first argument, by the name of the program, or, when a GUI
 * starts it without arguments, by the first line that it reads. */
#ifndef YOMI_APP_APP_H
#define YOMI_APP_APP_H

#include "base/status.h"
#include "tool/command.h"

typedef struct AppCommand {
    const char *name;
    const char *synopsis;              /* what follows the name */
    const char *summary;               /* one line */
    const char *help;                  /* the rest, several lines, may be "" */
    void (*help_of_games)(void);       /* prints what the games have to say to it; may be NULL */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns the exit code */
} AppCommand;

extern const AppCommand app_analyse;
extern const AppCommand app_bench;
extern const AppCommand app_book;
extern const AppCommand app_gomocup;
extern const AppCommand app_match;
extern const AppCommand app_perft;
extern const AppCommand app_play;
extern const AppCommand app_serve;
extern const AppCommand app_usi;
extern const AppCommand app_nboard;
extern const AppCommand app_gtp;
extern const AppCommand app_puzzles;
extern const AppCommand app_site;
extern const AppCommand app_solve;
extern const AppCommand app_datagen;
extern const AppCommand app_train;
extern const AppCommand app_tune;
extern const AppCommand app_farm;

/* NULL-terminated; which there are, the build says: commands.c or commands_engine.c. */
extern const AppCommand *const app_commands[];

int app_main(int argc, char **argv);

void app_print_help(const AppCommand *command);

#endif
