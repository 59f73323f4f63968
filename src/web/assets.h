/* The files of the page, inside the program. The table is generated from web/bundle when the program is built
 * (embed.c); a request is looked up by its whole path, so no path of a request ever reaches a file system. */
#ifndef YOMI_WEB_ASSETS_H
#define YOMI_WEB_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Asset {
    const char *path; /* "/assets/index-1a2b3c.js" */
    const char *type; /* "text/javascript; charset=utf-8" */
    const char *etag; /* of the content, with its quotes */
    bool forever;     /* the name changes with the content */
    const unsigned char *plain, *gzip;
    size_t plain_size, gzip_size;
} Asset;

extern const Asset web_assets[];
extern const size_t web_asset_count;

const Asset *asset_find(const char *path); /* NULL when there is none */

#endif
