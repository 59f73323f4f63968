/* What this processor can do, asked once when an engine is opened. Every SIMD path has a portable twin with the same
 * results. In the environment YOMI_CPU=portable takes the twins, YOMI_CPU=vector128 the paths for registers of 128
 * bits, YOMI_CPU=avx2 those for AVX2 only. */
#ifndef YOMI_BASE_CPU_H
#define YOMI_BASE_CPU_H

#include <stdbool.h>

typedef struct CpuFeatures {
    bool vector128; /* registers of 128 bits: SSE2, NEON, WebAssembly with SIMD; the network has a path for them */
    bool avx2;      /* AVX2, BMI1/2 and POPCNT together: the SIMD level that all code has paths for */
    bool avx512;    /* with F, VL, BW, CD, DQ, VBMI, VBMI2 and VPOPCNTDQ besides: a third path where it is worth it */
} CpuFeatures;

CpuFeatures cpu_features(void);

#endif
