/* Public network files: made here, loaded, and compared with a slow evaluator that knows nothing of the program's
 * boards, features or layers: it reads the position's text and the file's bytes, by the published layout.
 *
 *   test_shogi_nnbin                      the tests
 *   test_shogi_nnbin make SET SEED FILE   writes a file (SET: halfkp or kp)
 *   test_shogi_nnbin value FILE SFEN      the slow evaluator's output for a position */
#include "base/file.h"
#include "base/rng.h"
#include "shogi/eval/accumulator.h"
#include "shogi/eval/nnbin.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/shogi.h"
#include "test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, PIECES_END = 1548, GAMES_TRIED = 40, PLIES_TRIED = 120 };

typedef struct File {
    uint8_t *bytes;
    size_t size, first, layers; /* where the first layer and the layers behind it begin */
    bool half;
} File;

/* ---- writing ---- */

static void put_little(uint8_t **at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) *(*at)++ = (uint8_t)(value >> 8 * i);
}

static uint32_t between(Rng *rng, int low, int high)
{
    return (uint32_t)(low + (int)rng_below(rng, (uint64_t)(high - low + 1)));
}

/* Random weights of sizes that leave the clipped values neither all 0 nor all 127. */
static File make_file(bool half, uint64_t seed)
{
    const char *name =
        half ? "Features=HalfKP(Friend)[125388->256x2],Network=AffineTransform[1<-32](ClippedReLU[32]("
               "AffineTransform[32<-32](ClippedReLU[32](AffineTransform[32<-512](InputSlice[512(0:512)])))))"
             : "Features=K+P[1710->256x2],Network=AffineTransform[1<-32](ClippedReLU[32]("
               "AffineTransform[32<-32](ClippedReLU[32](AffineTransform[32<-512](InputSlice[512(0:512)])))))";
    uint32_t features_hash = half ? 0x5d69d5b8U : 0xd3cee169U ^ (0x764cfb4bU << 1) ^ (0x764cfb4bU >> 31);
    uint32_t first_hash = features_hash ^ 512, layers_hash = 0x63337156;
    size_t inputs = half ? (size_t)81 * PIECES_END : PIECES_END + 162, length = strlen(name);
    File file = {.half = half, .first = 12 + length + 4};
    file.layers = file.first + 2 * SIDE + inputs * 2 * SIDE + 4;
    file.size = file.layers + 4 * 32 + (size_t)32 * 512 + 4 * 32 + (size_t)32 * 32 + 4 + 32;
    file.bytes = malloc(file.size);
    assert_non_null(file.bytes);
    Rng rng = rng_new(seed);
    uint8_t *at = file.bytes;
    put_little(&at, 0x7af32f16, 4);
    put_little(&at, first_hash ^ layers_hash, 4);
    put_little(&at, (uint32_t)length, 4);
    memcpy(at, name, length);
    at += length;
    put_little(&at, first_hash, 4);
    for (size_t i = 0; i < SIDE; i++) put_little(&at, between(&rng, 0, 90), 2);
    for (size_t i = 0; i < inputs * SIDE; i++) put_little(&at, between(&rng, -20, 20), 2);
    put_little(&at, layers_hash, 4);
    for (int i = 0; i < 32; i++) put_little(&at, between(&rng, -9000, 9000), 4);
    for (int i = 0; i < 32 * 512; i++) put_little(&at, between(&rng, -20, 20), 1);
    for (int i = 0; i < 32; i++) put_little(&at, between(&rng, -4000, 4000), 4);
    for (int i = 0; i < 32 * 32; i++) put_little(&at, between(&rng, -40, 40), 1);
    put_little(&at, between(&rng, -2000, 2000), 4);
    for (int i = 0; i < 32; i++) put_little(&at, between(&rng, -128, 127), 1);
    assert_ptr_equal(at, file.bytes + file.size);
    return file;
}

/* ---- the slow evaluator ---- */

typedef struct Seen {
    int pieces[2][64]; /* numbers of the pieces without kings, by side */
    int count[2];
    int kings[2][2]; /* [side][own, other's]: squares as the side sees them */
    int mover;
} Seen;

static int first_of(char letter, bool promoted)
{
    static const char letters[] = "PLNSGBR";
    static const int plain[] = {90, 252, 414, 576, 738, 900, 1224};
    long at = strchr(letters, letter) - letters;
    if (!promoted) return plain[at];
    return letter == 'B' ? 1062 : letter == 'R' ? 1386 : 738;
}

static void see_piece(Seen *seen, char letter, bool promoted, int file, int rank)
{
    int owner = isupper((unsigned char)letter) ? 0 : 1, plain = (file - 1) * 9 + rank - 1;
    for (int side = 0; side < 2; side++) {
        int square = side == 0 ? plain : 80 - plain, others = owner != side;
        if (toupper((unsigned char)letter) == 'K') {
            seen->kings[side][others] = square;
        } else {
            int first = first_of((char)toupper((unsigned char)letter), promoted);
            seen->pieces[side][seen->count[side]++] = first + 81 * others + square;
        }
    }
}

static void see_hand(Seen *seen, char letter, int number)
{
    static const char letters[] = "PLNSGBR";
    static const int own[] = {1, 39, 49, 59, 69, 79, 85}, other[] = {20, 44, 54, 64, 74, 82, 88};
    int owner = isupper((unsigned char)letter) ? 0 : 1;
    long at = strchr(letters, toupper((unsigned char)letter)) - letters;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < number; i++) {
            seen->pieces[side][seen->count[side]++] = (owner == side ? own[at] : other[at]) + i;
        }
    }
}

static void see(Seen *seen, const char *sfen)
{
    memset(seen, 0, sizeof *seen);
    int file = 9, rank = 1;
    bool promoted = false;
    for (; *sfen && *sfen != ' '; sfen++) {
        if (*sfen == '/') {
            file = 9;
            rank++;
        } else if (isdigit((unsigned char)*sfen)) {
            file -= *sfen - '0';
        } else if (*sfen == '+') {
            promoted = true;
        } else {
            see_piece(seen, *sfen, promoted, file--, rank);
            promoted = false;
        }
    }
    seen->mover = sfen[1] == 'w';
    int number = 0;
    for (sfen += 3; *sfen && *sfen != ' ' && *sfen != '-'; sfen++) {
        if (isdigit((unsigned char)*sfen)) {
            number = number * 10 + *sfen - '0';
        } else {
            see_hand(seen, *sfen, number ? number : 1);
            number = 0;
        }
    }
}

static int number_at(const File *file, size_t at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint32_t)file->bytes[at + (size_t)i] << 8 * i;
    return bytes == 1 ? (int8_t)value : bytes == 2 ? (int16_t)value : (int)value;
}

static int clipped(int value)
{
    return value < 0 ? 0 : value > 127 ? 127 : value;
}

static int first_layer(const File *file, const Seen *seen, int side, int unit)
{
    int sum = number_at(file, file->first + 2 * (size_t)unit, 2);
    size_t rows = file->first + 2 * SIDE;
    for (int i = 0; i < seen->count[side]; i++) {
        size_t feature = (size_t)seen->pieces[side][i];
        if (file->half) feature += (size_t)seen->kings[side][0] * PIECES_END;
        sum += number_at(file, rows + 2 * (feature * SIDE + (size_t)unit), 2);
    }
    for (int k = 0; k < 2 && !file->half; k++) {
        size_t feature = (size_t)(PIECES_END + 81 * k + seen->kings[side][k]);
        sum += number_at(file, rows + 2 * (feature * SIDE + (size_t)unit), 2);
    }
    return clipped(sum);
}

/* Returns the values of one layer, and moves *at behind it. */
static void layer(const File *file, size_t *at, const int *in, int inputs, int *out, int outputs)
{
    for (int o = 0; o < outputs; o++) {
        out[o] = number_at(file, *at + 4 * (size_t)o, 4);
        for (int i = 0; i < inputs; i++) {
            out[o] += in[i] * number_at(file, *at + 4 * (size_t)outputs + (size_t)(o * inputs + i), 1);
        }
    }
    *at += (size_t)outputs * (4 + (size_t)inputs);
}

static int slow_value(const File *file, const char *sfen)
{
    Seen seen;
    see(&seen, sfen);
    int in[2 * SIDE], first[32], second[32], last;
    for (int i = 0; i < SIDE; i++) {
        in[i] = first_layer(file, &seen, seen.mover, i);
        in[SIDE + i] = first_layer(file, &seen, !seen.mover, i);
    }
    size_t at = file->layers;
    layer(file, &at, in, 512, first, 32);
    for (int i = 0; i < 32; i++) first[i] = clipped(first[i] >> 6);
    layer(file, &at, first, 32, second, 32);
    for (int i = 0; i < 32; i++) second[i] = clipped(second[i] >> 6);
    layer(file, &at, second, 32, &last, 1);
    assert_int_equal(at, file->size);
    return last;
}

/* ---- tests ---- */

static void text_of(const ShogiPosition *pos, char out[256])
{
    Buf text = buf_new(256);
    notation_format(pos, &text);
    assert_true(str_copy(buf_view(&text), out, 256));
    buf_free(&text);
}

/* Random games; the value along the line is asked for now and then, so that sums are carried over several moves. */
static void compare_on_games(const File *file, int games)
{
    Error error;
    Net *net = nnbin_load(file->bytes, file->size, &error);
    assert_non_null(net);
    Accumulator *fast = calloc(1, sizeof *fast), *plain = calloc(1, sizeof *plain);
    ShogiPosition *pos = calloc(1, sizeof *pos);
    Rng rng = rng_new(11);
    int lowest = 0, highest = 0, asked = 0;
    for (int g = 0; g < games; g++) {
        ShogiUndo before;
        assert_int_equal(notation_parse(str_from(notation_start), pos, NULL), STATUS_OK);
        accumulator_reset(fast, net, cpu_features());
        accumulator_reset(plain, net, (CpuFeatures){0});
        for (int ply = 0; ply < PLIES_TRIED; ply++) {
            Move moves[MAX_MOVES];
            int count = shogi_game.legal_moves(pos, moves);
            Move move = count ? moves[rng_below(&rng, (uint64_t)count)] : MOVE_WIN;
            if (move == MOVE_WIN) break;
            accumulator_note_move(fast, ply, pos, move);
            accumulator_note_move(plain, ply, pos, move);
            pos_do(pos, move, &before);
            if (rng_below(&rng, 4) != 0) continue;
            char text[256];
            text_of(pos, text);
            int value = slow_value(file, text);
            assert_int_equal(accumulator_evaluate(fast, ply + 1, pos), value);
            assert_int_equal(accumulator_evaluate(plain, ply + 1, pos), value);
            lowest = value < lowest ? value : lowest;
            highest = value > highest ? value : highest;
            asked++;
        }
    }
    assert_true(asked > games && lowest < highest - 500); /* the values differ, so agreeing on them says something */
    net->scale = 16;
    int by_16 = accumulator_evaluate(fast, 0, pos);
    net->scale = 1;
    assert_int_equal(by_16, accumulator_evaluate(fast, 0, pos) / 16);
    net_free(net);
    free(fast);
    free(plain);
    free(pos);
}

static void a_kp_file_gives_the_documented_values(void **state)
{
    (void)state;
    File file = make_file(false, 1);
    compare_on_games(&file, GAMES_TRIED);
    free(file.bytes);
}

static void a_halfkp_file_gives_the_documented_values(void **state)
{
    (void)state;
    File file = make_file(true, 2);
    compare_on_games(&file, GAMES_TRIED);
    free(file.bytes);
}

/* Biases so large that sums would pass 32 bits: in the first layer, the second one and the output. */
static void huge_biases_are_refused(void **state)
{
    (void)state;
    enum { FIRST_WEIGHTS = 32 * 512, SECOND_WEIGHTS = 32 * 32 };
    File file = make_file(false, 4);
    const size_t places[] = {file.layers + 4 * 31, file.layers + 4 * 32 + FIRST_WEIGHTS + 4 * 5,
                             file.layers + 8 * 32 + FIRST_WEIGHTS + SECOND_WEIGHTS};
    const char *const names[] = {"bias 32 of layer 1", "bias 6 of layer 2", "bias 1 of layer 3"};
    ShogiPosition *pos = calloc(1, sizeof *pos);
    Accumulator *accumulator = calloc(1, sizeof *accumulator);
    assert_int_equal(notation_parse(str_from(notation_start), pos, NULL), STATUS_OK);
    for (int i = 0; i < 3; i++) {
        const int32_t most = 1 << 30, values[] = {INT32_MAX, INT32_MIN, most + 1, -most - 1, most, -most};
        uint8_t kept[4];
        memcpy(kept, file.bytes + places[i], 4);
        for (int v = 0; v < 6; v++) {
            Error error;
            uint8_t *at = file.bytes + places[i];
            put_little(&at, (uint32_t)values[v], 4);
            Net *net = nnbin_load(file.bytes, file.size, &error);
            assert_int_equal(net != NULL, v >= 4);
            if (!net) assert_non_null(strstr(error.text, names[i]));
            for (int fast = 0; net && fast < 2; fast++) { /* no sum overflows: UBSan looks on */
                accumulator_reset(accumulator, net, fast ? cpu_features() : (CpuFeatures){0});
                (void)accumulator_evaluate(accumulator, 0, pos);
            }
            net_free(net);
        }
        memcpy(file.bytes + places[i], kept, 4);
    }
    free(accumulator);
    free(pos);
    free(file.bytes);
}

static void wrong_files_are_refused_with_a_reason(void **state)
{
    (void)state;
    Error error;
    File file = make_file(false, 3);
    assert_null(nnbin_load(file.bytes, file.size - 1, &error));
    assert_non_null(strstr(error.text, "bytes"));
    assert_null(nnbin_load(file.bytes, 7, &error));
    assert_null(nnbin_load(file.bytes, 40, &error));
    file.bytes[11] = 1; /* an absurd length of the name */
    assert_null(nnbin_load(file.bytes, file.size, &error));
    file.bytes[11] = 0;
    char *name = (char *)file.bytes + 12;
    memcpy(strstr(name, "K+P"), "K+Q", 3);
    assert_null(nnbin_load(file.bytes, file.size, &error));
    assert_non_null(strstr(error.text, "K+Q"));
    memcpy(strstr(name, "K+Q"), "K+P", 3);
    memcpy(strstr(name, "32<-512"), "16<-512", 7);
    assert_null(nnbin_load(file.bytes, file.size, &error));
    assert_non_null(strstr(error.text, "layers"));
    file.bytes[0] ^= 1;
    assert_false(nnbin_is(file.bytes, file.size));
    assert_null(nnbin_load(file.bytes, file.size, &error));
    free(file.bytes);
}

/* ---- from the command line ---- */

static int write_file(bool half, uint64_t seed, const char *path)
{
    Error error;
    File file = make_file(half, seed);
    Status status = file_replace(path, file.bytes, file.size, &error);
    if (status != STATUS_OK) (void)fprintf(stderr, "%s\n", error.text);
    free(file.bytes);
    return status == STATUS_OK ? 0 : 1;
}

static int print_value(const char *path, const char *sfen)
{
    Error error;
    Buf bytes = buf_new((size_t)1 << 27);
    if (file_read(path, &bytes, &error) != STATUS_OK) {
        (void)fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    File file = {.bytes = (uint8_t *)bytes.data, .size = bytes.len};
    size_t name = (size_t)number_at(&file, 8, 4), tail = (size_t)4 * 32 + 32 * 512 + 4 * 32 + 32 * 32 + 4 + 32;
    file.first = 12 + name + 4;
    file.layers = file.size - tail;
    file.half = file.size > (size_t)1 << 24;
    (void)printf("%d\n", slow_value(&file, sfen));
    buf_free(&bytes);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "make") == 0) {
        return write_file(strcmp(argv[2], "halfkp") == 0, strtoull(argv[3], NULL, 10), argv[4]);
    }
    if (argc == 4 && strcmp(argv[1], "value") == 0) return print_value(argv[2], argv[3]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kp_file_gives_the_documented_values),
        cmocka_unit_test(a_halfkp_file_gives_the_documented_values),
        cmocka_unit_test(huge_biases_are_refused),
        cmocka_unit_test(wrong_files_are_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
