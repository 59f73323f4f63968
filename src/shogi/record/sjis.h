/* Shift_JIS, in the form that Windows programs write it (code page 932), to and from UTF-8. */
#ifndef YOMI_SHOGI_RECORD_SJIS_H
#define YOMI_SHOGI_RECORD_SJIS_H

#include "base/buf.h"
#include "base/status.h"

/* Is the text UTF-8 from its beginning to its end? */
bool sjis_is_utf8(Str text);

/* Append the text to *out. Reading refuses what is no Shift_JIS; writing puts a 〓 for characters that it lacks. */
Status sjis_read(Str text, Buf *out, Error *error);
Status sjis_write(Str text, Buf *out, Error *error);

#endif
