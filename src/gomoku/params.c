#include "gomoku/params.h"

#define PARAM_AT(title, place, value, low, high, text) \
    {.name = (title),                                  \
     .type = OPTION_SPIN,                              \
     .initial = (value),                               \
     .min = (low),                                     \
     .max = (high),                                    \
     .offset = offsetof(GomSettings, place),           \
     .help = (text),                                   \
     .advanced = true},
#define PARAM(title, field, value, low, high, text) PARAM_AT(title, params.field, value, low, high, text)

#define MARGIN_CAPTURES(name, field, captures, plain, low, high, help) \
    PARAM_AT("Captures" name, params.margins[1].field, captures, low, high, help)
#define MARGIN_PLAIN(name, field, captures, plain, low, high, help) \
    PARAM_AT("Plain" name, params.margins[0].field, plain, low, high, help)

#define WEIGHT(title, set, field, value, low, high, text) PARAM_AT(title, weights[set].field, value, low, high, text)
#define WEIGHT_CAPTURES(name, field, captures, plain, low, high, help) \
    WEIGHT("Eval" name, 1, field, captures, low, high, help)
#define WEIGHT_CAPTURES_ONLY(name, field, value, low, high, help) WEIGHT("Eval" name, 1, field, value, low, high, help)
#define WEIGHT_PLAIN(name, field, captures, plain, low, high, help) \
    WEIGHT("Plain" name, 0, field, plain, low, high, help)

const Option gom_option_list[] = {
    {.name = "Rule",
     .type = OPTION_COMBO,
     .initial = GOM_NINUKI,
     .choices = gom_preset_names,
     .offset = offsetof(GomSettings, preset),
     .rule = true,
     .help = "The rule set of new games."},
    {.name = "Opening",
     .type = OPTION_COMBO,
     .initial = GOM_OPENING_FREE,
     .choices = gom_opening_names,
     .offset = offsetof(GomSettings, opening),
     .rule = true,
     .help = "How a game opens."},
    {.name = "BoardSize",
     .type = OPTION_SPIN,
     .initial = 0,
     .min = 0,
     .max = GOM_SIZE_MAX,
     .offset = offsetof(GomSettings, size),
     .rule = true,
     .prepared = true,
     .help = "6 to 20 lines; 0 takes the customary size of the rule set."},
    {.name = "RuleFlags",
     .type = OPTION_TEXT,
     .initial_text = "",
     .offset = offsetof(GomSettings, flags),
     .rule = true,
     .prepared = true,
     .help = "Changes to the rule set, such as exact-five,double-three-white=no."},
    {.name = "EvalFile",
     .type = OPTION_TEXT,
     .initial_text = "",
     .offset = offsetof(GomSettings, eval_file),
     .prepared = true,
     .help = "Networks of `yomi train gomoku`; empty: those in the program; hand: the evaluation written by hand."},
    /* clang-format off */
    GOM_PARAMS(PARAM)
    GOM_MARGINS(MARGIN_CAPTURES)
    GOM_MARGINS(MARGIN_PLAIN)
    GOM_WEIGHTS(WEIGHT_CAPTURES)
    GOM_CAPTURE_WEIGHTS(WEIGHT_CAPTURES_ONLY)
    GOM_WEIGHTS(WEIGHT_PLAIN)
    /* clang-format on */
    CLOCK_OPTIONS(offsetof(GomSettings, clock), 25, 25, 8, 5, 40, 45, 100, 100, 70, 40, 50, 0, 600, 500),
};

_Static_assert(sizeof gom_option_list / sizeof *gom_option_list == GOM_OPTION_COUNT, "GOM_OPTION_COUNT is wrong");

Status settings_rules(const GomSettings *settings, GomRules *out, Error *error)
{
    GomRules rules = rules_preset((GomPreset)settings->preset);
    rules.opening = (uint8_t)settings->opening;
    if (settings->size != 0) rules.size = (uint8_t)settings->size;
    Status status = STATUS_OK;
    if (settings->size != 0 && settings->size < GOM_SIZE_MIN) {
        rules.size = rules_preset((GomPreset)settings->preset).size;
        status = error_set(error, STATUS_BAD_INPUT, "option BoardSize is 0 or %d to %d, not %d", GOM_SIZE_MIN,
                           GOM_SIZE_MAX, settings->size);
    }
    Error why;
    if (status == STATUS_OK && rules_change(str_from(settings->flags), &rules, &why) != STATUS_OK) {
        status = error_set(error, why.status, "option RuleFlags: %.200s", why.text);
    }
    *out = rules;
    return status;
}
