#include "othello/settings.h"

#include <stddef.h>

#define CHECK(title, field, text)                                                                           \
    {                                                                                                       \
        .name = (title), .type = OPTION_CHECK, .initial = 1, .max = 1, .offset = offsetof(Settings, field), \
        .help = (text), .advanced = true                                                                    \
    }

const Option othello_option_list[OTHELLO_OPTIONS] = {
    {.name = "WeightsFile",
     .type = OPTION_TEXT,
     .initial_text = "",
     .offset = offsetof(Settings, weights_file),
     .help = "Weights of the evaluation; empty: those inside the program."},
    CHECK("ProbCut", probcut, "Cut by the result of shallow searches (Multi-ProbCut); never in exact solving."),
    CHECK("EnhancedCutoffs", enhanced_cutoffs, "Look into the table for all moves of a node before searching one."),
    CHECK("StabilityCutoffs", stability, "Cut where stable discs already decide."),
    CHECK("EvaluateOrder", evaluate_order, "Order moves by evaluation, not by mobility alone."),
    CHECK("SelectivePasses", selective_passes, "Solve selectively before solving exactly."),
};
