#include "front/protocols.h"

#include <string.h>

const FrontProtocol *const front_protocols[] = {
    &front_usi, &front_nboard, &front_gtp, &front_gomocup, NULL,
};

const FrontProtocol *front_by_name(const char *name)
{
    for (int i = 0; front_protocols[i]; i++) {
        if (str_eq_nocase(str_from(name), front_protocols[i]->name)) return front_protocols[i];
    }
    return NULL;
}

/* "C:\engines\yomi-usi.exe" and "./yomi-usi" both mean usi; anything that begins with pbrain- means gomocup. */
const FrontProtocol *front_by_program(const char *program)
{
    for (const char *c = program; *c; c++) {
        if (*c == '/' || *c == '\\') program = c + 1;
    }
    Str name = str_from(program);
    if (name.len > 4 && str_eq_nocase(str_skip(name, name.len - 4), ".exe")) name.len -= 4;
    if (name.len >= 7 && str_eq_nocase((Str){name.ptr, 7}, "pbrain-")) return front_by_name("gomocup");
    if (name.len < 5 || !str_eq_nocase((Str){name.ptr, 5}, "yomi-")) return NULL;
    char rest[32];
    return str_copy(str_skip(name, 5), rest, sizeof rest) ? front_by_name(rest) : NULL;
}

const FrontProtocol *front_by_line(Str line)
{
    for (int i = 0; front_protocols[i]; i++) {
        if (front_protocols[i]->begins_with(line)) return front_protocols[i];
    }
    return NULL;
}

static bool has_word(const char *words, const char *word)
{
    Str rest = str_from(words);
    for (Str at = str_word(&rest); at.len > 0; at = str_word(&rest)) {
        if (str_eq(at, word)) return true;
    }
    return false;
}

const char *front_usual_game(const char *protocol)
{
    for (int i = 0; yomi_game_name(i); i++) {
        if (has_word(yomi_game_protocols(i), protocol)) return yomi_game_name(i);
    }
    return NULL;
}

bool front_game_speaks(const char *game, const char *protocol)
{
    for (int i = 0; yomi_game_name(i); i++) {
        if (strcmp(yomi_game_name(i), game) == 0) return has_word(yomi_game_protocols(i), protocol);
    }
    return false;
}
