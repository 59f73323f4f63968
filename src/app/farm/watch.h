/* Looks at a farm every two seconds, on a thread of its own, for the page of `yomi serve`, whose thread never waits. */
#ifndef YOMI_APP_FARM_WATCH_H
#define YOMI_APP_FARM_WATCH_H

#include "base/status.h"

typedef struct FarmWatch FarmWatch;

Status farm_watch_open(FarmWatch **out, const char *url, const char *password_file, Error *error);
void farm_watch_close(FarmWatch *watch); /* NULL is nothing */
/* {"campaigns": [...]} or {"error": "..."}, for the caller to free; NULL: no memory. Any thread. */
char *farm_watch_json(void *watch);

#endif
