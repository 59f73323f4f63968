#include "tool/args.h"

#include "base/str.h"

#include <string.h>

static const Arg *find(const Arg *table, int count, Str name)
{
    for (int i = 0; i < count; i++) {
        if (table[i].kind != ARG_WORD && str_eq(name, table[i].name)) return &table[i];
    }
    return NULL;
}

static Status store(const Arg *arg, const char *value, Error *error)
{
    if (arg->kind == ARG_TEXT || arg->kind == ARG_WORD) {
        *(const char **)arg->place = value;
        return STATUS_OK;
    }
    if (arg->kind == ARG_MANY) {
        ArgTexts *texts = arg->place;
        if (texts->count >= ARG_MANY_MAX) {
            return error_set(error, STATUS_TOO_LARGE, "%s is given more than %d times", arg->name, ARG_MANY_MAX);
        }
        texts->items[texts->count++] = value;
        return STATUS_OK;
    }
    if (arg->kind == ARG_REAL) {
        if (str_to_double(str_from(value), arg->place)) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "%s is a number, not '%s'", arg->name, value);
    }
    if (str_to_int(str_from(value), arg->min, arg->max, arg->place)) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%s is a number from %lld to %lld, not '%s'", arg->name,
                     (long long)arg->min, (long long)arg->max, value);
}

static Status parse_named(const Arg *table, int count, int argc, char **argv, int *at, Error *error)
{
    Str rest = str_from(argv[*at]);
    const char *equals = strchr(argv[*at], '=');
    Str name = str_until(&rest, '=');
    const Arg *arg = find(table, count, name);
    if (!arg) return error_set(error, STATUS_BAD_INPUT, "no option %.*s", STR_ARG(name));
    if (arg->kind == ARG_FLAG) {
        if (equals) return error_set(error, STATUS_BAD_INPUT, "%s takes no value", arg->name);
        *(bool *)arg->place = true;
        return STATUS_OK;
    }
    if (equals) return store(arg, equals + 1, error);
    if (*at + 1 >= argc) return error_set(error, STATUS_BAD_INPUT, "%s needs a value", arg->name);
    return store(arg, argv[++*at], error);
}

Status args_parse(const Arg *table, int count, int argc, char **argv, Error *error)
{
    int words = 0;
    bool only_words = false;
    for (int at = 1; at < argc; at++) {
        if (!only_words && strcmp(argv[at], "--") == 0) {
            only_words = true;
        } else if (!only_words && strncmp(argv[at], "--", 2) == 0) {
            Status status = parse_named(table, count, argc, argv, &at, error);
            if (status != STATUS_OK) return status;
        } else {
            int seen = 0, i = 0;
            while (i < count && (table[i].kind != ARG_WORD || seen++ < words)) i++;
            if (i == count) return error_set(error, STATUS_BAD_INPUT, "'%s' is one word too many", argv[at]);
            *(const char **)table[i].place = argv[at];
            words++;
        }
    }
    for (int i = 0; i < count; i++) {
        bool is_text = table[i].kind == ARG_TEXT || table[i].kind == ARG_WORD;
        if (table[i].required && is_text && !*(const char **)table[i].place) {
            return error_set(error, STATUS_BAD_INPUT, "%s is missing", table[i].name);
        }
    }
    return STATUS_OK;
}
