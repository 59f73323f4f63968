/* GTP, version 2, with the conventions of Othello programs: columns a to h, row 1 at the top, `pass`.
 *
 * Every command gets exactly one answer, `=` or `?` with the command's number, then an empty line. Commands come one
 * after the other, so a search is waited for where it was asked for. */
#include "front/gtp.h"

#include "front/lines.h"
#include "front/protocols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_NAME_MAX = 64 };

typedef void (*GtpRun)(Front *front, Str arguments, GtpAnswer *answer);

void gtp_fail(GtpAnswer *answer, const char *text)
{
    answer->failed = true;
    buf_clear(&answer->text);
    (void)buf_puts(&answer->text, text);
}

/* ---- administration ---- */

static void run_protocol_version(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)front, (void)arguments;
    (void)buf_puts(&answer->text, "2");
}

static void run_name(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)front, (void)arguments;
    (void)buf_puts(&answer->text, "Yomi");
}

static void run_version(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)front, (void)arguments;
    (void)buf_puts(&answer->text, yomi_version());
}

static void run_quit(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)arguments, (void)answer;
    front_quit(front);
}

static void run_list_games(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)arguments;
    for (int i = 0; yomi_game_name(i); i++) {
        if (strcmp(yomi_game_name(i), yomi_engine_game(front_engine(front))) != 0) continue;
        (void)buf_puts(&answer->text, yomi_game_title(i));
    }
}

static void run_set_game(Front *front, Str arguments, GtpAnswer *answer)
{
    if (!str_eq_nocase(str_trim(arguments), yomi_engine_game(front_engine(front))))
        gtp_fail(answer, "unsupported game");
}

static void run_boardsize(Front *front, Str arguments, GtpAnswer *answer)
{
    yomi_board board = YOMI_BOARD_INIT;
    int64_t size = 0;
    if (!str_to_int(str_trim(arguments), 1, 1000, &size))
        gtp_fail(answer, "syntax error");
    else if (yomi_get_board(front_engine(front), &board) != YOMI_OK || size != board.width)
        gtp_fail(answer, "unacceptable size");
}

static void run_komi(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)front;
    double komi = 0;
    if (!str_to_double(str_trim(arguments), &komi)) gtp_fail(answer, "syntax error");
}

static void run_clear_board(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)arguments;
    yomi_error error;
    Gtp *gtp = front_memory(front);
    gtp_reset_clocks(gtp);
    memset(gtp->passed_for, 0, sizeof gtp->passed_for);
    front_ready(front);
    if (yomi_set_position(front_engine(front), NULL, NULL, 0, &error) != YOMI_OK ||
        yomi_new_game(front_engine(front), &error) != YOMI_OK) {
        gtp_fail(answer, error.text);
    }
}

static void run_showboard(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)arguments;
    (void)buf_printf(&answer->text, "\n%s", yomi_board_text(front_engine(front)));
    while (answer->text.len > 0 && answer->text.data[answer->text.len - 1] == '\n') answer->text.len--;
}

/* ---- options, which GTP leaves to each program ---- */

static void list_option(const yomi_option *option, const char *value, Buf *out)
{
    (void)buf_printf(out, "%s%s %s", out->len > 0 ? "\n" : "", option->name, value);
    if (option->type == YOMI_OPTION_SPIN) (void)buf_printf(out, " (%d to %d)", option->min, option->max);
    for (int i = 0; option->choices && option->choices[i]; i++) {
        (void)buf_printf(out, "%s%s", i ? ", " : " (", option->choices[i]);
    }
    if (option->choices) (void)buf_putc(out, ')');
}

static void run_list_options(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)arguments;
    yomi_engine *engine = front_engine(front);
    for (size_t i = 0; i < yomi_option_count(engine); i++) {
        yomi_option option = YOMI_OPTION_INIT;
        if (yomi_option_at(engine, i, &option) != YOMI_OK || option.advanced) continue;
        const char *value = yomi_get_option(engine, option.name);
        list_option(&option, value ? value : "", &answer->text);
    }
}

static void run_set_option(Front *front, Str arguments, GtpAnswer *answer)
{
    char name[OPTION_NAME_MAX], value[GTP_PATH_MAX];
    yomi_error error;
    Str rest = arguments;
    if (!str_copy(str_word(&rest), name, sizeof name) || !name[0] || !str_copy(str_trim(rest), value, sizeof value)) {
        gtp_fail(answer, "syntax error");
    } else if (yomi_set_option(front_engine(front), name, value, &error) != YOMI_OK ||
               yomi_ready(front_engine(front), &error) != YOMI_OK) {
        gtp_fail(answer, error.text);
    }
}

/* ---- the table ---- */

static void run_known_command(Front *front, Str arguments, GtpAnswer *answer);
static void run_list_commands(Front *front, Str arguments, GtpAnswer *answer);

static const struct {
    const char *name;
    GtpRun run;
} commands[] = {
    {"protocol_version", run_protocol_version},
    {"name", run_name},
    {"version", run_version},
    {"known_command", run_known_command},
    {"list_commands", run_list_commands},
    {"quit", run_quit},
    {"boardsize", run_boardsize},
    {"clear_board", run_clear_board},
    {"komi", run_komi},
    {"play", gtp_run_play},
    {"genmove", gtp_run_genmove},
    {"reg_genmove", gtp_run_reg_genmove},
    {"undo", gtp_run_undo},
    {"time_settings", gtp_run_time_settings},
    {"time_left", gtp_run_time_left},
    {"final_score", gtp_run_final_score},
    {"showboard", run_showboard},
    {"loadsgf", gtp_run_loadsgf},
    {"list_games", run_list_games},
    {"set_game", run_set_game},
    {"yomi-list_options", run_list_options},
    {"yomi-set_option", run_set_option},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int find_command(Str name)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (str_eq(name, commands[i].name)) return i;
    }
    return -1;
}

static void run_known_command(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)front;
    (void)buf_puts(&answer->text, find_command(str_trim(arguments)) >= 0 ? "true" : "false");
}

static void run_list_commands(Front *front, Str arguments, GtpAnswer *answer)
{
    (void)front, (void)arguments;
    for (int i = 0; i < COMMANDS; i++) (void)buf_printf(&answer->text, "%s%s", i ? "\n" : "", commands[i].name);
}

/* Control characters go, tabs are blanks, a comment ends the line. */
static Str clean(Str line, Buf *out)
{
    for (size_t i = 0; i < line.len && line.ptr[i] != '#'; i++) {
        unsigned char c = (unsigned char)line.ptr[i];
        if (c == '\t')
            (void)buf_putc(out, ' ');
        else if (c >= 32 && c != 127)
            (void)buf_putc(out, (char)c);
    }
    return str_trim(buf_view(out));
}

static bool intercept(Front *front, Str line)
{
    Buf cleaned = buf_new(LINE_MAX_BYTES);
    Str rest = clean(line, &cleaned);
    Str word = str_word(&rest);
    if (word.len > 0) {
        Str id = {word.ptr, 0};
        int64_t number = 0;
        if (str_to_int(word, 0, INT32_MAX, &number)) {
            id = word;
            word = str_word(&rest);
        }
        GtpAnswer answer = {.text = buf_new(GTP_ANSWER_MAX)};
        int index = find_command(word);
        if (index < 0)
            gtp_fail(&answer, "unknown command");
        else
            commands[index].run(front, rest, &answer);
        Str text = buf_view(&answer.text);
        front_print(front, "%c%.*s%s%.*s\n", answer.failed ? '?' : '=', STR_ARG(id), text.len > 0 ? " " : "",
                    STR_ARG(text));
        buf_free(&answer.text);
    }
    buf_free(&cleaned);
    return true;
}

/* Which command it was, and its number, is not known. */
static void too_long(Front *front)
{
    front_print(front, "? the line is too long or has a NUL byte\n");
}

/* Weights and table are made here, not on the clock of the first move. */
static void open_session(Front *front)
{
    gtp_reset_clocks(front_memory(front));
    front_ready(front);
}

static void on_result(Front *front, const yomi_result *result)
{
    Gtp *gtp = front_memory(front);
    (void)snprintf(gtp->best, sizeof gtp->best, "%s", result->best[0] ? result->best : "pass");
}

static bool begins_with(Str line)
{
    Str word = str_word(&line);
    int64_t number = 0;
    if (str_to_int(word, 0, INT32_MAX, &number)) word = str_word(&line);
    return find_command(word) >= 0;
}

const FrontProtocol front_gtp = {
    .name = "gtp",
    .title = "GTP",
    .memory_size = sizeof(Gtp),
    .open = open_session,
    .intercept = intercept,
    .too_long = too_long,
    .result = on_result,
    .begins_with = begins_with,
};
