#include "othello/tree/stability.h"

/* Discs turned over along one edge by a move of `own` at `place`. */
static unsigned edge_flips(unsigned own, unsigned other, int place)
{
    unsigned flips = 0;
    for (int step = -1; step <= 1; step += 2) {
        unsigned run = 0;
        int at = place + step;
        while (at >= 0 && at < 8 && other >> at & 1) {
            run |= 1U << at;
            at += step;
        }
        if (at >= 0 && at < 8 && own >> at & 1) flips |= run;
    }
    return flips;
}

/* What survives a disc of either side on every empty square; needs the entries with one more disc. */
static unsigned edge_stable(const EdgeTable *edges, unsigned own, unsigned other)
{
    unsigned stable = own;
    for (int place = 0; place < 8 && stable; place++) {
        unsigned disc = 1U << place;
        if ((own | other) & disc) continue;
        unsigned mine = edge_flips(own, other, place);
        stable &= edges->stable[(own | disc | mine) << 8 | (other & ~mine)];
        unsigned theirs = edge_flips(other, own, place);
        stable &= edges->stable[(own & ~theirs) << 8 | other | disc | theirs];
    }
    return stable;
}

void othello_stability_fill_edges(EdgeTable *edges)
{
    for (unsigned i = 0; i < 256 * 256; i++) edges->stable[i] = 0;
    for (int discs = 8; discs >= 0; discs--) {
        for (unsigned own = 0; own < 256; own++) {
            for (unsigned other = 0; other < 256; other++) {
                if (own & other || bits_count(own | other) != discs) continue;
                edges->stable[own << 8 | other] = (uint8_t)edge_stable(edges, own, other);
            }
        }
    }
}
