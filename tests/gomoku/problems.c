#include "gomoku/problems.h"

#include "base/file.h"
#include "base/mem.h"

#include <stdlib.h>

enum { PROBLEMS_MAX = 4000 };

Status problems_load(const char *path, Problems *out, Error *error)
{
    Buf file = buf_new(1 << 26);
    Status status = file_read(path, &file, error);
    *out = (Problems){.list = mem_alloc(PROBLEMS_MAX * sizeof *out->list, 0, NULL)};
    if (status == STATUS_OK && !out->list) status = error_set(error, STATUS_NO_MEMORY, "no memory for problems");
    for (Str rest = buf_view(&file); status == STATUS_OK && rest.len > 0 && out->count < PROBLEMS_MAX;) {
        Status read = problem_parse(str_until(&rest, '\n'), &out->list[out->count], error);
        if (read == STATUS_OK) out->count++;
        if (read != STATUS_OK && read != STATUS_NOT_FOUND) status = read;
    }
    buf_free(&file);
    return status;
}

void problems_free(Problems *problems)
{
    mem_free(problems->list);
}
