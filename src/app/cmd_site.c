/* yomi site DIR: the page as files for any web server, with the engine in the browser. */
#include "app/app.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/str.h"
#include "tool/args.h"
#include "web/assets.h"
#include "web/module_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef YOMI_MODULE_FOLDER
#error "the build says where the module is installed"
#endif

enum { PATH_MAX_BYTES = 4096, LIST_MAX = 1 << 20, PAGE_MAX = 1 << 20 };

/* What makes the page one without a server, and one that can be installed. */
static const char head[] = "    <meta name=\"yomi-place\" content=\"browser\" />\n"
                           "    <link rel=\"manifest\" href=\"./page.webmanifest\" />\n  ";

typedef struct Site {
    const char *folder;
    Buf list; /* "name", ... of what is kept offline */
    uint64_t sum;
    size_t files, bytes;
} Site;

/* `name` is below the folder, with a slash before it. */
static Status write_file(const Site *site, const char *name, Str bytes, Error *error)
{
    char path[PATH_MAX_BYTES];
    int len = snprintf(path, sizeof path, "%s%s", site->folder, name);
    if (len < 0 || (size_t)len >= sizeof path) return error_set(error, STATUS_TOO_LARGE, "the path is too long");
    char *slash = strrchr(path, '/');
    *slash = '\0';
    Status status = file_make_folder(path, true, false, error);
    *slash = '/';
    return status == STATUS_OK ? file_replace(path, bytes.ptr, bytes.len, error) : status;
}

/* Writes a file that the page needs, and notes it for offline.js. */
static Status add_file(Site *site, const char *name, Str bytes, Error *error)
{
    for (size_t i = 0; i < bytes.len; i++) site->sum = splitmix64(site->sum ^ (unsigned char)bytes.ptr[i]);
    bool room = buf_printf(&site->list, "%s\n    \"%s\"", site->files ? "," : "", name + 1);
    site->files++;
    site->bytes += bytes.len;
    if (!room) return error_set(error, STATUS_TOO_LARGE, "too many files");
    return write_file(site, name, bytes, error);
}

static Status add_page(Site *site, Str html, Error *error)
{
    Buf page = buf_new(PAGE_MAX);
    const char *end = strstr(html.ptr, "</head>");
    Status status = error_set(error, STATUS_BAD_INPUT, "the page has no head");
    if (end) {
        size_t before = (size_t)(end - html.ptr);
        bool room =
            buf_append(&page, html.ptr, before - 2) && buf_puts(&page, head) && buf_str(&page, str_skip(html, before));
        status = room ? add_file(site, "/index.html", buf_view(&page), error)
                      : error_set(error, STATUS_NO_MEMORY, "no memory for the page");
    }
    buf_free(&page);
    return status;
}

static Status add_asset(Site *site, const Asset *asset, Error *error)
{
    Str bytes = {(const char *)asset->plain, asset->plain_size};
    if (strcmp(asset->path, "/index.html") == 0) return add_page(site, bytes, error);
    /* What keeps the others is not kept itself: the browser looks for a new one. */
    if (strcmp(asset->path, "/offline.js") == 0) return write_file(site, asset->path, bytes, error);
    return add_file(site, asset->path, bytes, error);
}

static Status add_list(Site *site, Error *error)
{
    Buf text = buf_new(LIST_MAX + 256);
    (void)buf_printf(&text, "{\n  \"version\": \"%016llx\",\n  \"files\": [\n    \"./\",",
                     (unsigned long long)site->sum);
    bool room = buf_str(&text, buf_view(&site->list)) && buf_puts(&text, "\n  ]\n}\n");
    Status status = room ? write_file(site, "/files.json", buf_view(&text), error)
                         : error_set(error, STATUS_NO_MEMORY, "no memory for the list of files");
    buf_free(&text);
    return status;
}

static Status write_site(Site *site, const ModuleFiles *module, Error *error)
{
    Status status = file_make_folder(site->folder, true, false, error);
    for (size_t i = 0; status == STATUS_OK && i < web_asset_count; i++) status = add_asset(site, &web_assets[i], error);
    for (size_t i = 0; status == STATUS_OK && i < module->count; i++)
        status = add_asset(site, &module->items[i], error);
    return status == STATUS_OK ? add_list(site, error) : status;
}

static int run(int argc, char **argv)
{
    const char *folder = NULL, *from = YOMI_MODULE_FOLDER;
    const Arg table[] = {{"DIR", ARG_WORD, 0, 0, &folder, true}, {"--module", ARG_TEXT, 0, 0, &from, false}};
    Error error;
    if (args_parse(table, 2, argc, argv, &error) != STATUS_OK) return app_error("site", APP_USAGE, "%s", error.text);
    ModuleFiles module;
    if (module_files_read(from, &module, &error) != STATUS_OK) return app_error("site", APP_FAILED, "%s", error.text);
    Site site = {.folder = folder, .list = buf_new(LIST_MAX)};
    Status status = write_site(&site, &module, &error);
    buf_free(&site.list);
    module_files_free(&module);
    if (status != STATUS_OK) return app_error("site", APP_FAILED, "%s", error.text);
    (void)printf(
        "%s: %zu files, %zu kB\nAny web server can send them; with https, or on localhost, they work offline.\n",
        folder, site.files + 2, site.bytes >> 10);
    return APP_OK;
}

const AppCommand app_site = {
    "site",
    "DIR [--module FOLDER]",
    "Write the page as files for any web server, with the engine in the browser.",
    "The page then needs no server of Yomi: it plays, analyses, reads and writes records by WebAssembly, keeps games "
    "in\n"
    "the browser, works offline and can be installed. Files of an older site in DIR are replaced.\n\n"
    "  --module FOLDER   the engine as WebAssembly, as scripts/wasm.sh makes it (" YOMI_MODULE_FOLDER ")\n",
    NULL,
    run};
