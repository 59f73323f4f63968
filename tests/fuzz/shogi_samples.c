#include "fuzz.h"
#include "shogi/eval/features.h"
#include "shogi/movegen.h"
#include "shogi/train/chain.h"
#include "shogi/train/sample.h"

#include <string.h>

void fuzz_shogi_samples(Str file);

/* Chained games: read to their end or refused, and written again the same. */
static void try_chain(Str file)
{
    static ShogiPosition pos;
    static ChainGame game;
    Error error;
    for (size_t length; (length = chain_record(file)) > 0; file = str_skip(file, length)) {
        Str record = {file.ptr, length};
        ChainReader reader;
        ChainPly ply;
        Status status = chain_open(&reader, record, &pos, &error);
        bool written = status == STATUS_OK && chain_begin(&game, &pos);
        while (status == STATUS_OK && (status = chain_next(&reader, &ply, &error)) == STATUS_OK) {
            if (written) require(chain_add(&game, &pos, &ply));
        }
        if (status != STATUS_NOT_FOUND || !written) continue;
        Str text = chain_end(&game, reader.black);
        require(chain_record(text) == text.len);
    }
}

void fuzz_shogi_samples(Str file)
{
    static ShogiPosition pos, again;
    shogi_tables_init();
    if (str_starts(file, "YS")) try_chain(file);
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
