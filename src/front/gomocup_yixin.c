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
    const Gomocup *session = gomocup_memory(front);
    yomi_engine *engine = front_engine(front);
    Str rest = str_from(yomi_position_text(engine));
    (void)str_word(&rest);
    Str rows = str_word(&rest);
    Buf line = buf_new(1 << 12);
    int x = 0, y = 0;
    for (size_t i = 0; i < rows.len; i++) {
        char c = rows.ptr[i];
        int run = 0;
        if (c == '/') {
            x = 0;
            y++;
        } else if (c == 'x' || c == 'o') {
            x++;
        } else {
            run = c - '0';
            if (i + 1 < rows.len && rows.ptr[i + 1] >= '0' && rows.ptr[i + 1] <= '9')
                run = run * 10 + rows.ptr[++i] - '0';
        }
        for (; run > 0; run--, x++) {
            char move[YOMI_MOVE_TEXT_MAX];
            gomocup_move_text(session, x, y, move);
            if (!yomi_is_legal(engine, move)) (void)buf_printf(&line, "%02d%02d", x, y);
        }
    }
    front_print(front, "FORBID %s.", yomi_get_outcome(engine, NULL) == YOMI_ONGOING ? buf_text(&line) : "");
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
