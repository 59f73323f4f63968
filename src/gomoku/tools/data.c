#include "gomoku/tools/data.h"

#include "base/mem.h"

#include <math.h>

enum { SCORE_MOST = 6000 };

static size_t count_lines(Str text)
{
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++) lines += text.ptr[i] == '\n';
    return lines;
}

Status gomoku_data_init(GomokuData *data, Str text, Error *error)
{
    *data = (GomokuData){.captures = -1, .room = count_lines(text)}; /* weights that no option names stay 0 */
    Status status = options_init((OptionTable){gom_option_list, GOM_OPTION_COUNT}, &data->settings, error);
    if (status == STATUS_OK) status = tables_create(&data->tables, error);
    if (status != STATUS_OK) return status;
    data->samples = mem_alloc(data->room * sizeof *data->samples, 0, error);
    data->board = mem_alloc(sizeof *data->board, 0, error);
    return data->samples && data->board ? STATUS_OK : STATUS_NO_MEMORY;
}

void gomoku_data_free(GomokuData *data)
{
    mem_free(data->samples);
    mem_free(data->board);
    tables_destroy(data->tables);
}

bool gomoku_data_is_decided(const GomBoard *board)
{
    int mover = board->side;
    if (board_count(board, mover, CELL_CLASS_FIVE) > 0 || board_count(board, !mover, CELL_CLASS_FIVE) > 0) return true;
    return !board->rules.captures && board_count(board, mover, CELL_CLASS_OPEN_FOUR) > 0;
}

/* A forced win is a won game. `result` is negative when unknown; then, and beside it, the score's chance counts as soon
 * as the scale is known. Negative: nothing can be said. */
static double target_of(const GomokuData *data, int64_t score, double result)
{
    if (score > SCORE_MOST || score < -SCORE_MOST) return score > 0;
    if (data->scale <= 0) return result;
    double chance = 1 / (1 + exp(-(double)score / data->scale));
    return result < 0 ? chance : (1 - data->score_share) * result + data->score_share * chance;
}

/* For the side to move; -1: not known. */
static bool read_result(Str text, double *out)
{
    *out = str_eq(text, "1") ? 1 : str_eq(text, "0.5") ? 0.5 : str_eq(text, "-") ? -1 : 0;
    return *out != 0 || str_eq(text, "0");
}

Status gomoku_data_line(Str line, size_t number, GomokuLine *out, Error *error)
{
    Str text = str_until(&line, '\t'), score = str_until(&line, '\t');
    Error why;
    GomRules unused = rules_preset(GOM_NINUKI);
    if (!str_to_int(score, -SCORE_WIN, SCORE_WIN, &out->score) || !read_result(line, &out->result))
        return error_set(error, STATUS_BAD_INPUT, "line %zu: position, score and result are wanted", number);
    if (position_parse(&unused, text, &out->position, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD_INPUT, "line %zu: %.200s", number, why.text);
    return STATUS_OK;
}

static Status add_line(GomokuData *data, Str text, size_t number, Error *error)
{
    GomokuLine line;
    Status status = gomoku_data_line(text, number, &line, error);
    if (status != STATUS_OK) return status;
    int captures = line.position.rules.captures != 0;
    if (data->captures < 0) {
        data->captures = captures;
        data->weights = data->settings.weights[captures];
    }
    if (captures != data->captures)
        return error_set(error, STATUS_BAD_INPUT, "line %zu: forms with and without captures are mixed", number);
    board_set(data->board, data->tables, &data->weights, &line.position);
    double target = target_of(data, line.score, line.result);
    if (gomoku_data_is_decided(data->board) || target < 0) return STATUS_OK;
    if (data->count == data->room) return error_set(error, STATUS_TOO_LARGE, "too many positions");
    const GomRules *rules = &line.position.rules;
    TuneSample *sample = &data->samples[data->count++];
    tune_counts(data->board, (BoardTraits){tables_radius(rules->exact_five[0], rules->exact_five[1]), rules->captures},
                sample->counts);
    sample->target = (float)target;
    return STATUS_OK;
}

Status gomoku_data_read(GomokuData *data, Str text, Error *error)
{
    Status status = STATUS_OK;
    size_t number = 0;
    data->count = 0;
    while (text.len > 0 && text.ptr[text.len - 1] != '\n') text.len--; /* a line without an end was torn by a kill */
    for (Str rest = text; rest.len > 0 && status == STATUS_OK;) {
        Str line = str_trim(str_until(&rest, '\n'));
        number++;
        if (line.len > 0 && line.ptr[0] != '#') status = add_line(data, line, number, error);
    }
    if (status == STATUS_OK && data->count == 0) status = error_set(error, STATUS_BAD_INPUT, "no position to learn");
    return status;
}
