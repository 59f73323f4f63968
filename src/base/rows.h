/* Rows of a board as text, the way that SFEN and the texts of other games write them: empty cells are counted, rows are
 * divided by '/'. */
#ifndef YOMI_BASE_ROWS_H
#define YOMI_BASE_ROWS_H

#include "base/buf.h"

typedef struct RowWriter {
    Buf *out; /* the caller's, who puts the pieces into it */
    int empty;
} RowWriter;

static inline void rows_empty(RowWriter *rows)
{
    rows->empty++;
}

/* Before a piece is put. */
static inline void rows_piece(RowWriter *rows)
{
    if (rows->empty > 0) (void)buf_printf(rows->out, "%d", rows->empty);
    rows->empty = 0;
}

static inline void rows_end(RowWriter *rows, bool last)
{
    rows_piece(rows);
    if (!last) (void)buf_putc(rows->out, '/');
}

#endif
