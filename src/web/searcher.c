#include "web/searcher.h"

#include "base/alone.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/thread.h"
#include "web/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 8, QUEUES = 2, QUEUE_MOVES = 0, QUEUE_ANALYSES = 1 };

typedef struct Job {
    struct Job *next;
    uint64_t owner;
    Outbox *box;
    Question question;
    yomi_limits limits;
    int spread;
    EngineSetup setup;
    bool stop;    /* its owner does not want more */
    bool started; /* has had an engine before */
    int notes;    /* sent */
    int books;    /* moves of the book sent */
    int depth;    /* of the deepest line sent; a resumed analysis does not go back to depth 1 before the user's eyes */
} Job;

typedef struct Slot {
    Searcher *searcher;
    Thread thread;
    yomi_engine *engines[GAMES_MAX]; /* the thread's own */
    Cond changed;
    Job *job;      /* with the mutex */
    bool finished; /* with the mutex */
    char *result;  /* the thread's own after `finished` */
} Slot;

struct Searcher {
    Mutex mutex;
    Cond work;
    bool quit;
    Job *first[QUEUES], *last[QUEUES];
    int waiting;
    int turn; /* the queue served last */
    SearcherSetup setup;
    int slot_count;
    Slot slots[SEARCHER_ENGINES_MAX];
};

/* ---- jobs ---- */

static void job_free(Job *job)
{
    question_free(&job->question);
    outbox_drop(job->box);
    free(job);
}

static void post(const Job *job, int key, cJSON *message)
{
    outbox_post(job->box, key, cJSON_PrintUnformatted(message));
    cJSON_Delete(message);
}

static cJSON *message_of(const Job *job, const char *type)
{
    return field_answer(type, job->question.id);
}

static void post_nothing(const Job *job)
{
    cJSON *message = message_of(job, "result");
    cJSON_AddStringToObject(message, "best", "");
    cJSON_AddBoolToObject(message, "stopped", true);
    post(job, 0, message);
}

static void post_error(const Job *job, const Error *error)
{
    field_post(job->box, field_error(job->question.id, error));
}

/* ---- the queue; the mutex is held ---- */

static int queue_of(const Job *job)
{
    return job->limits.infinite ? QUEUE_ANALYSES : QUEUE_MOVES;
}

static void push(Searcher *searcher, Job *job)
{
    int queue = queue_of(job);
    job->next = NULL;
    if (searcher->last[queue]) {
        searcher->last[queue]->next = job;
    } else {
        searcher->first[queue] = job;
    }
    searcher->last[queue] = job;
    searcher->waiting++;
}

static Job *pop(Searcher *searcher)
{
    int queue = !searcher->turn;
    if (!searcher->first[queue]) queue = !queue;
    Job *job = searcher->first[queue];
    if (!job) return NULL;
    searcher->first[queue] = job->next;
    if (!job->next) searcher->last[queue] = NULL;
    searcher->turn = queue;
    searcher->waiting--;
    return job;
}

static Job *take_waiting(Searcher *searcher, uint64_t owner)
{
    for (int queue = 0; queue < QUEUES; queue++) {
        Job *before = NULL;
        for (Job *job = searcher->first[queue]; job; before = job, job = job->next) {
            if (job->owner != owner) continue;
            if (before) {
                before->next = job->next;
            } else {
                searcher->first[queue] = job->next;
            }
            if (searcher->last[queue] == job) searcher->last[queue] = before;
            searcher->waiting--;
            return job;
        }
    }
    return NULL;
}

static int64_t slice_ms(const Searcher *searcher, const Job *job)
{
    if (!job->limits.infinite) return SEARCHER_MOVE_MS;
    int64_t slice = SEARCHER_SLICE_MS / (1 + searcher->waiting / searcher->slot_count);
    return slice > SEARCHER_SLICE_MIN_MS ? slice : SEARCHER_SLICE_MIN_MS;
}

/* ---- reports, on a thread of the engine ---- */

static void add_moves(cJSON *message, const char *name, const char *text)
{
    cJSON *list = cJSON_AddArrayToObject(message, name);
    Str rest = str_from(text);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        char move[YOMI_MOVE_TEXT_MAX];
        if (str_copy(word, move, sizeof move)) cJSON_AddItemToArray(list, cJSON_CreateString(move));
    }
}

static void post_note(const Job *job, const char *text)
{
    cJSON *message = message_of(job, "note");
    cJSON_AddStringToObject(message, "text", text);
    post(job, 0, message);
}

/* A move that the opening book has here. */
static void post_book(const Job *job, const yomi_report *report)
{
    char move[YOMI_MOVE_TEXT_MAX] = "";
    Str rest = str_from(report->pv);
    if (!str_copy(str_word(&rest), move, sizeof move) || !*move) return;
    cJSON *message = message_of(job, "book");
    cJSON_AddStringToObject(message, "move", move);
    cJSON_AddNumberToObject(message, "score", report->score);
    cJSON_AddNumberToObject(message, "depth", report->depth);
    cJSON_AddNumberToObject(message, "games", report->games);
    post(job, 0, message);
}

static void on_report(void *context, const yomi_report *report)
{
    static const char *const bounds[] = {"none", "upper", "lower", "exact"};
    Slot *slot = context;
    Job *job = slot->job; /* stays while its search runs */
    if (report->kind == YOMI_REPORT_TEXT && job->notes < SEARCHER_NOTES_MAX) {
        job->notes++;
        post_note(job, report->text);
    }
    if (report->kind == YOMI_REPORT_BOOK && job->books < SEARCHER_BOOK_MAX) {
        job->books++;
        post_book(job, report);
    }
    if (report->kind != YOMI_REPORT_LINE || report->depth < job->depth) return;
    job->depth = report->depth;
    cJSON *message = message_of(job, "line");
    cJSON_AddNumberToObject(message, "line", report->line);
    cJSON_AddNumberToObject(message, "depth", report->depth);
    cJSON_AddNumberToObject(message, "seldepth", report->seldepth);
    cJSON_AddNumberToObject(message, "selectivity", report->selectivity);
    cJSON_AddNumberToObject(message, "score", report->score);
    cJSON_AddNumberToObject(message, "win", report->win_in);
    cJSON_AddStringToObject(message, "bound", bounds[report->bound]);
    add_moves(message, "pv", report->pv);
    cJSON_AddNumberToObject(message, "nodes", (double)report->nodes);
    cJSON_AddNumberToObject(message, "nps", (double)report->nps);
    cJSON_AddNumberToObject(message, "time", (double)report->time_ms);
    cJSON_AddNumberToObject(message, "hashfull", report->hashfull);
    post(job, report->line, message);
}

static void on_result(void *context, const yomi_result *result)
{
    static const char *const proofs[] = {"none", "win", "no win"};
    Slot *slot = context;
    cJSON *message = message_of(slot->job, "result");
    cJSON_AddStringToObject(message, "best", result->best);
    cJSON_AddStringToObject(message, "ponder", result->ponder);
    cJSON_AddNumberToObject(message, "depth", result->depth);
    cJSON_AddNumberToObject(message, "selectivity", result->selectivity);
    cJSON_AddNumberToObject(message, "score", result->score);
    cJSON_AddNumberToObject(message, "win", result->win_in);
    add_moves(message, "pv", result->pv);
    cJSON_AddNumberToObject(message, "nodes", (double)result->nodes);
    cJSON_AddNumberToObject(message, "time", (double)result->time_ms);
    cJSON_AddStringToObject(message, "stage", result->stage ? result->stage : "");
    cJSON_AddStringToObject(message, "proof", proofs[result->proof]);
    char *text = cJSON_PrintUnformatted(message);
    cJSON_Delete(message);
    mutex_lock(&slot->searcher->mutex);
    slot->result = text;
    slot->finished = true;
    cond_signal(&slot->changed);
    mutex_unlock(&slot->searcher->mutex);
}

/* ---- the thread of a slot ---- */

static void set_number(yomi_engine *engine, const char *name, int value)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%d", value);
    (void)yomi_set_option(engine, name, text, NULL);
}

/* The owner's files for the engines of a game. */
static Status give_files(const SearcherSetup *setup, yomi_engine *engine, Error *error)
{
    for (int i = 0; i < setup->file_count; i++) {
        const SearcherFile *file = &setup->files[i];
        yomi_error inner;
        if (strcmp(file->game, yomi_engine_game(engine)) == 0 &&
            yomi_set_option(engine, file->option, file->path, &inner) != YOMI_OK) {
            return question_engine_error(&inner, error);
        }
    }
    return STATUS_OK;
}

static Status open_engine(Slot *slot, const char *game, yomi_engine **out, Error *error)
{
    for (int i = 0; i < yomi_game_count() && i < GAMES_MAX; i++) {
        if (strcmp(yomi_game_name(i), game) != 0) continue;
        yomi_error inner;
        *out = slot->engines[i];
        if (*out) return STATUS_OK;
        if (yomi_open(game, &slot->engines[i], &inner) != YOMI_OK) return question_engine_error(&inner, error);
        *out = slot->engines[i];
        return give_files(&slot->searcher->setup, *out, error);
    }
    return error_set(error, STATUS_NOT_FOUND, "there is no game '%.40s'", game);
}

/* Waits for the result, and asks for it when the owner, the program or the others in the queue want it. Returns whether
 * the search ended because of the others. */
static bool watch(Slot *slot, Job *job, yomi_engine *engine)
{
    Searcher *searcher = slot->searcher;
    Clock clock = clock_real();
    int64_t begin = clock_now(clock);
    bool asked = false, shared = false;
    mutex_lock(&searcher->mutex);
    while (!slot->finished) {
        int64_t left = slice_ms(searcher, job) * NS_PER_MS - (clock_now(clock) - begin);
        bool others = searcher->waiting > 0 && left <= 0;
        if (!asked && (job->stop || searcher->quit || others)) {
            asked = true;
            shared = others && !job->stop && !searcher->quit;
            yomi_stop(engine);
        }
        if (asked || left <= 0) {
            cond_wait(&slot->changed, &searcher->mutex);
        } else {
            (void)cond_wait_ns(&slot->changed, &searcher->mutex, left);
        }
    }
    mutex_unlock(&searcher->mutex);
    yomi_wait(engine);
    if (alone()) shared = alone_wish() == WISH_OTHERS;
    return shared;
}

/* Returns whether the job is to be queued again. */
static bool run(Slot *slot, Job *job)
{
    yomi_engine *engine = NULL;
    Error error;
    yomi_error inner;
    Status status = open_engine(slot, job->question.game, &engine, &error);
    if (status == STATUS_OK) status = question_set(&job->question, engine, &error);
    if (status == STATUS_OK) {
        status = engine_setup_apply(&job->setup, engine, &slot->searcher->setup.engine, &error);
    }
    if (status == STATUS_OK) set_number(engine, "Spread", job->spread);
    yomi_callbacks callbacks = {on_report, on_result, slot};
    slot->finished = false;
    slot->result = NULL;
    if (status == STATUS_OK && !job->started) {
        job->started = true;
        post(job, 0, message_of(job, "started"));
    }
    if (status == STATUS_OK && yomi_ready(engine, &inner) != YOMI_OK) post_note(job, inner.text);
    if (status == STATUS_OK && yomi_go(engine, &job->limits, &callbacks, &inner) != YOMI_OK) {
        status = question_engine_error(&inner, &error);
    }
    if (status != STATUS_OK) {
        post_error(job, &error);
        return false;
    }
    bool shared = watch(slot, job, engine);
    if (shared && job->limits.infinite) {
        free(slot->result);
        return true;
    }
    outbox_post(job->box, 0, slot->result);
    return false;
}

/* The mutex is held, and given back while the search runs. */
static void serve(Slot *slot, Job *job)
{
    Searcher *searcher = slot->searcher;
    slot->job = job;
    mutex_unlock(&searcher->mutex);
    bool again = run(slot, job);
    mutex_lock(&searcher->mutex);
    slot->job = NULL;
    if (again && !job->stop && !searcher->quit) {
        push(searcher, job);
        return;
    }
    if (again) post_nothing(job);
    mutex_unlock(&searcher->mutex);
    job_free(job);
    mutex_lock(&searcher->mutex);
}

static void slot_main(void *context)
{
    Slot *slot = context;
    Searcher *searcher = slot->searcher;
    mutex_lock(&searcher->mutex);
    while (!searcher->quit) {
        Job *job = pop(searcher);
        if (!job) {
            cond_wait(&searcher->work, &searcher->mutex);
            continue;
        }
        serve(slot, job);
    }
    mutex_unlock(&searcher->mutex);
}

/* ---- from the server's thread ---- */

static bool names_file(yomi_engine *engine, const char *name)
{
    yomi_option option = YOMI_OPTION_INIT;
    for (size_t i = 0; yomi_option_at(engine, i, &option) == YOMI_OK; i++) {
        if (strcmp(option.name, name) == 0) return option.type == YOMI_OPTION_TEXT;
    }
    return false;
}

Status searcher_check_file(const SearcherFile *file, Error *error)
{
    yomi_engine *engine = NULL;
    yomi_error inner;
    if (yomi_open(file->game, &engine, &inner) != YOMI_OK) return question_engine_error(&inner, error);
    Status status = STATUS_OK;
    if (!names_file(engine, file->option)) {
        status =
            error_set(error, STATUS_BAD_INPUT, "%s has no option '%s' that names a file", file->game, file->option);
    } else if (yomi_set_option(engine, "Hash", "1", &inner) != YOMI_OK ||
               yomi_set_option(engine, file->option, file->path, &inner) != YOMI_OK ||
               yomi_ready(engine, &inner) != YOMI_OK) {
        status = question_engine_error(&inner, error);
    }
    yomi_close(engine);
    return status;
}

Status searcher_new(const SearcherSetup *setup, Searcher **out, Error *error)
{
    Searcher *searcher = calloc(1, sizeof *searcher);
    if (!searcher) return error_set(error, STATUS_NO_MEMORY, "no memory for the engines' pool");
    searcher->setup = *setup;
    mutex_init(&searcher->mutex);
    cond_init(&searcher->work);
    Status status = STATUS_OK;
    searcher->slot_count = 0;
    while (status == STATUS_OK && searcher->slot_count < setup->engines) {
        Slot *slot = &searcher->slots[searcher->slot_count];
        slot->searcher = searcher;
        cond_init(&slot->changed);
        if (!alone()) status = thread_start(&slot->thread, slot_main, slot, 0, error);
        mutex_lock(&searcher->mutex);
        if (status == STATUS_OK) searcher->slot_count++;
        mutex_unlock(&searcher->mutex);
    }
    if (status != STATUS_OK) {
        searcher_free(searcher);
        return status;
    }
    *out = searcher;
    return STATUS_OK;
}

void searcher_free(Searcher *searcher)
{
    if (!searcher) return;
    mutex_lock(&searcher->mutex);
    searcher->quit = true;
    cond_broadcast(&searcher->work);
    for (int i = 0; i < searcher->slot_count; i++) cond_signal(&searcher->slots[i].changed);
    mutex_unlock(&searcher->mutex);
    for (int i = 0; i < searcher->slot_count; i++) {
        Slot *slot = &searcher->slots[i];
        if (!alone()) thread_join(&slot->thread);
        for (int k = 0; k < GAMES_MAX; k++) yomi_close(slot->engines[k]);
        cond_destroy(&slot->changed);
    }
    for (Job *job = pop(searcher); job; job = pop(searcher)) job_free(job);
    cond_destroy(&searcher->work);
    mutex_destroy(&searcher->mutex);
    free(searcher);
}

static void stop_running(Searcher *searcher, uint64_t owner)
{
    for (int i = 0; i < searcher->slot_count; i++) {
        Slot *slot = &searcher->slots[i];
        if (!slot->job || slot->job->owner != owner) continue;
        slot->job->stop = true;
        cond_signal(&slot->changed);
    }
}

const EngineLimits *searcher_limits(const Searcher *searcher)
{
    return &searcher->setup.engine;
}

bool searcher_turn(Searcher *searcher)
{
    mutex_lock(&searcher->mutex);
    Job *job = pop(searcher);
    if (job) serve(&searcher->slots[0], job);
    bool more = searcher->waiting > 0;
    mutex_unlock(&searcher->mutex);
    return more;
}

void searcher_stop(Searcher *searcher, uint64_t owner)
{
    mutex_lock(&searcher->mutex);
    Job *waiting = take_waiting(searcher, owner);
    stop_running(searcher, owner);
    mutex_unlock(&searcher->mutex);
    if (!waiting) return;
    post_nothing(waiting);
    job_free(waiting);
}

Status searcher_go(Searcher *searcher, uint64_t owner, Outbox *box, Question *question, const yomi_limits *limits,
                   int spread, const EngineSetup *setup, Error *error)
{
    searcher_stop(searcher, owner);
    Job *job = calloc(1, sizeof *job);
    if (!job) {
        question_free(question);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    }
    job->owner = owner;
    job->box = box;
    outbox_hold(box);
    job->question = *question;
    job->limits = *limits;
    job->spread = spread;
    job->setup = *setup;
    mutex_lock(&searcher->mutex);
    push(searcher, job);
    cond_signal(&searcher->work);
    for (int i = 0; i < searcher->slot_count; i++) cond_signal(&searcher->slots[i].changed);
    mutex_unlock(&searcher->mutex);
    return STATUS_OK;
}
