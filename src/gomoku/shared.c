#include "gomoku/shared.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum { NET_FILE_MAX = 16 << 20 };

void gomoku_shared_free(void *shared)
{
    GomShared *made = shared;
    if (!made) return;
    tables_destroy(made->tables);
    line_nets_free(&made->nets);
    free(made->net_path);
    free(made);
}

static Status read_file(const char *path, LineNets *out, Error *error)
{
    Buf file = buf_new(NET_FILE_MAX);
    Status status = file_read(path, &file, error);
    if (status == STATUS_OK) status = line_nets_load(buf_view(&file), out, error);
    buf_free(&file);
    return status;
}

/* The networks that the setting names: none for the evaluation by hand. */
static Status find_nets(const char *path, LineNets *out, Error *error)
{
    *out = (LineNets){{NULL, NULL}};
    if (strcmp(path, GOM_EVAL_BY_HAND) == 0) return STATUS_OK;
    Error why;
    Status status = path[0] ? read_file(path, out, &why) : line_nets_load(line_nets_default(), out, &why);
    return status == STATUS_OK ? status : error_set(error, status, "EvalFile %.80s: %.150s", path, why.text);
}

static Status load_nets(GomShared *shared, const char *path, Error *error)
{
    if (shared->net_path && strcmp(shared->net_path, path) == 0) return STATUS_OK;
    LineNets nets;
    Status status = find_nets(path, &nets, error);
    if (status != STATUS_OK) return status;
    char *name = strdup(path);
    if (!name) {
        line_nets_free(&nets);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a network");
    }
    line_nets_free(&shared->nets);
    free(shared->net_path);
    shared->nets = nets;
    shared->net_path = name;
    return STATUS_OK;
}

Status gomoku_shared_prepare(const void *settings, void **shared, Error *error)
{
    const GomSettings *gomoku = settings;
    GomRules rules;
    Status status = settings_rules(gomoku, &rules, error);
    if (status != STATUS_OK) return status;
    GomShared *made = *shared ? *shared : calloc(1, sizeof *made);
    if (!made) return error_set(error, STATUS_NO_MEMORY, "no memory for tables and networks");
    if (!made->tables) status = tables_create(&made->tables, error);
    if (status == STATUS_OK) status = load_nets(made, gomoku->eval_file, error);
    if (status != STATUS_OK) {
        if (!*shared) gomoku_shared_free(made);
        return status;
    }
    *shared = made;
    return STATUS_OK;
}
