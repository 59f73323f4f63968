#include "othello/record/formats.h"

const RecordFormat *const othello_records[] = {&record_ggf,          &record_wthor,      &record_obf,
                                               &record_othello_tags, &record_transcript, NULL};
