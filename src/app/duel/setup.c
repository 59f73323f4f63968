#include "app/duel/setup.h"

Status duel_setup_open(DuelSetup *duel_setup, const DuelSetupSettings *settings, Error *error)
{
    *duel_setup = (DuelSetup){.settings = settings};
    return referee_open(&duel_setup->referee, settings->game, settings->options, settings->option_count, settings->twin,
                        error);
}

void duel_setup_close(DuelSetup *duel_setup)
{
    yomi_close(duel_setup->judge);
    referee_close(duel_setup->referee);
    *duel_setup = (DuelSetup){0};
}

static Status open_judge(DuelSetup *duel_setup, Error *error)
{
    const DuelSetupSettings *settings = duel_setup->settings;
    yomi_error inner;
    yomi_status status = yomi_open(settings->game, &duel_setup->judge, &inner);
    for (int i = 0; i < settings->option_count && status == YOMI_OK; i++) {
        status = yomi_set_option(duel_setup->judge, settings->options[i].name, settings->options[i].value, &inner);
    }
    if (status == YOMI_OK) status = yomi_set_option(duel_setup->judge, "Threads", "1", &inner);
    if (status == YOMI_OK) status = yomi_set_option(duel_setup->judge, "Hash", "4", &inner);
    if (status == YOMI_OK) status = yomi_ready(duel_setup->judge, &inner);
    return status == YOMI_OK ? STATUS_OK : error_set(error, (Status)status, "judge of openings: %s", inner.text);
}

Status duel_setup_opening(DuelSetup *duel_setup, uint64_t round, Opening *out, Error *error)
{
    const DuelSetupSettings *settings = duel_setup->settings;
    const OpeningBook *book = settings->book;
    yomi_engine *board = referee_board(duel_setup->referee);
    *out = (Opening){0};
    if (book->count > 0) return opening_read(out, board, book->lines[round % book->count], error);
    if (settings->dice.plies == 0) return STATUS_OK;
    if (settings->dice.balance > 0 && !duel_setup->judge) {
        Status status = open_judge(duel_setup, error);
        if (status != STATUS_OK) return status;
    }
    return opening_roll(out, &settings->dice, round, board, duel_setup->judge, error);
}
