#include "app/paint.h"

#include "base/str.h"

#include <stdio.h>
#include <string.h>

enum { STONE_COLUMNS = 2, PIECE_COLUMNS = 3 };

typedef struct Painter {
    yomi_engine *engine;
    PaintStyle style;
    yomi_board board;
    bool places; /* some move of this position is the name of a cell */
    char last[YOMI_MOVE_TEXT_MAX];
} Painter;

static void name_cell(const Painter *p, int cell, char out[YOMI_MOVE_TEXT_MAX])
{
    if (!str_copy(str_from(yomi_cell_name(p->engine, cell)), out, YOMI_MOVE_TEXT_MAX)) out[0] = '\0';
}

static bool may_be_placed(const Painter *p, int cell)
{
    char name[YOMI_MOVE_TEXT_MAX];
    name_cell(p, cell, name);
    return yomi_is_legal(p->engine, name);
}

/* A piece takes two columns as a kanji; a v before it marks the second player's, who looks the other way. */
static void paint_piece(const Painter *p, int kind, int owner)
{
    const char *begin = !p->style.colour ? "" : owner == 0 ? "\033[1;33m" : "\033[36m";
    const char *end = p->style.colour ? "\033[0m" : "";
    if (p->board.kinds == 1) {
        const char *sign = p->style.unicode ? yomi_piece_sign(p->engine, kind, owner) : owner == 0 ? "X" : "O";
        (void)printf("%s%s%s", begin, sign, end);
    } else if (p->style.unicode) {
        (void)printf("%s%s%s%s", owner == 0 ? " " : "v", begin, yomi_piece_sign(p->engine, kind, owner), end);
    } else {
        const char *text = yomi_piece_text(p->engine, kind, owner);
        (void)printf("%*s%s%s%s", PIECE_COLUMNS - (int)strlen(text), "", begin, text, end);
    }
}

static bool is_last(const Painter *p, int cell)
{
    char name[YOMI_MOVE_TEXT_MAX];
    name_cell(p, cell, name);
    return p->last[0] && strcmp(name, p->last) == 0;
}

static void paint_cell(const Painter *p, int cell)
{
    const yomi_cell *at = &p->board.cells[cell];
    int x = cell % p->board.width;
    if (p->board.kinds == 1) (void)putchar(is_last(p, cell) ? '(' : x > 0 && is_last(p, cell - 1) ? ')' : ' ');
    if (at->owner != YOMI_NOBODY) {
        paint_piece(p, at->kind, at->owner);
    } else {
        if (p->board.kinds > 1) (void)fputs("  ", stdout);
        (void)putchar(p->places && !may_be_placed(p, cell) ? '-' : '.');
    }
}

static void paint_columns(const Painter *p)
{
    int columns = p->board.kinds == 1 ? STONE_COLUMNS : PIECE_COLUMNS;
    (void)fputs(p->board.kinds == 1 ? "  " : "   ", stdout);
    for (int x = 0; x < p->board.width; x++) {
        char name[YOMI_MOVE_TEXT_MAX];
        name_cell(p, x, name);
        (void)printf("%*c", columns, name[0]);
    }
    (void)putchar('\n');
}

static void paint_held(const Painter *p, int owner)
{
    const int *held = p->board.held[owner];
    if (p->board.kinds == 1) {
        int stones = 0;
        for (int i = 0; i < p->board.width * p->board.height; i++) stones += p->board.cells[i].owner == owner;
        paint_piece(p, 0, owner);
        (void)printf(" %d", stones);
        if (held[0] > 0) (void)printf(", %d taken", held[0]);
    } else {
        (void)printf("%s holds", owner == 0 ? "first" : "second");
        bool any = false;
        for (int kind = 0; kind < p->board.kinds; kind++) {
            if (held[kind] == 0) continue;
            any = true;
            (void)putchar(' ');
            paint_piece(p, kind, owner);
            if (held[kind] > 1) (void)printf("x%d", held[kind]);
        }
        if (!any) (void)fputs(" nothing", stdout);
    }
}

void paint_board(yomi_engine *engine, PaintStyle style)
{
    Painter p = {.engine = engine, .style = style, .board = YOMI_BOARD_INIT};
    if (yomi_get_board(engine, &p.board) != YOMI_OK) return;
    int cells = p.board.width * p.board.height;
    for (int i = 0; i < cells && !p.places; i++) p.places = may_be_placed(&p, i);
    if (yomi_ply(engine) > 0)
        (void)str_copy(str_from(yomi_move_at(engine, yomi_ply(engine) - 1)), p.last, sizeof p.last);
    paint_columns(&p);
    for (int y = 0; y < p.board.height; y++) {
        char name[YOMI_MOVE_TEXT_MAX];
        name_cell(&p, y * p.board.width, name);
        (void)printf(p.board.kinds == 1 ? "%2s" : "%2s ", name + 1);
        for (int x = 0; x < p.board.width; x++) paint_cell(&p, y * p.board.width + x);
        (void)puts(p.board.kinds == 1 && is_last(&p, (y + 1) * p.board.width - 1) ? ")" : "");
    }
    paint_held(&p, 0);
    (void)fputs("   ", stdout);
    paint_held(&p, 1);
    (void)putchar('\n');
}
