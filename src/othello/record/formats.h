/* The record formats of othello. */
#ifndef YOMI_OTHELLO_RECORD_FORMATS_H
#define YOMI_OTHELLO_RECORD_FORMATS_H

#include "record/record.h"

extern const RecordFormat record_ggf, record_wthor, record_obf, record_othello_tags, record_transcript;
extern const RecordFormat *const othello_records[]; /* NULL-terminated */

#endif
