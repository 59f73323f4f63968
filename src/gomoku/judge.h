/* The rules applied to a plain grid of cells by looking along its lines: captures, fives, forbidden moves, breakable
 * fives. No tables and no memory: positions use it for everything, the search for the rare cases that its line tables
 * cannot decide. Functions that take a non-const grid put stones down to look ahead and take them up again. */
#ifndef YOMI_GOMOKU_JUDGE_H
#define YOMI_GOMOKU_JUDGE_H

#include "gomoku/grid.h"

enum { CAPTURE_STONES_MAX = 16 };

typedef enum Forbidden { FORBIDDEN_NO, FORBIDDEN_THREE, FORBIDDEN_FOUR, FORBIDDEN_OVERLINE } Forbidden;

/* Stones that `colour` takes by playing at the empty `cell`; `taken` may be NULL. Returns their number (even). */
int judge_captures(const uint8_t *cells, int cell, int colour, uint16_t taken[CAPTURE_STONES_MAX]);

/* Stones in a row through `cell`, as if a stone of `colour` were there. */
int judge_run(const uint8_t *cells, int cell, int step, int colour);

/* Does a stone of `colour` at `cell` (there or not yet) stand in a row that counts as five? */
bool judge_five_at(const GomRules *rules, const uint8_t *cells, int cell, int colour);

bool judge_has_five(const GomRules *rules, const uint8_t *cells, int colour);

/* Why `colour` may not play at the empty `cell`. */
Forbidden judge_forbidden(const GomRules *rules, uint8_t *cells, int cell, int colour);

/* With a five of `owner` on the board: does the other side's capture at the empty `cell` break every five or complete
 * the pairs that win? */
bool judge_answers_five(const GomRules *rules, uint8_t *cells, int cell, int owner, int other_pairs);

/* With a five of `owner` on the board: can the other side, to move, break every five by one capture or complete the
 * pairs that win? */
bool judge_can_break(const GomRules *rules, uint8_t *cells, int owner, int other_pairs);

#endif
