/* The parts of `yomi farm`, each a verb. They print what people want to know and return the exit code. */
#ifndef YOMI_APP_FARM_FARM_H
#define YOMI_APP_FARM_FARM_H

#include "farm/link.h"

typedef struct FarmVerb {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the verb */
} FarmVerb;

int farm_run_put(int argc, char **argv);
int farm_run_work(int argc, char **argv);
int farm_run_collect(int argc, char **argv);
int farm_run_status(int argc, char **argv);
int farm_run_stop(int argc, char **argv);
int farm_run_retry(int argc, char **argv);
int farm_run_forget(int argc, char **argv);

/* Parses the address and finds the password. */
Status farm_find(FarmAddress *out, const char *url, const char *password_file, Error *error);

#endif
