#include "othello/train/datagen.h"

#include <math.h>

enum { STRAY_SOLVED_PCT = 30, SPREAD = 3 };

typedef struct Play {
    SoloSearch *solo;
    const DatagenConfig *config;
    Rng rng;
    OthelloSample *out;
    int count;   /* samples that have their label */
    int pending; /* boards behind them that wait for one */
} Play;

int othello_random_move(Rng *rng, uint64_t moves)
{
    for (uint64_t skip = rng_below(rng, (uint64_t)bits_count(moves)); skip > 0; skip--) moves &= moves - 1;
    return bits_lowest(moves);
}

/* The move that leaves the other side least, corners first, with a little noise. */
static int mobile_move(Rng *rng, OthelloBoard board, uint64_t moves)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    int best = -1, least = 0;
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t replies = othello_board_moves(board_after(board, square, othello_board_flips(board, square)));
        int cost = 4 * bits_count(replies) + 12 * bits_count(replies & corners) + (int)rng_below(rng, SPREAD);
        if (bit(square) & corners) cost -= 24;
        if (best < 0 || cost < least) {
            best = square;
            least = cost;
        }
    }
    return best;
}

/* `score`: of the search, in discs. */
static int chosen_move(Play *play, OthelloBoard board, uint64_t moves, int *score)
{
    *score = 0;
    if (play->config->depth == 0) return mobile_move(&play->rng, board, moves);
    Pv pv;
    *score = (int)lround((double)othello_solo_search(play->solo, board, play->config->depth, SELECT_MOST, &pv) / DISC);
    return pv.len > 0 ? square_of_move(pv.moves[0]) : bits_lowest(moves);
}

static void note(Play *play, OthelloBoard board, int score, int flags)
{
    if (play->count + play->pending >= DATAGEN_SAMPLES_MAX) return;
    play->out[play->count + play->pending] = (OthelloSample){board, (int16_t)score, (uint16_t)flags};
}

/* Boards that wait for a label alternate between the sides only where nobody passed: `flags` keeps the side for now. */
static void note_pending(Play *play, OthelloBoard board, int score, int side)
{
    if (play->count + play->pending >= DATAGEN_SAMPLES_MAX) return;
    note(play, board, score, side);
    play->pending++;
}

static void label_pending(Play *play, int score, int side)
{
    double share = play->config->mix_pct / 100.0;
    for (int i = play->count; i < play->count + play->pending; i++) {
        OthelloSample *sample = &play->out[i];
        int result = sample->flags == side ? score : -score;
        sample->score = (int16_t)lround(share * sample->score + (1 - share) * result);
        sample->flags = play->config->mix_pct > 0 ? SAMPLE_SEARCHED : 0;
    }
    play->count += play->pending;
    play->pending = 0;
}

/* From a board to be solved on: labels are exact. */
static void play_solved(Play *play, OthelloBoard board)
{
    Pv pv = {0};
    int at = 0, score = 0;
    while (othello_board_moves(board) || othello_board_moves(board_pass(board))) {
        uint64_t moves = othello_board_moves(board);
        if (!moves) {
            board = board_pass(board);
            score = -score;
            at++;
            continue;
        }
        if (at >= pv.len) {
            score = othello_solo_solve(play->solo, board, -SQUARES, SQUARES, &pv);
            at = 0;
        }
        note(play, board, score, SAMPLE_EXACT);
        if (play->count < DATAGEN_SAMPLES_MAX) play->count++;
        bool stray = rng_below(&play->rng, 100) < STRAY_SOLVED_PCT || at >= pv.len || pv.moves[at] == MOVE_PASS;
        int square = stray ? othello_random_move(&play->rng, moves) : square_of_move(pv.moves[at]);
        board = board_after(board, square, othello_board_flips(board, square));
        score = -score;
        at = stray ? pv.len : at + 1;
    }
}

int othello_datagen_game(SoloSearch *solo, const DatagenConfig *config, uint64_t seed, uint64_t game,
                         OthelloSample out[DATAGEN_SAMPLES_MAX])
{
    Play play = {.solo = solo, .config = config, .rng = rng_new(splitmix64(seed) ^ game), .out = out};
    uint64_t span = (uint64_t)(config->random_max - config->random_min + 1);
    int openings = config->random_min + (int)rng_below(&play.rng, span);
    OthelloBoard board = othello_board_start();
    int side = 0;
    for (int ply = 0; board_empty_count(board) > config->solve_empties; ply++) {
        uint64_t moves = othello_board_moves(board);
        if (moves) {
            bool random = ply < openings || rng_below(&play.rng, 100) < (uint64_t)config->stray_pct;
            int score,
                square = random ? othello_random_move(&play.rng, moves) : chosen_move(&play, board, moves, &score);
            if (random)
                play.pending = 0;
            else
                note_pending(&play, board, score, side);
            board = board_after(board, square, othello_board_flips(board, square));
        } else {
            if (!othello_board_moves(board_pass(board))) break;
            board = board_pass(board);
        }
        side ^= 1;
    }
    tt_new_search(&solo->tt);
    if (!othello_board_moves(board) && !othello_board_moves(board_pass(board))) {
        label_pending(&play, board_final_score(board), side);
        return play.count;
    }
    Pv pv;
    int score = othello_solo_solve(solo, board, -SQUARES, SQUARES, &pv);
    label_pending(&play, score, side);
    play_solved(&play, board);
    return play.count;
}
