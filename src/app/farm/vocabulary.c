#include "app/farm/vocabulary.h"

#include "app/common/engine_spec.h"
#include "tool/game_tools.h"

#include <stdlib.h>
#include <string.h>

typedef enum WordKind { WORD_NUMBER, WORD_TEXT, WORD_FLAG, WORD_FILE, WORD_ENGINE, WORD_OPTION } WordKind;

typedef struct Word {
    const char *kind, *name;
    WordKind value;
} Word;

#define LIMITS(kind)                                                                                                   \
    {kind, "--time", WORD_NUMBER}, {kind, "--inc", WORD_NUMBER}, {kind, "--movetime", WORD_NUMBER},                    \
        {kind, "--nodes", WORD_NUMBER}, {kind, "--depth", WORD_NUMBER}, {kind, "--margin", WORD_NUMBER},               \
        {kind, "--max-plies", WORD_NUMBER}, {kind, "--resign-score", WORD_NUMBER},                                     \
        {kind, "--resign-moves", WORD_NUMBER}, {kind, "--openings", WORD_FILE}, {kind, "--random-plies", WORD_NUMBER}, \
        {kind, "--balance", WORD_NUMBER}, {kind, "--balance-depth", WORD_NUMBER}, {kind, "--seed", WORD_NUMBER},       \
    {                                                                                                                  \
        kind, "--option", WORD_OPTION                                                                                  \
    }

static const Word words_known[] = {
    LIMITS("match"),
    {"match", "--engine", WORD_ENGINE},
    {"match", "--byoyomi", WORD_NUMBER},
    {"match", "--games", WORD_NUMBER},
    {"match", "--gauntlet", WORD_FLAG},
    {"match", "--shuffle", WORD_FLAG},
    {"match", "--sprt", WORD_TEXT},
    {"match", "--elo-model", WORD_TEXT},
    {"match", "--alpha", WORD_TEXT},
    {"match", "--beta", WORD_TEXT},
    {"match", "--grace", WORD_NUMBER},
    {"match", "--timeout", WORD_NUMBER},
    {"match", "--start-timeout", WORD_NUMBER},
    {"match", "--draw-score", WORD_NUMBER},
    {"match", "--draw-moves", WORD_NUMBER},
    {"match", "--draw-from", WORD_NUMBER},
    {"analyse", "--movetime", WORD_NUMBER},
    {"analyse", "--nodes", WORD_NUMBER},
    {"analyse", "--depth", WORD_NUMBER},
    {"analyse", "--hash", WORD_NUMBER},
    {"analyse", "--rule", WORD_TEXT},
    {"analyse", "--format", WORD_TEXT},
    {"analyse", "--skip-bad", WORD_FLAG},
    LIMITS("tune"),
    {"tune", "--tune", WORD_TEXT},
    {"tune", "--iterations", WORD_NUMBER},
    {"tune", "--pairs", WORD_NUMBER},
    {"tune", "--rate", WORD_TEXT},
    {"tune", "--hash", WORD_NUMBER},
};

/* Values that are no file where one may stand: what is inside the program. */
static bool is_built_in(const char *value)
{
    return !value[0] || strcmp(value, "hand") == 0 || strcmp(value, "none") == 0;
}

static Status check_file(const char *path, const VocabularyFiles *files, Error *error)
{
    if (is_built_in(path)) return STATUS_OK;
    if (farm_path_ok(str_from(path))) return files->file(files->context, path, error);
    return error_set(error, STATUS_BAD_INPUT,
                     "'%.100s': on a farm a file is named by a path below the present folder, without '..'", path);
}

/* NAME=VALUE of an engine: what ends in File is one, anything else is no path. */
static Status check_option(const char *name, size_t name_len, const char *value, const VocabularyFiles *files,
                           Error *error)
{
    bool is_file = name_len >= 4 && str_eq_nocase((Str){name + name_len - 4, 4}, "file");
    if (is_file) return check_file(value, files, error);
    if (!strpbrk(value, "/\\")) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "'%.100s' may name no path on a farm", value);
}

static Status check_pair(const char *text, const VocabularyFiles *files, Error *error)
{
    const char *equals = strchr(text, '=');
    if (equals) return check_option(text, (size_t)(equals - text), equals + 1, files, error);
    return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not Name=Value", text);
}

/* Engines are those inside the program; a log or a folder would be a file of the worker's. */
static Status check_engine(const char *text, const VocabularyFiles *files, Error *error)
{
    EngineSpec spec;
    TimeControl any = {.depth = 1};
    Error inner;
    Status status = engine_spec_parse(&spec, text, &any, &inner);
    if (status != STATUS_OK) return error_set(error, status, "--engine: %.200s", inner.text);
    if (strcmp(spec.protocol, "internal") != 0 || spec.log[0] || spec.folder[0]) {
        status = error_set(error, STATUS_BAD_INPUT,
                           "engine %s: on a farm engines are proto=internal, without dir and log", spec.name);
    }
    for (int i = 0; i < spec.option_count && status == STATUS_OK; i++) {
        const EngineOption *option = &spec.options[i];
        status = check_option(option->name, strlen(option->name), option->value, files, error);
    }
    engine_spec_free(&spec);
    return status;
}

static Status check_value(const Word *word, const char *value, const VocabularyFiles *files, Error *error)
{
    int64_t number = 0;
    switch (word->value) {
    case WORD_NUMBER:
        if (str_to_int(str_from(value), INT64_MIN, INT64_MAX, &number)) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "%s is a number, not '%.60s'", word->name, value);
    case WORD_TEXT:
        if (!strpbrk(value, "/\\")) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "%s may name no path on a farm", word->name);
    case WORD_FILE: return check_file(value, files, error);
    case WORD_ENGINE: return check_engine(value, files, error);
    case WORD_OPTION: return check_pair(value, files, error);
    case WORD_FLAG: break;
    }
    return STATUS_OK;
}

static const GameCommand *datagen_of(const char *game)
{
    for (int i = 0; game_tools[i]; i++) {
        if (strcmp(game_tools[i]->game, game) == 0) return game_tools[i]->datagen;
    }
    return NULL;
}

/* What the game says of its data: "--net FILE". */
static bool find_of_game(const char *game, const char *name, Word *out)
{
    const GameCommand *command = datagen_of(game);
    for (const char *const *at = command ? command->farm : NULL; at && *at; at++) {
        Str value = str_from(*at);
        if (!str_eq(str_word(&value), name)) continue;
        value = str_trim(value);
        *out = (Word){"datagen", name,
                      str_eq(value, "FILE") ? WORD_FILE
                      : str_eq(value, "N")  ? WORD_NUMBER
                                            : WORD_TEXT};
        return true;
    }
    *out = (Word){"datagen", name, WORD_NUMBER};
    return command && command->farm && strcmp(name, "--games") == 0;
}

static bool find(const char *kind, const char *game, const char *name, Word *out)
{
    if (strcmp(kind, "datagen") == 0) return find_of_game(game, name, out);
    for (size_t i = 0; i < sizeof words_known / sizeof *words_known; i++) {
        *out = words_known[i];
        if (strcmp(kind, out->kind) == 0 && strcmp(name, out->name) == 0) return true;
    }
    return false;
}

static bool is_kind(const char *kind)
{
    return strcmp(kind, "datagen") == 0 || strcmp(kind, "match") == 0 || strcmp(kind, "analyse") == 0 ||
           strcmp(kind, "tune") == 0;
}

Status vocabulary_check(const char *const *words, int count, const VocabularyFiles *files, Error *error)
{
    if (count < 2 || !is_kind(words[0]) || !farm_name_ok(str_from(words[1])))
        return error_set(error, STATUS_BAD_INPUT, "a farm runs datagen, match, analyse or tune, each with a game");
    const char *kind = words[0], *game = words[1];
    int at = 2;
    if (strcmp(kind, "analyse") == 0) { /* its path is a word */
        if (count < 3 || !farm_path_ok(str_from(words[2])))
            return error_set(error, STATUS_BAD_INPUT,
                             "analyse needs a file or folder, named by a path below the present folder");
        at = 3;
    }
    while (at < count) {
        Word word;
        if (!find(kind, game, words[at], &word))
            return error_set(error, STATUS_BAD_INPUT, "%s %s on a farm takes no '%.60s'", kind, game, words[at]);
        at++;
        if (word.value == WORD_FLAG) continue;
        if (at == count) return error_set(error, STATUS_BAD_INPUT, "%s needs a value", word.name);
        Status status = check_value(&word, words[at++], files, error);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

Status vocabulary_split(int argc, char **argv, char **out, int *count, Error *error)
{
    *count = 0;
    for (int i = 0; i < argc; i++) {
        const char *equals = strncmp(argv[i], "--", 2) == 0 ? strchr(argv[i], '=') : NULL;
        if (*count + 2 > FARM_COMMAND_WORDS_MAX)
            return error_set(error, STATUS_TOO_LARGE, "the command has too many words");
        char *first = equals ? strndup(argv[i], (size_t)(equals - argv[i])) : strdup(argv[i]);
        if (first) out[(*count)++] = first;
        char *second = equals && first ? strdup(equals + 1) : NULL;
        if (second) out[(*count)++] = second;
        if (!first || (equals && !second)) return error_set(error, STATUS_NO_MEMORY, "no memory for the command");
    }
    return STATUS_OK;
}

const char *vocabulary_value(const char *const *words, int count, const char *option)
{
    const char *found = NULL;
    for (int i = 0; i + 1 < count; i++) {
        if (strcmp(words[i], option) == 0) found = words[i + 1];
    }
    return found;
}

bool vocabulary_has(const char *const *words, int count, const char *option)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], option) == 0) return true;
    }
    return false;
}
