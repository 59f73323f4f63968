/* A player: an engine at the table, whatever protocol it speaks.
 *
 * A player is opened once and plays many games; after a fault it is closed and opened again. The functions return false
 * after a fault, which is then in player_fault, or when the match is to stop (player_stopped). A player owns its
 * process; it never reads the board itself, all it knows is the turn that it is given. One thread at a time. */
#ifndef YOMI_APP_DUEL_PLAYER_H
#define YOMI_APP_DUEL_PLAYER_H

#include "app/common/engine_spec.h"
#include "app/duel/fault.h"
#include "app/duel/proc.h"
#include "yomi.h"

typedef struct Player Player;

/* The state of a game before a move. Texts belong to the caller. */
typedef struct Turn {
    const char *start; /* text of the position that the moves begin from */
    bool usual_start;  /* it is the game's own start position */
    const char *const *moves;
    const int *move_ms; /* what each move took; 0 for moves of the opening */
    size_t count;
    int start_side, side; /* 0: first, 1: second */
    int64_t clock_ms[2];  /* left, for players with a clock */
    const TimeControl *control[2];
    const char *name[2];
    int64_t patience_ms; /* an answer that takes longer is a hang */
} Turn;

typedef enum AnswerKind { ANSWER_MOVE, ANSWER_RESIGN, ANSWER_CLAIM_WIN } AnswerKind;

typedef struct Answer {
    AnswerKind kind;
    char move[YOMI_MOVE_TEXT_MAX]; /* in the engine's spelling; the referee knows them all */
    bool scored;
    int score; /* centi-units from the mover's side; wins and losses beyond +-PLAYER_WIN */
    int depth;
    uint64_t nodes;
    int64_t took_ns;
} Answer;

enum { PLAYER_WIN = 30000 };

typedef struct PlayerSetup {
    const EngineSpec *spec;
    const char *game;
    const EngineOption *game_options; /* for internal engines: what the referee was set to */
    int game_option_count;
    int64_t start_ms; /* how long a handshake may take */
    Event *stop;      /* when it is set, everything is to stop; may be NULL */
} PlayerSetup;

/* A reason why this engine cannot play this match, or NULL. */
const char *player_refuses(const EngineSpec *spec, const char *game);

/* Fails only for lack of memory; what goes wrong with the engine is a fault. */
Player *player_new(const PlayerSetup *setup);
void player_free(Player *player);

bool player_new_game(Player *player); /* starts the engine if it is not running */
bool player_move(Player *player, const Turn *turn, Answer *answer);
void player_game_over(Player *player, int points); /* 2 won, 1 drawn, 0 lost; never waits */
void player_stop(Player *player);                  /* ends the engine; the next game starts it anew */
const Fault *player_fault(const Player *player);
bool player_stopped(const Player *player);
/* The options of its spec from number `first` on have changed: an engine that runs takes them over, or is ended when
 * its protocol cannot tell it. False after a fault. */
bool player_new_options(Player *player, int first);

/* ---- for protocols ---- */

typedef struct PlayerProtocol {
    const char *name;
    bool any_game; /* not only those that say they speak it */
    size_t memory_size;
    const char *(*refuses)(const TimeControl *control); /* may be NULL */
    bool (*handshake)(Player *player);
    bool (*new_game)(Player *player);
    bool (*move)(Player *player, const Turn *turn, Answer *answer);
    bool (*new_options)(Player *player, int first); /* may be NULL */
    void (*game_over)(Player *player, int points);  /* may be NULL */
    const char *quit;                               /* the line that ends it */
} PlayerProtocol;

extern const PlayerProtocol player_usi, player_nboard, player_gtp, player_gomocup;

const PlayerSetup *player_setup(const Player *player);
void *player_memory(Player *player);
Fault *player_blame(Player *player); /* for fault_set */
bool player_say(Player *player, const char *format, ...) PRINTF_LIKE(2, 3);
bool player_say_text(Player *player, const char *line);
/* Starts the time that the next player_hear calls may take together. `what` is waited for, for the fault's text. */
void player_wait(Player *player, int64_t ms, const char *what);
bool player_hear(Player *player, Str *line);
void player_start_clock(Player *player); /* the engine's thinking begins now */
void player_take_time(Player *player, Answer *answer);
/* Copies a move word; a fault when it cannot be one. */
bool player_take_move(Player *player, Str word, Answer *answer);

/* The internal engine. */
typedef struct Inner Inner;
Inner *inner_open(const PlayerSetup *setup, Fault *fault);
void inner_close(Inner *inner);
bool inner_new_game(Inner *inner, Fault *fault);
bool inner_set_options(Inner *inner, const EngineSpec *spec, Fault *fault);
bool inner_move(Inner *inner, const Turn *turn, Answer *answer, Fault *fault, bool *stopped);

#endif
