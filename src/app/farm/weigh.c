#include "app/farm/weigh.h"

#include <stdlib.h>

static EloPairs pairs_of(const int64_t counts[5])
{
    EloPairs pairs;
    for (int i = 0; i < ELO_SCORES; i++) pairs.count[i] = (uint64_t)(counts[i] < 0 ? 0 : counts[i]);
    return pairs;
}

/* Takes codes from the front until one is missing or there is a verdict. */
static EloVerdict take_codes(const EloTest *test, FarmWeighing *state)
{
    Str codes = buf_view(&state->next);
    EloVerdict verdict = ELO_UNDECIDED;
    for (size_t i = 0; i < codes.len && codes.ptr[i] >= '0' && codes.ptr[i] <= '4' && verdict == ELO_UNDECIDED; i++) {
        state->counts[codes.ptr[i] - '0']++;
        state->seen++;
        EloPairs pairs = pairs_of(state->counts);
        verdict = elo_test_verdict(test, elo_test_llr(test, &pairs));
    }
    return verdict;
}

Status farm_weigh_results(FarmQueue *queue, const FarmCampaign *campaign, Error *error)
{
    EloTest test;
    Status status = kind_test(campaign, &test, error);
    bool more = status == STATUS_OK;
    while (more && status == STATUS_OK) {
        FarmWeighing state;
        FarmAnswer open;
        status = farm_weighing(queue, &state, &open, error);
        int64_t from = state.seen;
        EloVerdict verdict = status == STATUS_OK && open == FARM_OPEN ? take_codes(&test, &state) : ELO_UNDECIDED;
        const char *text = verdict == ELO_ACCEPT_1 ? "H1" : verdict == ELO_ACCEPT_0 ? "H0" : "";
        more = state.seen > from && verdict == ELO_UNDECIDED;
        if (status == STATUS_OK && state.seen > from) status = farm_weighed(queue, from, &state, text, error);
        buf_free(&state.next);
    }
    return status;
}

/* At most FARM_CURVE_MAX points of the course. */
static void draw_curve(const EloTest *test, Str codes, FarmSnapshot *s)
{
    int64_t counts[5] = {0};
    size_t stride = codes.len / FARM_CURVE_MAX + 1;
    for (size_t i = 0; i < codes.len; i++) {
        if (codes.ptr[i] < '0' || codes.ptr[i] > '4') return;
        counts[codes.ptr[i] - '0']++;
        if ((i + 1) % stride != 0 && i + 1 < codes.len) continue;
        EloPairs pairs = pairs_of(counts);
        if (s->curve_count < FARM_CURVE_MAX) s->curve[s->curve_count++] = elo_test_llr(test, &pairs);
    }
}

Status farm_weigh_snapshot(FarmQueue *queue, const FarmCampaign *campaign, FarmSnapshot *s, Error *error)
{
    EloTest test;
    if (!campaign->has_test || kind_test(campaign, &test, NULL) != STATUS_OK) return STATUS_OK;
    Buf codes = buf_new(FARM_JOBS_MAX);
    EloPairs pairs = pairs_of(s->counts);
    s->llr = elo_test_llr(&test, &pairs);
    s->lower = elo_test_lower(&test);
    s->upper = elo_test_upper(&test);
    Status status = farm_codes(queue, 0, s->seen < FARM_JOBS_MAX ? s->seen : FARM_JOBS_MAX, &codes, error);
    if (status == STATUS_OK) draw_curve(&test, buf_view(&codes), s);
    buf_free(&codes);
    return status;
}
