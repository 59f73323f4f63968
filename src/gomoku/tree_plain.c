#include "gomoku/tree.h"

#define TREE(name) name##_plain
#define TRAITS     ((BoardTraits){4, false})

#include "gomoku/threats_body.h"

#include "gomoku/search_body.h"

const GomTree gom_tree_plain = {
    .traits = {4, false},
    .search_root = TREE(search_root),
    .vcf = TREE(vcf),
    .vct = TREE(vct),
    .winning_move = TREE(winning_move),
    .move_priority = TREE(move_priority),
};
