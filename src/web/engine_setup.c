#include "web/engine_setup.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the server sets itself, or what could end the program. */
static const char *const kept[] = {"MultiPV", "Spread", "Ponder", "WorkerStackMB", "PoolMetrics", "ClockLog"};

enum { OTHER_TABLES = 2 }; /* times the owner's table: who gives little memory means all of it */

static bool may_set(const yomi_option *option)
{
    if (option->rule || option->type == YOMI_OPTION_TEXT || option->type == YOMI_OPTION_BUTTON) return false;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (strcmp(option->name, kept[i]) == 0) return false;
    }
    return true;
}

static bool ends_in_hash(const char *name)
{
    size_t len = strlen(name);
    return len >= 4 && strcmp(name + len - 4, "Hash") == 0;
}

/* How far a page may go: memory and threads are the owner's. */
static int most_of(const yomi_option *option, const EngineLimits *limits)
{
    int most = option->max;
    if (ends_in_hash(option->name) && most > limits->hash_mb_max) most = limits->hash_mb_max;
    if (strcmp(option->name, "Threads") == 0 && most > limits->threads_max) most = limits->threads_max;
    return most;
}

/* What an engine has when a page says nothing. */
static void owners_value(const yomi_option *option, const EngineLimits *limits, char out[32])
{
    if (strcmp(option->name, "Threads") == 0) {
        (void)snprintf(out, 32, "%d", limits->threads);
    } else if (strcmp(option->name, "Hash") == 0) {
        (void)snprintf(out, 32, "%d", limits->hash_mb);
    } else if (ends_in_hash(option->name) && atoi(option->initial) > OTHER_TABLES * limits->hash_mb) {
        (void)snprintf(out, 32, "%d", OTHER_TABLES * limits->hash_mb);
    } else if (option->type == YOMI_OPTION_SPIN && atoi(option->initial) > most_of(option, limits)) {
        (void)snprintf(out, 32, "%d", most_of(option, limits));
    } else {
        (void)snprintf(out, 32, "%s", option->initial);
    }
}

static cJSON *option_json(const yomi_option *option, const EngineLimits *limits)
{
    static const char *const types[] = {"check", "spin", "combo", "text", "button"};
    char value[32];
    owners_value(option, limits, value);
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "name", option->name);
    cJSON_AddStringToObject(out, "help", option->help);
    cJSON_AddStringToObject(out, "type", types[option->type]);
    cJSON_AddStringToObject(out, "value", value);
    cJSON_AddBoolToObject(out, "advanced", option->advanced != 0);
    if (option->type == YOMI_OPTION_SPIN) {
        cJSON_AddNumberToObject(out, "min", option->min);
        cJSON_AddNumberToObject(out, "max", most_of(option, limits));
    }
    if (!option->choices) return out;
    cJSON *choices = cJSON_AddArrayToObject(out, "choices");
    for (const char *const *choice = option->choices; *choice; choice++) {
        cJSON_AddItemToArray(choices, cJSON_CreateString(*choice));
    }
    return out;
}

cJSON *engine_setup_list(yomi_engine *engine, const EngineLimits *limits)
{
    cJSON *list = cJSON_CreateArray();
    yomi_option option = YOMI_OPTION_INIT;
    for (size_t i = 0; yomi_option_at(engine, i, &option) == YOMI_OK; i++) {
        if (may_set(&option)) cJSON_AddItemToArray(list, option_json(&option, limits));
    }
    return list;
}

static bool find_option(const yomi_engine *engine, const char *name, yomi_option *out)
{
    for (size_t i = 0; yomi_option_at(engine, i, out) == YOMI_OK; i++) {
        if (strcmp(out->name, name) == 0) return may_set(out);
    }
    return false;
}

static bool is_choice(const yomi_option *option, const char *value)
{
    for (const char *const *choice = option->choices; choice && *choice; choice++) {
        if (strcmp(*choice, value) == 0) return true;
    }
    return false;
}

static Status check_value(const yomi_option *option, const EngineLimits *limits, const char *value, Error *error)
{
    int64_t number;
    int most = most_of(option, limits);
    switch (option->type) {
    case YOMI_OPTION_SPIN:
        if (str_to_int(str_from(value), option->min, most, &number)) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "engine option '%s' is a number from %d to %d here", option->name,
                         option->min, most);
    case YOMI_OPTION_CHECK:
        if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "engine option '%s' is true or false", option->name);
    case YOMI_OPTION_COMBO:
        if (is_choice(option, value)) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "engine option '%s' has no value '%.30s'", option->name, value);
    case YOMI_OPTION_TEXT:
    case YOMI_OPTION_BUTTON: break;
    }
    return error_set(error, STATUS_BAD_INPUT, "engine option '%s' cannot be set from a page", option->name);
}

Status engine_setup_read(const cJSON *json, yomi_engine *engine, const EngineLimits *limits, EngineSetup *out,
                         Error *error)
{
    out->count = 0;
    if (!json || cJSON_IsNull(json)) return STATUS_OK;
    if (!cJSON_IsObject(json)) return error_set(error, STATUS_BAD_INPUT, "engine must be an object");
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        yomi_option option = YOMI_OPTION_INIT;
        const char *value = cJSON_IsString(item) ? item->valuestring : "";
        if (out->count == ENGINE_SETUP_MAX) {
            return error_set(error, STATUS_TOO_LARGE, "engine has more than %d options", ENGINE_SETUP_MAX);
        }
        if (!find_option(engine, item->string, &option)) {
            return error_set(error, STATUS_BAD_INPUT, "engine option '%.40s' cannot be set from a page", item->string);
        }
        Status status = check_value(&option, limits, value, error);
        if (status != STATUS_OK) return status;
        (void)snprintf(out->entries[out->count].name, sizeof out->entries->name, "%s", option.name);
        (void)snprintf(out->entries[out->count].value, sizeof out->entries->value, "%s", value);
        out->count++;
    }
    return STATUS_OK;
}

static const char *value_in(const EngineSetup *setup, const char *name)
{
    for (int i = 0; i < setup->count; i++) {
        if (strcmp(setup->entries[i].name, name) == 0) return setup->entries[i].value;
    }
    return NULL;
}

Status engine_setup_apply(const EngineSetup *setup, yomi_engine *engine, const EngineLimits *limits, Error *error)
{
    for (size_t i = 0; i < yomi_option_count(engine); i++) {
        yomi_option option = YOMI_OPTION_INIT;
        if (yomi_option_at(engine, i, &option) != YOMI_OK || !may_set(&option)) continue;
        char wanted[32];
        owners_value(&option, limits, wanted);
        const char *given = value_in(setup, option.name), *now = yomi_get_option(engine, option.name);
        if (given) (void)snprintf(wanted, sizeof wanted, "%s", given);
        if (now && strcmp(now, wanted) == 0) continue; /* setting it again would renew what the game shares */
        if (yomi_set_option(engine, option.name, wanted, error) != YOMI_OK) return error->status;
    }
    return STATUS_OK;
}
