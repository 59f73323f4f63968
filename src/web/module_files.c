#include "web/module_files.h"

#include "base/file.h"
#include "base/rng.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_BYTES = 4096 };

static const char *type_of(Str name)
{
    static const struct {
        const char *ending, *type;
    } types[] = {{".js", "text/javascript; charset=utf-8"},
                 {".wasm", "application/wasm"},
                 {".json", "application/json"},
                 {".weights", "application/octet-stream"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t len = strlen(types[i].ending);
        if (name.len > len && str_eq(str_skip(name, name.len - len), types[i].ending)) return types[i].type;
    }
    return "text/plain; charset=utf-8";
}

static char *joined(const char *before, const char *text, const char *after)
{
    size_t size = strlen(before) + strlen(text) + strlen(after) + 1;
    char *out = malloc(size);
    if (out) (void)snprintf(out, size, "%s%s%s", before, text, after);
    return out;
}

static char *etag_of(Str bytes)
{
    uint64_t sum = bytes.len;
    for (size_t i = 0; i < bytes.len; i++) sum = splitmix64(sum ^ (unsigned char)bytes.ptr[i]);
    char text[20];
    (void)snprintf(text, sizeof text, "%016llx", (unsigned long long)sum);
    return joined("\"", text, "\"");
}

static Status read_one(const char *folder, const char *name, Asset *out, Error *error)
{
    char path[PATH_MAX_BYTES];
    int len = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (len < 0 || (size_t)len >= sizeof path) return error_set(error, STATUS_TOO_LARGE, "the path is too long");
    Buf file = buf_new(MODULE_FILE_MAX);
    Status status = file_read(path, &file, error);
    if (status != STATUS_OK) {
        buf_free(&file);
        return status;
    }
    *out = (Asset){.path = joined("/module/", name, ""),
                   .type = type_of(str_from(name)),
                   .etag = etag_of(buf_view(&file)),
                   .plain = (unsigned char *)file.data,
                   .plain_size = file.len};
    return out->path && out->etag ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for the module");
}

static bool is_module_file(const char *folder, const char *name)
{
    char path[PATH_MAX_BYTES];
    int len = snprintf(path, sizeof path, "%s/%s", folder, name);
    return name[0] != '.' && len > 0 && (size_t)len < sizeof path && file_kind(path) == FILE_REGULAR;
}

static Status no_module(const char *folder, Error *error)
{
    return error_set(error, STATUS_NOT_FOUND,
                     "%.100s: the engine for browsers is not here; --module names the folder that "
                     "scripts/wasm.sh makes",
                     folder);
}

static Status read_all(const char *folder, const FileNames *names, ModuleFiles *out, Error *error)
{
    for (size_t i = 0; i < names->count; i++) {
        if (!is_module_file(folder, names->names[i])) continue;
        if (out->count == MODULE_FILES_MAX) return error_set(error, STATUS_TOO_LARGE, "%s: too many files", folder);
        Status status = read_one(folder, names->names[i], &out->items[out->count], error);
        if (out->items[out->count].path) out->count++;
        if (status != STATUS_OK) return status;
    }
    return module_files_find(out, "/module/worker.js") ? STATUS_OK : no_module(folder, error);
}

Status module_files_read(const char *folder, ModuleFiles *out, Error *error)
{
    FileNames names;
    *out = (ModuleFiles){.count = 0};
    if (file_list(folder, &names, NULL) != STATUS_OK) return no_module(folder, error);
    Status status = read_all(folder, &names, out, error);
    file_names_free(&names);
    if (status != STATUS_OK) module_files_free(out);
    return status;
}

void module_files_free(ModuleFiles *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free((void *)files->items[i].path);
        free((void *)files->items[i].etag);
        free((void *)files->items[i].plain);
    }
    files->count = 0;
}

const Asset *module_files_find(const ModuleFiles *files, const char *path)
{
    for (size_t i = 0; files && i < files->count; i++) {
        if (strcmp(files->items[i].path, path) == 0) return &files->items[i];
    }
    return NULL;
}
