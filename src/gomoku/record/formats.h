/* The record formats of gomoku. */
#ifndef YOMI_GOMOKU_RECORD_FORMATS_H
#define YOMI_GOMOKU_RECORD_FORMATS_H

#include "record/record.h"

extern const RecordFormat record_sgf, record_psq, record_gomoku_tags, record_stones;
extern const RecordFormat *const gomoku_records[]; /* NULL-terminated */

#endif
