/* The n-th allocation or thread start fails, for every n until none is left to fail: each time the engine says so,
 * keeps what it had, and leaks nothing. Only Yomi's own calls are counted; the C library's are not wrapped. */
#include "test.h"
#include "yomi.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static atomic_int countdown = -1; /* calls until one fails; negative: none does */
static atomic_bool failed;
static atomic_size_t map_most = SIZE_MAX; /* larger mappings are refused */

static bool fails_now(void)
{
    if (atomic_load(&countdown) < 0 || atomic_fetch_sub(&countdown, 1) != 0) return false;
    atomic_store(&failed, true);
    return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
int __real_posix_memalign(void **out, size_t align, size_t size);
void *__real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int __real_pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*run)(void *), void *context);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
int __wrap_posix_memalign(void **out, size_t align, size_t size);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int __wrap_pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*run)(void *), void *context);

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails_now() ? NULL : __real_realloc(block, size);
}

int __wrap_posix_memalign(void **out, size_t align, size_t size)
{
    return fails_now() ? ENOMEM : __real_posix_memalign(out, align, size);
}

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    if (size > atomic_load(&map_most)) return MAP_FAILED;
    return fails_now() ? MAP_FAILED : __real_mmap(at, size, protection, flags, fd, offset);
}

int __wrap_pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*run)(void *), void *context)
{
    return fails_now() ? EAGAIN : __real_pthread_create(out, attributes, run, context);
}

static void arm(int n)
{
    atomic_store(&failed, false);
    atomic_store(&countdown, n);
}

static bool disarm(void)
{
    atomic_store(&countdown, -1);
    return atomic_load(&failed);
}

static void on_result(void *context, const yomi_result *result)
{
    (void)result;
    (*(int *)context)++;
}

static void opening_fails_cleanly_at_every_step(void **state)
{
    (void)state;
    int n = 0;
    for (bool hit = true; hit; n++) {
        yomi_engine *engine = NULL;
        yomi_error error = {YOMI_OK, ""};
        arm(n);
        yomi_status status = yomi_open("toy", &engine, &error);
        hit = disarm();
        if (status != YOMI_OK) {
            assert_null(engine);
            assert_int_equal(status, YOMI_NO_MEMORY);
            assert_true(error.text[0] != '\0');
        }
        assert_int_equal(status != YOMI_OK, hit);
        yomi_close(engine);
    }
    assert_true(n > 8);
}

static void growing_fails_cleanly_and_the_engine_still_plays(void **state)
{
    (void)state;
    int n = 0, refused = 0;
    for (bool hit = true; hit; n++) {
        yomi_engine *engine = NULL;
        yomi_error error = {YOMI_OK, ""};
        assert_int_equal(yomi_open("toy", &engine, &error), YOMI_OK);
        assert_int_equal(yomi_set_option(engine, "Hash", "1", &error), YOMI_OK);
        assert_int_equal(yomi_ready(engine, &error), YOMI_OK);
        assert_int_equal(yomi_set_option(engine, "Hash", "9", &error), YOMI_OK);
        assert_int_equal(yomi_set_option(engine, "Threads", "4", &error), YOMI_OK);
        arm(n);
        yomi_status status = yomi_ready(engine, &error);
        hit = disarm();
        if (status != YOMI_OK) {
            refused++;
            bool small = strcmp(yomi_get_option(engine, "Hash"), "1") == 0;
            assert_true(small || strcmp(yomi_get_option(engine, "Threads"), "1") == 0);
        }
        int results = 0;
        yomi_limits limits = YOMI_LIMITS_INIT;
        yomi_callbacks callbacks = {.result = on_result, .context = &results};
        limits.depth = 5;
        assert_int_equal(yomi_go(engine, &limits, &callbacks, &error), YOMI_OK);
        yomi_wait(engine);
        assert_int_equal(results, 1);
        yomi_close(engine);
    }
    assert_true(refused >= 7); /* the table, and for each of three threads its worker, its state, its start */
}

static void a_first_table_that_is_too_large_becomes_the_largest_there_is(void **state)
{
    (void)state;
    yomi_engine *engine = NULL;
    yomi_error error = {YOMI_OK, ""};
    assert_int_equal(yomi_open("toy", &engine, &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "Hash", "48", &error), YOMI_OK);
    atomic_store(&map_most, (size_t)20 << 20);
    assert_int_equal(yomi_ready(engine, &error), YOMI_NO_MEMORY);
    atomic_store(&map_most, SIZE_MAX);
    assert_non_null(strstr(error.text, "table of 48 MB"));
    assert_non_null(strstr(error.text, "12 MB are used"));
    assert_string_equal(yomi_get_option(engine, "Hash"), "12");
    assert_int_equal(yomi_ready(engine, &error), YOMI_OK); /* told once */
    int results = 0;
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = on_result, .context = &results};
    limits.depth = 5;
    assert_int_equal(yomi_go(engine, &limits, &callbacks, &error), YOMI_OK);
    yomi_wait(engine);
    assert_int_equal(results, 1);
    yomi_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_fails_cleanly_at_every_step),
        cmocka_unit_test(growing_fails_cleanly_and_the_engine_still_plays),
        cmocka_unit_test(a_first_table_that_is_too_large_becomes_the_largest_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
