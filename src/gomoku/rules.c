#include "gomoku/rules.h"

#include <string.h>

const char *const gom_preset_names[] = {"ninuki", "pente", "freestyle", "standard", "renju", NULL};
const char *const gom_opening_names[] = {"free", "pro", "swap", "swap2", NULL};

static const GomRules presets[GOM_PRESET_COUNT] = {
    [GOM_NINUKI] = {.preset = GOM_NINUKI,
                    .size = 19,
                    .captures = 1,
                    .breakable_five = 1,
                    .capture_exempts = 1,
                    .forbid_three = {1, 1}},
    [GOM_PENTE] = {.preset = GOM_PENTE, .size = 19, .captures = 1, .capture_exempts = 1},
    [GOM_FREESTYLE] = {.preset = GOM_FREESTYLE, .size = 15},
    [GOM_STANDARD] = {.preset = GOM_STANDARD, .size = 15, .exact_five = {1, 1}},
    [GOM_RENJU] = {.preset = GOM_RENJU,
                   .size = 15,
                   .recursive_three = 1,
                   .exact_five = {1, 0},
                   .forbid_three = {1, 0},
                   .forbid_four = {1, 0},
                   .forbid_overline = {1, 0}},
};

GomRules rules_preset(GomPreset preset)
{
    return presets[preset];
}

/* One flag of the text form; `first` and `count` say which bytes of GomRules it sets. */
typedef struct Flag {
    const char *name;
    size_t first;
    size_t count;
} Flag;

#define ONE(text, field)                   \
    {                                      \
        text, offsetof(GomRules, field), 1 \
    }
#define BOTH(text, field)                  \
    {                                      \
        text, offsetof(GomRules, field), 2 \
    }

static const Flag flags[] = {
    ONE("captures", captures),
    ONE("breakable-five", breakable_five),
    ONE("capture-exempts", capture_exempts),
    ONE("recursive-three", recursive_three),
    BOTH("exact-five", exact_five),
    {"exact-five-black", offsetof(GomRules, exact_five), 1},
    {"exact-five-white", offsetof(GomRules, exact_five) + 1, 1},
    BOTH("double-three", forbid_three),
    {"double-three-black", offsetof(GomRules, forbid_three), 1},
    {"double-three-white", offsetof(GomRules, forbid_three) + 1, 1},
    BOTH("double-four", forbid_four),
    {"double-four-black", offsetof(GomRules, forbid_four), 1},
    {"double-four-white", offsetof(GomRules, forbid_four) + 1, 1},
    BOTH("overline", forbid_overline),
    {"overline-black", offsetof(GomRules, forbid_overline), 1},
    {"overline-white", offsetof(GomRules, forbid_overline) + 1, 1},
};

static int name_index(Str text, const char *const *names)
{
    for (int i = 0; names[i]; i++) {
        if (str_eq_nocase(text, names[i])) return i;
    }
    return -1;
}

static Status change_one(Str item, GomRules *rules, Error *error)
{
    Str name = str_until(&item, '=');
    Str value = item;
    if (str_eq_nocase(name, "opening")) {
        int opening = name_index(value, gom_opening_names);
        if (opening < 0) {
            return error_set(error, STATUS_BAD_INPUT, "rule flag opening: unknown opening \"%.*s\"", STR_ARG(value));
        }
        rules->opening = (uint8_t)opening;
        return STATUS_OK;
    }
    bool yes = value.len == 0 || str_eq_nocase(value, "yes");
    if (!yes && !str_eq_nocase(value, "no")) {
        return error_set(error, STATUS_BAD_INPUT, "rule flag %.*s: the value must be yes or no, not \"%.*s\"",
                         STR_ARG(name), STR_ARG(value));
    }
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!str_eq_nocase(name, flags[i].name)) continue;
        memset((char *)rules + flags[i].first, yes, flags[i].count);
        return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_INPUT, "unknown rule flag \"%.*s\"", STR_ARG(name));
}

Status rules_change(Str text, GomRules *rules, Error *error)
{
    GomRules changed = *rules;
    while (text.len > 0) {
        Str item = str_trim(str_until(&text, ','));
        if (item.len == 0) continue;
        Status status = change_one(item, &changed, error);
        if (status != STATUS_OK) return status;
    }
    for (int colour = 0; colour < 2; colour++) {
        if (changed.forbid_overline[colour] && !changed.exact_five[colour]) {
            return error_set(error, STATUS_BAD_INPUT,
                             "rule flag overline: a colour that may not overline needs exact-five");
        }
    }
    *rules = changed;
    return STATUS_OK;
}

Status rules_parse(Str text, GomRules *out, Error *error)
{
    Str name = str_trim(str_until(&text, ','));
    int preset = name_index(name, gom_preset_names);
    if (preset < 0) return error_set(error, STATUS_BAD_INPUT, "unknown rule set \"%.*s\"", STR_ARG(name));
    GomRules rules = rules_preset((GomPreset)preset);
    Status status = rules_change(text, &rules, error);
    if (status == STATUS_OK) *out = rules;
    return status;
}

void rules_format(const GomRules *rules, Buf *out)
{
    GomRules base = rules_preset((GomPreset)rules->preset);
    buf_puts(out, gom_preset_names[rules->preset]);
    const char *now = (const char *)rules, *then = (const char *)&base;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        const Flag *flag = &flags[i];
        if (flag->count == 2 || now[flag->first] == then[flag->first]) continue;
        buf_printf(out, ",%s=%s", flag->name, now[flag->first] ? "yes" : "no");
    }
    if (rules->opening != base.opening) buf_printf(out, ",opening=%s", gom_opening_names[rules->opening]);
}

bool rules_equal(const GomRules *a, const GomRules *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}
