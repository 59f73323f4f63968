/* Yomi as a WebAssembly module: what a page or node calls. The worker's script (wasm/src/worker.js) is the one caller.
 *
 * A module speaks two languages. Lines are those of the protocols (USI, NBoard, GTP, Gomocup), told from the first line
 * as the program does. Messages are those between a page and `yomi serve` (docs/PROTOCOL_WEB.md), without saved games
 * and tables, which the page keeps itself or does not have. Answers wait in the module: it tells the host by
 * Module.told(), and the host takes them.
 *
 * With threads nothing that is called here waits, and told() comes when the caller's thread is free. Without, line(),
 * bench() and turn() return when the search has ended, told() comes at once, and the search asks Module.wish() whether
 * to stop. */
#ifndef YOMI_WASM_MODULE_H
#define YOMI_WASM_MODULE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct YomiModule YomiModule;

/* How many threads a search may have and the size of its table. NULL, with a text by yomi_module_problem, when there is
 * no memory or no thread. */
YomiModule *yomi_module_open(int threads, int hash_mb);
void yomi_module_close(YomiModule *module);
const char *yomi_module_problem(void);

/* False when too many lines wait. What comes after quit is not heard any more. */
bool yomi_module_line(YomiModule *module, const char *line);
void yomi_module_message(YomiModule *module, const char *text, size_t len);
/* Without threads: works on what waits; true when there is more. */
bool yomi_module_turn(YomiModule *module);

/* All lines since the last call, each with its end, valid until the next one; NULL: none. */
const char *yomi_module_lines(YomiModule *module);
/* The next message, for free(); NULL: none. */
char *yomi_module_take(YomiModule *module);

/* The weights of a game, as in data/. False when there is no memory for them. */
bool yomi_module_give(const char *game, const void *bytes, size_t len);
/* `yomi bench`, printed; then Module.benched() gets the exit code. `depth` 0: the usual one. False as for a line. */
bool yomi_module_bench(YomiModule *module, const char *game, int depth);

#endif
