/* The record formats of shogi. */
#ifndef YOMI_SHOGI_RECORD_FORMATS_H
#define YOMI_SHOGI_RECORD_FORMATS_H

#include "record/record.h"

extern const RecordFormat record_kif, record_kif_sjis, record_ki2, record_csa, record_jkf, record_usi;
extern const RecordFormat *const shogi_records[]; /* NULL-terminated */

#endif
