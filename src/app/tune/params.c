/* Which parameters are tuned. */
#include "app/tune/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Half a unit less, and both settings would often be the same. */
#define STEP_MIN 0.5

static bool is_tunable(const yomi_option *option)
{
    return option->type == YOMI_OPTION_SPIN && option->advanced &&
           option->max - 1 > option->min; /* switches are none */
}

static double usual_step(const yomi_option *option)
{
    double start = fabs(atof(option->initial)), span = (double)option->max - option->min;
    double step = start > 0 ? fmax(1, start / 10) : fmax(1, span / 20);
    return fmax(STEP_MIN, fmin(step, span / 4));
}

void tune_list(yomi_engine *engine, Buf *out)
{
    yomi_option option = YOMI_OPTION_INIT;
    (void)buf_printf(out, "%-28s %10s %12s %12s %8s  %s\n", "parameter", "default", "min", "max", "step", "meaning");
    for (size_t i = 0; yomi_option_at(engine, i, &option) == YOMI_OK; i++) {
        if (!is_tunable(&option)) continue;
        (void)buf_printf(out, "%-28s %10s %12d %12d %8g  %s\n", option.name, option.initial, option.min, option.max,
                         usual_step(&option), option.help ? option.help : "");
    }
}

/* "MIN,MAX" or "MIN,MAX,STEP" */
static Status take_range(SpsaParam *param, Str text, Error *error)
{
    double min = 0, max = 0, step = param->step;
    Str rest = text, a = str_until(&rest, ','), b = str_until(&rest, ',');
    bool good = str_to_double(a, &min) && str_to_double(b, &max) && (rest.len == 0 || str_to_double(rest, &step));
    if (!good || !(min < max) || min < param->min || max > param->max || !(step >= STEP_MIN)) {
        return error_set(error, STATUS_BAD_INPUT,
                         "%s=%.*s is not MIN,MAX or MIN,MAX,STEP within %g and %g, with a step from %g on", param->name,
                         text.len < 60 ? (int)text.len : 60, text.ptr, param->min, param->max, STEP_MIN);
    }
    param->min = min;
    param->max = max;
    param->step = rest.len ? step : fmax(STEP_MIN, fmin(param->step, (max - min) / 4));
    return STATUS_OK;
}

static SpsaParam *find(Spsa *spsa, const char *name)
{
    for (int i = 0; i < spsa->count; i++) {
        if (strcmp(spsa->params[i].name, name) == 0) return &spsa->params[i];
    }
    return NULL;
}

static Status add(Spsa *spsa, yomi_engine *engine, const yomi_option *option, Str range, Error *error)
{
    SpsaParam param = {.min = option->min, .max = option->max, .step = usual_step(option)};
    const char *now = yomi_get_option(engine, option->name);
    if (!str_copy(str_from(option->name), param.name, sizeof param.name)) {
        return error_set(error, STATUS_TOO_LARGE, "the name %s is too long", option->name);
    }
    param.start = param.value = now ? atof(now) : atof(option->initial);
    if (range.len > 0) {
        Status status = take_range(&param, range, error);
        if (status != STATUS_OK) return status;
    }
    if (param.start < param.min || param.start > param.max) {
        return error_set(error, STATUS_BAD_INPUT, "%s starts at %g, outside of %g to %g", param.name, param.start,
                         param.min, param.max);
    }
    SpsaParam *place = find(spsa, param.name); /* a later pattern can give a range to what an earlier one named */
    if (!place && spsa->count >= SPSA_PARAMS_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "more than %d parameters", SPSA_PARAMS_MAX);
    }
    *(place ? place : &spsa->params[spsa->count++]) = param;
    return STATUS_OK;
}

Status tune_add_params(Spsa *spsa, yomi_engine *engine, const char *pattern, Error *error)
{
    char glob[256];
    Str range = str_from(pattern), name = str_until(&range, '=');
    if (!str_copy(name, glob, sizeof glob)) return error_set(error, STATUS_TOO_LARGE, "the pattern is too long");
    int found = 0;
    yomi_option option = YOMI_OPTION_INIT;
    for (size_t i = 0; yomi_option_at(engine, i, &option) == YOMI_OK; i++) {
        if (!is_tunable(&option) || !str_like(str_from(option.name), glob)) continue;
        Status status = add(spsa, engine, &option, range, error);
        if (status != STATUS_OK) return status;
        found++;
    }
    if (found > 0) return STATUS_OK;
    return error_set(error, STATUS_NOT_FOUND, "no numeric parameter of %s is called '%s'; --list shows them",
                     yomi_engine_game(engine), glob);
}
