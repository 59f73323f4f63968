/* Positions that self-play starts from, out of a file of games: a line is `startpos moves ...`, `sfen SFEN [moves ...]`
 * or a bare SFEN. A game is cut off at a random move, so that starts are as wide as the games are long. Owns the text.
 */
#ifndef YOMI_SHOGI_TOOLS_STARTS_H
#define YOMI_SHOGI_TOOLS_STARTS_H

#include "base/buf.h"
#include "base/rng.h"
#include "base/status.h"
#include "yomi.h"

enum { START_TEXT_MAX = 256 };

typedef struct Starts {
    Buf text;
    Str *lines;
    size_t count;
} Starts;

/* Every line is looked at: one that is no position, or has an illegal move, is an error that names it. */
Status starts_read(Starts *starts, const char *path, yomi_engine *engine, Error *error);
void starts_free(Starts *starts);

/* Cuts the position off the front of a line, "" for the start position: what is left are its moves. */
bool starts_cut(Str *line, char text[START_TEXT_MAX]);

/* Sets a start that `rng` chooses; false when the engine did not take it, for lack of memory. */
bool starts_set(const Starts *starts, Rng *rng, yomi_engine *engine);

#endif
