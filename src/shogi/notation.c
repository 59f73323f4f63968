#include "shogi/notation.h"

#include "base/rows.h"
#include "shogi/eval/eval_tables.h"

#include <ctype.h>
#include <string.h>

const char notation_start[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

static const char letters[] = " PLNSBRGK"; /* by kind */
static const char *const kind_names[] = {"", "pawn", "lance", "knight", "silver", "bishop", "rook", "gold", "king"};
/* As many of each as a hand has room for: problems are composed with more than one set. */
static const uint8_t kind_total[] = {0, 18, 7, 7, 7, 3, 3, 7, 2};
enum { PLY_MAX = 100000 };

static int kind_of_letter(char c)
{
    const char *found = c > ' ' ? strchr(letters, toupper((unsigned char)c)) : NULL;
    return found && *found ? (int)(found - letters) : NO_PIECE;
}

static Status bad(Error *error, const char *field, const char *reason)
{
    return error_set(error, STATUS_BAD_INPUT, "sfen %s: %s", field, reason);
}

static Status parse_rank(Str text, int rank, ShogiPosition *pos, Error *error)
{
    int file = 8;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c >= '1' && c <= '9') {
            file -= c - '0';
            if (file < -1) break;
            continue;
        }
        bool promoted = c == '+';
        if (promoted) c = ++i < text.len ? text.ptr[i] : ' ';
        int kind = kind_of_letter(c);
        if (kind == NO_PIECE || (promoted && !kind_promotes(kind))) {
            return error_set(error, STATUS_BAD_INPUT, "sfen board: rank %c has '%s%c', which is no piece", 'a' + rank,
                             promoted ? "+" : "", isprint((unsigned char)c) ? c : '?');
        }
        if (file < 0) break;
        int colour = isupper((unsigned char)c) ? BLACK : WHITE;
        if (kind == KING && pos->king[colour] != NO_SQUARE) {
            return bad(error, "board", colour == BLACK ? "two black kings" : "two white kings");
        }
        pos_put(pos, square_of(file--, rank), piece_make(colour, kind + (promoted ? PROMOTED : 0)));
    }
    if (file != -1) return error_set(error, STATUS_BAD_INPUT, "sfen board: rank %c has not 9 squares", 'a' + rank);
    return STATUS_OK;
}

static Status parse_board(Str text, ShogiPosition *pos, Error *error)
{
    if (text.len == 0) return bad(error, "board", "missing");
    for (int rank = 0; rank < RANKS; rank++) {
        if (text.len == 0) return bad(error, "board", "fewer than 9 ranks");
        Status status = parse_rank(str_until(&text, '/'), rank, pos, error);
        if (status != STATUS_OK) return status;
    }
    return text.len ? bad(error, "board", "more than 9 ranks") : STATUS_OK;
}

static Status parse_hands(Str text, ShogiPosition *pos, Error *error)
{
    if (text.len == 0) return bad(error, "hands", "missing");
    if (str_eq(text, "-")) return STATUS_OK;
    int count = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (isdigit((unsigned char)c)) {
            count = count * 10 + (c - '0');
            if (count < 1 || count > 18) return bad(error, "hands", "a count must be 1 to 18");
            continue;
        }
        int kind = kind_of_letter(c);
        if (kind == NO_PIECE || kind == KING) {
            return error_set(error, STATUS_BAD_INPUT, "sfen hands: '%c' cannot be in hand",
                             isprint((unsigned char)c) ? c : '?');
        }
        int colour = isupper((unsigned char)c) ? BLACK : WHITE;
        int sum = hand_count(pos->hands[colour], kind) + (count ? count : 1);
        if (sum > kind_total[kind]) {
            return error_set(error, STATUS_BAD_INPUT, "sfen hands: more than %d of %s", kind_total[kind],
                             kind_names[kind]);
        }
        pos_set_hand(pos, colour, kind, sum);
        count = 0;
    }
    return count ? bad(error, "hands", "ends in a count without a piece") : STATUS_OK;
}

static Status check_totals(const ShogiPosition *pos, Error *error)
{
    for (int kind = PAWN; kind <= GOLD; kind++) {
        int count =
            bb_count(pos->kinds[kind]) + hand_count(pos->hands[BLACK], kind) + hand_count(pos->hands[WHITE], kind);
        if (kind_promotes(kind)) count += bb_count(pos->kinds[kind + PROMOTED]);
        if (count > kind_total[kind]) {
            return error_set(error, STATUS_BAD_INPUT, "sfen: %d of %s on board and in hands, more than %d", count,
                             kind_names[kind], kind_total[kind]);
        }
    }
    return STATUS_OK;
}

static Status check_board(const ShogiPosition *pos, Error *error)
{
    if (pos->king[BLACK] == NO_SQUARE && pos->king[WHITE] == NO_SQUARE) return bad(error, "board", "no king");
    for (int colour = BLACK; colour <= WHITE; colour++) {
        Bitboard pawns = pos_pieces(pos, colour, PAWN);
        Bitboard last = bb_far_ranks(colour, 0, 0), two = bb_far_ranks(colour, 0, 1);
        if ((pawns & last) || (pos_pieces(pos, colour, LANCE) & last) || (pos_pieces(pos, colour, KNIGHT) & two)) {
            return bad(error, "board", "a pawn, lance or knight stands where it can never move");
        }
        for (int file = 0; file < FILES; file++) {
            if (bb_several(pawns & (BB_FILE << square_of(file, 0)))) {
                return error_set(error, STATUS_BAD_INPUT, "sfen board: two %s pawns on file %d",
                                 colour == BLACK ? "black" : "white", file + 1);
            }
        }
    }
    int waiting = pos->side ^ 1;
    if (pos_attacked(pos, pos->side, pos->king[waiting], pos_occupied(pos))) {
        return bad(error, "side", "the king of the side not to move is in check");
    }
    return STATUS_OK;
}

static Status parse_fields(Str text, ShogiPosition *pos, Error *error)
{
    Status status = parse_board(str_word(&text), pos, error);
    if (status != STATUS_OK) return status;
    Str side = str_word(&text);
    if (!str_eq(side, "b") && !str_eq(side, "w")) return bad(error, "side", "must be b or w");
    status = parse_hands(str_word(&text), pos, error);
    if (status != STATUS_OK) return status;
    int64_t number = 1;
    Str word = str_word(&text);
    if (word.len && !str_to_int(word, 0, PLY_MAX, &number)) {
        return bad(error, "move number", "must be a number from 1 to 100000");
    }
    if (str_word(&text).len) return bad(error, "end", "more text than four fields");
    status = check_totals(pos, error);
    if (status != STATUS_OK) return status;
    pos_finish(pos, str_eq(side, "w") ? WHITE : BLACK, number > 0 ? (int)number - 1 : 0);
    return check_board(pos, error);
}

Status notation_parse(Str text, ShogiPosition *pos, Error *error)
{
    shogi_tables_init();
    eval_tables_init();
    text = str_trim(text);
    if (str_eq(text, "startpos")) text = str_from(notation_start);
    if (str_starts(text, "sfen ")) text = str_skip(text, 5);
    ShogiPosition made;
    pos_clear(&made);
    made.entering = pos->entering;
    made.max_moves = pos->max_moves;
    Status status = parse_fields(text, &made, error);
    if (status == STATUS_OK) memcpy(pos, &made, sizeof *pos);
    return status;
}

static void put_piece(int piece, Buf *out)
{
    int kind = piece_kind(piece);
    if (kind > KING) buf_putc(out, '+');
    char letter = letters[kind > KING ? kind - PROMOTED : kind];
    buf_putc(out, piece_colour(piece) == BLACK ? letter : (char)tolower((unsigned char)letter));
}

static void put_hands(const ShogiPosition *pos, Buf *out)
{
    static const uint8_t order[] = {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN};
    if (!pos->hands[BLACK] && !pos->hands[WHITE]) buf_putc(out, '-');
    for (int colour = BLACK; colour <= WHITE; colour++) {
        for (size_t i = 0; i < sizeof order; i++) {
            int count = hand_count(pos->hands[colour], order[i]);
            if (count > 1) buf_printf(out, "%d", count);
            if (count) put_piece(piece_make(colour, order[i]), out);
        }
    }
}

void notation_format(const ShogiPosition *pos, Buf *out)
{
    RowWriter rows = {.out = out};
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 8; file >= 0; file--) {
            int piece = pos->board[square_of(file, rank)];
            if (!piece) {
                rows_empty(&rows);
                continue;
            }
            rows_piece(&rows);
            put_piece(piece, out);
        }
        rows_end(&rows, rank == RANKS - 1);
    }
    buf_puts(out, pos->side == BLACK ? " b " : " w ");
    put_hands(pos, out);
    buf_printf(out, " %d", pos->ply + 1);
}

void notation_draw(const ShogiPosition *pos, Buf *out)
{
    buf_puts(out, "  9  8  7  6  5  4  3  2  1\n");
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 8; file >= 0; file--) {
            int piece = pos->board[square_of(file, rank)], kind = piece_kind(piece);
            buf_putc(out, ' ');
            if (kind <= KING) buf_putc(out, ' ');
            if (piece) {
                put_piece(piece, out);
            } else {
                buf_putc(out, '.');
            }
        }
        buf_printf(out, "  %c\n", 'a' + rank);
    }
    buf_puts(out, "hands ");
    put_hands(pos, out);
    buf_printf(out, "\n%s to move, move %d\n", pos->side == BLACK ? "Black" : "White", pos->ply + 1);
}

static int parse_square(const char *text)
{
    int file = text[0] - '1', rank = text[1] - 'a';
    if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS) return NO_SQUARE;
    return square_of(file, rank);
}

Move notation_parse_move(Str text)
{
    if (str_eq(text, "win")) return MOVE_WIN;
    if (text.len < 4 || text.len > 5) return MOVE_NONE;
    int to = parse_square(text.ptr + 2);
    if (to == NO_SQUARE) return MOVE_NONE;
    if (text.ptr[1] == '*') {
        int kind = isupper((unsigned char)text.ptr[0]) ? kind_of_letter(text.ptr[0]) : NO_PIECE;
        return kind == NO_PIECE || kind == KING || text.len != 4 ? MOVE_NONE : move_drop(kind, to);
    }
    int from = parse_square(text.ptr);
    if (from == NO_SQUARE || from == to) return MOVE_NONE;
    if (text.len == 4) return move_make(from, to);
    return text.ptr[4] == '+' ? move_promote(from, to) : MOVE_NONE;
}

void notation_format_move(Move move, char out[NOTATION_MOVE_MAX])
{
    if (move == MOVE_WIN || move == MOVE_NULL || move == MOVE_NONE) {
        strcpy(out, move == MOVE_WIN ? "win" : move == MOVE_NULL ? "pass" : "none");
        return;
    }
    int to = move_to(move), n = 0;
    if (move_is_drop(move)) {
        out[n++] = letters[move_drop_kind(move)];
        out[n++] = '*';
    } else {
        out[n++] = (char)('1' + square_file(move_from(move)));
        out[n++] = (char)('a' + square_rank(move_from(move)));
    }
    out[n++] = (char)('1' + square_file(to));
    out[n++] = (char)('a' + square_rank(to));
    if (move_is_promotion(move)) out[n++] = '+';
    out[n] = '\0';
}
