#include "app/match/tally.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 1 << 26 };

Status tally_init(Tally *tally, int engines, bool gauntlet, uint64_t games_each, Error *error)
{
    memset(tally, 0, sizeof *tally);
    if (engines < 2 || engines > TALLY_ENGINES_MAX) {
        return error_set(error, STATUS_BAD_INPUT, "a match has 2 to %d engines, not %d", TALLY_ENGINES_MAX, engines);
    }
    tally->engine_count = engines;
    for (int a = 0; a < engines; a++) {
        for (int b = a + 1; b < engines && (a == 0 || !gauntlet); b++) {
            tally->pairings[tally->pairing_count++] = (Pairing){.a = a, .b = b};
        }
    }
    games_each += games_each & 1;
    if (games_each == 0 || games_each > GAMES_MAX / (uint64_t)tally->pairing_count) {
        return error_set(error, STATUS_TOO_LARGE, "a match has at most %d games", GAMES_MAX);
    }
    tally->games = games_each * (uint64_t)tally->pairing_count;
    tally->points = malloc(tally->games);
    if (!tally->points)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %llu games", (unsigned long long)tally->games);
    memset(tally->points, -1, tally->games);
    return STATUS_OK;
}

void tally_free(Tally *tally)
{
    free(tally->points);
    tally->points = NULL;
}

Place tally_place(const Tally *tally, uint64_t game)
{
    uint64_t pair = game / 2, pairings = (uint64_t)tally->pairing_count;
    Place place = {.pairing = (int)(pair % pairings), .round = pair / pairings};
    const Pairing *pairing = &tally->pairings[place.pairing];
    bool swapped = game & 1;
    place.engines[0] = swapped ? pairing->b : pairing->a;
    place.engines[1] = swapped ? pairing->a : pairing->b;
    return place;
}

static void count(uint64_t *wins, uint64_t *draws, uint64_t *losses, int points)
{
    *wins += points == 2;
    *draws += points == 1;
    *losses += points == 0;
}

static void add_side(Standing *standing, const SideRecord *side, int points)
{
    count(&standing->wins, &standing->draws, &standing->losses, points);
    standing->moves += side->moves;
    standing->ms += side->ms;
    standing->depth_sum += side->depth_sum;
    standing->nodes += side->nodes;
    if (side->over_ms > standing->over_ms) standing->over_ms = side->over_ms;
}

bool tally_add(Tally *tally, uint64_t game, const GameRecord *record)
{
    if (game >= tally->games || tally->points[game] >= 0) return false;
    Place place = tally_place(tally, game);
    Pairing *pairing = &tally->pairings[place.pairing];
    int first = record->result == GAME_FIRST ? 2 : record->result == GAME_DRAW ? 1 : 0;
    int points = game & 1 ? 2 - first : first;
    tally->points[game] = (int8_t)points;
    tally->played++;
    add_side(&tally->standings[place.engines[0]], &record->sides[0], first);
    add_side(&tally->standings[place.engines[1]], &record->sides[1], 2 - first);
    count(&pairing->wins, &pairing->draws, &pairing->losses, points);
    int loser = game_record_loser(record);
    if (record->fault.kind != FAULT_NONE && loser >= 0) {
        tally->standings[place.engines[loser]].faults[record->fault.kind]++;
    }
    int other = tally->points[game ^ 1];
    if (other >= 0) {
        pairing->pairs.count[points + other]++;
        tally->standings[pairing->a].pairs.count[points + other]++;
        tally->standings[pairing->b].pairs.count[4 - points - other]++;
    }
    return true;
}

uint64_t tally_faults(const Standing *standing)
{
    uint64_t sum = 0;
    for (int i = FAULT_NONE + 1; i < FAULT_KINDS; i++) sum += standing->faults[i];
    return sum;
}
