/* Variables of the environment, on every system. */
#ifndef YOMI_TESTS_ENVIRONMENT_H
#define YOMI_TESTS_ENVIRONMENT_H

#include <stdlib.h>

/* NULL takes it away. 0 when that was done. */
static inline int set_variable(const char *name, const char *value)
{
#if defined(_WIN32)
    return _putenv_s(name, value ? value : "");
#else
    return value ? setenv(name, value, 1) : unsetenv(name);
#endif
}

#endif
