#include "gomoku/tree/tree.h"

const GomTree *tree_for(const GomRules *rules)
{
    bool exact = rules->exact_five[0] || rules->exact_five[1];
    if (rules->captures) return exact ? &gom_tree_exact_captures : &gom_tree_captures;
    return exact ? &gom_tree_exact : &gom_tree_plain;
}
