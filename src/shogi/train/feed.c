#include "shogi/train/feed.h"

#include "base/rng.h"
#include "base/thread.h"
#include "shogi/train/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALIDATION_ONE_IN = 20, GAME_MAX = 1024, BLOCK = 8192, BLOCKS = 4, SEEN_LOG = 22 };

/* A game being made ready. */
typedef struct Making {
    FeatureSet set;
    uint64_t *seen; /* keys of positions, each in its slot; NULL: doubles stay */
    FeedItem items[GAME_MAX];
    size_t count;
} Making;

typedef struct Block {
    FeedItem items[BLOCK];
    size_t count;
} Block;

/* What reader and feed_batch share, under `mutex`. Blocks read .. written - 1 are full, by number modulo BLOCKS. */
typedef struct Ring {
    Mutex mutex;
    Cond changed;
    Block *blocks;
    uint64_t written, taken;
    bool ended, stopped; /* by the reader; by who began it */
} Ring;

struct Feed {
    FeedConfig config;
    Making *making; /* the reader's */
    FeedItems validation;
    size_t learning, apart; /* apart: positions for validation in this pass */
    Ring ring;
    Thread reader;
    bool reading;
    Block *filling; /* the reader's, from here to the mutex of the ring */
    Status status;
    Error error;
    FeedItem *pool, *batch;
    size_t pool_count;
    const Block *taking; /* NULL: none is in hand */
    size_t block_at;     /* its next item */
    Rng rng;
};

/* ---- one game ---- */

static bool is_new(uint64_t *seen, uint64_t key)
{
    uint64_t *slot = &seen[key >> (64 - SEEN_LOG)];
    if (*slot == key) return false;
    *slot = key;
    return true;
}

static void make_ready(void *context, const ShogiPosition *pos, int score, int result)
{
    Making *making = context;
    if (making->count == GAME_MAX || (making->seen && !is_new(making->seen, pos_key(pos)))) return;
    FeedItem *item = &making->items[making->count];
    memset(item, 0, sizeof *item);
    for (int k = 0; k < 2; k++) {
        int list[FEATURES_ACTIVE_MAX];
        int count = features_list(pos, feature_view(pos, making->set, pos->side ^ k), list);
        if (count > FEED_SET || (k == 1 && count != item->count)) return;
        for (int i = 0; i < count; i++) item->features[k][i] = (uint16_t)list[i];
        item->count = (uint8_t)count;
    }
    item->score = (int16_t)score;
    item->result = (int8_t)result;
    item->side = (uint8_t)pos->side;
    item->bucket = (uint8_t)feature_bucket(pos);
    making->count++;
}

/* The outlook of a game's positions, from its end: the result, drawn by every position on the way back towards the
 * score found there. */
static void look_back(FeedItem *items, size_t count, double keep)
{
    if (count == 0) return;
    double black = 0.5 + 0.5 * (items[count - 1].side == BLACK ? items[count - 1].result : -items[count - 1].result);
    for (size_t i = count; i-- > 0;) {
        FeedItem *item = &items[i];
        item->outlook = (float)(item->side == BLACK ? black : 1 - black);
        double chance = 1 / (1 + exp(-(double)item->score / FEED_SCALE));
        black = keep * black + (1 - keep) * (item->side == BLACK ? chance : 1 - chance);
    }
}

static bool for_validation(const DataGame *game)
{
    return splitmix64(game->id) % VALIDATION_ONE_IN == 0;
}

/* ---- all files ---- */

/* Called for each game of all files; false ends the reading. */
typedef bool (*GameTake)(Feed *feed, const DataGame *game);

static Status read_file(Feed *feed, const char *path, GameTake take, Error *error)
{
    DataFile *file;
    DataGame game;
    Status status = data_open(&file, path, error);
    while (status == STATUS_OK && (status = data_next(file, &game, error)) == STATUS_OK) {
        feed->making->count = 0;
        status = data_walk(file, &game, make_ready, feed->making, error);
        look_back(feed->making->items, feed->making->count, feed->config.keep);
        if (status == STATUS_OK && !take(feed, &game)) status = STATUS_BUSY;
    }
    data_close(file);
    return status == STATUS_NOT_FOUND && file ? STATUS_OK : status;
}

static Status read_files(Feed *feed, GameTake take, Error *error)
{
    Status status = STATUS_OK;
    feed->apart = 0;
    memset(feed->making->seen, 0, sizeof(uint64_t) << SEEN_LOG);
    for (int i = 0; i < feed->config.path_count && status == STATUS_OK; i++) {
        status = read_file(feed, feed->config.paths[i], take, error);
    }
    return status;
}

/* ---- the first pass ---- */

static bool keep_item(FeedItems *list, const FeedItem *item)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 1 << 14;
        FeedItem *longer = realloc(list->items, room * sizeof *longer);
        if (!longer) return false;
        list->items = longer;
        list->room = room;
    }
    list->items[list->count++] = *item;
    return true;
}

static bool keep_game(Feed *feed, const DataGame *game)
{
    (void)game;
    bool kept = true;
    for (size_t i = 0; i < feed->making->count && kept; i++)
        kept = keep_item(&feed->validation, &feed->making->items[i]);
    return kept;
}

/* Validation ends with the game that fills it: the same in every pass. */
static bool set_apart(Feed *feed, const DataGame *game)
{
    if (!for_validation(game) || feed->apart >= FEED_VALIDATION_MAX) return false;
    feed->apart += feed->making->count;
    return true;
}

static bool count_game(Feed *feed, const DataGame *game)
{
    if (!set_apart(feed, game)) {
        feed->learning += feed->making->count;
        return true;
    }
    return keep_game(feed, game);
}

/* ---- the reader thread ---- */

/* The block to be filled next; NULL when nobody wants it any more. */
static Block *wait_for_room(Ring *ring)
{
    mutex_lock(&ring->mutex);
    while (ring->written - ring->taken == BLOCKS && !ring->stopped) cond_wait(&ring->changed, &ring->mutex);
    Block *block = ring->stopped ? NULL : &ring->blocks[ring->written % BLOCKS];
    mutex_unlock(&ring->mutex);
    return block;
}

static void hand_over(Ring *ring, bool last)
{
    mutex_lock(&ring->mutex);
    ring->written++;
    ring->ended = last;
    cond_broadcast(&ring->changed);
    mutex_unlock(&ring->mutex);
}

static bool send_game(Feed *feed, const DataGame *game)
{
    if (set_apart(feed, game)) return true;
    for (size_t i = 0; i < feed->making->count; i++) {
        if (feed->filling && feed->filling->count == BLOCK) {
            hand_over(&feed->ring, false);
            feed->filling = NULL;
        }
        if (!feed->filling) {
            feed->filling = wait_for_room(&feed->ring);
            if (!feed->filling) return false;
            feed->filling->count = 0;
        }
        feed->filling->items[feed->filling->count++] = feed->making->items[i];
    }
    return true;
}

static void read_epoch(void *context)
{
    Feed *feed = context;
    feed->filling = NULL;
    feed->status = read_files(feed, send_game, &feed->error);
    if (!feed->filling) {
        feed->filling = wait_for_room(&feed->ring);
        if (feed->filling) feed->filling->count = 0;
    }
    if (feed->filling) hand_over(&feed->ring, true);
}

Status feed_begin(Feed *feed, uint64_t seed, Error *error)
{
    Ring *ring = &feed->ring;
    ring->written = ring->taken = 0;
    ring->ended = ring->stopped = false;
    feed->rng = rng_new(seed);
    feed->pool_count = 0;
    feed->taking = NULL;
    Status status = thread_start(&feed->reader, read_epoch, feed, 0, error);
    feed->reading = status == STATUS_OK;
    return status;
}

Status feed_end(Feed *feed, Error *error)
{
    if (!feed->reading) return STATUS_OK;
    Ring *ring = &feed->ring;
    mutex_lock(&ring->mutex);
    ring->stopped = true;
    cond_broadcast(&ring->changed);
    mutex_unlock(&ring->mutex);
    thread_join(&feed->reader);
    feed->reading = false;
    if (feed->status == STATUS_OK || feed->status == STATUS_BUSY) return STATUS_OK;
    return error_set(error, feed->status, "%s", feed->error.text);
}

/* ---- batches ---- */

/* Gives the block in hand back; false at the end of the stream. */
static bool next_block(Feed *feed)
{
    Ring *ring = &feed->ring;
    mutex_lock(&ring->mutex);
    if (feed->taking) {
        ring->taken++;
        cond_broadcast(&ring->changed);
    }
    while (ring->taken == ring->written && !ring->ended) cond_wait(&ring->changed, &ring->mutex);
    feed->taking = ring->taken < ring->written ? &ring->blocks[ring->taken % BLOCKS] : NULL;
    feed->block_at = 0;
    mutex_unlock(&ring->mutex);
    return feed->taking != NULL;
}

static bool next_item(Feed *feed, FeedItem *out)
{
    while (!feed->taking || feed->block_at == feed->taking->count) {
        if (!next_block(feed)) return false;
    }
    *out = feed->taking->items[feed->block_at++];
    return true;
}

const FeedItem *feed_batch(Feed *feed)
{
    FeedItem item;
    while (feed->pool_count < feed->config.room && next_item(feed, &item)) feed->pool[feed->pool_count++] = item;
    for (size_t i = 0; i < feed->config.batch; i++) {
        if (feed->pool_count == 0) return NULL;
        FeedItem *drawn = &feed->pool[rng_below(&feed->rng, feed->pool_count)];
        feed->batch[i] = *drawn;
        if (!next_item(feed, drawn)) *drawn = feed->pool[--feed->pool_count];
    }
    return feed->batch;
}

/* ---- the whole ---- */

static Making *new_making(FeatureSet set, bool remember)
{
    Making *making = calloc(1, sizeof *making);
    if (!making) return NULL;
    making->set = set;
    if (remember) making->seen = calloc((size_t)1 << SEEN_LOG, sizeof *making->seen);
    if (making->seen || !remember) return making;
    free(making);
    return NULL;
}

static void free_making(Making *making)
{
    if (making) free(making->seen);
    free(making);
}

static bool take_memory(Feed *feed)
{
    feed->making = new_making(feed->config.set, true);
    feed->ring.blocks = calloc(BLOCKS, sizeof *feed->ring.blocks);
    feed->batch = calloc(feed->config.batch, sizeof *feed->batch);
    return feed->making && feed->ring.blocks && feed->batch;
}

/* No larger than what there is. */
static bool take_pool(Feed *feed)
{
    if (feed->config.room > feed->learning) feed->config.room = feed->learning;
    feed->pool = calloc(feed->config.room + 1, sizeof *feed->pool);
    return feed->pool != NULL;
}

static Status first_pass(Feed *feed, Error *error)
{
    Status status = read_files(feed, count_game, error);
    if (status == STATUS_BUSY || (status == STATUS_OK && !take_pool(feed)))
        return error_set(error, STATUS_NO_MEMORY, "no memory for the positions");
    if (status != STATUS_OK) return status;
    if (feed->learning >= feed->config.batch && feed->validation.count > 0) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%zu positions to learn from and %zu for validation are too few",
                     feed->learning, feed->validation.count);
}

Status feed_open(Feed **out, const FeedConfig *config, Error *error)
{
    *out = NULL;
    Feed *feed = calloc(1, sizeof *feed);
    if (!feed) return error_set(error, STATUS_NO_MEMORY, "no memory for the positions");
    feed->config = *config;
    mutex_init(&feed->ring.mutex);
    cond_init(&feed->ring.changed);
    Status status =
        take_memory(feed) ? first_pass(feed, error) : error_set(error, STATUS_NO_MEMORY, "no memory for the positions");
    if (status == STATUS_OK) {
        *out = feed;
    } else {
        feed_close(feed);
    }
    return status;
}

void feed_close(Feed *feed)
{
    if (!feed) return;
    (void)feed_end(feed, NULL);
    mutex_destroy(&feed->ring.mutex);
    cond_destroy(&feed->ring.changed);
    free_making(feed->making);
    free(feed->validation.items);
    free(feed->ring.blocks);
    free(feed->pool);
    free(feed->batch);
    free(feed);
}

size_t feed_learning(const Feed *feed)
{
    return feed->learning;
}

const FeedItem *feed_validation(const Feed *feed, size_t *count)
{
    *count = feed->validation.count;
    return feed->validation.items;
}

Status feed_read_all(const char *path, FeatureSet set, FeedItems *out, Error *error)
{
    *out = (FeedItems){0};
    Feed feed = {.making = new_making(set, false)};
    if (!feed.making) return error_set(error, STATUS_NO_MEMORY, "no memory for %s", path);
    Status status = read_file(&feed, path, keep_game, error);
    if (status == STATUS_BUSY) status = error_set(error, STATUS_NO_MEMORY, "no memory for %s", path);
    *out = feed.validation;
    free_making(feed.making);
    return status;
}
