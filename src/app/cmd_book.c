/* yomi book GAME ...: handed on to the game's own part. */
#include "app/app.h"
#include "app/train.h"

#include <string.h>

static const TrainGame *const games[] = {&book_othello, &book_shogi};
enum { GAMES = sizeof games / sizeof *games };

static int run(int argc, char **argv)
{
    if (argc < 2) return app_error("book", APP_USAGE, "which game? see `yomi book --help`");
    for (int i = 0; i < GAMES; i++) {
        if (strcmp(argv[1], games[i]->game) == 0) return games[i]->run(argc - 1, argv + 1);
    }
    return app_error("book", APP_USAGE, "no books are made for '%s'", argv[1]);
}

const AppCommand app_book = {
    "book", "GAME BOOK [FILE] [--also FILE]... [--plies N] [--least N] [...]",
    "Make an opening book from games and own analysis.",
    "FILE holds games in any format of the game; for the option BookFile.\n\n"
    "othello BOOK [FILE] [--also FILE]... [--plies N] [--least N] [--depth D] [--grow N] [--tolerance T] [--time MS]\n"
    "    Adds the first moves (20) of games to BOOK, which need not be there yet; leaves out positions that fewer "
    "games\n"
    "    than --least reached; with --depth analyses what was not analysed as deep and carries the values back.\n"
    "    With --grow then adds up to N positions that nobody played, each after a move that the analysis found good:\n"
    "    nearest to the start first, up to --plies moves (20), in lines whose moves give away no more than "
    "--tolerance\n"
    "    all together, in hundredths of a disc (100). --time ends both. Ctrl-C does too and saves what is done; the\n"
    "    command without FILE goes on from there.\n"
    "shogi BOOK FILE [--also FILE]... [--plies N] [--least N]\n"
    "    Writes BOOK in the YaneuraOu text format: of the first 40 moves of a game (--plies), those that were played\n"
    "    twice or more (--least). A file may also hold lines \"startpos moves ...\".\n",
    run};
