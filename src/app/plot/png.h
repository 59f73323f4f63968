/* PNG: an image of 8-bit red, green and blue, top row first. */
#ifndef YOMI_APP_PLOT_PNG_H
#define YOMI_APP_PLOT_PNG_H

#include "base/buf.h"
#include "base/status.h"

/* `pixels` has 3 * width * height bytes. */
Status png_write(const uint8_t *pixels, uint32_t width, uint32_t height, Buf *out, Error *error);

#endif
