/* A tool of the build: writes the table of assets.h as C.
 *
 *   embed OUTPUT FOLDER FILE...     every FILE is a path below FOLDER */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FILE_MAX = 8 << 20 };

typedef struct Blob {
    unsigned char *bytes;
    size_t size;
} Blob;

static Blob read_file(const char *folder, const char *name)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    Blob blob = {malloc(FILE_MAX), 0};
    FILE *file = fopen(path, "rb");
    if (!file || !blob.bytes) {
        (void)fprintf(stderr, "embed: cannot read %s\n", path);
        exit(1);
    }
    blob.size = fread(blob.bytes, 1, FILE_MAX, file);
    (void)fclose(file);
    return blob;
}

static Blob compress_blob(Blob in)
{
    z_stream stream = {0};
    Blob out = {malloc(FILE_MAX + 1024), 0};
    if (!out.bytes || deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) exit(1);
    stream.next_in = in.bytes;
    stream.avail_in = (uInt)in.size;
    stream.next_out = out.bytes;
    stream.avail_out = FILE_MAX + 1024;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) exit(1);
    out.size = stream.total_out;
    (void)deflateEnd(&stream);
    return out;
}

static const char *type_of(const char *name)
{
    static const struct {
        const char *ending, *type;
    } types[] = {{".html", "text/html; charset=utf-8"},
                 {".js", "text/javascript; charset=utf-8"},
                 {".css", "text/css; charset=utf-8"},
                 {".svg", "image/svg+xml"},
                 {".woff2", "font/woff2"},
                 {".webmanifest", "application/manifest+json"},
                 {".txt", "text/plain; charset=utf-8"}};
    size_t len = strlen(name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t ending = strlen(types[i].ending);
        if (len > ending && strcmp(name + len - ending, types[i].ending) == 0) return types[i].type;
    }
    return "application/octet-stream";
}

static void write_bytes(FILE *out, const char *what, int index, Blob blob)
{
    (void)fprintf(out, "static const unsigned char %s_%d[] = {", what, index);
    for (size_t i = 0; i < blob.size; i++) (void)fprintf(out, "%s%d,", i % 32 ? "" : "\n", blob.bytes[i]);
    (void)fprintf(out, "0};\n");
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    FILE *out = fopen(argv[1], "wb");
    if (!out) return 1;
    (void)fprintf(out, "#include \"web/assets.h\"\n\n");
    unsigned long *sums = calloc((size_t)argc, sizeof *sums);
    size_t *sizes = calloc((size_t)argc * 2, sizeof *sizes);
    if (!sums || !sizes) return 1;
    for (int i = 3; i < argc; i++) {
        Blob plain = read_file(argv[2], argv[i]), gzip = compress_blob(plain);
        write_bytes(out, "plain", i, plain);
        write_bytes(out, "gzip", i, gzip);
        sums[i] = crc32(crc32(0, NULL, 0), plain.bytes, (uInt)plain.size);
        sizes[2 * i] = plain.size;
        sizes[2 * i + 1] = gzip.size;
        free(plain.bytes);
        free(gzip.bytes);
    }
    (void)fprintf(out, "\nconst Asset web_assets[] = {\n");
    for (int i = 3; i < argc; i++) {
        (void)fprintf(out, "    {\"/%s\", \"%s\", \"\\\"%08lx-%zx\\\"\", %s, plain_%d, gzip_%d, %zu, %zu},\n", argv[i],
                      type_of(argv[i]), sums[i], sizes[2 * i], strncmp(argv[i], "assets/", 7) == 0 ? "true" : "false",
                      i, i, sizes[2 * i], sizes[2 * i + 1]);
    }
    (void)fprintf(out, "};\nconst size_t web_asset_count = %d;\n", argc - 3);
    free(sums);
    free(sizes);
    return fclose(out) == 0 ? 0 : 1;
}
