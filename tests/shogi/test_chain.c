/* Chained games as training data: what is written is read again, damage is told, and a feed gives each position once,
 * whatever its pool. */
#include "base/bytes.h"
#include "base/file.h"
#include "base/rng.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/train/chain.h"
#include "shogi/train/data.h"
#include "shogi/train/feed.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES = 120, GAMES = 60 };

/* A game of random moves, and what belongs to each of its positions. */
typedef struct Played {
    ChainGame chain;
    ChainPly plies[PLIES];
    uint64_t keys[PLIES];
    int count, black;
} Played;

static const char *const starts[] = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", /* odds: no full set */
    "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrb3g3s3n3l17p 1",
    "8k/9/9/9/9/9/9/9/K8 w R 1",
};

static void play(Played *game, uint64_t seed, ShogiPosition *pos)
{
    Rng rng = rng_new(seed);
    pos_clear(pos);
    assert_int_equal(notation_parse(str_from(starts[seed % 4]), pos, NULL), STATUS_OK);
    assert_true(chain_begin(&game->chain, pos));
    game->black = (int)rng_below(&rng, 3) - 1;
    for (game->count = 0; game->count < PLIES; game->count++) {
        Move list[LIST_ROOM];
        uint64_t moves = (uint64_t)(movegen_all(pos, list) - list);
        if (moves == 0) break;
        bool last = game->count == PLIES - 1 && seed % 3 == 0;
        ChainPly ply = {last ? MOVE_WIN : list[rng_below(&rng, moves)], (int16_t)((int)rng_below(&rng, 60001) - 30000),
                        rng_below(&rng, 2) == 0};
        game->plies[game->count] = ply;
        game->keys[game->count] = pos_key(pos);
        assert_true(chain_add(&game->chain, pos, &ply));
        pos_play(pos, ply.move);
    }
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    shogi_tables_init();
    ShogiPosition *pos = calloc(1, sizeof *pos);
    Played *game = calloc(1, sizeof *game);
    for (uint64_t seed = 0; seed < 400; seed++) {
        play(game, seed, pos);
        Str record = chain_end(&game->chain, game->black);
        assert_int_equal(chain_record(record), record.len);
        assert_int_equal(chain_record((Str){record.ptr, record.len - 1}), 0);
        ChainReader reader;
        ChainPly ply;
        Error error;
        assert_int_equal(chain_open(&reader, record, pos, &error), STATUS_OK);
        assert_int_equal(reader.black, game->black);
        for (int i = 0; i < game->count; i++) {
            assert_int_equal(chain_next(&reader, &ply, &error), STATUS_OK);
            assert_true(pos_key(pos) == game->keys[i]);
            assert_int_equal(ply.move, game->plies[i].move);
            assert_int_equal(ply.score, game->plies[i].score);
            assert_int_equal(ply.quiet, game->plies[i].quiet);
        }
        assert_int_equal(chain_next(&reader, &ply, &error), STATUS_NOT_FOUND);
    }
    free(game);
    free(pos);
}

static void an_illegal_move_is_not_taken(void **state)
{
    (void)state;
    ShogiPosition *pos = calloc(1, sizeof *pos);
    ChainGame *game = calloc(1, sizeof *game);
    assert_int_equal(notation_parse(str_from(notation_start), pos, NULL), STATUS_OK);
    assert_true(chain_begin(game, pos));
    const ChainPly bad = {.move = notation_parse_move(STR_LIT("7g7e"))};
    assert_false(chain_add(game, pos, &bad));
    free(game);
    free(pos);
}

/* Every record with one byte changed is read to its end or refused, and never past its bytes. */
static void damage_is_told(void **state)
{
    (void)state;
    ShogiPosition *pos = calloc(1, sizeof *pos);
    Played *game = calloc(1, sizeof *game);
    int refused = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        play(game, seed, pos);
        Str record = chain_end(&game->chain, game->black);
        Rng rng = rng_new(seed);
        for (int i = 0; i < 40; i++) {
            char *copy = malloc(record.len);
            memcpy(copy, record.ptr, record.len);
            copy[rng_below(&rng, record.len)] ^= (char)(1 << rng_below(&rng, 8));
            ChainReader reader;
            ChainPly ply;
            Error error;
            Status status = chain_open(&reader, (Str){copy, record.len}, pos, &error);
            while (status == STATUS_OK) status = chain_next(&reader, &ply, &error);
            refused += status != STATUS_NOT_FOUND;
            free(copy);
        }
    }
    assert_true(refused > 60 * 40 / 3);
    free(game);
    free(pos);
}

/* ---- files ---- */

static const char path[] = "chain_test.ysg";

static size_t write_games(const char *name, uint64_t from, uint64_t count, const char *tail)
{
    ShogiPosition *pos = calloc(1, sizeof *pos);
    Played *game = calloc(1, sizeof *game);
    Buf file = buf_new(1 << 24);
    size_t quiet = 0;
    for (uint64_t seed = from; seed < from + count; seed++) {
        play(game, 4 * seed, pos); /* from the start position: 40 pieces */
        assert_true(buf_str(&file, chain_end(&game->chain, game->black)));
        for (int i = 0; i < game->count; i++) quiet += game->plies[i].quiet;
    }
    assert_true(buf_puts(&file, tail));
    assert_int_equal(file_replace(name, file.data, file.len, NULL), STATUS_OK);
    buf_free(&file);
    free(game);
    free(pos);
    return quiet;
}

static FeedConfig config_of(const char *const *paths, int count, size_t room)
{
    return (FeedConfig){paths, count, FEATURES_OWN, 0.95, room, 64};
}

static uint64_t mix(const FeedItem *item)
{
    return splitmix64(bytes_checksum((const uint8_t *)item, offsetof(FeedItem, outlook)));
}

/* Sums of what an epoch gives: the same in any order, and one that knows the order. */
static size_t run_epoch(Feed *feed, uint64_t seed, uint64_t *set, uint64_t *order)
{
    size_t count = 0;
    const FeedItem *batch;
    *set = *order = 0;
    assert_int_equal(feed_begin(feed, seed, NULL), STATUS_OK);
    while ((batch = feed_batch(feed)) != NULL) {
        for (int i = 0; i < 64; i++, count++) {
            *set += mix(&batch[i]);
            *order = splitmix64(*order ^ mix(&batch[i]));
        }
    }
    assert_int_equal(feed_end(feed, NULL), STATUS_OK);
    return count;
}

static void a_feed_gives_each_position_once_in_the_order_of_its_seed(void **state)
{
    (void)state;
    Error error;
    size_t quiet = write_games(path, 0, GAMES, "");
    const char *const paths[] = {path, path}; /* the second time all are doubles */
    for (size_t room = 50; room < 100000; room *= 40) {
        Feed *feed;
        FeedConfig config = config_of(paths, 2, room);
        assert_int_equal(feed_open(&feed, &config, &error), STATUS_OK);
        size_t validation;
        (void)feed_validation(feed, &validation);
        assert_true(validation > 0 && feed_learning(feed) + validation <= quiet);
        assert_true(feed_learning(feed) + validation > quiet * 95 / 100); /* random games seldom meet */
        uint64_t sets[3], orders[3];
        const uint64_t seeds[3] = {1, 2, 1};
        for (int i = 0; i < 3; i++) {
            size_t count = run_epoch(feed, seeds[i], &sets[i], &orders[i]);
            assert_int_equal(count, feed_learning(feed) / 64 * 64);
        }
        assert_true(orders[0] == orders[2] && orders[0] != orders[1]);
        assert_true(sets[0] == sets[2]);
        assert_int_equal(feed_begin(feed, 3, NULL), STATUS_OK); /* an epoch may be given up */
        assert_non_null(feed_batch(feed));
        feed_close(feed);
    }
    assert_true(file_remove(path));
}

static void torn_ends_are_left_out_and_damage_is_told(void **state)
{
    (void)state;
    Error error;
    FeedItems all;
    size_t quiet = write_games(path, 0, 5, "YSG1 torn");
    assert_int_equal(feed_read_all(path, FEATURES_OWN, &all, &error), STATUS_OK);
    assert_int_equal(all.count, quiet);
    free(all.items);
    char *junk = malloc(CHAIN_RECORD_MAX + 1);
    memset(junk, 'x', CHAIN_RECORD_MAX);
    junk[CHAIN_RECORD_MAX] = '\0';
    (void)write_games(path, 0, 5, junk);
    assert_int_equal(feed_read_all(path, FEATURES_OWN, &all, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "damaged at byte"));
    free(all.items);
    free(junk);
    assert_true(file_remove(path));
    Feed *feed;
    const char *const none[] = {"there_is_no_such.ysg"};
    FeedConfig config = config_of(none, 1, 100);
    assert_int_equal(feed_open(&feed, &config, &error), STATUS_NOT_FOUND);
    assert_non_null(strstr(error.text, none[0]));
    assert_null(feed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(an_illegal_move_is_not_taken),
        cmocka_unit_test(damage_is_told),
        cmocka_unit_test(a_feed_gives_each_position_once_in_the_order_of_its_seed),
        cmocka_unit_test(torn_ends_are_left_out_and_damage_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
