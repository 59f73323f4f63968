#include "shogi/tools/tsume.h"

#include "base/mem.h"

#include <string.h>

enum { TABLE_MB = 16 };

Status tsume_open(Tsume **out, Error *error)
{
    Tsume *tsume = mem_alloc(sizeof *tsume, 0, error);
    if (!tsume) return STATUS_NO_MEMORY;
    Status status = dfpn_create(TABLE_MB, &tsume->solver, error);
    if (status != STATUS_OK) {
        mem_free(tsume);
        return status;
    }
    *out = tsume;
    return STATUS_OK;
}

void tsume_close(Tsume *tsume)
{
    if (!tsume) return;
    dfpn_destroy(tsume->solver);
    mem_free(tsume);
}

void tsume_forget(Tsume *tsume)
{
    dfpn_clear(tsume->solver);
}

static bool go_on(void *context)
{
    Tsume *tsume = context;
    if (tsume->budget == 0) return false;
    tsume->budget--;
    return true;
}

static void ask(Tsume *tsume, const ShogiPosition *pos, int plies, bool shortest, uint64_t budget)
{
    tsume->budget = budget;
    DfpnTask task = {.max_plies = plies, .shortest = shortest, .node = go_on, .context = tsume};
    dfpn_solve(tsume->solver, pos, &task, &tsume->answer);
}

bool tsume_mate(Tsume *tsume, const ShogiPosition *pos, int plies, uint64_t budget, TsumeMate *out)
{
    ask(tsume, pos, plies, true, budget);
    const DfpnAnswer *answer = &tsume->answer;
    *out = (TsumeMate){.nodes = answer->nodes};
    if (answer->verdict != DFPN_PROVEN || !answer->shortest || answer->length > TSUME_PLIES_MAX) return false;
    out->length = answer->length;
    memcpy(out->line, answer->line, (size_t)answer->length * sizeof *out->line);
    return true;
}

bool tsume_none(Tsume *tsume, const ShogiPosition *pos, int plies, uint64_t budget)
{
    ask(tsume, pos, plies, false, budget);
    return tsume->answer.verdict == DFPN_DISPROVEN;
}

int tsume_move_mates(Tsume *tsume, const ShogiPosition *pos, Move check, int plies, uint64_t budget)
{
    ShogiPosition after = *pos;
    ShogiUndo before;
    pos_do_bare(&after, check, &before);
    Move answers[LIST_ROOM];
    const Move *end = movegen_all_evasions(&after, answers);
    int verdict = 1;
    for (const Move *answer = answers; answer < end; answer++) {
        if (plies < 3) return 0;
        pos_do_bare(&after, *answer, &before);
        ask(tsume, &after, plies - 2, false, budget);
        pos_undo_bare(&after, *answer, &before);
        if (tsume->answer.verdict == DFPN_DISPROVEN) return 0;
        if (tsume->answer.verdict == DFPN_UNKNOWN) verdict = -1;
    }
    return verdict;
}

bool tsume_same_move(const ShogiPosition *pos, Move a, Move b)
{
    if (a == b) return true;
    if (move_is_drop(a) || move_is_drop(b) || ((a ^ b) & ~MOVE_PROMOTES) != 0) return false;
    int kind = piece_kind(pos->board[move_from(a)]);
    return kind == PAWN || kind == BISHOP || kind == ROOK;
}

static bool only_check(Tsume *tsume, const ShogiPosition *pos, Move best, int plies, uint64_t budget)
{
    CheckInfo info;
    Move checks[LIST_ROOM];
    checkinfo_make(pos, &info);
    const Move *end = movegen_all_checks(pos, &info, checks);
    for (const Move *check = checks; check < end; check++) {
        if (tsume_same_move(pos, *check, best)) continue;
        if (tsume_move_mates(tsume, pos, *check, plies, budget) != 0) return false;
    }
    return true;
}

bool tsume_is_unique(Tsume *tsume, const ShogiPosition *pos, const TsumeMate *mate, uint64_t budget)
{
    ShogiUndo before;
    tsume->here = *pos;
    for (int i = 0; i < mate->length - 1; i++) {
        bool attacks = i % 2 == 0;
        if (attacks && !only_check(tsume, &tsume->here, mate->line[i], mate->length - i, budget)) return false;
        pos_do_bare(&tsume->here, mate->line[i], &before);
    }
    return true;
}
