/* Any bytes as training data: `GAME byte, file`. Shogi: positions are unpacked, listed as features and packed again.
 * Othello: positions go through all that training and labelling do before a search. Gomoku: lines become samples. The
 * files of Othello and gomoku are also taken up and gone on with, as data generation does. */
#include "fuzz.h"
#include "gomoku/tools/data.h"
#include "shogi/tools/tools.h"
#include "tool/marks.h"

#include <string.h>
#include <unistd.h>

enum { FILE_LIMIT = 1 << 13 };

/* The games have types of the same names, so each has a file of its own. */
const MarkForm *fuzz_othello_marks(void);
void fuzz_shogi_samples(Str file);
void fuzz_othello_samples(Str file);

/* The tables take seconds to make, so one reader is kept between calls, with room for any input. */
static GomokuData *gomoku_reader(void)
{
    static GomokuData data;
    static char lines[FILE_LIMIT];
    Error error;
    memset(lines, '\n', sizeof lines);
    if (!data.tables) require(gomoku_data_init(&data, (Str){lines, sizeof lines}, &error) == STATUS_OK);
    data.captures = -1;
    data.scale = data.score_share = 0;
    return &data;
}

static void try_gomoku(Str file)
{
    GomokuData *data = gomoku_reader();
    Error error;
    double weights[TUNE_WEIGHTS];
    EvalWeights rounded;
    if (gomoku_data_read(data, file, &error) != STATUS_OK) return;
    size_t count = data->count;
    tune_from_weights(&data->weights, weights);
    data->scale = tune_scale(data->samples, data->count, weights);
    data->score_share = 0.5;
    require(gomoku_data_read(data, file, &error) == STATUS_OK && data->count >= count);
    TuneConfig config = {.scale = data->scale, .epochs = 1, .keep = 1e-4, .seed = 1};
    tune_fit(data->samples, data->count, &config, weights);
    tune_to_weights(weights, &rounded);
}

/* Takes the file up, adds a game and takes it up again: the game is there, and nothing more is cut off. */
static void go_on(Str bytes, const MarkForm *form, Str game)
{
    char path[64];
    Error error;
    MarkedFile *file = NULL;
    int fd = fuzz_file(bytes, path);
    require(marks_open(&file, path, form, 5, &error) == STATUS_OK);
    require(marks_add(file, 77, game, &error) == STATUS_OK && marks_close(file, &error) == STATUS_OK);
    off_t size = lseek(fd, 0, SEEK_END);
    require(marks_open(&file, path, form, 5, &error) == STATUS_OK && marks_have(file, 77));
    require(lseek(fd, 0, SEEK_END) == size && marks_close(file, &error) == STATUS_OK);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > FILE_LIMIT) return 0;
    Str file = {(const char *)data + 1, size - 1};
    switch (data[0] % 6) {
    case 0: fuzz_shogi_samples(file); break;
    case 1: fuzz_othello_samples(file); break;
    case 2: try_gomoku(file); break;
    case 3: go_on(file, fuzz_othello_marks(), STR_LIT("12345678abcdefgh\0\0\0\0")); break;
    case 4: go_on(file, &marks_gomoku, STR_LIT("a line\t1\t1\n")); break;
    default: go_on(file, &marks_shogi, STR_LIT("YSG1\x0a\0\1\0\0\0")); break;
    }
    return 0;
}
