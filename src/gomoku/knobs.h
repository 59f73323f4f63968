/* Every constant of the gomoku search and evaluation in one table: name, default, range, what it does. The settings
 * struct, the option list and the documentation come from the same lines. Switches are 0 or 1. */
#ifndef YOMI_GOMOKU_KNOBS_H
#define YOMI_GOMOKU_KNOBS_H

#include "base/option.h"
#include "gomoku/board.h"

/* X(option name, field, default, min, max, help) */
#define GOM_KNOBS(X)                                                                                               \
    X("UseNullMove", use_null_move, 1, 0, 1, "Null-move pruning.")                                                 \
    X("NullMoveDepth", null_depth, 3, 1, 64, "Least depth for a null move.")                                       \
    X("NullMoveReduction", null_reduction, 3, 1, 10, "Plies that a null move saves, plus a quarter of the depth.") \
    X("NullMoveVerifyDepth", null_verify_depth, 9, 1, 240, "From this depth on a null-move cutoff is verified.")   \
    X("UseReductions", use_reductions, 1, 0, 1, "Late-move reductions.")                                           \
    X("ReductionBase", reduction_base, 20, 0, 300, "Constant part of a reduction, in percent of a ply.")           \
    X("ReductionDivisor", reduction_divisor, 150, 50, 1000, "Divisor of the logarithms, in percent.")              \
    X("UseLateMovePruning", use_late_moves, 1, 0, 1, "Skip late quiet moves at low depth.")                        \
    X("LateMoveDepth", late_depth, 3, 0, 16, "Deepest depth for that.")                                            \
    X("LateMoveBase", late_base, 5, 1, 64, "Moves always tried, at depth 1.")                                      \
    X("LateMoveStep", late_step, 4, 0, 64, "More moves tried for each ply of depth.")                              \
    X("UseFutility", use_futility, 1, 0, 1, "Skip quiet moves that cannot raise a low evaluation enough.")         \
    X("FutilityMargin", futility_margin, 260, 0, 10000, "Margin per ply of depth.")                                \
    X("UseReverseFutility", use_reverse_futility, 1, 0, 1, "Cut nodes whose evaluation is far above the window.")  \
    X("ReverseFutilityMargin", reverse_margin, 180, 0, 10000, "Margin per ply of depth.")                          \
    X("UseRazoring", use_razoring, 1, 0, 1, "Cut hopeless nodes after a look at the forcing moves.")               \
    X("RazoringMargin", razor_margin, 300, 0, 10000, "Margin per ply of depth.")                                   \
    X("UseThreatExtension", use_extension, 1, 0, 1, "Search fours near the root one ply deeper.")                  \
    X("UseIID", use_iid, 1, 0, 1, "Internal iterative deepening where the table knows no move.")                   \
    X("IIDDepth", iid_depth, 6, 3, 64, "Least depth for that.")                                                    \
    X("UseKillers", use_killers, 1, 0, 1, "Order killer moves early.")                                             \
    X("UseHistory", use_history, 1, 0, 1, "Order quiet moves by history.")                                         \
    X("UseCounterMoves", use_counters, 1, 0, 1, "Order the last answer to the same move early.")                   \
    X("UseQuiescence", use_quiescence, 1, 0, 1, "Follow forcing moves at the horizon.")                            \
    X("QuiescenceFours", quiet_fours, 2, 0, 64, "Plies of plain fours at the horizon.")                            \
    X("QuiescenceDepth", quiet_depth, 8, 0, 64, "Plies of any forcing moves at the horizon.")                      \
    X("UseOpening", use_opening, 1, 0, 1, "Pipeline: answer an empty board at once.")                              \
    X("UseVCF", use_vcf, 1, 0, 1, "Pipeline: look for wins by continuous fours before the search.")                \
    X("VCFNodes", vcf_nodes, 40000, 100, 100000000, "Pipeline: nodes for one such look.")                          \
    X("UseVCT", use_vct, 1, 0, 1, "Pipeline: look for wins by fours and threes (forms without captures).")         \
    X("VCTNodes", vct_nodes, 30000, 100, 100000000, "Pipeline: nodes for that.")

/* X(option name, field of EvalWeights, default, min, max, help) */
#define GOM_WEIGHTS(X)                                                                                   \
    X("EvalLineOne", line[LINE_ONE], 1, -1000, 1000, "A cell where a line would hold one stone.")        \
    X("EvalLineOpenOne", line[LINE_OPEN_ONE], 3, -1000, 1000, "The same, open.")                         \
    X("EvalLineTwo", line[LINE_TWO], 7, -1000, 1000, "Two stones.")                                      \
    X("EvalLineOpenTwo", line[LINE_OPEN_TWO], 16, -1000, 1000, "Two stones, open.")                      \
    X("EvalLineThree", line[LINE_THREE], 24, -1000, 1000, "Three stones.")                               \
    X("EvalLineOpenThree", line[LINE_OPEN_THREE], 60, -1000, 1000, "Three stones, open.")                \
    X("EvalLineFour", line[LINE_FOUR], 80, -1000, 2000, "Four stones.")                                  \
    X("EvalLineTwinFour", line[LINE_TWIN_FOUR], 200, -1000, 2000, "Two fours in one line.")              \
    X("EvalLineOpenFour", line[LINE_OPEN_FOUR], 240, -1000, 2000, "An open four.")                       \
    X("EvalLineFive", line[LINE_FIVE], 500, -1000, 4000, "A five.")                                      \
    X("EvalDoubleTwo", cell[CELL_CLASS_DOUBLE_TWO], 6, -1000, 1000, "A cell with two open twos.")        \
    X("EvalThreePlus", cell[CELL_CLASS_THREE_PLUS], 8, -1000, 1000, "A three and more.")                 \
    X("EvalOpenThreePlus", cell[CELL_CLASS_OPEN_THREE_PLUS], 12, -1000, 1000, "An open three and more.") \
    X("EvalDoubleThree", cell[CELL_CLASS_DOUBLE_THREE], 50, -1000, 1000, "Two open threes.")             \
    X("EvalFourPlus", cell[CELL_CLASS_FOUR_PLUS], 20, -1000, 1000, "A four and more.")                   \
    X("EvalFourThree", cell[CELL_CLASS_FOUR_THREE], 140, -1000, 2000, "A four and an open three.")       \
    X("EvalOpenFour", cell[CELL_CLASS_OPEN_FOUR], 90, -1000, 2000, "An open four or two fours.")         \
    X("EvalFive", cell[CELL_CLASS_FIVE], 150, -1000, 4000, "A five.")                                    \
    X("EvalCentre", centre, 8, 0, 1000, "A stone, per step nearer to the centre, in 1/16.")              \
    X("EvalConnection", connection, 2, -1000, 1000, "A stone, per adjacent own stone.")                  \
    X("EvalPairs1", pairs[1], 110, 0, 5000, "One pair taken.")                                           \
    X("EvalPairs2", pairs[2], 240, 0, 5000, "Two pairs taken.")                                          \
    X("EvalPairs3", pairs[3], 480, 0, 10000, "Three pairs taken.")                                       \
    X("EvalPairs4", pairs[4], 1100, 0, 20000, "Four pairs taken.")                                       \
    X("EvalWeakness0", weakness[0], 50, 0, 5000, "A pair that could be taken now, by a side with none.") \
    X("EvalWeakness1", weakness[1], 60, 0, 5000, "By a side with one.")                                  \
    X("EvalWeakness2", weakness[2], 80, 0, 5000, "By a side with two.")                                  \
    X("EvalWeakness3", weakness[3], 150, 0, 5000, "By a side with three.")                               \
    X("EvalWeakness4", weakness[4], 500, 0, 10000, "By a side with four.")                               \
    X("EvalTempo", tempo, 120, 0, 1000, "The right to move.")

typedef struct GomKnobs {
#define KNOB_FIELD(name, field, initial, low, high, help) int field;
    GOM_KNOBS(KNOB_FIELD)
#undef KNOB_FIELD
} GomKnobs;

typedef struct GomSettings {
    int preset;
    int opening;
    int size; /* 0: the customary one of the rule set */
    char flags[OPTION_TEXT_MAX];
    GomKnobs knobs;
    EvalWeights weights;
} GomSettings;

enum {
#define KNOB_ONE(name, field, initial, low, high, help) +1
    GOM_OPTION_COUNT = 4 GOM_KNOBS(KNOB_ONE) GOM_WEIGHTS(KNOB_ONE)
#undef KNOB_ONE
};

extern const Option gom_option_list[GOM_OPTION_COUNT];

/* The rule set that the settings describe. Flags that cannot be read are an error and leave *out at the preset. */
Status settings_rules(const GomSettings *settings, GomRules *out, Error *error);

#endif
