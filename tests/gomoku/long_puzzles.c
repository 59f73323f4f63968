/* Solves a file of threat puzzles and, with --prove, has every solution checked by the independent prover.
 *
 *   gomoku_puzzles FILE MODE MILLISECONDS [--prove] [--limit N] [--list]
 *
 * gomoku/problem.h describes the file. Only lines of the given MODE are read (0: all). Time is the thread's own
 * processor time, so that what else the machine does changes nothing. */
#include "base/clock.h"
#include "base/file.h"
#include "gomoku/problem.h"
#include "gomoku/prover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Deadline {
    int64_t ns;
    int calls;
} Deadline;

static int64_t cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

static bool in_time(void *context)
{
    Deadline *deadline = context;
    return ++deadline->calls % 64 != 0 || cpu_now() < deadline->ns;
}

typedef struct Tally {
    int read, solved, proven, refuted;
    int64_t nodes, slowest_ms, total_ms;
} Tally;

static GomBoard board;
static ThreatTables threats;

static void solve(const Problem *puzzle, const GomTables *tables, int64_t ms, bool prove, bool list, Tally *tally)
{
    EvalWeights weights = {0};
    board_set(&board, tables, &weights, &puzzle->position);
    memset(&threats, 0, sizeof threats);
    const GomTree *tree = tree_for(&puzzle->position.rules);
    int64_t begun = cpu_now();
    Deadline deadline = {begun + ms * NS_PER_MS, 0};
    ThreatSearch search = {
        .board = &board, .tables = &threats, .budget = INT64_MAX / 2, .go_on = in_time, .context = &deadline};
    Pv pv;
    bool won = puzzle->position.end == GOM_END_NONE && tree->vcf(&search, &pv);
    if (!won && puzzle->mode != PROBLEM_VCF) won = tree->vct(&search, &pv) == THREAT_WIN;
    int64_t took = (cpu_now() - begun) / NS_PER_MS;
    tally->read++;
    tally->solved += won;
    tally->nodes += search.nodes;
    tally->total_ms += took;
    if (took > tally->slowest_ms) tally->slowest_ms = took;
    char move[MOVE_TEXT_MAX] = "-";
    if (won) position_format_move(&puzzle->position, pv.moves[0], move);
    if (list) {
        Buf text = buf_new(1 << 12);
        position_format(&puzzle->position, &text);
        printf("%s\t%s\t%d plies\t%lld ms\t%s\n", puzzle->label, move, won ? pv.len : 0, (long long)took,
               buf_text(&text));
        buf_free(&text);
    }
    if (!won || !prove) return;
    ProverVerdict verdict = prover_check(&puzzle->position, tables, &threats, 400000);
    tally->proven += verdict == PROVER_WON;
    tally->refuted += verdict == PROVER_REFUTED;
    if (verdict == PROVER_REFUTED) printf("%s\tREFUTED\t%s\n", puzzle->label, move);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s FILE MODE MILLISECONDS [--prove] [--limit N] [--list]\n", argv[0]);
        return 2;
    }
    bool prove = false, list = false;
    int limit = 1 << 30, mode = atoi(argv[2]);
    for (int i = 4; i < argc; i++) {
        if (strcmp(argv[i], "--prove") == 0) prove = true;
        if (strcmp(argv[i], "--list") == 0) list = true;
        if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc) limit = atoi(argv[++i]);
    }
    Buf file = buf_new(1 << 26);
    Error error;
    GomTables *tables = NULL;
    if (file_read(argv[1], &file, &error) != STATUS_OK || tables_create(&tables, &error) != STATUS_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    Tally tally = {0};
    for (Str rest = buf_view(&file); rest.len > 0 && tally.read < limit;) {
        Str line = str_until(&rest, '\n');
        static Problem puzzle;
        Status status = problem_parse(line, &puzzle, &error);
        if (status == STATUS_NOT_FOUND) continue;
        if (status != STATUS_OK) {
            printf("cannot read: %s: %.*s\n", error.text, STR_ARG(line));
            continue;
        }
        if (mode == 0 || puzzle.mode == mode) solve(&puzzle, tables, atoll(argv[3]), prove, list, &tally);
    }
    printf("mode %d: %d of %d solved (%.1f %%), %lld nodes, %lld ms in all, slowest %lld ms\n", mode, tally.solved,
           tally.read, tally.read ? 100.0 * tally.solved / tally.read : 0.0, (long long)tally.nodes,
           (long long)tally.total_ms, (long long)tally.slowest_ms);
    if (prove)
        printf("proven %d, refuted %d, not decided %d\n", tally.proven, tally.refuted,
               tally.solved - tally.proven - tally.refuted);
    tables_destroy(tables);
    buf_free(&file);
    return tally.refuted > 0;
}
