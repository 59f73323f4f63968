#include "fuzz.h"
#include "shogi/eval/features.h"
#include "shogi/movegen.h"
#include "shogi/train/sample.h"

#include <string.h>

void fuzz_shogi_samples(Str file);

void fuzz_shogi_samples(Str file)
{
    static ShogiPosition pos, again;
    for (; file.len >= sizeof(ShogiSample); file = str_skip(file, sizeof(ShogiSample))) {
        ShogiSample sample;
        uint8_t packed[PACK_BYTES];
        int list[FEATURES_ACTIVE_MAX];
        memcpy(&sample, file.ptr, sizeof sample);
        require(sample_game(&sample) < SAMPLE_GAMES_MAX);
        if (unpack_position(sample.position, &pos, NULL) != STATUS_OK) continue;
        for (int side = 0; side < 2; side++) {
            int count = features_list(&pos, feature_view(&pos, FEATURES_OWN, side), list);
            require(count >= 0 && count <= FEATURES_ACTIVE_MAX);
            for (int i = 0; i < count; i++) require(list[i] >= 0 && list[i] < FEATURES_OWN_COUNT);
        }
        require(pack_position(&pos, packed));
        require(unpack_position(packed, &again, NULL) == STATUS_OK && pos_key(&again) == pos_key(&pos));
    }
}
