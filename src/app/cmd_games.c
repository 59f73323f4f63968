/* yomi datagen | train | book GAME ...: handed on to the game's own part (tool/game_tools.h). */
#include "app/app.h"
#include "tool/game_tools.h"

#include <stddef.h>
#include <string.h>

static const GameCommand *part_of(const GameTools *tools, size_t offset)
{
    const GameCommand *part;
    memcpy(&part, (const char *)tools + offset, sizeof part);
    return part;
}

static void print_helps(size_t offset)
{
    for (int i = 0; game_tools[i]; i++) {
        const GameCommand *part = part_of(game_tools[i], offset);
        if (part) (void)fputs(part->help, stdout);
    }
}

static int hand_on(const char *command, size_t offset, int argc, char **argv)
{
    if (argc < 2) return app_error(command, APP_USAGE, "which game? see `yomi %s --help`", command);
    for (int i = 0; game_tools[i]; i++) {
        const GameCommand *part = part_of(game_tools[i], offset);
        if (part && strcmp(argv[1], game_tools[i]->game) == 0) return part->run(argc - 1, argv + 1);
    }
    return app_error(command, APP_USAGE, "nothing here for '%s'", argv[1]);
}

static int run_datagen(int argc, char **argv)
{
    return hand_on("datagen", offsetof(GameTools, datagen), argc, argv);
}

static void help_datagen(void)
{
    print_helps(offsetof(GameTools, datagen));
}

const AppCommand app_datagen = {"datagen", "GAME OUT ...", "Make training data by self-play.",
                                "",        help_datagen,   run_datagen};

static int run_train(int argc, char **argv)
{
    return hand_on("train", offsetof(GameTools, train), argc, argv);
}

static void help_train(void)
{
    print_helps(offsetof(GameTools, train));
}

const AppCommand app_train = {"train", "GAME ...", "Train weights from data, or measure them.",
                              "",      help_train, run_train};

static int run_book(int argc, char **argv)
{
    return hand_on("book", offsetof(GameTools, book), argc, argv);
}

static void help_book(void)
{
    print_helps(offsetof(GameTools, book));
}

const AppCommand app_book = {"book",
                             "GAME BOOK [FILE] [--also FILE]... [--plies N] [--least N] [...]",
                             "Make an opening book from games and own analysis.",
                             "FILE holds games in any format of the game; for the option BookFile.\n",
                             help_book,
                             run_book};
