/* The record formats of dobutsu shogi. */
#ifndef YOMI_DOBUTSU_RECORD_FORMATS_H
#define YOMI_DOBUTSU_RECORD_FORMATS_H

#include "base/buf.h"
#include "record/record.h"

extern const RecordFormat dobutsu_position_line;
extern const RecordFormat *const dobutsu_records[];

#endif
