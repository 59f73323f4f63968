#include "othello/record/wthor.h"

static unsigned number_at(Str file, size_t at, int bytes)
{
    unsigned value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | (unsigned char)file.ptr[at + (size_t)i];
    return value;
}

Status wthor_open(Str file, WthorHeader *out, Error *error)
{
    if (file.len < WTHOR_HEADER) return error_set(error, STATUS_BAD_INPUT, "WTHOR: shorter than its header");
    *out = (WthorHeader){.century = (int)number_at(file, 0, 1),
                         .year2 = (int)number_at(file, 1, 1),
                         .month = (int)number_at(file, 2, 1),
                         .day = (int)number_at(file, 3, 1),
                         .games = number_at(file, 4, 4),
                         .year = (int)number_at(file, 10, 2),
                         .depth = (int)number_at(file, 14, 1)};
    unsigned size = number_at(file, 12, 1), type = number_at(file, 13, 1);
    if ((size != 0 && size != 8) || type != 0) {
        return error_set(error, STATUS_UNSUPPORTED, "WTHOR: not a base of games on 64 squares");
    }
    if (file.len != WTHOR_HEADER + (size_t)out->games * WTHOR_GAME) {
        return error_set(error, STATUS_BAD_INPUT, "WTHOR: %zu bytes are not %u games", file.len, out->games);
    }
    return STATUS_OK;
}

Status wthor_game(Str file, uint32_t index, WthorGame *out, Error *error)
{
    size_t at = WTHOR_HEADER + (size_t)index * WTHOR_GAME;
    if (at + WTHOR_GAME > file.len) return error_set(error, STATUS_NOT_FOUND, "WTHOR: no game %u", index);
    *out = (WthorGame){.tournament = (uint16_t)number_at(file, at, 2),
                       .black = (uint16_t)number_at(file, at + 2, 2),
                       .white = (uint16_t)number_at(file, at + 4, 2),
                       .black_score = (uint8_t)number_at(file, at + 6, 1),
                       .theoretical_score = (uint8_t)number_at(file, at + 7, 1)};
    if (out->black_score > 64 || out->theoretical_score > 64) {
        return error_set(error, STATUS_BAD_INPUT, "WTHOR: game %u has a score of more than 64 discs", index);
    }
    for (int i = 0; i < WTHOR_MOVES; i++) {
        unsigned code = number_at(file, at + 8 + (size_t)i, 1);
        if (code == 0) break;
        unsigned row = code / 10, column = code % 10;
        if (row < 1 || row > 8 || column < 1 || column > 8) {
            return error_set(error, STATUS_BAD_INPUT, "WTHOR: game %u, move %d: %u is no square", index, i + 1, code);
        }
        out->squares[out->count++] = (uint8_t)((row - 1) * 8 + column - 1);
    }
    return STATUS_OK;
}

static void put(Buf *out, unsigned value, int bytes)
{
    for (int i = 0; i < bytes; i++) (void)buf_putc(out, (char)(unsigned char)(value >> 8 * i));
}

void wthor_write_header(const WthorHeader *header, Buf *out)
{
    put(out, (unsigned)header->century, 1);
    put(out, (unsigned)header->year2, 1);
    put(out, (unsigned)header->month, 1);
    put(out, (unsigned)header->day, 1);
    put(out, header->games, 4);
    put(out, 0, 2);
    put(out, (unsigned)header->year, 2);
    put(out, 8, 1);
    put(out, 0, 1);
    put(out, (unsigned)header->depth, 1);
    put(out, 0, 1);
}

void wthor_write_game(const WthorGame *game, Buf *out)
{
    put(out, game->tournament, 2);
    put(out, game->black, 2);
    put(out, game->white, 2);
    put(out, game->black_score, 1);
    put(out, game->theoretical_score, 1);
    for (int i = 0; i < WTHOR_MOVES; i++) {
        unsigned square = game->squares[i];
        put(out, i < game->count ? (square / 8 + 1) * 10 + square % 8 + 1 : 0, 1);
    }
}

void wthor_count_games(Buf *file)
{
    if (file->len < WTHOR_HEADER) return; /* it was full before the first game */
    size_t games = (file->len - WTHOR_HEADER) / WTHOR_GAME;
    for (int i = 0; i < 4; i++) file->data[4 + i] = (char)(unsigned char)(games >> 8 * i);
}
