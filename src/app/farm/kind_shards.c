/* What is in shards: journals of matches, analyses and tunings, line by line. */
#include "app/common/work_log.h"
#include "app/farm/kinds.h"

#include <inttypes.h>
#include <string.h>

static bool is(const FarmCampaign *campaign, const char *kind)
{
    return strcmp(campaign->kind, kind) == 0;
}

typedef struct Reader {
    const FarmCampaign *campaign;
    int64_t first, count, last; /* of the job; the game of the last line */
    int64_t last_ply;
    int points; /* of the pair in hand */
    Buf *codes; /* NULL: only the lines are wanted */
    Buf *out;
    int64_t base, end; /* what the first game of the shard is in the result, and where the result ends */
} Reader;

static void copy_line(Reader *reader, int64_t game, Str rest, const char *before)
{
    if (!reader->out || game >= reader->end) return;
    Buf line = buf_new(WORK_LOG_LINE_MAX);
    (void)buf_printf(&line, "%s%" PRId64 "\t", before, game - reader->first + reader->base);
    (void)buf_str(&line, rest);
    work_log_seal(&line);
    (void)buf_str(reader->out, buf_view(&line));
    if (line.failed) reader->out->failed = true;
    buf_free(&line);
}

/* The games of a job come one after the other, each once. */
static bool is_next(Reader *reader, int64_t game)
{
    bool next = game == (reader->last < 0 ? reader->first : reader->last + 1) && game < reader->first + reader->count;
    reader->last = game;
    return next;
}

static bool on_match_line(void *context, Str line)
{
    Reader *reader = context;
    int64_t game = 0;
    Str word = str_until(&line, '\t');
    bool good =
        str_eq(word, "game") && str_to_int(str_until(&line, '\t'), 0, INT32_MAX, &game) && is_next(reader, game);
    Str rest = line, result = str_until(&line, '\t');
    int first = str_eq(result, "1-0") ? 2 : str_eq(result, "1/2") ? 1 : 0;
    if (!good || (first == 0 && !str_eq(result, "0-1"))) return false;
    reader->points = game & 1 ? reader->points + 2 - first : first;
    if (reader->codes && game & 1) (void)buf_putc(reader->codes, (char)('0' + reader->points));
    copy_line(reader, game, rest, "game\t");
    return true;
}

static bool on_tune_line(void *context, Str line)
{
    Reader *reader = context;
    int64_t game = 0, points = 0, fault = 0;
    bool good = str_to_int(str_until(&line, '\t'), 0, INT32_MAX, &game) && is_next(reader, game);
    Str rest = line;
    good = good && str_to_int(str_until(&line, '\t'), 0, 2, &points) && str_to_int(line, 0, 1, &fault);
    if (good && reader->codes) (void)buf_putc(reader->codes, (char)('0' + points + 3 * fault));
    if (good) copy_line(reader, game, rest, "");
    return good;
}

static bool on_analysis_line(void *context, Str line)
{
    Reader *reader = context;
    int64_t game = 0, ply = 0;
    if (!str_to_int(str_until(&line, '\t'), 0, INT32_MAX, &game)) return false;
    Str rest = line;
    if (!str_to_int(str_until(&line, '\t'), 0, INT32_MAX, &ply)) return false;
    bool follows = game > reader->last || (game == reader->last && ply > reader->last_ply);
    if (!follows || game < reader->first || game >= reader->first + reader->count) return false;
    reader->last = game;
    reader->last_ply = ply;
    copy_line(reader, game, rest, "");
    return true;
}

static Status read_lines(Reader *reader, Str shard, Error *error)
{
    const FarmCampaign *c = reader->campaign;
    static const WorkLogKind match = {"yomi-match 1", "the shard of a match", true},
                             analysis = {"yomi-analyse 1", "the shard of an analysis", true},
                             tuning = {"yomi-tune 1", "the shard of a tuning", true};
    reader->last = -1;
    if (is(c, "analyse")) return work_log_read(&analysis, shard, on_analysis_line, reader, error);
    bool tune = is(c, "tune");
    Status status = work_log_read(tune ? &tuning : &match, shard, tune ? on_tune_line : on_match_line, reader, error);
    if (status != STATUS_OK || reader->last == reader->first + reader->count - 1) return status;
    return error_set(error, STATUS_BAD_INPUT, "the shard has not got all games");
}

Status kind_read(const FarmCampaign *c, int64_t job, Str shard, Buf *codes, Error *error)
{
    if (kind_joins_data(c)) return STATUS_OK; /* `datagen --join` looks at every byte */
    Reader reader = {.campaign = c, .codes = codes};
    farm_job_range(c, job, &reader.first, &reader.count);
    Status status = read_lines(&reader, shard, error);
    while (status == STATUS_OK && codes->len < (size_t)c->codes && !codes->failed) (void)buf_putc(codes, '-');
    return status;
}

Status kind_append(const FarmCampaign *c, int64_t job, Str shard, int64_t end, Buf *out, Error *error)
{
    Reader reader = {.campaign = c, .out = out, .end = end};
    farm_job_range(c, job, &reader.first, &reader.count);
    reader.base = c->ranges ? c->ranges[job].base : reader.first;
    Status status = read_lines(&reader, shard, error);
    if (status == STATUS_OK && out->failed) return error_set(error, STATUS_TOO_LARGE, "the shard is too large");
    return status;
}
