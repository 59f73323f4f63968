/* UTF-8 (RFC 3629) from strangers: records, names of files, messages of a page. */
#ifndef YOMI_BASE_UTF8_H
#define YOMI_BASE_UTF8_H

#include "base/buf.h"

#define UTF8_REPLACEMENT 0xfffdU

/* Cuts the next character off the front, which is not empty. A byte that is none, and a character that no text for
 * people or XML may have (other than newline and tab, controls of any kind), is a replacement character. */
uint32_t utf8_next(Str *rest);

bool utf8_ok(Str text);     /* any character but halves of pairs: what a browser takes */
void utf8_mend(char *text); /* every byte that is not UTF-8 becomes '?' */

bool utf8_put(Buf *out, uint32_t code);
/* The text with whatever is none replaced: what comes out is valid and moves no cursor. */
bool utf8_clean(Buf *out, Str text);

#endif
