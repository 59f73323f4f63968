#include "othello/record/obf.h"

Status obf_parse(Str line, Obf *out, Error *error)
{
    Str rest = str_until(&line, '%');
    *out = (Obf){.position = str_trim(str_until(&rest, ';'))};
    if (out->position.len == 0) return error_set(error, STATUS_NOT_FOUND, "no position in this line");
    while (rest.len > 0) {
        Str item = str_trim(str_until(&rest, ';'));
        if (item.len == 0) continue;
        Str move = str_trim(str_until(&item, ':'));
        Str number = str_trim(item);
        if (number.len > 1 && number.ptr[0] == '+') number = str_skip(number, 1);
        int64_t score = 0;
        if (move.len != 2 || !str_to_int(number, -64, 64, &score)) {
            return error_set(error, STATUS_BAD_INPUT, "'%.*s' is not a move with its score (f5:+2)", STR_ARG(move));
        }
        if (out->count == OBF_MOVES_MAX) return error_set(error, STATUS_TOO_LARGE, "more moves than a board can have");
        out->moves[out->count++] = (ObfMove){move, (int)score};
    }
    return STATUS_OK;
}

bool obf_best(const Obf *obf, int *score)
{
    for (int i = 0; i < obf->count; i++) {
        if (i == 0 || obf->moves[i].score > *score) *score = obf->moves[i].score;
    }
    return obf->count > 0;
}
