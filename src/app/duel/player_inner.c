/* The engine of this program as a player, without a process in between. */
#include "app/duel/player.h"

#include "base/clock.h"
#include "base/thread.h"

#include <stdlib.h>
#include <string.h>

struct Inner {
    yomi_engine *engine;
    Event *stop;
    Mutex lock; /* guards what follows; the engine's thread writes it */
    Cond told;
    bool done;
    Answer answer;
};

static bool set_options(yomi_engine *engine, const EngineOption *options, int count, yomi_error *error)
{
    for (int i = 0; i < count; i++) {
        if (yomi_set_option(engine, options[i].name, options[i].value, error) != YOMI_OK) return false;
    }
    return true;
}

Inner *inner_open(const PlayerSetup *setup, Fault *fault)
{
    yomi_error error = {YOMI_NO_MEMORY, "no memory"};
    Inner *inner = calloc(1, sizeof *inner);
    if (inner && yomi_open(setup->game, &inner->engine, &error) == YOMI_OK &&
        set_options(inner->engine, setup->game_options, setup->game_option_count, &error) &&
        set_options(inner->engine, setup->spec->options, setup->spec->option_count, &error) &&
        yomi_ready(inner->engine, &error) == YOMI_OK) {
        inner->stop = setup->stop;
        mutex_init(&inner->lock);
        cond_init(&inner->told);
        return inner;
    }
    (void)fault_set(fault, FAULT_START, "%s", error.text);
    if (inner) yomi_close(inner->engine);
    free(inner);
    return NULL;
}

void inner_close(Inner *inner)
{
    if (!inner) return;
    yomi_close(inner->engine);
    cond_destroy(&inner->told);
    mutex_destroy(&inner->lock);
    free(inner);
}

bool inner_new_game(Inner *inner, Fault *fault)
{
    yomi_error error;
    if (yomi_new_game(inner->engine, &error) == YOMI_OK) return true;
    return fault_set(fault, FAULT_START, "%s", error.text);
}

bool inner_set_options(Inner *inner, const EngineSpec *spec, Fault *fault)
{
    yomi_error error;
    if (set_options(inner->engine, spec->options, spec->option_count, &error) &&
        yomi_ready(inner->engine, &error) == YOMI_OK) {
        return true;
    }
    return fault_set(fault, FAULT_START, "%s", error.text);
}

static void on_result(void *context, const yomi_result *result)
{
    Inner *inner = context;
    mutex_lock(&inner->lock);
    Answer *answer = &inner->answer;
    answer->kind = result->best[0] ? ANSWER_MOVE : ANSWER_RESIGN;
    (void)str_copy(str_from(result->best), answer->move, sizeof answer->move);
    answer->scored = true;
    answer->score = result->win_in > 0 ? PLAYER_WIN : result->win_in < 0 ? -PLAYER_WIN : result->score;
    answer->depth = result->depth;
    answer->nodes = result->nodes;
    inner->done = true;
    cond_broadcast(&inner->told);
    mutex_unlock(&inner->lock);
}

static yomi_limits limits_of(const Turn *turn)
{
    const TimeControl *mine = turn->control[turn->side];
    yomi_limits limits = YOMI_LIMITS_INIT;
    if (time_control_has_clock(mine)) {
        limits.time_ms = turn->clock_ms[turn->side] > 0 ? turn->clock_ms[turn->side] : 0;
        limits.increment_ms = mine->increment_ms;
        limits.byoyomi_ms = mine->byoyomi_ms;
    }
    if (mine->movetime_ms > 0) limits.movetime_ms = mine->movetime_ms;
    limits.nodes = (uint64_t)mine->nodes;
    limits.depth = mine->depth > 10000 ? 10000 : (int)mine->depth;
    return limits;
}

/* Waits for the result. False when the time is up or the match is to stop. */
static bool wait_for_result(Inner *inner, int64_t deadline_ns, bool *stopped)
{
    enum { LOOK_MS = 50 }; /* how often the match's wish to stop is looked at */
    mutex_lock(&inner->lock);
    bool done = inner->done;
    while (!done && !*stopped && clock_now(clock_real()) < deadline_ns) {
        (void)cond_wait_ns(&inner->told, &inner->lock, LOOK_MS * NS_PER_MS);
        done = inner->done;
        *stopped = !done && event_is_set(inner->stop);
    }
    mutex_unlock(&inner->lock);
    return done;
}

bool inner_move(Inner *inner, const Turn *turn, Answer *answer, Fault *fault, bool *stopped)
{
    yomi_limits limits = limits_of(turn);
    yomi_callbacks callbacks = {.result = on_result, .context = inner};
    yomi_error error;
    inner->done = false;
    inner->answer = (Answer){0};
    const char *start = turn->usual_start ? NULL : turn->start;
    if (yomi_set_position(inner->engine, start, turn->moves, turn->count, &error) != YOMI_OK) {
        return fault_set(fault, FAULT_PROTOCOL, "position: %s", error.text);
    }
    int64_t begun = clock_now(clock_real());
    if (yomi_go(inner->engine, &limits, &callbacks, &error) != YOMI_OK) {
        return fault_set(fault, FAULT_PROTOCOL, "go: %s", error.text);
    }
    bool done = wait_for_result(inner, begun + turn->patience_ms * NS_PER_MS, stopped);
    int64_t took = clock_now(clock_real()) - begun;
    if (!done) yomi_stop(inner->engine);
    yomi_wait(inner->engine);
    if (*stopped) return false;
    if (!done) return fault_set(fault, FAULT_HANG, "no result after %lld ms", (long long)(took / NS_PER_MS));
    *answer = inner->answer;
    answer->took_ns = took;
    return true;
}
