/* yomi perft GAME DEPTH [--position P]: counts the leaves of the game tree, depth by depth. */
#include "app/app.h"
#include "base/str.h"
#include "tool/args.h"
#include "yomi.h"

#include <stdio.h>

static int count_leaves(const char *game, int depth, const char *position, const char *rule)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    yomi_status status = yomi_open(game, &engine, &error);
    if (status == YOMI_OK && rule) status = yomi_set_option(engine, "Rule", rule, &error);
    if (status == YOMI_OK) status = yomi_set_position(engine, position, NULL, 0, &error);
    for (int d = 1; status == YOMI_OK && d <= depth; d++) {
        (void)printf("perft %d %llu\n", d, (unsigned long long)yomi_perft(engine, d));
        (void)fflush(stdout);
    }
    yomi_close(engine);
    return status == YOMI_OK ? APP_OK : app_error("perft", APP_FAILED, "%s", error.text);
}

static int run(int argc, char **argv)
{
    const char *game = NULL, *depth_text = NULL, *position = NULL, *rule = NULL;
    const Arg table[] = {{"GAME", ARG_WORD, 0, 0, &game, true},
                         {"DEPTH", ARG_WORD, 0, 0, &depth_text, true},
                         {"--position", ARG_TEXT, 0, 0, &position, false},
                         {"--rule", ARG_TEXT, 0, 0, &rule, false}};
    Error error;
    if (args_parse(table, 4, argc, argv, &error) != STATUS_OK) return app_error("perft", APP_USAGE, "%s", error.text);
    int64_t depth = 0;
    if (!str_to_int(str_from(depth_text), 1, 30, &depth)) {
        return app_error("perft", APP_USAGE, "DEPTH is a number from 1 to 30, not '%s'", depth_text);
    }
    return count_leaves(game, (int)depth, position, rule);
}

const AppCommand app_perft = {
    "perft",
    "GAME DEPTH [--position P] [--rule R]",
    "Count the leaves of the game tree, to check the rules.",
    "Prints a line \"perft D NODES\" for every depth D up to DEPTH. A pass counts as a move.\n\n"
    "  --position P   begin here, in the game's notation, instead of the start\n"
    "  --rule R       the rule set, for games that have several\n",
    NULL,
    run};
