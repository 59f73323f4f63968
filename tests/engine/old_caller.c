/* A program on libyomi that is compiled twice: with the header of the library, and with the first header that this
 * version of the interface had (tests/engine/old/yomi.h), as a program is that was not built again since. Both are
 * linked with the library of today and have to see the same. */
#include <stdio.h>
#include <string.h>
#include <yomi.h>

static int failures;

static void expect(int good, const char *what)
{
    if (good) return;
    printf("not so: %s\n", what);
    failures++;
}

/* Guards behind a struct that the library fills in: it must not write past what this header knows. */
static void ask_options(yomi_engine *engine)
{
    struct {
        yomi_option option;
        unsigned char guard[64];
    } room = {YOMI_OPTION_INIT, {0}};
    memset(room.guard, 0xa5, sizeof room.guard);
    size_t i = 0;
    for (; yomi_option_at(engine, i, &room.option) == YOMI_OK; i++) {
        expect(room.option.size == sizeof room.option, "the library leaves the size alone");
        expect(room.option.name && room.option.help && room.option.initial, "an option has its texts");
    }
    expect(i > 20, "there are options");
    for (size_t k = 0; k < sizeof room.guard; k++) expect(room.guard[k] == 0xa5, "nothing is written past the struct");
}

static void on_report(void *context, const yomi_report *report)
{
    (void)context;
    expect(report->size >= sizeof *report, "a report has all that this header knows");
    expect(report->kind != YOMI_REPORT_LINE || report->pv[0], "a line has moves");
}

static void on_result(void *context, const yomi_result *result)
{
    expect(result->size >= sizeof *result, "a result has all that this header knows");
    expect(result->best[0] && result->stage[0], "a result has its texts");
    *(int *)context += result->depth;
}

int main(void)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {on_report, on_result, NULL};
    int depth = 0;
    callbacks.context = &depth;
    expect(yomi_api_version() == YOMI_API_VERSION, "the interface has the version of this header");
    expect(yomi_open(yomi_game_name(0), &engine, &error) == YOMI_OK, "an engine opens");
    if (!engine) return 1;
    expect(yomi_set_option(engine, "Hash", "1", &error) == YOMI_OK, "options can be set");
    ask_options(engine);
    limits.depth = 4;
    expect(yomi_go(engine, &limits, &callbacks, &error) == YOMI_OK, "limits of this header are taken");
    yomi_wait(engine);
    expect(depth == 4, "and kept");
    yomi_close(engine);
    printf("%d of the expectations failed; limits have %u bytes here\n", failures, (unsigned)sizeof limits);
    return failures ? 1 : 0;
}
