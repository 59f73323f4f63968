#include "web/trainer.h"

#include "base/alone.h"
#include "base/thread.h"
#include "web/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 16, MOVES_BYTES_MAX = PUZZLE_MOVES_MAX * YOMI_MOVE_TEXT_MAX, GAME_NAME_MAX = 32, ID_MAX = 31 };

/* A game with puzzles. The list does not change; the solver belongs to the thread, which opens it when it is needed. */
typedef struct Shelf {
    const char *name;
    const PuzzleGame *game;
    PuzzleList list;
    void *solver;
} Shelf;

typedef struct Job Job;
struct Job {
    Job *next;
    uint64_t owner;
    Outbox *box; /* held */
    int id;
    bool solves; /* the best line is asked for, not a verdict */
    Shelf *shelf;
    const Puzzle *puzzle;
    char text[MOVES_BYTES_MAX]; /* of the moves, each with its NUL */
    const char *moves[PUZZLE_MOVES_MAX];
    size_t count;
};

struct Trainer {
    Shelf shelves[GAMES_MAX];
    int shelf_count;
    Thread thread;
    bool started;
    Mutex mutex; /* everything below, and the jobs in the list */
    Cond changed;
    bool quit;
    Job *first, *last;
    Job *running;
    int count;
};

static void job_free(Job *job)
{
    outbox_drop(job->box);
    free(job);
}

/* ---- the thread ---- */

static void add_moves(cJSON *answer, const char *line)
{
    cJSON *list = cJSON_AddArrayToObject(answer, "moves");
    Str rest = str_from(line);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        char move[YOMI_MOVE_TEXT_MAX];
        if (str_copy(word, move, sizeof move)) cJSON_AddItemToArray(list, cJSON_CreateString(move));
    }
}

static cJSON *tell_verdict(const Job *job, const PuzzleAnswer *verdict)
{
    static const char *const words[] = {[PUZZLE_WRONG] = "wrong", [PUZZLE_RIGHT] = "right", [PUZZLE_SOLVED] = "solved"};
    cJSON *answer = field_answer("tried", job->id);
    cJSON_AddStringToObject(answer, "verdict", words[verdict->verdict]);
    add_moves(answer, verdict->line);
    if (verdict->verdict == PUZZLE_WRONG) cJSON_AddStringToObject(answer, "why", verdict->why);
    if (verdict->loss > 0) cJSON_AddNumberToObject(answer, "loss", verdict->loss);
    return answer;
}

static Status work(const Job *job, cJSON **out, Error *error)
{
    Shelf *shelf = job->shelf;
    PuzzleTry attempt = {.puzzle = job->puzzle, .moves = job->moves, .count = job->count};
    Status status = shelf->solver ? STATUS_OK : shelf->game->open(&shelf->solver, error);
    if (status != STATUS_OK) return status;
    if (job->solves) {
        char line[PUZZLE_LINE_MAX] = "";
        status = shelf->game->solve(shelf->solver, &attempt, line, error);
        if (status != STATUS_OK) return status;
        *out = field_answer("solution", job->id);
        add_moves(*out, line);
        return STATUS_OK;
    }
    PuzzleAnswer verdict;
    status = shelf->game->judge(shelf->solver, &attempt, &verdict, error);
    if (status == STATUS_OK) *out = tell_verdict(job, &verdict);
    return status;
}

static void run(Job *job)
{
    Error error;
    cJSON *answer = NULL;
    if (outbox_closed(job->box)) return; /* nobody waits for it */
    Status status = work(job, &answer, &error);
    field_post(job->box, status == STATUS_OK ? answer : field_error(job->id, &error));
}

/* The mutex is held, and given back while the question is worked on. */
static void work_off(Trainer *trainer, Job *job)
{
    trainer->first = job->next;
    if (!trainer->first) trainer->last = NULL;
    trainer->running = job;
    mutex_unlock(&trainer->mutex);
    run(job);
    mutex_lock(&trainer->mutex);
    trainer->running = NULL;
    trainer->count--;
    job_free(job);
}

bool trainer_turn(Trainer *trainer)
{
    mutex_lock(&trainer->mutex);
    if (trainer->first) work_off(trainer, trainer->first);
    bool more = trainer->first != NULL;
    mutex_unlock(&trainer->mutex);
    return more;
}

static void trainer_main(void *context)
{
    Trainer *trainer = context;
    mutex_lock(&trainer->mutex);
    while (!trainer->quit) {
        if (trainer->first) {
            work_off(trainer, trainer->first);
        } else {
            cond_wait(&trainer->changed, &trainer->mutex);
        }
    }
    mutex_unlock(&trainer->mutex);
}

/* ---- requests ---- */

static Status find_shelf(Trainer *trainer, const cJSON *json, Shelf **out, Error *error)
{
    char name[GAME_NAME_MAX + 1];
    Status status = field_copy(json, "game", GAME_NAME_MAX, name, error);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < trainer->shelf_count; i++) {
        *out = &trainer->shelves[i];
        if (strcmp((*out)->name, name) == 0) return STATUS_OK;
    }
    return error_set(error, STATUS_NOT_FOUND, "there are no puzzles for '%s'", name);
}

static Status find_puzzle(const Shelf *shelf, const cJSON *json, const Puzzle **out, Error *error)
{
    char id[ID_MAX + 1];
    Status status = field_copy(json, "puzzle", ID_MAX, id, error);
    if (status != STATUS_OK) return status;
    for (size_t i = 0; i < shelf->list.count; i++) {
        *out = &shelf->list.items[i];
        if (strcmp((*out)->id, id) == 0) return STATUS_OK;
    }
    return error_set(error, STATUS_NOT_FOUND, "there is no puzzle '%s'", id);
}

size_t trainer_count(const Trainer *trainer, const char *game)
{
    for (int i = 0; i < trainer->shelf_count; i++) {
        if (strcmp(trainer->shelves[i].name, game) == 0) return trainer->shelves[i].list.count;
    }
    return 0;
}

/* [id, kind, length, rating] of each. */
static Status handle_list(Trainer *trainer, const TrainerRequest *request, Error *error)
{
    Shelf *shelf = NULL;
    Status status = find_shelf(trainer, request->json, &shelf, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = field_answer("puzzles", request->id), *list = cJSON_AddArrayToObject(answer, "puzzles");
    for (size_t i = 0; i < shelf->list.count; i++) {
        const Puzzle *puzzle = &shelf->list.items[i];
        cJSON *row = cJSON_CreateArray();
        cJSON_AddItemToArray(row, cJSON_CreateString(puzzle->id));
        cJSON_AddItemToArray(row, cJSON_CreateString(puzzle->kind));
        cJSON_AddItemToArray(row, cJSON_CreateNumber(puzzle->length));
        cJSON_AddItemToArray(row, cJSON_CreateNumber(puzzle->rating));
        cJSON_AddItemToArray(list, row);
    }
    field_post(request->box, answer);
    return STATUS_OK;
}

static Status handle_puzzle(Trainer *trainer, const TrainerRequest *request, Error *error)
{
    Shelf *shelf = NULL;
    const Puzzle *puzzle = NULL;
    Status status = find_shelf(trainer, request->json, &shelf, error);
    if (status == STATUS_OK) status = find_puzzle(shelf, request->json, &puzzle, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = field_answer("puzzle", request->id);
    cJSON_AddStringToObject(answer, "puzzle", puzzle->id);
    cJSON_AddStringToObject(answer, "kind", puzzle->kind);
    cJSON_AddNumberToObject(answer, "length", puzzle->length);
    cJSON_AddNumberToObject(answer, "rating", puzzle->rating);
    cJSON_AddStringToObject(answer, "position", puzzle->position);
    field_post(request->box, answer);
    return STATUS_OK;
}

static Status read_moves(const cJSON *json, Job *job, Error *error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "moves"), *move;
    char *at = job->text;
    if (!cJSON_IsArray(list)) return error_set(error, STATUS_BAD_INPUT, "moves are missing");
    cJSON_ArrayForEach(move, list)
    {
        if (!cJSON_IsString(move) || strlen(move->valuestring) >= YOMI_MOVE_TEXT_MAX)
            return error_set(error, STATUS_BAD_INPUT, "a move is a short text");
        if (job->count == PUZZLE_MOVES_MAX)
            return error_set(error, STATUS_TOO_LARGE, "more than %d moves", PUZZLE_MOVES_MAX);
        size_t bytes = strlen(move->valuestring) + 1;
        memcpy(at, move->valuestring, bytes);
        job->moves[job->count++] = at;
        at += bytes;
    }
    return STATUS_OK;
}

static Status add(Trainer *trainer, Job *job, Error *error)
{
    Status status = STATUS_OK;
    mutex_lock(&trainer->mutex);
    int own = trainer->running && trainer->running->owner == job->owner;
    for (const Job *at = trainer->first; at; at = at->next) own += at->owner == job->owner;
    if (own >= TRAINER_OWNER_MAX || trainer->count >= TRAINER_JOBS_MAX) {
        status = error_set(error, STATUS_BUSY, "%d questions about puzzles wait; try again later", trainer->count);
    } else {
        *(trainer->last ? &trainer->last->next : &trainer->first) = job;
        trainer->last = job;
        trainer->count++;
        cond_signal(&trainer->changed);
    }
    mutex_unlock(&trainer->mutex);
    return status;
}

static Status handle_work(Trainer *trainer, const TrainerRequest *request, bool solves, Error *error)
{
    Job *job = calloc(1, sizeof *job);
    if (!job) return error_set(error, STATUS_NO_MEMORY, "no memory for the question");
    *job = (Job){.owner = request->owner, .box = request->box, .id = request->id, .solves = solves};
    outbox_hold(job->box);
    Status status = find_shelf(trainer, request->json, &job->shelf, error);
    if (status == STATUS_OK) status = find_puzzle(job->shelf, request->json, &job->puzzle, error);
    if (status == STATUS_OK) status = read_moves(request->json, job, error);
    if (status == STATUS_OK) status = add(trainer, job, error);
    if (status != STATUS_OK) job_free(job);
    return status;
}

static Status handle_try(Trainer *trainer, const TrainerRequest *request, Error *error)
{
    return handle_work(trainer, request, false, error);
}

static Status handle_solution(Trainer *trainer, const TrainerRequest *request, Error *error)
{
    return handle_work(trainer, request, true, error);
}

static const struct {
    const char *type;
    Status (*handle)(Trainer *trainer, const TrainerRequest *request, Error *error);
} handlers[] = {
    {"puzzles", handle_list}, {"puzzle", handle_puzzle}, {"try", handle_try}, {"solution", handle_solution}};

bool trainer_knows(const char *type)
{
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(handlers[i].type, type) == 0) return true;
    }
    return false;
}

Status trainer_handle(Trainer *trainer, const char *type, const TrainerRequest *request, Error *error)
{
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(handlers[i].type, type) == 0) return handlers[i].handle(trainer, request, error);
    }
    return error_set(error, STATUS_UNSUPPORTED, "there is no message type '%.40s'", type);
}

/* ---- life ---- */

static Status fill_shelves(Trainer *trainer, const GameTools *const *games, Error *error)
{
    for (int i = 0; games && games[i] && trainer->shelf_count < GAMES_MAX; i++) {
        Error inner;
        if (!games[i]->puzzles) continue;
        Shelf *shelf = &trainer->shelves[trainer->shelf_count++];
        *shelf = (Shelf){.name = games[i]->game, .game = games[i]->puzzles};
        Status status = puzzles_read(shelf->game->shipped(), &shelf->list, &inner);
        if (status != STATUS_OK) return error_set(error, status, "the puzzles of %s: %.200s", shelf->name, inner.text);
    }
    return STATUS_OK;
}

Status trainer_new(const GameTools *const *games, Trainer **out, Error *error)
{
    Trainer *trainer = calloc(1, sizeof *trainer);
    if (!trainer) return error_set(error, STATUS_NO_MEMORY, "no memory for the puzzles");
    mutex_init(&trainer->mutex);
    cond_init(&trainer->changed);
    Status status = fill_shelves(trainer, games, error);
    if (status == STATUS_OK && !alone()) {
        status = thread_start(&trainer->thread, trainer_main, trainer, 0, error);
        trainer->started = status == STATUS_OK;
    }
    if (status == STATUS_OK)
        *out = trainer;
    else
        trainer_free(trainer);
    return status;
}

void trainer_free(Trainer *trainer)
{
    if (!trainer) return;
    mutex_lock(&trainer->mutex);
    trainer->quit = true;
    cond_signal(&trainer->changed);
    mutex_unlock(&trainer->mutex);
    if (trainer->started) thread_join(&trainer->thread);
    for (Job *job = trainer->first, *next; job; job = next) {
        next = job->next;
        job_free(job);
    }
    for (int i = 0; i < trainer->shelf_count; i++) {
        trainer->shelves[i].game->close(trainer->shelves[i].solver);
        puzzles_free(&trainer->shelves[i].list);
    }
    cond_destroy(&trainer->changed);
    mutex_destroy(&trainer->mutex);
    free(trainer);
}
