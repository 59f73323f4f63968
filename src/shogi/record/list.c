#include "shogi/record/formats.h"

const RecordFormat *const shogi_records[] = {&record_kif, &record_kif_sjis, &record_ki2, &record_csa,
                                             &record_jkf, &record_usi,      NULL};
