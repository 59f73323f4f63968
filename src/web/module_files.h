/* The engine as a WebAssembly module: a folder of files that a page loads to search in the browser. They are made by a
 * build of their own (docs/guides/wasm.md), so they are no part of the program; here they are read into memory, once.
 */
#ifndef YOMI_WEB_MODULE_FILES_H
#define YOMI_WEB_MODULE_FILES_H

#include "base/status.h"
#include "web/assets.h"

enum { MODULE_FILES_MAX = 32, MODULE_FILE_MAX = 32 << 20 };

typedef struct ModuleFiles {
    Asset items[MODULE_FILES_MAX]; /* their paths begin with "/module/"; all texts and bytes are owned */
    size_t count;
} ModuleFiles;

/* All regular files of the folder. STATUS_NOT_FOUND, with what to do, when there is no module in it. */
Status module_files_read(const char *folder, ModuleFiles *out, Error *error);
void module_files_free(ModuleFiles *files);
const Asset *module_files_find(const ModuleFiles *files, const char *path); /* NULL: none; `files` may be NULL */

#endif
