/* What a farm's server and workers may send: `WAY byte, text`. 0: an address. 1: the words of a command, a line each.
 * 2: the names and values of a campaign, `name TAB value` a line, \ for a newline inside. 3: a shard, by its second
 * byte of a match, a tuning or an analysis. 4: the same, the lines with right checksums. What is taken can be used. */
#include "app/common/work_log.h"
#include "app/farm/kinds.h"
#include "app/farm/vocabulary.h"
#include "farm/link.h"
#include "fuzz.h"

#include <string.h>

enum { LINES_MAX = 64, INPUT_MAX = 1 << 14 };

static Status any_file(void *context, const char *path, Error *error)
{
    (void)context, (void)error;
    require(farm_path_ok(str_from(path)));
    return STATUS_OK;
}

static int cut(char *text, const char *lines[LINES_MAX])
{
    int count = 0;
    for (char *at = text; at && count < LINES_MAX;) {
        lines[count++] = at;
        at = strchr(at, '\n');
        if (at) *at++ = '\0';
    }
    return count;
}

static void address(const char *text)
{
    FarmAddress found;
    Error error;
    if (farm_address_parse(&found, text, &error) == STATUS_OK) require(found.host[0] && found.port > 0);
}

static void plan(const char *const *words, int count)
{
    VocabularyFiles files = {any_file, NULL};
    KindFiles records = {any_file, NULL};
    FarmCampaign campaign = {
        .name = "f", .signature = "0123456789abcdef", .silence_ms = 1000, .tries = 1, .timeout_s = 1, .window = 1};
    KindCommand *command = malloc(sizeof *command);
    Error error;
    bool good = command && vocabulary_check(words, count, &files, &error) == STATUS_OK &&
                strcmp(words[0], "analyse") != 0 &&
                farm_campaign_set_words(&campaign, words, count, &error) == STATUS_OK &&
                kind_plan(&campaign, 1, &records, &error) == STATUS_OK;
    if (good) {
        farm_campaign_make_id(&campaign);
        require(farm_campaign_check(&campaign, &error) == STATUS_OK);
        require(kind_command(&campaign, campaign.total - 1, "s", "k", command, &error) == STATUS_OK);
    }
    farm_campaign_free(&campaign);
    free(command);
}

static void take_fields(const char *const *lines, int count)
{
    FarmCampaign campaign = {.total = 0};
    Error error;
    for (int i = 0; i < count; i++) {
        Str value = str_from(lines[i]), name = str_until(&value, '\t');
        char text[INPUT_MAX + 1];
        if (!str_copy(value, text, sizeof text)) continue;
        for (char *c = text; *c; c++) *c = (char)(*c == '\\' ? '\n' : *c);
        (void)farm_campaign_take(&campaign, name, (Str){text, value.len}, &error);
    }
    if (farm_campaign_check(&campaign, &error) == STATUS_OK) {
        char id[SHA256_HEX + 1];
        farm_job_id(&campaign, campaign.total - 1, id);
        require(sha256_is_hex(str_from(id)));
    }
    farm_campaign_free(&campaign);
}

static void shard(char *text, bool seal)
{
    static const char *const kinds[] = {"match", "tune", "analyse"};
    FarmRange range = {0, 1, 3, 7};
    FarmCampaign campaign = {.total = 1, .each = 4, .units = 4, .codes = 2, .fixed = true};
    Buf content = buf_new(1 << 20), codes = buf_new(1 << 16), out = buf_new(1 << 20);
    int kind = (unsigned char)text[0] % 3;
    (void)str_copy(str_from(kinds[kind]), campaign.kind, sizeof campaign.kind);
    if (kind == 2) campaign.ranges = &range, campaign.range_count = 1;
    const char *lines[LINES_MAX];
    int count = seal && text[0] ? cut(text + 1, lines) : 0;
    for (int i = 0; i < count; i++) {
        Buf line = buf_new(WORK_LOG_LINE_MAX);
        (void)buf_puts(&line, lines[i]);
        work_log_seal(&line);
        (void)buf_str(&content, buf_view(&line));
        buf_free(&line);
    }
    Str view = seal ? buf_view(&content) : str_from(text[0] ? text + 1 : text);
    Error error;
    if (kind_read(&campaign, 0, view, &codes, &error) == STATUS_OK) {
        require(kind == 2 || codes.len >= (size_t)campaign.codes);
        require(kind_append(&campaign, 0, view, INT64_MAX, &out, &error) == STATUS_OK);
    }
    buf_free(&content);
    buf_free(&codes);
    buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT_MAX + 1];
    const char *lines[LINES_MAX];
    if (size < 1 || size > INPUT_MAX) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 5) {
    case 0: address(text); break;
    case 1: plan(lines, cut(text, lines)); break;
    case 2: take_fields(lines, cut(text, lines)); break;
    default: shard(text, data[0] % 5 == 4); break;
    }
    return 0;
}
