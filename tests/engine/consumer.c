/* A program on libyomi in the words that C99 and C++ have in common, compiled as both by tests/tools/try_install.sh:
 *
 *   consumer GAME MILLISECONDS */
#include <stdio.h>
#include <stdlib.h>
#include <yomi.h>

static void on_report(void *context, const yomi_report *report)
{
    int *lines = (int *)context;
    if (report->size >= sizeof *report && report->kind == YOMI_REPORT_LINE) ++*lines;
}

static void on_result(void *context, const yomi_result *result)
{
    const int *lines = (const int *)context;
    printf("best move %s, chosen by the %s after %d lines\n", result->best, result->stage, *lines);
}

int main(int argc, char **argv)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    yomi_option option = YOMI_OPTION_INIT;
    yomi_limits limits = YOMI_LIMITS_INIT;
    int lines = 0;
    yomi_callbacks callbacks = {on_report, on_result, NULL};
    callbacks.context = &lines;
    if (argc < 3 || yomi_open(argv[1], &engine, &error) != YOMI_OK) return 2;
    if (yomi_option_at(engine, 0, &option) != YOMI_OK) return 1;
    limits.movetime_ms = atoi(argv[2]);
    if (yomi_go(engine, &limits, &callbacks, &error) != YOMI_OK) {
        printf("%s\n", error.text);
        yomi_close(engine);
        return 1;
    }
    yomi_wait(engine);
    yomi_close(engine);
    return 0;
}
