#include "gomoku/tools/line_data.h"

#include "base/mem.h"
#include "gomoku/params.h"

#include <string.h>

typedef struct Reader {
    GomTables *tables;
    GomBoard *board;
    GomSettings settings;
    uint64_t game; /* of the lines that come */
    LineSamples *out;
} Reader;

/* The search never evaluates a position that a look at the classes decides. */
static bool is_decided(const GomBoard *board)
{
    int mover = board->side;
    if (board_count(board, mover, CELL_CLASS_FIVE) > 0 || board_count(board, !mover, CELL_CLASS_FIVE) > 0) return true;
    return !board->rules.captures && board_count(board, mover, CELL_CLASS_OPEN_FOUR) > 0;
}

static bool read_result(Str text, float *out)
{
    *out = str_eq(text, "1") ? 1.0f : str_eq(text, "0.5") ? 0.5f : str_eq(text, "-") ? -1.0f : 0.0f;
    return *out != 0 || str_eq(text, "0");
}

static Status add_line(Reader *reader, Str line, size_t number, Error *error)
{
    Str text = str_until(&line, '\t'), score = str_until(&line, '\t');
    int64_t value;
    float result = 0;
    GomPosition position;
    Error why;
    GomRules unused = rules_preset(GOM_NINUKI);
    if (!str_to_int(score, -SCORE_WIN, SCORE_WIN, &value) || !read_result(line, &result))
        return error_set(error, STATUS_BAD_INPUT, "line %zu: position, score and result are wanted", number);
    if (position_parse(&unused, text, &position, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD_INPUT, "line %zu: %.200s", number, why.text);
    const GomRules *rules = &position.rules;
    int captures = rules->captures != 0;
    BoardTraits traits = {tables_radius(rules->exact_five[0], rules->exact_five[1]), captures};
    board_set(reader->board, reader->tables, &reader->settings.weights[captures], &position);
    if (is_decided(reader->board)) return STATUS_OK;
    LineSample *sample = line_samples_add(&reader->out[captures], reader->board, traits, error);
    if (!sample) return STATUS_NO_MEMORY;
    sample->held_out = splitmix64(reader->game) % HELD_OUT_ONE_IN == 0;
    sample->score = (int16_t)value;
    sample->result = result;
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
