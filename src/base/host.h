/* What a program may ask about the machine and about places on it. */
#ifndef YOMI_BASE_HOST_H
#define YOMI_BASE_HOST_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

enum { HOST_NAME_SIZE = 64 };

void host_name(char out[HOST_NAME_SIZE]); /* as the system calls it; "" when it does not say */
int64_t host_process(void);               /* the number of this process */
int64_t host_room(const char *folder);    /* bytes that are free there; -1: the system does not tell */
/* The path from the root of its file system, for a file or folder that is there. */
Status host_whole_path(const char *path, char *out, size_t size, Error *error);
/* Makes the content of one file, which stays as it is, be found at a second path. Good when something is there. */
Status host_link(const char *target, const char *path, Error *error);

#endif
