/* yomi farm status, stop, retry, forget. */
#include "app/farm/status.h"

#include "app/app.h"
#include "app/farm/farm.h"
#include "app/farm/weigh.h"
#include "base/clock.h"
#include "tool/args.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CAMPAIGNS_MAX = 100, STATUS_MAX = 1 << 26 };

typedef enum Form { FORM_TEXT, FORM_JSON, FORM_PROMETHEUS } Form;

typedef struct Shown {
    FarmSnapshot snapshots[CAMPAIGNS_MAX];
    size_t count;
} Shown;

/* A campaign that goes meanwhile is passed over. */
static Status look_at(FarmQueue *queue, const char *name, Shown *shown, Error *error)
{
    FarmCampaign campaign;
    FarmSnapshot *snapshot = &shown->snapshots[shown->count];
    farm_queue_aim(queue, name);
    Status status = farm_snapshot(queue, snapshot, error);
    if (status == STATUS_OK && snapshot->has_test) {
        Status known = farm_load(queue, &campaign, error);
        if (known == STATUS_OK) status = farm_weigh_snapshot(queue, &campaign, snapshot, error);
        farm_campaign_free(&campaign);
    }
    if (status == STATUS_OK) {
        shown->count++;
    } else {
        farm_snapshot_free(snapshot);
    }
    return status;
}

static Status look(FarmQueue *queue, const char *name, Shown *shown, Error *error)
{
    Buf names = buf_new(1 << 17);
    Status status = name ? STATUS_OK : farm_names(queue, &names, error);
    if (name) status = look_at(queue, name, shown, error);
    Str rest = buf_view(&names);
    while (rest.len > 0 && shown->count < CAMPAIGNS_MAX && status == STATUS_OK) {
        char one[FARM_NAME_MAX + 1];
        if (!str_copy(str_until(&rest, '\n'), one, sizeof one)) continue;
        status = look_at(queue, one, shown, error);
        if (status == STATUS_NOT_FOUND) status = STATUS_OK;
    }
    buf_free(&names);
    return status;
}

static void write_form(const Shown *shown, Form form, Buf *out)
{
    if (form == FORM_PROMETHEUS) farm_snapshots_prometheus(shown->snapshots, shown->count, out);
    if (form == FORM_JSON) (void)buf_puts(out, "[");
    for (size_t i = 0; i < shown->count; i++) {
        if (form == FORM_TEXT) farm_snapshot_text(&shown->snapshots[i], out);
        if (form == FORM_JSON && i > 0) (void)buf_puts(out, ",\n");
        if (form == FORM_JSON) farm_snapshot_json(&shown->snapshots[i], out);
    }
    if (form == FORM_JSON) (void)buf_puts(out, "]\n");
    if (form == FORM_TEXT && shown->count == 0) (void)buf_puts(out, "there is no campaign\n");
}

static Status write_status(FarmQueue *queue, const char *name, Form form, Buf *out, Error *error)
{
    Shown *shown = calloc(1, sizeof *shown);
    if (!shown) return error_set(error, STATUS_NO_MEMORY, "no memory for the state of the farm");
    Status status = look(queue, name, shown, error);
    if (status == STATUS_OK) write_form(shown, form, out);
    if (status == STATUS_OK && out->failed)
        status = error_set(error, STATUS_TOO_LARGE, "the state of the farm is too large");
    for (size_t i = 0; i < shown->count; i++) farm_snapshot_free(&shown->snapshots[i]);
    free(shown);
    return status;
}

Status farm_status_json(FarmLink *link, Buf *out, Error *error)
{
    FarmQueue queue = {.link = link};
    return write_status(&queue, NULL, FORM_JSON, out, error);
}

/* Again and again on a terminal, until a signal. */
static Status show(FarmQueue *queue, const char *name, Form form, int64_t every_s, Error *error)
{
    for (;;) {
        Buf out = buf_new(STATUS_MAX);
        Status status = write_status(queue, name, form, &out, error);
        if (status == STATUS_OK && every_s > 0) (void)fputs("\033[H\033[2J", stdout);
        if (status == STATUS_OK) app_print(stdout, buf_text(&out));
        buf_free(&out);
        if (status != STATUS_OK || every_s == 0 || fflush(stdout) != 0) return status;
        clock_sleep(every_s * NS_PER_SECOND);
    }
}

Status farm_find(FarmAddress *out, const char *url, const char *password_file, Error *error)
{
    Status status = farm_address_parse(out, url, error);
    return status == STATUS_OK ? farm_address_password(out, password_file, error) : status;
}

static Status connect_to(FarmQueue *queue, const char *url, const char *password_file, Error *error)
{
    FarmAddress address;
    Status status = farm_find(&address, url, password_file, error);
    return status == STATUS_OK ? farm_link_open(&queue->link, &address, error) : status;
}

int farm_run_status(int argc, char **argv)
{
    const char *url = NULL, *name = NULL, *password_file = NULL;
    bool json = false, prometheus = false;
    int64_t every_s = 0;
    const Arg table[] = {{"URL", ARG_WORD, 0, 0, (void *)&url, true},
                         {"--name", ARG_TEXT, 0, 0, (void *)&name, false},
                         {"--json", ARG_FLAG, 0, 0, &json, false},
                         {"--prometheus", ARG_FLAG, 0, 0, &prometheus, false},
                         {"--every", ARG_NUMBER, 1, 3600, &every_s, false},
                         {"--password-file", ARG_TEXT, 0, 0, (void *)&password_file, false}};
    Error error;
    FarmQueue queue = {.link = NULL};
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("farm status", APP_USAGE, "%s", error.text);
    Status status = connect_to(&queue, url, password_file, &error);
    if (status == STATUS_OK)
        status = show(&queue, name, json ? FORM_JSON : prometheus ? FORM_PROMETHEUS : FORM_TEXT, every_s, &error);
    farm_link_close(queue.link);
    return status == STATUS_OK ? APP_OK : app_error("farm status", APP_FAILED, "%s", error.text);
}

/* ---- verbs with a campaign and nothing more ---- */

static Status do_stop(FarmQueue *queue, Error *error)
{
    return farm_stop(queue, "by hand", error);
}

static Status do_retry(FarmQueue *queue, Error *error)
{
    int64_t count = 0;
    Status status = farm_retry(queue, &count, error);
    if (status == STATUS_OK) (void)printf("%" PRId64 " jobs are queued again\n", count);
    return status;
}

static int run_verb(int argc, char **argv, const char *verb, Status (*act)(FarmQueue *queue, Error *error))
{
    const char *url = NULL, *name = NULL, *password_file = NULL;
    const Arg table[] = {{"URL", ARG_WORD, 0, 0, (void *)&url, true},
                         {"--name", ARG_TEXT, 0, 0, (void *)&name, true},
                         {"--password-file", ARG_TEXT, 0, 0, (void *)&password_file, false}};
    Error error;
    FarmQueue queue = {.link = NULL};
    FarmSnapshot snapshot;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error(verb, APP_USAGE, "%s", error.text);
    Status status = connect_to(&queue, url, password_file, &error);
    farm_queue_aim(&queue, name);
    if (status == STATUS_OK) status = farm_snapshot(&queue, &snapshot, &error);
    if (status == STATUS_OK) farm_snapshot_free(&snapshot);
    if (status == STATUS_OK) status = act(&queue, &error);
    farm_link_close(queue.link);
    return status == STATUS_OK ? APP_OK : app_error(verb, APP_FAILED, "%s", error.text);
}

int farm_run_stop(int argc, char **argv)
{
    return run_verb(argc, argv, "farm stop", do_stop);
}

int farm_run_retry(int argc, char **argv)
{
    return run_verb(argc, argv, "farm retry", do_retry);
}

int farm_run_forget(int argc, char **argv)
{
    return run_verb(argc, argv, "farm forget", farm_forget);
}
