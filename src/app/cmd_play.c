/* yomi play GAME: a game in the terminal. */
#include "app/app.h"
#include "app/common/opening.h"
#include "app/paint.h"
#include "app/puzzle_play.h"
#include "app/typed_move.h"
#include "base/file.h"
#include "base/terminal.h"
#include "record/record.h"
#include "tool/answer.h"
#include "tool/args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_FULL = YOMI_LEVELS + 1, LEVEL_USUAL = 5, FULL_MS = 3000, INPUT_MAX = 4096 };

typedef struct Play {
    yomi_engine *engine;
    int64_t level;
    bool engine_plays[2];
    PaintStyle style;
    bool over;
    bool screen; /* a terminal: each board takes the place of the last one */
    char *start; /* of the game, NULL: the usual position */
    SearchAnswer found;
    char notes[512]; /* what the search remarked, a line each */
} Play;

static void show_board(const Play *play)
{
    if (play->screen) (void)fputs("\033[H\033[2J", stdout);
    paint_board(play->engine, play->style);
}

/* ---- searching ---- */

static void on_report(void *context, const yomi_report *report)
{
    Play *play = context;
    size_t used = strlen(play->notes);
    if (report->kind != YOMI_REPORT_TEXT) return;
    (void)snprintf(play->notes + used, sizeof play->notes - used, "  %s\n", report->text);
}

static void on_result(void *context, const yomi_result *result)
{
    answer_take(&((Play *)context)->found, result);
}

static void set_level(Play *play, yomi_limits *limits)
{
    yomi_level level = YOMI_LEVEL_INIT;
    int game = 0;
    while (strcmp(yomi_game_name(game), yomi_engine_game(play->engine)) != 0) game++;
    if (yomi_game_level(game, (int)play->level, &level) != YOMI_OK) limits->movetime_ms = FULL_MS;
    limits->nodes = level.nodes;
    char text[16];
    (void)snprintf(text, sizeof text, "%d", level.spread);
    (void)yomi_set_option(play->engine, "Spread", text, NULL);
}

static bool search(Play *play)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    set_level(play, &limits);
    yomi_callbacks callbacks = {.report = on_report, .result = on_result, .context = play};
    yomi_error error;
    play->notes[0] = '\0';
    if (yomi_ready(play->engine, &error) != YOMI_OK) (void)printf("%s\n", error.text);
    if (yomi_go(play->engine, &limits, &callbacks, &error) != YOMI_OK) {
        (void)printf("%s\n", error.text);
        return false;
    }
    yomi_wait(play->engine);
    return play->found.best[0] != '\0';
}

/* What the move is worth, the line behind it, and how it was found. */
static void show_score(const Play *play)
{
    if (play->found.win_in != 0) {
        (void)printf("%s in %d", play->found.win_in > 0 ? "win" : "loss", abs(play->found.win_in));
    } else {
        (void)printf("%+.2f", play->found.score / 100.0);
    }
    enum { LINE_MAX_SHOWN = 44 }; /* so that all of it stays on one line of 80 columns */
    const char *line = play->found.line ? play->found.line : "";
    size_t len = strlen(line);
    if (len > LINE_MAX_SHOWN) {
        len = LINE_MAX_SHOWN;
        while (len > 0 && line[len] != ' ') len--;
    }
    (void)printf(", depth %d: %.*s\n", play->found.depth, (int)len, line);
    (void)printf("  found by %s, %llu nodes in %.2f s\n%s", play->found.stage, (unsigned long long)play->found.nodes,
                 (double)play->found.time_ms / 1000.0, play->notes);
}

/* ---- commands ---- */

static void cmd_undo(Play *play)
{
    yomi_error error;
    /* Back to the person's own last move, when the engine has answered it. */
    int back = play->engine_plays[!yomi_side_to_move(play->engine)] && yomi_ply(play->engine) >= 2 ? 2 : 1;
    for (int i = 0; i < back; i++) {
        if (yomi_undo(play->engine, &error) == YOMI_OK) continue;
        (void)printf("%s\n", error.text);
        return;
    }
    play->over = false;
    show_board(play);
}

static void cmd_hint(Play *play)
{
    if (search(play)) {
        (void)printf("hint: %s  ", play->found.best);
        show_score(play);
    }
}

static void cmd_level(Play *play, Str text)
{
    if (!str_to_int(text, 1, LEVEL_FULL, &play->level)) {
        (void)printf("a level is a number from 1 to %d\n", LEVEL_FULL);
    } else {
        (void)printf("level %d\n", (int)play->level);
    }
}

/* The game as one line, which --load and the openings of a match can read. */
static void put_line(Play *play, Buf *text)
{
    if (play->start) {
        (void)buf_printf(text, "sfen %s moves", play->start);
    } else {
        (void)buf_puts(text, "startpos moves");
    }
    for (size_t i = 0; i < yomi_ply(play->engine); i++) {
        (void)buf_printf(text, " %s", yomi_move_at(play->engine, i));
    }
    (void)buf_putc(text, '\n');
}

static Status put_record(Play *play, const RecordFormat *format, Buf *text, Error *error)
{
    Record record;
    record_init(&record, yomi_engine_game(play->engine));
    for (int i = 0; i < 2; i++) {
        record_take_text(record.player[i], str_from(play->engine_plays[i] ? "Yomi" : "Player"));
    }
    yomi_outcome outcome = yomi_get_outcome(play->engine, NULL);
    record.result = (RecordResult)outcome; /* the two lists are in the same order */
    const char *rule = yomi_get_option(play->engine, "Rule");
    if (rule) record_take_text(record.rules, str_from(rule));
    Status status = STATUS_OK;
    if (play->start) status = record_set_start(&record, str_from(play->start), error);
    for (size_t i = 0; i < yomi_ply(play->engine) && status == STATUS_OK; i++) {
        if (!record_add_move(&record, str_from(yomi_move_at(play->engine, i)), error)) status = STATUS_TOO_LARGE;
    }
    yomi_board board = YOMI_BOARD_INIT;
    (void)yomi_get_board(play->engine, &board);
    if (board.scored && outcome != YOMI_ONGOING) record_take_score(&record, board.score);
    if (status == STATUS_OK) status = format->write(&record, text, error);
    record_free(&record);
    return status;
}

/* In the format of the name's ending, else as one line. */
static void cmd_save(Play *play, Str name)
{
    char path[1024];
    Error error;
    if (!str_copy(name, path, sizeof path) || !path[0]) {
        (void)printf("save needs the name of a file\n");
        return;
    }
    Buf text = buf_new(1 << 20);
    const RecordFormat *format = record_format_of_path(path, yomi_engine_game(play->engine));
    Status status = STATUS_OK;
    if (format && format->write) {
        status = put_record(play, format, &text, &error);
    } else {
        put_line(play, &text);
    }
    if (status == STATUS_OK && text.failed)
        status = error_set(&error, STATUS_TOO_LARGE, "the game is too long, or there is no memory");
    if (status == STATUS_OK) status = file_replace(path, buf_text(&text), text.len, &error);
    if (status == STATUS_OK) {
        (void)printf("saved %zu moves to %s\n", yomi_ply(play->engine), path);
    } else {
        (void)printf("%s\n", error.text);
    }
    buf_free(&text);
}

static void cmd_side(Play *play, Str name)
{
    bool both = str_eq(name, "both"), none = str_eq(name, "none");
    if (!both && !none && !str_eq(name, "first") && !str_eq(name, "second")) {
        (void)printf("side is first, second, both (no engine) or none (the engine plays itself)\n");
        return;
    }
    play->engine_plays[0] = none || str_eq(name, "second");
    play->engine_plays[1] = none || str_eq(name, "first");
}

static void cmd_help(void)
{
    (void)printf("MOVE, moves, hint, undo, level 1-%d, side first|second|both|none, board, save FILE, new, quit\n",
                 LEVEL_FULL);
}

static void cmd_new(Play *play)
{
    (void)yomi_new_game(play->engine, NULL);
    (void)yomi_set_position(play->engine, play->start, NULL, 0, NULL);
    play->over = false;
    show_board(play);
}

static void cmd_move(Play *play, Str word)
{
    char move[YOMI_MOVE_TEXT_MAX];
    yomi_error error;
    if (play->over) {
        (void)printf("the game is over: undo, new or quit\n");
        return;
    }
    Status status = typed_move(play->engine, word, move, &error);
    if (status == STATUS_BAD_INPUT) {
        (void)printf("%s\n", error.text);
    } else if (status != STATUS_OK || yomi_play(play->engine, move, &error) != YOMI_OK) {
        (void)printf("'%.*s' is neither a legal move nor a command; help lists them\n",
                     (int)(word.len < 60 ? word.len : 60), word.ptr);
    } else {
        show_board(play);
    }
}

/* False at the end of the session. */
static bool obey(Play *play, Str line)
{
    Str rest = str_trim(line), word = str_word(&rest);
    rest = str_trim(rest);
    if (str_eq(word, "quit") || str_eq(word, "exit")) return false;
    if (word.len == 0) return true;
    if (str_eq(word, "undo")) {
        cmd_undo(play);
    } else if (str_eq(word, "hint")) {
        cmd_hint(play);
    } else if (str_eq(word, "level")) {
        cmd_level(play, rest);
    } else if (str_eq(word, "save")) {
        cmd_save(play, rest);
    } else if (str_eq(word, "side")) {
        cmd_side(play, rest);
    } else if (str_eq(word, "moves")) {
        (void)printf("%s\n", yomi_legal_moves(play->engine));
    } else if (str_eq(word, "board")) {
        show_board(play);
    } else if (str_eq(word, "new")) {
        cmd_new(play);
    } else if (str_eq(word, "help") || str_eq(word, "?")) {
        cmd_help();
    } else {
        cmd_move(play, word);
    }
    return true;
}

/* ---- the session ---- */

static void check_end(Play *play)
{
    static const char *const results[] = {"", "the first player wins", "the second player wins", "a draw"};
    const char *reason = NULL;
    yomi_outcome outcome = yomi_get_outcome(play->engine, &reason);
    if (outcome == YOMI_ONGOING || play->over) return;
    play->over = true;
    (void)printf("%s: %s\n", results[outcome], reason);
}

static bool engine_move(Play *play)
{
    yomi_error error;
    if (!search(play)) {
        (void)printf("the engine resigns\n");
        play->over = true;
        return false;
    }
    if (yomi_play(play->engine, play->found.best, &error) != YOMI_OK) {
        (void)printf("%s\n", error.text);
        play->over = true;
        return false;
    }
    show_board(play);
    (void)printf("Yomi plays %s  ", play->found.best);
    show_score(play);
    return true;
}

/* Whoever comes for the first time is told how a move is typed. */
static void tell_how(const Play *play)
{
    Str moves = str_from(yomi_legal_moves(play->engine)), first = str_word(&moves);
    if (first.len) (void)printf("type a move, such as %.*s, or help\n", STR_ARG(first));
}

static void converse(Play *play)
{
    char input[INPUT_MAX];
    show_board(play);
    tell_how(play);
    for (;;) {
        check_end(play);
        if (!play->over && play->engine_plays[yomi_side_to_move(play->engine)]) {
            (void)engine_move(play);
            (void)fflush(stdout);
            continue;
        }
        (void)printf("%s> ", play->over ? "over" : yomi_side_to_move(play->engine) == 0 ? "first" : "second");
        (void)fflush(stdout);
        if (!fgets(input, sizeof input, stdin) || !obey(play, str_from(input))) return;
    }
}

static Status take_record(Play *play, const Record *record, Error *error)
{
    yomi_status status = YOMI_OK;
    if (record->rules[0]) status = yomi_set_option(play->engine, "Rule", record->rules, error);
    if (status == YOMI_OK) status = yomi_set_position(play->engine, record->start, NULL, 0, error);
    for (size_t i = 0; i < record->count && status == YOMI_OK; i++) {
        status = yomi_play(play->engine, record->moves[i].text, error);
    }
    if (status != YOMI_OK) return status;
    if (record->start) play->start = strdup(record->start);
    return STATUS_OK;
}

/* The first game of a record, or a line that `save` has written. */
static Status load_game(Play *play, const char *path, Error *error)
{
    Buf text = buf_new(1 << 24);
    Status status = file_read(path, &text, error);
    const RecordFormat *format =
        status == STATUS_OK ? record_format_guess(path, buf_view(&text), yomi_engine_game(play->engine)) : NULL;
    if (format) {
        RecordSet set = {0};
        status = format->read(buf_view(&text), &set, error);
        if (status == STATUS_OK) status = take_record(play, &set.items[0], error);
        record_set_free(&set);
    } else if (status == STATUS_OK) {
        Opening opening = {0};
        status = opening_read(&opening, play->engine, buf_text(&text), error);
        if (status == STATUS_OK && opening.start) play->start = strdup(opening.start);
        opening_free(&opening);
    }
    buf_free(&text);
    return status;
}

static int run(int argc, char **argv)
{
    const char *game = NULL, *side = "first", *position = NULL, *load = NULL, *rule = NULL;
    bool ascii = false, puzzles = false;
    Play play = {.level = LEVEL_USUAL};
    const Arg table[] = {
        {"GAME", ARG_WORD, 0, 0, &game, true},      {"--level", ARG_NUMBER, 1, LEVEL_FULL, &play.level, false},
        {"--side", ARG_TEXT, 0, 0, &side, false},   {"--position", ARG_TEXT, 0, 0, &position, false},
        {"--load", ARG_TEXT, 0, 0, &load, false},   {"--rule", ARG_TEXT, 0, 0, &rule, false},
        {"--ascii", ARG_FLAG, 0, 0, &ascii, false}, {"--puzzles", ARG_FLAG, 0, 0, &puzzles, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("play", APP_USAGE, "%s", error.text);
    yomi_status status = yomi_open(game, &play.engine, &error);
    if (status == YOMI_OK && rule) status = yomi_set_option(play.engine, "Rule", rule, &error);
    if (status == YOMI_OK) status = yomi_set_position(play.engine, position, NULL, 0, &error);
    if (status == YOMI_OK && load) status = load_game(&play, load, &error);
    if (status == YOMI_OK) {
        if (position) play.start = strdup(position);
        play.style.unicode = !ascii && terminal_shows_unicode();
        play.style.colour = terminal_is(STREAM_OUT) && !getenv("NO_COLOR"); /* NOLINT(concurrency-mt-unsafe) */
        play.screen = terminal_is(STREAM_OUT) && terminal_is(STREAM_IN);
        cmd_side(&play, str_from(side));
        PuzzlePlay puzzle = {play.engine, play.style, play.screen, (int)play.level, LEVEL_FULL};
        if (puzzles)
            status = puzzle_play(&puzzle, &error);
        else
            converse(&play);
    }
    yomi_close(play.engine);
    answer_free(&play.found);
    free(play.start);
    return status == YOMI_OK ? APP_OK : app_error("play", APP_FAILED, "%s", error.text);
}

const AppCommand app_play = {
    "play",
    "GAME [--level N] [--side first|second|both|none] [--position P] [--load FILE] [--rule R] [--ascii]\n"
    "    [--puzzles]",
    "Play against Yomi on a board in the terminal.",
    "Type a move, or help for the commands (hint, undo, level, save, ...). Moves of shogi may be written as books do:\n"
    "P-7f, Bx3c+, P'5e, G4i-5h, ７六歩, 同銀成.\n\n"
    "  --level N      1 (a beginner) to 12 (full strength, three seconds a move); 5\n"
    "  --side S       yours: first, second, both (no engine) or none (the engine plays itself); first\n"
    "  --position P   begin here, in the game's notation\n"
    "  --load FILE    go on with a saved game, or the first one of a record (KIF, KI2, CSA, GGF, SGF, ...)\n"
    "  --rule R       the rule set, for games that have several\n"
    "  --puzzles      solve the program's puzzles instead, from easy to hard; --level says where to begin\n"
    "  --ascii        no other signs, whatever the terminal can show\n"
    "\n"
    "`save FILE` writes a record when the name ends in .kif, .ki2, .csa, .ggf, .sgf or .psq, else one line of moves.\n",
    NULL,
    run};
