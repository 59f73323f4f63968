/* Fields of a page's JSON, checked for type and size; and the answers' first lines. */
#ifndef YOMI_WEB_FIELDS_H
#define YOMI_WEB_FIELDS_H

#include "base/status.h"
#include "web/outbox.h"

#include <cjson/cJSON.h>
#include <stdint.h>

/* A text of at most `max` bytes; "" when it is not there. It lives as long as `object`. */
Status field_text(const cJSON *object, const char *name, size_t max, const char **out, Error *error);
/* The same, copied into `out`, which has max + 1 bytes. */
Status field_copy(const cJSON *object, const char *name, size_t max, char *out, Error *error);
/* A whole number within a range; `initial` when it is not there. */
Status field_number(const cJSON *object, const char *name, int64_t min, int64_t max, int64_t initial, int64_t *out,
                    Error *error);

/* Copies *text to `to`, points it there, and returns where the next text goes. */
char *field_move(const char **text, char *to);

cJSON *field_answer(const char *type, int id);
cJSON *field_error(int id, const Error *error);
/* Sends and frees the message. */
void field_post(Outbox *box, cJSON *message);

#endif
