/* A table: a game between two people that the server leads. It has the rules, the moves, the clock, the seats and what
 * was offered; it knows nothing of connections (tables.h does). Every function that can change it says whether it did.
 *
 * Life: one seat is taken -> both are (the clock runs) -> a result -> perhaps a new round with colours exchanged.
 *
 * A seat belongs to whoever knows its secret, so a player whose connection broke, or whose page was closed, comes back
 * to it. Moves are the referee's to judge, flags the clock's: what a page says about either does not count.
 * All of it belongs to the server's thread. */
#ifndef YOMI_WEB_TABLE_H
#define YOMI_WEB_TABLE_H

#include "web/game_clock.h"
#include "web/referee.h"

enum {
    TABLE_KEY_LEN = 24, /* hexadecimal digits */
    TABLE_SECRET_LEN = 32,
    TABLE_NAME_MAX = 60,
    TABLE_MOVES_MAX = QUESTION_MOVES_MAX,
    TABLE_NOBODY = -1
};

typedef enum TableOffer { TABLE_DRAW, TABLE_UNDO, TABLE_REMATCH } TableOffer;
enum { TABLE_OFFERS = 3 };

typedef struct Table {
    char key[TABLE_KEY_LEN + 1];
    char secrets[2][TABLE_SECRET_LEN + 1]; /* "": the seat is free */
    char names[2][TABLE_NAME_MAX + 1];
    Question place; /* game, rules, start and moves; its moves point into `texts` */
    char texts[TABLE_MOVES_MAX][YOMI_MOVE_TEXT_MAX];
    int64_t used_ms[TABLE_MOVES_MAX];
    signed char movers[TABLE_MOVES_MAX];
    int side;   /* to move */
    bool draws; /* people may agree on one: not where the score counts */
    GameClock clock;
    int offered[TABLE_OFFERS]; /* by which seat, or TABLE_NOBODY */
    char result[4];            /* "", "1-0", "0-1", "1/2" */
    char reason[64];
    int round;
    int64_t touched; /* when something happened last */
} Table;

/* Takes over the place, whose moves have to be none, also when it fails. The first to sit has `seat`; *secret is the
 * table's own. */
Status table_begin(Table *table, Referee *referee, Question *place, const GameClock *time, int seat, const char *name,
                   int64_t now, Error *error);
void table_end(Table *table);

bool table_is_full(const Table *table);
/* Which seat the secret opens, or TABLE_NOBODY. */
int table_seat_of(const Table *table, const char *secret);
/* Takes the free seat; with both taken the game begins. */
Status table_sit(Table *table, const char *name, int64_t now, int *seat, Error *error);

/* `ply`: how many moves the page has seen, so that a late message is never a move in another position. */
Status table_move(Table *table, Referee *referee, int seat, int ply, const char *move, int64_t now, Error *error);
Status table_resign(Table *table, int seat, int64_t now, Error *error);
/* Offers, or takes the other's offer of the same. */
Status table_offer(Table *table, Referee *referee, int seat, TableOffer what, int64_t now, Error *error);
/* Says no to everything that the other has offered, and takes back what one has offered oneself. */
void table_decline(Table *table, int64_t now);
/* Lets a flag fall; true when it did. */
bool table_look_at_clock(Table *table, int64_t now);

#endif
