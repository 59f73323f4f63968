/* Records of games for a page: any text or file that the table of formats knows (record/record.h) becomes a tree of
 * legal moves with their positions, and a page's tree becomes a text of any format. Reading and writing happens here
 * only; the page knows no format.
 *
 * All of it runs on the server's thread: a message bounds the text, and of a file with many games one is played
 * through. */
#ifndef YOMI_WEB_RECORDS_H
#define YOMI_WEB_RECORDS_H

#include "base/str.h"
#include "web/referee.h"

#include <cjson/cJSON.h>

enum { RECORDS_TEXT_MAX = 1 << 20, RECORDS_LIST_MAX = 2000 };

/* "read": `text`, or `data` in base64; `name` of the file; `index` of the game. */
Status records_read(Referee *referee, const cJSON *json, cJSON **out, Error *error);
/* "write": `format`, and the page's record (PROTOCOL_WEB.md) as text. */
Status records_write(Referee *referee, const cJSON *json, Str record, cJSON **out, Error *error);
/* The formats of a game, for the greeting. */
cJSON *records_formats(const char *game);

#endif
