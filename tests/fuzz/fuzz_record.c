/* Any bytes as a record: `FORMAT byte, text`. A game that was read and can be written must read back with the same
 * moves. */
#include "fuzz.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 14 };

static void write_and_read_again(const RecordFormat *format, const Record *game)
{
    Buf text = buf_new(1 << 22);
    Error error;
    RecordSet again = {0};
    if (format->write(game, &text, &error) == STATUS_OK) {
        require(format->read(buf_view(&text), &again, &error) == STATUS_OK);
        require(again.count == 1 && again.items[0].count == game->count);
        for (size_t i = 0; i < game->count; i++) {
            require(strcmp(game->moves[i].text, again.items[0].moves[i].text) == 0);
        }
    }
    record_set_free(&again);
    buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t formats = 0;
    while (record_format_at(formats)) formats++;
    if (size < 2 || size > TEXT_MAX) return 0;
    const RecordFormat *format = record_format_at(data[0] % formats);
    Str text = {(const char *)data + 1, size - 1};
    RecordSet set = {0};
    Error error;
    (void)format->is(text);
    (void)format->read(text, &set, &error); /* games before an error are kept */
    for (size_t i = 0; i < set.count && format->write; i++) write_and_read_again(format, &set.items[i]);
    record_set_free(&set);
    return 0;
}
