/* The Gomocup protocol: the commands that Yixin-Board and gomocalc add to it. */
#include "front/gomocup.h"

void gomocup_stop(Front *front, Str arguments)
{
    (void)arguments;
    yomi_stop(front_engine(front));
}

void gomocup_nbest(Front *front, Str arguments)
{
    int64_t lines;
    if (!gomocup_is_started(front)) return;
    gomocup_settle(front);
    if (str_to_int(str_trim(arguments), 1, 225, &lines))
        gomocup_think(front, (int)lines, PURPOSE_MOVE, false);
    else
        front_print(front, "ERROR YXNBEST needs a number from 1 to 225");
}

static void balance(Front *front, Str arguments, Purpose purpose)
{
    int64_t bias = 0;
    if (!gomocup_is_started(front)) return;
    gomocup_settle(front);
    arguments = str_trim(arguments);
    if (arguments.len > 0 && !str_to_int(arguments, -SCORE_BIAS_MAX, SCORE_BIAS_MAX, &bias)) {
        front_print(front, "ERROR YXBALANCE takes the score wanted, %d to %d", -SCORE_BIAS_MAX, SCORE_BIAS_MAX);
        return;
    }
    gomocup_memory(front)->bias = (int)bias;
    gomocup_think(front, BALANCE_LINES, purpose, false);
}

void gomocup_balance_one(Front *front, Str arguments)
{
    balance(front, arguments, PURPOSE_BALANCE_ONE);
}

void gomocup_balance_two(Front *front, Str arguments)
{
    balance(front, arguments, PURPOSE_BALANCE_TWO);
}

void gomocup_showhash(Front *front, Str arguments)
{
    (void)arguments;
    int permille = gomocup_memory(front)->hash_permille;
    front_print(front, "MESSAGE hash usage %d.%d%% of %s MB", permille / 10, permille % 10,
                yomi_get_option(front_engine(front), "Hash"));
}

void gomocup_showforbid(Front *front, Str arguments)
{
    (void)arguments;
    if (!gomocup_is_started(front)) return;
    gomocup_settle(front);
    yomi_board board = YOMI_BOARD_INIT;
    Buf line = buf_new(1 << 12);
    (void)yomi_get_board(front_engine(front), &board);
    for (int i = 0; i < board.width * board.height; i++) {
        if (board.cells[i].forbidden) (void)buf_printf(&line, "%02d%02d", i % board.width, i / board.width);
    }
    front_print(front, "FORBID %s.", buf_text(&line));
    buf_free(&line);
}

void gomocup_showinfo(Front *front, Str arguments)
{
    (void)arguments;
    gomocup_memory(front)->detail = 1;
    front_print(front, "MESSAGE INFO MAX_THREAD_NUM 256");
}

void gomocup_hashclear(Front *front, Str arguments)
{
    (void)arguments;
    gomocup_settle(front);
    (void)yomi_new_game(front_engine(front), NULL);
    gomocup_memory(front)->hash_permille = 0;
}
