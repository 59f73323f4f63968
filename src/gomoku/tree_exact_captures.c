#include "gomoku/tree.h"

#define TRAITS ((BoardTraits){5, true})

#include "gomoku/threats_body.h"

#include "gomoku/search_body.h"

const GomTree gom_tree_exact_captures = {
    .traits = {5, true},
    .search_root = search_root,
    .vcf = vcf,
    .vct = vct,
    .winning_move = winning_move,
    .move_priority = move_priority,
};
