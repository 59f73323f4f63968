/* Status codes and error texts.
 *
 * A function that can fail returns a Status and writes one line for a person into an Error that the caller owns.
 * Nothing below main() exits, aborts or prints. Every Error parameter may be NULL when the caller wants no text. */
#ifndef YOMI_BASE_STATUS_H
#define YOMI_BASE_STATUS_H

typedef enum Status {
    STATUS_OK = 0,
    STATUS_BAD_INPUT,   /* the text or value given is wrong */
    STATUS_NOT_FOUND,   /* no such game, option, file */
    STATUS_NO_MEMORY,   /* an allocation failed or would not fit */
    STATUS_IO,          /* reading or writing failed */
    STATUS_BUSY,        /* not while a search is running */
    STATUS_TOO_LARGE,   /* over a documented limit */
    STATUS_UNSUPPORTED, /* this build, game or machine cannot do it */
    STATUS_COUNT
} Status;

enum { ERROR_TEXT_MAX = 256 };

typedef struct Error {
    Status status;
    char text[ERROR_TEXT_MAX];
} Error;

/* Fills *error (unless NULL) with the formatted text and returns `status`, so that callers can `return error_set(...)`.
 */
Status error_set(Error *error, Status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

void error_clear(Error *error);

/* A short lower-case English name, such as "bad input". */
const char *status_name(Status status);

#endif
