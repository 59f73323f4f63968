#define TREE_NAME othello_tree_avx512
#include "othello/tree/tree.inc"
