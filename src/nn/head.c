#include "nn/head.h"

#include <stdlib.h>

enum { SHIFT = 6 };

int32_t head_output(const Head *head, CpuFeatures cpu, const uint8_t *in, int count)
{
    int32_t sums[HEAD_SECOND];
    uint8_t first[2 * HEAD_FIRST];
    bytes_layer(cpu, sums, &head->first[0][0][0], head->first_bias, in, count, HEAD_FIRST);
    for (int i = 0; i < HEAD_FIRST; i++) {
        int32_t z = sums[i] >> SHIFT;
        int32_t size = bytes_clip(abs(z));
        first[i] = bytes_clip(z);
        first[HEAD_FIRST + i] = (uint8_t)(size * size >> 7);
    }
    bytes_layer(cpu, sums, &head->second[0][0][0], head->second_bias, first, 2 * HEAD_FIRST, HEAD_SECOND);
    int32_t total = head->out_bias * 127;
    for (int i = 0; i < HEAD_SECOND; i++) total += head->out[i] * bytes_clip(sums[i] >> SHIFT);
    return total;
}

/* ---- in files ---- */

/* In the order of a file: first and second layer by output, then input; both biases; the output weights and bias. */
size_t head_number_count(int width)
{
    return (size_t)HEAD_FIRST * 2 * (size_t)width + (size_t)HEAD_SECOND * 2 * HEAD_FIRST + HEAD_FIRST +
           (size_t)2 * HEAD_SECOND + 1;
}

void head_write(const Head *head, int width, int16_t *numbers)
{
    for (int o = 0; o < HEAD_FIRST; o++) {
        for (int i = 0; i < 2 * width; i++) *numbers++ = head->first[i / BYTES_GROUP][o][i % BYTES_GROUP];
    }
    for (int o = 0; o < HEAD_SECOND; o++) {
        for (int i = 0; i < 2 * HEAD_FIRST; i++) *numbers++ = head->second[i / BYTES_GROUP][o][i % BYTES_GROUP];
    }
    for (int o = 0; o < HEAD_FIRST; o++) *numbers++ = (int16_t)head->first_bias[o];
    for (int o = 0; o < HEAD_SECOND; o++) *numbers++ = (int16_t)head->second_bias[o];
    for (int o = 0; o < HEAD_SECOND; o++) *numbers++ = head->out[o];
    *numbers = head->out_bias;
}

static bool take_byte(int8_t *out, int16_t number)
{
    *out = (int8_t)number;
    return abs(number) <= HEAD_WEIGHT_MAX;
}

bool head_read(Head *head, int width, const int16_t *numbers)
{
    bool good = true;
    for (int o = 0; o < HEAD_FIRST; o++) {
        for (int i = 0; i < 2 * width; i++)
            good &= take_byte(&head->first[i / BYTES_GROUP][o][i % BYTES_GROUP], *numbers++);
    }
    for (int o = 0; o < HEAD_SECOND; o++) {
        for (int i = 0; i < 2 * HEAD_FIRST; i++)
            good &= take_byte(&head->second[i / BYTES_GROUP][o][i % BYTES_GROUP], *numbers++);
    }
    for (int o = 0; o < HEAD_FIRST; o++) head->first_bias[o] = *numbers++;
    for (int o = 0; o < HEAD_SECOND; o++) head->second_bias[o] = *numbers++;
    for (int o = 0; o < HEAD_SECOND; o++) {
        good &= abs(*numbers) <= HEAD_OUT_MAX;
        head->out[o] = *numbers++;
    }
    head->out_bias = *numbers;
    return good;
}
