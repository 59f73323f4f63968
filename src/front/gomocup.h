/* What the files of the Gomocup front end share. They are one protocol: gomocup.c has its table of commands,
 * gomocup_think.c asks the engine and tells its answers, gomocup_stones.c reads lists of stones, gomocup_yixin.c has
 * the commands of Yixin-Board. A session owns its memory; see front.h for who calls when. */
#ifndef YOMI_FRONT_GOMOCUP_H
#define YOMI_FRONT_GOMOCUP_H

#include "front/front.h"

enum {
    CELLS_MAX = 400,
    SHOWN_MAX = 80, /* bytes of a bad line that an error repeats */
    BOARD_MIN = 15,
    BOARD_MAX = 20,
    SWAP_MARGIN = 50,
    SCORE_BIAS_MAX = 30000,
    BALANCE_LINES = 12, /* lines that the most even one is taken from */
    UNLIMITED_MS = 2147483647
};

typedef enum Collecting {
    COLLECT_NOTHING,
    COLLECT_BOARD,
    COLLECT_YXBOARD,
    COLLECT_SWAP2,
    COLLECT_BLOCK,
    COLLECT_UNBLOCK
} Collecting;

/* What the running search is asked for. */
typedef enum Purpose {
    PURPOSE_MOVE,
    PURPOSE_COLOUR,      /* a move, or SWAP */
    PURPOSE_SWAP2,       /* that, or two stones that leave the choice to the other side */
    PURPOSE_BALANCE_ONE, /* the stone after which the game is as even as wanted */
    PURPOSE_BALANCE_TWO  /* two stones */
} Purpose;

typedef struct Line {
    int score;
    char first[YOMI_MOVE_TEXT_MAX], second[YOMI_MOVE_TEXT_MAX]; /* second may be "" */
} Line;

typedef struct Cell {
    int x, y, owner; /* owner: 1 ours, 2 theirs, 3 neither; 0 when the line had none */
} Cell;

typedef struct Gomocup {
    int size; /* 0 before START */
    int64_t turn_ms, match_ms, left_ms;
    int depth;
    uint64_t nodes;
    int detail; /* INFO lines wanted */
    int lines;  /* of the running search */
    Purpose purpose;
    int bias; /* of PURPOSE_BALANCE_: the score wanted for the side to move */
    bool play_answer;
    char answer[2][YOMI_MOVE_TEXT_MAX]; /* to be played before the next command */
    Line balance[BALANCE_LINES];        /* newest lines of a search that weighs them */
    int balance_count;
    int depth_told, scores[2]; /* of the best line: the newest depth, its score and that of the depth before */
    int hash_permille;         /* as of the last report */
    Collecting collecting;
    bool list_refused; /* an error was told: the rest of the list is passed over */
    Cell cells[CELLS_MAX];
    int cell_count;
    Buf blocked; /* moves to leave out */
} Gomocup;

Gomocup *gomocup_memory(Front *front);
void gomocup_move_text(const Gomocup *session, int x, int y, char out[YOMI_MOVE_TEXT_MAX]);
/* "k10" as "10,9"; false when it is no move. */
bool gomocup_coordinates(const Gomocup *session, Str move, int *x, int *y);
/* "x,y" or "x,y,owner", on the board. */
bool gomocup_parse_cell(const Gomocup *session, Str text, Cell *out);
void gomocup_forget_answer(Gomocup *session);
/* Plays the engine's own last answer, now that no search runs. */
void gomocup_settle(Front *front);
Str gomocup_shown(Str text);       /* as much of it as an error repeats */
bool gomocup_is_command(Str line); /* its first word is one */
/* Complains when there is no board yet. */
bool gomocup_is_started(Front *front);

void gomocup_think(Front *front, int lines, Purpose purpose, bool play_answer);
void gomocup_on_report(Front *front, const yomi_report *report);
void gomocup_on_result(Front *front, const yomi_result *result);

bool gomocup_intercept(Front *front, Str line);
/* Tells an error as the one answer to the list being read. */
void gomocup_refuse_list(Front *front, const char *why, Str line);
void gomocup_board(Front *front, Str arguments);
void gomocup_yxboard(Front *front, Str arguments);
void gomocup_swap2board(Front *front, Str arguments);
void gomocup_block(Front *front, Str arguments);
void gomocup_blockundo(Front *front, Str arguments);
void gomocup_blockreset(Front *front, Str arguments);
void gomocup_stop(Front *front, Str arguments);
void gomocup_nbest(Front *front, Str arguments);
void gomocup_balance_one(Front *front, Str arguments);
void gomocup_balance_two(Front *front, Str arguments);
void gomocup_showhash(Front *front, Str arguments);
void gomocup_showforbid(Front *front, Str arguments);
void gomocup_showinfo(Front *front, Str arguments);
void gomocup_hashclear(Front *front, Str arguments);

#endif
