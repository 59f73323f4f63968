#include "web/assets.h"

#include <string.h>

const Asset *asset_find(const char *path)
{
    if (strcmp(path, "/") == 0) path = "/index.html";
    for (size_t i = 0; i < web_asset_count; i++) {
        if (strcmp(path, web_assets[i].path) == 0) return &web_assets[i];
    }
    return NULL;
}
