#include "othello/eval/weights.h"

#include "base/bytes.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'Y', 'O', 'M', 'I', 'O', 'T', 'H', 'W'};

Status othello_weights_parse(Str file, FoldedWeights *out, Error *error)
{
    const uint8_t *bytes = (const uint8_t *)file.ptr;
    if (file.len < WEIGHTS_HEADER || memcmp(bytes, magic, sizeof magic) != 0) {
        return error_set(error, STATUS_BAD_INPUT, "weights: not a file of Othello weights");
    }
    if (bytes_get(bytes + 8, 4) != WEIGHTS_VERSION) {
        return error_set(error, STATUS_UNSUPPORTED, "weights: version %u, this program reads version %d",
                         (unsigned)bytes_get(bytes + 8, 4), WEIGHTS_VERSION);
    }
    if (bytes_get(bytes + 12, 4) != STAGES || bytes_get(bytes + 16, 4) != STAGE_WEIGHTS) {
        return error_set(error, STATUS_UNSUPPORTED, "weights: made for other stages or patterns");
    }
    if (file.len != WEIGHTS_FILE_SIZE) {
        return error_set(error, STATUS_BAD_INPUT, "weights: %zu bytes, not %d", file.len, WEIGHTS_FILE_SIZE);
    }
    if (bytes_get(bytes + 24, 8) != bytes_checksum(bytes + WEIGHTS_HEADER, file.len - WEIGHTS_HEADER)) {
        return error_set(error, STATUS_BAD_INPUT, "weights: the checksum is wrong, the file is damaged");
    }
    const uint8_t *at = bytes + WEIGHTS_HEADER;
    for (int s = 0; s < STAGES; s++) {
        for (int i = 0; i < STAGE_WEIGHTS; i++, at += 2) {
            out->stage[s][i] = (int16_t)(uint16_t)bytes_get(at, 2);
        }
    }
    return STATUS_OK;
}

void othello_weights_pack(const FoldedWeights *weights, uint8_t out[WEIGHTS_FILE_SIZE])
{
    memset(out, 0, WEIGHTS_HEADER);
    memcpy(out, magic, sizeof magic);
    bytes_put(out + 8, WEIGHTS_VERSION, 4);
    bytes_put(out + 12, STAGES, 4);
    bytes_put(out + 16, STAGE_WEIGHTS, 4);
    uint8_t *at = out + WEIGHTS_HEADER;
    for (int s = 0; s < STAGES; s++) {
        for (int i = 0; i < STAGE_WEIGHTS; i++, at += 2) bytes_put(at, (uint16_t)weights->stage[s][i], 2);
    }
    bytes_put(out + 24, bytes_checksum(out + WEIGHTS_HEADER, WEIGHTS_FILE_SIZE - WEIGHTS_HEADER), 8);
}

Status othello_weights_save(const char *path, const FoldedWeights *weights, Error *error)
{
    uint8_t *bytes = malloc(WEIGHTS_FILE_SIZE);
    if (!bytes) return error_set(error, STATUS_NO_MEMORY, "weights: no memory for %d bytes", WEIGHTS_FILE_SIZE);
    othello_weights_pack(weights, bytes);
    Status status = file_replace(path, bytes, WEIGHTS_FILE_SIZE, error);
    free(bytes);
    return status;
}

static int16_t clipped(int value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static void unfold_terms(const int16_t *terms, StageTable *table)
{
    for (int own = 0; own <= MOVES_MAX; own++) {
        for (int other = 0; other <= MOVES_MAX; other++) {
            int a = mobility_term(own), b = mobility_term(other);
            table->mobility[own][other] =
                clipped(terms[a] + terms[TERM_OTHER_MOVES + b] + terms[TERM_BOTH_MOVES + a * MOBILITY_MAX + b]);
        }
    }
    memcpy(table->parity, terms + TERM_PARITY, sizeof table->parity);
}

void othello_weights_unfold(const FoldedWeights *folded, const Patterns *patterns, Weights *out)
{
    for (int s = 0; s < STAGES; s++) {
        StageTable *table = &out->stage[s];
        for (int i = 0; i < PATTERN_INDICES; i++) table->pattern[i] = folded->stage[s][patterns->fold[i]];
        unfold_terms(&folded->stage[s][PATTERN_WEIGHTS], table);
    }
}
