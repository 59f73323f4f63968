/* The two pieces of JSON that need care. */
#ifndef YOMI_APP_JSON_H
#define YOMI_APP_JSON_H

#include "base/buf.h"

void json_string(Buf *out, const char *text); /* with its quotes */
void json_number(Buf *out, double value);     /* null for what JSON has no number for */

#endif
