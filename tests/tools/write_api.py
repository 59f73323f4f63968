#!/usr/bin/env python3
"""write_api.py HEADER PAGE [--check]: docs/API.md, the reference of libyomi, from the comments and declarations of yomi.h.

What a comment at the beginning of a line says is text, what follows it up to the next is code. With --check nothing is
written; the exit code says whether the page is the one that the header makes."""
import pathlib
import re
import sys

HIDDEN = re.compile(r"^#(ifndef YOMI_H|define YOMI_H|include|ifdef __cplusplus|ifdef __GNUC__|pragma.*)|^#endif$"
                    r"|^extern \"C\" \{$|^\}$")


def text_of(comment):
    body = re.sub(r"\n \* ?", "\n", comment[2:-2].strip())
    paragraphs = [" ".join(paragraph.split()) for paragraph in body.split("\n\n")]
    words = re.compile(r"(?<![\w`])(yomi_\w+|YOMI_\w+|\*\w+|NULL|limits\.\w+)(?![\w`])")
    return "\n\n".join(words.sub(r"`\1`", paragraph) for paragraph in paragraphs)


def pieces(header):
    """("text", comment) and ("code", declarations), in their order."""
    at = 0
    for match in re.finditer(r"^/\*.*?\*/", header, re.S | re.M):
        yield "code", header[at:match.start()]
        yield "text", match[0]
        at = match.end()
    yield "code", header[at:]


def page_of(header):
    out = ["# The interface of libyomi", "",
           "Made by `tests/tools/write_api.py` from `include/yomi.h`. A whole program is `examples/best_move.c`; it is built by",
           "`cc best_move.c $(pkg-config --cflags --libs yomi)`. What tests each promise is in [PROMISES.md](PROMISES.md).", ""]
    for kind, piece in pieces(header):
        section = re.fullmatch(r"/\* ---- (.*) ---- \*/", piece)
        if section:
            out += [f"## {section[1].capitalize()}", ""]
        elif kind == "text":
            out += [text_of(piece), ""]
        else:
            lines = [line for line in piece.splitlines() if not HIDDEN.match(line)]
            code = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
            if code.strip():
                out += ["```c", code, "```", ""]
    return "\n".join(out)


made = page_of(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
page = pathlib.Path(sys.argv[2])
if "--check" in sys.argv:
    same = page.exists() and page.read_text(encoding="utf-8") == made
    print("the page is what the header makes" if same else f"{page} is not what the header makes: run write_api.py")
    sys.exit(not same)
page.write_text(made, encoding="utf-8")
