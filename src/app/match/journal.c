#include "app/match/journal.h"

#include "app/common/work_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct Journal {
    WorkLog *work_log;
    bool (*each)(void *context, JournalGame *game); /* while it is being read */
    void *context;
};

static const char *const result_names[] = {"1-0", "0-1", "1/2"};

static void format_game(Buf *line, uint64_t number, const GameRecord *record, bool times)
{
    (void)buf_printf(line, "game\t%" PRIu64 "\t%s\t%s\t%s\t%s\t%zu\t%zu", number, result_names[record->result],
                     record->reason, fault_name(record->fault.kind), record->fault.text, record->opening_plies,
                     record->plies);
    for (int i = 0; i < 2; i++) {
        const SideRecord *side = &record->sides[i];
        (void)buf_printf(line, "\t%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu64, side->moves,
                         times ? side->ms : 0, side->depth_sum, times ? side->over_ms : 0, side->nodes);
    }
    (void)buf_printf(line, "\t%s\t%s\t%s", record->start ? record->start : "-", buf_text(&record->moves),
                     times ? buf_text(&record->times) : "");
}

static bool take_count(Str text, int64_t *out)
{
    return str_to_int(text, 0, INT64_MAX, out);
}

static bool parse_side(Str text, SideRecord *side)
{
    int64_t nodes = 0;
    bool good = take_count(str_word(&text), &side->moves) && take_count(str_word(&text), &side->ms) &&
                take_count(str_word(&text), &side->depth_sum) && take_count(str_word(&text), &side->over_ms) &&
                take_count(str_word(&text), &nodes);
    side->nodes = (uint64_t)nodes;
    return good;
}

static bool parse_result(Str text, GameResult *out)
{
    for (int i = 0; i < 3; i++) {
        if (!str_eq(text, result_names[i])) continue;
        *out = (GameResult)i;
        return true;
    }
    return false;
}

static bool parse_game(Str line, JournalGame *game)
{
    GameRecord *record = &game->record;
    size_t most = (size_t)YOMI_PLIES_MAX * YOMI_MOVE_TEXT_MAX;
    *game = (JournalGame){.record = {.moves = buf_new(most), .times = buf_new(most)}};
    int64_t number = 0, opening = 0, plies = 0;
    bool good = str_eq(str_until(&line, '\t'), "game") && take_count(str_until(&line, '\t'), &number) &&
                parse_result(str_until(&line, '\t'), &record->result) &&
                str_copy(str_until(&line, '\t'), record->reason, sizeof record->reason) &&
                fault_from_name(str_until(&line, '\t'), &record->fault.kind) &&
                str_copy(str_until(&line, '\t'), record->fault.text, sizeof record->fault.text) &&
                take_count(str_until(&line, '\t'), &opening) && take_count(str_until(&line, '\t'), &plies) &&
                parse_side(str_until(&line, '\t'), &record->sides[0]) &&
                parse_side(str_until(&line, '\t'), &record->sides[1]);
    Str start = str_until(&line, '\t');
    game->number = (uint64_t)number;
    record->opening_plies = (size_t)opening;
    record->plies = (size_t)plies;
    if (good && !str_eq(start, "-")) good = (record->start = str_dup(start)) != NULL;
    good = good && buf_str(&record->moves, str_until(&line, '\t')) && buf_str(&record->times, line);
    if (!good) game_record_free(record);
    return good;
}

static bool on_line(void *context, Str line)
{
    const Journal *journal = context;
    JournalGame game;
    if (!parse_game(line, &game)) return false;
    if (journal->each(journal->context, &game)) return true;
    game_record_free(&game.record);
    return false;
}

Status journal_open(Journal **out, const char *path, const char *settings,
                    bool (*each)(void *context, JournalGame *game), void *context, Error *error)
{
    static const WorkLogKind kind = {"yomi-match 1", "the journal of a match", false};
    *out = NULL;
    Journal *journal = calloc(1, sizeof *journal);
    if (!journal) return error_set(error, STATUS_NO_MEMORY, "no memory for the journal");
    *journal = (Journal){.each = each, .context = context};
    Status status = work_log_open(&journal->work_log, &kind, path, settings, on_line, journal, error);
    if (status == STATUS_OK) {
        *out = journal;
    } else {
        free(journal);
    }
    return status;
}

Status journal_add(Journal *journal, uint64_t number, const GameRecord *record, bool times, Error *error)
{
    Buf line = buf_new(WORK_LOG_LINE_MAX);
    format_game(&line, number, record, times);
    Status status = line.failed ? error_set(error, STATUS_TOO_LARGE, "a game is too long for the journal")
                                : work_log_add(journal->work_log, buf_view(&line), error);
    buf_free(&line);
    return status;
}

void journal_close(Journal *journal)
{
    if (!journal) return;
    work_log_close(journal->work_log);
    free(journal);
}
