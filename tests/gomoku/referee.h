/* A slow referee for all forms of gomoku, written from the rules alone: it shares no code with the program, keeps its
 * own board as rows and columns, and looks at lines as strings. */
#ifndef YOMI_TESTS_GOMOKU_REFEREE_H
#define YOMI_TESTS_GOMOKU_REFEREE_H

#include <stdbool.h>

enum { REF_MAX = 20 };

typedef struct RefRules {
    int size;
    bool captures, breakable, capture_exempts, recursive_three;
    bool exact[2], no_three[2], no_four[2], no_overline[2]; /* 0 black, 1 white */
    bool pro;
} RefRules;

typedef enum RefState { REF_GOES_ON, REF_BLACK_WINS, REF_WHITE_WINS, REF_DRAW } RefState;

typedef struct Referee {
    RefRules rules;
    char at[REF_MAX][REF_MAX]; /* [row from the top][column]: '.', 'X' black, 'O' white */
    int turn;                  /* 0 black, 1 white */
    int pairs[2];
    int moves;
    RefState state;
} Referee;

void referee_start(Referee *referee, RefRules rules);
bool referee_legal(const Referee *referee, int column, int row);
int referee_captures(const Referee *referee, int column, int row, int colour); /* pairs */
bool referee_makes_five(const Referee *referee, int column, int row, int colour);
void referee_play(Referee *referee, int column, int row);

#endif
