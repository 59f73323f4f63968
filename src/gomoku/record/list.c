#include "gomoku/record/formats.h"

const RecordFormat *const gomoku_records[] = {&record_sgf, &record_psq, &record_gomoku_tags, &record_stones, NULL};
