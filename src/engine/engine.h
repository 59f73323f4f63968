/* The Engine object behind yomi.h: settings, table, pool, current position. Private to src/engine.
 *
 * The engine owns all of it. The pool lives from open to close, so that stop and ponderhit may come from any thread;
 * everything else belongs to the calling thread while no search runs. */
#ifndef YOMI_ENGINE_ENGINE_H
#define YOMI_ENGINE_ENGINE_H

#include "engine/games.h"
#include "engine/skill.h"
#include "search/pool.h"
#include "yomi.h"

typedef struct EngineSettings {
    int hash_mb;
    int threads;
    int multipv;
    int spread;
    int ponder; /* the engine itself does not use it; GUIs want to see it */
} EngineSettings;

extern const OptionTable engine_option_table;

struct yomi_engine {
    const Game *game;
    EngineSettings wanted, in_force;
    SearchParams params;
    void *settings; /* the game's */
    void *settled;  /* the settings that prepare() took last; before that the defaults */
    void *shared;
    bool game_changed; /* a setting of the game changed since prepare() */
    bool prepared;
    TT tt;
    bool table_used; /* by a search since it was made or cleared */
    Pool *pool;
    void (*log)(void *context, const char *line);
    void *log_context;

    void *base;     /* the position that was set */
    void *position; /* base and the moves on top */
    Move *moves;    /* grows with the game, up to YOMI_PLIES_MAX */
    size_t move_count, move_room;
    void *asked; /* a copy to walk on for questions, which may come during a search */
    Buf text;    /* what a function returned last */

    /* While a search runs these belong to the thread that calls back. */
    yomi_callbacks callbacks;
    void *root, *walk; /* the position searched, and a copy to walk lines on */
    Buf line;
    Skill skill;
    char scratch[32];
};

bool engine_busy(yomi_engine *engine);
void engine_clear_table(yomi_engine *engine); /* does nothing to one that is clear */

#endif
