/* yomi datagen shogi OUT: self-play from random openings or given starts, quiet positions with the search's score and
 * the result.
 *
 * Game number n of a seed is always the same game. A run that was cut off goes on where it was: the last game of the
 * file, which may be torn, is cut off and played again, and what was written counts for doubles as before; so the file
 * is in the end the same as without the interruption. */
#include "base/clock.h"
#include "base/locked_file.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/terminal.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/tools/join.h"
#include "shogi/tools/starts.h"
#include "shogi/tools/tools.h"
#include "shogi/train/sample.h"
#include "tool/answer.h"
#include "tool/args.h"
#include "tool/command.h"
#include "yomi.h"

#include <stdio.h>
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
    STARTS_BUT_ONE_IN = 4,  /* games that begin from a given start, where there are any: all but one in so many */
    START_RANDOM_PLIES = 3, /* fewer random moves than this on top of a given start */
    WIN_SCORE = 4000,       /* of a position with a forced win */
    PROGRESS_GAMES = 50,
    TEXT_MAX = 1 << 10
};

typedef struct Gen {
    yomi_engine *engine;
    int64_t nodes, seed, random_plies;
    Starts starts; /* count 0: none are given */
    ArgTexts join; /* parts, instead of playing */
    SearchAnswer found;
    LockedFile *out;
    int64_t first, next; /* the first game of all, and the one to go on with */
    bool keep_doubles;   /* the file is a part: they are left out when the parts are joined */
    uint64_t *seen;      /* keys of positions in the file: a table that forgets */
    ShogiPosition *position, *moved;
    ShogiSample samples[PLIES_MAX];
    int count;
    bool failed; /* no memory on the way: the game in hand is not what it should be */
    uint64_t games, doubles, quiet, noisy, wins, entered, results[3];
} Gen;

static bool search(Gen *gen)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = answer_take, .context = &gen->found};
    limits.nodes = (uint64_t)gen->nodes;
    if (yomi_run(gen->engine, &limits, &callbacks, NULL) != YOMI_OK) gen->failed = true;
    if (gen->failed) return false;
    return gen->found.best[0] != '\0';
}

/* A legal move. */
static bool play(Gen *gen, const char *move)
{
    if (yomi_play(gen->engine, move, NULL) != YOMI_OK) gen->failed = true;
    return !gen->failed;
}

static bool play_random(Gen *gen, Rng *rng)
{
    Str rest = str_from(yomi_legal_moves(gen->engine));
    Str moves[MAX_MOVES];
    size_t count = 0;
    for (Str word = str_word(&rest); word.len > 0 && count < MAX_MOVES; word = str_word(&rest)) moves[count++] = word;
    char move[YOMI_MOVE_TEXT_MAX];
    if (count == 0 && yomi_get_outcome(gen->engine, NULL) == YOMI_ONGOING) gen->failed = true;
    if (count == 0 || !str_copy(moves[rng_below(rng, count)], move, sizeof move)) return false;
    return play(gen, move);
}

static bool read_board(Gen *gen)
{
    bool read = notation_parse(str_from(yomi_position_text(gen->engine)), gen->position, NULL) == STATUS_OK;
    if (!read) gen->failed = true;
    return read;
}

static bool has_entered(const ShogiPosition *pos, int colour)
{
    int rank = square_rank(pos->king[colour]);
    return colour == BLACK ? rank < 3 : rank > 5;
}

/* The board with the kings of `who` on random empty squares of the enemy's camp; false when such a square is taken. */
static bool put_kings(Gen *gen, const bool who[COLOURS], Rng *rng)
{
    const ShogiPosition *pos = gen->position;
    pos_clear(gen->moved);
    for (int i = 0; i < 81; i++) {
        int square = square_of(i / 9, i % 9), piece = pos->board[square];
        if (piece != NO_PIECE && !(piece_kind(piece) == KING && who[piece_colour(piece)])) {
            pos_put(gen->moved, square, piece);
        }
    }
    for (int colour = 0; colour < COLOURS; colour++) {
        int rank = (int)rng_below(rng, 3),
            square = square_of((int)rng_below(rng, 9), colour == BLACK ? rank : 8 - rank);
        for (int kind = PAWN; kind < HAND_KINDS; kind++) {
            pos_set_hand(gen->moved, colour, kind, hand_count(pos->hands[colour], kind));
        }
        if (!who[colour]) continue;
        if (gen->moved->board[square] != NO_PIECE) return false;
        pos_put(gen->moved, square, piece_make(colour, KING));
    }
    pos_finish(gen->moved, pos->side, pos->ply);
    return !pos_in_check(gen->moved);
}

/* One or both kings go to the enemy's camp, where self-play seldom takes them. */
static bool enter_kings(Gen *gen, Rng *rng)
{
    if (!read_board(gen)) return false;
    for (int i = 0; i < ENTERING_TRIES; i++) {
        uint64_t choice = rng_below(rng, 3);
        const bool who[COLOURS] = {choice != 0, choice != 1};
        if (!put_kings(gen, who, rng)) continue;
        Buf text = buf_new(TEXT_MAX);
        notation_format(gen->moved, &text);
        if (text.failed) gen->failed = true;
        yomi_status status = yomi_set_position(gen->engine, buf_text(&text), NULL, 0, NULL);
        buf_free(&text);
        if (status == YOMI_OK) return true;
    }
    return false;
}

static bool begin_game(Gen *gen, Rng *rng)
{
    bool entering = rng_below(rng, ENTERING_ONE_IN) == 0;
    bool given = !entering && gen->starts.count > 0 && rng_below(rng, STARTS_BUT_ONE_IN) != 0;
    int64_t plies = given ? (int64_t)rng_below(rng, START_RANDOM_PLIES)
                          : (entering ? ENTERING_PLIES : gen->random_plies) + (int64_t)rng_below(rng, 2);
    bool set = given ? starts_set(&gen->starts, rng, gen->engine)
                     : yomi_set_position(gen->engine, NULL, NULL, 0, NULL) == YOMI_OK;
    if (!set) gen->failed = true;
    (void)yomi_new_game(gen->engine, NULL);
    for (int64_t i = 0; i < plies; i++) {
        if (!play_random(gen, rng)) return false;
    }
    if (entering && !enter_kings(gen, rng)) return false;
    return search(gen) && abs(gen->found.score) < OPENING_LIMIT;
}

/* A position is worth learning when nothing hangs in it: not in check, the best move takes nothing. A forced win ends
 * the game, so that positions with one are few. */
static void take_sample(Gen *gen, int ply)
{
    if (!read_board(gen)) return;
    Move move = notation_parse_move(str_from(gen->found.best));
    if (pos_in_check(gen->position) || move == MOVE_WIN || pos_is_noisy(gen->position, move)) {
        gen->noisy++;
        return;
    }
    if (!gen->keep_doubles && !seen_is_new(gen->seen, pos_key(gen->position))) {
        gen->doubles++;
        return;
    }
    int score = gen->found.win_in > 0 ? WIN_SCORE : gen->found.win_in < 0 ? -WIN_SCORE : gen->found.score;
    ShogiSample *sample = &gen->samples[gen->count];
    *sample = (ShogiSample){.score = (int16_t)score, .ply = (uint16_t)ply};
    sample->result = (int8_t)gen->position->side; /* the side, until the result is known */
    if (!pack_position(gen->position, sample->position)) return;
    gen->count++;
    gen->wins += gen->found.win_in != 0;
    gen->entered += has_entered(gen->position, BLACK) || has_entered(gen->position, WHITE);
}

/* 1: Black won, 0: drawn, -1: White won. */
static int play_out(Gen *gen, bool to_the_end)
{
    int losing_for = 0;
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        int side = yomi_side_to_move(gen->engine), black = side == 0 ? 1 : -1;
        take_sample(gen, ply);
        if (gen->found.win_in > 0) return black;
        if (gen->found.win_in < 0) return -black;
        losing_for = abs(gen->found.score) >= RESIGN_SCORE ? losing_for + 1 : 0;
        if (losing_for >= RESIGN_PLIES && !to_the_end) return gen->found.score > 0 ? black : -black;
        if (!play(gen, gen->found.best)) return 0;
        yomi_outcome outcome = yomi_get_outcome(gen->engine, NULL);
        if (outcome != YOMI_ONGOING) return outcome == YOMI_FIRST_WINS ? 1 : outcome == YOMI_SECOND_WINS ? -1 : 0;
        if (!search(gen)) return 0;
    }
    return 0;
}

static Status write_game(Gen *gen, int64_t number, Error *error)
{
    Rng rng = rng_new(splitmix64((uint64_t)gen->seed) ^ (uint64_t)number);
    gen->count = 0;
    bool begun = begin_game(gen, &rng);
    int black = begun ? play_out(gen, rng_below(&rng, PLAYED_OUT_ONE_IN) == 0) : 0;
    if (gen->failed) return error_set(error, STATUS_NO_MEMORY, "game %lld: no memory", (long long)number);
    if (!begun) return STATUS_OK;
    for (int i = 0; i < gen->count; i++) {
        gen->samples[i].result = (int8_t)(gen->samples[i].result == BLACK ? black : -black);
        gen->samples[i].game_low = (uint16_t)number;
        gen->samples[i].game_high = (uint8_t)(number >> 16);
    }
    gen->games++;
    gen->results[1 - black]++;
    gen->quiet += (uint64_t)gen->count;
    Str samples = {(const char *)gen->samples, (size_t)gen->count * sizeof *gen->samples};
    return locked_file_append(gen->out, samples, false, error);
}

static void print_statistics(const Gen *gen, double seconds)
{
    (void)printf("games %llu  black won %llu  drawn %llu  white won %llu\n", (unsigned long long)gen->games,
                 (unsigned long long)gen->results[0], (unsigned long long)gen->results[1],
                 (unsigned long long)gen->results[2]);
    (void)printf("positions %llu  with a forced win %llu  with an entered king %llu\n", (unsigned long long)gen->quiet,
                 (unsigned long long)gen->wins, (unsigned long long)gen->entered);
    (void)printf("left out: noisy %llu, doubles %llu;  %.0f positions a second\n", (unsigned long long)gen->noisy,
                 (unsigned long long)gen->doubles, (double)gen->quiet / seconds);
}

static Status run_games(Gen *gen, int64_t games, Error *error)
{
    int64_t begun = clock_now(clock_real());
    bool terminal = terminal_is(STREAM_ERROR);
    double seconds = 0;
    for (int64_t n = gen->next; n < gen->first + games; n++) {
        Status status = write_game(gen, n, error);
        if (status != STATUS_OK) return status;
        seconds = (double)(clock_now(clock_real()) - begun) / 1e9;
        if (terminal && (n + 1) % PROGRESS_GAMES == 0) {
            (void)fprintf(stderr, "\rgame %lld of %lld, %.0f positions a second ", (long long)(n - gen->first + 1),
                          (long long)games, (double)gen->quiet / seconds);
        }
    }
    if (terminal) (void)fputc('\n', stderr);
    print_statistics(gen, seconds > 0 ? seconds : 1);
    return STATUS_OK;
}

static Status join_parts(Gen *gen, Error *error)
{
    ShogiJoin join = {gen->out, gen->seen, gen->position, gen->next, 0, 0};
    Status status = STATUS_OK;
    for (int i = 0; i < gen->join.count && status == STATUS_OK; i++) {
        status = shogi_join(&join, gen->join.items[i], error);
    }
    (void)printf("games %llu  positions %llu\n", (unsigned long long)join.games, (unsigned long long)join.positions);
    return status;
}

/* Reads what is there, for doubles and for the number of the next game, and leaves out the last game: it may be torn.
 */
static Status take_up(void *context, Str content, size_t *whole, Error *error)
{
    Gen *gen = context;
    ShogiSample sample;
    int64_t last = -1;
    (void)error;
    *whole = 0;
    for (size_t at = 0; at + sizeof sample <= content.len; at += sizeof sample) {
        memcpy(&sample, content.ptr + at, sizeof sample);
        if ((int64_t)sample_game(&sample) == last) continue;
        last = sample_game(&sample);
        *whole = at;
    }
    gen->next = last >= 0 ? last : gen->first;
    for (size_t at = 0; at < *whole; at += sizeof sample) {
        memcpy(&sample, content.ptr + at, sizeof sample);
        if (unpack_position(sample.position, gen->position, NULL) == STATUS_OK)
            (void)seen_is_new(gen->seen, pos_key(gen->position));
    }
    return STATUS_OK;
}

static Status open_engine(Gen *gen, const char *net, Error *error)
{
    yomi_error inner;
    if (yomi_open("shogi", &gen->engine, &inner) == YOMI_OK &&
        yomi_set_option(gen->engine, "Hash", "1", &inner) == YOMI_OK &&
        yomi_set_option(gen->engine, "EvalFile", net ? net : "", &inner) == YOMI_OK &&
        yomi_ready(gen->engine, &inner) == YOMI_OK) {
        return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_INPUT, "%s", inner.text);
}

static int open_and_run(Gen *gen, const char *path, const char *net, const char *starts, int64_t games)
{
    Error error, unsynced;
    Status status = open_engine(gen, net, &error);
    if (status == STATUS_OK && starts) status = starts_read(&gen->starts, starts, gen->engine, &error);
    if (status == STATUS_OK) status = locked_file_open(&gen->out, path, take_up, gen, &error);
    if (status == STATUS_OK) status = gen->join.count > 0 ? join_parts(gen, &error) : run_games(gen, games, &error);
    if (locked_file_close(gen->out, &unsynced) != STATUS_OK && status == STATUS_OK) {
        error = unsynced;
        status = unsynced.status;
    }
    starts_free(&gen->starts);
    yomi_close(gen->engine);
    answer_free(&gen->found);
    return status == STATUS_OK ? APP_OK : app_error("datagen", APP_FAILED, "%s", error.text);
}

static int run(int argc, char **argv)
{
    const char *path = NULL, *net = NULL, *starts = NULL;
    int64_t games = 1000;
    Gen *gen = calloc(1, sizeof *gen);
    if (!gen) return app_error("datagen", APP_FAILED, "no memory");
    gen->nodes = 700;
    gen->seed = 1;
    gen->random_plies = 7;
    gen->seen = calloc(JOIN_SLOTS, sizeof *gen->seen);
    gen->position = calloc(1, sizeof *gen->position);
    gen->moved = calloc(1, sizeof *gen->moved);
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &path, true},
                         {"--games", ARG_NUMBER, 1, SAMPLE_GAMES_MAX, &games, false},
                         {"--first", ARG_NUMBER, 0, SAMPLE_GAMES_MAX - 1, &gen->first, false},
                         {"--keep-doubles", ARG_FLAG, 0, 0, &gen->keep_doubles, false},
                         {"--join", ARG_MANY, 0, 0, &gen->join, false},
                         {"--seed", ARG_NUMBER, 0, 1000000000, &gen->seed, false},
                         {"--nodes", ARG_NUMBER, 10, 10000000, &gen->nodes, false},
                         {"--random-plies", ARG_NUMBER, 0, 60, &gen->random_plies, false},
                         {"--starts", ARG_TEXT, 0, 0, &starts, false},
                         {"--net", ARG_TEXT, 0, 0, &net, false}};
    Error error;
    int code = APP_FAILED;
    if (!gen->seen || !gen->position || !gen->moved) {
        (void)app_error("datagen", APP_FAILED, "no memory");
    } else if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK) {
        code = app_error("datagen", APP_USAGE, "%s", error.text);
    } else if (games > SAMPLE_GAMES_MAX - gen->first) {
        code = app_error("datagen", APP_USAGE, "a run has at most %d games", SAMPLE_GAMES_MAX);
    } else {
        code = open_and_run(gen, path, net, starts, games);
    }
    free(gen->seen);
    free(gen->position);
    free(gen->moved);
    free(gen);
    return code;
}

static const char *const farm[] = {"--seed N", "--nodes N", "--random-plies N", "--starts FILE", "--net FILE", NULL};

const GameCommand shogi_datagen = {
    "shogi OUT [--games N] [--first N] [--seed N] [--nodes N] [--random-plies N] [--starts FILE] [--net FILE]\n"
    "        [--keep-doubles | --join FILE...]\n"
    "    Plays games from random openings and writes their quiet positions, 40 bytes each, to OUT. The same command "
    "goes on\n"
    "    with a file; for several processes take a file and a seed each, or parts of one run: ranges of games "
    "(--first)\n"
    "    with --keep-doubles, which --join puts together in their order, to the bytes of the whole run. --starts: "
    "three games in four begin in a "
    "position\n"
    "    of these games (a line is `startpos moves ...` or `sfen SFEN moves ...`). --net is an EvalFile; hand: no "
    "network.\n",
    run, farm, "--keep-doubles"};
