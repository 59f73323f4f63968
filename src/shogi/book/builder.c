#include "shogi/book/builder.h"

#include "base/mem.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 1000,
    FIRST_SLOTS = 1 << 12,
    POSITIONS_MAX = 1 << 24,
    MOVES_MAX = 1 << 25,
    SFEN_ROOM = 256,
    NO_MOVE = -1,
    WIN_VALUE = 600, /* of a move that always won, in hundredths of a pawn */
    DOUBT = 8        /* games without a winner that every move is taken to have on top: a few games prove little */
};
#define TEXTS_MAX ((size_t)1 << 31)

/* One move of a position. Moves of a position are a list. */
typedef struct Played {
    int32_t next; /* NO_MOVE at the end */
    Move move, reply;
    uint32_t count, reply_votes;
    int32_t balance; /* wins minus losses of the side that moved */
} Played;

typedef struct Place {
    uint64_t key; /* 0: free */
    size_t text;  /* in `texts` */
    int32_t first;
} Place;

struct BookBuilder {
    int plies;
    ShogiPosition pos;
    Move game[PLIES_MAX];
    ShogiPosition start;
    int count;
    size_t games;
    Place *places; /* open addressing, at most half full */
    size_t slots, used;
    Played *played;
    size_t played_count, played_room;
    Buf texts; /* SFEN with the move number of the first game that came here, NUL-terminated */
};

Status book_builder_create(int plies, BookBuilder **out, Error *error)
{
    BookBuilder *builder = mem_alloc(sizeof *builder, 0, error);
    if (!builder) return STATUS_NO_MEMORY;
    memset(builder, 0, sizeof *builder);
    builder->plies = plies < PLIES_MAX ? plies : PLIES_MAX;
    builder->texts = buf_new(TEXTS_MAX);
    builder->slots = FIRST_SLOTS;
    builder->places = calloc(builder->slots, sizeof *builder->places);
    if (!builder->places) {
        book_builder_free(builder);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a book");
    }
    *out = builder;
    return STATUS_OK;
}

void book_builder_free(BookBuilder *builder)
{
    if (!builder) return;
    free(builder->places);
    free(builder->played);
    buf_free(&builder->texts);
    mem_free(builder);
}

size_t book_builder_games(const BookBuilder *builder)
{
    return builder->games;
}

size_t book_builder_positions(const BookBuilder *builder)
{
    return builder->used;
}

/* ---- one game ---- */

Status book_builder_begin(BookBuilder *builder, Str start, Error *error)
{
    builder->count = 0;
    Status status = notation_parse(start, &builder->pos, error);
    if (status == STATUS_OK) memcpy(&builder->start, &builder->pos, sizeof builder->start);
    return status;
}

Status book_builder_move(BookBuilder *builder, Str text, Error *error)
{
    if (builder->count >= builder->plies) return STATUS_OK;
    Move move = notation_parse_move(text);
    if (move == MOVE_NONE || move == MOVE_WIN || !movegen_is_legal(&builder->pos, move)) {
        return error_set(error, STATUS_BAD_INPUT, "move %d, '%.*s', is not a legal move", builder->count + 1,
                         (int)(text.len < 20 ? text.len : 20), text.ptr);
    }
    builder->game[builder->count++] = move;
    pos_play(&builder->pos, move);
    return STATUS_OK;
}

static Place *find_place(Place *places, size_t slots, uint64_t key)
{
    size_t i = key & (slots - 1);
    while (places[i].key && places[i].key != key) i = (i + 1) & (slots - 1);
    return &places[i];
}

static Status grow_places(BookBuilder *builder, Error *error)
{
    if (builder->used >= POSITIONS_MAX) return error_set(error, STATUS_TOO_LARGE, "the book has too many positions");
    if (2 * (builder->used + 1) <= builder->slots) return STATUS_OK;
    Place *larger = calloc(2 * builder->slots, sizeof *larger);
    if (!larger) return error_set(error, STATUS_NO_MEMORY, "no memory for more positions");
    for (size_t i = 0; i < builder->slots; i++) {
        if (builder->places[i].key)
            *find_place(larger, 2 * builder->slots, builder->places[i].key) = builder->places[i];
    }
    free(builder->places);
    builder->places = larger;
    builder->slots *= 2;
    return STATUS_OK;
}

static Status place_of(BookBuilder *builder, Place **out, Error *error)
{
    Status status = grow_places(builder, error);
    if (status != STATUS_OK) return status;
    uint64_t key = pos_key(&builder->pos) ? pos_key(&builder->pos) : 1;
    *out = find_place(builder->places, builder->slots, key);
    if ((*out)->key) return STATUS_OK;
    Buf sfen = buf_new(SFEN_ROOM);
    notation_format(&builder->pos, &sfen);
    size_t text = builder->texts.len;
    bool put = !sfen.failed && buf_append(&builder->texts, buf_text(&sfen), sfen.len + 1);
    buf_free(&sfen);
    if (!put) return error_set(error, STATUS_TOO_LARGE, "the book's positions are too long, or there is no memory");
    **out = (Place){key, text, NO_MOVE};
    builder->used++;
    return STATUS_OK;
}

static Status played_of(BookBuilder *builder, Place *place, Move move, Played **out, Error *error)
{
    for (int32_t i = place->first; i != NO_MOVE; i = builder->played[i].next) {
        if (builder->played[i].move != move) continue;
        *out = &builder->played[i];
        return STATUS_OK;
    }
    if (builder->played_count == builder->played_room) {
        size_t room = builder->played_room ? 2 * builder->played_room : FIRST_SLOTS;
        if (room > MOVES_MAX) return error_set(error, STATUS_TOO_LARGE, "the book has too many moves");
        Played *larger = realloc(builder->played, room * sizeof *larger);
        if (!larger) return error_set(error, STATUS_NO_MEMORY, "no memory for more moves");
        builder->played = larger;
        builder->played_room = room;
    }
    *out = &builder->played[builder->played_count];
    **out = (Played){.next = place->first, .move = move};
    place->first = (int32_t)builder->played_count++;
    return STATUS_OK;
}

/* The majority's answer, or one of the frequent ones when there is no majority. */
static void vote(Played *played, Move reply)
{
    if (reply == MOVE_NONE) return;
    if (played->reply == reply) {
        played->reply_votes++;
    } else if (played->reply_votes > 0) {
        played->reply_votes--;
    } else {
        played->reply = reply;
        played->reply_votes = 1;
    }
}

Status book_builder_end(BookBuilder *builder, BookResult result, Error *error)
{
    memcpy(&builder->pos, &builder->start, sizeof builder->pos);
    for (int i = 0; i < builder->count; i++) {
        Place *place = NULL;
        Played *played = NULL;
        Status status = place_of(builder, &place, error);
        if (status == STATUS_OK) status = played_of(builder, place, builder->game[i], &played, error);
        if (status != STATUS_OK) return status;
        played->count++;
        bool won = result == (builder->pos.side == BLACK ? BOOK_BLACK_WINS : BOOK_WHITE_WINS);
        if (result == BOOK_BLACK_WINS || result == BOOK_WHITE_WINS) played->balance += won ? 1 : -1;
        vote(played, i + 1 < builder->count ? builder->game[i + 1] : MOVE_NONE);
        pos_play(&builder->pos, builder->game[i]);
    }
    builder->games++;
    return STATUS_OK;
}

/* ---- the text ---- */

typedef struct Line {
    const char *text;
    int32_t first;
} Line;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const Line *)a)->text, ((const Line *)b)->text);
}

static int value_of(const Played *played)
{
    return (int)((int64_t)WIN_VALUE * played->balance / ((int64_t)played->count + DOUBT));
}

static int by_value(const void *a, const void *b)
{
    const Played *x = a, *y = b;
    if (value_of(x) != value_of(y)) return value_of(x) > value_of(y) ? -1 : 1;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return (int)x->move - (int)y->move;
}

static void write_place(const BookBuilder *builder, const Line *line, int least, Buf *out)
{
    Played moves[MAX_MOVES];
    size_t count = 0;
    for (int32_t i = line->first; i != NO_MOVE && count < MAX_MOVES; i = builder->played[i].next) {
        if (builder->played[i].count >= (uint32_t)least) moves[count++] = builder->played[i];
    }
    if (count == 0) return;
    qsort(moves, count, sizeof *moves, by_value);
    (void)buf_printf(out, "sfen %s\n", line->text);
    for (size_t i = 0; i < count; i++) {
        char move[NOTATION_MOVE_MAX], reply[NOTATION_MOVE_MAX] = "none";
        notation_format_move(moves[i].move, move);
        if (moves[i].reply != MOVE_NONE) notation_format_move(moves[i].reply, reply);
        (void)buf_printf(out, "%s %s %d 0 %u\n", move, reply, value_of(&moves[i]), moves[i].count);
    }
}

Status book_builder_write(BookBuilder *builder, int least, Buf *out, Error *error)
{
    Line *lines = malloc((builder->used + 1) * sizeof *lines);
    if (!lines) return error_set(error, STATUS_NO_MEMORY, "no memory to sort the book");
    size_t count = 0;
    for (size_t i = 0; i < builder->slots; i++) {
        const Place *place = &builder->places[i];
        if (place->key) lines[count++] = (Line){builder->texts.data + place->text, place->first};
    }
    qsort(lines, count, sizeof *lines, by_text);
    (void)buf_puts(out, "#YANEURAOU-DB2016 1.00\n");
    for (size_t i = 0; i < count; i++) write_place(builder, &lines[i], least, out);
    free(lines);
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the book is too long") : STATUS_OK;
}
