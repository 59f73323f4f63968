/* The rows of docs/PARAMETERS.md. */
#include "search/params.h"

#include <stdio.h>

int main(void)
{
    for (size_t i = 0; i < search_param_options.count; i++) {
        const Option *o = &search_param_options.options[i];
        const char *variable = o->environment ? o->environment : "";
        if (o->type == OPTION_CHECK) {
            (void)printf("| %s | %s | true, false | %s | %s |\n", o->name, o->initial ? "true" : "false", variable,
                         o->help);
        } else {
            (void)printf("| %s | %d | %d to %d | %s | %s |\n", o->name, o->initial, o->min, o->max, variable, o->help);
        }
    }
    return 0;
}
