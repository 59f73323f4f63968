#include "gomoku/tree/tree.h"

#define TRAITS ((BoardTraits){4, false})

#include "gomoku/tree/threats.inc"

#include "gomoku/tree/search.inc"

const GomTree gom_tree_plain = {
    .traits = {4, false},
    .search_root = search_root,
    .vcf = vcf,
    .vct = vct,
    .winning_move = winning_move,
    .move_priority = move_priority,
};
