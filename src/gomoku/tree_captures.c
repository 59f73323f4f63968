#include "gomoku/tree.h"

#define TREE(name) name##_captures
#define TRAITS     ((BoardTraits){4, true})

#include "gomoku/threats_body.h"

#include "gomoku/search_body.h"

const GomTree gom_tree_captures = {
    .traits = {4, true},
    .search_root = TREE(search_root),
    .vcf = TREE(vcf),
    .vct = TREE(vct),
    .winning_move = TREE(winning_move),
    .move_priority = TREE(move_priority),
};
