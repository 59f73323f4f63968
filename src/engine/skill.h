/* Playing below full strength: the search looks at several lines, and one of them is drawn at random, better ones more
 * often. Belongs to the engine; while a search runs, to the thread that calls back. */
#ifndef YOMI_ENGINE_SKILL_H
#define YOMI_ENGINE_SKILL_H

#include "base/rng.h"
#include "search/report.h"

enum { SKILL_LINES = 8, SKILL_SPREAD_MAX = 5000 };

typedef struct SkillLine {
    int depth;
    Score score;
    Pv pv;
} SkillLine;

typedef struct Skill {
    Rng rng;
    int spread; /* of this search; 0: the best move is played */
    SkillLine lines[SKILL_LINES];
} Skill;

void skill_begin(Skill *skill, int spread);
void skill_hear(Skill *skill, const Report *report);
/* Puts the line that was drawn into *result; false when it is the result's own, or nothing is to be drawn. */
bool skill_choose(Skill *skill, SearchResult *result);

#endif
