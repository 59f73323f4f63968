/* yomi farm VERB URL ...: one long command on many machines. */
#include "app/app.h"
#include "app/farm/farm.h"

#include <string.h>

static const FarmVerb verbs[] = {
    {"put", farm_run_put},   {"work", farm_run_work},   {"collect", farm_run_collect}, {"status", farm_run_status},
    {"stop", farm_run_stop}, {"retry", farm_run_retry}, {"forget", farm_run_forget},
};

static int run(int argc, char **argv)
{
    if (argc < 2) return app_error("farm", APP_USAGE, "put, work, collect or status? `yomi farm --help` tells more");
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(argv[1], verbs[i].name) == 0) return verbs[i].run(argc - 1, argv + 1);
    }
    return app_error("farm", APP_USAGE, "there is no 'farm %s'; put, work, collect, status, stop, retry, forget",
                     argv[1]);
}

const AppCommand app_farm = {
    "farm",
    "put|work|collect|status|stop|retry|forget URL [...]",
    "Run data generation, matches, analyses and tunings on many machines.",
    "URL is a Redis server: redis://[USER@]HOST[:PORT][/N] or unix:PATH. Its password comes from YOMI_FARM_PASSWORD "
    "or\n"
    "--password-file FILE, never from the URL. The guide is docs/guides/farm.md.\n"
    "\n"
    "put URL [--name N] [...] -- COMMAND   a command becomes a campaign of jobs: datagen, match, analyse or tune with\n"
    "                      their own words, but without outputs; files by paths below the present folder\n"
    "  --batch N           games (datagen 20, analyse 1) or pairs (match, tune 1) of a job\n"
    "  --shards FOLDER     results go there, a folder that all hosts see, and not into the server\n"
    "  --silence S (60)    a worker that is not heard of for so long has lost its job\n"
    "  --tries N (3)       then a job is given up   --job-time S (3600)   the longest that one may take\n"
    "  --queue N (4)       jobs that are kept queued for each worker\n"
    "  --verify PCT (0)    so many of the jobs are done twice, and have to bring the same bytes\n"
    "work URL [--name N]... [--workers N]  takes jobs of these campaigns, or of all; a worker a processor\n"
    "  --work FOLDER       where to work (~/.cache/yomi/farm)   --shards FOLDER   where the shared folder is here\n"
    "  --until-done        ends when there is nothing more to do\n"
    "  A signal lets it finish the jobs in hand; a second one gives them back.\n"
    "collect URL OUT --name N              waits for the results and makes one file of them, the same as one machine\n"
    "  --now               takes what is there, up to the first gap   --free   removes from the server what was "
    "fetched\n"
    "status URL [--name N] [--json | --prometheus] [--every S]\n"
    "stop URL --name N     ends a campaign   retry   queues again what was given up   forget   removes it\n",
    NULL,
    run};
