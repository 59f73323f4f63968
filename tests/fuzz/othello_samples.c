#include "fuzz.h"
#include "othello/tools/tool.h"
#include "othello/train/sample.h"
#include "othello/train/train.h"

#include <string.h>

void fuzz_othello_samples(Str file);
const MarkForm *fuzz_othello_marks(void);

const MarkForm *fuzz_othello_marks(void)
{
    return &marks_othello;
}

void fuzz_othello_samples(Str file)
{
    static Patterns *patterns;
    if (!patterns) {
        patterns = malloc(sizeof *patterns);
        require(patterns != NULL);
        othello_patterns_fill(patterns);
    }
    for (; file.len >= SAMPLE_BYTES; file = str_skip(file, SAMPLE_BYTES)) {
        const uint8_t *at = (const uint8_t *)file.ptr;
        OthelloSample sample, again;
        uint8_t bytes[SAMPLE_BYTES];
        int32_t active[ACTIVE_WEIGHTS];
        if (othello_sample_is_mark(at) || !othello_sample_read(at, &sample)) continue;
        othello_sample_write(&sample, bytes);
        require(othello_sample_read(bytes, &again) && memcmp(bytes, at, sizeof bytes) == 0);
        othello_train_active(patterns, sample.board, active);
        for (int i = 0; i < ACTIVE_WEIGHTS; i++) require(active[i] >= 0 && active[i] < STAGE_WEIGHTS);
        for (uint64_t moves = othello_board_moves(sample.board); moves;) {
            int square = bits_pop(&moves);
            uint64_t flips = othello_board_flips(sample.board, square);
            require(flips != 0 && !(flips & ~sample.board.other));
        }
    }
}
