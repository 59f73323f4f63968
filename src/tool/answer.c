#include "tool/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void answer_free(SearchAnswer *answer)
{
    free(answer->line);
    *answer = (SearchAnswer){.line = NULL};
}

void answer_take(void *answer, const yomi_result *result)
{
    SearchAnswer *out = answer;
    answer_free(out);
    (void)snprintf(out->best, sizeof out->best, "%s", result->best);
    out->line = strdup(result->pv);
    (void)snprintf(out->stage, sizeof out->stage, "%s", result->stage);
    out->score = result->score;
    out->win_in = result->win_in;
    out->depth = result->depth;
    out->exact = result->selectivity == 100 && result->bound == YOMI_BOUND_EXACT;
    out->proof = result->proof;
    out->nodes = result->nodes;
    out->time_ms = result->time_ms;
}

yomi_status answer_search(yomi_engine *engine, const yomi_limits *limits, SearchAnswer *answer, yomi_error *error)
{
    yomi_callbacks callbacks = {.result = answer_take, .context = answer};
    answer_free(answer);
    yomi_status status = yomi_go(engine, limits, &callbacks, error);
    if (status == YOMI_OK) yomi_wait(engine);
    return status;
}
