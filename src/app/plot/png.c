#include "app/plot/png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_number(uint8_t out[4], uint32_t value)
{
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Length, name, content, checksum of name and content. */
static void put_chunk(Buf *out, const char name[4], const uint8_t *bytes, uint32_t len)
{
    uint8_t number[4];
    put_number(number, len);
    (void)buf_append(out, number, 4);
    (void)buf_append(out, name, 4);
    (void)buf_append(out, bytes, len);
    uLong check = crc32(crc32(0, (const Bytef *)name, 4), bytes, len);
    put_number(number, (uint32_t)check);
    (void)buf_append(out, number, 4);
}

/* Rows with the filter "none" before each. */
static uint8_t *filter_rows(const uint8_t *pixels, size_t row, uint32_t height)
{
    uint8_t *rows = malloc((row + 1) * height);
    for (uint32_t y = 0; rows && y < height; y++) {
        rows[y * (row + 1)] = 0;
        memcpy(rows + y * (row + 1) + 1, pixels + y * row, row);
    }
    return rows;
}

Status png_write(const uint8_t *pixels, uint32_t width, uint32_t height, Buf *out, Error *error)
{
    size_t row = (size_t)width * 3, len = (row + 1) * height;
    uLongf packed_len = compressBound((uLong)len);
    uint8_t *rows = filter_rows(pixels, row, height), *packed = malloc(packed_len);
    int code = rows && packed ? compress2(packed, &packed_len, rows, (uLong)len, Z_BEST_COMPRESSION) : Z_MEM_ERROR;
    free(rows);
    if (code == Z_OK && packed_len <= INT32_MAX) {
        uint8_t head[13] = {[8] = 8, [9] = 2}; /* 8 bits, true colour */
        put_number(head, width);
        put_number(head + 4, height);
        (void)buf_append(out, "\x89PNG\r\n\x1a\n", 8);
        put_chunk(out, "IHDR", head, sizeof head);
        put_chunk(out, "IDAT", packed, (uint32_t)packed_len);
        put_chunk(out, "IEND", head, 0);
    }
    free(packed);
    if (code != Z_OK) return error_set(error, STATUS_NO_MEMORY, "no memory for an image");
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the image is too large") : STATUS_OK;
}
