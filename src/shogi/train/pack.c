#include "shogi/train/pack.h"

#include <string.h>

/* Codes by kind, without colour and promotion, written from the highest bit: on the board an empty square is 0 and
 * every code begins with 1; in a hand there are no empty squares and codes are one bit shorter. */
typedef struct Code {
    uint8_t bits, length;
} Code;

static const Code board_codes[HAND_KINDS] = {
    [PAWN] = {0x2, 2},  [LANCE] = {0xc, 4},   [KNIGHT] = {0xd, 4}, [SILVER] = {0xe, 4},
    [GOLD] = {0x1e, 5}, [BISHOP] = {0x3e, 6}, [ROOK] = {0x3f, 6},
};
static const Code hand_codes[HAND_KINDS] = {
    [PAWN] = {0x0, 1}, [LANCE] = {0x4, 3},   [KNIGHT] = {0x5, 3}, [SILVER] = {0x6, 3},
    [GOLD] = {0xe, 4}, [BISHOP] = {0x1e, 5}, [ROOK] = {0x1f, 5},
};

typedef struct Bits {
    uint8_t *bytes;
    int at;
} Bits;

static void put(Bits *bits, unsigned value, int length)
{
    for (int i = length - 1; i >= 0; i--, bits->at++) {
        if (bits->at < PACK_BYTES * 8 && (value >> i & 1)) bits->bytes[bits->at / 8] |= (uint8_t)(1 << bits->at % 8);
    }
}

static unsigned get(Bits *bits, int length)
{
    unsigned value = 0;
    for (int i = 0; i < length; i++, bits->at++) {
        unsigned bit = bits->at < PACK_BYTES * 8 ? (unsigned)bits->bytes[bits->at / 8] >> bits->at % 8 & 1U : 0;
        value = value << 1 | bit;
    }
    return value;
}

/* Reads a code of the table; 0 when the bits are none of them. */
static int get_kind(Bits *bits, const Code *codes, unsigned begun, int length)
{
    unsigned value = begun;
    for (; length <= 6; length++) {
        for (int kind = PAWN; kind < HAND_KINDS; kind++) {
            if (codes[kind].length == length && codes[kind].bits == value) return kind;
        }
        value = value << 1 | get(bits, 1);
    }
    return NO_PIECE;
}

static int kings_code(const ShogiPosition *pos, int colour)
{
    int square = pos->king[colour];
    return square_file(square) * 9 + square_rank(square);
}

bool pack_position(const ShogiPosition *pos, uint8_t out[PACK_BYTES])
{
    if (pos->king[BLACK] == NO_SQUARE || pos->king[WHITE] == NO_SQUARE) return false;
    memset(out, 0, PACK_BYTES);
    Bits bits = {out, 0};
    put(&bits, pos->side, 1);
    for (int colour = 0; colour < COLOURS; colour++) put(&bits, (unsigned)kings_code(pos, colour), 7);
    int pieces = 0;
    for (int i = 0; i < 81; i++) {
        int piece = pos->board[square_of(i / 9, i % 9)], kind = piece_kind(piece);
        if (kind == KING) continue;
        if (kind == NO_PIECE) {
            put(&bits, 0, 1);
            continue;
        }
        const Code *code = &board_codes[kind_raw(kind)];
        put(&bits, code->bits, code->length);
        put(&bits, (unsigned)piece_colour(piece), 1);
        if (kind_raw(kind) != GOLD) put(&bits, kind >= PROMOTED + PAWN, 1);
        pieces++;
    }
    for (int colour = 0; colour < COLOURS; colour++) {
        for (int kind = PAWN; kind < HAND_KINDS; kind++) {
            for (int n = hand_count(pos->hands[colour], kind); n > 0; n--, pieces++) {
                put(&bits, hand_codes[kind].bits, hand_codes[kind].length);
                put(&bits, (unsigned)colour, 1);
            }
        }
    }
    return pieces == 38 && bits.at <= PACK_BYTES * 8;
}

static bool unpack_board(Bits *bits, ShogiPosition *pos, const int kings[COLOURS], int *pieces)
{
    for (int i = 0; i < 81; i++) {
        int square = square_of(i / 9, i % 9);
        if (i == kings[BLACK] || i == kings[WHITE]) {
            pos_put(pos, square, piece_make(i == kings[WHITE], KING));
            continue;
        }
        if (get(bits, 1) == 0) continue;
        int kind = get_kind(bits, board_codes, 1, 1);
        if (kind == NO_PIECE) return false;
        int colour = (int)get(bits, 1);
        bool promoted = kind != GOLD && get(bits, 1);
        pos_put(pos, square, piece_make(colour, kind + (promoted ? PROMOTED : 0)));
        (*pieces)++;
    }
    return true;
}

Status unpack_position(const uint8_t in[PACK_BYTES], ShogiPosition *pos, Error *error)
{
    uint8_t copy[PACK_BYTES];
    memcpy(copy, in, sizeof copy);
    Bits bits = {copy, 0};
    pos_clear(pos);
    int side = (int)get(&bits, 1), pieces = 0, hands[COLOURS][HAND_KINDS] = {{0}};
    int kings[COLOURS];
    for (int colour = 0; colour < COLOURS; colour++) kings[colour] = (int)get(&bits, 7);
    bool good = kings[BLACK] < 81 && kings[WHITE] < 81 && kings[BLACK] != kings[WHITE];
    good = good && unpack_board(&bits, pos, kings, &pieces) && pieces <= 38;
    for (; good && pieces < 38; pieces++) {
        int kind = get_kind(&bits, hand_codes, get(&bits, 1), 1);
        good = kind != NO_PIECE;
        if (good) hands[get(&bits, 1)][kind]++;
    }
    if (!good || bits.at > PACK_BYTES * 8) return error_set(error, STATUS_BAD_INPUT, "not a packed position");
    static const int most[HAND_KINDS] = {0, 18, 4, 4, 4, 2, 2, 4};
    for (int colour = 0; colour < COLOURS; colour++) {
        for (int kind = PAWN; kind < HAND_KINDS; kind++) {
            if (hands[colour][kind] > most[kind]) return error_set(error, STATUS_BAD_INPUT, "not a packed position");
            pos_set_hand(pos, colour, kind, hands[colour][kind]);
        }
    }
    pos_finish(pos, side, 0);
    return STATUS_OK;
}
