#include "tool/train_state.h"

#include "base/bytes.h"
#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'Y', 'O', 'M', 'I', 'F', 'I', 'T', '2'};
enum { HEADER = sizeof magic + 5 * 8, TRAILER = 8, EPOCHS_MAX = 1 << 20 };
#define FILE_MAX (sizeof(size_t) > 4 ? (size_t)(UINT64_C(1) << 32) : SIZE_MAX / 2)

Status train_state_save(const TrainState *state, const Fit *fit, const char *path, Error *error)
{
    size_t body = HEADER + state->best_size, size = body + fit_state_size(fit) + TRAILER;
    uint8_t *bytes = malloc(size);
    if (!bytes) return error_set(error, STATUS_NO_MEMORY, "no memory for a checkpoint");
    uint64_t best;
    memcpy(&best, &state->best, sizeof best);
    const uint64_t numbers[] = {state->course, (uint64_t)state->epoch, (uint64_t)state->stale, best, state->best_size};
    memcpy(bytes, magic, sizeof magic);
    for (int i = 0; i < 5; i++) bytes_put(bytes + sizeof magic + 8 * i, numbers[i], 8);
    if (state->best_size > 0) memcpy(bytes + HEADER, state->best_net, state->best_size);
    fit_state_save(fit, bytes + body);
    bytes_put(bytes + size - TRAILER, bytes_checksum(bytes, size - TRAILER), 8);
    Status status = file_replace(path, bytes, size, error);
    free(bytes);
    return status;
}

static Status check_frame(Str file, Error *error)
{
    const uint8_t *bytes = (const uint8_t *)file.ptr;
    if (file.len < HEADER + TRAILER || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, STATUS_BAD_INPUT, "not a checkpoint of this version");
    if (bytes_get(bytes + file.len - TRAILER, 8) != bytes_checksum(bytes, file.len - TRAILER))
        return error_set(error, STATUS_BAD_INPUT, "the checkpoint is damaged: its checksum does not fit");
    return STATUS_OK;
}

static bool is_sound(const TrainState *state)
{
    return state->epoch >= 0 && state->epoch <= EPOCHS_MAX && state->stale >= 0 && state->stale <= state->epoch &&
           !isnan(state->best);
}

Status train_state_parse(TrainState *state, Fit *fit, Str file, Error *error)
{
    const uint8_t *bytes = (const uint8_t *)file.ptr;
    Status status = check_frame(file, error);
    if (status != STATUS_OK) return status;
    uint64_t numbers[5];
    for (int i = 0; i < 5; i++) numbers[i] = bytes_get(bytes + sizeof magic + 8 * i, 8);
    TrainState there = {.course = numbers[0], .epoch = (int64_t)numbers[1], .stale = (int64_t)numbers[2]};
    memcpy(&there.best, &numbers[3], sizeof there.best);
    size_t room = file.len - HEADER - TRAILER;
    if (room < fit_state_size(fit) || numbers[4] != room - fit_state_size(fit))
        return error_set(error, STATUS_BAD_INPUT, "a checkpoint of another network");
    if (there.course != state->course)
        return error_set(error, STATUS_BAD_INPUT, "a checkpoint with other data or other options");
    there.best_size = (size_t)numbers[4];
    if (!is_sound(&there) || !fit_state_load(fit, bytes + HEADER + there.best_size))
        return error_set(error, STATUS_BAD_INPUT, "the checkpoint holds numbers that no training has");
    if (there.best_size > 0) {
        there.best_net = malloc(there.best_size);
        if (!there.best_net) return error_set(error, STATUS_NO_MEMORY, "no memory for a checkpoint");
        memcpy(there.best_net, bytes + HEADER, there.best_size);
    }
    *state = there;
    return STATUS_OK;
}

Status train_state_load(TrainState *state, Fit *fit, const char *path, Error *error)
{
    Buf file = buf_new(FILE_MAX);
    Error why;
    Status status = file_read(path, &file, &why);
    if (status == STATUS_NOT_FOUND) {
        status = STATUS_OK;
    } else if (status != STATUS_OK) {
        (void)error_set(error, status, "%s", why.text);
    } else {
        status = train_state_parse(state, fit, buf_view(&file), &why);
        if (status != STATUS_OK) (void)error_set(error, status, "%.100s: %.150s", path, why.text);
    }
    buf_free(&file);
    return status;
}
