/* Which parameters are tuned. */
#include "app/tune/tune.h"

#include <math.h>
#include <string.h>

/* Half a unit less, and both settings would often be the same. */
#define STEP_MIN 0.5

static double usual_step(const TuneOffer *offer)
{
    double usual = fabs(offer->usual), span = offer->max - offer->min;
    double step = usual > 0 ? fmax(1, usual / 10) : fmax(1, span / 20);
    return fmax(STEP_MIN, fmin(step, span / 4));
}

void tune_list(const TuneOffers *offers, Buf *out)
{
    (void)buf_printf(out, "%-28s %10s %12s %12s %8s  %s\n", "parameter", "default", "min", "max", "step", "meaning");
    for (int i = 0; i < offers->count; i++) {
        const TuneOffer *offer = &offers->items[i];
        (void)buf_printf(out, "%-28s %10.0f %12.0f %12.0f %8g  %s\n", offer->name, offer->usual, offer->min, offer->max,
                         usual_step(offer), offer->help ? offer->help : "");
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

static Status add(Spsa *spsa, const TuneOffer *offer, Str range, Error *error)
{
    SpsaParam param = {.min = offer->min, .max = offer->max, .step = usual_step(offer)};
    (void)str_copy(str_from(offer->name), param.name, sizeof param.name);
    param.start = param.value = offer->start;
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

Status tune_add_params(Spsa *spsa, const TuneOffers *offers, const char *pattern, Error *error)
{
    char glob[256];
    Str range = str_from(pattern), name = str_until(&range, '=');
    if (!str_copy(name, glob, sizeof glob)) return error_set(error, STATUS_TOO_LARGE, "the pattern is too long");
    int found = 0;
    for (int i = 0; i < offers->count; i++) {
        if (!str_like(str_from(offers->items[i].name), glob)) continue;
        Status status = add(spsa, &offers->items[i], range, error);
        if (status != STATUS_OK) return status;
        found++;
    }
    if (found > 0) return STATUS_OK;
    return error_set(error, STATUS_NOT_FOUND, "no numeric parameter of %s is called '%s'; --list shows them",
                     offers->of, glob);
}
