/* Moves of shogi against a twin that shares nothing with them, and against known counts.
 *
 *   test_shogi_moves                                     what CTest runs
 *   test_shogi_moves twin POSITIONS SEED                 more random positions
 *   test_shogi_moves perft FILE MAX_NODES                lines "sfen TAB n1,n2,..."
 *   test_shogi_moves moves FILE | checks FILE            a line sfen, a line "count move move ...", without the refused
 *                                                        promotions that the search leaves out too */
#include "base/buf.h"
#include "base/file.h"
#include "base/rng.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/perft.h"
#include "test.h"
#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ShogiPosition position_of(const char *sfen)
{
    static ShogiPosition pos;
    memset(&pos, 0, sizeof pos);
    Error error = {STATUS_OK, ""};
    if (notation_parse(str_from(sfen), &pos, &error) != STATUS_OK) {
        fprintf(stderr, "%s: %s\n", sfen, error.text);
        abort();
    }
    return pos;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void to_text(const Move *list, const Move *end, TwinMoves *out)
{
    out->count = 0;
    for (; list < end; list++) notation_format_move(*list, out->text[out->count++]);
    qsort(out->text, (size_t)out->count, TWIN_TEXT_MAX, by_text);
}

static bool same_moves(TwinMoves *a, TwinMoves *b)
{
    qsort(a->text, (size_t)a->count, TWIN_TEXT_MAX, by_text);
    qsort(b->text, (size_t)b->count, TWIN_TEXT_MAX, by_text);
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        if (strcmp(a->text[i], b->text[i])) return false;
    }
    return true;
}

/* A refused promotion that the search's stages leave out. */
static bool left_out(const ShogiPosition *pos, Move move)
{
    if (move_is_drop(move) || move_is_promotion(move)) return false;
    int kind = piece_kind(pos->board[move_from(move)]), us = pos->side;
    bool zone = bb_has(BB_ZONE(us), move_from(move)) || bb_has(BB_ZONE(us), move_to(move));
    if (kind == PAWN || kind == BISHOP || kind == ROOK) return zone;
    return kind == LANCE && bb_has(bb_far_ranks(us, 0, 1), move_to(move));
}

/* The stages together are all legal moves but those left out, each once, each in its stage. */
static bool stages_agree(const ShogiPosition *pos, const Move *all, const Move *all_end)
{
    Move staged[LIST_ROOM], *end;
    if (pos_in_check(pos)) {
        end = movegen_evasions(pos, staged);
    } else {
        end = movegen_noisy(pos, staged);
        for (Move *m = staged; m < end; m++) {
            if (!pos_is_noisy(pos, *m)) return false;
        }
        Move *noisy_end = end;
        end = movegen_drops(pos, movegen_quiets(pos, end));
        for (Move *m = noisy_end; m < end; m++) {
            if (pos_is_noisy(pos, *m)) return false;
        }
    }
    Move expected[LIST_ROOM], *expected_end = expected;
    for (const Move *m = all; m < all_end; m++) {
        if (!left_out(pos, *m)) *expected_end++ = *m;
    }
    TwinMoves *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    to_text(staged, end, a);
    to_text(expected, expected_end, b);
    bool same = same_moves(a, b);
    free(a);
    free(b);
    return same;
}

static bool checks_agree(const ShogiPosition *pos, const Twin *twin, const Move *all, const Move *all_end)
{
    CheckInfo info;
    checkinfo_make(pos, &info);
    Move checks[LIST_ROOM], expected[LIST_ROOM], *end = movegen_all_checks(pos, &info, checks), *out = expected;
    char text[TWIN_TEXT_MAX];
    for (const Move *m = all; m < all_end; m++) {
        notation_format_move(*m, text);
        bool gives = twin_gives_check(twin, text);
        if (gives != movegen_gives_check(pos, &info, *m)) return false;
        if (gives) *out++ = *m;
    }
    TwinMoves *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    to_text(checks, end, a);
    to_text(expected, out, b);
    bool same = same_moves(a, b);
    if (same && !pos_in_check(pos)) {
        Move *kept = expected;
        for (Move *m = expected; m < out; m++) {
            if (!pos_is_noisy(pos, *m) && !left_out(pos, *m)) *kept++ = *m;
        }
        to_text(checks, movegen_quiet_checks(pos, &info, checks), a);
        to_text(expected, kept, b);
        same = same_moves(a, b);
    }
    free(a);
    free(b);
    return same;
}

/* Every 16-bit number is legal exactly when it is in the list. */
static bool single_moves_agree(const ShogiPosition *pos, const Move *all, const Move *all_end)
{
    static uint8_t listed[1 << 16];
    memset(listed, 0, sizeof listed);
    for (const Move *m = all; m < all_end; m++) listed[*m] = 1;
    for (int move = 0; move < 1 << 16; move++) {
        if (movegen_is_legal(pos, (Move)move) != listed[move]) return false;
    }
    return true;
}

/* Compares everything in one position. NULL, or what differs. */
static const char *difference(ShogiPosition *pos, const Twin *twin, bool every_number)
{
    char sfen[TWIN_SFEN_MAX];
    twin_format(twin, sfen);
    Buf text = buf_new(1000);
    notation_format(pos, &text);
    bool same_text = !strcmp(buf_text(&text), sfen);
    buf_free(&text);
    if (!same_text) return "text";
    if (pos_in_check(pos) != twin_in_check(twin, twin->side)) return "check";
    if (!pos_consistent(pos)) return "what is kept incrementally";
    TwinMoves *ours = malloc(sizeof *ours), *theirs = malloc(sizeof *theirs);
    Move list[LIST_ROOM], *end = movegen_all(pos, list);
    to_text(list, end, ours);
    twin_legal_moves(twin, theirs);
    bool same = same_moves(ours, theirs);
    free(ours);
    free(theirs);
    if (!same) return "legal moves";
    if (movegen_has_move(pos) != (end > list)) return "having a move";
    if (!stages_agree(pos, list, end)) return "stages";
    if (!checks_agree(pos, twin, list, end)) return "checks";
    if (every_number && !single_moves_agree(pos, list, end)) return "single moves";
    return NULL;
}

/* Random play prefers captures, promotions and drops now and then, so that hands fill and kings get into trouble. */
static Move random_move(const ShogiPosition *pos, Rng *rng, const Move *list, int count)
{
    for (int tries = 0; tries < 3; tries++) {
        Move move = list[rng_below(rng, (uint64_t)count)];
        if (pos_is_capture(pos, move) || move_is_promotion(move)) return move;
    }
    CheckInfo info;
    checkinfo_make(pos, &info);
    Move move = list[rng_below(rng, (uint64_t)count)];
    for (int tries = 0; tries < 4 && !movegen_gives_check(pos, &info, move); tries++) {
        move = list[rng_below(rng, (uint64_t)count)];
    }
    return move;
}

static long compare_random(long positions, uint64_t seed)
{
    Rng rng = rng_new(seed);
    ShogiPosition pos = position_of("startpos");
    Twin twin;
    twin_parse(&twin, notation_start);
    long wrong = 0;
    for (long n = 0, ply = 0; n < positions; n++, ply++) {
        const char *what = difference(&pos, &twin, n % 64 == 0);
        if (what) {
            char sfen[TWIN_SFEN_MAX];
            twin_format(&twin, sfen);
            fprintf(stderr, "%s differ: %s\n", what, sfen);
            wrong++;
        }
        Move list[LIST_ROOM];
        int count = (int)(movegen_all(&pos, list) - list);
        if (!count || ply > 300) {
            pos = position_of("startpos");
            twin_parse(&twin, notation_start);
            ply = 0;
            continue;
        }
        Move move = random_move(&pos, &rng, list, count);
        char text[TWIN_TEXT_MAX];
        notation_format_move(move, text);
        ShogiUndo before, after_state;
        Bitboard occupied = pos_occupied(&pos);
        uint64_t key = pos_key(&pos), next = pos_key_after(&pos, move), board = pos_board_key_after(&pos, move);
        Hand hand = pos_hand_after(&pos, move);
        pos_do(&pos, move, &before);
        if (pos_key(&pos) != next || pos.state.board_key != board || pos.hands[pos.side ^ 1] != hand) wrong++;
        pos_undo(&pos, move, &before);
        pos_do_bare(&pos, move, &after_state);
        pos_undo_bare(&pos, move, &after_state);
        if (pos_key(&pos) != key || pos_occupied(&pos) != occupied || !pos_consistent(&pos)) wrong++;
        pos_play(&pos, move);
        twin_play(&twin, text);
    }
    return wrong;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { TWIN_POSITIONS = 10000 };
#else
enum { TWIN_POSITIONS = 50000 };
#endif

static void random_positions_agree_with_the_twin(void **state)
{
    (void)state;
    const char *count = getenv("YOMI_TWIN_POSITIONS");
    assert_int_equal(compare_random(count ? atol(count) : TWIN_POSITIONS, 20240601), 0);
}

static void expect_perft(const char *sfen, const uint64_t *counts, int depth)
{
    ShogiPosition pos = position_of(sfen);
    for (int d = 0; d < depth; d++) assert_int_equal(perft_count(&pos, d + 1, NULL), counts[d]);
    assert_true(pos_consistent(&pos));
}

static void counts_are_the_known_ones(void **state)
{
    (void)state;
    expect_perft("startpos", (const uint64_t[]){30, 900, 25470, 719731}, 4);
    expect_perft("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", (const uint64_t[]){593, 105677}, 2);
    expect_perft("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
                 (const uint64_t[]){207, 28684}, 2);
}

static bool is_legal(const char *sfen, const char *move)
{
    ShogiPosition pos = position_of(sfen);
    return movegen_is_legal(&pos, notation_parse_move(str_from(move)));
}

static void pawns_obey_their_own_rules(void **state)
{
    (void)state;
    /* Mate by a dropped pawn is forbidden, mate by a pushed pawn is not. */
    assert_false(is_legal("8k/9/6NG1/9/9/9/9/9/K8 b P 1", "P*1b"));
    assert_true(is_legal("8k/9/6NGP/9/9/9/9/9/K8 b - 1", "1c1b"));
    /* The king can flee, or the pawn can be taken: no mate, so allowed. */
    assert_true(is_legal("8k/9/7G1/9/9/9/9/9/K8 b P 1", "P*1b"));
    assert_true(is_legal("8k/6r2/6NG1/9/9/9/9/9/K8 b P 1", "P*1b"));
    assert_false(is_legal("R4r2k/9/6NG1/9/9/9/9/9/K8 b P 1", "P*1b"));
    /* Two pawns on a file; a promoted pawn does not count. */
    assert_false(is_legal("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e"));
    assert_true(is_legal("4k4/9/9/9/9/9/4+P4/9/4K4 b P 1", "P*5e"));
    /* No piece goes where it could never move. */
    assert_false(is_legal("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*1a"));
    assert_false(is_legal("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "L*1a"));
    assert_false(is_legal("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1b"));
    assert_true(is_legal("4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "L*1b"));
    assert_true(is_legal("4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5c5b"));
    assert_true(is_legal("4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5c5b+"));
    assert_false(is_legal("4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5f5e"));
}

static void wrong_positions_are_refused_with_field_and_reason(void **state)
{
    (void)state;
    const struct {
        const char *sfen, *text;
    } cases[] = {
        {"", "sfen board: missing"},
        {"9/9/9 b - 1", "sfen board: fewer than 9 ranks"},
        {"4k4/9/9/9/9/9/9/9/4K4/9 b - 1", "sfen board: more than 9 ranks"},
        {"4k5/9/9/9/9/9/9/9/4K4 b - 1", "sfen board: rank a has not 9 squares"},
        {"4k3/9/9/9/9/9/9/9/4K4 b - 1", "sfen board: rank a has not 9 squares"},
        {"4k4/9/9/9/4x4/9/9/9/4K4 b - 1", "sfen board: rank e has 'x', which is no piece"},
        {"4k4/9/9/9/4+g4/9/9/9/4K4 b - 1", "sfen board: rank e has '+g', which is no piece"},
        {"4k4/9/9/9/9/9/9/9/3KK4 b - 1", "sfen board: two black kings"},
        {"9/9/9/9/9/9/9/9/9 b - 1", "sfen board: no king"},
        {"4k4/9/9/9/9/9/9/9/4K4 x - 1", "sfen side: must be b or w"},
        {"4k4/9/9/9/9/9/9/9/4K4 b", "sfen hands: missing"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 4R 1", "sfen hands: more than 3 of rook"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "sfen hands: a count must be 1 to 18"},
        {"4k4/9/9/9/9/9/9/9/4K4 b K 1", "sfen hands: 'K' cannot be in hand"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 2 1", "sfen hands: ends in a count without a piece"},
        {"4k4/9/9/9/9/9/9/9/4K4 b - x", "sfen move number: must be a number from 1 to 100000"},
        {"4k4/9/9/9/9/9/9/9/4K4 b - 1 y", "sfen end: more text than four fields"},
        {"4k4/9/9/9/9/9/9/r8/4K4 b RB2r 1", "sfen: 4 of rook on board and in hands, more than 3"},
        {"P3k4/9/9/9/9/9/9/9/4K4 b - 1", "sfen board: a pawn, lance or knight stands where it can never move"},
        {"4k4/9/9/4P4/9/4P4/9/9/4K4 b - 1", "sfen board: two black pawns on file 5"},
        {"4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "sfen side: the king of the side not to move is in check"},
    };
    ShogiPosition before = position_of("startpos"), pos = before;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error error = {STATUS_OK, ""};
        assert_int_equal(notation_parse(str_from(cases[i].sfen), &pos, &error), STATUS_BAD_INPUT);
        assert_string_equal(error.text, cases[i].text);
        assert_memory_equal(&pos, &before, sizeof pos);
    }
}

/* ---- long checks over files ---- */

static int check_perft_file(const char *path, uint64_t most)
{
    FILE *file = fopen(path, "r");
    if (!file) return 2;
    char line[1000];
    int wrong = 0, compared = 0;
    while (fgets(line, sizeof line, file)) {
        char *counts = strchr(line, '\t');
        if (line[0] == '#' || !counts) continue;
        *counts++ = '\0';
        ShogiPosition pos = position_of(line);
        for (int depth = 1; *counts && *counts != '\t' && *counts != '\n'; depth++) {
            uint64_t expected = strtoull(counts, &counts, 10);
            if (*counts == ',') counts++;
            if (expected > most) break;
            uint64_t found = perft_count(&pos, depth, NULL);
            compared++;
            if (found == expected) continue;
            wrong++;
            printf("%s depth %d: %llu, not %llu\n", line, depth, (unsigned long long)found,
                   (unsigned long long)expected);
        }
    }
    fclose(file);
    printf("%d counts compared, %d wrong\n", compared, wrong);
    return wrong != 0;
}

/* Some public lists hold drops of pawns that mate; the twin is the judge of that. */
static bool is_pawn_drop_mate(const char *sfen, const char *move)
{
    if (move[0] != 'P' || move[1] != '*' || !strchr(sfen, ' ')) return false;
    Twin twin;
    twin_parse(&twin, sfen);
    twin_play(&twin, move);
    if (!twin_in_check(&twin, twin.side)) return false;
    TwinMoves *answers = malloc(sizeof *answers);
    twin_legal_moves(&twin, answers);
    bool mate = answers->count == 0;
    free(answers);
    return mate;
}

static int check_list_file(const char *path, bool checks)
{
    FILE *file = fopen(path, "r");
    if (!file) return 2;
    static char sfen[1000], line[20000];
    TwinMoves *ours = malloc(sizeof *ours), *theirs = malloc(sizeof *theirs);
    int wrong = 0, compared = 0, forbidden = 0;
    while (fgets(sfen, sizeof sfen, file) && fgets(line, sizeof line, file)) {
        ShogiPosition pos = position_of(sfen);
        CheckInfo info;
        checkinfo_make(&pos, &info);
        Move list[LIST_ROOM], *end = checks ? movegen_all_checks(&pos, &info, list) : movegen_all(&pos, list);
        Move *kept = list;
        for (const Move *m = list; m < end; m++) {
            if (!left_out(&pos, *m)) *kept++ = *m;
        }
        to_text(list, kept, ours);
        Str rest = str_from(line);
        int64_t count = -1;
        str_to_int(str_word(&rest), 0, 1000, &count);
        theirs->count = 0;
        for (Str word = str_word(&rest); word.len; word = str_word(&rest)) {
            char *text = theirs->text[theirs->count++];
            str_copy(word, text, TWIN_TEXT_MAX);
            if (!is_pawn_drop_mate(sfen, text)) continue;
            theirs->count--;
            count--;
            forbidden++;
        }
        compared++;
        if (theirs->count == count && same_moves(ours, theirs)) continue;
        if (++wrong <= 5) printf("differs: %s%s", sfen, line);
    }
    fclose(file);
    free(ours);
    free(theirs);
    printf("%d positions compared, %d wrong; %d listed moves are mates by a dropped pawn\n", compared, wrong,
           forbidden);
    return wrong != 0;
}

/* Random positions with all legal moves, "POSITION<TAB>MOVES", for others to compare with. */
static void print_random(long positions, uint64_t seed)
{
    Rng rng = rng_new(seed);
    ShogiPosition pos = position_of("startpos");
    for (long n = 0, ply = 0; n < positions; n++, ply++) {
        Buf text = buf_new(1000);
        notation_format(&pos, &text);
        printf("%s\t", buf_text(&text));
        buf_free(&text);
        Move list[LIST_ROOM];
        int count = (int)(movegen_all(&pos, list) - list);
        for (int i = 0; i < count; i++) {
            char move[TWIN_TEXT_MAX];
            notation_format_move(list[i], move);
            printf(i ? " %s" : "%s", move);
        }
        printf("\n");
        if (count && ply <= 300) {
            pos_play(&pos, random_move(&pos, &rng, list, count));
        } else {
            pos = position_of("startpos");
            ply = 0;
        }
    }
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "list")) {
        print_random(atol(argv[2]), strtoull(argv[3], NULL, 10));
        return 0;
    }
    if (argc == 4 && !strcmp(argv[1], "perft")) return check_perft_file(argv[2], strtoull(argv[3], NULL, 10));
    if (argc == 3 && !strcmp(argv[1], "moves")) return check_list_file(argv[2], false);
    if (argc == 3 && !strcmp(argv[1], "checks")) return check_list_file(argv[2], true);
    if (argc == 4 && !strcmp(argv[1], "twin")) {
        long wrong = compare_random(atol(argv[2]), strtoull(argv[3], NULL, 10));
        printf("%s positions compared, %ld wrong\n", argv[2], wrong);
        return wrong != 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_the_known_ones),
        cmocka_unit_test(pawns_obey_their_own_rules),
        cmocka_unit_test(wrong_positions_are_refused_with_field_and_reason),
        cmocka_unit_test(random_positions_agree_with_the_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
