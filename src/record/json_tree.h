/* Reads a JSON text into a tree, for the record formats that are JSON. Nothing of the text is copied: the tree points
 * into it, and strings are as they stand there until jtree_string resolves them. */
#ifndef YOMI_RECORD_JSON_TREE_H
#define YOMI_RECORD_JSON_TREE_H

#include "base/buf.h"
#include "base/status.h"

enum { JTREE_DEPTH_MAX = 256, JTREE_NODES_MAX = 1 << 20 };

typedef enum JsonKind { JSON_OBJECT, JSON_LIST, JSON_STRING, JSON_OTHER } JsonKind; /* numbers, true, false, null */

typedef struct JsonNode {
    JsonKind kind;
    Str key;         /* in an object; without quotes, not resolved */
    Str text;        /* of a string: without quotes, not resolved; of others as it stands */
    int first, next; /* -1: none */
} JsonNode;

typedef struct JsonTree {
    JsonNode *nodes; /* 0 is the root */
    int count;
} JsonTree;

/* Errors name the line. */
Status jtree_read(Str text, JsonTree *out, Error *error);
void jtree_free(JsonTree *json);

/* All of these take -1 for what is not there. */
int jtree_get(const JsonTree *json, int object, const char *key);
int jtree_first(const JsonTree *json, int node);
int jtree_next(const JsonTree *json, int node);
int jtree_int(const JsonTree *json, int node, int fallback);
bool jtree_true(const JsonTree *json, int node);
bool jtree_is(const JsonTree *json, int node, const char *text); /* a string without escapes */
void jtree_string(const JsonTree *json, int node, Buf *out);     /* UTF-8; what is no text is left out */
void jtree_resolve(Str raw, Buf *out);                           /* the same for a key */

#endif
