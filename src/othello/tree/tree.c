#include "othello/tree/tree.h"

const OthelloTree *othello_tree_for(CpuFeatures cpu)
{
#if defined(__x86_64__)
    if (cpu.avx512) return &othello_tree_avx512;
    if (cpu.avx2) return &othello_tree_avx2;
#endif
    (void)cpu;
    return &othello_tree_plain;
}
