/* The rules of a game of gomoku as explicit flags, with named presets. A rule set is plain data inside a position; it
 * is chosen once at the root and never changes below it. docs/rules/gomoku.md explains every flag. */
#ifndef YOMI_GOMOKU_RULES_H
#define YOMI_GOMOKU_RULES_H

#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

enum { GOM_BLACK = 0, GOM_WHITE = 1, GOM_SIZE_MIN = 6, GOM_SIZE_MAX = 20, GOM_PAIRS_TO_WIN = 5 };

typedef enum GomPreset { GOM_NINUKI, GOM_PENTE, GOM_FREESTYLE, GOM_STANDARD, GOM_RENJU, GOM_PRESET_COUNT } GomPreset;

typedef enum GomOpening {
    GOM_OPENING_FREE,  /* any cell from the first move on */
    GOM_OPENING_PRO,   /* first stone in the centre, the third outside the central 5x5 */
    GOM_OPENING_SWAP,  /* one player sets three stones, the other chooses a colour */
    GOM_OPENING_SWAP2, /* as swap, but the other may add two stones and hand the choice back */
    GOM_OPENING_COUNT
} GomOpening;

typedef struct GomRules {
    uint8_t preset;             /* GomPreset that the flags started from */
    uint8_t opening;            /* GomOpening */
    uint8_t size;               /* GOM_SIZE_MIN .. GOM_SIZE_MAX */
    uint8_t captures;           /* flanked pairs are taken, GOM_PAIRS_TO_WIN of them win */
    uint8_t breakable_five;     /* a five that a capture can break, or that a fifth pair outruns, waits one move */
    uint8_t capture_exempts;    /* a capturing move is never forbidden */
    uint8_t recursive_three;    /* a three counts only when its open four may be played (renju) */
    uint8_t exact_five[2];      /* per colour: six or more in a row is no five */
    uint8_t forbid_three[2];    /* per colour: double-three is forbidden */
    uint8_t forbid_four[2];     /* per colour: double-four is forbidden */
    uint8_t forbid_overline[2]; /* per colour: six or more is forbidden (wants exact_five) */
} GomRules;

extern const char *const gom_preset_names[];  /* "ninuki" ..., NULL-terminated */
extern const char *const gom_opening_names[]; /* "free" ..., NULL-terminated */

/* The size is the customary one: 19 with captures, else 15. */
GomRules rules_preset(GomPreset preset);

/* "ninuki", or a preset and changed flags: "ninuki,exact-five,forbid-white=no". On error *out is untouched. */
Status rules_parse(Str text, GomRules *out, Error *error);

/* Applies changes such as "exact-five,opening=pro" to *rules; an empty text changes nothing. */
Status rules_change(Str text, GomRules *rules, Error *error);

/* Writes what rules_parse reads, without the size. */
void rules_format(const GomRules *rules, Buf *out);

bool rules_equal(const GomRules *a, const GomRules *b);

/* May a colour be forbidden anything at all? */
static inline bool rules_forbid(const GomRules *rules, int colour)
{
    return rules->forbid_three[colour] || rules->forbid_four[colour] || rules->forbid_overline[colour];
}

#endif
