/* What is in a file of training data of shogi, as a table on standard output. */
#ifndef YOMI_SHOGI_TOOLS_STATISTICS_H
#define YOMI_SHOGI_TOOLS_STATISTICS_H

#include "base/status.h"

Status statistics_print(const char *path, Error *error);

#endif
