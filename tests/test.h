/* cmocka with the headers that it wants before it. */
#ifndef YOMI_TEST_H
#define YOMI_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
