#include "shogi/shogi.h"

#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/perft.h"
#include "shogi/rules.h"
#include "shogi/search/mates.h"
#include "shogi/search/prelude.h"
#include "shogi/settings.h"
#include "shogi/shared.h"

#include <string.h>

enum { ASPIRATION_DELTA = 30, BENCH_DEPTH = 12 };

/* What workers share is the book; without one it is NULL. */
static Status parse_position(const void *settings, Str text, void *position, Error *error)
{
    const ShogiSettings *shogi = settings;
    ShogiPosition made;
    memset(&made, 0, sizeof made);
    made.entering = (uint8_t)shogi->entering_king;
    made.max_moves = (uint16_t)shogi->max_moves;
    Status status = notation_parse(text, &made, error);
    if (status == STATUS_OK) memcpy(position, &made, sizeof made);
    return status;
}

static void start_position(const void *settings, void *position)
{
    (void)parse_position(settings, str_from(notation_start), position, NULL);
}

static void format_position(const void *position, Buf *out)
{
    notation_format(position, out);
}

static void draw_board(const void *position, Buf *out)
{
    notation_draw(position, out);
}

/* By kind; those that cannot be met have no name. */
static const PieceNames pieces[] = {
    [NO_PIECE] = {{"", ""}, {"", ""}},           [PAWN] = {{"P", "p"}, {"歩", "歩"}},
    [LANCE] = {{"L", "l"}, {"香", "香"}},        [KNIGHT] = {{"N", "n"}, {"桂", "桂"}},
    [SILVER] = {{"S", "s"}, {"銀", "銀"}},       [BISHOP] = {{"B", "b"}, {"角", "角"}},
    [ROOK] = {{"R", "r"}, {"飛", "飛"}},         [GOLD] = {{"G", "g"}, {"金", "金"}},
    [KING] = {{"K", "k"}, {"玉", "玉"}},         [PRO_PAWN] = {{"+P", "+p"}, {"と", "と"}},
    [PRO_LANCE] = {{"+L", "+l"}, {"杏", "杏"}},  [PRO_KNIGHT] = {{"+N", "+n"}, {"圭", "圭"}},
    [PRO_SILVER] = {{"+S", "+s"}, {"全", "全"}}, [HORSE] = {{"+B", "+b"}, {"馬", "馬"}},
    [DRAGON] = {{"+R", "+r"}, {"龍", "龍"}},
};

/* From the top left, which is 9a. */
static void describe_board(const void *position, yomi_board *out)
{
    const ShogiPosition *pos = position;
    out->width = FILES;
    out->height = RANKS;
    for (int cell = 0; cell < FILES * RANKS; cell++) {
        int piece = pos->board[square_of(FILES - 1 - cell % FILES, cell / FILES)];
        out->cells[cell].kind = (unsigned char)piece_kind(piece);
        out->cells[cell].owner = (signed char)(piece == NO_PIECE ? YOMI_NOBODY : piece_colour(piece));
    }
    for (int side = 0; side < COLOURS; side++) {
        for (int kind = PAWN; kind < HAND_KINDS; kind++) out->held[side][kind] = hand_count(pos->hands[side], kind);
    }
}

static bool cell_name(const void *position, int cell, char out[MOVE_TEXT_MAX])
{
    (void)position;
    if (cell >= FILES * RANKS) return false;
    out[0] = (char)('9' - cell % FILES);
    out[1] = (char)('a' + cell / FILES);
    out[2] = '\0';
    return true;
}

static Outcome won_by(int colour)
{
    return colour == BLACK ? OUTCOME_FIRST_WINS : OUTCOME_SECOND_WINS;
}

static Outcome outcome(const void *position, const char **reason)
{
    const ShogiPosition *pos = position;
    const char *unused;
    if (!reason) reason = &unused;
    *reason = NULL;
    if (pos->declared) {
        *reason = "declaration";
        return won_by(pos->side);
    }
    if (!movegen_has_move(pos)) {
        *reason = pos_in_check(pos) ? "mate" : "no legal move";
        return won_by(pos->side ^ 1);
    }
    Repetition repetition = rules_fourfold(pos);
    if (repetition == REPETITION_DRAW) {
        *reason = "repetition";
        return OUTCOME_DRAW;
    }
    if (repetition != REPETITION_NONE) {
        *reason = "perpetual check";
        return won_by(repetition == REPETITION_WIN ? pos->side : pos->side ^ 1);
    }
    if (rules_too_long(pos)) {
        *reason = "length of the game";
        return OUTCOME_DRAW;
    }
    return OUTCOME_NONE;
}

/* Also after a fourfold repetition and past the greatest length of a game. */
static int moves_beyond(const void *position, Move out[MAX_MOVES])
{
    const ShogiPosition *pos = position;
    if (pos->declared) return 0;
    Move list[LIST_ROOM], *end = movegen_all(pos, list);
    if (rules_can_declare(pos)) *end++ = MOVE_WIN;
    int count = (int)(end - list);
    memcpy(out, list, (size_t)count * sizeof *list);
    return count;
}

static int legal_moves(const void *position, Move out[MAX_MOVES])
{
    return outcome(position, NULL) == OUTCOME_NONE ? moves_beyond(position, out) : 0;
}

static Move parse_move(const void *position, Str text)
{
    const ShogiPosition *pos = position;
    Move move = notation_parse_move(text);
    if (move == MOVE_WIN) return rules_can_declare(pos) && !pos->declared ? move : MOVE_NONE;
    return move != MOVE_NONE && !pos->declared && movegen_is_legal(pos, move) ? move : MOVE_NONE;
}

static void format_move(const void *position, Move move, char out[MOVE_TEXT_MAX])
{
    (void)position;
    notation_format_move(move, out);
}

static void play(void *position, Move move)
{
    pos_play(position, move);
}

static int side_to_move(const void *position)
{
    return ((const ShogiPosition *)position)->side;
}

static int ply_of(const void *position)
{
    return ((const ShogiPosition *)position)->ply;
}

static uint64_t key_of(const void *position)
{
    return pos_key(position);
}

static TimeProfile time_profile(const void *settings, const void *position)
{
    return (TimeProfile){.shape = &((const ShogiSettings *)settings)->clock, .ply = ply_of(position)};
}

static uint64_t perft(const void *position, int depth, PerftWatch *watch)
{
    ShogiPosition pos;
    memcpy(&pos, position, sizeof pos);
    return perft_count(&pos, depth, watch);
}

static int max_depth(const void *position, const Limits *limits)
{
    (void)limits;
    (void)position;
    return MAX_DEPTH;
}

static int aspiration_delta(const void *position)
{
    (void)position;
    return ASPIRATION_DELTA;
}

/* Opening, middle game, an attack on both sides, entering kings, a hand full of pieces. */
static const char *const bench_positions[] = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln5nl/1r2gkg2/p1psppsp1/1p1p2p1p/P6P1/2P2PP1P/1P1PPS3/1SG4R1/LN2KG1NL b Bb 25",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
    "ln3g1nl/1r1sg1kb1/p1pp1ppp1/4p3p/1p5P1/2PPP3P/PPSB1PP2/2G1K2R1/LN4GNL b Ss 33",
    "2+P+P1+P3/1+P+P+R1+P1S1/3G1G1N1/9/7K1/9/1+p+p+p1s3/1k+n1+b4/1g+p+p5 w RBG2S2N4L5P2p 1",
    NULL,
};

static uint64_t worker_key(const Worker *worker)
{
    return pos_key(&((const ShogiState *)worker->state)->pos);
}

static const char *const own_stats[] = {"see_cuts", "mate_probes", "mate_hits", NULL};

/* Measured: docs/measurements/levels.md. */
static const GameLevel levels[YOMI_LEVELS] = {{400, 1200}, {722, 203}, {1022, 71}, {1325, 32}, {1700, 15}, {589, 0},
                                              {892, 0},    {1440, 0},  {2062, 0},  {2951, 0},  {4225, 0}};

const Game shogi_game = {
    .name = "shogi",
    .title = "Shogi",
    .protocols = "usi",
    .options = {shogi_options, SHOGI_OPTIONS},
    .settings_size = sizeof(ShogiSettings),
    .prepare = shared_prepare,
    .release = shared_free,
    .position_size = sizeof(ShogiPosition),
    .start_position = start_position,
    .parse_position = parse_position,
    .format_position = format_position,
    .draw_board = draw_board,
    .describe_board = describe_board,
    .cell_name = cell_name,
    .pieces = pieces,
    .kinds = sizeof pieces / sizeof *pieces,
    .parse_move = parse_move,
    .format_move = format_move,
    .legal_moves = legal_moves,
    .moves_beyond = moves_beyond,
    .play = play,
    .outcome = outcome,
    .side_to_move = side_to_move,
    .ply = ply_of,
    .key = key_of,
    .time_profile = time_profile,
    .perft = perft,
    .bench_positions = bench_positions,
    .bench_depth = BENCH_DEPTH,
    .levels = levels,
    .worker_size = sizeof(ShogiState),
    .worker_free = search_free,
    .new_game = search_new_game,
    .set_root = search_set_root,
    .worker_key = worker_key,
    .max_depth = max_depth,
    .search_root = search_root,
    .aspiration_delta = aspiration_delta,
    .prelude = shogi_prelude,
    .between = mates_find_on_line,
    .own_stats = own_stats,
};
