/* Any bytes as a position and moves: `GAME byte, position up to the line's end, moves`. What is refused must leave the
 * engine as it was; what is accepted must read back as itself and give a legal move to a small search. */
#include "fuzz.h"
#include "yomi.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4096, MOVES_MAX = 256, GAMES_MAX = 8, NODES = 64 };

/* The fuzzer calls one function with no context of its own, so the engines are kept here between calls. */
static yomi_engine *engines[GAMES_MAX];

static yomi_engine *engine_for(unsigned byte)
{
    int game = (int)(byte % (unsigned)yomi_game_count());
    if (!engines[game]) {
        require(yomi_open(yomi_game_name(game), &engines[game], NULL) == YOMI_OK);
        require(yomi_set_option(engines[game], "Hash", "1", NULL) == YOMI_OK);
    }
    return engines[game];
}

static size_t split_moves(char *text, const char *moves[MOVES_MAX])
{
    size_t count = 0;
    for (char *word = strtok(text, " \n"); word && count < MOVES_MAX; word = strtok(NULL, " \n")) moves[count++] = word;
    return count;
}

static void on_result(void *context, const yomi_result *result)
{
    char *best = context;
    (void)strncpy(best, result->best, YOMI_MOVE_TEXT_MAX - 1);
}

static void search_a_little(yomi_engine *engine)
{
    char best[YOMI_MOVE_TEXT_MAX] = "";
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = on_result, .context = best};
    limits.nodes = NODES;
    if (yomi_go(engine, &limits, &callbacks, NULL) != YOMI_OK) return;
    yomi_wait(engine);
    if (yomi_get_outcome(engine, NULL) != YOMI_ONGOING) return;
    require(yomi_is_legal(engine, best));
    require(yomi_play(engine, best, NULL) == YOMI_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > TEXT_MAX) return 0;
    yomi_engine *engine = engine_for(data[0]);
    char text[TEXT_MAX + 1];
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    char *rest = strchr(text, '\n');
    if (rest) *rest++ = '\0';
    const char *moves[MOVES_MAX];
    size_t count = rest ? split_moves(rest, moves) : 0;

    char *before = strdup(yomi_position_text(engine));
    yomi_status status = yomi_set_position(engine, text[0] ? text : NULL, moves, count, NULL);
    if (status != YOMI_OK) {
        require(strcmp(before, yomi_position_text(engine)) == 0);
    } else {
        char *now = strdup(yomi_position_text(engine));
        require(yomi_set_position(engine, now, NULL, 0, NULL) == YOMI_OK);
        require(strcmp(now, yomi_position_text(engine)) == 0);
        search_a_little(engine);
        free(now);
    }
    free(before);
    return 0;
}
