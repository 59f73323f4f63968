#include "app/duel/player.h"

#include "front/front.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUIT_GRACE_MS = 1500,
    END_NEWS_MS = 1000 /* how long the news of an end may take after the pipe has closed */
};

struct Player {
    PlayerSetup setup;
    const PlayerProtocol *protocol; /* NULL: internal */
    Proc *proc;
    Inner *inner;
    void *memory;
    Fault fault;
    bool stopped;
    int64_t deadline_ns, begun_ns;
    const char *awaited;
};

static const PlayerProtocol *const protocols[] = {&player_usi, &player_nboard, &player_gtp, &player_gomocup};

static bool is_internal(const EngineSpec *spec)
{
    return strcmp(spec->protocol, "internal") == 0;
}

static const PlayerProtocol *find_protocol(const EngineSpec *spec)
{
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++) {
        if (strcmp(protocols[i]->name, spec->protocol) == 0) return protocols[i];
    }
    return NULL;
}

const char *player_refuses(const EngineSpec *spec, const char *game)
{
    if (is_internal(spec)) return NULL;
    const PlayerProtocol *protocol = find_protocol(spec);
    if (!protocol) return "there is no such protocol; internal, usi, nboard, gtp and gomocup are known";
    if (!protocol->any_game && !front_game_speaks(game, protocol->name)) return "its protocol is for another game";
    return protocol->refuses ? protocol->refuses(&spec->control) : NULL;
}

Player *player_new(const PlayerSetup *setup)
{
    Player *player = calloc(1, sizeof *player);
    if (!player) return NULL;
    player->setup = *setup;
    player->protocol = find_protocol(setup->spec);
    size_t memory = player->protocol ? player->protocol->memory_size : 0;
    player->memory = memory ? calloc(1, memory) : NULL;
    if (memory && !player->memory) {
        free(player);
        return NULL;
    }
    return player;
}

void player_stop(Player *player)
{
    if (player->proc && player->fault.kind == FAULT_NONE && !player->stopped) {
        int64_t soon = clock_now(clock_real()) + 100 * NS_PER_MS;
        (void)proc_write(player->proc, player->protocol->quit, soon);
        proc_close(player->proc, QUIT_GRACE_MS);
    } else {
        proc_close(player->proc, 0);
    }
    inner_close(player->inner);
    player->proc = NULL;
    player->inner = NULL;
}

void player_free(Player *player)
{
    if (!player) return;
    player_stop(player);
    free(player->memory);
    free(player);
}

bool player_new_options(Player *player, int first)
{
    if (player->inner) return inner_set_options(player->inner, player->setup.spec, &player->fault);
    if (!player->proc || player->fault.kind != FAULT_NONE) return true; /* the next start tells it */
    if (player->protocol->new_options) {
        player_wait(player, player->setup.start_ms, "new options");
        /* an engine that has died by now is found out when the next game begins */
        if (player->protocol->new_options(player, first) || player->stopped) return true;
    }
    player_stop(player);
    player->fault = (Fault){FAULT_NONE, ""};
    return true;
}

/* ---- games ---- */

static bool start_process(Player *player)
{
    const EngineSpec *spec = player->setup.spec;
    ProcessSpec process = {.argv = spec->arguments, .folder = spec->folder, .log = spec->log};
    Error error;
    if (player->protocol->memory_size) memset(player->memory, 0, player->protocol->memory_size);
    if (proc_open(&player->proc, &process, player->setup.stop, &error) != STATUS_OK) {
        return fault_set(&player->fault, FAULT_START, "%s", error.text);
    }
    if (player->protocol->handshake(player)) return true;
    /* Whatever went wrong before the first game is a failed start; the text keeps what it was. */
    if (player->fault.kind != FAULT_NONE) player->fault.kind = FAULT_START;
    return false;
}

bool player_new_game(Player *player)
{
    if (player->fault.kind != FAULT_NONE || player->setup.spec->restart) player_stop(player);
    player->fault = (Fault){FAULT_NONE, ""};
    player->stopped = false;
    if (is_internal(player->setup.spec)) {
        if (!player->inner) player->inner = inner_open(&player->setup, &player->fault);
        return player->inner && inner_new_game(player->inner, &player->fault);
    }
    if (!player->proc && !start_process(player)) return false;
    return player->protocol->new_game(player);
}

bool player_move(Player *player, const Turn *turn, Answer *answer)
{
    *answer = (Answer){.kind = ANSWER_MOVE};
    if (player->inner) return inner_move(player->inner, turn, answer, &player->fault, &player->stopped);
    return player->protocol->move(player, turn, answer);
}

void player_game_over(Player *player, int points)
{
    if (!player->proc || player->fault.kind != FAULT_NONE || !player->protocol->game_over) return;
    player_wait(player, 100, "the end of a game");
    player->protocol->game_over(player, points);
    /* An engine that has died by now is found out, and blamed, when the next game begins. */
    player->fault = (Fault){FAULT_NONE, ""};
}

const Fault *player_fault(const Player *player)
{
    return &player->fault;
}

bool player_stopped(const Player *player)
{
    return player->stopped;
}

/* ---- for protocols ---- */

const PlayerSetup *player_setup(const Player *player)
{
    return &player->setup;
}

void *player_memory(Player *player)
{
    return player->memory;
}

Fault *player_blame(Player *player)
{
    return &player->fault;
}

void player_wait(Player *player, int64_t ms, const char *what)
{
    player->deadline_ns = clock_now(clock_real()) + ms * NS_PER_MS;
    player->awaited = what;
    proc_mark(player->proc);
}

static bool blame_end(Player *player)
{
    ProcessEnd end = proc_end(player->proc, END_NEWS_MS);
    char text[160];
    process_end_text(end, text, sizeof text);
    switch (end.kind) {
    case PROCESS_NO_START:
        return fault_set(&player->fault, FAULT_START, "cannot run %s: %s", player->setup.spec->arguments[0], text);
    case PROCESS_KILLED:
        return fault_set(&player->fault, FAULT_CRASH, "%s while %s was awaited", text, player->awaited);
    case PROCESS_EXITED:
        return fault_set(&player->fault, end.value == 0 ? FAULT_EXIT : FAULT_CRASH, "%s while %s was awaited", text,
                         player->awaited);
    case PROCESS_RUNNING: break;
    }
    return fault_set(&player->fault, FAULT_PIPE, "closed its pipe while %s was awaited", player->awaited);
}

static bool settle(Player *player, ProcEvent event)
{
    switch (event) {
    case PROC_LINE: return true;
    case PROC_TIMEOUT:
        return fault_set(&player->fault, FAULT_HANG, "waited in vain for %s (%llu unreadable lines dropped)",
                         player->awaited, (unsigned long long)proc_dropped(player->proc));
    case PROC_FLOOD:
        return fault_set(&player->fault, FAULT_FLOOD, "said more than %d MB while %s was awaited", PROC_FLOOD_MAX >> 20,
                         player->awaited);
    case PROC_STOPPED: player->stopped = true; return false;
    case PROC_CLOSED: break;
    }
    return blame_end(player);
}

bool player_say_text(Player *player, const char *line)
{
    return settle(player, proc_write(player->proc, line, player->deadline_ns));
}

bool player_say(Player *player, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char text[1024];
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (len < 0 || (size_t)len >= sizeof text) {
        return fault_set(&player->fault, FAULT_PROTOCOL, "a line of %d bytes is too long to be sent", len);
    }
    return player_say_text(player, text);
}

bool player_hear(Player *player, Str *line)
{
    return settle(player, proc_read(player->proc, line, player->deadline_ns));
}

void player_start_clock(Player *player)
{
    player->begun_ns = clock_now(clock_real());
}

void player_take_time(Player *player, Answer *answer)
{
    answer->took_ns = clock_now(clock_real()) - player->begun_ns;
}

bool player_take_move(Player *player, Str word, Answer *answer)
{
    bool fits = word.len > 0 && str_copy(word, answer->move, sizeof answer->move);
    for (const char *c = answer->move; fits && *c; c++) fits = *c > ' ' && *c < 127;
    if (fits) return true;
    return fault_set(&player->fault, FAULT_PROTOCOL, "'%.*s' is not the text of a move",
                     (int)(word.len < 40 ? word.len : 40), word.ptr);
}
