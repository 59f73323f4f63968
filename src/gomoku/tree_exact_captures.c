#include "gomoku/tree.h"

#define TREE(name) name##_exact_captures
#define TRAITS     ((BoardTraits){5, true})

#include "gomoku/threats_body.h"

#include "gomoku/search_body.h"

const GomTree gom_tree_exact_captures = {
    .traits = {5, true},
    .search_root = TREE(search_root),
    .vcf = TREE(vcf),
    .vct = TREE(vct),
    .winning_move = TREE(winning_move),
    .move_priority = TREE(move_priority),
};
