/* USI: the words behind `go` and `ponderhit`. */
#include "front/usi.h"

enum { DEPTH_MOST = 10000 };
#define NUMBER_MOST (INT64_C(1) << 50)

typedef struct GoClock {
    int64_t time[2], increment[2], byoyomi;
    bool given;
} GoClock;

static bool is_keyword(Str word)
{
    static const char *const words[] = {"btime", "wtime",    "binc", "winc",   "byoyomi", "movetime",    "depth",
                                        "nodes", "infinite", "mate", "ponder", "perft",   "searchmoves", "movestogo"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_eq(word, words[i])) return true;
    }
    return false;
}

/* The number behind a word. One that is missing, cannot be read or is below `least` is told, and false: the caller then
 * takes what `instead` says, so that every go has an end. */
static bool take_number(Front *front, Str word, Str *rest, int64_t least, const char *instead, int64_t *out)
{
    Str probe = *rest, text = str_word(&probe);
    bool is_number = str_to_int_within(text, -NUMBER_MOST, NUMBER_MOST, out);
    if (is_keyword(text))
        text.len = 0; /* the number is missing */
    else
        *rest = probe;
    if (is_number && *out >= least) return true;
    if (text.len > USI_SHOWN_MAX) text.len = USI_SHOWN_MAX;
    front_print(front, "info string %.*s '%.*s' is taken as %s", STR_ARG(word), STR_ARG(text), instead);
    return false;
}

/* The clock words of go and ponderhit. True when the word was one of them. */
static bool take_clock_word(Front *front, GoClock *clock, Str word, Str *rest)
{
    int64_t *place = str_eq(word, "btime")     ? &clock->time[0]
                     : str_eq(word, "wtime")   ? &clock->time[1]
                     : str_eq(word, "binc")    ? &clock->increment[0]
                     : str_eq(word, "winc")    ? &clock->increment[1]
                     : str_eq(word, "byoyomi") ? &clock->byoyomi
                                               : NULL;
    if (!place) return false;
    clock->given = true;
    if (!take_number(front, word, rest, -NUMBER_MOST, "0", place) || *place < 0) *place = 0; /* it may have run over */
    return true;
}

static void apply_clock(const GoClock *clock, int side, yomi_limits *limits)
{
    if (!clock->given) return;
    limits->time_ms = clock->time[side];
    limits->increment_ms = clock->increment[side];
    limits->byoyomi_ms = clock->byoyomi;
}

/* Copies the legal moves behind searchmoves into `moves`, up to the next keyword. */
static void take_moves(Front *front, Str *rest, Buf *moves)
{
    size_t refused = 0;
    Str first = {"", 0};
    for (;;) {
        char move[YOMI_MOVE_TEXT_MAX];
        Str probe = *rest;
        Str word = str_word(&probe);
        if (word.len == 0 || is_keyword(word)) break;
        *rest = probe;
        if (str_copy(word, move, sizeof move) && yomi_is_legal(front_engine(front), move)) {
            (void)buf_printf(moves, "%s ", move);
        } else if (refused++ == 0) {
            first = (Str){word.ptr, word.len < USI_SHOWN_MAX ? word.len : USI_SHOWN_MAX};
        }
    }
    if (refused > 0) {
        front_print(front, "info string searchmoves: %zu not legal here, the first is '%.*s'", refused, STR_ARG(first));
    }
    if (moves->len == 0) front_print(front, "info string searchmoves names no legal move: all moves are searched");
}

/* mate MS, mate infinite, or mate alone: until an answer is found or stop. */
static void take_mate(Front *front, Str *rest, yomi_limits *limits)
{
    Str probe = *rest, word = str_word(&probe);
    int64_t ms = 0;
    ((Usi *)front_memory(front))->mate_search = true;
    limits->mate = -1;
    if (str_eq(word, "infinite")) {
        *rest = probe;
    } else if (word.len > 0 && !is_keyword(word)) {
        limits->movetime_ms = take_number(front, STR_LIT("mate"), rest, 1, "0 ms", &ms) ? ms : 0;
    }
}

static bool take_go_word(Front *front, Str word, Str *rest, yomi_limits *limits, Buf *only)
{
    int64_t n = 0;
    if (str_eq(word, "infinite")) {
        limits->infinite = 1;
    } else if (str_eq(word, "ponder")) {
        limits->ponder = 1;
    } else if (str_eq(word, "mate")) {
        take_mate(front, rest, limits);
    } else if (str_eq(word, "searchmoves")) {
        take_moves(front, rest, only);
    } else if (str_eq(word, "movetime")) {
        limits->movetime_ms = take_number(front, word, rest, 0, "0", &n) ? n : 0;
    } else if (str_eq(word, "depth")) {
        if (!take_number(front, word, rest, 1, "1", &n)) n = 1;
        limits->depth = n > DEPTH_MOST ? DEPTH_MOST : (int)n;
    } else if (str_eq(word, "nodes")) {
        if (take_number(front, word, rest, 1, "depth 1", &n))
            limits->nodes = (uint64_t)n;
        else
            limits->depth = 1;
    } else if (str_eq(word, "movestogo")) {
        if (take_number(front, word, rest, 1, "not given", &n)) limits->moves_to_go = n > 10000 ? 10000 : (int)n;
    } else {
        return false;
    }
    return true;
}

typedef struct PerftCaller {
    Front *front;
    unsigned asked;
} PerftCaller;

/* Any command ends it, and so does a GUI that is gone. */
static int perft_goes_on(void *context)
{
    enum { LOOK_EVERY = 64 };
    PerftCaller *caller = context;
    return ++caller->asked % LOOK_EVERY != 0 || !front_waiting(caller->front);
}

static void go_perft(Front *front, Str rest)
{
    int64_t depth = 0;
    uint64_t leaves = 0;
    PerftCaller caller = {.front = front};
    if (!str_to_int(str_word(&rest), 0, 20, &depth)) {
        front_print(front, "info string go perft needs a depth from 0 to 20");
    } else if (yomi_perft_while(front_engine(front), (int)depth, perft_goes_on, &caller, &leaves)) {
        front_print(front, "perft %d %llu", (int)depth, (unsigned long long)leaves);
    } else {
        front_print(front, "info string perft %d was ended by the next command", (int)depth);
    }
}

/* Memory and files may be missing, but a GUI takes no answer, or resignation, for the end of the game. */
static void answer_without_search(Front *front)
{
    const Usi *usi = front_memory(front);
    Str rest = str_from(yomi_legal_moves(front_engine(front)));
    Str move = str_word(&rest);
    if (usi->mate_search) {
        front_print(front, "checkmate notimplemented");
    } else if (move.len == 0) {
        front_print(front, "bestmove resign");
    } else {
        front_print(front, "bestmove %.*s", STR_ARG(move));
    }
}

void usi_cmd_go(Front *front, Str arguments)
{
    Usi *usi = front_memory(front);
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.play_on = 1; /* the GUI judges repetitions */
    GoClock clock = {0};
    Buf only = buf_new(1 << 16);
    int unknown = 0;
    usi->mate_search = false;
    Str rest = arguments;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        if (str_eq(word, "perft")) {
            go_perft(front, rest);
            buf_free(&only);
            return;
        }
        if (take_clock_word(front, &clock, word, &rest) || take_go_word(front, word, &rest, &limits, &only)) continue;
        if (word.len > USI_SHOWN_MAX) word.len = USI_SHOWN_MAX;
        if (unknown++ == 0) front_print(front, "info string go: '%.*s' is not known", STR_ARG(word));
    }
    apply_clock(&clock, yomi_side_to_move(front_engine(front)), &limits);
    if (only.len > 0) limits.only = buf_text(&only);
    yomi_error error;
    if (!front_go(front, &limits, &error)) {
        front_print(front, "info string go: %s", error.text);
        answer_without_search(front);
    }
    buf_free(&only);
}

void usi_cmd_ponderhit(Front *front, Str arguments)
{
    GoClock clock = {0};
    Str rest = arguments;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest))
        (void)take_clock_word(front, &clock, word, &rest);
    yomi_limits limits = YOMI_LIMITS_INIT;
    apply_clock(&clock, yomi_side_to_move(front_engine(front)), &limits);
    yomi_ponderhit(front_engine(front), clock.given ? &limits : NULL);
}
