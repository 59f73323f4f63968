#include "app/tune/offer.h"

#include "app/duel/proc.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* UNTOLD: bounds of a parameter that the user sets and the engine does not announce. */
enum { UNTOLD = 1000000000, QUIT_MS = 1500, LINE_MAX_READ = 1024 };

static TuneOffer *add(TuneOffers *offers)
{
    if (offers->count >= OFFERS_MAX) return NULL;
    if (!offers->items) offers->items = calloc(OFFERS_MAX, sizeof *offers->items);
    return offers->items ? &offers->items[offers->count++] : NULL;
}

void tune_offers_free(TuneOffers *offers)
{
    free(offers->items);
    *offers = (TuneOffers){.count = 0};
}

/* ---- this program's engine ---- */

static bool is_own(const yomi_option *option)
{
    return option->type == YOMI_OPTION_SPIN && option->advanced &&
           option->max - 1 > option->min; /* switches are none */
}

Status tune_offers_own(TuneOffers *out, yomi_engine *engine, Error *error)
{
    yomi_option option = YOMI_OPTION_INIT;
    *out = (TuneOffers){.count = 0};
    (void)str_copy(str_from(yomi_engine_game(engine)), out->of, sizeof out->of);
    for (size_t i = 0; yomi_option_at(engine, i, &option) == YOMI_OK; i++) {
        if (!is_own(&option)) continue;
        TuneOffer *offer = add(out);
        if (!offer || !str_copy(str_from(option.name), offer->name, sizeof offer->name)) {
            return error_set(error, STATUS_TOO_LARGE, "too many parameters, or the name %s is too long", option.name);
        }
        const char *now = yomi_get_option(engine, option.name);
        offer->min = option.min;
        offer->max = option.max;
        offer->usual = atof(option.initial);
        offer->start = now ? atof(now) : offer->usual;
        offer->help = option.help;
    }
    return STATUS_OK;
}

/* ---- another engine ---- */

/* What an engine may use of the machine, and how it is asked: nothing that makes it better or worse at its work. */
static bool is_resource(Str name)
{
    static const char *const names[] = {"USI_Hash", "Hash", "Threads", "MultiPV"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_eq_nocase(name, names[i])) return true;
    }
    return false;
}

bool tune_offer_read(TuneOffer *out, const char *text)
{
    Str rest = str_from(text);
    *out = (TuneOffer){.help = NULL};
    if (!str_eq(str_word(&rest), "option") || !str_eq(str_word(&rest), "name")) return false;
    Str name = str_word(&rest), value = {NULL, 0};
    if (!str_copy(name, out->name, sizeof out->name) || !str_eq(str_word(&rest), "type") ||
        !str_eq(str_word(&rest), "spin")) {
        return false;
    }
    int seen = 0;
    for (Str key = str_word(&rest); key.len > 0; key = str_word(&rest)) {
        int64_t number = 0;
        value = str_word(&rest);
        if (!str_to_int_within(value, -UNTOLD, UNTOLD, &number)) return false;
        if (str_eq(key, "default")) out->usual = out->start = (double)number;
        if (str_eq(key, "min")) out->min = (double)number;
        if (str_eq(key, "max")) out->max = (double)number;
        seen++;
    }
    return seen == 3 && out->max - 1 > out->min && !is_resource(name);
}

/* Its answer to "usi", until "usiok". */
static Status hear_options(TuneOffers *out, Proc *proc, int64_t start_ms, Error *error)
{
    int64_t deadline = clock_now(clock_real()) + start_ms * NS_PER_MS;
    Str line = {NULL, 0};
    if (proc_write(proc, "usi", deadline) != PROC_LINE) {
        return error_set(error, STATUS_BAD_INPUT, "the engine does not start");
    }
    while (proc_read(proc, &line, deadline) == PROC_LINE) {
        char text[LINE_MAX_READ];
        TuneOffer offer;
        line = str_trim(line);
        if (str_eq(line, "usiok")) return STATUS_OK;
        if (!str_copy(line, text, sizeof text) || !tune_offer_read(&offer, text)) continue;
        TuneOffer *place = add(out);
        if (!place) return error_set(error, STATUS_TOO_LARGE, "the engine has more than %d options", OFFERS_MAX);
        *place = offer;
    }
    return error_set(error, STATUS_BAD_INPUT, "the engine does not answer usi with usiok");
}

static TuneOffer *find(TuneOffers *offers, const char *name)
{
    for (int i = 0; i < offers->count; i++) {
        if (strcmp(offers->items[i].name, name) == 0) return &offers->items[i];
    }
    return NULL;
}

static Status take_settings(TuneOffers *out, const EngineSpec *spec, Error *error)
{
    for (int i = 0; i < spec->option_count; i++) {
        const EngineOption *option = &spec->options[i];
        TuneOffer *offer = find(out, option->name);
        int64_t value = 0;
        if (!str_to_int(str_from(option->value), -UNTOLD, UNTOLD, &value) || is_resource(str_from(option->name))) {
            continue;
        }
        if (!offer) {
            offer = add(out);
            if (!offer || !str_copy(str_from(option->name), offer->name, sizeof offer->name)) {
                return error_set(error, STATUS_TOO_LARGE, "the name %.60s is too long", option->name);
            }
            offer->min = -UNTOLD;
            offer->max = UNTOLD;
            offer->usual = (double)value;
        }
        offer->start = (double)value;
    }
    return STATUS_OK;
}

Status tune_offers_ask(TuneOffers *out, const EngineSpec *spec, int64_t start_ms, Error *error)
{
    *out = (TuneOffers){.count = 0};
    (void)str_copy(str_from(spec->name), out->of, sizeof out->of);
    if (strcmp(spec->protocol, "usi") != 0) {
        return error_set(error, STATUS_BAD_INPUT, "an engine to be tuned speaks USI (proto=usi)");
    }
    ProcessSpec process = {.argv = spec->arguments, .folder = spec->folder, .log = spec->log};
    Proc *proc = NULL;
    Status status = proc_open(&proc, &process, NULL, error);
    if (status != STATUS_OK) return status;
    status = hear_options(out, proc, start_ms, error);
    if (status == STATUS_OK) (void)proc_write(proc, "quit", clock_now(clock_real()) + 100 * NS_PER_MS);
    proc_close(proc, status == STATUS_OK ? QUIT_MS : 0);
    return status == STATUS_OK ? take_settings(out, spec, error) : status;
}
