#include "app/puzzle_play.h"

#include "app/typed_move.h"
#include "tool/game_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 4096 };

typedef struct Session {
    const PuzzlePlay *play;
    const PuzzleGame *game;
    void *solver;
    const Puzzle *puzzle;
    bool spoiled; /* a wrong move, a hint or the solution was seen */
    int solved, tried;
} Session;

static int by_rating(const void *a, const void *b)
{
    const Puzzle *one = a, *other = b;
    if (one->rating != other->rating) return one->rating - other->rating;
    return strcmp(one->id, other->id);
}

static void show_board(const Session *session)
{
    if (session->play->screen) (void)fputs("\033[H\033[2J", stdout);
    paint_board(session->play->engine, session->play->style);
}

/* The moves made since the puzzle's position. */
static PuzzleTry attempt_of(const Session *session, char texts[][YOMI_MOVE_TEXT_MAX], const char **moves)
{
    yomi_engine *engine = session->play->engine;
    PuzzleTry attempt = {.puzzle = session->puzzle, .moves = moves};
    for (; attempt.count < yomi_ply(engine) && attempt.count < PUZZLE_MOVES_MAX; attempt.count++) {
        (void)snprintf(texts[attempt.count], YOMI_MOVE_TEXT_MAX, "%s", yomi_move_at(engine, attempt.count));
        moves[attempt.count] = texts[attempt.count];
    }
    return attempt;
}

static void play_line(const Session *session, const char *line)
{
    Str rest = str_from(line);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        char move[YOMI_MOVE_TEXT_MAX];
        if (!str_copy(word, move, sizeof move) || yomi_play(session->play->engine, move, NULL) != YOMI_OK) return;
    }
}

static void tell_solution(Session *session, bool all)
{
    char texts[PUZZLE_MOVES_MAX][YOMI_MOVE_TEXT_MAX], line[PUZZLE_LINE_MAX] = "";
    const char *moves[PUZZLE_MOVES_MAX];
    PuzzleTry attempt = attempt_of(session, texts, moves);
    Error error;
    session->spoiled = true;
    if (session->game->solve(session->solver, &attempt, line, &error) != STATUS_OK) {
        (void)printf("%s\n", error.text);
        return;
    }
    Str rest = str_from(line), first = str_word(&rest);
    (void)printf("%s: %.*s\n", all ? "solution" : "hint", STR_ARG(all ? str_from(line) : first));
}

/* True when the puzzle is solved. */
static bool try_move(Session *session, Str word)
{
    char move[YOMI_MOVE_TEXT_MAX], texts[PUZZLE_MOVES_MAX][YOMI_MOVE_TEXT_MAX];
    const char *moves[PUZZLE_MOVES_MAX];
    Error error;
    PuzzleAnswer answer;
    Status status = typed_move(session->play->engine, word, move, &error);
    if (status != STATUS_OK || yomi_play(session->play->engine, move, &error) != YOMI_OK) {
        (void)printf("not a legal move; hint, show, next and quit are commands\n");
        return false;
    }
    PuzzleTry attempt = attempt_of(session, texts, moves);
    if (session->game->judge(session->solver, &attempt, &answer, &error) != STATUS_OK) {
        (void)printf("%s\n", error.text);
        (void)yomi_undo(session->play->engine, NULL);
        return false;
    }
    if (answer.verdict == PUZZLE_WRONG) {
        session->spoiled = true;
        (void)yomi_undo(session->play->engine, NULL);
        (void)printf("wrong (%s)%s%s", answer.why, answer.line[0] ? ", the answer is " : "", answer.line);
        if (answer.loss > 0) (void)printf(", %d discs lost", answer.loss);
        (void)printf("; try again\n");
        return false;
    }
    play_line(session, answer.line);
    show_board(session);
    (void)printf("%s%s%s\n", answer.verdict == PUZZLE_SOLVED ? "solved!" : "right",
                 answer.line[0] ? "; the answer is " : "", answer.line);
    return answer.verdict == PUZZLE_SOLVED;
}

/* False when the session is over. */
static bool one_puzzle(Session *session)
{
    char input[INPUT_MAX];
    const Puzzle *puzzle = session->puzzle;
    session->spoiled = false;
    if (yomi_set_position(session->play->engine, puzzle->position, NULL, 0, NULL) != YOMI_OK) return true;
    show_board(session);
    (void)printf("%s, length %d, rating %d, %s to move. Type a move, hint, show, next or quit.\n", puzzle->kind,
                 puzzle->length, puzzle->rating, yomi_side_to_move(session->play->engine) == 0 ? "first" : "second");
    session->tried++;
    for (;;) {
        (void)printf("puzzle> ");
        (void)fflush(stdout);
        if (!fgets(input, sizeof input, stdin)) return false;
        Str rest = str_from(input), word = str_word(&rest);
        if (str_eq(word, "quit") || str_eq(word, "exit")) return false;
        if (str_eq(word, "next")) return true;
        if (str_eq(word, "hint") || str_eq(word, "show")) {
            tell_solution(session, str_eq(word, "show"));
        } else if (word.len > 0 && try_move(session, word)) {
            session->solved += !session->spoiled;
            return true;
        }
    }
}

Status puzzle_play(const PuzzlePlay *play, Error *error)
{
    Session session = {.play = play};
    PuzzleList list = {0};
    for (int i = 0; game_tools[i]; i++) {
        bool named = strcmp(game_tools[i]->game, yomi_engine_game(play->engine)) == 0;
        if (named) session.game = game_tools[i]->puzzles;
    }
    if (!session.game) return error_set(error, STATUS_NOT_FOUND, "there are no puzzles for this game");
    Status status = puzzles_read(session.game->shipped(), &list, error);
    if (status == STATUS_OK) status = session.game->open(&session.solver, error);
    if (status == STATUS_OK) {
        qsort(list.items, list.count, sizeof *list.items, by_rating);
        size_t first = list.count * (size_t)(play->level - 1) / (size_t)play->level_max;
        for (size_t i = first; i < list.count; i++) {
            session.puzzle = &list.items[i];
            if (!one_puzzle(&session)) break;
        }
        (void)printf("solved without help %d of %d\n", session.solved, session.tried);
    }
    session.game->close(session.solver);
    puzzles_free(&list);
    return status;
}
