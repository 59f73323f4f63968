#include "twin.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool twin_parse(Twin *twin, const char *sfen)
{
    memset(twin, 0, sizeof *twin);
    int rank = 0, file = 0;
    const char *p = sfen;
    for (; *p && *p != ' '; p++) {
        if (*p == '/') {
            rank++;
            file = 0;
        } else if (isdigit((unsigned char)*p)) {
            file += *p - '0';
        } else {
            char *cell = twin->board[rank][file++];
            if (*p == '+') *cell++ = *p++;
            *cell = *p;
        }
    }
    if (*p != ' ') return false;
    twin->side = p[1] == 'w';
    p += 3;
    int count = 0;
    for (; *p && *p != ' '; p++) {
        if (isdigit((unsigned char)*p)) {
            count = count * 10 + *p - '0';
        } else if (*p != '-') {
            twin->hand[islower((unsigned char)*p) ? 1 : 0][toupper((unsigned char)*p)] += count ? count : 1;
            count = 0;
        }
    }
    twin->number = *p ? atoi(p) : 1;
    return true;
}

void twin_format(const Twin *twin, char out[TWIN_SFEN_MAX])
{
    char *p = out;
    for (int rank = 0; rank < 9; rank++) {
        int empty = 0;
        for (int file = 0; file < 9; file++) {
            if (!twin->board[rank][file][0]) {
                empty++;
                continue;
            }
            if (empty) p += sprintf(p, "%d", empty);
            empty = 0;
            p += sprintf(p, "%s", twin->board[rank][file]);
        }
        if (empty) p += sprintf(p, "%d", empty);
        if (rank < 8) *p++ = '/';
    }
    p += sprintf(p, " %c ", twin->side ? 'w' : 'b');
    bool none = true;
    for (int side = 0; side < 2; side++) {
        for (const char *kind = "RBGSNLP"; *kind; kind++) {
            int n = twin->hand[side][(int)*kind];
            if (!n) continue;
            none = false;
            if (n > 1) p += sprintf(p, "%d", n);
            *p++ = side ? (char)tolower((unsigned char)*kind) : *kind;
        }
    }
    if (none) *p++ = '-';
    sprintf(p, " %d", twin->number);
}

static int owner(const char *cell)
{
    if (!cell[0]) return -1;
    char letter = cell[0] == '+' ? cell[1] : cell[0];
    return islower((unsigned char)letter) ? 1 : 0;
}

/* Steps as (left, forward) with a flag for going on, one string a piece: the way a rule book draws it. */
typedef struct Way {
    int left, forward;
    bool far;
} Way;

static int ways_of(const char *cell, Way ways[8])
{
    static const Way pawn[] = {{0, 1, false}};
    static const Way lance[] = {{0, 1, true}};
    static const Way knight[] = {{-1, 2, false}, {1, 2, false}};
    static const Way silver[] = {{-1, 1, false}, {0, 1, false}, {1, 1, false}, {-1, -1, false}, {1, -1, false}};
    static const Way gold[] = {{-1, 1, false}, {0, 1, false}, {1, 1, false},
                               {-1, 0, false}, {1, 0, false}, {0, -1, false}};
    static const Way king[] = {{-1, 1, false}, {0, 1, false},  {1, 1, false},   {-1, 0, false},
                               {1, 0, false},  {0, -1, false}, {-1, -1, false}, {1, -1, false}};
    static const Way horse[] = {{-1, 1, true}, {1, 1, true},   {-1, -1, true}, {1, -1, true},
                                {0, 1, false}, {0, -1, false}, {-1, 0, false}, {1, 0, false}};
    static const Way dragon[] = {{0, 1, true},   {0, -1, true}, {-1, 0, true},   {1, 0, true},
                                 {-1, 1, false}, {1, 1, false}, {-1, -1, false}, {1, -1, false}};
#define GIVE(list, n)                          \
    do {                                       \
        memcpy(ways, list, sizeof *ways *(n)); \
        return (n);                            \
    } while (0)
    bool promoted = cell[0] == '+';
    char letter = (char)toupper((unsigned char)cell[promoted]);
    if (promoted && letter == 'B') GIVE(horse, 8);
    if (promoted && letter == 'R') GIVE(dragon, 8);
    if (promoted || letter == 'G') GIVE(gold, 6);
    switch (letter) {
    case 'P': GIVE(pawn, 1);
    case 'L': GIVE(lance, 1);
    case 'N': GIVE(knight, 2);
    case 'S': GIVE(silver, 5);
    case 'B': GIVE(horse, 4);
    case 'R': GIVE(dragon, 4);
    default: GIVE(king, 8);
    }
}

/* Calls back for every square that the piece on (rank, file) reaches or attacks. */
typedef void (*Reach)(void *context, int rank, int file);

static void reach(const Twin *twin, int rank, int file, Reach call, void *context)
{
    Way ways[8];
    int side = owner(twin->board[rank][file]), n = ways_of(twin->board[rank][file], ways);
    for (int i = 0; i < n; i++) {
        int r = rank, f = file;
        for (;;) {
            r += side ? ways[i].forward : -ways[i].forward;
            f += side ? ways[i].left : -ways[i].left;
            if (r < 0 || r > 8 || f < 0 || f > 8) break;
            call(context, r, f);
            if (!ways[i].far || twin->board[r][f][0]) break;
        }
    }
}

typedef struct Target {
    int rank, file;
    bool hit;
} Target;

static void hit_target(void *context, int rank, int file)
{
    Target *target = context;
    if (rank == target->rank && file == target->file) target->hit = true;
}

bool twin_in_check(const Twin *twin, int side)
{
    Target king = {-1, -1, false};
    for (int rank = 0; rank < 9; rank++) {
        for (int file = 0; file < 9; file++) {
            if (!strcmp(twin->board[rank][file], side ? "k" : "K")) king = (Target){rank, file, false};
        }
    }
    for (int rank = 0; rank < 9; rank++) {
        for (int file = 0; file < 9; file++) {
            if (owner(twin->board[rank][file]) == 1 - side) reach(twin, rank, file, hit_target, &king);
        }
    }
    return king.hit;
}

void twin_play(Twin *twin, const char *move)
{
    int to_rank = move[3] - 'a', to_file = 9 - (move[2] - '0');
    char *to = twin->board[to_rank][to_file];
    if (move[1] == '*') {
        twin->hand[twin->side][(int)move[0]]--;
        to[0] = twin->side ? (char)tolower((unsigned char)move[0]) : move[0];
        to[1] = '\0';
    } else {
        char *from = twin->board[move[1] - 'a'][9 - (move[0] - '0')];
        if (to[0]) twin->hand[twin->side][toupper((unsigned char)to[to[0] == '+'])]++;
        to[0] = to[1] = to[2] = '\0';
        if (move[4] == '+') {
            to[0] = '+';
            to[1] = from[0];
        } else {
            strcpy(to, from);
        }
        memset(from, 0, 3);
    }
    twin->side = 1 - twin->side;
    twin->number++;
}

bool twin_gives_check(const Twin *twin, const char *move)
{
    Twin after = *twin;
    twin_play(&after, move);
    return twin_in_check(&after, after.side);
}

static bool dead_end(int side, char letter, int rank)
{
    int from_far = side ? 8 - rank : rank;
    return ((letter == 'P' || letter == 'L') && from_far < 1) || (letter == 'N' && from_far < 2);
}

static void add_if_safe(const Twin *twin, const char *move, TwinMoves *out, bool judge_pawn_mate)
{
    Twin after = *twin;
    twin_play(&after, move);
    if (twin_in_check(&after, twin->side)) return;
    if (judge_pawn_mate && move[0] == 'P' && move[1] == '*' && twin_in_check(&after, after.side)) {
        TwinMoves *answers = malloc(sizeof *answers);
        twin_legal_moves(&after, answers);
        int count = answers->count;
        free(answers);
        if (!count) return;
    }
    strcpy(out->text[out->count++], move);
}

typedef struct Mover {
    const Twin *twin;
    TwinMoves *out;
    int rank, file;
} Mover;

static void add_board_move(void *context, int rank, int file)
{
    const Mover *mover = context;
    const Twin *twin = mover->twin;
    const char *cell = twin->board[mover->rank][mover->file];
    if (owner(twin->board[rank][file]) == twin->side) return;
    char letter = (char)toupper((unsigned char)cell[0]);
    char text[TWIN_TEXT_MAX];
    const char squares[] = {(char)('9' - mover->file), (char)('a' + mover->rank), (char)('9' - file),
                            (char)('a' + rank), 0};
    strcpy(text, squares);
    if (!dead_end(twin->side, letter, rank)) add_if_safe(twin, text, mover->out, true);
    bool zone = twin->side ? rank > 5 || mover->rank > 5 : rank < 3 || mover->rank < 3;
    if (!zone || letter == '+' || letter == 'G' || letter == 'K') return;
    strcat(text, "+");
    add_if_safe(twin, text, mover->out, true);
}

static bool has_pawn_on(const Twin *twin, int file)
{
    for (int rank = 0; rank < 9; rank++) {
        if (!strcmp(twin->board[rank][file], twin->side ? "p" : "P")) return true;
    }
    return false;
}

void twin_legal_moves(const Twin *twin, TwinMoves *out)
{
    out->count = 0;
    for (int rank = 0; rank < 9; rank++) {
        for (int file = 0; file < 9; file++) {
            const char *cell = twin->board[rank][file];
            if (owner(cell) == twin->side) {
                Mover mover = {twin, out, rank, file};
                reach(twin, rank, file, add_board_move, &mover);
            }
            if (cell[0]) continue;
            for (const char *kind = "PLNSGBR"; *kind; kind++) {
                if (!twin->hand[twin->side][(int)*kind] || dead_end(twin->side, *kind, rank)) continue;
                if (*kind == 'P' && has_pawn_on(twin, file)) continue;
                char text[TWIN_TEXT_MAX];
                sprintf(text, "%c*%d%c", *kind, 9 - file, 'a' + rank);
                add_if_safe(twin, text, out, true);
            }
        }
    }
}
