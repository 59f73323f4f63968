/* Makes the positions of data/tactics.tsv: `shogi_tactics SEED COUNT`. Positions of careless games in which one quiet
 * move is better than all others by AHEAD points, by a search that leaves nothing out, and is not the first that comes
 * to mind. A line: the position, a tab, the move. */
#include "base/rng.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/settings.h"
#include "shogi/shogi.h"
#include "toy/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 300, TOO_CLEAR = 1500, OPENING = 10, PLIES_MAX = 90, QUICK = 300, LOOK = 3, DEEP = 5, MOVES_MOST = 90 };

static void plain(ShogiParams *params, int on)
{
    params->use_null_move = params->use_reductions = params->use_singular = params->use_multicut = params->use_probcut =
        on;
    params->use_futility = params->use_reverse_futility = params->use_razoring = params->use_iir = on;
    params->use_see_pruning = params->use_late_move_pruning = on;
}

static const SearchResult *search(Rig *rig, const ShogiPosition *pos, int depth, uint64_t nodes, int lines)
{
    Limits limits = limits_none();
    limits.depth = depth;
    limits.nodes = nodes;
    limits.multipv = lines;
    return rig_search(rig, pos, &limits);
}

/* The move that stands out at this depth, or MOVE_NONE. */
static Move outstanding(Rig *rig, const ShogiPosition *pos, int depth)
{
    const SearchResult *result = search(rig, pos, depth, 0, 2);
    bool clear = abs(result->score) < TOO_CLEAR && rig->line_scores[0] - rig->line_scores[1] >= AHEAD;
    return clear && !pos_is_noisy(pos, result->best) ? result->best : MOVE_NONE;
}

static bool is_tactical(Rig *rig, const ShogiPosition *pos, Move *best)
{
    ShogiParams *params = &((ShogiSettings *)rig->settings)->params;
    int moves = movegen_count(pos);
    if (pos_in_check(pos) || moves > MOVES_MOST || moves < 20) return false;
    Move first = search(rig, pos, 1, 0, 1)->best;
    plain(params, 0);
    *best = outstanding(rig, pos, LOOK);
    if (*best != MOVE_NONE) *best = outstanding(rig, pos, DEEP);
    plain(params, 1);
    return *best != MOVE_NONE && *best != first;
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    Rig rig;
    rig_open(&rig, &shogi_game, 1, 64, clock_real());
    Rng rng = rng_new(strtoull(argv[1], NULL, 10));
    for (int left = atoi(argv[2]); left > 0;) {
        ShogiPosition pos;
        shogi_game.start_position(rig.settings, &pos);
        for (int ply = 0; ply < PLIES_MAX && left > 0; ply++) {
            Move moves[MAX_MOVES], best;
            int count = shogi_game.legal_moves(&pos, moves);
            if (count == 0) break;
            if (ply >= 2 * OPENING && is_tactical(&rig, &pos, &best)) {
                Buf text = buf_new(1 << 12);
                char move[NOTATION_MOVE_MAX];
                notation_format(&pos, &text);
                notation_format_move(best, move);
                (void)printf("%s\t%s\n", buf_text(&text), move);
                (void)fflush(stdout);
                buf_free(&text);
                left--;
            }
            bool careless = ply < OPENING || rng_below(&rng, 6) == 0;
            Move next = careless ? moves[rng_below(&rng, (uint64_t)count)] : search(&rig, &pos, 0, QUICK, 1)->best;
            pos_play(&pos, next);
        }
    }
    rig_close(&rig);
    return 0;
}
