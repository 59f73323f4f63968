/* The mate solver against brute force on the twin's rules.
 *
 *   test_shogi_mate                        what CTest runs
 *   test_shogi_mate solve FILE [MB]        lines "sfen [moves ...]" or "name TAB length TAB sfen": solved, lengths,
 *                                          time
 *   test_shogi_mate verify FILE            the same, and every proof walked through: the twin lists all answers, the
 *                                          solver has to mate against each of them
 *   test_shogi_mate shortest FILE [N]      the first N: brute force says whether the shortest mate is one */
#include "base/clock.h"
#include "base/rng.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/search/dfpn.h"
#include "shogi/search/mate1.h"
#include "test.h"
#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_MB = 16, NODES_MAX = 20000, NODES_MAX_LONG = 20000000, VISITED = 1 << 20 };

typedef struct Budget {
    uint64_t left;
} Budget;

static bool spend(void *context)
{
    Budget *budget = context;
    return budget->left && --budget->left;
}

static DfpnSolver *new_solver(size_t megabytes)
{
    DfpnSolver *solver = NULL;
    if (dfpn_create(megabytes, &solver, NULL) != STATUS_OK) abort();
    return solver;
}

static bool parse(const char *sfen, ShogiPosition *pos)
{
    memset(pos, 0, sizeof *pos);
    return notation_parse(str_from(sfen), pos, NULL) == STATUS_OK;
}

static DfpnVerdict solve_with(DfpnSolver *solver, const char *sfen, int max_plies, bool shortest, uint64_t nodes,
                              DfpnAnswer *answer)
{
    ShogiPosition pos;
    if (!parse(sfen, &pos)) abort();
    Budget budget = {nodes};
    DfpnTask task = {.max_plies = max_plies, .shortest = shortest, .node = spend, .context = &budget};
    dfpn_solve(solver, &pos, &task, answer);
    return answer->verdict;
}

static DfpnVerdict solve(DfpnSolver *solver, const char *sfen, int max_plies, bool shortest, DfpnAnswer *answer)
{
    return solve_with(solver, sfen, max_plies, shortest, NODES_MAX, answer);
}

/* Can the side to move mate within this many plies? All moves by the twin, nothing remembered. */
static bool twin_mates(const Twin *twin, int plies)
{
    if (plies <= 0) return false;
    TwinMoves *moves = malloc(sizeof *moves), *answers = malloc(sizeof *answers);
    twin_legal_moves(twin, moves);
    bool mates = false;
    for (int i = 0; i < moves->count && !mates; i++) {
        Twin after = *twin;
        twin_play(&after, moves->text[i]);
        if (!twin_in_check(&after, after.side)) continue;
        twin_legal_moves(&after, answers);
        mates = true;
        for (int j = 0; j < answers->count && mates; j++) {
            Twin next = after;
            twin_play(&next, answers->text[j]);
            mates = twin_mates(&next, plies - 2);
        }
    }
    free(moves);
    free(answers);
    return mates;
}

/* The same by plain search over all legal moves of the program, with a memory: for longer mates. */
typedef struct Brute {
    uint64_t *keys; /* of positions and plies, with the verdict in the lowest bit */
    uint64_t nodes;
} Brute;

enum { BRUTE_SLOTS = 1 << 24 };

static bool brute_mates(Brute *brute, ShogiPosition *pos, int plies);

static bool brute_refuted(Brute *brute, ShogiPosition *pos, int plies)
{
    Move list[LIST_ROOM];
    const Move *end = movegen_all(pos, list);
    bool refuted = false;
    for (const Move *move = list; move < end && !refuted; move++) {
        ShogiUndo before;
        pos_do(pos, *move, &before);
        refuted = !brute_mates(brute, pos, plies - 2);
        pos_undo(pos, *move, &before);
    }
    return refuted;
}

static bool brute_mates(Brute *brute, ShogiPosition *pos, int plies)
{
    if (plies <= 0) return false;
    uint64_t key = (pos_key(pos) ^ (uint64_t)plies * UINT64_C(0x9e3779b97f4a7c15)) & ~UINT64_C(1);
    uint64_t *slot = &brute->keys[(key >> 20) % BRUTE_SLOTS];
    if ((*slot & ~UINT64_C(1)) == key) return *slot & 1;
    brute->nodes++;
    Move list[LIST_ROOM];
    const Move *end = movegen_all(pos, list);
    bool mates = false;
    for (const Move *move = list; move < end && !mates; move++) {
        ShogiUndo before;
        pos_do(pos, *move, &before);
        mates = pos_in_check(pos) && !brute_refuted(brute, pos, plies);
        pos_undo(pos, *move, &before);
    }
    *slot = key | mates;
    return mates;
}

/* A lone king near the edge, a few pieces of both sides around it, something in hand. */
static bool random_problem(Rng *rng, Twin *twin)
{
    memset(twin, 0, sizeof *twin);
    twin->number = 1;
    int king_rank = (int)rng_below(rng, 3), king_file = (int)rng_below(rng, 9);
    twin->board[king_rank][king_file][0] = 'k';
    static const char kinds[] = "PLNSGBRpnsgr";
    for (int i = 0, n = 3 + (int)rng_below(rng, 6); i < n; i++) {
        int rank = king_rank - 2 + (int)rng_below(rng, 6), file = king_file - 3 + (int)rng_below(rng, 7);
        if (rank < 0 || rank > 8 || file < 0 || file > 8 || twin->board[rank][file][0]) continue;
        char letter = kinds[rng_below(rng, sizeof kinds - 1)];
        char *cell = twin->board[rank][file];
        if (rng_below(rng, 5) == 0 && letter != 'G' && letter != 'g') *cell++ = '+';
        *cell = letter;
    }
    static const char hand[] = "PLNSGBR";
    for (int i = 0, n = 1 + (int)rng_below(rng, 3); i < n; i++) twin->hand[0][(int)hand[rng_below(rng, 7)]]++;
    for (int i = 0, n = (int)rng_below(rng, 2); i < n; i++) twin->hand[1][(int)hand[rng_below(rng, 7)]]++;
    char sfen[TWIN_SFEN_MAX];
    twin_format(twin, sfen);
    ShogiPosition pos;
    return parse(sfen, &pos);
}

static void verdicts_are_those_of_brute_force(void **state)
{
    (void)state;
    DfpnSolver *solver = new_solver(TABLE_MB);
    DfpnAnswer *answer = malloc(sizeof *answer);
    Rng rng = rng_new(3);
    int mates = 0, none = 0;
    for (int n = 0; n < 250;) {
        Twin twin;
        if (!random_problem(&rng, &twin)) continue;
        n++;
        char sfen[TWIN_SFEN_MAX];
        twin_format(&twin, sfen);
        for (int plies = 1; plies <= 3; plies += 2) {
            bool expected = twin_mates(&twin, plies);
            dfpn_clear(solver);
            DfpnVerdict verdict = solve(solver, sfen, plies, false, answer);
            if (verdict != (expected ? DFPN_PROVEN : DFPN_DISPROVEN)) print_error("%s in %d\n", sfen, plies);
            assert_int_equal(verdict, expected ? DFPN_PROVEN : DFPN_DISPROVEN);
            if (expected) assert_true(answer->length <= plies);
            expected ? mates++ : none++;
        }
    }
    assert_true(mates > 15 && none > 30);
    free(answer);
    dfpn_destroy(solver);
}

/* Given one table for all ways to share a few pieces between the hands, then what was proven and disproven with one
 * hand does not mislead with another. */
static void hands_do_not_mislead_each_other(void **state)
{
    (void)state;
    enum { SHARED = 3 };
    DfpnSolver *solver = new_solver(TABLE_MB);
    DfpnAnswer *answer = malloc(sizeof *answer);
    Rng rng = rng_new(8);
    int mates = 0, none = 0;
    for (int n = 0; n < 20;) {
        Twin twin;
        if (!random_problem(&rng, &twin)) continue;
        memset(twin.hand, 0, sizeof twin.hand);
        int pieces[SHARED];
        Twin all = twin;
        for (int i = 0; i < SHARED; i++) all.hand[0][pieces[i] = "GSGRBNP"[rng_below(&rng, 7)]]++;
        char text[TWIN_SFEN_MAX];
        twin_format(&all, text);
        ShogiPosition pos;
        if (!parse(text, &pos) || !twin_mates(&all, 3)) continue; /* more than a set of pieces, or nothing to share */
        n++;
        dfpn_clear(solver);
        int first = (int)rng_below(&rng, 1 << SHARED);
        for (int split = 0; split < 1 << SHARED; split++) {
            Twin shared = twin;
            for (int i = 0; i < SHARED; i++) shared.hand[(split ^ first) >> i & 1][pieces[i]]++;
            char sfen[TWIN_SFEN_MAX];
            twin_format(&shared, sfen);
            bool expected = twin_mates(&shared, 3);
            DfpnVerdict verdict = solve(solver, sfen, 3, false, answer);
            if (verdict != (expected ? DFPN_PROVEN : DFPN_DISPROVEN)) print_error("%s\n", sfen);
            assert_int_equal(verdict, expected ? DFPN_PROVEN : DFPN_DISPROVEN);
            expected ? mates++ : none++;
        }
    }
    assert_true(mates > 30 && none > 30);
    free(answer);
    dfpn_destroy(solver);
}

/* Positions of one line are asked about with one table, in turn for either side: what is known of a board when one side
 * attacks says nothing about the other's attack. In the fifth Black has no mate; White's attack before it knew a mate
 * there. */
static void either_side_may_attack_with_one_table(void **state)
{
    (void)state;
    static const char *const line[] = {
        "5r3/1k3+r3/2p1p4/3L5/2P6/9/9/9/6K2 b R 1", "5r3/1k3+r3/2p+Lp4/9/2P6/9/9/9/6K2 w R 2",
        "5r3/1k7/2p+Lp4/9/2P6/9/9/5+r3/6K2 b R 3",  "5r3/1k7/2p+Lp4/9/2P6/9/9/5+r3/7K1 w R 4",
        "7r1/1k7/2p+Lp4/9/2P6/9/9/5+r3/7K1 b R 5",  "7r1/1k5R1/2p+Lp4/9/2P6/9/9/5+r3/7K1 w - 6",
        "9/1k5r1/2p+Lp4/9/2P6/9/9/5+r3/7K1 b r 7",
    };
    enum { NODES = 1000 };
    DfpnSolver *kept = new_solver(TABLE_MB), *fresh = new_solver(TABLE_MB);
    DfpnAnswer *answer = malloc(sizeof *answer);
    int settled = 0;
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        dfpn_clear(fresh);
        DfpnVerdict expected = solve_with(fresh, line[i], 0, false, NODES, answer);
        DfpnVerdict verdict = solve_with(kept, line[i], 0, false, NODES, answer);
        if (expected == DFPN_UNKNOWN || verdict == DFPN_UNKNOWN) continue;
        assert_int_equal(verdict, expected);
        settled++;
    }
    assert_true(settled > 3);
    free(answer);
    dfpn_destroy(fresh);
    dfpn_destroy(kept);
}

static void quick_mates_are_mates(void **state)
{
    (void)state;
    Rng rng = rng_new(11);
    int found1 = 0, found3 = 0, exist1 = 0;
    for (int n = 0; n < 300;) {
        Twin twin;
        if (!random_problem(&rng, &twin)) continue;
        n++;
        char sfen[TWIN_SFEN_MAX];
        twin_format(&twin, sfen);
        ShogiPosition pos;
        assert_true(parse(sfen, &pos));
        CheckInfo info;
        checkinfo_make(&pos, &info);
        exist1 += twin_mates(&twin, 1);
        Move move = mate1_find(&pos, &info);
        if (move != MOVE_NONE) {
            found1++;
            assert_true(twin_mates(&twin, 1));
            continue;
        }
        move = mate3_find(&pos, &info, 1000);
        if (move == MOVE_NONE) continue;
        found3++;
        assert_true(twin_mates(&twin, 3));
    }
    assert_true(found3 > 5);
    assert_true(found1 * 10 >= exist1 * 9); /* nearly all mates in one are found */
}

static void known_problems_are_answered(void **state)
{
    (void)state;
    DfpnSolver *solver = new_solver(TABLE_MB);
    DfpnAnswer *answer = malloc(sizeof *answer);
    char text[NOTATION_MOVE_MAX];
    assert_int_equal(solve(solver, "4k4/9/4P4/9/9/9/9/9/9 b G 1", 0, false, answer), DFPN_PROVEN);
    assert_int_equal(answer->length, 1);
    notation_format_move(answer->line[0], text);
    assert_string_equal(text, "G*5b");
    assert_int_equal(solve(solver, "4k4/9/4P4/9/9/9/9/9/9 b S 1", 0, false, answer), DFPN_DISPROVEN);
    assert_int_equal(solve(solver, "startpos", 0, false, answer), DFPN_DISPROVEN);
    /* A dropped pawn may not mate: this is no mate in one. */
    assert_int_equal(solve(solver, "8k/9/6NG1/9/9/9/9/9/9 b P 1", 1, false, answer), DFPN_DISPROVEN);
    /* A perpetual check is no mate: the rook alone only chases the king. */
    assert_int_equal(solve(solver, "3k5/9/9/2R6/9/9/9/9/9 b - 1", 0, false, answer), DFPN_DISPROVEN);
    free(answer);
    dfpn_destroy(solver);
}

/* A long search makes the table as large as it may be; whatever comes then, in the same search and after it, is right.
 */
static void a_table_that_has_grown_answers_as_before(void **state)
{
    (void)state;
    static const char *const long_one = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/"
                                        "4+P1P1L/+B5G1g b - 1";
    static const char *const three = "ln1s+R3l/1ks+NS2p1/pppp1+B3/2n1p1P1p/P1P5P/5K3/4SP3/2G4P1/L+lG4+r1 b B2GN5P 165";
    DfpnAnswer *answer = malloc(sizeof *answer);
    for (size_t megabytes = 1; megabytes <= 7; megabytes += 3) {
        DfpnSolver *solver = new_solver(megabytes);
        for (int round = 0; round < 3; round++) {
            assert_int_equal(solve_with(solver, long_one, 0, false, 30000, answer), DFPN_UNKNOWN);
            dfpn_clear(solver);
            assert_int_equal(solve(solver, three, 0, true, answer), DFPN_PROVEN);
            assert_int_equal(answer->length, 3);
            dfpn_clear(solver);
            assert_int_equal(solve(solver, "4k4/9/4P4/9/9/9/9/9/9 b S 1", 0, false, answer), DFPN_DISPROVEN);
            dfpn_clear(solver);
        }
        dfpn_destroy(solver);
    }
    free(answer);
}

static void the_shortest_mate_is_found_when_asked(void **state)
{
    (void)state;
    DfpnSolver *solver = new_solver(TABLE_MB);
    DfpnAnswer *answer = malloc(sizeof *answer);
    Rng rng = rng_new(23);
    int checked = 0;
    while (checked < 25) {
        Twin twin;
        if (!random_problem(&rng, &twin)) continue;
        char sfen[TWIN_SFEN_MAX];
        twin_format(&twin, sfen);
        dfpn_clear(solver);
        if (solve(solver, sfen, 0, true, answer) != DFPN_PROVEN || answer->length > 3) continue;
        checked++;
        assert_true(answer->shortest);
        assert_false(twin_mates(&twin, answer->length - 2));
    }
    free(answer);
    dfpn_destroy(solver);
}

static void a_stopped_solver_has_no_verdict(void **state)
{
    (void)state;
    DfpnSolver *solver = new_solver(TABLE_MB);
    DfpnAnswer *answer = malloc(sizeof *answer);
    ShogiPosition pos;
    assert_true(parse("l3k2G1/7b1/5pNp1/p1p3p2/2bS1N3/P3SPPP1/2P1gL3/2K4S1/9 w R2GSLr2nl8p 154", &pos));
    Budget budget = {20};
    DfpnTask task = {.node = spend, .context = &budget};
    dfpn_solve(solver, &pos, &task, answer);
    assert_int_equal(answer->verdict, DFPN_UNKNOWN);
    free(answer);
    dfpn_destroy(solver);
}

/* ---- long checks ---- */

typedef struct Walk {
    DfpnSolver *solver;
    DfpnAnswer *answer;
    uint64_t *visited; /* hashes of positions already proven, open addressing */
    long positions;
} Walk;

static bool visit(Walk *walk, const char *sfen)
{
    uint64_t hash = 1469598103934665603u;
    const char *end = strrchr(sfen, ' '); /* the move number is no part of a position */
    for (const char *p = sfen; p < end; p++) hash = (hash ^ (unsigned char)*p) * 1099511628211u;
    if (!hash) hash = 1;
    size_t i = hash % VISITED;
    while (walk->visited[i] && walk->visited[i] != hash) i = (i + 1) % VISITED;
    bool fresh = !walk->visited[i];
    walk->visited[i] = hash;
    return fresh;
}

/* The solver gives a move, the twin all answers to it; every line has to end in mate. */
static bool walk_proof(Walk *walk, const Twin *twin, int depth)
{
    char sfen[TWIN_SFEN_MAX], text[NOTATION_MOVE_MAX];
    twin_format(twin, sfen);
    if (!visit(walk, sfen)) return true;
    if (depth > 400 || ++walk->positions > VISITED / 2) return false;
    DfpnVerdict verdict = solve_with(walk->solver, sfen, 0, false, NODES_MAX_LONG, walk->answer);
    if (verdict != DFPN_PROVEN || walk->answer->length < 1) return false;
    notation_format_move(walk->answer->line[0], text);
    TwinMoves *moves = malloc(sizeof *moves);
    twin_legal_moves(twin, moves);
    bool sound = false;
    for (int i = 0; i < moves->count; i++) sound |= !strcmp(moves->text[i], text);
    Twin after = *twin;
    if (sound) {
        twin_play(&after, text);
        sound = twin_in_check(&after, after.side);
        twin_legal_moves(&after, moves);
    }
    for (int i = 0; i < moves->count && sound; i++) {
        Twin next = after;
        twin_play(&next, moves->text[i]);
        sound = walk_proof(walk, &next, depth + 2);
    }
    free(moves);
    return sound;
}

/* 0 when the length is right. */
static int check_length(Brute *brute, DfpnSolver *solver, const char *sfen, DfpnAnswer *answer)
{
    dfpn_clear(solver);
    if (solve_with(solver, sfen, 0, true, NODES_MAX_LONG, answer) != DFPN_PROVEN || !answer->shortest) return 0;
    ShogiPosition pos;
    if (!parse(sfen, &pos)) abort();
    bool there = brute_mates(brute, &pos, answer->length);
    bool sooner = answer->length > 1 && brute_mates(brute, &pos, answer->length - 2);
    if (there && !sooner) return 0;
    printf("mate in %d is %s: %s\n", answer->length, there ? "not the shortest" : "none", sfen);
    return 1;
}

static int check_lengths(const char *path, int most)
{
    FILE *file = fopen(path, "r");
    if (!file) return 2;
    Brute brute = {calloc(BRUTE_SLOTS, sizeof(uint64_t)), 0};
    DfpnSolver *solver = new_solver(256);
    DfpnAnswer *answer = malloc(sizeof *answer);
    int count = 0, wrong = 0, proven = 0;
    char line[4000];
    while (count < most && fgets(line, sizeof line, file)) {
        char *moves = strstr(line, " moves ");
        if (moves) *moves = '\0';
        count++;
        wrong += check_length(&brute, solver, line, answer);
        proven += answer->shortest;
    }
    printf("%d problems, %d shortest lengths, %d wrong; %llu nodes of brute force\n", count, proven, wrong,
           (unsigned long long)brute.nodes);
    (void)fclose(file);
    free(brute.keys);
    free(answer);
    dfpn_destroy(solver);
    return wrong != 0;
}

static int count_words(const char *text)
{
    int count = 0;
    Str rest = str_from(text);
    while (str_word(&rest).len) count++;
    return count;
}

static int run_file(const char *path, bool verify, size_t megabytes)
{
    FILE *file = fopen(path, "r");
    if (!file) return 2;
    Walk walk = {new_solver(megabytes), malloc(sizeof(DfpnAnswer)), calloc(VISITED, sizeof(uint64_t)), 0};
    char line[4000];
    int count = 0, solved = 0, longer = 0, shorter = 0, wrong = 0;
    double sum_ms = 0;
    uint64_t sum_nodes = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        char *tab = strrchr(line, '\t'), *sfen = tab ? tab + 1 : line, *moves = strstr(sfen, " moves ");
        if (moves) *moves = '\0';
        count++;
        dfpn_clear(walk.solver);
        int64_t start = clock_now(clock_real());
        DfpnVerdict verdict = solve_with(walk.solver, sfen, 0, false, NODES_MAX_LONG, walk.answer);
        double ms = (double)(clock_now(clock_real()) - start) / 1e6;
        sum_ms += ms;
        sum_nodes += walk.answer->nodes;
        int length = walk.answer->length, listed = moves ? count_words(moves + 7) : 0;
        if (tab)
            printf("%.20s verdict %d length %d nodes %llu %.0f ms\n", line, (int)verdict, length,
                   (unsigned long long)walk.answer->nodes, ms);
        if (verdict != DFPN_PROVEN) continue;
        solved++;
        longer += listed && length > listed;
        shorter += listed && length < listed;
        if (!verify) continue;
        memset(walk.visited, 0, VISITED * sizeof(uint64_t));
        Twin twin;
        twin_parse(&twin, sfen);
        if (walk_proof(&walk, &twin, 0)) continue;
        wrong++;
        printf("not proven: %s\n", sfen);
    }
    fclose(file);
    printf("%d problems, %d solved, %d longer and %d shorter than listed, mean %.3f ms, %llu nodes", count, solved,
           longer, shorter, count ? sum_ms / count : 0, (unsigned long long)(count ? sum_nodes / (uint64_t)count : 0));
    if (verify) printf(", %ld positions of proofs walked, %d wrong", walk.positions, wrong);
    printf("\n");
    dfpn_destroy(walk.solver);
    free(walk.answer);
    free(walk.visited);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    if (argc >= 3 && !strcmp(argv[1], "solve"))
        return run_file(argv[2], false, argc > 3 ? strtoul(argv[3], NULL, 10) : 256);
    if (argc >= 3 && !strcmp(argv[1], "shortest"))
        return check_lengths(argv[2], argc > 3 ? (int)strtol(argv[3], NULL, 10) : 1 << 30);
    if (argc == 3 && !strcmp(argv[1], "verify")) return run_file(argv[2], true, 256);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_those_of_brute_force),
        cmocka_unit_test(hands_do_not_mislead_each_other),
        cmocka_unit_test(either_side_may_attack_with_one_table),
        cmocka_unit_test(quick_mates_are_mates),
        cmocka_unit_test(known_problems_are_answered),
        cmocka_unit_test(a_table_that_has_grown_answers_as_before),
        cmocka_unit_test(the_shortest_mate_is_found_when_asked),
        cmocka_unit_test(a_stopped_solver_has_no_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
