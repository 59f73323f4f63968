#define TREE_NAME othello_tree_plain
#include "othello/tree/tree.inc"
