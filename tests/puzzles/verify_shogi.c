/* Mates. Up to TWIN_MOST plies by a plain search without tables over every check and every answer; longer ones by the
 * solver on the mirrored board, where it goes other ways, with a table of its own. */
#include "verify.h"

#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/tools/tsume.h"

#include <stdlib.h>
#include <string.h>

enum { TWIN_MOST = 7, MIRROR_BUDGET = 3000000 };

/* ---- the twin ---- */

static bool attacker_mates(ShogiPosition *pos, int plies);

static bool all_answers_lose(ShogiPosition *pos, int plies)
{
    Move answers[LIST_ROOM];
    const Move *end = movegen_all(pos, answers);
    for (const Move *answer = answers; answer < end; answer++) {
        ShogiUndo before;
        if (plies < 2) return false;
        pos_do_bare(pos, *answer, &before);
        bool mated = attacker_mates(pos, plies - 1);
        pos_undo_bare(pos, *answer, &before);
        if (!mated) return false;
    }
    return true;
}

static bool move_mates(ShogiPosition *pos, Move move, int plies)
{
    ShogiUndo before;
    pos_do_bare(pos, move, &before);
    bool mates = pos_in_check(pos) && all_answers_lose(pos, plies - 1);
    pos_undo_bare(pos, move, &before);
    return mates;
}

static bool attacker_mates(ShogiPosition *pos, int plies)
{
    Move moves[LIST_ROOM];
    const Move *end = movegen_all(pos, moves);
    for (const Move *move = moves; move < end; move++) {
        if (move_mates(pos, *move, plies)) return true;
    }
    return false;
}

/* At each move of the attacker but the last no other one mates in as many plies, and nothing mates sooner. */
static const char *by_twin(const ShogiPosition *start, const TsumeMate *mate)
{
    static ShogiPosition pos;
    pos = *start;
    if (attacker_mates(&pos, mate->length - 2)) return "there is a shorter mate";
    for (int i = 0; i < mate->length - 1; i++) {
        Move moves[LIST_ROOM];
        ShogiUndo before;
        const Move *end = i % 2 == 0 ? movegen_all(&pos, moves) : moves;
        for (const Move *move = moves; move < end; move++) {
            bool mates = move_mates(&pos, *move, mate->length - i);
            if (*move == mate->line[i] && !mates) return "the solution does not mate";
            if (mates && !tsume_same_move(&pos, *move, mate->line[i])) return "there is another way";
        }
        pos_do_bare(&pos, mate->line[i], &before);
    }
    return NULL;
}

/* ---- the mirror ---- */

static int mirror_square(int square)
{
    return square_of(8 - square_file(square), square_rank(square));
}

static Move mirror_move(Move move)
{
    if (move_is_drop(move)) return move_drop(move_drop_kind(move), mirror_square(move_to(move)));
    int from = mirror_square(move_from(move)), to = mirror_square(move_to(move));
    return move_is_promotion(move) ? move_promote(from, to) : move_make(from, to);
}

static void mirror(const ShogiPosition *pos, ShogiPosition *out)
{
    pos_clear(out);
    for (int i = 0; i < 81; i++) {
        int square = square_of(i / 9, i % 9);
        if (pos->board[square] != NO_PIECE) pos_put(out, mirror_square(square), pos->board[square]);
    }
    for (int colour = 0; colour < COLOURS; colour++) {
        for (int kind = PAWN; kind < HAND_KINDS; kind++)
            pos_set_hand(out, colour, kind, hand_count(pos->hands[colour], kind));
    }
    pos_finish(out, pos->side, pos->ply);
}

static const char *by_mirror(const ShogiPosition *pos, const TsumeMate *mate)
{
    static ShogiPosition turned;
    Tsume *tsume;
    TsumeMate found, line = {.length = mate->length};
    const char *why = NULL;
    if (tsume_open(&tsume, NULL) != STATUS_OK) return "no memory";
    mirror(pos, &turned);
    for (int i = 0; i < mate->length; i++) line.line[i] = mirror_move(mate->line[i]);
    if (!tsume_mate(tsume, &turned, 0, MIRROR_BUDGET, &found))
        why = "no mate was found";
    else if (found.length != mate->length)
        why = "the shortest mate has another length";
    else if (!tsume_same_move(&turned, found.line[0], line.line[0]))
        why = "the mate begins with another move";
    else if (!tsume_is_unique(tsume, &turned, &line, MIRROR_BUDGET))
        why = "there is another way";
    tsume_close(tsume);
    return why;
}

/* The stored line, which must end in mate. */
static const char *read_line(const Puzzle *puzzle, const ShogiPosition *start, TsumeMate *out)
{
    static ShogiPosition pos;
    Str rest = str_from(puzzle->line);
    *out = (TsumeMate){0};
    pos = *start;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        Move move = notation_parse_move(word);
        if (out->length == TSUME_PLIES_MAX || !movegen_is_legal(&pos, move)) return "the line has an illegal move";
        out->line[out->length++] = move;
        pos_play(&pos, move);
    }
    if (out->length != puzzle->length) return "the line has another length";
    return movegen_has_move(&pos) ? "the line does not end in mate" : NULL;
}

/* Every piece of the game is somewhere: on the board, in the attacker's hand, and the rest in the defender's. */
static bool is_whole(const ShogiPosition *pos)
{
    static const int counts[HAND_KINDS] = {0, 18, 4, 4, 4, 2, 2, 4};
    int found[HAND_KINDS] = {0};
    for (int i = 0; i < 81; i++) {
        int kind = piece_kind(pos->board[square_of(i / 9, i % 9)]);
        if (kind != NO_PIECE && kind != KING) found[kind_raw(kind)]++;
    }
    for (int kind = PAWN; kind < HAND_KINDS; kind++) {
        found[kind] += hand_count(pos->hands[BLACK], kind) + hand_count(pos->hands[WHITE], kind);
        if (found[kind] != counts[kind]) return false;
    }
    return true;
}

const char *verify_shogi(const Puzzle *puzzle)
{
    static ShogiPosition pos;
    TsumeMate mate;
    Error error;
    if (notation_parse(str_from(puzzle->position), &pos, &error) != STATUS_OK) return "the position is none";
    if (puzzle->length % 2 == 0 || puzzle->length < 3 || puzzle->length > 11) return "the length is none of a puzzle";
    if (!is_whole(&pos)) return "pieces are missing";
    const char *why = read_line(puzzle, &pos, &mate);
    if (why) return why;
    return mate.length <= TWIN_MOST ? by_twin(&pos, &mate) : by_mirror(&pos, &mate);
}
