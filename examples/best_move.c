/* The smallest useful program on libyomi: asks an engine for the best move and prints what it thinks meanwhile.
 *
 *   cc best_move.c $(pkg-config --cflags --libs yomi) -o best_move
 *   ./best_move othello            the start position
 *   ./best_move shogi 200 7g7f     200 ms, after the moves given */
#include <stdio.h>
#include <stdlib.h>
#include <yomi.h>

static void on_report(void *context, const yomi_report *report)
{
    (void)context;
    if (report->kind == YOMI_REPORT_LINE) printf("depth %d score %d: %s\n", report->depth, report->score, report->pv);
}

static void on_result(void *context, const yomi_result *result)
{
    (void)context;
    printf("best move %s, chosen by the %s at depth %d\n", result->best, result->stage, result->depth);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        printf("usage: best_move GAME [MILLISECONDS [MOVE ...]]\n");
        return 2;
    }
    yomi_engine *engine = NULL;
    yomi_error error;
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.report = on_report, .result = on_result};
    limits.movetime_ms = argc > 2 ? atoi(argv[2]) : 1000;
    int moves = argc > 3 ? argc - 3 : 0;
    yomi_status status = yomi_open(argv[1], &engine, &error);
    if (status == YOMI_OK) {
        status = yomi_set_position(engine, NULL, (const char *const *)(argv + 3), (size_t)moves, &error);
    }
    if (status == YOMI_OK) {
        printf("%s", yomi_board_text(engine));
        status = yomi_go(engine, &limits, &callbacks, &error);
    }
    if (status == YOMI_OK) yomi_wait(engine);
    if (status != YOMI_OK) fprintf(stderr, "best_move: %s\n", error.text);
    yomi_close(engine);
    return status == YOMI_OK ? 0 : 1;
}
