#define TREE_NAME othello_tree_avx2
#include "othello/tree/tree.inc"
