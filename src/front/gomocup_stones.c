/* The Gomocup protocol: commands of several lines, which list stones and end in DONE. */
#include "front/gomocup.h"

#include "base/rows.h"

#include <stdio.h>
#include <string.h>

static void collect(Front *front, Collecting what)
{
    if (!gomocup_is_started(front)) return;
    gomocup_settle(front);
    gomocup_memory(front)->collecting = what;
    gomocup_memory(front)->cell_count = 0;
    gomocup_memory(front)->list_refused = false;
}

void gomocup_board(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_BOARD);
}

void gomocup_yxboard(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_YXBOARD);
}

void gomocup_swap2board(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_SWAP2);
}

void gomocup_block(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_BLOCK);
}

void gomocup_blockundo(Front *front, Str arguments)
{
    (void)arguments;
    collect(front, COLLECT_UNBLOCK);
}

void gomocup_blockreset(Front *front, Str arguments)
{
    (void)arguments;
    buf_clear(&gomocup_memory(front)->blocked);
}

/* The stones in the order given, as moves. This keeps captures right. */
static bool set_by_moves(Front *front)
{
    const Gomocup *session = gomocup_memory(front);
    char texts[CELLS_MAX][YOMI_MOVE_TEXT_MAX];
    const char *moves[CELLS_MAX];
    for (int i = 0; i < session->cell_count; i++) {
        /* Colours must take turns, and we are to move after the last stone. */
        int expected = (session->cell_count - i) % 2 == 1 ? 2 : 1;
        if (session->cells[i].owner != 0 && session->cells[i].owner != expected) return false;
        gomocup_move_text(session, session->cells[i].x, session->cells[i].y, texts[i]);
        moves[i] = texts[i];
    }
    return yomi_set_position(front_engine(front), NULL, moves, (size_t)session->cell_count, NULL) == YOMI_OK;
}

/* Stones that are no game, move by move, are a position only if each has a cell and an owner of its own. */
static bool check_stones(const Gomocup *session, yomi_error *error)
{
    bool taken[BOARD_MAX][BOARD_MAX] = {{false}};
    for (int i = 0; i < session->cell_count; i++) {
        const Cell *cell = &session->cells[i];
        const char *fault = cell->owner == 0          ? "has no owner (x,y,1 is ours, x,y,2 theirs)"
                            : taken[cell->y][cell->x] ? "is given twice"
                                                      : NULL;
        if (fault) {
            (void)snprintf(error->text, sizeof error->text, "the cell %d,%d %s", cell->x, cell->y, fault);
            return false;
        }
        taken[cell->y][cell->x] = true;
    }
    return true;
}

/* The stones as a position: black has as many as white or one more. */
static bool set_by_stones(Front *front, yomi_error *error)
{
    const Gomocup *session = gomocup_memory(front);
    if (!check_stones(session, error)) return false;
    char grid[BOARD_MAX][BOARD_MAX];
    int ours = 0, theirs = 0;
    for (int i = 0; i < session->cell_count; i++) {
        ours += session->cells[i].owner == 1;
        theirs += session->cells[i].owner == 2;
    }
    bool we_are_black = ours >= theirs;
    memset(grid, '.', sizeof grid);
    for (int i = 0; i < session->cell_count; i++) {
        const Cell *cell = &session->cells[i];
        bool black = (cell->owner == 1) == we_are_black;
        if (cell->owner == 1 || cell->owner == 2) grid[cell->y][cell->x] = black ? 'x' : 'o';
    }
    Buf text = buf_new(1 << 12);
    (void)buf_printf(&text, "%s ", yomi_get_option(front_engine(front), "Rule"));
    RowWriter rows = {.out = &text};
    for (int y = 0; y < session->size; y++) {
        for (int x = 0; x < session->size; x++) {
            if (grid[y][x] == '.') {
                rows_empty(&rows);
                continue;
            }
            rows_piece(&rows);
            (void)buf_putc(&text, grid[y][x]);
        }
        rows_end(&rows, y + 1 == session->size);
    }
    (void)buf_printf(&text, " %c 0 0", we_are_black ? 'b' : 'w');
    yomi_status status = yomi_set_position(front_engine(front), buf_text(&text), NULL, 0, error);
    buf_free(&text);
    return status == YOMI_OK;
}

static void finish_swap2(Front *front)
{
    const Gomocup *session = gomocup_memory(front);
    int centre = session->size / 2;
    if (session->cell_count == 0) {
        front_print(front, "%d,%d %d,%d %d,%d", centre, centre, centre + 1, centre - 1, centre - 3, centre - 2);
    } else if (session->cell_count != 3 && session->cell_count != 5) {
        front_print(front, "ERROR SWAP2BOARD takes 0, 3 or 5 stones");
    } else if (!set_by_moves(front)) {
        front_print(front, "ERROR the stones are not a position");
    } else {
        gomocup_think(front, session->cell_count == 3 ? BALANCE_LINES : 1,
                      session->cell_count == 3 ? PURPOSE_SWAP2 : PURPOSE_COLOUR, true);
    }
}

static bool is_blocked(const Gomocup *session, const char *move)
{
    Str rest = buf_view(&session->blocked);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        if (str_eq(word, move)) return true;
    }
    return false;
}

static void finish_block(Front *front)
{
    Gomocup *session = gomocup_memory(front);
    for (int i = 0; i < session->cell_count; i++) {
        char move[YOMI_MOVE_TEXT_MAX];
        gomocup_move_text(session, session->cells[i].x, session->cells[i].y, move);
        if (!is_blocked(session, move)) (void)buf_printf(&session->blocked, "%s ", move);
    }
}

/* Keeps the blocked cells that were not named. */
static void finish_unblock(Front *front)
{
    Gomocup *session = gomocup_memory(front);
    Buf kept = buf_new(1 << 14);
    Str rest = buf_view(&session->blocked);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        bool named = false;
        for (int i = 0; i < session->cell_count && !named; i++) {
            char move[YOMI_MOVE_TEXT_MAX];
            gomocup_move_text(session, session->cells[i].x, session->cells[i].y, move);
            named = str_eq(word, move);
        }
        if (!named) (void)buf_printf(&kept, "%.*s ", STR_ARG(word));
    }
    buf_free(&session->blocked);
    session->blocked = kept;
}

static void finish_collecting(Front *front)
{
    Gomocup *session = gomocup_memory(front);
    Collecting what = session->collecting;
    session->collecting = COLLECT_NOTHING;
    if (what == COLLECT_SWAP2) {
        finish_swap2(front);
    } else if (what == COLLECT_BLOCK) {
        finish_block(front);
    } else if (what == COLLECT_UNBLOCK) {
        finish_unblock(front);
    } else {
        yomi_error error;
        if (!set_by_moves(front) && !set_by_stones(front, &error))
            front_print(front, "ERROR %s", error.text);
        else if (what == COLLECT_BOARD)
            gomocup_think(front, 1, PURPOSE_MOVE, true);
    }
}

void gomocup_refuse_list(Front *front, const char *why, Str line)
{
    Gomocup *session = gomocup_memory(front);
    if (!session->list_refused) front_print(front, "ERROR %s: '%.*s'", why, STR_ARG(gomocup_shown(line)));
    session->list_refused = true;
}

/* A list has one answer. After an error the rest of it is passed over, up to DONE or to a command, which ends a list
 * that was never done; only END may stand in any place. */
bool gomocup_intercept(Front *front, Str line)
{
    Gomocup *session = gomocup_memory(front);
    if (session->collecting == COLLECT_NOTHING) return false;
    Cell cell;
    line = str_trim(line);
    if (gomocup_is_command(line)) {
        if (!str_eq_nocase(line, "END")) gomocup_refuse_list(front, "the list was not ended by DONE", line);
        session->collecting = COLLECT_NOTHING;
        return false;
    }
    if (str_eq_nocase(line, "DONE")) {
        if (session->list_refused)
            session->collecting = COLLECT_NOTHING;
        else
            finish_collecting(front);
    } else if (!gomocup_parse_cell(session, line, &cell)) {
        if (line.len > 0) gomocup_refuse_list(front, "not a stone on the board", line);
    } else if (session->cell_count == CELLS_MAX) {
        gomocup_refuse_list(front, "more stones than a board has", line);
    } else {
        session->cells[session->cell_count++] = cell;
    }
    return true;
}
