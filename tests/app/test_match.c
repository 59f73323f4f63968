/* Matches: engines that misbehave in every way are named and leave nothing behind, a killed match goes on where it was,
 * the referee can be doubted, and the same match is the same match. */
#include "app/match/match.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { QUICK_GRACE_MS = 400 };

/* ---- rig ---- */

static char folder[] = "/tmp/yomi-match-XXXXXX";

static const char *path_of(char out[128], const char *name)
{
    (void)snprintf(out, 128, "%s/%s", folder, name);
    return out;
}

typedef struct Rig {
    MatchConfig config;
    EngineSpec specs[4];
    MatchReport report;
    Error error;
    FILE *out;
} Rig;

static void rig_open(Rig *rig, int64_t games)
{
    memset(rig, 0, sizeof *rig);
    rig->out = fopen("/dev/null", "w");
    assert_non_null(rig->out);
    rig->config = (MatchConfig){
        .game = "toy",
        .engines = rig->specs,
        .games = games,
        .tables = 1,
        .start_ms = 5000,
        .rules = {.margin_ms = 50, .grace_ms = QUICK_GRACE_MS, .timeout_ms = 1500},
        .out = rig->out,
    };
}

static void rig_engine(Rig *rig, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void rig_engine(Rig *rig, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    Error error = {STATUS_OK, ""};
    Status status = engine_spec_parse(&rig->specs[rig->config.engine_count++], text, &(TimeControl){0}, &error);
    if (status != STATUS_OK) print_error("%s: %s\n", text, error.text);
    assert_int_equal(status, STATUS_OK);
}

static void rig_run(Rig *rig)
{
    Status status = match_run(&rig->config, &rig->report, &rig->error);
    if (status != STATUS_OK) print_error("%s\n", rig->error.text);
    assert_int_equal(status, STATUS_OK);
}

static void rig_close(Rig *rig)
{
    match_report_free(&rig->report);
    for (int i = 0; i < rig->config.engine_count; i++) engine_spec_free(&rig->specs[i]);
    (void)fclose(rig->out);
}

/* Processes whose command line has `text` in it. */
static int processes_with(const char *text)
{
    int count = 0;
    DIR *proc = opendir("/proc");
    assert_non_null(proc);
    for (struct dirent *entry = readdir(proc); entry; entry = readdir(proc)) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
        char path[300], line[4096];
        (void)snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t got = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;
        if (fd >= 0) (void)close(fd);
        count += got > 0 && memmem(line, (size_t)got, text, strlen(text)) != NULL;
    }
    (void)closedir(proc);
    return count;
}

static void wait_until_gone(const char *text)
{
    for (int i = 0; i < 300 && processes_with(text) > 0; i++) (void)usleep(10000);
    assert_int_equal(processes_with(text), 0);
}

static void no_child_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* ---- faults ---- */

typedef struct Case {
    const char *mode;
    FaultKind kind;
    const char *text; /* part of the reason given */
} Case;

static void check_case(const Case *c)
{
    Rig rig;
    char tag[128], records[128];
    (void)snprintf(tag, sizeof tag, "tag-%d-%s", (int)getpid(), c->mode);
    rig_open(&rig, 2);
    rig.config.records = path_of(records, "records");
    rig.config.tables = 2; /* both games at once */
    if (c->kind == FAULT_START) rig.config.start_ms = 600;
    int movetime = c->kind == FAULT_FLOOD ? 30000 : 300; /* time enough to say all that */
    rig_engine(&rig, "name=rogue cmd='%s %s %s' movetime=%d", ROGUE, c->mode, tag, movetime);
    rig_engine(&rig, "name=good cmd='%s honest' movetime=30000", ROGUE);
    int64_t begun = clock_now(clock_real());
    rig_run(&rig);
    int64_t took = clock_now(clock_real()) - begun;
    const Standing *rogue = &rig.report.tally.standings[0], *good = &rig.report.tally.standings[1];
    Buf text = buf_new(1 << 20);
    assert_int_equal(file_read(rig.config.records, &text, NULL), STATUS_OK);
    bool told = strstr(buf_text(&text), c->text) != NULL;
    if (rogue->faults[c->kind] != 2 || !told) print_error("mode %s:\n%s", c->mode, buf_text(&text));
    assert_int_equal(rogue->faults[c->kind], 2);
    assert_true(told);
    assert_int_equal(tally_faults(rogue), 2);
    assert_int_equal(tally_faults(good), 0);
    assert_int_equal(rogue->losses, 2);
    assert_true(took < 300 * NS_PER_SECOND); /* against hanging, not against slow machines */
    assert_int_equal(processes_with(tag), 0);
    no_child_is_left();
    buf_free(&text);
    rig_close(&rig);
}

static void every_fault_is_named_and_leaves_no_process(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"crash", FAULT_CRASH, "killed by signal 11"},
        {"fail", FAULT_CRASH, "ended with code 3"},
        {"exit", FAULT_EXIT, "ended with code 0"},
        {"exit-at-once", FAULT_START, "ended with code 0 while usiok"},
        {"hang", FAULT_HANG, "waited in vain for bestmove"},
        {"deaf", FAULT_START, "waited in vain for usiok"},
        {"flood", FAULT_FLOOD, "said more than 16 MB"},
        {"flood-stderr", FAULT_HANG, "waited in vain for bestmove"},
        {"illegal", FAULT_ILLEGAL, "plays '9'"},
        {"garbage", FAULT_PROTOCOL, "is not the text of a move"},
        {"empty", FAULT_PROTOCOL, "is not the text of a move"},
        {"claim", FAULT_ILLEGAL, "claims with 'win'"},
        {"late", FAULT_TIME, "ms too long"},
        {"wrong-protocol", FAULT_START, "waited in vain for usiok"},
        {"close-pipe", FAULT_PIPE, "closed its pipe"},
        {"fork", FAULT_EXIT, "ended with code 0"},
        {"fork-setsid", FAULT_EXIT, "ended with code 0"},
        {"fork-stay", FAULT_HANG, "waited in vain for bestmove"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
}

static void long_lines_and_nuls_are_passed_over(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, 2);
    rig_engine(&rig, "name=chatter cmd='%s long-line' movetime=1500", ROGUE);
    rig_engine(&rig, "name=good cmd='%s honest' movetime=1500", ROGUE);
    rig_run(&rig);
    assert_int_equal(rig.report.tally.played, 2);
    assert_int_equal(tally_faults(&rig.report.tally.standings[0]), 0);
    rig_close(&rig);
}

static void an_engine_that_ignores_quit_is_ended(void **state)
{
    (void)state;
    Rig rig;
    char tag[64];
    (void)snprintf(tag, sizeof tag, "tag-%d-stubborn", (int)getpid());
    rig_open(&rig, 2);
    rig_engine(&rig, "name=stubborn cmd='%s ignore-quit %s' movetime=300", ROGUE, tag);
    rig_engine(&rig, "name=good cmd='%s honest' movetime=300", ROGUE);
    rig_run(&rig);
    assert_int_equal(tally_faults(&rig.report.tally.standings[0]), 0);
    assert_int_equal(processes_with(tag), 0);
    rig_close(&rig);
}

static void a_program_that_is_not_there_ends_the_match_and_is_named(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, 100);
    rig_engine(&rig, "name=ghost cmd='%s-that-is-not-there' movetime=300", ROGUE);
    rig_engine(&rig, "name=good cmd='%s honest' movetime=300", ROGUE);
    rig_run(&rig);
    assert_int_equal(rig.report.end, MATCH_FAULTS);
    assert_int_equal(rig.report.tally.standings[0].faults[FAULT_START], 3);
    assert_int_equal(rig.report.tally.played, 3);
    rig_close(&rig);
}

/* ---- the referee ---- */

/* Drop Four once more, in the plainest way: a grid of characters. */
typedef struct Grid {
    char cells[5][5]; /* column, row */
    int plies;
    bool lies; /* forgets diagonals */
} Grid;

static bool four_from(const Grid *grid, int x, int y, int dx, int dy)
{
    char mark = grid->cells[x][y];
    for (int i = 1; i < 4; i++) {
        int cx = x + i * dx, cy = y + i * dy;
        if (cx < 0 || cx > 4 || cy < 0 || cy > 4 || grid->cells[cx][cy] != mark) return false;
    }
    return mark != 0;
}

static yomi_outcome grid_outcome(void *board)
{
    const Grid *grid = board;
    for (int x = 0; x < 5; x++) {
        for (int y = 0; y < 5; y++) {
            bool line = four_from(grid, x, y, 1, 0) || four_from(grid, x, y, 0, 1);
            bool diagonal = four_from(grid, x, y, 1, 1) || four_from(grid, x, y, 1, -1);
            if (!line && !(diagonal && !grid->lies)) continue;
            return grid->cells[x][y] == 'a' ? YOMI_FIRST_WINS : YOMI_SECOND_WINS;
        }
    }
    return grid->plies == 25 ? YOMI_DRAW : YOMI_ONGOING;
}

static bool grid_play(void *board, const char *move)
{
    Grid *grid = board;
    int x = move[0] - '1', y = 0;
    if (x < 0 || x > 4 || move[1] || grid_outcome(board) != YOMI_ONGOING) return false;
    while (y < 5 && grid->cells[x][y]) y++;
    if (y == 5) return false;
    grid->cells[x][y] = grid->plies++ % 2 == 0 ? 'a' : 'b';
    return true;
}

static void *grid_open(const char *start)
{
    return start ? NULL : calloc(1, sizeof(Grid));
}

static void *grid_open_liar(const char *start)
{
    Grid *grid = grid_open(start);
    if (grid) grid->lies = true;
    return grid;
}

static const RefereeTwin grid_twin = {grid_open, grid_play, grid_outcome, free};
static const RefereeTwin lying_twin = {grid_open_liar, grid_play, grid_outcome, free};

static void play_under(Rig *rig, const RefereeTwin *twin)
{
    rig_open(rig, 200);
    rig->config.twin = twin;
    rig->config.dice = (OpeningDice){.plies = 4, .seed = 3};
    rig_engine(rig, "name=a proto=internal depth=2 option.Hash=1");
    rig_engine(rig, "name=b proto=internal depth=1 option.Hash=1");
}

static void a_second_opinion_agrees_on_hundreds_of_games(void **state)
{
    (void)state;
    Rig rig;
    play_under(&rig, &grid_twin);
    rig_run(&rig);
    assert_int_equal(rig.report.tally.played, 200);
    assert_true(rig.report.tally.standings[0].wins > rig.report.tally.standings[0].losses);
    rig_close(&rig);
}

static void a_dispute_stops_the_match(void **state)
{
    (void)state;
    Rig rig;
    play_under(&rig, &lying_twin);
    assert_int_equal(match_run(&rig.config, &rig.report, &rig.error), STATUS_UNSUPPORTED);
    assert_non_null(strstr(rig.error.text, "two referees disagree: after ply"));
    rig_close(&rig);
}

/* ---- same match, same games ---- */

static void play_to_file(int tables, const char *records)
{
    Rig rig;
    play_under(&rig, NULL);
    rig.config.games = 40;
    rig.config.tables = tables;
    rig.config.dice.balance = 20;
    rig.config.dice.depth = 4;
    rig.config.records = records;
    rig_run(&rig);
    rig_close(&rig);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The games of a file of records, sorted. */
static size_t games_of(Buf *text, char *games[], size_t max)
{
    size_t count = 0;
    for (char *at = text->data, *end = NULL; at && *at && count < max; at = end + 2) {
        end = strstr(at, "\n\n");
        assert_non_null(end);
        *end = '\0';
        games[count++] = at;
    }
    qsort(games, count, sizeof *games, by_text);
    return count;
}

static void three_tables_play_the_same_games_as_one(void **state)
{
    (void)state;
    char one[128], three[128];
    Buf texts[2] = {buf_new(1 << 20), buf_new(1 << 20)};
    char *games[2][64];
    play_to_file(1, path_of(one, "one"));
    play_to_file(3, path_of(three, "three"));
    assert_int_equal(file_read(one, &texts[0], NULL), STATUS_OK);
    assert_int_equal(file_read(three, &texts[1], NULL), STATUS_OK);
    assert_int_equal(games_of(&texts[0], games[0], 64), 40);
    assert_int_equal(games_of(&texts[1], games[1], 64), 40);
    for (int i = 0; i < 40; i++) assert_string_equal(games[0][i], games[1][i]);
    for (int i = 0; i < 2; i++) buf_free(&texts[i]);
}

/* ---- kill and go on ---- */

static pid_t start_program(const char *journal, const char *games, const char *tag)
{
    char engine_a[512], engine_b[512];
    (void)snprintf(engine_a, sizeof engine_a, "name=a cmd='%s honest %s' movetime=1000", ROGUE, tag);
    (void)snprintf(engine_b, sizeof engine_b, "name=b cmd='%s usi --game toy' movetime=3", YOMI);
    pid_t pid = fork();
    if (pid != 0) return pid;
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    (void)dup2(null, STDOUT_FILENO);
    (void)dup2(null, STDERR_FILENO);
    (void)execl(YOMI, YOMI, "match", "toy", "--engine", engine_a, "--engine", engine_b, "--games", games, "--journal",
                journal, "--random-plies", "2", "--concurrency", "2", (char *)NULL);
    _exit(127);
}

static size_t lines_of(const char *path, Buf *text)
{
    buf_clear(text);
    size_t lines = 0;
    if (file_read(path, text, NULL) != STATUS_OK) return 0;
    for (size_t i = 0; i < text->len; i++) lines += text->data[i] == '\n';
    return lines;
}

static void wait_for_lines(const char *path, size_t least)
{
    Buf text = buf_new(1 << 24);
    for (int i = 0; i < 1000 && lines_of(path, &text) < least; i++) (void)usleep(10000);
    assert_true(lines_of(path, &text) >= least);
    buf_free(&text);
}

/* Every game exactly once. */
static void check_journal(const char *path, int games)
{
    Buf text = buf_new(1 << 24);
    assert_int_equal(lines_of(path, &text), (size_t)games + 1);
    for (int i = 0; i < games; i++) {
        char wanted[32];
        (void)snprintf(wanted, sizeof wanted, "\ngame\t%d\t", i);
        char *found = strstr(text.data, wanted);
        assert_non_null(found);
        assert_null(strstr(found + 1, wanted));
    }
    buf_free(&text);
}

static int wait_for(pid_t pid)
{
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void a_killed_match_goes_on_where_it_was(void **state)
{
    (void)state;
    char journal[128], tag[64];
    (void)snprintf(tag, sizeof tag, "tag-%d-killed", (int)getpid());
    (void)path_of(journal, "killed");
    Buf before = buf_new(1 << 24), after = buf_new(1 << 24);
    for (size_t round = 0; round < 3; round++) {
        pid_t pid = start_program(journal, "60", tag);
        wait_for_lines(journal, 4 + 6 * round);
        assert_int_equal(kill(pid, SIGKILL), 0);
        (void)wait_for(pid);
        wait_until_gone(tag); /* the supervisors see to it */
        (void)lines_of(journal, &before);
    }
    int status = wait_for(start_program(journal, "60", tag));
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    check_journal(journal, 60);
    (void)lines_of(journal, &after);
    assert_memory_equal(after.data, before.data, (size_t)(strrchr(before.data, '\n') - before.data));
    buf_free(&before);
    buf_free(&after);
}

static void a_terminated_match_ends_in_good_order(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        char journal[128], tag[64];
        (void)snprintf(tag, sizeof tag, "tag-%d-ended", (int)getpid());
        (void)path_of(journal, i ? "ended-1" : "ended-0");
        pid_t pid = start_program(journal, "100000", tag);
        wait_for_lines(journal, 3);
        assert_int_equal(kill(pid, signals[i]), 0);
        int status = wait_for(pid);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
        assert_int_equal(processes_with(tag), 0);
    }
}

/* ---- the journal ---- */

static void run_with_journal(Rig *rig, const char *journal, int64_t games)
{
    play_under(rig, NULL);
    rig->config.games = games;
    rig->config.journal = journal;
}

static void torn_and_damaged_journals(void **state)
{
    (void)state;
    char journal[128];
    Rig rig;
    Buf text = buf_new(1 << 20);
    run_with_journal(&rig, path_of(journal, "torn"), 6);
    rig_run(&rig);
    rig_close(&rig);
    assert_int_equal(lines_of(journal, &text), 7);

    /* Cut anywhere in its last line it loses that one game, which is played again, to the same end. */
    size_t last = text.len - 1;
    while (text.data[last - 1] != '\n') last--;
    Buf again = buf_new(1 << 20);
    for (size_t cut = last; cut < text.len; cut += 7) {
        assert_int_equal(truncate(journal, (off_t)cut), 0);
        run_with_journal(&rig, journal, 6);
        rig_run(&rig);
        assert_int_equal(rig.report.tally.played, 6);
        rig_close(&rig);
        assert_int_equal(lines_of(journal, &again), 7);
    }

    /* Damage in the middle is not guessed about. */
    text.data[last - 30] ^= 1;
    assert_int_equal(file_replace(journal, text.data, text.len, NULL), STATUS_OK);
    run_with_journal(&rig, journal, 6);
    assert_int_equal(match_run(&rig.config, &rig.report, &rig.error), STATUS_BAD_INPUT);
    assert_non_null(strstr(rig.error.text, "line 6 is damaged"));
    rig_close(&rig);
    buf_free(&text);
    buf_free(&again);
}

static void a_journal_of_another_match_is_refused(void **state)
{
    (void)state;
    char journal[128], letter[128];
    Rig rig;
    run_with_journal(&rig, path_of(journal, "other"), 2);
    rig_run(&rig);
    rig_close(&rig);
    run_with_journal(&rig, journal, 2);
    rig.config.dice.seed = 4;
    assert_int_equal(match_run(&rig.config, &rig.report, &rig.error), STATUS_BAD_INPUT);
    assert_non_null(strstr(rig.error.text, "it has 'seed 3', this one 'seed 4'"));
    rig_close(&rig);
    /* More games are no other match. */
    run_with_journal(&rig, journal, 6);
    rig_run(&rig);
    assert_int_equal(rig.report.tally.played, 6);
    rig_close(&rig);
    /* A file that is none is left alone. */
    assert_int_equal(file_replace(path_of(letter, "letter"), "Dear Sir", 8, NULL), STATUS_OK);
    run_with_journal(&rig, letter, 2);
    assert_int_equal(match_run(&rig.config, &rig.report, &rig.error), STATUS_BAD_INPUT);
    assert_non_null(strstr(rig.error.text, "is not the journal of a match"));
    rig_close(&rig);
    Buf text = buf_new(100);
    assert_int_equal(file_read(letter, &text, NULL), STATUS_OK);
    assert_string_equal(buf_text(&text), "Dear Sir");
    buf_free(&text);
}

/* ---- tournaments and verdicts ---- */

static void round_robin_and_gauntlet_pair_as_they_should(void **state)
{
    (void)state;
    for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
        Rig rig;
        rig_open(&rig, 3);
        rig.config.gauntlet = gauntlet;
        rig.config.dice = (OpeningDice){.plies = 3, .seed = 9};
        static const char *const names[] = {"a", "b", "c", "d"};
        for (int i = 0; i < 4; i++) rig_engine(&rig, "name=%s proto=internal depth=1", names[i]);
        rig_run(&rig);
        const Tally *tally = &rig.report.tally;
        assert_int_equal(tally->pairing_count, gauntlet ? 3 : 6);
        assert_int_equal(tally->played, tally->pairing_count * 4); /* 3 games are made 4: both colours */
        for (int i = 0; i < 4; i++) {
            const Standing *s = &tally->standings[i];
            assert_int_equal(s->wins + s->draws + s->losses, gauntlet && i > 0 ? 4 : 12);
        }
        /* Equal engines: every pair of games from one opening is even. */
        for (int i = 0; i < tally->pairing_count; i++) assert_int_equal(tally->pairings[i].pairs.count[2], 2);
        rig_close(&rig);
    }
}

static void a_test_stops_at_its_verdict(void **state)
{
    (void)state;
    Rig rig;
    char journal[128];
    run_with_journal(&rig, path_of(journal, "verdict"), 2000);
    rig.specs[0].control.depth = 12;
    rig.config.has_test = true;
    rig.config.test = (EloTest){ELO_LOGISTIC, 0, 100, 0.05, 0.05};
    rig_run(&rig);
    uint64_t played = rig.report.tally.played;
    assert_int_equal(rig.report.end, MATCH_VERDICT);
    assert_int_equal(rig.report.verdict, ELO_ACCEPT_1);
    assert_in_range(played, 10, 1000);
    match_report_free(&rig.report);
    rig_run(&rig); /* nothing more to play */
    assert_int_equal(rig.report.tally.played, played);
    assert_int_equal(rig.report.end, MATCH_VERDICT);
    rig_close(&rig);
}

static void scores_adjudicate_games(void **state)
{
    (void)state;
    Rig rig;
    rig_open(&rig, 2);
    rig.config.rules.draw_score = 10;
    rig.config.rules.draw_moves = 2;
    rig.config.rules.draw_from_ply = 3;
    rig_engine(&rig, "name=a cmd='%s honest' movetime=1000", ROGUE);
    rig_engine(&rig, "name=b cmd='%s honest' movetime=1000", ROGUE);
    rig_run(&rig);
    assert_int_equal(rig.report.tally.standings[0].draws, 2);
    assert_int_equal(rig.report.tally.standings[0].moves, 7); /* plies 4 to 7 were found even: 4 + 3 moves */
    rig_close(&rig);
}

/* ---- engines and openings as text ---- */

static void engines_are_read_from_text(void **state)
{
    (void)state;
    EngineSpec spec;
    Error error;
    TimeControl usual = {.time_ms = 1000, .increment_ms = 10};
    assert_int_equal(engine_spec_parse(&spec, "name=A cmd=\"prog 'two words' x\" option.Use=1 option.Path='a b' inc=20",
                                       &usual, &error),
                     STATUS_OK);
    assert_string_equal(spec.arguments[1], "two words");
    assert_string_equal(spec.arguments[2], "x");
    assert_null(spec.arguments[3]);
    assert_string_equal(spec.options[1].value, "a b");
    assert_int_equal(spec.control.time_ms, 1000);
    assert_int_equal(spec.control.increment_ms, 20);
    engine_spec_free(&spec);
    static const char *const wrong[][2] = {
        {"cmd=x", "an engine has no name="},
        {"name=a", "engine a has no cmd="},
        {"name=a cmd='x", "the quote ' is not closed"},
        {"name=a cmd=x depth=-1", "depth is a number from 0 on, not '-1'"},
        {"name=a cmd=x colour=red", "'colour=red' is not known"},
        {"name=a cmd=x depth", "'depth' is not of the form key=value"},
        {"name=a cmd=''", "cmd is empty or has an open quote"},
        {"name=a proto=internal cmd=x", "engine a is internal and takes no cmd="},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_not_equal(engine_spec_parse(&spec, wrong[i][0], &usual, &error), STATUS_OK);
        assert_string_equal(error.text, wrong[i][1]);
    }
    assert_int_not_equal(engine_spec_parse(&spec, "name=a cmd=x", &(TimeControl){0}, &error), STATUS_OK);
    assert_non_null(strstr(error.text, "engine a has no limit"));
}

static void openings_are_read_in_all_forms(void **state)
{
    (void)state;
    yomi_engine *board = NULL;
    assert_int_equal(yomi_open("toy", &board, NULL), YOMI_OK);
    static const struct {
        const char *line, *start;
        size_t moves;
    } right[] = {
        {"startpos moves 3 3 2", NULL, 3},
        {"position startpos moves 1", NULL, 1},
        {"startpos", NULL, 0},
        {"sfen 33 moves 2", "33", 1},
        {"3 3 2 1", NULL, 4},
        {"3321", "3321", 0},
    };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        Opening opening;
        assert_int_equal(opening_read(&opening, board, right[i].line, NULL), STATUS_OK);
        assert_int_equal(opening.count, right[i].moves);
        if (right[i].start) {
            assert_string_equal(opening.start, right[i].start);
        } else {
            assert_null(opening.start);
        }
        opening_free(&opening);
    }
    Opening opening;
    Error error;
    assert_int_equal(opening_read(&opening, board, "startpos moves 3 9", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "move 2, '9', is not a legal move");
    char book_path[128];
    static const char book_text[] = "# a book\n\n3 3\n 2 2 \nx y\n";
    OpeningBook book;
    assert_int_equal(file_replace(path_of(book_path, "book"), book_text, sizeof book_text - 1, NULL), STATUS_OK);
    assert_int_equal(opening_book_load(&book, book_path, board, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "line 5: neither a position nor a list of moves"));
    assert_int_equal(file_replace(book_path, book_text, 18, NULL), STATUS_OK);
    assert_int_equal(opening_book_load(&book, book_path, board, &error), STATUS_OK);
    assert_int_equal(book.count, 2);
    assert_string_equal(book.lines[1], "2 2");
    opening_book_free(&book);
    yomi_close(board);
}

static int open_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int close_folder(void **state)
{
    (void)state;
    char command[256];
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command); /* NOLINT: a folder of this test's own making */
}

int main(int argc, char **argv)
{
    int code = 0;
    if (process_is_helper(argc, argv, &code)) return code;
    (void)signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_are_read_from_text),
        cmocka_unit_test(openings_are_read_in_all_forms),
        cmocka_unit_test(every_fault_is_named_and_leaves_no_process),
        cmocka_unit_test(long_lines_and_nuls_are_passed_over),
        cmocka_unit_test(an_engine_that_ignores_quit_is_ended),
        cmocka_unit_test(a_program_that_is_not_there_ends_the_match_and_is_named),
        cmocka_unit_test(a_second_opinion_agrees_on_hundreds_of_games),
        cmocka_unit_test(a_dispute_stops_the_match),
        cmocka_unit_test(three_tables_play_the_same_games_as_one),
        cmocka_unit_test(a_killed_match_goes_on_where_it_was),
        cmocka_unit_test(a_terminated_match_ends_in_good_order),
        cmocka_unit_test(torn_and_damaged_journals),
        cmocka_unit_test(a_journal_of_another_match_is_refused),
        cmocka_unit_test(round_robin_and_gauntlet_pair_as_they_should),
        cmocka_unit_test(a_test_stops_at_its_verdict),
        cmocka_unit_test(scores_adjudicate_games),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
