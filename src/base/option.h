/* Tables of options: name, type, range, default, place. Protocols, the command line and the environment set them
 * through the same few functions, so a value is checked in one way and a bad one is named in one way.
 *
 * A table describes fields of a settings struct; the caller owns the struct. Fields of CHECK, SPIN and COMBO are `int`
 * (a combo holds the index of its choice), TEXT fields are char[OPTION_TEXT_MAX], BUTTON has no field. */
#ifndef YOMI_BASE_OPTION_H
#define YOMI_BASE_OPTION_H

#include "base/status.h"
#include "base/str.h"

enum { OPTION_TEXT_MAX = 1024 };

typedef enum OptionType { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_TEXT, OPTION_BUTTON } OptionType;

typedef struct Option {
    const char *name; /* without blanks: GUIs split on them */
    OptionType type;
    int initial, min, max; /* spin: all three; check: 0 or 1; combo: index */
    const char *initial_text;
    const char *const *choices; /* combo: NULL-terminated */
    size_t offset;              /* of the field */
    const char *environment;    /* variables that set the default, with blanks between; the first one set wins */
    const char *help;           /* one sentence */
    bool advanced;              /* left out of what a GUI is shown */
    bool rule;                  /* of the game: positions that are set from now on go by it */
    bool prepared;              /* what it asks for has to be made first (a file to load), and that can fail */
} Option;

typedef struct OptionTable {
    const Option *options;
    size_t count;
} OptionTable;

/* Writes every default. */
void options_default(OptionTable table, void *settings);

/* Writes every default, then lets the environment override. A bad value in the environment is an error, but all other
 * fields are still set. */
Status options_init(OptionTable table, void *settings, Error *error);

/* Case-insensitive; NULL when there is none. */
const Option *options_find(OptionTable table, Str name);

/* Checks and stores one value; on error nothing changes. A BUTTON accepts any value and stores nothing. */
Status option_set(const Option *option, void *settings, Str value, Error *error);

/* Copies one value from settings to others of the same struct. */
void option_copy(const Option *option, const void *from, void *to);
bool option_same(const Option *option, const void *a, const void *b);

/* The value as text ("true", "42", "CSARule27", a path); the view lives as long as the settings and `scratch`. */
Str option_get(const Option *option, const void *settings, char scratch[32]);

#endif
