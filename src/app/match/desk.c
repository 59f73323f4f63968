#include "app/match/desk.h"

Status desk_open(Desk *desk, const DeskSettings *settings, Error *error)
{
    *desk = (Desk){.settings = settings};
    return referee_open(&desk->referee, settings->game, settings->options, settings->option_count, settings->twin,
                        error);
}

void desk_close(Desk *desk)
{
    yomi_close(desk->judge);
    referee_close(desk->referee);
    *desk = (Desk){0};
}

static Status open_judge(Desk *desk, Error *error)
{
    const DeskSettings *settings = desk->settings;
    yomi_error inner;
    yomi_status status = yomi_open(settings->game, &desk->judge, &inner);
    for (int i = 0; i < settings->option_count && status == YOMI_OK; i++) {
        status = yomi_set_option(desk->judge, settings->options[i].name, settings->options[i].value, &inner);
    }
    if (status == YOMI_OK) status = yomi_set_option(desk->judge, "Threads", "1", &inner);
    if (status == YOMI_OK) status = yomi_set_option(desk->judge, "Hash", "4", &inner);
    if (status == YOMI_OK) status = yomi_ready(desk->judge, &inner);
    return status == YOMI_OK ? STATUS_OK : error_set(error, (Status)status, "judge of openings: %s", inner.text);
}

Status desk_opening(Desk *desk, uint64_t round, Opening *out, Error *error)
{
    const DeskSettings *settings = desk->settings;
    const OpeningBook *book = settings->book;
    yomi_engine *board = referee_board(desk->referee);
    *out = (Opening){0};
    if (book->count > 0) return opening_read(out, board, book->lines[round % book->count], error);
    if (settings->dice.plies == 0) return STATUS_OK;
    if (settings->dice.balance > 0 && !desk->judge) {
        Status status = open_judge(desk, error);
        if (status != STATUS_OK) return status;
    }
    return opening_roll(out, &settings->dice, round, board, desk->judge, error);
}
