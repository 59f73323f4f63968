/* Status codes and error texts: those of yomi.h, so that there is one kind of error from the bottom to the caller.
 *
 * A function that can fail returns a Status and writes one line for a person into an Error that the caller owns.
 * Nothing below main() exits, aborts or prints. Every Error parameter may be NULL when the caller wants no text. */
#ifndef YOMI_BASE_STATUS_H
#define YOMI_BASE_STATUS_H

#include "base/printf.h"
#include "yomi.h"

typedef yomi_status Status;
typedef yomi_error Error;

#define STATUS_OK          YOMI_OK
#define STATUS_BAD_INPUT   YOMI_BAD_INPUT
#define STATUS_NOT_FOUND   YOMI_NOT_FOUND
#define STATUS_NO_MEMORY   YOMI_NO_MEMORY
#define STATUS_IO          YOMI_IO
#define STATUS_BUSY        YOMI_BUSY
#define STATUS_TOO_LARGE   YOMI_TOO_LARGE
#define STATUS_UNSUPPORTED YOMI_UNSUPPORTED
enum { ERROR_TEXT_MAX = YOMI_ERROR_TEXT_MAX };

/* Fills *error (unless NULL) with the formatted text and returns `status`, so that callers can `return error_set(...)`.
 */
Status error_set(Error *error, Status status, const char *format, ...) PRINTF_LIKE(3, 4);

void error_clear(Error *error);

/* A short lower-case English name, such as "bad input". */
const char *status_name(Status status);

#endif
