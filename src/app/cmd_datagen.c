/* yomi datagen GAME ...: handed on to the game's own part. */
#include "app/app.h"
#include "app/train.h"

#include <string.h>

static const TrainGame *const games[] = {&datagen_othello, &datagen_shogi, &datagen_gomoku};
enum { GAMES = sizeof games / sizeof *games };

static int run(int argc, char **argv)
{
    if (argc < 2) return app_error("datagen", APP_USAGE, "which game? see `yomi datagen --help`");
    for (int i = 0; i < GAMES; i++) {
        if (strcmp(argv[1], games[i]->game) == 0) return games[i]->run(argc - 1, argv + 1);
    }
    return app_error("datagen", APP_USAGE, "nothing here for '%s'", argv[1]);
}

const AppCommand app_datagen = {
    "datagen", "GAME OUT ...", "Make training data by self-play.",
    "othello OUT [--games N] [--first N] [--seed N] [--depth D] [--solve EMPTIES] [--random-min N]\n"
    "        [--random-max N] [--stray PCT] [--weights FILE|none]\n"
    "    Plays games and appends their positions to OUT. Depth 0 plays by mobility, with `--weights none` before there "
    "are any.\n"
    "    The same seed and game numbers give the same positions, so a run can be split and taken up again.\n"
    "othello OUT --wthor FILE.wtb [--solve EMPTIES] [--weights FILE|none]\n"
    "    Appends the positions of tournament games, labelled by the score of best play that the file gives.\n"
    "othello OUT --label DATA | --label-wthor FILE.wtb [--one-in N] [--stray PCT] [--empties-min N] [--empties-max N]\n"
    "        [--seed N] [--depth D] [--solve EMPTIES] [--weights FILE|none]\n"
    "    Appends positions of DATA or of tournament games, one in N by chance, labelled by a search of depth D or "
    "solved;\n"
    "    --stray: with this chance each, up to three random moves away from the game.\n"
    "shogi OUT [--games N] [--seed N] [--nodes N] [--random-plies N] [--net FILE]\n"
    "    Plays games from random openings and writes their quiet positions, 40 bytes each, to OUT. What is there "
    "already\n"
    "    is gone on with; for several processes take a file and a seed each. --net is an EvalFile; hand: no network.\n"
    "gomoku OUT [--rule RULE] [--games N] [--first N] [--seed N] [--nodes N] [--random-plies N]\n"
    "    Plays games from random openings and appends a line a position to OUT: its text, the score, the result.\n",
    run};
