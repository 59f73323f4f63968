/* Files of training data, read game by game with bounded memory: chained games (chain.h) and, from before them, samples
 * of 40 bytes (sample.h). What stands torn at the end of a file is left out. */
#ifndef YOMI_SHOGI_TRAIN_DATA_H
#define YOMI_SHOGI_TRAIN_DATA_H

#include "base/status.h"
#include "base/str.h"
#include "shogi/position.h"

typedef struct DataFile DataFile;

/* A game in the file, until the next one is asked for. */
typedef struct DataGame {
    Str bytes;
    uint64_t id; /* made of the game itself; of old samples, of its number */
    bool chained;
} DataGame;

/* A quiet position of a game, with the score and the result (1, 0, -1) of the side to move. */
typedef void (*DataTake)(void *context, const ShogiPosition *pos, int score, int result);

Status data_open(DataFile **out, const char *path, Error *error);
void data_close(DataFile *file); /* NULL is nothing */
bool data_is_chained(const DataFile *file);
/* STATUS_NOT_FOUND at the end. */
Status data_next(DataFile *file, DataGame *game, Error *error);
/* All quiet positions of the game, in their order. */
Status data_walk(DataFile *file, const DataGame *game, DataTake take, void *context, Error *error);

#endif
