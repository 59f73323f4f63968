/* What `yomi datagen GAME`, `yomi train GAME` and `yomi book GAME` need of each game: a function that takes the rest of the line. */
#ifndef YOMI_APP_TRAIN_H
#define YOMI_APP_TRAIN_H

typedef struct TrainGame {
    const char *game;
    int (*run)(int argc, char **argv); /* argv[0] is the game's name */
} TrainGame;

extern const TrainGame datagen_othello, train_othello;
extern const TrainGame datagen_shogi, train_shogi;
extern const TrainGame datagen_gomoku, train_gomoku;
extern const TrainGame book_othello, book_shogi;

#endif
