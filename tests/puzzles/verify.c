/* Verifies the puzzles inside the program: verify_puzzles [EVERY]. All of them, or one in EVERY; prints a line for each
 * kind and length, and the puzzles that are wrong. Beside the checks of verify_*.c every stored line is played against
 * the program's own judge: each move of the solver is right, the line ends with the puzzle solved. */
#include "verify.h"

#include "base/clock.h"
#include "tool/game_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHELVES_MAX = 256 };

static const struct {
    const char *game;
    const char *(*verify)(const Puzzle *puzzle);
} checks[] = {{"shogi", verify_shogi}, {"othello", verify_othello}, {"gomoku", verify_gomoku}};

typedef struct Shelf {
    char name[40];
    int checked, wrong, rating_least, rating_most;
    double seconds;
} Shelf;

static Shelf shelves[SHELVES_MAX];
static int shelf_count;

static Shelf *shelf_of(const Puzzle *puzzle)
{
    char name[40];
    (void)snprintf(name, sizeof name, "%s %s %2d", puzzle->game, puzzle->kind, puzzle->length);
    for (int i = 0; i < shelf_count; i++) {
        if (strcmp(shelves[i].name, name) == 0) return &shelves[i];
    }
    if (shelf_count == SHELVES_MAX) abort();
    Shelf *shelf = &shelves[shelf_count++];
    *shelf = (Shelf){.rating_least = PUZZLE_RATING_MAX};
    (void)snprintf(shelf->name, sizeof shelf->name, "%s", name);
    return shelf;
}

/* Plays the stored moves of the solver; the defender's are the judge's own, so lines may part where several answers
 * are equally long, and then the judge's solution goes on. */
static const char *play_out(const PuzzleGame *game, void *solver, const Puzzle *puzzle)
{
    static char texts[PUZZLE_MOVES_MAX][YOMI_MOVE_TEXT_MAX];
    const char *moves[PUZZLE_MOVES_MAX];
    PuzzleTry attempt = {.puzzle = puzzle, .moves = moves};
    while (attempt.count + 16 < PUZZLE_MOVES_MAX) {
        char line[PUZZLE_LINE_MAX] = "";
        Error error;
        PuzzleAnswer answer;
        if (attempt.count == 0)
            (void)snprintf(line, sizeof line, "%s", puzzle->line);
        else if (game->solve(solver, &attempt, line, &error) != STATUS_OK)
            return "the judge finds no solution on the way";
        Str rest = str_from(line), move = str_word(&rest);
        if (!str_copy(move, texts[attempt.count], sizeof *texts)) return "a move is too long";
        moves[attempt.count] = texts[attempt.count];
        attempt.count++;
        if (game->judge(solver, &attempt, &answer, &error) != STATUS_OK) return "the judge cannot tell";
        if (answer.verdict == PUZZLE_WRONG) return "the judge says that the solution is wrong";
        if (answer.verdict == PUZZLE_SOLVED) return NULL;
        rest = str_from(answer.line);
        for (move = str_word(&rest); move.len > 0; move = str_word(&rest)) {
            if (!str_copy(move, texts[attempt.count], sizeof *texts)) return "a move is too long";
            moves[attempt.count] = texts[attempt.count];
            attempt.count++;
        }
    }
    return "the puzzle does not end";
}

static const char *verify(const GameTools *tools, void *solver, const Puzzle *puzzle)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (strcmp(checks[i].game, tools->game) != 0) continue;
        const char *why = checks[i].verify(puzzle);
        return why ? why : play_out(tools->puzzles, solver, puzzle);
    }
    return "nobody verifies this game";
}

static int verify_game(const GameTools *tools, size_t every)
{
    PuzzleList list;
    Error error;
    void *solver = NULL;
    int wrong = 0;
    if (puzzles_read(tools->puzzles->shipped(), &list, &error) != STATUS_OK ||
        tools->puzzles->open(&solver, &error) != STATUS_OK) {
        (void)printf("%s: %s\n", tools->game, error.text);
        return 1;
    }
    if (list.count == 0) {
        (void)printf("%s: there are no puzzles\n", tools->game);
        wrong++;
    }
    for (size_t i = 0; i < list.count; i += every) {
        const Puzzle *puzzle = &list.items[i];
        Shelf *shelf = shelf_of(puzzle);
        int64_t begun = clock_now(clock_real());
        const char *why = verify(tools, solver, puzzle);
        shelf->seconds += (double)(clock_now(clock_real()) - begun) / NS_PER_SECOND;
        shelf->checked++;
        if (puzzle->rating < shelf->rating_least) shelf->rating_least = puzzle->rating;
        if (puzzle->rating > shelf->rating_most) shelf->rating_most = puzzle->rating;
        if (!why) continue;
        (void)printf("WRONG %s %s: %s\n", puzzle->game, puzzle->id, why);
        shelf->wrong++;
        wrong++;
    }
    tools->puzzles->close(solver);
    puzzles_free(&list);
    return wrong;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Shelf *)a)->name, ((const Shelf *)b)->name);
}

int main(int argc, char **argv)
{
    int64_t every = 1;
    int wrong = 0, checked = 0;
    if (argc > 1 && !str_to_int(str_from(argv[1]), 1, 1000, &every)) return 2;
    for (int i = 0; game_tools[i]; i++) {
        if (game_tools[i]->puzzles) wrong += verify_game(game_tools[i], (size_t)every);
    }
    qsort(shelves, (size_t)shelf_count, sizeof *shelves, by_name);
    for (int i = 0; i < shelf_count; i++) {
        checked += shelves[i].checked;
        (void)printf("%-20s checked %3d  wrong %d  ratings %4d to %4d  %.1f s\n", shelves[i].name, shelves[i].checked,
                     shelves[i].wrong, shelves[i].rating_least, shelves[i].rating_most, shelves[i].seconds);
    }
    (void)printf("checked %d  wrong %d\n", checked, wrong);
    return wrong ? 1 : 0;
}
