/* The farm of a program that was built without hiredis, or not for Linux: it says so. */
#include "app/app.h"
#include "app/farm/farm.h"
#include "app/farm/watch.h"

#define WHY "this program was built without hiredis (Debian: libhiredis-dev), so it has no farm"

static int none(void)
{
    return app_error("farm", APP_FAILED, WHY);
}

int farm_run_put(int argc, char **argv)
{
    (void)argc, (void)argv;
    return none();
}

int farm_run_work(int argc, char **argv)
{
    (void)argc, (void)argv;
    return none();
}

int farm_run_collect(int argc, char **argv)
{
    (void)argc, (void)argv;
    return none();
}

int farm_run_status(int argc, char **argv)
{
    (void)argc, (void)argv;
    return none();
}

int farm_run_stop(int argc, char **argv)
{
    (void)argc, (void)argv;
    return none();
}

int farm_run_retry(int argc, char **argv)
{
    (void)argc, (void)argv;
    return none();
}

int farm_run_forget(int argc, char **argv)
{
    (void)argc, (void)argv;
    return none();
}

Status farm_watch_open(FarmWatch **out, const char *url, const char *password_file, Error *error)
{
    (void)url, (void)password_file;
    *out = NULL;
    return error_set(error, STATUS_UNSUPPORTED, WHY);
}

void farm_watch_close(FarmWatch *watch)
{
    (void)watch;
}

char *farm_watch_json(void *watch)
{
    (void)watch;
    return NULL;
}
