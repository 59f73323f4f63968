#include "othello/settings.h"

#include <stddef.h>

#define CHECK(title, field, text)                                                                                  \
    {                                                                                                              \
        .name = (title), .type = OPTION_CHECK, .initial = 1, .max = 1, .offset = offsetof(OthelloSettings, field), \
        .help = (text), .advanced = true                                                                           \
    }

#define SPIN(title, field, preset, least, most, text)                                             \
    {                                                                                             \
        .name = (title), .type = OPTION_SPIN, .initial = (preset), .min = (least), .max = (most), \
        .offset = offsetof(OthelloSettings, field), .help = (text)                                \
    }

/* By Selectivity; as othello_confidence tells them. */
static const char *const confidences[] = {"73", "90", "98", "100", NULL};

const Option othello_option_list[OTHELLO_OPTIONS] = {
    {.name = "WeightsFile",
     .type = OPTION_TEXT,
     .initial_text = "",
     .offset = offsetof(OthelloSettings, weights_file),
     .prepared = true,
     .help = "Weights of the evaluation; empty: those inside the program."},
    {.name = "BookFile",
     .type = OPTION_TEXT,
     .initial_text = "",
     .offset = offsetof(OthelloSettings, book_file),
     .prepared = true,
     .environment = "YOMI_OTHELLO_BOOK",
     .help = "Opening book, made by `yomi book othello`; empty: none."},
    {.name = "OwnBook",
     .type = OPTION_CHECK,
     .initial = 1,
     .max = 1,
     .offset = offsetof(OthelloSettings, own_book),
     .help = "Play from the book, when there is one."},
    SPIN("BookMoves", book_moves, 40, 0, 60, "Leave the book after this many moves of the game."),
    SPIN("BookTolerance", book_tolerance, 0, 0, 6400,
         "Choose at random among the book's moves this much worse than its best, in hundredths of a disc."),
    SPIN("BookDepth", book_depth, 12, 1, 30, "Depth of the analysis when a game is learned."),
    SPIN("BookGrow", book_grow, 0, 0, 10000,
         "Positions from own analysis that are added besides when a game is learned, within BookMoves and "
         "BookTolerance."),
    SPIN("Contempt", contempt, 0, -6400, 6400, "What a draw in the book is worth to black, in hundredths of a disc."),
    {.name = "WinLossDraw",
     .type = OPTION_CHECK,
     .max = 1,
     .offset = offsetof(OthelloSettings, win_loss_draw),
     .help = "Solve endgames for who wins, not by how much: scores are then +1, 0 or -1 disc."},
    {.name = "Selectivity",
     .type = OPTION_COMBO,
     .choices = confidences,
     .offset = offsetof(OthelloSettings, selectivity),
     .help =
         "How sure cuts by shallow searches (Multi-ProbCut) must be, in percent; surer is slower, 100: no such cuts."},
    CHECK("EnhancedCutoffs", enhanced_cutoffs, "Look into the table for all moves of a node before searching one."),
    CHECK("StabilityCutoffs", stability, "Cut where stable discs already decide."),
    CHECK("EvaluateOrder", evaluate_order, "Order moves by evaluation, not by mobility alone."),
    CHECK("SelectivePasses", selective_passes, "Solve selectively before solving exactly."),
    /* The last 14 squares need next to no time: they are solved by then. */
    CLOCK_OPTIONS(offsetof(OthelloSettings, clock), 25, 50, 2, 16, 45, 80, 130, 90, 70, 40, 50, 0, 600, 500),
};
