/* What a page may set of an engine: the options of yomi.h by name, within the limits of the server's owner. Never
 * options that are texts (they name files), rules (a position brings them), or those that the server sets itself.
 *
 * A setup travels with each search, and every search begins from the owner's values: one page's options never reach
 * another's search. */
#ifndef YOMI_WEB_ENGINE_SETUP_H
#define YOMI_WEB_ENGINE_SETUP_H

#include "base/status.h"
#include "yomi.h"

#include <cjson/cJSON.h>

enum { ENGINE_SETUP_MAX = 32 };

/* The owner's: what engines have, and how far a page may go. */
typedef struct EngineLimits {
    int threads, hash_mb, threads_max, hash_mb_max;
} EngineLimits;

typedef struct EngineSetup {
    struct {
        char name[48], value[32];
    } entries[ENGINE_SETUP_MAX];
    int count;
} EngineSetup;

/* The options that a page may set, with help and range. `engine` is one that knows the game. */
cJSON *engine_setup_list(yomi_engine *engine, const EngineLimits *limits);
/* From an object of names and values (NULL: none), each checked. */
Status engine_setup_read(const cJSON *json, yomi_engine *engine, const EngineLimits *limits, EngineSetup *out,
                         Error *error);
/* Every option that a page may set gets the value of the setup, or the owner's. */
Status engine_setup_apply(const EngineSetup *setup, yomi_engine *engine, const EngineLimits *limits, Error *error);

#endif
