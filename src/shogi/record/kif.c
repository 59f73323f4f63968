#include "shogi/record/kif.h"

#include "shogi/record/kif_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    KifuEnd end;
} ends[] = {
    {"投了", KIFU_END_RESIGN},          {"詰み", KIFU_END_MATE},
    {"千日手", KIFU_END_REPETITION},    {"持将棋", KIFU_END_IMPASSE},
    {"入玉勝ち", KIFU_END_DECLARATION}, {"切れ負け", KIFU_END_TIME},
    {"反則負け", KIFU_END_ILLEGAL},     {"反則勝ち", KIFU_END_ILLEGAL},
    {"中断", KIFU_END_ABORT},
};

/* ---- reading ---- */

/* "( 0:12/00:00:12)" gives 12; -1 when there is none. */
static int take_seconds(Str s)
{
    kif_skip_blanks(&s);
    int minutes, seconds;
    char text[32];
    if (!str_copy((Str){s.ptr, s.len < 30 ? s.len : 30}, text, sizeof text)) return -1;
    return sscanf(text, "(%d:%d/", &minutes, &seconds) == 2 && minutes >= 0 && seconds >= 0 && minutes < 100000
               ? minutes * 60 + seconds
               : -1;
}

/* After the move number: "７六歩(77)", "同　銀成(31)", "５五角打". */
static Status read_move(KifReader *reader, Str s)
{
    Status status = kif_read_square(reader, &s);
    if (status != STATUS_OK) return status;
    int kind = kif_take_kind(&s);
    if (!kind) return kif_fail(reader, "a move without a piece");
    char text[6];
    int n;
    if (kifu_take(&s, "打")) {
        if (kind > 7) return kif_fail(reader, "a drop of a piece that cannot be in hand");
        n = snprintf(text, sizeof text, "%c*%d%c", kif_letters[kind], reader->last_file, 'a' + reader->last_rank - 1);
    } else {
        bool refused = kifu_take(&s, "不成");
        bool promotes = !refused && kifu_take(&s, "成");
        bool square = s.len >= 4 && s.ptr[0] == '(' && s.ptr[1] >= '1' && s.ptr[1] <= '9' && s.ptr[2] >= '1' &&
                      s.ptr[2] <= '9' && s.ptr[3] == ')';
        if (!square) return kif_fail(reader, "a move without the square that it comes from");
        n = snprintf(text, sizeof text, "%c%c%d%c%s", s.ptr[1], 'a' + (s.ptr[2] - '1'), reader->last_file,
                     'a' + reader->last_rank - 1, promotes ? "+" : "");
        s = str_skip(s, 4);
    }
    if (n < 4 || n > 5) return kif_fail(reader, "a move that makes no sense");
    return kif_add_move(reader, text, take_seconds(s));
}

static Status read_numbered(KifReader *reader, Str s)
{
    while (s.len && *s.ptr >= '0' && *s.ptr <= '9') s = str_skip(s, 1);
    kif_skip_blanks(&s);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (!str_starts(s, ends[i].word)) continue;
        kif_end_line(reader, ends[i].end);
        return STATUS_OK;
    }
    return read_move(reader, s);
}

/* All moves must be playable in form: pieces of the mover on their squares. */
static Status check_moves(const KifuGame *game, Error *error)
{
    KifuBoard board;
    Status status = kifu_board_parse(&board, str_from(game->position), error);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < game->total; i++) {
        if (game->moves[i].parent != i - 1) (void)kifu_board_after(game, game->moves[i].parent, &board);
        if (!kifu_board_play(&board, game->moves[i].text)) {
            return error_set(error, STATUS_BAD_INPUT, "KIF move %d (%s): no such piece there", i + 1,
                             game->moves[i].text);
        }
    }
    return STATUS_OK;
}

static bool is_numbered(Str line)
{
    return *line.ptr >= '0' && *line.ptr <= '9';
}

Status kif_parse(Str text, KifuGame *out, Error *error)
{
    static const KifForm form = {"KIF", is_numbered, read_numbered};
    Status status = kif_read(text, &form, out, error);
    return status == STATUS_OK ? check_moves(out, error) : status;
}

/* ---- writing ---- */

static void put_move(const KifuBoard *board, const char *move, const char *before, Buf *out)
{
    kif_put_square(move, before, out);
    if (move[1] == '*') {
        buf_printf(out, "%s打", kif_kind_names[strchr(kif_letters, move[0]) - kif_letters]);
        return;
    }
    int cell = board->cell[move[1] - 'a'][move[0] - '1'];
    buf_printf(out, "%s%s(%c%d)", kif_kind_names[abs(cell)], move[4] ? "成" : "", move[0], move[1] - 'a' + 1);
}

static const char *end_word(KifuEnd end)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends[i].end == end) return ends[i].word;
    }
    return NULL;
}

typedef struct Writer {
    const KifuGame *game;
    Buf *out;
    int ply;       /* of the next move */
    long total[2]; /* seconds of each side on the line being written */
} Writer;

static void put_time(Writer *writer, int side, int seconds)
{
    if (seconds < 0) return;
    long sum = writer->total[side] += seconds;
    buf_printf(writer->out, "   (%2d:%02d/%02ld:%02ld:%02ld)", seconds / 60, seconds % 60, sum / 3600, sum / 60 % 60,
               sum % 60);
}

/* A move with what belongs to it. */
static Status put_step(Writer *writer, KifuBoard *board, int index, Error *error)
{
    const KifuMove *move = &writer->game->moves[index];
    KifuBoard before = *board;
    if (!kifu_board_play(board, move->text)) {
        return error_set(error, STATUS_BAD_INPUT, "move %d (%s): no such piece there", writer->ply, move->text);
    }
    buf_printf(writer->out, "%4d ", writer->ply++);
    put_move(&before, move->text, move->parent < 0 ? NULL : writer->game->moves[move->parent].text, writer->out);
    put_time(writer, before.side, move->seconds);
    buf_putc(writer->out, '\n');
    kifu_put_comment(move->comment, "*", writer->out);
    if (move->bookmark.len) buf_printf(writer->out, "&%.*s\n", STR_ARG(move->bookmark));
    return STATUS_OK;
}

/* Variations lie behind the main line, each move after its parent. Their own order is that of reading: the deepest fork
 * of a line first. So a line is written to its end, and its forks wait on a stack. */
typedef struct Forks {
    int first[KIFU_MOVES_MAX + 1], next[KIFU_MOVES_MAX], stack[KIFU_MOVES_MAX];
    int count;
} Forks;

static void find_forks(const KifuGame *game, Forks *forks)
{
    for (int i = 0; i <= game->total; i++) forks->first[i] = -1;
    for (int i = game->total - 1; i >= 0; i--) {
        int *first = &forks->first[game->moves[i].parent + 1];
        forks->next[i] = *first;
        *first = i;
    }
    forks->count = 0;
}

/* The other moves in the place of one, so that the first of them is taken first. */
static void push_others(Forks *forks, int parent)
{
    int from = forks->count, first = forks->first[parent + 1];
    for (int i = first < 0 ? -1 : forks->next[first]; i >= 0; i = forks->next[i]) forks->stack[forks->count++] = i;
    for (int a = from, b = forks->count - 1; a < b; a++, b--) {
        int swap = forks->stack[a];
        forks->stack[a] = forks->stack[b];
        forks->stack[b] = swap;
    }
}

static Status put_variation(Writer *writer, Forks *forks, int index, Error *error)
{
    KifuBoard board;
    const KifuGame *game = writer->game;
    *writer = (Writer){.game = game, .out = writer->out, .ply = 1};
    for (int i = game->moves[index].parent; i >= 0; i = game->moves[i].parent) writer->ply++;
    if (!kifu_board_after(game, game->moves[index].parent, &board)) {
        return error_set(error, STATUS_BAD_INPUT, "a variation of a broken line");
    }
    buf_printf(writer->out, "\n変化：%d手\n", writer->ply);
    Status status = STATUS_OK;
    for (int i = index; i >= 0 && status == STATUS_OK; i = forks->first[i + 1]) {
        status = put_step(writer, &board, i, error);
        push_others(forks, i);
    }
    return status;
}

static Status put_variations(Writer *writer, Error *error)
{
    Forks *forks = malloc(sizeof *forks);
    if (!forks) return error_set(error, STATUS_NO_MEMORY, "no memory for the variations");
    find_forks(writer->game, forks);
    for (int i = -1; i < writer->game->count; i++) push_others(forks, i);
    Status status = STATUS_OK;
    while (forks->count > 0 && status == STATUS_OK) {
        status = put_variation(writer, forks, forks->stack[--forks->count], error);
    }
    free(forks);
    return status;
}

Status kif_format(const KifuGame *game, Buf *out, Error *error)
{
    KifuBoard board;
    Status status = kifu_board_parse(&board, str_from(game->position), error);
    if (status != STATUS_OK) return status;
    kif_put_head(game, &board, out);
    buf_puts(out, "手数----指手---------消費時間--\n");
    kifu_put_comment(game->comment, "*", out);
    Writer writer = {.game = game, .out = out, .ply = 1};
    for (int i = 0; i < game->count && status == STATUS_OK; i++) status = put_step(&writer, &board, i, error);
    if (status == STATUS_OK && end_word(game->end)) {
        buf_printf(out, "%4d %s\n", game->count + 1, end_word(game->end));
    }
    if (status == STATUS_OK && game->total > game->count) status = put_variations(&writer, error);
    if (status != STATUS_OK) return status;
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the record is too long") : STATUS_OK;
}
