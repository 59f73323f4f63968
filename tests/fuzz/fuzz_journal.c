/* Any bytes as the journal of a match: `WAY byte, file`. Even ways: the file as it is. Odd ones: the lines of the input
 * with right checksums, so that what reads a line sees it. What is opened can be added to and opened again. */
#include "app/common/work_log.h"
#include "app/match/journal.h"
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

enum { FILE_LIMIT = 1 << 14 };
static const char settings[] = "game othello | games 4";

static bool count_game(void *context, JournalGame *game)
{
    ++*(size_t *)context;
    game_record_free(&game->record);
    return true;
}

static bool any_line(void *context, Str line)
{
    (void)context;
    return line.len < WORK_LOG_LINE_MAX;
}

static void seal_lines(const char *path, Str text)
{
    static const WorkLogKind kind = {"yomi-match 1", "the journal of a match", false};
    WorkLog *work_log = NULL;
    Error error;
    require(work_log_open(&work_log, &kind, path, settings, any_line, NULL, &error) == STATUS_OK);
    while (text.len > 0) require(work_log_add(work_log, str_until(&text, '\n'), &error) == STATUS_OK);
    work_log_close(work_log);
}

static void open_twice(const char *path)
{
    size_t before = 0, after = 0;
    Journal *journal = NULL;
    Error error;
    if (journal_open(&journal, path, settings, count_game, &before, &error) != STATUS_OK) return;
    GameRecord record = {.moves = buf_new(100), .times = buf_new(100), .plies = 1};
    (void)buf_puts(&record.moves, "f5");
    require(journal_add(journal, 7, &record, true, &error) == STATUS_OK);
    journal_close(journal);
    game_record_free(&record);
    require(journal_open(&journal, path, settings, count_game, &after, &error) == STATUS_OK && after == before + 1);
    journal_close(journal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    if (size < 1 || size > FILE_LIMIT) return 0;
    Str text = {(const char *)data + 1, size - 1};
    int fd = fuzz_file(data[0] & 1 ? (Str){"", 0} : text, path);
    if (data[0] & 1) seal_lines(path, text);
    open_twice(path);
    close(fd);
    return 0;
}
