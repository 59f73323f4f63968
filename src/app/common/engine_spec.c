#include "app/common/engine_spec.h"

#include <stdlib.h>
#include <string.h>

bool time_control_has_clock(const TimeControl *control)
{
    return control->time_ms > 0 || control->increment_ms > 0 || control->byoyomi_ms > 0;
}

bool time_control_given(const TimeControl *control)
{
    return time_control_has_clock(control) || control->movetime_ms > 0 || control->nodes > 0 || control->depth > 0;
}

bool engine_spec_word(const char **text, Buf *out, Error *error)
{
    const char *at = *text;
    error_clear(error);
    while (*at == ' ' || *at == '\t') at++;
    if (!*at) return false;
    char quote = '\0';
    for (; *at && (quote || (*at != ' ' && *at != '\t')); at++) {
        if (quote && *at == quote) {
            quote = '\0';
        } else if (!quote && (*at == '\'' || *at == '"')) {
            quote = *at;
        } else {
            (void)buf_putc(out, *at);
        }
    }
    (void)buf_append(out, "", 1);
    *text = at;
    if (quote) (void)error_set(error, STATUS_BAD_INPUT, "the quote %c is not closed", quote);
    return !quote;
}

/* Numbers among the keys, and where they go. */
static bool take_number(TimeControl *control, Str key, Str value, Error *error)
{
    static const struct {
        const char *key;
        size_t offset;
    } keys[] = {
        {"time", offsetof(TimeControl, time_ms)},       {"inc", offsetof(TimeControl, increment_ms)},
        {"byoyomi", offsetof(TimeControl, byoyomi_ms)}, {"movetime", offsetof(TimeControl, movetime_ms)},
        {"nodes", offsetof(TimeControl, nodes)},        {"depth", offsetof(TimeControl, depth)},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!str_eq(key, keys[i].key)) continue;
        int64_t *place = (int64_t *)(void *)((char *)control + keys[i].offset);
        if (!str_to_int(value, 0, INT64_C(1) << 40, place)) {
            (void)error_set(error, STATUS_BAD_INPUT, "%s is a number from 0 on, not '%.*s'", keys[i].key,
                            STR_ARG(value));
        }
        return true;
    }
    return false;
}

static Status split_command(EngineSpec *spec, const char *command, Buf *texts, Error *error)
{
    int count = 0;
    size_t at = texts->len;
    while (engine_spec_word(&command, texts, error)) {
        if (count >= ENGINE_ARGUMENTS_MAX) {
            return error_set(error, STATUS_TOO_LARGE, "cmd has more than %d words", ENGINE_ARGUMENTS_MAX);
        }
        spec->arguments[count++] = texts->data + at;
        at = texts->len;
    }
    return count > 0 ? STATUS_OK : error_set(error, STATUS_BAD_INPUT, "cmd is empty or has an open quote");
}

static Status take_option(EngineSpec *spec, const char *name, const char *value, Error *error)
{
    if (spec->option_count >= ENGINE_OPTIONS_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "more than %d options", ENGINE_OPTIONS_MAX);
    }
    spec->options[spec->option_count++] = (EngineOption){name, value};
    return STATUS_OK;
}

static Status take_pair(EngineSpec *spec, char *word, Buf *texts, Error *error)
{
    char *equals = strchr(word, '=');
    if (!equals) return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not of the form key=value", word);
    *equals = '\0';
    const char *value = equals + 1;
    Str key = str_from(word);
    error_clear(error);
    if (str_starts(key, "option.")) return take_option(spec, word + strlen("option."), value, error);
    if (str_eq(key, "cmd")) return split_command(spec, value, texts, error);
    if (take_number(&spec->control, key, str_from(value), error)) return error->status;
    if (str_eq(key, "name")) {
        if (value[0] && !strpbrk(value, "\t\n\"\\") && str_copy(str_from(value), spec->name, sizeof spec->name)) {
            return STATUS_OK;
        }
        return error_set(error, STATUS_BAD_INPUT, "name '%.60s' is empty, too long or has a quote", value);
    }
    if (str_eq(key, "proto")) {
        if (str_copy(str_from(value), spec->protocol, sizeof spec->protocol)) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "there is no protocol '%.40s'", value);
    }
    if (str_eq(key, "dir") || str_eq(key, "log")) {
        *(key.ptr[0] == 'd' ? &spec->folder : &spec->log) = value;
        return STATUS_OK;
    }
    bool *flag = str_eq(key, "restart") ? &spec->restart : str_eq(key, "untimed") ? &spec->untimed : NULL;
    if (flag && (strcmp(value, "on") == 0 || strcmp(value, "off") == 0)) {
        *flag = value[1] == 'n';
        return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_INPUT, "'%.60s=%.60s' is not known", word, value);
}

static Status check(const EngineSpec *spec, Error *error)
{
    bool internal = strcmp(spec->protocol, "internal") == 0;
    if (!spec->name[0]) return error_set(error, STATUS_BAD_INPUT, "an engine has no name=");
    if (!internal && !spec->arguments[0]) {
        return error_set(error, STATUS_BAD_INPUT, "engine %s has no cmd=", spec->name);
    }
    if (internal && spec->arguments[0]) {
        return error_set(error, STATUS_BAD_INPUT, "engine %s is internal and takes no cmd=", spec->name);
    }
    if (!time_control_given(&spec->control)) {
        return error_set(error, STATUS_BAD_INPUT,
                         "engine %s has no limit: give time, byoyomi, movetime, nodes or depth", spec->name);
    }
    return STATUS_OK;
}

Status engine_spec_parse(EngineSpec *out, const char *text, const TimeControl *control, Error *error)
{
    *out = (EngineSpec){.protocol = "usi", .folder = "", .log = "", .control = *control};
    size_t size = 2 * strlen(text) + 2; /* every text at most twice: as a word, and again split as a command */
    if (size > (size_t)2 * ENGINE_SPEC_TEXT_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "longer than %d bytes", ENGINE_SPEC_TEXT_MAX);
    }
    Buf texts = buf_new(size + 1);
    Status status = STATUS_NO_MEMORY;
    /* Reserving all of it at once keeps pointers into it valid. */
    for (size_t i = 0; i < size; i++) (void)buf_putc(&texts, ' ');
    if (!texts.failed) {
        texts.len = 0;
        status = STATUS_OK;
    }
    size_t at = 0;
    while (status == STATUS_OK && engine_spec_word(&text, &texts, error)) {
        char *word = texts.data + at;
        status = take_pair(out, word, &texts, error);
        at = texts.len;
    }
    out->texts = texts.data;
    if (status == STATUS_OK) status = error->status;
    if (status == STATUS_OK) status = check(out, error);
    if (status != STATUS_OK) engine_spec_free(out);
    return status;
}

void engine_spec_free(EngineSpec *spec)
{
    free(spec->texts);
    spec->texts = NULL;
}
