#include "base/cpu.h"

#include <stdlib.h>
#include <string.h>

CpuFeatures cpu_features(void)
{
    CpuFeatures features = {0};
    const char *wish = getenv("YOMI_CPU"); /* NOLINT(concurrency-mt-unsafe): nothing in Yomi changes the environment */
    if (wish && strcmp(wish, "portable") == 0) return features;
#if defined(__wasm_simd128__) || defined(__aarch64__) || defined(__x86_64__)
    features.vector128 = true;
#endif
    if (wish && strcmp(wish, "vector128") == 0) return features;
#if defined(__x86_64__)
    __builtin_cpu_init();
    features.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("popcnt");
    if (wish && strcmp(wish, "avx2") == 0) return features;
    features.avx512 = features.avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi") &&
                      __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq");
#endif
    return features;
}
