#include "shogi/train/chain.h"

#include "base/bytes.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/train/pack.h"

#include <string.h>

enum { MAGIC = 4, HEAD = 7, START_EVEN = 0, START_PACKED = 1, START_TEXT = 2, NUMBER_MAX = 5 };

static const char magic_game[MAGIC + 1] = "YSG1", magic_mark[MAGIC + 1] = "YSM1";

/* ---- writing ---- */

static void put_number(ChainGame *game, unsigned value)
{
    for (; value >= 0x80; value >>= 7) game->bytes[game->size++] = (uint8_t)(value | 0x80);
    game->bytes[game->size++] = (uint8_t)value;
}

static bool put_text(ChainGame *game, const ShogiPosition *start)
{
    Buf text = buf_new(UINT8_MAX);
    notation_format(start, &text);
    bool good = !text.failed;
    if (good) {
        game->bytes[game->size++] = START_TEXT;
        game->bytes[game->size++] = (uint8_t)text.len;
        memcpy(game->bytes + game->size, text.data, text.len);
        game->size += text.len;
    }
    buf_free(&text);
    return good;
}

static bool put_start(ChainGame *game, const ShogiPosition *start)
{
    Buf text = buf_new(UINT8_MAX);
    notation_format(start, &text);
    bool is_even = str_eq(buf_view(&text), notation_start);
    buf_free(&text);
    if (is_even) {
        game->bytes[game->size++] = START_EVEN;
        return true;
    }
    if (!pack_position(start, game->bytes + game->size + 1)) return put_text(game, start);
    game->bytes[game->size] = START_PACKED;
    game->size += 1 + PACK_BYTES;
    return true;
}

bool chain_begin(ChainGame *game, const ShogiPosition *start)
{
    memcpy(game->bytes, magic_game, MAGIC);
    game->size = HEAD;
    game->plies = game->last_score = 0;
    bool good = put_start(game, start);
    game->plies_at = game->size;
    game->size += 2;
    return good;
}

static int place_of(const ShogiPosition *pos, Move move)
{
    Move list[LIST_ROOM];
    int count = (int)(movegen_all(pos, list) - list);
    if (move == MOVE_WIN) return count;
    for (int i = 0; i < count; i++) {
        if (list[i] == move) return i;
    }
    return -1;
}

bool chain_add(ChainGame *game, const ShogiPosition *pos, const ChainPly *ply)
{
    int place = game->plies < CHAIN_PLIES_MAX ? place_of(pos, ply->move) : -1;
    if (place < 0) return false;
    int change = ply->score + game->last_score;
    put_number(game, 2 * (unsigned)place + ply->quiet);
    put_number(game, change >= 0 ? 2 * (unsigned)change : 2 * (unsigned)-change - 1);
    game->last_score = ply->score;
    game->plies++;
    return true;
}

Str chain_end(ChainGame *game, int black)
{
    bytes_put(game->bytes + MAGIC, game->size, 2);
    game->bytes[MAGIC + 2] = (uint8_t)(black + 1);
    bytes_put(game->bytes + game->plies_at, (uint64_t)game->plies, 2);
    return (Str){(const char *)game->bytes, game->size};
}

/* ---- reading ---- */

bool chain_is_mark(Str record)
{
    return record.len >= MAGIC && memcmp(record.ptr, magic_mark, MAGIC) == 0;
}

size_t chain_record(Str bytes)
{
    size_t length = 0;
    if (chain_is_mark(bytes)) {
        length = CHAIN_MARK_BYTES;
    } else if (bytes.len >= HEAD && memcmp(bytes.ptr, magic_game, MAGIC) == 0) {
        length = (size_t)bytes_get((const uint8_t *)bytes.ptr + MAGIC, 2);
    }
    return length > HEAD && length <= bytes.len ? length : 0;
}

static Status bad(Error *error)
{
    return error_set(error, STATUS_BAD_INPUT, "the record of a game is damaged");
}

static Status read_start(ChainReader *reader, Error *error)
{
    if (reader->at == reader->end) return bad(error);
    int kind = *reader->at++;
    size_t room = (size_t)(reader->end - reader->at);
    Str text = str_from(notation_start);
    if (kind == START_PACKED && room >= PACK_BYTES) {
        reader->at += PACK_BYTES;
        return unpack_position(reader->at - PACK_BYTES, reader->pos, error);
    }
    if (kind == START_TEXT && room > 0 && room > *reader->at) {
        text = (Str){(const char *)reader->at + 1, *reader->at};
        reader->at += 1 + text.len;
    } else if (kind != START_EVEN) {
        return bad(error);
    }
    pos_clear(reader->pos);
    return notation_parse(text, reader->pos, error);
}

Status chain_open(ChainReader *reader, Str record, ShogiPosition *pos, Error *error)
{
    const uint8_t *bytes = (const uint8_t *)record.ptr;
    if (chain_is_mark(record) || chain_record(record) != record.len || bytes[MAGIC + 2] > 2) return bad(error);
    *reader = (ChainReader){
        .at = bytes + HEAD, .end = bytes + record.len, .pos = pos, .last = MOVE_NONE, .black = bytes[MAGIC + 2] - 1};
    Status status = read_start(reader, error);
    if (status != STATUS_OK) return status;
    if (reader->end - reader->at < 2) return bad(error);
    reader->left = (int)bytes_get(reader->at, 2);
    reader->at += 2;
    return reader->left <= CHAIN_PLIES_MAX ? STATUS_OK : bad(error);
}

static bool take_number(ChainReader *reader, unsigned *out)
{
    *out = 0;
    for (int i = 0; i < NUMBER_MAX && reader->at < reader->end; i++) {
        uint8_t byte = *reader->at++;
        *out |= (byte & 0x7fU) << 7 * i;
        if (byte < 0x80) return true;
    }
    return false;
}

Status chain_next(ChainReader *reader, ChainPly *ply, Error *error)
{
    unsigned place, change;
    if (reader->left == 0) return reader->at == reader->end ? STATUS_NOT_FOUND : bad(error);
    if (reader->last == MOVE_WIN || !take_number(reader, &place) || !take_number(reader, &change)) return bad(error);
    if (reader->last != MOVE_NONE) pos_play(reader->pos, reader->last);
    Move list[LIST_ROOM];
    unsigned count = (unsigned)(movegen_all(reader->pos, list) - list);
    int score = (change & 1 ? -(int)(change / 2) - 1 : (int)(change / 2)) - reader->last_score;
    if (place / 2 > count || score > INT16_MAX || score < INT16_MIN) return bad(error);
    *ply = (ChainPly){place / 2 == count ? MOVE_WIN : list[place / 2], (int16_t)score, place & 1};
    reader->last = ply->move;
    reader->last_score = score;
    reader->left--;
    return STATUS_OK;
}
