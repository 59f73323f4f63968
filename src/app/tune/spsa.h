/* SPSA, simultaneous perturbation stochastic approximation: finds better values for many parameters at once from noisy
 * comparisons. Every iteration moves all parameters by a step up or down at random, lets the two opposite settings
 * play each other, and moves a little towards the winner.
 *
 * With k the iteration, N their number, A = N / 10:
 *   step      c_k = c (N / k)^0.101, so that the last step is c
 *   gain      r_k = r ((A + N) / (A + k))^0.602 (k / N)^0.202, so that the last gain is r
 *   update    value += r_k c_k sign result, where result is points won less points lost, from -2 to 2 a pair of games
 * These are Spall's exponents (IEEE Trans. AES 34:3, 1998) with the constants given by their values at the end.
 *
 * Pure arithmetic: the same seed and results give the same values. The caller owns the parameters. */
#ifndef YOMI_APP_TUNE_SPSA_H
#define YOMI_APP_TUNE_SPSA_H

#include <stdint.h>

enum { SPSA_PARAMS_MAX = 100, SPSA_NAME_MAX = 64 };

typedef struct SpsaParam {
    char name[SPSA_NAME_MAX];
    double min, max, start;
    double step;  /* c: half the distance that the last comparisons are made over */
    double value; /* at present, between min and max */
} SpsaParam;

typedef struct Spsa {
    SpsaParam params[SPSA_PARAMS_MAX];
    int count;
    int64_t iterations, done;
    double rate; /* r */
    uint64_t seed;
} Spsa;

/* A gain after which the noise of even games has moved a parameter by about half a step in the end. */
double spsa_usual_rate(int64_t iterations, int64_t pairs);

/* The two settings of the iteration spsa->done, as whole numbers within their ranges. */
void spsa_sides(const Spsa *spsa, int plus[SPSA_PARAMS_MAX], int minus[SPSA_PARAMS_MAX]);
/* Ends the iteration: `result` is what the plus side won less what it lost. */
void spsa_step(Spsa *spsa, double result);
int spsa_value(const SpsaParam *param); /* as a whole number */

#endif
