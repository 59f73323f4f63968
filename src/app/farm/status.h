/* The state of a farm as JSON, for the page of `yomi serve`. */
#ifndef YOMI_APP_FARM_STATUS_H
#define YOMI_APP_FARM_STATUS_H

#include "farm/link.h"

#include "base/buf.h"

Status farm_status_json(FarmLink *link, Buf *out, Error *error); /* a list of campaigns */

#endif
