#include "gomoku/tools/line_data.h"

#include "base/mem.h"
#include "gomoku/params.h"
#include "gomoku/tools/data.h"

#include <string.h>

typedef struct Reader {
    GomTables *tables;
    GomBoard *board;
    GomSettings settings;
    uint64_t game; /* of the lines that come */
    LineSamples *out;
} Reader;

static Status add_line(Reader *reader, Str text, size_t number, Error *error)
{
    GomokuLine line;
    Status status = gomoku_data_line(text, number, &line, error);
    if (status != STATUS_OK) return status;
    const GomRules *rules = &line.position.rules;
    int captures = rules->captures != 0;
    BoardTraits traits = {tables_radius(rules->exact_five[0], rules->exact_five[1]), captures};
    board_set(reader->board, reader->tables, &reader->settings.weights[captures], &line.position);
    if (gomoku_data_is_decided(reader->board)) return STATUS_OK;
    LineSample *sample = line_samples_add(&reader->out[captures], reader->board, traits, error);
    if (!sample) return STATUS_NO_MEMORY;
    sample->held_out = splitmix64(reader->game) % HELD_OUT_ONE_IN == 0;
    sample->score = (int16_t)line.score;
    sample->result = (float)line.result;
    sample->by_hand = (int16_t)board_evaluate(reader->board, reader->board->side, traits);
    return STATUS_OK;
}

static Status read_lines(Reader *reader, Str text, Error *error)
{
    Status status = STATUS_OK;
    size_t number = 0;
    while (text.len > 0 && text.ptr[text.len - 1] != '\n') text.len--; /* a line without an end was torn by a kill */
    for (Str rest = text; rest.len > 0 && status == STATUS_OK;) {
        Str line = str_trim(str_until(&rest, '\n'));
        number++;
        if (line.len > 0 && line.ptr[0] == '#') reader->game++;
        if (line.len > 0 && line.ptr[0] != '#') status = add_line(reader, line, number, error);
    }
    return status;
}

Status line_data_read(Str text, LineSamples out[2], Error *error)
{
    Reader reader = {.out = out};
    Status status = options_init((OptionTable){gom_option_list, GOM_OPTION_COUNT}, &reader.settings, error);
    if (status == STATUS_OK) status = tables_create(&reader.tables, error);
    if (status != STATUS_OK) return status;
    reader.board = mem_alloc(sizeof *reader.board, 0, error);
    status = reader.board ? read_lines(&reader, text, error) : STATUS_NO_MEMORY;
    mem_free(reader.board);
    tables_destroy(reader.tables);
    return status;
}
