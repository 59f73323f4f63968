#include "web/fields.h"

#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

Status field_text(const cJSON *object, const char *name, size_t max, const char **out, Error *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    *out = "";
    if (!item || cJSON_IsNull(item)) return STATUS_OK;
    if (!cJSON_IsString(item)) return error_set(error, STATUS_BAD_INPUT, "%s must be a text", name);
    if (strlen(item->valuestring) > max)
        return error_set(error, STATUS_TOO_LARGE, "%s is longer than %zu bytes", name, max);
    *out = item->valuestring;
    return STATUS_OK;
}

Status field_copy(const cJSON *object, const char *name, size_t max, char *out, Error *error)
{
    const char *text;
    Status status = field_text(object, name, max, &text, error);
    if (status == STATUS_OK) memcpy(out, text, strlen(text) + 1);
    return status;
}

Status field_number(const cJSON *object, const char *name, int64_t min, int64_t max, int64_t initial, int64_t *out,
                    Error *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    *out = initial;
    if (!item || cJSON_IsNull(item)) return STATUS_OK;
    if (!cJSON_IsNumber(item) || item->valuedouble != floor(item->valuedouble) || item->valuedouble < (double)min ||
        item->valuedouble > (double)max) {
        return error_set(error, STATUS_BAD_INPUT, "%s must be a whole number from %lld to %lld", name, (long long)min,
                         (long long)max);
    }
    *out = (int64_t)item->valuedouble;
    return STATUS_OK;
}

char *field_move(const char **text, char *to)
{
    size_t size = strlen(*text) + 1;
    memcpy(to, *text, size);
    *text = to;
    return to + size;
}

cJSON *field_answer(const char *type, int id)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "type", type);
    cJSON_AddNumberToObject(message, "id", id);
    return message;
}

cJSON *field_error(int id, const Error *error)
{
    cJSON *message = field_answer("error", id);
    cJSON_AddStringToObject(message, "code", status_name(error->status));
    char text[ERROR_TEXT_MAX];
    (void)snprintf(text, sizeof text, "%s", error->text);
    utf8_mend(text); /* it may quote what was sent, cut in the middle of a character */
    cJSON_AddStringToObject(message, "text", text);
    return message;
}

void field_post(Outbox *box, cJSON *message)
{
    outbox_post(box, 0, cJSON_PrintUnformatted(message));
    cJSON_Delete(message);
}
