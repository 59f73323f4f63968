/* The store on a disk that is full, and its queue. The disk is SQLite's own, with a lid: the files in the folder may
 * not take more than `lid` bytes together. */
#include "base/thread.h"
#include "test.h"
#include "web/store_db.h"
#include "web/store_queue.h"

#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/yomi-store-XXXXXX";
static int64_t lid = INT64_MAX;

/* ---- the disk ---- */

static int64_t used(void)
{
    int64_t bytes = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        char path[512];
        struct stat status;
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) bytes += status.st_size;
    }
    if (dir) (void)closedir(dir);
    return bytes;
}

/* SQLite has one table of methods for the file and another for its log; each gets a lid of its own. */
typedef struct Lidded {
    sqlite3_io_methods methods; /* first: a file points to it */
    const sqlite3_io_methods *real;
} Lidded;

static Lidded kinds[4];
static sqlite3_vfs *unix_vfs, lidded_vfs;

static int lidded_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    const Lidded *kind = (const Lidded *)(const void *)file->pMethods;
    sqlite3_int64 size = 0;
    (void)kind->real->xFileSize(file, &size);
    if (at + count > size && used() + (at + count - size) > lid) return SQLITE_FULL;
    return kind->real->xWrite(file, bytes, count, at);
}

static int lidded_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    int code = unix_vfs->xOpen(unix_vfs, name, file, flags, out);
    if (code != SQLITE_OK || !file->pMethods) return code;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].real && kinds[i].real != file->pMethods) continue;
        kinds[i].real = file->pMethods;
        kinds[i].methods = *file->pMethods;
        kinds[i].methods.xWrite = lidded_write;
        file->pMethods = &kinds[i].methods;
        return SQLITE_OK;
    }
    return SQLITE_ERROR;
}

static int set_up(void **state)
{
    (void)state;
    unix_vfs = sqlite3_vfs_find(NULL);
    lidded_vfs = *unix_vfs;
    lidded_vfs.zName = "lidded";
    lidded_vfs.xOpen = lidded_open;
    return mkdtemp(folder) && sqlite3_vfs_register(&lidded_vfs, 1) == SQLITE_OK ? 0 : -1;
}

static int clean(void **state)
{
    (void)state;
    static const char *const names[] = {"games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "games.reserve"};
    lid = INT64_MAX;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)clean(state);
    return rmdir(folder);
}

/* ---- the store ---- */

static Store *open_store(void)
{
    Store *store = NULL;
    Error error;
    if (store_open(folder, &store, &error) != STATUS_OK) fail_msg("%s", error.text);
    return store;
}

static Status save(Store *store, const char *key, size_t bytes, Error *error)
{
    char *record = malloc(bytes + 16), out[STORE_KEY_MAX + 1];
    int64_t updated;
    memset(record, 'x', bytes + 16);
    memcpy(record, "{\"x\":\"", 6);
    memcpy(record + bytes + 6, "\"}", 3);
    StoredGame game = {
        .key = key, .game = "toy", .title = key, .first = "", .second = "", .result = "", .record = record};
    Status status = store_save(store, &game, out, &updated, error);
    free(record);
    return status;
}

static void ignore(void *context, const StoredGame *game)
{
    (void)game;
    ++*(int *)context;
}

static int fill(Store *store)
{
    int saved = 0;
    Error error;
    for (char key[16];; saved++) {
        (void)snprintf(key, sizeof key, "a%d", saved);
        if (save(store, key, 100000, &error) != STATUS_OK) break;
    }
    assert_int_equal(error.status, STATUS_IO);
    assert_non_null(strstr(error.text, "full"));
    return saved;
}

static void a_full_disk_lets_games_be_deleted(void **state)
{
    (void)state;
    Store *store = open_store();
    Error error;
    lid = 12 << 20;
    int saved = fill(store);
    assert_true(saved > 10);
    lid = used(); /* not a byte more, wherever it is asked for */
    for (int i = 0; i < saved; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "a%d", i);
        if (store_delete(store, key, &error) != STATUS_OK) fail_msg("game %d: %s", i, error.text);
        if (i == 2) assert_int_equal(save(store, "b", 100000, &error), STATUS_OK); /* there is room again */
    }
    int count = 0, total = 0;
    assert_int_equal(store_list(store, "", "", 0, 10, ignore, &count, &total, &error), STATUS_OK);
    assert_int_equal(total, 1);
    store_close(store);
}

static void a_full_disk_lets_the_store_be_opened(void **state)
{
    (void)state;
    Store *store = open_store();
    Error error;
    lid = 9 << 20;
    int saved = fill(store);
    store_close(store);
    lid = used();
    store = open_store();
    int count = 0;
    assert_int_equal(store_load(store, "a0", ignore, &count, &error), STATUS_OK);
    assert_int_equal(store_delete(store, "a0", &error), STATUS_OK);
    assert_int_equal(store_delete(store, "a0", &error), STATUS_NOT_FOUND);
    assert_true(saved > 1);
    store_close(store);
}

/* A failed save changes nothing, of the game that it would replace either. */
static void a_full_disk_keeps_what_was_there(void **state)
{
    (void)state;
    Store *store = open_store();
    Error error;
    assert_int_equal(save(store, "abc", 10, &error), STATUS_OK);
    lid = used();
    assert_int_equal(save(store, "abc", 900000, &error), STATUS_IO);
    int count = 0;
    assert_int_equal(store_load(store, "abc", ignore, &count, &error), STATUS_OK);
    assert_int_equal(count, 1);
    lid = INT64_MAX;
    assert_int_equal(save(store, "abc", 900000, &error), STATUS_OK);
    store_close(store);
}

/* A store of the format before this one, for whose new index there is no room: it can be read and made smaller. */
static void a_full_disk_does_not_need_the_new_format(void **state)
{
    (void)state;
    Store *store = open_store();
    Error error;
    for (int i = 0; i < 20; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "a%d", i);
        assert_int_equal(save(store, key, 1000, &error), STATUS_OK);
    }
    assert_int_equal(sqlite3_exec(store->db,
                                  "DROP INDEX games_list; CREATE INDEX games_updated ON games (updated DESC);"
                                  "PRAGMA user_version = 2; VACUUM",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    (void)unlink(store->reserve);
    store_close(store);
    lid = used();
    store = open_store();
    int count = 0, total = 0;
    assert_int_equal(store_list(store, "A1", "", 0, 5, ignore, &count, &total, &error), STATUS_OK);
    assert_int_equal(total, 11);
    assert_int_equal(count, 5);
    store_close(store);
    lid = INT64_MAX;
    store = open_store();
    assert_int_equal(store_delete(store, "a0", &error), STATUS_OK);
    store_close(store);
}

/* ---- the queue ---- */

/* Tasks that write down in which order they ran. The first `busy` tries of each find the file locked. */
typedef struct Probe {
    StoreTask base;
    int name, busy;
    struct Journal *journal;
    _Atomic int *gate; /* runs only after it is open */
} Probe;

typedef struct Journal {
    Mutex mutex;
    int names[1000], count, ended;
} Journal;

static Status probe_run(StoreTask *task, Store *store, Error *error)
{
    (void)store;
    Probe *probe = (Probe *)task;
    while (probe->gate && !atomic_load(probe->gate)) (void)usleep(1000);
    if (probe->busy-- > 0) return error_set(error, STATUS_BUSY, "locked");
    mutex_lock(&probe->journal->mutex);
    probe->journal->names[probe->journal->count++] = probe->name;
    mutex_unlock(&probe->journal->mutex);
    return STATUS_OK;
}

static void probe_end(StoreTask *task, Status status, const Error *error)
{
    (void)status, (void)error;
    Probe *probe = (Probe *)task;
    mutex_lock(&probe->journal->mutex);
    probe->journal->ended++;
    mutex_unlock(&probe->journal->mutex);
    free(probe);
}

static Status add(StoreQueue *queue, Journal *journal, int name, uint64_t owner, bool writes, int busy, size_t bytes,
                  _Atomic int *gate)
{
    Probe *probe = calloc(1, sizeof *probe);
    probe->base = (StoreTask){.owner = owner, .bytes = bytes, .writes = writes, .run = probe_run, .end = probe_end};
    probe->name = name;
    probe->busy = busy;
    probe->journal = journal;
    probe->gate = gate;
    Error error;
    Status status = store_queue_add(queue, &probe->base, &error);
    if (status != STATUS_OK) free(probe);
    return status;
}

static void readers_pass_a_locked_writer_but_not_their_own(void **state)
{
    (void)state;
    StoreQueue *queue = NULL;
    Error error;
    Journal journal = {.count = 0};
    mutex_init(&journal.mutex);
    assert_int_equal(store_queue_new(open_store(), &queue, &error), STATUS_OK);
    _Atomic int gate = 0;
    assert_int_equal(add(queue, &journal, 1, 1, true, 5, 1, &gate), STATUS_OK); /* finds a lock */
    assert_int_equal(add(queue, &journal, 2, 1, false, 0, 1, NULL), STATUS_OK); /* of the same page: waits */
    assert_int_equal(add(queue, &journal, 3, 2, true, 0, 1, NULL), STATUS_OK);  /* a later writer: waits */
    assert_int_equal(add(queue, &journal, 4, 3, false, 0, 1, NULL), STATUS_OK); /* passes */
    assert_int_equal(add(queue, &journal, 5, 3, false, 0, 1, NULL), STATUS_OK);
    assert_int_equal(add(queue, &journal, 6, 2, false, 0, 1, NULL), STATUS_OK); /* waits for 3 */
    atomic_store(&gate, 1);
    store_queue_free(queue);
    const int wanted[] = {4, 5, 1, 2, 3, 6};
    assert_int_equal(journal.ended, 6);
    assert_int_equal(journal.count, 6);
    assert_memory_equal(journal.names, wanted, sizeof wanted);
    mutex_destroy(&journal.mutex);
}

static void the_queue_is_bounded_and_runs_all_it_took(void **state)
{
    (void)state;
    StoreQueue *queue = NULL;
    Error error;
    Journal journal = {.count = 0};
    mutex_init(&journal.mutex);
    assert_int_equal(store_queue_new(open_store(), &queue, &error), STATUS_OK);
    _Atomic int gate = 0;
    int taken = 0;
    for (int i = 0; i < STORE_QUEUE_OWNER_MAX + 5; i++)
        taken += add(queue, &journal, i, 1, true, 0, 1, &gate) == STATUS_OK;
    assert_int_equal(taken, STORE_QUEUE_OWNER_MAX);
    assert_int_equal(add(queue, &journal, 0, 2, true, 0, STORE_QUEUE_BYTES_MAX, NULL), STATUS_BUSY);
    for (int i = 0; i < 600; i++) taken += add(queue, &journal, i, (uint64_t)(3 + i), true, 0, 1, NULL) == STATUS_OK;
    assert_int_equal(taken, STORE_QUEUE_TASKS_MAX);
    atomic_store(&gate, 1);
    store_queue_free(queue);
    assert_int_equal(journal.ended, taken);
    for (int i = 0; i < STORE_QUEUE_OWNER_MAX; i++) assert_int_equal(journal.names[i], i);
    mutex_destroy(&journal.mutex);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_full_disk_lets_games_be_deleted, clean),
        cmocka_unit_test_teardown(a_full_disk_lets_the_store_be_opened, clean),
        cmocka_unit_test_teardown(a_full_disk_keeps_what_was_there, clean),
        cmocka_unit_test_teardown(a_full_disk_does_not_need_the_new_format, clean),
        cmocka_unit_test_teardown(readers_pass_a_locked_writer_but_not_their_own, clean),
        cmocka_unit_test_teardown(the_queue_is_bounded_and_runs_all_it_took, clean),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
