/* Bytes as text (RFC 4648): what a file holds need not be UTF-8, and a message must be. */
#ifndef YOMI_WEB_BASE64_H
#define YOMI_WEB_BASE64_H

#include "base/buf.h"

bool base64_read(Str text, Buf *out); /* false when it is none, or when there is no room */
bool base64_write(Str bytes, Buf *out);

#endif
