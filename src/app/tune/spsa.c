#include "app/tune/spsa.h"

#include "base/rng.h"

#include <math.h>

#define STEP_EXPONENT 0.101
#define GAIN_EXPONENT 0.602

double spsa_usual_rate(int64_t iterations, int64_t pairs)
{
    return 0.35 / sqrt((double)(iterations * pairs));
}

static double clamp(const SpsaParam *param, double value)
{
    return value < param->min ? param->min : value > param->max ? param->max : value;
}

int spsa_value(const SpsaParam *param)
{
    return (int)lround(clamp(param, param->value));
}

static double step_of(const Spsa *spsa, const SpsaParam *param)
{
    return param->step * pow((double)spsa->iterations / (double)(spsa->done + 1), STEP_EXPONENT);
}

/* +1 or -1, for a parameter in the present iteration. */
static int sign_of(const Spsa *spsa, int index)
{
    uint64_t bits = splitmix64(splitmix64(spsa->seed ^ (uint64_t)spsa->done) + (uint64_t)index);
    return bits >> 63 ? 1 : -1;
}

void spsa_sides(const Spsa *spsa, int plus[SPSA_PARAMS_MAX], int minus[SPSA_PARAMS_MAX])
{
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParam *param = &spsa->params[i];
        double move = sign_of(spsa, i) * step_of(spsa, param);
        plus[i] = (int)lround(clamp(param, param->value + move));
        minus[i] = (int)lround(clamp(param, param->value - move));
    }
}

void spsa_step(Spsa *spsa, double result)
{
    double k = (double)(spsa->done + 1), n = (double)spsa->iterations, a = n / 10;
    double gain = spsa->rate * pow((a + n) / (a + k), GAIN_EXPONENT) * pow(k / n, 2 * STEP_EXPONENT);
    for (int i = 0; i < spsa->count; i++) {
        SpsaParam *param = &spsa->params[i];
        param->value = clamp(param, param->value + gain * step_of(spsa, param) * sign_of(spsa, i) * result);
    }
    spsa->done++;
}
