/* Records of game sites, in the manner of PGN: lines [Name "value"], then numbered moves and the result. PlayOK writes
 * Othello and gomoku so, pente.org its games. Several games may follow each other. Each game says which moves it takes;
 * the views point into the text. */
#ifndef YOMI_RECORD_TAGS_H
#define YOMI_RECORD_TAGS_H

#include "record/record.h"

enum { TAGS_CELLS_MAX = 20 }; /* columns and rows */

typedef struct Tags {
    Str all, rest;
    Str game, site, event, date, player[2], result;
    Str bad; /* the word that is no move */
} Tags;

bool tags_has(Str text, const char *word); /* in upper or lower case */
bool tags_is(Str text);                    /* tags, or a numbered move, then a cell */
/* The tags of the game at the front of tags->rest, which is left at its moves. */
void tags_read(Tags *tags);
Str tags_word(Tags *tags); /* the next move; empty at the end of the game */
/* "h8": a column from 0 and a row from 1. */
bool tags_cell(Str word, int *column, int *row);
/* `discs`: the two numbers of a result are a score, too. */
void tags_result(const Tags *tags, Record *record, bool discs);
Status tags_fail(const Tags *tags, Str word, const char *what, Error *error);
/* Every game of the text; `moves` takes those of one. */
Status tags_read_all(Str text, const char *game, Status (*moves)(Tags *tags, Record *record, Error *error),
                     RecordSet *out, Error *error);

#endif
