#include "engine/skill.h"

#include <math.h>
#include <string.h>

void skill_begin(Skill *skill, int spread)
{
    skill->spread = spread;
    for (int i = 0; i < SKILL_LINES; i++) skill->lines[i].pv.len = 0;
}

void skill_hear(Skill *skill, const Report *report)
{
    if (skill->spread == 0 || report->kind != REPORT_LINE || report->line > SKILL_LINES || !report->pv) return;
    SkillLine *line = &skill->lines[report->line - 1];
    line->depth = report->depth;
    line->score = report->score;
    line->pv = *report->pv;
}

/* Of two moves, one that is worse by `spread` is drawn 2.7 times less often. Lines of an earlier iteration do not
 * count: their scores are of another depth. */
static double weight(const Skill *skill, const SkillLine *line)
{
    const SkillLine *best = &skill->lines[0];
    if (line->pv.len == 0 || line->depth < best->depth - 1) return 0;
    return exp(((double)line->score - (double)best->score) / skill->spread);
}

bool skill_choose(Skill *skill, SearchResult *result)
{
    const SkillLine *lines = skill->lines;
    /* Without lines, or when another part of the pipeline has answered, there is nothing to choose from. */
    if (skill->spread == 0 || lines[0].pv.len == 0 || lines[0].pv.moves[0] != result->best) return false;
    double sum = 0;
    for (int i = 0; i < SKILL_LINES; i++) sum += weight(skill, &lines[i]);
    double at = rng_unit(&skill->rng) * sum;
    int chosen = 0;
    for (int i = 0; i < SKILL_LINES; i++) {
        at -= weight(skill, &lines[i]);
        if (at >= 0) continue;
        chosen = i;
        break;
    }
    if (chosen == 0 || lines[chosen].pv.moves[0] == result->best) return false;
    result->best = lines[chosen].pv.moves[0];
    result->ponder = lines[chosen].pv.len > 1 ? lines[chosen].pv.moves[1] : MOVE_NONE;
    result->score = lines[chosen].score;
    result->depth = lines[chosen].depth;
    result->pv = lines[chosen].pv;
    result->line = NULL;
    return true;
}
