/* The subcommands of a build without third-party libraries (Makefile): what needs only the engine. */
#include "app/app.h"

#include <stddef.h>

const AppCommand *const app_commands[] = {
    &app_usi,   &app_nboard,  &app_gtp,   &app_gomocup, &app_perft,   &app_bench, &app_play,
    &app_solve, &app_datagen, &app_train, &app_book,    &app_puzzles, NULL,
};
