/* The options of Othello, one table: names, defaults, ranges. Every technique can be switched off. */
#ifndef YOMI_OTHELLO_SETTINGS_H
#define YOMI_OTHELLO_SETTINGS_H

#include "base/option.h"
#include "search/timeman.h"

typedef struct OthelloSettings {
    char weights_file[OPTION_TEXT_MAX];
    char book_file[OPTION_TEXT_MAX];
    int own_book;         /* play from the book, when there is one */
    int book_moves;       /* leave it after this many moves of the game */
    int book_tolerance;   /* how much worse than the best a move of the book may be, in hundredths of a disc */
    int book_depth;       /* of the analysis when a game is learned */
    int book_grow;        /* positions that nobody played, added besides */
    int contempt;         /* what a draw in the book is worth to black, in hundredths of a disc */
    int selectivity;      /* a Selectivity: the least sure that a search may be */
    int enhanced_cutoffs; /* look into the table for all moves of a node first */
    int stability;        /* cutoffs by stable discs */
    int evaluate_order;   /* order the moves of a node by evaluation, not by mobility alone */
    int selective_passes; /* solve selectively before solving exactly */
    int win_loss_draw;    /* solve for who wins, not by how much */
    ClockShape clock;
} OthelloSettings;

enum { OTHELLO_OPTIONS = 14 + CLOCK_OPTION_COUNT };
extern const Option othello_option_list[OTHELLO_OPTIONS];

#endif
