#include "base/option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLE_MAX = 64 };

static int *int_field(const Option *option, void *settings)
{
    return (int *)((char *)settings + option->offset);
}

static char *text_field(const Option *option, void *settings)
{
    return (char *)settings + option->offset;
}

static void set_default(const Option *option, void *settings)
{
    if (option->type == OPTION_TEXT) {
        (void)str_copy(str_from(option->initial_text), text_field(option, settings), OPTION_TEXT_MAX);
    } else if (option->type != OPTION_BUTTON) {
        *int_field(option, settings) = option->initial;
    }
}

/* What the environment says, and in which variable; NULL: nothing. */
static const char *wish_for(const Option *option, char variable[VARIABLE_MAX])
{
    Str rest = str_from(option->environment);
    for (Str word = str_word(&rest); str_copy(word, variable, VARIABLE_MAX) && word.len > 0; word = str_word(&rest)) {
        /* NOLINTNEXTLINE(concurrency-mt-unsafe): nothing in Yomi changes the environment */
        const char *wish = getenv(variable);
        if (wish) return wish;
    }
    return NULL;
}

void options_default(OptionTable table, void *settings)
{
    for (size_t i = 0; i < table.count; i++) set_default(&table.options[i], settings);
}

Status options_init(OptionTable table, void *settings, Error *error)
{
    Status status = STATUS_OK;
    options_default(table, settings);
    for (size_t i = 0; i < table.count; i++) {
        const Option *option = &table.options[i];
        char variable[VARIABLE_MAX];
        const char *wish = wish_for(option, variable);
        if (!wish) continue;
        Error inner;
        if (option_set(option, settings, str_from(wish), &inner) != STATUS_OK && status == STATUS_OK) {
            status = error_set(error, inner.status, "%s: %.180s", variable, inner.text);
        }
    }
    return status;
}

const Option *options_find(OptionTable table, Str name)
{
    for (size_t i = 0; i < table.count; i++) {
        if (str_eq_nocase(name, table.options[i].name)) return &table.options[i];
    }
    return NULL;
}

static Status set_check(const Option *option, int *field, Str value, Error *error)
{
    static const char *const yes[] = {"true", "on", "yes", "1"};
    static const char *const no[] = {"false", "off", "no", "0"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        bool is_yes = str_eq_nocase(value, yes[i]);
        if (!is_yes && !str_eq_nocase(value, no[i])) continue;
        *field = is_yes;
        return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_INPUT, "option %s is true or false, not '%.*s'", option->name, STR_ARG(value));
}

static Status set_spin(const Option *option, int *field, Str value, Error *error)
{
    int64_t number = 0;
    if (str_eq_nocase(value, "off") && option->min <= 0 && option->max >= 0) {
        *field = 0;
        return STATUS_OK;
    }
    if (!str_to_int(value, option->min, option->max, &number)) {
        return error_set(error, STATUS_BAD_INPUT, "option %s is a number from %d to %d, not '%.*s'", option->name,
                         option->min, option->max, STR_ARG(value));
    }
    *field = (int)number;
    return STATUS_OK;
}

static Status set_combo(const Option *option, int *field, Str value, Error *error)
{
    for (int i = 0; option->choices[i]; i++) {
        if (str_eq_nocase(value, option->choices[i])) {
            *field = i;
            return STATUS_OK;
        }
    }
    char list[160] = "";
    for (int i = 0; option->choices[i]; i++) {
        size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", option->choices[i]);
    }
    return error_set(error, STATUS_BAD_INPUT, "option %s is one of %s; not '%.*s'", option->name, list, STR_ARG(value));
}

static Status set_text(const Option *option, char *field, Str value, Error *error)
{
    if (str_eq(value, "<empty>")) value = STR_LIT("");
    char copy[OPTION_TEXT_MAX];
    if (!str_copy(value, copy, sizeof copy)) {
        return error_set(error, STATUS_BAD_INPUT, "option %s: text too long or with a NUL byte (at most %d bytes)",
                         option->name, OPTION_TEXT_MAX - 1);
    }
    memcpy(field, copy, value.len + 1);
    return STATUS_OK;
}

Status option_set(const Option *option, void *settings, Str value, Error *error)
{
    switch (option->type) {
    case OPTION_CHECK: return set_check(option, int_field(option, settings), value, error);
    case OPTION_SPIN: return set_spin(option, int_field(option, settings), value, error);
    case OPTION_COMBO: return set_combo(option, int_field(option, settings), value, error);
    case OPTION_TEXT: return set_text(option, text_field(option, settings), value, error);
    case OPTION_BUTTON: return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_INPUT, "option %s has no type", option->name);
}

Str option_get(const Option *option, const void *settings, char scratch[32])
{
    const char *field = (const char *)settings + option->offset;
    switch (option->type) {
    case OPTION_CHECK: return str_from(*(const int *)(const void *)field ? "true" : "false");
    case OPTION_SPIN: (void)snprintf(scratch, 32, "%d", *(const int *)(const void *)field); return str_from(scratch);
    case OPTION_COMBO: return str_from(option->choices[*(const int *)(const void *)field]);
    case OPTION_TEXT: return str_from(field);
    case OPTION_BUTTON: break;
    }
    return STR_LIT("");
}

static size_t value_size(const Option *option)
{
    return option->type == OPTION_TEXT ? OPTION_TEXT_MAX : option->type == OPTION_BUTTON ? 0 : sizeof(int);
}

void option_copy(const Option *option, const void *from, void *to)
{
    memcpy((char *)to + option->offset, (const char *)from + option->offset, value_size(option));
}

bool option_same(const Option *option, const void *a, const void *b)
{
    char room[2][32];
    Str x = option_get(option, a, room[0]), y = option_get(option, b, room[1]);
    return x.len == y.len && memcmp(x.ptr, y.ptr, x.len) == 0;
}
