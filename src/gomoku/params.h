/* Every constant of the gomoku search and evaluation in one table: name, default, range, what it does. The settings
 * struct, the option list and the documentation come from the same lines. Switches are 0 or 1. */
#ifndef YOMI_GOMOKU_PARAMS_H
#define YOMI_GOMOKU_PARAMS_H

#include "base/option.h"
#include "gomoku/board.h"

/* X(option name, field, default, min, max, help) */
#define GOM_PARAMS(X)                                                                                              \
    X("UseNullMove", use_null_move, 1, 0, 1, "Null-move pruning.")                                                 \
    X("NullMoveDepth", null_depth, 3, 1, 64, "Least depth for a null move.")                                       \
    X("NullMoveReduction", null_reduction, 3, 1, 10, "Plies that a null move saves, plus a quarter of the depth.") \
    X("NullMoveVerifyDepth", null_verify_depth, 9, 1, 240, "From this depth on a null-move cutoff is verified.")   \
    X("UseReductions", use_reductions, 1, 0, 1, "Late-move reductions.")                                           \
    X("ReductionBase", reduction_base, 20, 0, 300, "Constant part of a reduction, in percent of a ply.")           \
    X("ReductionDivisor", reduction_divisor, 100, 50, 1000, "Divisor of the logarithms, in percent.")              \
    X("UseLateMovePruning", use_late_moves, 1, 0, 1, "Skip late quiet moves at low depth.")                        \
    X("LateMoveDepth", late_depth, 64, 0, 240, "Deepest depth for that.")                                          \
    X("LateMoveBase", late_base, 5, 1, 64, "Moves always tried, at depth 1.")                                      \
    X("LateMoveStep", late_step, 200, 0, 6400, "More moves tried for each ply of depth, in percent.")              \
    X("LateMoveWorse", late_worse, 50, 1, 100, "Percent of them where the evaluation has not risen.")              \
    X("LateMovePv", late_pv, 1, 0, 1, "Skip them on the principal variation too.")                                 \
    X("UseImproving", use_improving, 1, 0, 1, "Try fewer moves where the evaluation has not risen in two plies.")  \
    X("UseFutility", use_futility, 1, 0, 1, "Skip quiet moves that cannot raise a low evaluation enough.")         \
    X("FutilityDepth", futility_depth, 3, 0, 16, "Deepest depth for that.")                                        \
    X("FutilityMargin", futility_margin, 260, 0, 10000, "Margin per ply of depth.")                                \
    X("UseReverseFutility", use_reverse_futility, 1, 0, 1, "Cut nodes whose evaluation is far above the window.")  \
    X("UseTableScore", use_table_score, 1, 0, 1, "Take the table's score for a better evaluation.")                \
    X("CutReduction", cut_reduction, 1, 0, 4, "More reduction where a cutoff is expected.")                        \
    X("FailHighReduction", high_reduction, 1, 0, 2, "Reduce all moves where the evaluation is far above.")         \
    X("FailHighMargin", high_margin, 11, 0, 1000, "How far, per ply of depth.")                                    \
    X("AlphaReduction", alpha_reduction, 1, 0, 2, "Reduce what follows a move that raised alpha.")                 \
    X("UseRazoring", use_razoring, 1, 0, 1, "Cut hopeless nodes after a look at the forcing moves.")               \
    X("UseThreatExtension", use_extension, 1, 0, 1, "Search fours near the root one ply deeper.")                  \
    X("UseSingular", use_singular, 1, 0, 1, "Search a move deeper that is far better than all others.")            \
    X("SingularDepth", singular_depth, 7, 3, 240, "Least depth for that.")                                         \
    X("SingularMargin", singular_margin, 200, 0, 10000, "How much better, per ply of depth, in percent.")          \
    X("UseIID", use_iid, 1, 0, 1, "Internal iterative deepening where the table knows no move.")                   \
    X("IIDDepth", iid_depth, 6, 3, 64, "Least depth for that.")                                                    \
    X("UseKillers", use_killers, 1, 0, 1, "Order killer moves early.")                                             \
    X("UseHistory", use_history, 1, 0, 1, "Order quiet moves by history.")                                         \
    X("UseCounterMoves", use_counters, 1, 0, 1, "Order the last answer to the same move early.")                   \
    X("UseQuiescence", use_quiescence, 1, 0, 1, "Follow forcing moves at the horizon.")                            \
    X("QuiescenceFours", quiet_fours, 0, 0, 64, "Plies of plain fours at the horizon.")                            \
    X("UseOpening", use_opening, 1, 0, 1, "Pipeline: answer an empty board at once.")                              \
    X("UseVCF", use_vcf, 1, 0, 1, "Pipeline: look for wins by continuous fours before the search.")                \
    X("VCFNodes", vcf_nodes, 40000, 1, 100000000, "Pipeline: nodes for one such look.")                            \
    X("UseVCT", use_vct, 1, 0, 1, "Pipeline: look for wins by fours and threes (forms without captures).")         \
    X("VCTNodes", vct_nodes, 30000, 100, 100000000, "Pipeline: nodes for that.")

/* X(name, field of GomMargins, default with captures, default without, min, max, help). The options are "Captures" and
 * the name, "Plain" and the name: a capture turns an evaluation over, so less may be cut by it. */
#define GOM_MARGINS(X)                                                                                               \
    X("ReverseFutilityDepth", reverse_depth, 6, 64, 0, 240, "Deepest depth for reverse futility.")                   \
    X("ReverseFutilityMargin", reverse_margin, 250, 50, 0, 10000, "Margin per ply of depth.")                        \
    X("ReverseFutilityBase", reverse_base, 0, -50, -1000, 1000, "Constant part of that margin.")                     \
    X("ReverseFutilityImproving", reverse_improving, 50, 50, 0, 1000, "Less margin where the evaluation has risen.") \
    X("RazoringDepth", razor_depth, 1, 3, 0, 16, "Deepest depth for razoring.")                                      \
    X("RazoringBase", razor_base, 300, 20, -1000, 10000, "Constant part of the margin of razoring.")                 \
    X("RazoringMargin", razor_margin, 40, 40, 0, 10000, "Margin per ply of depth.")                                  \
    X("QuiescenceDepth", quiet_depth, 4, 8, 0, 64, "Plies of any forcing moves at the horizon.")                     \
    X("NetScale", net_scale, 100, 100, 10, 300, "Percent that the score of the network is taken for.")

/* X(name, field of EvalWeights, default with captures, default without, min, max, help). The options are "Eval" and the
 * name for the forms with captures, "Plain" and the name for those without. */
#define GOM_WEIGHTS(X)                                                                                                 \
    X("LineOne", line[LINE_ONE], -4, 1, -2000, 4000, "A cell where a line would hold one stone.")                      \
    X("LineOpenOne", line[LINE_OPEN_ONE], 7, -2, -2000, 4000, "The same, open.")                                       \
    X("LineTwo", line[LINE_TWO], -8, 3, -2000, 4000, "Two stones.")                                                    \
    X("LineOpenTwo", line[LINE_OPEN_TWO], 28, 9, -2000, 4000, "Two stones, open.")                                     \
    X("LineThree", line[LINE_THREE], 6, 29, -2000, 4000, "Three stones.")                                              \
    X("LineOpenThree", line[LINE_OPEN_THREE], 37, 64, -2000, 4000, "Three stones, open.")                              \
    X("LineFour", line[LINE_FOUR], 92, 101, -2000, 4000, "Four stones.")                                               \
    X("LineTwinFour", line[LINE_TWIN_FOUR], 181, 200, -2000, 4000, "Two fours in one line.")                           \
    X("LineOpenFour", line[LINE_OPEN_FOUR], 265, 240, -2000, 4000, "An open four.")                                    \
    X("LineFive", line[LINE_FIVE], 500, 500, -2000, 4000, "A five.")                                                   \
    X("DoubleTwo", cell[CELL_CLASS_DOUBLE_TWO], -5, 3, -2000, 4000, "A cell with two open twos.")                      \
    X("ThreePlus", cell[CELL_CLASS_THREE_PLUS], -1, 5, -2000, 4000, "A three and more.")                               \
    X("OpenThreePlus", cell[CELL_CLASS_OPEN_THREE_PLUS], 11, 11, -2000, 4000, "An open three and more.")               \
    X("DoubleThree", cell[CELL_CLASS_DOUBLE_THREE], -15, 8, -2000, 4000, "Two open threes.")                           \
    X("FourPlus", cell[CELL_CLASS_FOUR_PLUS], 49, 51, -2000, 4000, "A four and more.")                                 \
    X("FourThree", cell[CELL_CLASS_FOUR_THREE], 117, 174, -2000, 4000, "A four and an open three.")                    \
    X("OpenFour", cell[CELL_CLASS_OPEN_FOUR], 119, 55, -2000, 4000, "An open four or two fours.")                      \
    X("Five", cell[CELL_CLASS_FIVE], 150, 150, -2000, 4000, "A five.")                                                 \
    X("Centre", centre, 34, 8, 0, 1000, "A stone, per step nearer to the centre, in 1/16.")                            \
    X("Connection", connection, 1, 3, -1000, 1000, "A stone, per adjacent own stone.")                                 \
    X("ReadyOpenThree", ready[CELL_CLASS_OPEN_THREE], 38, 33, -2000, 5000,                                             \
      "An open three can be made by the side to move.")                                                                \
    X("DueOpenThree", due[CELL_CLASS_OPEN_THREE], 20, -1, -5000, 2000, "An open three can be made by the other side.") \
    X("ReadyOpenThreePlus", ready[CELL_CLASS_OPEN_THREE_PLUS], 88, 45, -2000, 5000,                                    \
      "An open three and more by the side to move.")                                                                   \
    X("DueOpenThreePlus", due[CELL_CLASS_OPEN_THREE_PLUS], -20, -29, -5000, 2000,                                      \
      "An open three and more by the other side.")                                                                     \
    X("ReadyDoubleThree", ready[CELL_CLASS_DOUBLE_THREE], -82, 0, -2000, 5000, "Two open threes by the side to move.") \
    X("DueDoubleThree", due[CELL_CLASS_DOUBLE_THREE], 41, 0, -5000, 2000, "Two open threes by the other side.")        \
    X("ReadyFour", ready[CELL_CLASS_FOUR], 21, 18, -2000, 5000, "A four by the side to move.")                         \
    X("DueFour", due[CELL_CLASS_FOUR], -5, 0, -5000, 2000, "A four by the other side.")                                \
    X("ReadyFourPlus", ready[CELL_CLASS_FOUR_PLUS], 42, 31, -2000, 5000, "A four and more by the side to move.")       \
    X("DueFourPlus", due[CELL_CLASS_FOUR_PLUS], -7, -4, -5000, 2000, "A four and more by the other side.")             \
    X("ReadyFourThree", ready[CELL_CLASS_FOUR_THREE], 40, 0, -2000, 5000,                                              \
      "A four and an open three by the side to move.")                                                                 \
    X("DueFourThree", due[CELL_CLASS_FOUR_THREE], 35, -13, -5000, 2000, "A four and an open three by the other side.") \
    X("DueOpenFour", due[CELL_CLASS_OPEN_FOUR], -28, -44, -5000, 2000, "An open four or two fours by the other side.") \
    X("DueFive", due[CELL_CLASS_FIVE], 0, 0, -5000, 2000, "A five by the other side.")                                 \
    X("Tempo", tempo, 126, 141, 0, 1000, "The right to move.")

/* X(name, field of EvalWeights, default, min, max, help): what counts under captures only. */
#define GOM_CAPTURE_WEIGHTS(X)                                                                        \
    X("Pairs1", pairs[1], 142, 0, 5000, "One pair taken.")                                            \
    X("Pairs2", pairs[2], 254, 0, 5000, "Two pairs taken.")                                           \
    X("Pairs3", pairs[3], 575, 0, 10000, "Three pairs taken.")                                        \
    X("Pairs4", pairs[4], 1105, 0, 20000, "Four pairs taken.")                                        \
    X("Weakness0", weakness[0], 216, 0, 5000, "A pair that could be taken now, by a side with none.") \
    X("Weakness1", weakness[1], 160, 0, 5000, "By a side with one.")                                  \
    X("Weakness2", weakness[2], 239, 0, 5000, "By a side with two.")                                  \
    X("Weakness3", weakness[3], 314, 0, 5000, "By a side with three.")                                \
    X("Weakness4", weakness[4], 550, 0, 10000, "By a side with four.")                                \
    X("ReadyOpenFour", ready[CELL_CLASS_OPEN_FOUR], -30, -2000, 5000,                                 \
      "An open four or two fours by the side to move.")                                               \
    X("ReadyFive", ready[CELL_CLASS_FIVE], 0, -2000, 5000, "A five by the side to move.")

typedef struct GomMargins {
#define MARGIN_FIELD(name, field, captures, plain, low, high, help) int field;
    GOM_MARGINS(MARGIN_FIELD)
#undef MARGIN_FIELD
} GomMargins;

typedef struct GomParams {
#define PARAM_FIELD(name, field, initial, low, high, help) int field;
    GOM_PARAMS(PARAM_FIELD)
#undef PARAM_FIELD
    GomMargins margins[2]; /* [captures] */
} GomParams;

#define GOM_EVAL_BY_HAND "hand"

typedef struct GomSettings {
    int preset;
    int opening;
    int size; /* 0: the customary one of the rule set */
    char flags[OPTION_TEXT_MAX];
    char eval_file[OPTION_TEXT_MAX]; /* networks; empty: those in the program; GOM_EVAL_BY_HAND: none */
    GomParams params;
    EvalWeights weights[2]; /* [captures] */
    ClockShape clock;
} GomSettings;

enum {
#define PARAM_ONE(name, field, initial, low, high, help)          +1
#define WEIGHT_ONE(name, field, captures, plain, low, high, help) +1
    GOM_WEIGHT_COUNT = 0 GOM_WEIGHTS(WEIGHT_ONE),
    GOM_MARGIN_COUNT = 0 GOM_MARGINS(WEIGHT_ONE),
    GOM_OPTION_COUNT = 5 GOM_PARAMS(PARAM_ONE) GOM_CAPTURE_WEIGHTS(PARAM_ONE) + 2 * GOM_MARGIN_COUNT +
                       2 * GOM_WEIGHT_COUNT + CLOCK_OPTION_COUNT
#undef WEIGHT_ONE
#undef PARAM_ONE
};

extern const Option gom_option_list[GOM_OPTION_COUNT];

/* The rule set that the settings describe. Flags that cannot be read are an error and leave *out at the preset. */
Status settings_rules(const GomSettings *settings, GomRules *out, Error *error);

#endif
