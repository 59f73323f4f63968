/* What the games have beside their engines, for programs under test: Drop Four has nothing. */
#include "record/record.h"
#include "tool/game_tools.h"

const RecordFormat *const *const record_lists[] = {NULL};
const GameTools *const game_tools[] = {NULL};
