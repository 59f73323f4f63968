#include "shogi/tools/selfplay.h"

#include "base/rng.h"
#include "base/str.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "yomi.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 400,
    OPENING_LIMIT = 1200, /* an opening worse than this for a side is thrown away */
    RESIGN_SCORE = 2000,
    RESIGN_PLIES = 4,
    PLAYED_OUT_ONE_IN = 4, /* games that nobody resigns, for endings and mates */
    ENTERING_ONE_IN = 32,  /* games that begin with a king in the enemy's camp */
    ENTERING_PLIES = 24,   /* random plies before a king is put there */
    ENTERING_TRIES = 40,
    ODDS_ONE_IN = 32,       /* games at odds; nobody resigns them */
    ODDS_RANDOM_PLIES = 4,  /* random moves of them */
    STARTS_BUT_ONE_IN = 4,  /* games that begin from a given start, where there are any: all but one in so many */
    START_RANDOM_PLIES = 3, /* fewer random moves than this on top of a given start */
    TEXT_MAX = 1 << 10
};

_Static_assert((int)PLIES_MAX <= CHAIN_PLIES_MAX, "a game fits its record");

/* The usual odds: a lance, a bishop, a rook, rook and lance, both, and the lances besides. */
static const char *const odds[] = {
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
};

/* How a game begins, and whether it may be resigned. */
typedef struct Opening {
    bool entering, given, odds, to_the_end;
    int64_t plies; /* random ones */
} Opening;

static bool search(Selfplay *play)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = answer_take, .context = &play->found};
    limits.nodes = (uint64_t)play->nodes;
    if (yomi_run(play->engine, &limits, &callbacks, NULL) != YOMI_OK) play->failed = true;
    if (play->failed) return false;
    return play->found.best[0] != '\0';
}

/* A legal move. */
static bool make_move(Selfplay *play, const char *move)
{
    if (yomi_play(play->engine, move, NULL) != YOMI_OK) play->failed = true;
    return !play->failed;
}

static bool play_random(Selfplay *play, Rng *rng)
{
    Str rest = str_from(yomi_legal_moves(play->engine));
    Str moves[MAX_MOVES];
    size_t count = 0;
    for (Str word = str_word(&rest); word.len > 0 && count < MAX_MOVES; word = str_word(&rest)) moves[count++] = word;
    char move[YOMI_MOVE_TEXT_MAX];
    if (count == 0 && yomi_get_outcome(play->engine, NULL) == YOMI_ONGOING) play->failed = true;
    if (count == 0 || !str_copy(moves[rng_below(rng, count)], move, sizeof move)) return false;
    return make_move(play, move);
}

static bool read_board(Selfplay *play)
{
    bool read = notation_parse(str_from(yomi_position_text(play->engine)), play->position, NULL) == STATUS_OK;
    if (!read) play->failed = true;
    return read;
}

static bool has_entered(const ShogiPosition *pos, int colour)
{
    int rank = square_rank(pos->king[colour]);
    return colour == BLACK ? rank < 3 : rank > 5;
}

/* The board with the kings of `who` on random empty squares of the enemy's camp; false when such a square is taken. */
static bool put_kings(Selfplay *play, const bool who[COLOURS], Rng *rng)
{
    const ShogiPosition *pos = play->position;
    pos_clear(play->moved);
    for (int i = 0; i < 81; i++) {
        int square = square_of(i / 9, i % 9), piece = pos->board[square];
        if (piece != NO_PIECE && !(piece_kind(piece) == KING && who[piece_colour(piece)])) {
            pos_put(play->moved, square, piece);
        }
    }
    for (int colour = 0; colour < COLOURS; colour++) {
        int rank = (int)rng_below(rng, 3),
            square = square_of((int)rng_below(rng, 9), colour == BLACK ? rank : 8 - rank);
        for (int kind = PAWN; kind < HAND_KINDS; kind++) {
            pos_set_hand(play->moved, colour, kind, hand_count(pos->hands[colour], kind));
        }
        if (!who[colour]) continue;
        if (play->moved->board[square] != NO_PIECE) return false;
        pos_put(play->moved, square, piece_make(colour, KING));
    }
    pos_finish(play->moved, pos->side, pos->ply);
    return !pos_in_check(play->moved);
}

/* One or both kings go to the enemy's camp, where self-play seldom takes them. */
static bool enter_kings(Selfplay *play, Rng *rng)
{
    if (!read_board(play)) return false;
    for (int i = 0; i < ENTERING_TRIES; i++) {
        uint64_t choice = rng_below(rng, 3);
        const bool who[COLOURS] = {choice != 0, choice != 1};
        if (!put_kings(play, who, rng)) continue;
        Buf text = buf_new(TEXT_MAX);
        notation_format(play->moved, &text);
        if (text.failed) play->failed = true;
        yomi_status status = yomi_set_position(play->engine, buf_text(&text), NULL, 0, NULL);
        buf_free(&text);
        if (status == YOMI_OK) return true;
    }
    return false;
}

static Opening choose_opening(const Selfplay *play, Rng *rng)
{
    Opening opening = {.entering = rng_below(rng, ENTERING_ONE_IN) == 0};
    opening.odds = !opening.entering && rng_below(rng, ODDS_ONE_IN) == 0;
    opening.given =
        !opening.entering && !opening.odds && play->starts.count > 0 && rng_below(rng, STARTS_BUT_ONE_IN) != 0;
    opening.to_the_end = rng_below(rng, PLAYED_OUT_ONE_IN) == 0 || opening.odds;
    int64_t more = (int64_t)rng_below(rng, opening.given ? START_RANDOM_PLIES : 2);
    int64_t plies = opening.entering ? ENTERING_PLIES : opening.odds ? ODDS_RANDOM_PLIES : play->random_plies;
    opening.plies = opening.given ? more : plies + more;
    return opening;
}

static bool set_start(Selfplay *play, const Opening *opening, Rng *rng)
{
    if (opening->given) return starts_set(&play->starts, rng, play->engine);
    const char *text = opening->odds ? odds[rng_below(rng, sizeof odds / sizeof *odds)] : NULL;
    return yomi_set_position(play->engine, text, NULL, 0, NULL) == YOMI_OK;
}

static bool begin_game(Selfplay *play, const Opening *opening, Rng *rng)
{
    if (!set_start(play, opening, rng)) play->failed = true;
    (void)yomi_new_game(play->engine, NULL);
    for (int64_t i = 0; i < opening->plies; i++) {
        if (!play_random(play, rng)) return false;
    }
    if (opening->entering && !enter_kings(play, rng)) return false;
    if (!search(play) || !read_board(play)) return false;
    if (!chain_begin(&play->chain, play->position)) return false;
    return opening->odds || abs(play->found.score) < OPENING_LIMIT;
}

bool selfplay_is_quiet(const ShogiPosition *pos, Move best)
{
    return !pos_in_check(pos) && best != MOVE_WIN && !pos_is_noisy(pos, best);
}

int selfplay_score(const SearchAnswer *answer)
{
    return answer->win_in > 0 ? SELFPLAY_WIN_SCORE : answer->win_in < 0 ? -SELFPLAY_WIN_SCORE : answer->score;
}

/* A forced win ends the game, so that positions with one are few. */
static void note_ply(Selfplay *play)
{
    if (!read_board(play)) return;
    Move move = notation_parse_move(str_from(play->found.best));
    const ChainPly ply = {move, (int16_t)selfplay_score(&play->found), selfplay_is_quiet(play->position, move)};
    if (!chain_add(&play->chain, play->position, &ply)) play->failed = true;
    SelfplayCounts *counts = &play->counts;
    counts->quiet += ply.quiet;
    counts->noisy += !ply.quiet;
    counts->wins += ply.quiet && play->found.win_in != 0;
    counts->entered += ply.quiet && (has_entered(play->position, BLACK) || has_entered(play->position, WHITE));
}

/* 1: Black won, 0: drawn, -1: White won. */
static int play_out(Selfplay *play, bool to_the_end)
{
    int losing_for = 0;
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        int side = yomi_side_to_move(play->engine), black = side == 0 ? 1 : -1;
        note_ply(play);
        if (play->failed) return 0;
        if (play->found.win_in > 0) return black;
        if (play->found.win_in < 0) return -black;
        losing_for = abs(play->found.score) >= RESIGN_SCORE ? losing_for + 1 : 0;
        if (losing_for >= RESIGN_PLIES && !to_the_end) return play->found.score > 0 ? black : -black;
        if (!make_move(play, play->found.best)) return 0;
        yomi_outcome outcome = yomi_get_outcome(play->engine, NULL);
        if (outcome != YOMI_ONGOING) return outcome == YOMI_FIRST_WINS ? 1 : outcome == YOMI_SECOND_WINS ? -1 : 0;
        if (!search(play)) return 0;
    }
    return 0;
}

Status selfplay_game(Selfplay *play, int64_t number, Str *record, Error *error)
{
    Rng rng = rng_new(splitmix64((uint64_t)play->seed) ^ (uint64_t)number);
    *record = (Str){"", 0};
    Opening opening = choose_opening(play, &rng);
    bool begun = begin_game(play, &opening, &rng);
    int black = begun && !play->failed ? play_out(play, opening.to_the_end) : 0;
    if (play->failed) return error_set(error, STATUS_NO_MEMORY, "game %lld: no memory", (long long)number);
    if (!begun) return STATUS_OK;
    play->counts.games++;
    play->counts.odds += opening.odds;
    play->counts.results[1 - black]++;
    *record = chain_end(&play->chain, black);
    return STATUS_OK;
}

Status selfplay_open(Selfplay *play, const char *net, Error *error)
{
    yomi_error inner;
    play->position = calloc(1, sizeof *play->position);
    play->moved = calloc(1, sizeof *play->moved);
    if (!play->position || !play->moved) return error_set(error, STATUS_NO_MEMORY, "no memory");
    if (yomi_open("shogi", &play->engine, &inner) == YOMI_OK &&
        yomi_set_option(play->engine, "Hash", "1", &inner) == YOMI_OK &&
        yomi_set_option(play->engine, "EvalFile", net ? net : "", &inner) == YOMI_OK &&
        yomi_ready(play->engine, &inner) == YOMI_OK) {
        return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_INPUT, "%s", inner.text);
}

void selfplay_close(Selfplay *play)
{
    starts_free(&play->starts);
    yomi_close(play->engine);
    answer_free(&play->found);
    free(play->position);
    free(play->moved);
}
