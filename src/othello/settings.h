/* The options of Othello, one table: names, defaults, ranges. Every technique can be switched off. */
#ifndef YOMI_OTHELLO_SETTINGS_H
#define YOMI_OTHELLO_SETTINGS_H

#include "base/option.h"

typedef struct Settings {
    char weights_file[OPTION_TEXT_MAX];
    int probcut;          /* Multi-ProbCut */
    int enhanced_cutoffs; /* look into the table for all moves of a node first */
    int stability;        /* cutoffs by stable discs */
    int evaluate_order;   /* order the moves of a node by evaluation, not by mobility alone */
    int selective_passes; /* solve selectively before solving exactly */
} Settings;

enum { OTHELLO_OPTIONS = 6 };
extern const Option othello_option_list[OTHELLO_OPTIONS];

#endif
