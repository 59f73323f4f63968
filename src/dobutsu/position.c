#include "dobutsu/position.h"

#include "base/rows.h"

#include <string.h>

static const char letters[DOB_KINDS + 1] = "CEGL+"; /* a hen is a chick with a plus */
static const uint8_t set_of[DOB_KINDS] = {2, 2, 2, 2, 0};

void dob_position_start(DobPosition *out)
{
    memset(out, 0, sizeof *out);
    dob_start(&out->board);
}

/* ---- reading ---- */

static int kind_of(char letter)
{
    char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    for (int kind = 0; kind < DOB_HEN; kind++) {
        if (letters[kind] == upper) return kind;
    }
    return -1;
}

static Status bad(Error *error, const char *what)
{
    return error_set(error, STATUS_BAD_INPUT, "sfen: %s", what);
}

static Status read_cells(Str text, DobBoard *board, Error *error)
{
    int cell = 0;
    bool hen = false, row_is_full = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        int kind = kind_of(c), column = cell % DOB_WIDTH;
        if (row_is_full != (c == '/')) return bad(error, "rows of three cells, divided by '/'");
        if (c == '/') {
            row_is_full = false;
        } else if (c == '+' && !hen) {
            hen = true;
            continue;
        } else if (!hen && c >= '1' && c <= '3' && column + (c - '0') <= DOB_WIDTH && cell < DOB_CELLS) {
            cell += c - '0';
            row_is_full = cell % DOB_WIDTH == 0;
        } else if (kind >= 0 && (!hen || kind == DOB_CHICK) && cell < DOB_CELLS) {
            board->cells[cell++] = dob_piece(hen ? DOB_HEN : (DobKind)kind, c >= 'a');
            row_is_full = cell % DOB_WIDTH == 0;
        } else {
            return bad(error, "the board has 'C', 'E', 'G', 'L', '+C' and the numbers 1 to 3");
        }
        hen = false;
    }
    return cell == DOB_CELLS && row_is_full && !hen ? STATUS_OK : bad(error, "four rows of three cells");
}

static Status read_hands(Str text, DobBoard *board, Error *error)
{
    int number = 1;
    if (str_eq(text, "-")) return STATUS_OK;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        int kind = kind_of(c);
        if (c == '2' && i + 1 < text.len) {
            number = 2;
            continue;
        }
        if (kind < 0 || kind >= DOB_HAND_KINDS) return bad(error, "hands are '-' or such as '2Cg'");
        board->hands[c >= 'a'][kind] = (uint8_t)(board->hands[c >= 'a'][kind] + number);
        number = 1;
    }
    return number == 1 && text.len > 0 ? STATUS_OK : bad(error, "hands are '-' or such as '2Cg'");
}

/* No more pieces than a set has, and only the side to move may have lost its lion. */
static Status check_pieces(const DobBoard *board, Error *error)
{
    int count[DOB_KINDS] = {0}, lions[2] = {0};
    for (int cell = 0; cell < DOB_CELLS; cell++) {
        uint8_t piece = board->cells[cell];
        if (piece == DOB_EMPTY) continue;
        DobKind kind = dob_kind(piece) == DOB_HEN ? DOB_CHICK : dob_kind(piece);
        count[kind]++;
        if (kind == DOB_LION) lions[dob_owner(piece)]++;
    }
    for (int kind = 0; kind < DOB_HAND_KINDS; kind++) count[kind] += board->hands[0][kind] + board->hands[1][kind];
    for (int kind = 0; kind < DOB_KINDS; kind++) {
        if (count[kind] > set_of[kind]) return bad(error, "there are more pieces of a kind than two");
    }
    if (lions[0] > 1 || lions[1] > 1) return bad(error, "a side has one lion");
    return lions[!board->side] == 1 ? STATUS_OK : bad(error, "the side that is not to move has no lion");
}

Status dob_position_parse(Str text, DobPosition *out, Error *error)
{
    DobPosition made;
    memset(&made, 0, sizeof made);
    Str rest = text, cells = str_word(&rest), side = str_word(&rest), hands = str_word(&rest), last = str_trim(rest);
    int64_t number = 1;
    Status status = read_cells(cells, &made.board, error);
    if (status != STATUS_OK) return status;
    if (!str_eq(side, "b") && !str_eq(side, "w")) return bad(error, "the side to move is 'b' or 'w'");
    made.board.side = str_eq(side, "w");
    status = read_hands(hands, &made.board, error);
    if (status != STATUS_OK) return status;
    if (last.len > 0 && !str_to_int(last, 1, DOB_PLIES_MAX + 1, &number))
        return bad(error, "the last word is a number");
    status = check_pieces(&made.board, error);
    if (status != STATUS_OK) return status;
    made.ply = (uint16_t)(number - 1);
    dob_set_key(&made.board);
    memcpy(out, &made, sizeof made);
    return STATUS_OK;
}

/* ---- writing ---- */

static void put_piece(uint8_t piece, Buf *out)
{
    DobKind kind = dob_kind(piece);
    if (kind == DOB_HEN) (void)buf_putc(out, '+');
    char letter = letters[kind == DOB_HEN ? DOB_CHICK : kind];
    (void)buf_putc(out, dob_owner(piece) == 0 ? letter : (char)(letter - 'A' + 'a'));
}

static void put_hands(const DobBoard *board, Buf *out)
{
    size_t before = out->len;
    for (int side = 0; side < 2; side++) {
        for (int kind = DOB_HAND_KINDS - 1; kind >= 0; kind--) {
            int held = board->hands[side][kind];
            if (held > 1) (void)buf_printf(out, "%d", held);
            if (held > 0) put_piece(dob_piece((DobKind)kind, side), out);
        }
    }
    if (out->len == before) (void)buf_putc(out, '-');
}

void dob_position_format(const DobPosition *position, Buf *out)
{
    const DobBoard *board = &position->board;
    RowWriter rows = {.out = out};
    for (int cell = 0; cell < DOB_CELLS; cell++) {
        if (board->cells[cell] == DOB_EMPTY) {
            rows_empty(&rows);
        } else {
            rows_piece(&rows);
            put_piece(board->cells[cell], out);
        }
        if (cell % DOB_WIDTH == DOB_WIDTH - 1) rows_end(&rows, cell + 1 == DOB_CELLS);
    }
    (void)buf_printf(out, " %c ", board->side == 0 ? 'b' : 'w');
    put_hands(board, out);
    (void)buf_printf(out, " %d", position->ply + 1);
}

void dob_position_draw(const DobPosition *position, Buf *out)
{
    (void)buf_puts(out, "  3  2  1\n");
    for (int cell = 0; cell < DOB_CELLS; cell++) {
        uint8_t piece = position->board.cells[cell];
        (void)buf_puts(out, piece != DOB_EMPTY && dob_kind(piece) == DOB_HEN ? " " : "  ");
        if (piece == DOB_EMPTY) {
            (void)buf_putc(out, '.');
        } else {
            put_piece(piece, out);
        }
        if (cell % DOB_WIDTH == DOB_WIDTH - 1) (void)buf_printf(out, "  %c\n", 'a' + cell / DOB_WIDTH);
    }
    (void)buf_puts(out, "hands ");
    put_hands(&position->board, out);
    (void)buf_printf(out, "\n%s to move\n", position->board.side == 0 ? "first" : "second");
}

void dob_position_describe(const DobPosition *position, yomi_board *out)
{
    out->width = DOB_WIDTH;
    out->height = DOB_HEIGHT;
    for (int cell = 0; cell < DOB_CELLS; cell++) {
        uint8_t piece = position->board.cells[cell];
        out->cells[cell].owner = (signed char)(piece == DOB_EMPTY ? YOMI_NOBODY : dob_owner(piece));
        out->cells[cell].kind = (unsigned char)(piece == DOB_EMPTY ? 0 : dob_kind(piece));
    }
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < DOB_HAND_KINDS; kind++) out->held[side][kind] = position->board.hands[side][kind];
    }
}

/* ---- moves ---- */

static int cell_of(const char *text)
{
    int x = '3' - text[0], y = text[1] - 'a';
    return x >= 0 && x < DOB_WIDTH && y >= 0 && y < DOB_HEIGHT ? y * DOB_WIDTH + x : -1;
}

Move dob_position_move(const DobPosition *position, Str text)
{
    bool plus = text.len == 5 && text.ptr[4] == '+';
    if (text.len != 4 && !plus) return MOVE_NONE;
    int kind = kind_of(text.ptr[0]), to = cell_of(text.ptr + 2);
    bool drop = text.ptr[1] == '*' && text.ptr[0] < 'a' && kind >= 0 && kind < DOB_HAND_KINDS;
    int from = drop ? DOB_CELLS + kind : cell_of(text.ptr);
    if (to < 0 || from < 0) return MOVE_NONE;
    Move moves[DOB_MOVES_MAX], wanted = dob_move(from, to);
    int count = dob_position_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == wanted) return plus && !dob_promotes(&position->board, wanted) ? MOVE_NONE : wanted;
    }
    return MOVE_NONE;
}

static void put_cell(int cell, char *out)
{
    out[0] = (char)('3' - cell % DOB_WIDTH);
    out[1] = (char)('a' + cell / DOB_WIDTH);
}

void dob_position_format_move(const DobPosition *position, Move move, char out[MOVE_TEXT_MAX])
{
    memset(out, 0, MOVE_TEXT_MAX);
    put_cell(dob_to(move), out + 2);
    if (dob_is_drop(move)) {
        out[0] = letters[dob_from(move) - DOB_CELLS];
        out[1] = '*';
        return;
    }
    put_cell(dob_from(move), out);
    if (dob_promotes(&position->board, move)) out[4] = '+';
}

int dob_position_moves(const DobPosition *position, Move *out)
{
    return dob_position_outcome(position, NULL) == OUTCOME_NONE ? dob_moves(&position->board, out) : 0;
}

void dob_position_play(DobPosition *position, Move move)
{
    if (position->past_count < DOB_PLIES_MAX) position->past[position->past_count++] = position->board.key;
    dob_play(&position->board, move);
    position->ply++;
}

static int times_before(const DobPosition *position)
{
    int times = 0;
    for (int i = 0; i < position->past_count; i++) times += position->past[i] == position->board.key;
    return times;
}

Outcome dob_position_outcome(const DobPosition *position, const char **reason)
{
    static const char *const reasons[] = {
        [DOB_CAUGHT] = "the lion was caught", [DOB_REACHED] = "the lion is home", [DOB_STOOD] = "the lion is home"};
    DobEnd end = dob_end(&position->board);
    const char *why = end != DOB_GOES_ON                          ? reasons[end]
                      : times_before(position) + 1 >= DOB_REPEATS ? "repetition"
                      : position->ply >= DOB_PLIES_MAX            ? "length of the game"
                                                                  : NULL;
    if (reason) *reason = why;
    if (!why) return OUTCOME_NONE;
    if (end == DOB_GOES_ON) return OUTCOME_DRAW;
    int winner = end == DOB_STOOD ? position->board.side : !position->board.side;
    return winner == 0 ? OUTCOME_FIRST_WINS : OUTCOME_SECOND_WINS;
}
