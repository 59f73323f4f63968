/* The search of dobutsu shogi: principal variation search over all moves, with the table, killers and history. Nothing
 * is pruned or reduced, so a win that a search of depth n finds is a proof, and where it finds none within n plies
 * there is none. A position that repeats one on the path counts as a draw. */
#ifndef YOMI_DOBUTSU_SEARCH_H
#define YOMI_DOBUTSU_SEARCH_H

#include "dobutsu/position.h"
#include "search/history.h"
#include "search/root_pass.h"

typedef struct DobSettings {
    int value[DOB_KINDS]; /* of pieces on the board, in hundredths of a chick; the lion's is not used */
    int hand_value;       /* a piece in hand instead, percent */
    int lion_step;        /* each row that the lion has come forward */
    int use_killers, use_history;
    ClockShape clock;
} DobSettings;

typedef struct DobState {
    DobBoard board;
    uint64_t keys[DOB_PLIES_MAX + MAX_PLY + 2]; /* of the game and of the path; the last is the board's own */
    int key_count, game_count;                  /* keys of the path, those of the game before it included */
    Killers killers[MAX_PLY + 1];
    HistoryCell history[2 * (DOB_CELLS + DOB_HAND_KINDS) * DOB_CELLS];
} DobState;

Score dob_evaluate(const DobSettings *settings, const DobBoard *board);
void dob_search_set_root(Worker *worker, const void *position);
Score dob_search_root(Worker *worker, Score alpha, Score beta, int depth);
/* Answers limits.mate: the shortest forced win, up to as many plies as are asked for. */
bool dob_search_prelude(Worker *worker, SearchResult *result);

#endif
