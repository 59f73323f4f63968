/* The subcommands of the whole program. */
#include "app/app.h"

#include <stddef.h>

const AppCommand *const app_commands[] = {
    &app_serve, &app_site,  &app_usi,     &app_nboard,  &app_gtp,  &app_gomocup, &app_perft,
    &app_bench, &app_match, &app_tune,    &app_analyse, &app_play, &app_solve,   &app_datagen,
    &app_train, &app_book,  &app_puzzles, &app_farm,    NULL,
};
