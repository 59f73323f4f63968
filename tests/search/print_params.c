/* The tables of docs/PARAMETERS.md: the core's, then every game's. */
#include "engine/games.h"
#include "search/game.h"
#include "search/params.h"

#include <stdio.h>

/* Default and range, in two cells. */
static void print_values(const Option *option)
{
    switch (option->type) {
    case OPTION_CHECK: (void)printf("%s | true, false", option->initial ? "true" : "false"); break;
    case OPTION_SPIN: (void)printf("%d | %d to %d", option->initial, option->min, option->max); break;
    case OPTION_COMBO:
        (void)printf("%s | ", option->choices[option->initial]);
        for (int i = 0; option->choices[i]; i++) (void)printf("%s%s", i ? ", " : "", option->choices[i]);
        break;
    case OPTION_TEXT: (void)printf("%s | text", option->initial_text); break;
    default: (void)printf("| button");
    }
}

static void print_table(const char *title, OptionTable table)
{
    (void)printf("\n## %s\n\n| option | default | range | environment | meaning |\n| --- | --- | --- | --- | --- |\n",
                 title);
    for (size_t i = 0; i < table.count; i++) {
        const Option *option = &table.options[i];
        (void)printf("| %s | ", option->name);
        print_values(option);
        (void)printf(" | ");
        Str rest = str_from(option->environment);
        for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
            (void)printf("%s%.*s", word.ptr == option->environment ? "" : ", ", STR_ARG(word));
        }
        (void)printf(" | %s |\n", option->help);
    }
}

int main(void)
{
    print_table("The core", search_param_options);
    for (size_t i = 0; engine_games[i]; i++) print_table(engine_games[i]->title, engine_games[i]->options);
    return 0;
}
