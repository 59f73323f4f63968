/* What a farm believes and what not, without a server: addresses, names, campaigns, words, shards. */
#include "test.h"

#include "app/common/work_log.h"
#include "app/farm/kinds.h"
#include "app/farm/vocabulary.h"
#include "base/sha256.h"
#include "farm/link.h"

#include <stdlib.h>
#include <string.h>

static void known_digests(void **state)
{
    (void)state;
    char hex[SHA256_HEX + 1], million[1000];
    sha256_of(STR_LIT(""), hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_of(STR_LIT("abc"), hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    memset(million, 'a', sizeof million);
    Sha256 sha = sha256_begin();
    for (int i = 0; i < 1000; i++) sha256_add(&sha, million, sizeof million);
    uint8_t digest[SHA256_BYTES], again[SHA256_BYTES];
    sha256_end(&sha, digest);
    sha256_hex(digest, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    assert_true(sha256_is_hex(str_from(hex)));
    sha256_from_hex(str_from(hex), again);
    assert_memory_equal(digest, again, sizeof digest);
    assert_false(sha256_is_hex(STR_LIT("CDC7")));
}

static void addresses(void **state)
{
    (void)state;
    FarmAddress a;
    assert_int_equal(farm_address_parse(&a, "redis://me@[::1]:7000/3", NULL), STATUS_OK);
    assert_string_equal(a.host, "::1");
    assert_string_equal(a.user, "me");
    assert_int_equal(a.port, 7000);
    assert_int_equal(a.database, 3);
    assert_int_equal(farm_address_parse(&a, "redis://host", NULL), STATUS_OK);
    assert_int_equal(a.port, 6379);
    assert_int_equal(farm_address_parse(&a, "unix:/run/x", NULL), STATUS_OK);
    assert_true(a.is_path);
    static const char *const bad[] = {
        "",           "host",          "redis://",    "redis://h:0", "redis://h:x",     "redis://h/x",
        "rediss://h", "redis://u:p@h", "redis://a b", "unix:",       "redis://h:99999", "http://h"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(farm_address_parse(&a, bad[i], NULL), STATUS_BAD_INPUT);
    Error error;
    (void)farm_address_parse(&a, "redis://u:secret@h", &error);
    assert_null(strstr(error.text, "secret"));
}

static void names_and_paths(void **state)
{
    (void)state;
    static const char *const paths[] = {"a", "a/b.txt", "a b/c", "net.bin"};
    static const char *const bad[] = {"", "/a", "../a", "a/../b", "a//b", "a/", ".a", "-a", "a\nb", "a/./b"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) assert_true(farm_path_ok(str_from(paths[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(farm_path_ok(str_from(bad[i])));
    assert_true(farm_name_ok(STR_LIT("a-1_b")));
    assert_false(farm_name_ok(STR_LIT("-a")));
    assert_false(farm_name_ok(STR_LIT("a}b")));
    assert_false(farm_name_ok(STR_LIT("")));
}

static Status any_file(void *context, const char *path, Error *error)
{
    (void)context, (void)path, (void)error;
    return STATUS_OK;
}

static const VocabularyFiles any = {any_file, NULL};

/* A campaign of these words, as `yomi farm put` makes one. */
static void make(FarmCampaign *c, const char *const *words, int count, int64_t batch)
{
    KindFiles files = {any_file, NULL};
    *c = (FarmCampaign){
        .name = "n", .signature = "0123456789abcdef", .silence_ms = 1000, .tries = 3, .timeout_s = 9, .window = 1};
    assert_int_equal(vocabulary_check(words, count, &any, NULL), STATUS_OK);
    assert_int_equal(farm_campaign_set_words(c, words, count, NULL), STATUS_OK);
    assert_int_equal(kind_plan(c, batch, &files, NULL), STATUS_OK);
    farm_campaign_make_id(c);
    assert_int_equal(farm_campaign_check(c, NULL), STATUS_OK);
}

static void copy_field(void *context, const char *name, Str value)
{
    assert_int_equal(farm_campaign_take(context, str_from(name), value, NULL), STATUS_OK);
}

static const char *const match_words[] = {"match",    "othello",
                                          "--engine", "name=a proto=internal",
                                          "--engine", "name=b proto=internal",
                                          "--depth",  "1",
                                          "--games",  "10",
                                          "--sprt",   "0,10"};

static void a_campaign_survives_the_way(void **state)
{
    (void)state;
    FarmCampaign c, again = {.total = 0};
    make(&c, match_words, 12, 2);
    assert_int_equal(c.total, 3);
    assert_int_equal(c.codes, 2);
    assert_true(c.fixed && c.has_test);
    FarmFile file = {.size = 3, .path = "a/b"};
    sha256_of(STR_LIT("abc"), file.sha);
    assert_int_equal(farm_campaign_add_file(&c, &file, NULL), STATUS_OK);
    farm_campaign_make_id(&c);
    farm_campaign_give(&c, copy_field, &again);
    assert_int_equal(farm_campaign_check(&again, NULL), STATUS_OK);
    assert_string_equal(again.id, c.id);
    assert_int_equal(again.word_count, 12);
    assert_string_equal(again.files[0].path, "a/b");
    again.words[7][0] = '2'; /* another command under the same id */
    assert_int_equal(farm_campaign_check(&again, NULL), STATUS_BAD_INPUT);
    char one[SHA256_HEX + 1], two[SHA256_HEX + 1];
    farm_job_id(&c, 0, one);
    farm_job_id(&c, 1, two);
    assert_string_not_equal(one, two);
    farm_campaign_free(&c);
    farm_campaign_free(&again);
}

static void the_clock_decides(void **state)
{
    (void)state;
    FarmCampaign c;
    const char *const timed[] = {
        "match",   "othello", "--engine", "name=a proto=internal", "--engine", "name=b proto=internal time=100",
        "--depth", "1"};
    make(&c, timed, 8, 0);
    assert_false(c.fixed);
    farm_campaign_free(&c);
    const char *const threads[] = {
        "match",   "othello", "--engine", "name=a proto=internal", "--engine", "name=b proto=internal option.Threads=2",
        "--depth", "1"};
    make(&c, threads, 8, 0);
    assert_false(c.fixed);
    farm_campaign_free(&c);
}

static void shard_line(Buf *shard, const char *text)
{
    Buf line = buf_new(WORK_LOG_LINE_MAX);
    (void)buf_puts(&line, text);
    work_log_seal(&line);
    (void)buf_str(shard, buf_view(&line));
    buf_free(&line);
}

static Status read_shard(const FarmCampaign *c, int64_t job, const char *const *lines, int count, Buf *codes)
{
    Buf shard = buf_new(1 << 20);
    for (int i = 0; i < count; i++) shard_line(&shard, lines[i]);
    buf_clear(codes);
    Status status = kind_read(c, job, buf_view(&shard), codes, NULL);
    buf_free(&shard);
    return status;
}

static void shards_of_a_match(void **state)
{
    (void)state;
    FarmCampaign c;
    Buf codes = buf_new(100);
    make(&c, match_words, 12, 1);
    const char *const good[] = {"yomi-match 1\tx", "game\t2\t1-0\tr", "game\t3\t1/2\tr"};
    assert_int_equal(read_shard(&c, 1, good, 3, &codes), STATUS_OK);
    assert_string_equal(buf_text(&codes), "3");
    assert_int_equal(read_shard(&c, 0, good, 3, &codes), STATUS_BAD_INPUT); /* of another job */
    assert_int_equal(read_shard(&c, 1, good, 2, &codes), STATUS_BAD_INPUT); /* a game is missing */
    const char *const twice[] = {"yomi-match 1\tx", "game\t2\t1-0\tr", "game\t2\t1-0\tr", "game\t3\t1/2\tr"};
    assert_int_equal(read_shard(&c, 1, twice, 4, &codes), STATUS_BAD_INPUT);
    const char *const other[] = {"yomi-tune 1\tx", "game\t2\t1-0\tr", "game\t3\t1/2\tr"};
    assert_int_equal(read_shard(&c, 1, other, 3, &codes), STATUS_BAD_INPUT);
    const char *const odd[] = {"yomi-match 1\tx", "game\t2\t2-0\tr", "game\t3\t1/2\tr"};
    assert_int_equal(read_shard(&c, 1, odd, 3, &codes), STATUS_BAD_INPUT);
    assert_int_equal(kind_read(&c, 1, STR_LIT(""), &codes, NULL), STATUS_BAD_INPUT);
    assert_int_equal(kind_read(&c, 1, STR_LIT("yomi-match 1\tx\t0\n"), &codes, NULL), STATUS_BAD_INPUT);
    buf_free(&codes);
    farm_campaign_free(&c);
}

static void an_iteration_at_a_time(void **state)
{
    (void)state;
    FarmCampaign c;
    Buf codes = buf_new(100);
    const char *const words[] = {"tune", "gomoku", "--tune", "X", "--iterations", "5", "--pairs", "4", "--nodes", "9"};
    make(&c, words, 10, 2);
    assert_int_equal(c.total, 10);
    assert_int_equal(c.step, 2);
    const char *const good[] = {"yomi-tune 1\tx", "4\t2\t0", "5\t0\t1", "6\t1\t0", "7\t1\t0"};
    assert_int_equal(read_shard(&c, 1, good, 5, &codes), STATUS_OK);
    assert_string_equal(buf_text(&codes), "2311");
    buf_free(&codes);
    farm_campaign_free(&c);
}

static void commands_of_jobs(void **state)
{
    (void)state;
    FarmCampaign c;
    KindCommand *command = calloc(1, sizeof *command);
    const char *const words[] = {"datagen", "shogi", "--games", "25", "--net", "hand"};
    make(&c, words, 6, 10);
    assert_non_null(command);
    assert_int_equal(kind_command(&c, 2, "/w/shard", "", command, NULL), STATUS_OK);
    const char *const expected[] = {"/proc/self/exe", "datagen", "shogi", "/w/shard", "--net",
                                    "hand",           "--first", "20",    "--games",  "5"};
    assert_int_equal(command->count, 10);
    for (int i = 0; i < 10; i++) assert_string_equal(command->words[i], expected[i]);
    assert_int_equal(kind_command(&c, 3, "/w/shard", "", command, NULL), STATUS_BAD_INPUT);
    free(command);
    farm_campaign_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_digests),          cmocka_unit_test(addresses),
        cmocka_unit_test(names_and_paths),        cmocka_unit_test(a_campaign_survives_the_way),
        cmocka_unit_test(the_clock_decides),      cmocka_unit_test(shards_of_a_match),
        cmocka_unit_test(an_iteration_at_a_time), cmocka_unit_test(commands_of_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
