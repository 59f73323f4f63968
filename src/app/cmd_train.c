/* yomi train GAME ...: handed on to the game's own part. */
#include "app/app.h"
#include "app/train.h"

#include <string.h>

static const TrainGame *const games[] = {&train_othello, &train_shogi, &train_gomoku};
enum { GAMES = sizeof games / sizeof *games };

static int run(int argc, char **argv)
{
    if (argc < 2) return app_error("train", APP_USAGE, "which game? see `yomi train --help`");
    for (int i = 0; i < GAMES; i++) {
        if (strcmp(argv[1], games[i]->game) == 0) return games[i]->run(argc - 1, argv + 1);
    }
    return app_error("train", APP_USAGE, "nothing here for '%s'", argv[1]);
}

const AppCommand app_train = {
    "train", "GAME ...", "Train weights from data, or measure them.",
    "othello --out WEIGHTS --data FILE [--more FILE] [--even-more FILE] [--passes N] [--ridge N]\n"
    "        [--beside-pct N] [--outcome-pct N]\n"
    "    Fits the weights of the evaluation to positions from `yomi datagen othello`. A pattern seen --ridge times "
    "(10)\n"
    "    moves half the way from the stage after it. Samples of the stages beside count --beside-pct (30), outcomes of "
    "games\n"
    "    --outcome-pct (60) at 24 empties and less above.\n"
    "othello --check WEIGHTS --wthor FILE.wtb\n"
    "    Prints the mean absolute error per number of empties on tournament games.\n"
    "othello --probcut DEPTH --data FILE [--positions N]\n"
    "    Measures how shallow searches foretell deep ones and prints the table for the program.\n"
    "shogi OUT --data FILE [--data FILE ...] [--epochs N] [--patience N] [--width N] [--threads N] [--score-pct N]\n"
    "        [--outlook-pct N] [--rate N] [--seed N] [--state FILE]\n"
    "    Fits a network to positions from `yomi datagen shogi`. One game in 20 is kept for validation; OUT is the "
    "network\n"
    "    with the least error there, and --patience epochs without a better one end the training. The target is the\n"
    "    search's score to --score-pct, and for the rest what came of it: of the outlook of the next position\n"
    "    --outlook-pct, and of its score what is left, so 100 is the bare result of the game. The rate is in\n"
    "    millionths; --state keeps a checkpoint to go on from. The threads do not change the result.\n"
    "gomoku DATA [--epochs N] [--score-pct N] [--keep N] [--seed N]\n"
    "    Fits the weights of the evaluation to positions from `yomi datagen gomoku`, of forms with or without "
    "captures,\n"
    "    and prints them as options. --keep pulls towards the weights that there are.\n",
    run};
