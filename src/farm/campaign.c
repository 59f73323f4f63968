#include "farm/campaign.h"

#include "base/bytes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_TEXT_MAX = 32 << 20, RANGE_BYTES = 16, NUMBER_MAX = 24 };

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool farm_name_ok(Str name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (!is_letter_or_digit(name.ptr[i]) && (i == 0 || !strchr("-_", name.ptr[i]))) return false;
    }
    return name.len > 0 && name.len <= FARM_NAME_MAX;
}

bool farm_path_ok(Str path)
{
    if (path.len == 0 || path.len > FARM_PATH_MAX || path.ptr[path.len - 1] == '/') return false;
    for (size_t i = 0; i < path.len; i++) {
        if ((unsigned char)path.ptr[i] < ' ' || path.ptr[i] == 127) return false;
    }
    while (path.len > 0) {
        Str part = str_until(&path, '/');
        if (part.len == 0 || part.ptr[0] == '.' || part.ptr[0] == '-') return false;
    }
    return true;
}

void farm_campaign_free(FarmCampaign *campaign)
{
    buf_free(&campaign->words_text);
    free(campaign->files);
    free(campaign->ranges);
    *campaign = (FarmCampaign){0};
}

/* ---- words ---- */

/* Cuts the text at its newlines; it belongs to the campaign. */
static Status cut_words(FarmCampaign *campaign, Error *error)
{
    Buf *text = &campaign->words_text;
    campaign->word_count = 0;
    if (text->failed) return error_set(error, STATUS_TOO_LARGE, "the command is too long for a farm");
    for (char *at = text->data, *end = at ? at + text->len : at; at < end;) {
        if (campaign->word_count == FARM_COMMAND_WORDS_MAX)
            return error_set(error, STATUS_TOO_LARGE, "the command has more than %d words", FARM_COMMAND_WORDS_MAX);
        char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end) return error_set(error, STATUS_BAD_INPUT, "the command's last word is not whole");
        *line_end = '\0';
        if (strlen(at) != (size_t)(line_end - at)) return error_set(error, STATUS_BAD_INPUT, "a word has a NUL in it");
        campaign->words[campaign->word_count++] = at;
        at = line_end + 1;
    }
    return STATUS_OK;
}

Status farm_campaign_set_words(FarmCampaign *campaign, const char *const *words, int count, Error *error)
{
    buf_free(&campaign->words_text);
    campaign->words_text = buf_new(FARM_WORDS_TEXT_MAX);
    for (int i = 0; i < count; i++) {
        for (const char *c = words[i]; *c; c++) {
            if ((unsigned char)*c < ' ')
                return error_set(error, STATUS_BAD_INPUT, "'%.60s' has a control in it", words[i]);
        }
        (void)buf_printf(&campaign->words_text, "%s\n", words[i]);
    }
    return cut_words(campaign, error);
}

static void join_words(const FarmCampaign *campaign, Buf *out)
{
    for (int i = 0; i < campaign->word_count; i++) (void)buf_printf(out, "%s\n", campaign->words[i]);
}

/* ---- files ---- */

Status farm_campaign_add_file(FarmCampaign *campaign, const FarmFile *file, Error *error)
{
    size_t count = campaign->file_count;
    if (count >= FARM_FILES_MAX) return error_set(error, STATUS_TOO_LARGE, "more than %d files", FARM_FILES_MAX);
    if ((count & (count - 1)) == 0) {
        FarmFile *files = realloc(campaign->files, (count ? 2 * count : 1) * sizeof *files);
        if (!files) return error_set(error, STATUS_NO_MEMORY, "no memory for the list of files");
        campaign->files = files;
    }
    campaign->files[campaign->file_count++] = *file;
    return STATUS_OK;
}

const FarmFile *farm_campaign_file(const FarmCampaign *campaign, const char *path)
{
    for (size_t i = 0; i < campaign->file_count; i++) {
        if (strcmp(campaign->files[i].path, path) == 0) return &campaign->files[i];
    }
    return NULL;
}

static void join_files(const FarmCampaign *campaign, Buf *out)
{
    for (size_t i = 0; i < campaign->file_count; i++) {
        const FarmFile *file = &campaign->files[i];
        (void)buf_printf(out, "%s %" PRId64 " %s\n", file->sha, file->size, file->path);
    }
}

static Status take_files(FarmCampaign *campaign, Str text, Error *error)
{
    Status status = STATUS_OK;
    while (status == STATUS_OK && text.len > 0) {
        Str line = str_until(&text, '\n'), sha = str_until(&line, ' '), size = str_until(&line, ' ');
        FarmFile file = {.size = 0};
        bool good = sha256_is_hex(sha) && str_copy(sha, file.sha, sizeof file.sha) &&
                    str_to_int(size, 0, INT64_C(1) << 40, &file.size) && farm_path_ok(line) &&
                    str_copy(line, file.path, sizeof file.path);
        status = good ? farm_campaign_add_file(campaign, &file, error)
                      : error_set(error, STATUS_BAD_INPUT, "the list of files is damaged");
    }
    return status;
}

/* ---- ranges ---- */

static void join_ranges(const FarmCampaign *campaign, Buf *out)
{
    for (size_t i = 0; i < campaign->range_count; i++) {
        uint8_t bytes[RANGE_BYTES];
        const FarmRange *range = &campaign->ranges[i];
        bytes_put(bytes, range->file, 4);
        bytes_put(bytes + 4, range->first, 4);
        bytes_put(bytes + 8, range->count, 4);
        bytes_put(bytes + 12, range->base, 4);
        (void)buf_append(out, bytes, sizeof bytes);
    }
}

static Status take_ranges(FarmCampaign *campaign, Str bytes, Error *error)
{
    if (bytes.len == 0) return STATUS_OK;
    if (bytes.len % RANGE_BYTES != 0 || bytes.len / RANGE_BYTES > FARM_JOBS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "the list of ranges is damaged");
    free(campaign->ranges);
    campaign->range_count = bytes.len / RANGE_BYTES;
    campaign->ranges = calloc(campaign->range_count, sizeof *campaign->ranges);
    if (!campaign->ranges) campaign->range_count = 0;
    if (!campaign->ranges) return error_set(error, STATUS_NO_MEMORY, "no memory for the ranges");
    for (size_t i = 0; i < campaign->range_count; i++) {
        const uint8_t *at = (const uint8_t *)bytes.ptr + i * RANGE_BYTES;
        campaign->ranges[i] = (FarmRange){(uint32_t)bytes_get(at, 4), (uint32_t)bytes_get(at + 4, 4),
                                          (uint32_t)bytes_get(at + 8, 4), (uint32_t)bytes_get(at + 12, 4)};
    }
    return STATUS_OK;
}

/* ---- ids ---- */

void farm_campaign_make_id(FarmCampaign *campaign)
{
    Buf text = buf_new(FILES_TEXT_MAX + FARM_WORDS_TEXT_MAX);
    (void)buf_printf(&text, "%s %s %s %" PRId64 "\n", campaign->kind, campaign->game, campaign->signature,
                     campaign->each);
    join_files(campaign, &text);
    join_words(campaign, &text);
    sha256_of(buf_view(&text), campaign->id);
    buf_free(&text);
}

void farm_job_range(const FarmCampaign *campaign, int64_t job, int64_t *first, int64_t *count)
{
    if (campaign->ranges && (size_t)job < campaign->range_count) {
        *first = campaign->ranges[job].first;
        *count = campaign->ranges[job].count;
        return;
    }
    *first = job * campaign->each;
    *count = campaign->units - *first < campaign->each ? campaign->units - *first : campaign->each;
}

void farm_job_id(const FarmCampaign *campaign, int64_t job, char out[SHA256_HEX + 1])
{
    int64_t first = 0, count = 0;
    Buf text = buf_new(1024);
    farm_job_range(campaign, job, &first, &count);
    (void)buf_printf(&text, "%s %" PRId64 " %" PRId64, campaign->id, first, count);
    if (campaign->ranges) (void)buf_printf(&text, " %u", campaign->ranges[job].file);
    sha256_of(buf_view(&text), out);
    buf_free(&text);
}

/* ---- names and values ---- */

typedef struct NumberField {
    const char *name;
    size_t offset;
    int64_t min, max;
} NumberField;

#define NUMBER(field, least, most)                         \
    {                                                      \
#field, offsetof(FarmCampaign, field), least, most \
    }
static const NumberField numbers[] = {
    NUMBER(total, 1, FARM_JOBS_MAX), NUMBER(each, 1, 1 << 24),         NUMBER(units, 1, INT64_C(1) << 40),
    NUMBER(codes, 0, 1 << 20),       NUMBER(step, 0, FARM_JOBS_MAX),   NUMBER(window, 1, 1000),
    NUMBER(tries, 1, 100),           NUMBER(timeout_s, 1, 30 * 86400), NUMBER(verify, 0, 100),
};
enum { NUMBERS = sizeof numbers / sizeof *numbers, SILENCE_LEAST_MS = 500, SILENCE_MOST_MS = 300000 };

static Status take_text(char *out, size_t size, Str value, bool good, Str name, Error *error)
{
    if (good && str_copy(value, out, size)) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "the campaign's %.*s is damaged", STR_ARG(name));
}

static Status take_number(FarmCampaign *campaign, Str name, Str value, Error *error)
{
    int64_t number = 0;
    for (size_t i = 0; i < NUMBERS; i++) {
        if (!str_eq(name, numbers[i].name)) continue;
        if (!str_to_int(value, numbers[i].min, numbers[i].max, &number))
            return error_set(error, STATUS_BAD_INPUT, "the campaign's %s is out of range", numbers[i].name);
        memcpy((char *)campaign + numbers[i].offset, &number, sizeof number);
        return STATUS_OK;
    }
    if (str_eq(name, "silence")) {
        if (str_to_int(value, SILENCE_LEAST_MS, SILENCE_MOST_MS, &campaign->silence_ms)) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "the campaign's silence is out of range");
    }
    bool *flag = str_eq(name, "fixed") ? &campaign->fixed : str_eq(name, "test") ? &campaign->has_test : NULL;
    if (!flag) return STATUS_NOT_FOUND;
    *flag = str_eq(value, "1");
    return STATUS_OK;
}

static bool is_word(Str text)
{
    return farm_name_ok(text) && text.len < 16;
}

Status farm_campaign_take(FarmCampaign *c, Str name, Str value, Error *error)
{
    if (str_eq(name, "name")) return take_text(c->name, sizeof c->name, value, farm_name_ok(value), name, error);
    if (str_eq(name, "kind")) return take_text(c->kind, sizeof c->kind, value, is_word(value), name, error);
    if (str_eq(name, "game")) return take_text(c->game, sizeof c->game, value, is_word(value), name, error);
    if (str_eq(name, "id")) return take_text(c->id, sizeof c->id, value, sha256_is_hex(value), name, error);
    if (str_eq(name, "folder")) return take_text(c->folder, sizeof c->folder, value, true, name, error);
    if (str_eq(name, "signature"))
        return take_text(c->signature, sizeof c->signature, value, value.len == 16 && farm_name_ok(value), name, error);
    if (str_eq(name, "files")) return take_files(c, value, error);
    if (str_eq(name, "ranges")) return take_ranges(c, value, error);
    if (!str_eq(name, "words")) return take_number(c, name, value, error);
    buf_free(&c->words_text);
    c->words_text = buf_new(FARM_WORDS_TEXT_MAX);
    (void)buf_str(&c->words_text, value);
    return cut_words(c, error);
}

static bool ranges_fit(const FarmCampaign *c)
{
    for (size_t i = 0; i < c->range_count; i++) {
        const FarmRange *range = &c->ranges[i];
        if (range->file >= c->file_count || range->count == 0 || (int64_t)range->count > c->each) return false;
        if ((int64_t)range->base + range->count > c->units || range->first > 1 << 24) return false;
    }
    return c->range_count == 0 || (int64_t)c->range_count == c->total;
}

Status farm_campaign_check(const FarmCampaign *c, Error *error)
{
    bool whole = c->name[0] && c->kind[0] && c->game[0] && c->id[0] && c->signature[0] && c->word_count > 0 &&
                 c->total > 0 && c->each > 0 && c->units > 0 && c->tries > 0 && c->timeout_s > 0 && c->window > 0 &&
                 c->silence_ms > 0;
    if (!whole) return error_set(error, STATUS_BAD_INPUT, "the campaign is not whole");
    bool jobs_fit = c->ranges || (c->units + c->each - 1) / c->each == c->total;
    if (!jobs_fit || !ranges_fit(c)) return error_set(error, STATUS_BAD_INPUT, "the campaign's jobs do not add up");
    FarmCampaign again = *c;
    farm_campaign_make_id(&again);
    if (strcmp(again.id, c->id) == 0) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "the campaign's id does not stand for what is in it");
}

void farm_campaign_give(const FarmCampaign *c, void (*each)(void *context, const char *name, Str value), void *context)
{
    const char *const texts[][2] = {{"name", c->name}, {"kind", c->kind},           {"game", c->game},
                                    {"id", c->id},     {"signature", c->signature}, {"folder", c->folder}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) each(context, texts[i][0], str_from(texts[i][1]));
    for (size_t i = 0; i < NUMBERS; i++) {
        char text[NUMBER_MAX];
        int64_t number = 0;
        memcpy(&number, (const char *)c + numbers[i].offset, sizeof number);
        (void)snprintf(text, sizeof text, "%" PRId64, number);
        each(context, numbers[i].name, str_from(text));
    }
    char silence[NUMBER_MAX];
    (void)snprintf(silence, sizeof silence, "%" PRId64, c->silence_ms);
    each(context, "silence", str_from(silence));
    each(context, "fixed", str_from(c->fixed ? "1" : "0"));
    each(context, "test", str_from(c->has_test ? "1" : "0"));
    Buf text = buf_new(FILES_TEXT_MAX);
    join_files(c, &text);
    each(context, "files", buf_view(&text));
    buf_clear(&text);
    join_words(c, &text);
    each(context, "words", buf_view(&text));
    buf_free(&text);
    text = buf_new((size_t)FARM_JOBS_MAX * RANGE_BYTES);
    join_ranges(c, &text);
    each(context, "ranges", buf_view(&text));
    buf_free(&text);
}
