/* Positions for a training, in a random order that the seed decides, with bounded memory.
 *
 * The files are read anew in each epoch, by a thread of its own: lists of features are made of the positions, and go
 * through a pool of `room` items, from which a random one is taken whenever another comes in. Where all positions fit
 * the pool, that is a full shuffle. One game in VALIDATION_ONE_IN is kept apart, by what it is, not by where it is. A
 * position that was there before is left out, as far as a table of 4 million keys remembers.
 *
 *   reader thread:  file -> game -> items -> block, in a ring of blocks
 *   feed_batch:     ring -> pool -> batch */
#ifndef YOMI_SHOGI_TRAIN_FEED_H
#define YOMI_SHOGI_TRAIN_FEED_H

#include "base/status.h"
#include "shogi/eval/features.h"

enum { FEED_SET = 40, FEED_SCALE = 600, FEED_VALIDATION_MAX = 500000 };

/* One position made ready. */
typedef struct FeedItem {
    uint16_t features[2][FEED_SET]; /* of the side to move first */
    int16_t score;
    int8_t result;
    uint8_t count; /* of features: 40, or fewer in games with odds */
    uint8_t side, bucket;
    float outlook; /* what the rest of the game says: between the result and the scores that follow */
} FeedItem;

typedef struct FeedItems {
    FeedItem *items;
    size_t count, room;
} FeedItems;

typedef struct FeedConfig {
    const char *const *paths; /* the caller's, as long as the feed lives */
    int path_count;
    FeatureSet set;
    double keep;  /* share of the outlook that a position hands back to the one before it */
    size_t room;  /* of the pool, in items */
    size_t batch; /* items */
} FeedConfig;

typedef struct Feed Feed;

/* Reads all files once: counts what there is to learn, keeps the validation positions. */
Status feed_open(Feed **out, const FeedConfig *config, Error *error);
void feed_close(Feed *feed); /* NULL is nothing */
size_t feed_learning(const Feed *feed);
const FeedItem *feed_validation(const Feed *feed, size_t *count);

/* All positions of a file, in its order: for sets that only measure. The items are freed with free(), in any case. */
Status feed_read_all(const char *path, FeatureSet set, FeedItems *out, Error *error);

/* Begins an epoch. */
Status feed_begin(Feed *feed, uint64_t seed, Error *error);
/* A batch, good until the next call; NULL at the end of the epoch, where fewer are left out, and after an
 * error, which feed_end tells. */
const FeedItem *feed_batch(Feed *feed);
Status feed_end(Feed *feed, Error *error);

#endif
