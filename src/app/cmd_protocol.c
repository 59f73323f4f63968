/* yomi usi | nboard | gtp | gomocup: a protocol on standard input and output. */
#include "app/app.h"
#include "base/terminal.h"
#include "front/front.h"
#include "tool/args.h"

static int run(int argc, char **argv)
{
    const char *game = NULL;
    const Arg table[] = {{"--game", ARG_TEXT, 0, 0, &game, false}};
    Error error;
    if (args_parse(table, 1, argc, argv, &error) != STATUS_OK) return app_error(argv[0], APP_USAGE, "%s", error.text);
    FrontSetup setup = {.protocol = front_by_name(argv[0]),
                        .game = game,
                        .in_fd = STREAM_IN,
                        .out_fd = STREAM_OUT,
                        .log_fd = STREAM_ERROR};
    if (front_run(&setup, &error) != STATUS_OK) return app_error(argv[0], APP_FAILED, "%s", error.text);
    return APP_OK;
}

#define PROTOCOL_HELP                                                  \
    "  --game NAME   play this game instead of the protocol's own\n\n" \
    "Reads commands on standard input and answers on standard output until quit.\n"

const AppCommand app_usi = {"usi", "[--game NAME]", "Talk USI, the protocol of shogi GUIs.", PROTOCOL_HELP, NULL, run};
const AppCommand app_nboard = {
    "nboard", "[--game NAME]", "Talk NBoard, a protocol of Othello GUIs.", PROTOCOL_HELP, NULL, run};
const AppCommand app_gtp = {"gtp", "[--game NAME]", "Talk GTP, for Othello.", PROTOCOL_HELP, NULL, run};
const AppCommand app_gomocup = {
    "gomocup", "[--game NAME]", "Talk Gomocup, the protocol of gomoku managers.", PROTOCOL_HELP, NULL, run};
