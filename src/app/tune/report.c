/* What a tuning tells: a table and an option line for people, JSON for programs, the course as a plot. */
#include "app/json.h"
#include "app/plot/plot.h"
#include "app/tune/tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void tune_print(const TuneReport *report, Buf *out)
{
    const Spsa *spsa = &report->spsa;
    (void)buf_printf(out, "\n%-28s %10s %10s %10s\n", "parameter", "start", "now", "exactly");
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParam *p = &spsa->params[i];
        (void)buf_printf(out, "%-28s %10g %10d %10.2f\n", p->name, p->start, spsa_value(p), p->value);
    }
    (void)buf_puts(out, "options:");
    for (int i = 0; i < spsa->count; i++) {
        (void)buf_printf(out, " option.%s=%d", spsa->params[i].name, spsa_value(&spsa->params[i]));
    }
    (void)buf_printf(out, "\n%" PRId64 " of %" PRId64 " iterations, %" PRIu64 " games, %" PRIu64 " lost by a fault\n",
                     spsa->done, spsa->iterations, report->games, report->faults);
}

void tune_json(const TuneConfig *config, const TuneReport *report, Buf *out)
{
    const Spsa *spsa = &report->spsa;
    (void)buf_printf(out,
                     "{\n  \"game\": \"%s\", \"iterations\": %" PRId64 ", \"done\": %" PRId64 ", \"games\": %" PRIu64
                     ", \"faults\": %" PRIu64 ",\n  \"parameters\": [\n",
                     config->game, spsa->iterations, spsa->done, report->games, report->faults);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParam *p = &spsa->params[i];
        (void)buf_puts(out, "    {\"name\": ");
        json_string(out, p->name);
        (void)buf_printf(out, ", \"start\": %g, \"min\": %g, \"max\": %g, \"step\": %g, \"value\": %d, \"exactly\": ",
                         p->start, p->min, p->max, p->step, spsa_value(p));
        json_number(out, p->value);
        (void)buf_puts(out, ", \"course\": [");
        for (size_t s = 0; s < report->samples; s++) {
            if (s) (void)buf_puts(out, ", ");
            json_number(out, report->course[s * (size_t)spsa->count + (size_t)i]);
        }
        (void)buf_puts(out, i + 1 < spsa->count ? "]},\n" : "]}\n");
    }
    (void)buf_puts(out, "  ]\n}\n");
}

Status tune_plot(const TuneReport *report, bool png, Buf *out, Error *error)
{
    const Spsa *spsa = &report->spsa;
    size_t count = (size_t)spsa->count, samples = report->samples;
    Plot *plots = calloc(count, sizeof *plots);
    double *values = calloc(count * samples, sizeof *values);
    char(*titles)[2 * SPSA_NAME_MAX] = calloc(count, sizeof *titles);
    Status status =
        plots && values && titles ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for the plot");
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const SpsaParam *p = &spsa->params[i];
        double low = p->start - p->step, high = p->start + p->step;
        for (size_t s = 0; s < samples; s++) {
            double value = report->course[s * count + i];
            values[i * samples + s] = value;
            low = fmin(low, value);
            high = fmax(high, value);
        }
        (void)snprintf(titles[i], sizeof titles[i], "%s: %g to %d", p->name, p->start, spsa_value(p));
        plots[i] = (Plot){titles[i], values + i * samples, samples, low, high, p->start, NULL, 0};
    }
    if (status == STATUS_OK && png) status = plot_png(plots, count, out, error);
    if (status == STATUS_OK && !png) plot_svg(plots, count, out);
    free(plots);
    free(values);
    free(titles);
    return status;
}
