/* Numbers in files: little endian, of any width up to 64 bits, and the checksum (FNV-1a) that tells a damaged file. */
#ifndef YOMI_BASE_BYTES_H
#define YOMI_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t bytes_get(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | at[i];
    return value;
}

static inline void bytes_put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static inline uint64_t bytes_checksum(const uint8_t *bytes, size_t len)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
