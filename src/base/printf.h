/* Marks a function whose arguments are those of printf, so that the compiler checks them as those of C and not as those
 * of the system's own library, which on Windows differs. */
#ifndef YOMI_BASE_PRINTF_H
#define YOMI_BASE_PRINTF_H

#if defined(__MINGW32__) && !defined(__clang__)
#define PRINTF_LIKE(format_at, first) __attribute__((format(gnu_printf, format_at, first)))
#else
#define PRINTF_LIKE(format_at, first) __attribute__((format(printf, format_at, first)))
#endif

#endif
