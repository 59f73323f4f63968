/* Any bytes as weights of Othello: `WAY byte, file`. Most ways: the file as it is. From MADE on: its header, then the
 * input again and again up to the right length, with a right checksum; from UNFOLDED on they are made ready for play.
 * Both are slow, so they are few. */
#include "base/bytes.h"
#include "fuzz.h"
#include "othello/eval/weights.h"

#include <string.h>

enum { FILE_LIMIT = 1 << 14, SUM_AT = 24, MADE = 240, UNFOLDED = 250 };

static void unfold(const FoldedWeights *folded)
{
    static Patterns patterns; /* large, and the same each time */
    static Weights weights;
    static bool filled;
    if (!filled) othello_patterns_fill(&patterns);
    filled = true;
    othello_weights_unfold(folded, &patterns, &weights);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FoldedWeights folded;
    static uint8_t file[WEIGHTS_FILE_SIZE];
    Error error;
    if (size < 1 || size > FILE_LIMIT) return 0;
    Str text = {(const char *)data + 1, size - 1};
    if (data[0] >= MADE && text.len > WEIGHTS_HEADER) {
        size_t rest = text.len - WEIGHTS_HEADER;
        memcpy(file, text.ptr, WEIGHTS_HEADER);
        for (size_t at = WEIGHTS_HEADER; at < sizeof file; at += rest) {
            size_t left = sizeof file - at;
            memcpy(file + at, text.ptr + WEIGHTS_HEADER, rest < left ? rest : left);
        }
        bytes_put(file + SUM_AT, bytes_checksum(file + WEIGHTS_HEADER, sizeof file - WEIGHTS_HEADER), 8);
        text = (Str){(const char *)file, sizeof file};
    }
    Status status = othello_weights_parse(text, &folded, &error);
    if (status == STATUS_OK && data[0] >= UNFOLDED) unfold(&folded);
    return 0;
}
