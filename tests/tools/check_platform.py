#!/usr/bin/env python3
"""check_platform.py ROOT | --self-test | --windows ROOT: nothing above src/base knows what system it runs on.

There is no #ifdef of a system and no header of one in the other folders, every file of one system is named after it, and
each system has what a header of src/base asks of it. --windows compiles the files of Windows as far as their syntax, when
the cross compiler is there (77 otherwise)."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SYSTEM = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b.*\b(_WIN\w+|WIN32|__MINGW\w+|__linux\w*|__APPLE__|__EMSCRIPTEN\w*|__unix\w*|__wasm(?!_simd)\w*|__ELF__)\b")
HEADERS = re.compile(r"^\s*#\s*include\s*<(unistd|fcntl|poll|dirent|signal|spawn|iconv|langinfo|locale|termios|pthread|windows|"
                     r"winsock2|io|direct|conio|process|netdb|pwd|dlfcn|glob|sched|arpa/\w+|netinet/\w+|sys/\w+|linux/\w+|"
                     r"emscripten\w*(/\w+)?)\.h>")
COMPILER = "x86_64-w64-mingw32-gcc"
# In src/base itself: where a type or a macro of a header differs.
MAY_ASK = {"alone.h", "thread.h", "embed.h", "printf.h"}
# Parts that are one system's alone.
OF_ONE_SYSTEM = {"wasm"}


def code(root):
    return sorted(p for p in (root / "src").rglob("*") if p.suffix in (".c", ".h", ".inc"))


def faults(root):
    for path in code(root):
        base = path.parent.name == "base"
        own = re.search(r"_(posix|linux|windows|wasm)\.[ch]$", path.name) or path.name == "windows_text.h"
        if base and (own or path.name in MAY_ASK):
            continue
        if path.relative_to(root / "src").parts[0] in OF_ONE_SYSTEM:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            where = f"{path.relative_to(root)}:{number}: "
            if SYSTEM.match(line):
                yield where + "asks which system it is on; that belongs into a file of src/base"
            if HEADERS.match(line):
                yield where + "includes a header that not every system has"


def sources(root, system):
    return sorted((root / "src/base").glob(f"*_{system}.c"))


def check_windows(root):
    compiler = shutil.which(COMPILER)
    if not compiler:
        print(f"skipped: {COMPILER} is not installed (scripts/ports.sh installs it)")
        return 77
    bad = 0
    for path in sources(root, "windows"):
        bad += subprocess.run([compiler, "-std=gnu17", "-fsyntax-only", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror",
                               "-Wconversion", "-Wshadow", f"-I{root}/src", f"-I{root}/include", path], check=False).returncode
    print("the files of Windows compile" if not bad else "the files of Windows do not compile")
    return 1 if bad else 0


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for part in ("base", "front"):
            (root / "src" / part).mkdir(parents=True)
        (root / "src/base/clock_linux.c").write_text("#include <unistd.h>\n#ifdef __linux__\n#endif\n")
        (root / "src/front/a.c").write_text("#include <stdio.h>\n#if defined(__x86_64__)\n#endif\n")
        assert not list(faults(root)), "what is right was rejected"
        for text in ("#include <unistd.h>", "#if defined(_WIN32)", "#ifdef __EMSCRIPTEN__", "# include <sys/stat.h>"):
            (root / "src/front/b.c").write_text(text + "\n")
            assert len(list(faults(root))) == 1, f"{text} was let through"
    print("the check rejects what it should")
    return 0


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    if sys.argv[1] == "--windows":
        return check_windows(pathlib.Path(sys.argv[2]))
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "platform: only src/base knows what it runs on")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
