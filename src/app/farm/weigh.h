/* The sequential test of a match on a farm: it looks at whole pairs in the order of their numbers, whatever order they
 * come in, so its verdict is that of one machine that plays them one after the other. Whoever comes by goes on with it;
 * the server keeps how far it has come. */
#ifndef YOMI_APP_FARM_WEIGH_H
#define YOMI_APP_FARM_WEIGH_H

#include "app/farm/kinds.h"
#include "farm/snapshot.h"

/* Weighs what has come in; with a verdict the campaign stops, for all workers. */
Status farm_weigh_results(FarmQueue *queue, const FarmCampaign *campaign, Error *error);
/* The state and the course of the test, into the snapshot. */
Status farm_weigh_snapshot(FarmQueue *queue, const FarmCampaign *campaign, FarmSnapshot *snapshot, Error *error);

#endif
