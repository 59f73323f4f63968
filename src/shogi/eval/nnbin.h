/* Public network files of the HalfKP family (`nn.bin`): HalfKP 256x2-32-32 and K-P 256x2-32-32.
 *
 * Little endian: version, hash, length of a text, the text that names the architecture; then a hash and the first
 * layer (256 biases, 256 weights a feature, int16); then a hash and the layers 512 -> 32 -> 32 -> 1 (int32 biases, int8
 * weights, output by output). The hashes are not looked at: programs that write such files do not agree on them. */
#ifndef YOMI_SHOGI_EVAL_NNBIN_H
#define YOMI_SHOGI_EVAL_NNBIN_H

#include "nn/net.h"

/* Does the file begin like one? */
bool nnbin_is(const uint8_t *bytes, size_t size);
/* A network whose `scale` is 1: the caller sets how many units of the output are one of the score. NULL: see error. */
Net *nnbin_load(const uint8_t *bytes, size_t size, Error *error);

#endif
