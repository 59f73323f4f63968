/* The data of `yomi datagen gomoku`, made ready for `yomi train gomoku`: a sample for each position that the evaluation
 * is ever asked about. Tables, board and samples are the owner's, who frees them with gomoku_data_free. */
#ifndef YOMI_GOMOKU_TOOLS_DATA_H
#define YOMI_GOMOKU_TOOLS_DATA_H

#include "base/status.h"
#include "base/str.h"
#include "gomoku/train/tune.h"
#include "tool/marks.h"

extern const MarkForm marks_gomoku;

typedef struct GomokuData {
    GomTables *tables;
    GomBoard *board;
    TuneSample *samples;
    size_t count, room;
    GomSettings settings;
    EvalWeights weights; /* of the settings: the start */
    int captures;        /* of the data: -1 before the first sample */
    double scale, score_share;
} GomokuData;

/* One line of the data; score and result are those of the side to move. */
typedef struct GomokuLine {
    GomPosition position;
    int64_t score;
    double result; /* -1: not known */
} GomokuLine;

Status gomoku_data_line(Str line, size_t number, GomokuLine *out, Error *error);
/* The search never evaluates a position that a look at the classes decides. */
bool gomoku_data_is_decided(const GomBoard *board);

/* With room for the lines of the text; the usual settings. Free it in any case. */
Status gomoku_data_init(GomokuData *data, Str text, Error *error);
void gomoku_data_free(GomokuData *data);

/* Reads the text; again after the scale is known. */
Status gomoku_data_read(GomokuData *data, Str text, Error *error);

#endif
