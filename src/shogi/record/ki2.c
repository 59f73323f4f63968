#include "shogi/record/ki2.h"

#include "shogi/record/kif_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAWN = 1, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING, HORSE = BISHOP + KIFU_PROMOTED, DRAGON };

/* ---- who can go where ---- */

typedef struct Square {
    int8_t file, rank; /* from 0 */
} Square;

/* Nothing stands between two squares of one line. */
static bool is_clear(const KifuBoard *board, Square from, Square to)
{
    int df = (to.file > from.file) - (to.file < from.file), dr = (to.rank > from.rank) - (to.rank < from.rank);
    for (int f = from.file + df, r = from.rank + dr; f != to.file || r != to.rank; f += df, r += dr) {
        if (board->cell[r][f]) return false;
    }
    return true;
}

/* Does the piece on a square attack another? Checks to its own king do not matter here. */
static bool reaches(const KifuBoard *board, Square from, Square to)
{
    int cell = board->cell[from.rank][from.file];
    int across = abs(to.file - from.file), ahead = cell < 0 ? to.rank - from.rank : from.rank - to.rank;
    bool diagonal = across == abs(ahead) && across > 0, straight = (across == 0) != (ahead == 0);
    bool beside = across <= 1 && abs(ahead) <= 1 && (across || ahead);
    switch (abs(cell)) {
    case PAWN: return across == 0 && ahead == 1;
    case LANCE: return across == 0 && ahead > 0 && is_clear(board, from, to);
    case KNIGHT: return across == 1 && ahead == 2;
    case SILVER: return beside && ahead != 0 && (ahead == 1 || across == 1);
    case BISHOP: return diagonal && is_clear(board, from, to);
    case ROOK: return straight && is_clear(board, from, to);
    case KING: return beside;
    case HORSE: return beside || (diagonal && is_clear(board, from, to));
    case DRAGON: return beside || (straight && is_clear(board, from, to));
    default: return cell != 0 && beside && (ahead >= 0 || across == 0); /* golds */
    }
}

/* The pieces that a move may mean. */
typedef struct Choice {
    Square items[81];
    int count;
} Choice;

static Choice all_that_reach(const KifuBoard *board, int kind, Square to)
{
    Choice choice = {.count = 0};
    int cell = board->side ? -kind : kind;
    for (int8_t rank = 0; rank < 9; rank++) {
        for (int8_t file = 0; file < 9; file++) {
            Square from = {file, rank};
            if (board->cell[rank][file] == cell && reaches(board, from, to)) choice.items[choice.count++] = from;
        }
    }
    return choice;
}

/* ---- the words that tell pieces apart ---- */

enum { UP = 1, ACROSS = 2, DOWN = 4, STRAIGHT = 8, LEFT = 16, RIGHT = 32, DROP = 64 };

static const struct {
    const char *word;
    int meaning;
} words[] = {{"上", UP},   {"行", UP},       {"入", UP},   {"寄", ACROSS}, {"引", DOWN},
             {"退", DOWN}, {"直", STRAIGHT}, {"左", LEFT}, {"右", RIGHT},  {"打", DROP}};
enum { WORDS = sizeof words / sizeof *words };

static int motion(int side, Square from, Square to)
{
    int ahead = side ? to.rank - from.rank : from.rank - to.rank;
    return ahead > 0 ? UP : ahead < 0 ? DOWN : ACROSS;
}

/* Grows from the player's right to the left. */
static int leftness(int side, Square square)
{
    return side ? -square.file : square.file;
}

/* Only those that go the way that is meant, and of them the outermost on the side that is meant. */
static Choice narrow(const Choice *all, int side, Square to, int meaning)
{
    Choice kept = {.count = 0};
    int ways = meaning & (UP | ACROSS | DOWN);
    for (int i = 0; i < all->count; i++) {
        Square from = all->items[i];
        if (ways && !(ways & motion(side, from, to))) continue;
        if ((meaning & STRAIGHT) && (from.file != to.file || motion(side, from, to) != UP)) continue;
        if ((meaning & (LEFT | RIGHT)) && kept.count) {
            int further = leftness(side, from) - leftness(side, kept.items[0]);
            if (meaning & RIGHT) further = -further;
            if (further < 0) continue;
            if (further > 0) kept.count = 0;
        }
        kept.items[kept.count++] = from;
    }
    return kept;
}

/* The fewest words that leave only `from`. */
static int words_for(const Choice *all, int side, Square from, Square to)
{
    int way = motion(side, from, to);
    const int tries[] = {0, way, STRAIGHT, LEFT, RIGHT, LEFT | way, RIGHT | way};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        Choice left = narrow(all, side, to, tries[i]);
        if (left.count == 1 && left.items[0].file == from.file && left.items[0].rank == from.rank) return tries[i];
    }
    return 0;
}

/* ---- reading ---- */

static const char *const marks[2][3] = {{"▲", "☗", "▼"}, {"△", "☖", "▽"}};

static bool take_mark(Str *s, int *side)
{
    for (int i = 0; i < 6; i++) {
        *side = i / 3;
        if (kifu_take(s, marks[i / 3][i % 3])) return true;
    }
    return false;
}

static int take_words(Str *s)
{
    int meaning = 0;
    for (size_t i = 0; i < WORDS; i++) {
        if (!kifu_take(s, words[i].word)) continue;
        meaning |= words[i].meaning;
        i = (size_t)-1; /* words come in any order */
    }
    return meaning;
}

static void usi_text(Square from, Square to, bool promotes, char text[6])
{
    (void)snprintf(text, 6, "%c%c%c%c%s", '1' + from.file, 'a' + from.rank, '1' + to.file, 'a' + to.rank,
                   promotes ? "+" : "");
}

/* Does a move leave the mover's king to be taken? */
static bool exposes_king(KifuBoard board, const char *move)
{
    int side = board.side;
    if (!kifu_board_play(&board, move)) return true;
    for (int king = 0; king < 81; king++) {
        if (board.cell[king / 9][king % 9] != (side ? -KING : KING)) continue;
        for (int at = 0; at < 81; at++) {
            int cell = board.cell[at / 9][at % 9];
            Square from = {(int8_t)(at % 9), (int8_t)(at / 9)}, to = {(int8_t)(king % 9), (int8_t)(king / 9)};
            if (cell && (cell < 0) != side && reaches(&board, from, to)) return true;
        }
    }
    return false;
}

/* Some programs use no words against a piece that may not move at all. */
static void drop_illegal(const KifuBoard *board, Choice *choice, Square to, bool promotes)
{
    int kept = 0;
    for (int i = 0; i < choice->count; i++) {
        char text[6];
        usi_text(choice->items[i], to, promotes, text);
        if (!exposes_king(*board, text)) choice->items[kept++] = choice->items[i];
    }
    choice->count = kept;
}

static Status find_move(KifReader *reader, int kind, int meaning, bool promotes, char text[6])
{
    Square to = {(int8_t)(reader->last_file - 1), (int8_t)(reader->last_rank - 1)};
    Choice all = all_that_reach(&reader->board, kind, to);
    if ((meaning & DROP) || (all.count == 0 && kind < KIFU_PROMOTED && !promotes && !meaning)) {
        if (kind > GOLD) return kif_fail(reader, "a drop of a piece that cannot be in hand");
        (void)snprintf(text, 6, "%c*%c%c", kif_letters[kind], '1' + to.file, 'a' + to.rank);
        return STATUS_OK;
    }
    Choice meant = narrow(&all, reader->board.side, to, meaning);
    if (meant.count > 1) drop_illegal(&reader->board, &meant, to, promotes);
    if (meant.count == 0) return kif_fail(reader, "a move that no piece can make");
    if (meant.count > 1) return kif_fail(reader, "a move that more than one piece can make");
    usi_text(meant.items[0], to, promotes, text);
    return STATUS_OK;
}

/* After the mark: "７六歩", "同　銀成", "５八金右", "４一銀打". */
static Status read_move(KifReader *reader, Str *s)
{
    Status status = kif_read_square(reader, s);
    if (status != STATUS_OK) return status;
    int kind = kif_take_kind(s);
    if (!kind) return kif_fail(reader, "a move without a piece");
    int meaning = take_words(s);
    bool promotes = !kifu_take(s, "不成") && !kifu_take(s, "生") && kifu_take(s, "成");
    char text[6];
    status = find_move(reader, kind, meaning, promotes, text);
    if (status != STATUS_OK) return status;
    if (!kifu_board_play(&reader->board, text)) return kif_fail(reader, "a move of a piece that is not there");
    return kif_add_move(reader, text, -1);
}

static const struct {
    const char *word;
    KifuEnd end;
} ends[] = {
    {"千日手", KIFU_END_REPETITION}, {"持将棋", KIFU_END_IMPASSE}, {"中断", KIFU_END_ABORT},
    {"切れ", KIFU_END_TIME},         {"反則", KIFU_END_ILLEGAL},   {"入玉", KIFU_END_DECLARATION},
    {"詰", KIFU_END_MATE},           {"勝ち", KIFU_END_RESIGN},    {"投了", KIFU_END_RESIGN},
};

static Status read_end(KifReader *reader, Str s)
{
    KifuEnd end = KIFU_END_NONE;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && end == KIFU_END_NONE; i++) {
        if (str_find(s, ends[i].word)) end = ends[i].end;
    }
    kif_end_line(reader, end);
    return STATUS_OK;
}

static bool has_moves(Str line)
{
    int side;
    return str_starts(line, "まで") || take_mark(&line, &side);
}

static Status read_moves(KifReader *reader, Str s)
{
    if (str_starts(s, "まで")) return read_end(reader, s);
    Status status = reader->game->total ? STATUS_OK : kif_finish_head(reader);
    while (status == STATUS_OK && s.len) {
        int side = 0;
        if (!take_mark(&s, &side)) return kif_fail(reader, "a move without ▲ or △");
        if (side != reader->board.side) return kif_fail(reader, "a move of the side that has just moved");
        status = read_move(reader, &s);
        kif_skip_blanks(&s);
    }
    return status;
}

Status ki2_parse(Str text, KifuGame *out, Error *error)
{
    static const KifForm form = {"KI2", has_moves, read_moves};
    return kif_read(text, &form, out, error);
}

/* ---- writing ---- */

static void put_words(int meaning, Buf *out)
{
    static const int order[] = {LEFT, RIGHT, STRAIGHT, UP, ACROSS, DOWN, DROP};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        for (int k = 0; k < WORDS && (meaning & order[i]); k++) {
            if (words[k].meaning != order[i]) continue;
            buf_puts(out, words[k].word);
            break;
        }
    }
}

static void put_move(const KifuBoard *board, const char *move, const char *before, Buf *out)
{
    Square to = {(int8_t)(move[2] - '1'), (int8_t)(move[3] - 'a')};
    buf_puts(out, marks[board->side][0]);
    kif_put_square(move, before, out);
    if (move[1] == '*') {
        int kind = (int)(strchr(kif_letters, move[0]) - kif_letters);
        buf_puts(out, kif_kind_names[kind]);
        put_words(all_that_reach(board, kind, to).count ? DROP : 0, out);
        return;
    }
    Square from = {(int8_t)(move[0] - '1'), (int8_t)(move[1] - 'a')};
    int kind = abs(board->cell[from.rank][from.file]);
    Choice all = all_that_reach(board, kind, to);
    buf_puts(out, kif_kind_names[kind]);
    put_words(words_for(&all, board->side, from, to), out);
    int zone_from = board->side ? 8 - from.rank : from.rank, zone_to = board->side ? 8 - to.rank : to.rank;
    if (move[4]) {
        buf_puts(out, "成");
    } else if (kind <= ROOK && (zone_from < 3 || zone_to < 3)) {
        buf_puts(out, "不成");
    }
}

/* `side` is to move and has resigned, been mated, and so on. */
static void put_end(const KifuGame *game, int side, Buf *out)
{
    const char *mover = side ? "後手" : "先手", *other = side ? "先手" : "後手";
    if (game->end == KIFU_END_NONE) return;
    buf_printf(out, "まで%d手で", game->count);
    switch (game->end) {
    case KIFU_END_MATE: buf_puts(out, "詰み"); break;
    case KIFU_END_REPETITION: buf_puts(out, "千日手"); break;
    case KIFU_END_IMPASSE: buf_puts(out, "持将棋"); break;
    case KIFU_END_DECLARATION: buf_printf(out, "%sの入玉勝ち", mover); break;
    case KIFU_END_TIME: buf_printf(out, "時間切れにより%sの勝ち", other); break;
    case KIFU_END_ILLEGAL: buf_printf(out, "%sの反則負け", mover); break;
    case KIFU_END_ABORT: buf_puts(out, "中断"); break;
    default: buf_printf(out, "%sの勝ち", other);
    }
    buf_putc(out, '\n');
}

Status ki2_format(const KifuGame *game, Buf *out, Error *error)
{
    enum { MOVES_A_LINE = 6 };
    KifuBoard board;
    Status status = kifu_board_parse(&board, str_from(game->position), error);
    if (status != STATUS_OK) return status;
    kif_put_head(game, &board, out);
    buf_putc(out, '\n');
    kifu_put_comment(game->comment, "*", out);
    int in_line = 0;
    for (int i = 0; i < game->count; i++) {
        const KifuMove *move = &game->moves[i];
        KifuBoard before = board;
        if (!kifu_board_play(&board, move->text)) {
            return error_set(error, STATUS_BAD_INPUT, "move %d (%s): no such piece there", i + 1, move->text);
        }
        if (in_line++) buf_puts(out, "　");
        put_move(&before, move->text, i ? game->moves[i - 1].text : NULL, out);
        if (in_line < MOVES_A_LINE && !move->comment.len && i + 1 < game->count) continue;
        buf_putc(out, '\n');
        in_line = 0;
        kifu_put_comment(move->comment, "*", out);
    }
    put_end(game, board.side, out);
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the record is too long") : STATUS_OK;
}
