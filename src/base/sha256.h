/* SHA-256 (FIPS 180-4): names of contents that come from strangers. */
#ifndef YOMI_BASE_SHA256_H
#define YOMI_BASE_SHA256_H

#include "base/str.h"

enum { SHA256_BYTES = 32, SHA256_HEX = 2 * SHA256_BYTES };

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
} Sha256;

Sha256 sha256_begin(void);
void sha256_add(Sha256 *sha, const void *bytes, size_t len);
void sha256_end(Sha256 *sha, uint8_t out[SHA256_BYTES]);

void sha256_hex(const uint8_t digest[SHA256_BYTES], char out[SHA256_HEX + 1]);
void sha256_of(Str content, char out[SHA256_HEX + 1]);
bool sha256_is_hex(Str text); /* 64 digits, lower case */
/* The digest that such a text stands for. */
void sha256_from_hex(Str hex, uint8_t out[SHA256_BYTES]);

#endif
