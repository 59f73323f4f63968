/* Shift_JIS in the form that Windows programs write it (code page 932), to and from UTF-8, by the system's own tables.
 */
#ifndef YOMI_BASE_CODEPAGE_H
#define YOMI_BASE_CODEPAGE_H

#include "base/buf.h"
#include "base/status.h"

/* Both append to *out what can be converted from the beginning of the text, up to its end or to the first character
 * that cannot; *left is what comes from there. Whether `out` was large enough is for the caller to see. */
Status codepage_932_to_utf8(Str text, Buf *out, Str *left, Error *error);
Status codepage_932_from_utf8(Str text, Buf *out, Str *left, Error *error);

#endif
