#define TREE_NAME othello_tree_plain
#include "othello/tree_body.h"
