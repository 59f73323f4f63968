#include "web/records.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "record/record.h"
#include "web/base64.h"
#include "web/fields.h"
#include "web/record_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many moves are made for one answer, those on the way to a variation included: a second at most. What would need
 * more is left out, and the answer says so. */
enum { PLAYS_MAX = 300 * 1000 };

cJSON *records_formats(const char *game)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; record_format_at(i); i++) {
        const RecordFormat *format = record_format_at(i);
        if (strcmp(format->game, game) != 0) continue;
        Str endings = str_from(format->extensions), first = str_word(&endings);
        char extension[16];
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "name", format->name);
        cJSON_AddStringToObject(json, "title", format->title);
        cJSON_AddStringToObject(json, "extension",
                                first.len && str_copy(first, extension, sizeof extension) ? extension : "txt");
        cJSON_AddBoolToObject(json, "writes", format->write != NULL);
        cJSON_AddItemToArray(list, json);
    }
    return list;
}

/* Texts of a record may be anything; a message is UTF-8. */
static void add_text(cJSON *json, const char *name, const char *text)
{
    if (!text || !*text) return;
    char *copy = strdup(text);
    if (!copy) return;
    utf8_mend(copy);
    cJSON_AddStringToObject(json, name, copy);
    free(copy);
}

/* A tree being made: which node of the answer a move of the record became, and where the engine stands. */
typedef struct Player {
    yomi_engine *engine;
    const Record *record;
    char *start;
    cJSON *nodes;
    int *place;   /* of record move i: index of its node; -1: left out */
    int *parents; /* of each node */
    char (*moves)[YOMI_MOVE_TEXT_MAX];
    int count, at; /* nodes; the one that the engine stands on */
    int plays;
} Player;

static void add_node(Player *player, const char *move, const RecordMove *from)
{
    cJSON *node = cJSON_CreateObject();
    /* First: the text is the engine's, and gone with the next call. */
    (void)snprintf(player->moves[player->count], YOMI_MOVE_TEXT_MAX, "%s", move);
    cJSON_AddNumberToObject(node, "p", player->count == 0 ? -1 : player->at);
    cJSON_AddStringToObject(node, "m", player->moves[player->count]);
    cJSON_AddStringToObject(node, "s", yomi_position_text(player->engine));
    cJSON_AddNumberToObject(node, "t", yomi_side_to_move(player->engine));
    add_text(node, "c", from ? from->comment : player->count == 0 ? player->record->comment : NULL);
    add_text(node, "b", from ? from->bookmark : NULL);
    if (from && from->ms > 0) cJSON_AddNumberToObject(node, "u", from->ms);
    cJSON_AddItemToArray(player->nodes, node);
    player->parents[player->count] = player->count == 0 ? -1 : player->at;
    player->at = player->count++;
}

/* Puts the engine on a node again. */
static bool go_to(Player *player, int node)
{
    const char *path[RECORD_MOVES_MAX * 2];
    int length = 0;
    for (int i = node; i > 0; i = player->parents[i]) length++;
    if (length > RECORD_MOVES_MAX * 2) return false;
    int k = length;
    for (int i = node; i > 0; i = player->parents[i]) path[--k] = player->moves[i];
    player->plays += length;
    player->at = node;
    return yomi_set_position(player->engine, player->start, path, (size_t)length, NULL) == YOMI_OK;
}

/* The node after `at` with this move, if there is one; records may say the same twice. */
static int known_child(const Player *player, int at, const char *move)
{
    for (int i = at + 1; i < player->count; i++) {
        if (player->parents[i] == at && strcmp(player->moves[i], move) == 0) return i;
    }
    return -1;
}

/* One move of the record; a pass that it left out goes before it. */
static bool play(Player *player, const RecordMove *move, bool fresh)
{
    for (int tries = 0; yomi_play(player->engine, move->text, NULL) != YOMI_OK; tries++) {
        if (tries > 0 || yomi_play(player->engine, "pass", NULL) != YOMI_OK) return false;
        add_node(player, "pass", NULL);
    }
    player->plays++;
    const char *text = yomi_move_at(player->engine, yomi_ply(player->engine) - 1);
    int known = fresh ? -1 : known_child(player, player->at, text);
    if (known >= 0) {
        player->at = known;
    } else {
        add_node(player, text, move);
    }
    return true;
}

static Status play_through(Player *player, bool *cut, Error *error)
{
    const Record *record = player->record;
    add_node(player, "", NULL);
    for (size_t i = 0; i < record->total; i++) {
        const RecordMove *move = &record->moves[i];
        int parent = move->parent < 0 ? 0 : player->place[move->parent];
        bool main = i < record->count;
        player->place[i] = -1;
        *cut |= parent >= 0 && player->plays > PLAYS_MAX;
        if (parent < 0 || player->plays > PLAYS_MAX) continue;
        if (player->at != parent && !go_to(player, parent)) continue;
        if (play(player, move, main)) {
            player->place[i] = player->at;
        } else if (main) {
            return error_set(error, STATUS_BAD_INPUT, "move %zu, '%s', is not a legal move", i + 1, move->text);
        } else {
            *cut = true; /* an impossible variation is left out */
        }
    }
    return STATUS_OK;
}

static Status set_rules(yomi_engine *engine, const Record *record, Error *error)
{
    Question rules = {.start = record->start};
    yomi_error inner;
    if (*record->rules) {
        (void)snprintf(rules.options[rules.option_count].name, sizeof rules.options[0].name, "Rule");
        Str name = str_from(record->rules);
        if (!str_copy(name, rules.options[rules.option_count++].value, sizeof rules.options[0].value)) {
            return error_set(error, STATUS_BAD_INPUT, "the rules '%.40s' are not known", record->rules);
        }
    }
    Status status = question_set(&rules, engine, error);
    if (status == STATUS_OK && yomi_set_position(engine, record->start, NULL, 0, &inner) != YOMI_OK) {
        status = question_engine_error(&inner, error);
    }
    return status;
}

/* The result that the record tells, otherwise the one of its last position. */
static void add_result(cJSON *json, const Record *record, Player *player)
{
    const char *reason = "", *result = record_results[record->result];
    if (record->result == RECORD_UNKNOWN && record->count > 0 && go_to(player, player->place[record->count - 1])) {
        static const char *const outcomes[] = {"", "1-0", "0-1", "1/2"};
        result = outcomes[yomi_get_outcome(player->engine, &reason)];
    }
    if (record->result != RECORD_UNKNOWN) reason = record_end_words[record->end];
    cJSON_AddStringToObject(json, "result", result);
    cJSON_AddStringToObject(json, "reason", *result ? reason : "");
}

static cJSON *head_of(const Record *record)
{
    cJSON *json = cJSON_CreateObject();
    cJSON *names = cJSON_AddArrayToObject(json, "names");
    for (int i = 0; i < 2; i++) {
        char name[RECORD_TEXT_MAX];
        memcpy(name, record->player[i], sizeof name);
        utf8_mend(name);
        cJSON_AddItemToArray(names, cJSON_CreateString(name));
    }
    add_text(json, "event", record->event);
    add_text(json, "date", record->date);
    return json;
}

static Status tree_of(const Record *record, Player *player, cJSON *json, Error *error)
{
    bool cut = false;
    Status status = play_through(player, &cut, error);
    if (status != STATUS_OK) return status;
    cJSON_AddNumberToObject(json, "at", record->count ? player->place[record->count - 1] : 0);
    if (cut) cJSON_AddBoolToObject(json, "cut", true);
    add_result(json, record, player);
    return STATUS_OK;
}

/* The page's own form of a game (format 1 of PROTOCOL_WEB.md). */
static Status record_json(Referee *referee, const Record *record, cJSON **out, Error *error)
{
    Player player = {.record = record};
    Status status = referee_engine(referee, record->game, &player.engine, error);
    if (status == STATUS_OK) status = set_rules(player.engine, record, error);
    if (status != STATUS_OK) return status;
    size_t room = 2 * record->total + 2; /* a pass before each */
    cJSON *json = head_of(record);
    cJSON_AddNumberToObject(json, "format", 1);
    cJSON_AddStringToObject(json, "game", record->game);
    cJSON *options = cJSON_AddObjectToObject(json, "options");
    if (*record->rules) cJSON_AddStringToObject(options, "Rule", record->rules);
    add_text(json, "headers", record->headers);
    player.start = strdup(yomi_position_text(player.engine));
    player.place = malloc(room * sizeof *player.place);
    player.parents = malloc(room * sizeof *player.parents);
    player.moves = malloc(room * sizeof *player.moves);
    player.nodes = cJSON_AddArrayToObject(json, "nodes");
    cJSON_AddStringToObject(json, "start", player.start ? player.start : "");
    bool room_there = player.start && player.place && player.parents && player.moves;
    status =
        room_there ? tree_of(record, &player, json, error) : error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    free(player.start);
    free(player.place);
    free(player.parents);
    free(player.moves);
    if (status == STATUS_OK)
        *out = json;
    else
        cJSON_Delete(json);
    return status;
}

static cJSON *list_of(const RecordSet *set)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < set->count && i < RECORDS_LIST_MAX; i++) {
        cJSON *head = head_of(&set->items[i]);
        cJSON_AddNumberToObject(head, "plies", (double)set->items[i].count);
        cJSON_AddStringToObject(head, "result", record_results[set->items[i].result]);
        cJSON_AddItemToArray(list, head);
    }
    return list;
}

static Status take_bytes(const cJSON *json, Buf *out, Error *error)
{
    const char *text, *data;
    Status status = field_text(json, "text", RECORDS_TEXT_MAX, &text, error);
    if (status == STATUS_OK) status = field_text(json, "data", RECORDS_TEXT_MAX, &data, error);
    if (status != STATUS_OK) return status;
    if (*data && !base64_read(str_from(data), out)) return error_set(error, STATUS_BAD_INPUT, "data is not base64");
    if (!*data && !buf_puts(out, text)) return error_set(error, STATUS_NO_MEMORY, "no memory for the record");
    return STATUS_OK;
}

static const RecordFormat *format_of(const char *name, Str text)
{
    const RecordFormat *guess = record_format_guess(NULL, text, NULL);
    return guess ? guess : *name ? record_format_of_path(name, NULL) : NULL;
}

static Status read_set(const char *name, Str text, RecordSet *set, cJSON *answer, Error *error)
{
    const RecordFormat *format = format_of(name, text);
    if (!format) {
        Str line = str_trim(text);
        line = str_trim(str_until(&line, '\n'));
        return error_set(error, STATUS_BAD_INPUT, "line 1, '%.*s', begins no record that is known",
                         line.len < 40 ? (int)line.len : 40, line.ptr);
    }
    cJSON_AddStringToObject(answer, "kind", format->title);
    Status status = format->read(text, set, error);
    if (status != STATUS_OK && set->count > 0) { /* the games before it are there */
        char problem[ERROR_TEXT_MAX];
        memcpy(problem, error->text, sizeof problem);
        add_text(answer, "problem", problem);
        status = STATUS_OK;
    }
    if (status == STATUS_OK && set->count == 0) status = error_set(error, STATUS_BAD_INPUT, "there is no game in it");
    return status;
}

Status records_read(Referee *referee, const cJSON *json, cJSON **out, Error *error)
{
    const char *name;
    int64_t index = 0;
    Buf text = buf_new(RECORDS_TEXT_MAX);
    RecordSet set = {0};
    cJSON *answer = cJSON_CreateObject(), *record = NULL;
    Status status = field_text(json, "name", 400, &name, error);
    if (status == STATUS_OK) status = field_number(json, "index", 0, RECORD_GAMES_MAX, 0, &index, error);
    if (status == STATUS_OK) status = take_bytes(json, &text, error);
    if (status == STATUS_OK) status = read_set(name, buf_view(&text), &set, answer, error);
    if (status == STATUS_OK && (size_t)index >= set.count) {
        status = error_set(error, STATUS_NOT_FOUND, "the file has %zu games", set.count);
    }
    if (status == STATUS_OK) status = record_json(referee, &set.items[index], &record, error);
    if (status == STATUS_OK) {
        cJSON_AddItemToObject(answer, "games", list_of(&set));
        cJSON_AddNumberToObject(answer, "total", (double)set.count);
        cJSON_AddItemToObject(answer, "record", record);
        *out = answer;
    } else {
        cJSON_Delete(answer);
    }
    record_set_free(&set);
    buf_free(&text);
    return status;
}
