/* What this processor can do, asked once when an engine is opened. Every SIMD path has a portable twin with the same
 * results; YOMI_CPU=portable in the environment takes the twins. */
#ifndef YOMI_BASE_CPU_H
#define YOMI_BASE_CPU_H

#include <stdbool.h>

typedef struct CpuFeatures {
    bool avx2; /* AVX2, BMI1/2 and POPCNT together: the one SIMD level that the code has paths for */
} CpuFeatures;

CpuFeatures cpu_features(void);

#endif
