#!/usr/bin/env python3
"""Mutation run: small single changes of the searches, each built in a copy of the tree and put to a fast subset of the
tests. What no test notices is a survivor: a missing test, or a change that cannot matter.

    scripts/mutate.py --work DIR [--count N] [--seed S] [--files GLOB ...] [--tests REGEX] [--list]

DIR gets a copy of the tree with its own build folder and the journal (mutants.tsv); run again with the same DIR and seed,
it goes on where it ended. --list prints the mutants of the seed and builds nothing."""
import argparse
import difflib
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ["src/search/*.c", "src/search/*.h", "src/shogi/search/*.inc", "src/shogi/search/search.c",
         "src/shogi/search/picker.c", "src/gomoku/tree/*.inc", "src/othello/tree/search.inc", "src/othello/tree/endgame.inc"]
TESTS = "^(toy_exact|tt|primitives|timeman|shogi_minimax|shogi_search|gomoku_search|othello_search|othello_tactics|" \
        "othello_endgame|session_signatures)$"
FLIPS = {"<=": "<", ">=": ">", "<": "<=", ">": ">=", "==": "!=", "!=": "==", "+": "-", "-": "+", "&&": "||",
         "||": "&&"}


def code_lines(text):
    """Numbers of the lines that are code inside functions: no comment, preprocessor line or declaration of a file."""
    inside = comment = False
    for number, line in enumerate(text.split("\n")):
        if line.startswith("{"):
            inside = True
        elif line.startswith("}"):
            inside = False
        opens = "/*" in line
        if inside and not comment and not opens and line.strip() not in ("", "{", "}") and "//" not in line:
            yield number
        if opens or comment:
            comment = "*/" not in line[line.rfind("/*") + 2 if opens else 0:]


def changes_of(line):
    """(what, new line) for every single change of a line of code."""
    for match in re.finditer(r"(?<= )(<=|>=|==|!=|&&|\|\||<|>|\+|-)(?= )", line):
        yield f"{match[0]} to {FLIPS[match[0]]}", line[:match.start()] + FLIPS[match[0]] + line[match.end():]
    condition = re.match(r"(\s*(?:\} else )?if \()(.*)(\)(?: .*;| \{)?)$", line)
    if condition and condition[2].count("(") == condition[2].count(")"):
        yield "condition negated", f"{condition[1]}!({condition[2]}){condition[3]}"
    for match in re.finditer(r"(?<![\w.\[])(\d+)(?![\w.\]x])", line):
        yield f"{match[0]} to {int(match[0]) + 1}", line[:match.start()] + str(int(match[0]) + 1) + line[match.end():]
    if re.match(r"\s+(?!return|else|for|if|while|case|break|continue|static|const|int |bool |Score |Move |Node )"
                r"[\w>\[\].*-]+( [-+*|^&]?= .*|\(.*\)|\+\+|--);$", line):
        yield "statement deleted", re.match(r"\s*", line)[0] + ";"


def mutants(patterns):
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            text = path.read_text()
            lines = text.split("\n")
            for number in code_lines(text):
                for what, new in changes_of(lines[number]):
                    yield path.relative_to(ROOT), number, what, new


def copy_tree(work):
    tree = work / "tree"
    if not tree.exists():
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns("build", ".git", "node_modules"), symlinks=True)
    return tree


def command(words, tree, timeout, log):
    try:
        done = subprocess.run(["nice", "-n", "5", *words], cwd=tree, stdout=log, stderr=log, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def targets(tests, build):
    """The programs that the chosen tests run."""
    names = subprocess.run(["ctest", "-N", "-R", tests], cwd=build, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"Test +#\d+: (\S+)", names)
    assert found, f"no test matches {tests}"
    return [f"test_{name}" for name in found if not name.startswith("session")] + \
        (["yomi"] if any(name.startswith("session") for name in found) else [])


def configure(tree, log):
    build = tree / "build"
    words = ["cmake", "-S", str(tree), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DCMAKE_C_FLAGS=-Wno-error"]
    if command(words, tree, 300, log) != 0:
        sys.exit("mutate: the copy cannot be configured; see its log")
    return build


def verdict_of(build, tree, options, programs, log):
    if command(["cmake", "--build", str(build), "-j", "2", "--target", *programs], tree, options.build_limit, log) != 0:
        return "not built"
    code = command(["ctest", "--test-dir", str(build), "-R", options.tests, "--stop-on-failure", "--timeout",
                    str(options.test_limit)], tree, 20 * options.test_limit, log)
    return "SURVIVED" if code == 0 else "killed"


def run_one(mutant, build, tree, options, programs, log):
    path, number, _, new = mutant
    original = (ROOT / path).read_text()
    lines = original.split("\n")
    lines[number] = new
    (tree / path).write_text("\n".join(lines))
    try:
        return verdict_of(build, tree, options, programs, log)
    finally:
        (tree / path).write_text(original)


def shown(mutant):
    path, number, what, new = mutant
    old = (ROOT / path).read_text().split("\n")[number]
    diff = [line for line in difflib.ndiff([old.strip()], [new.strip()]) if line[0] in "+-"]
    return f"{path}:{number + 1}: {what}\n    " + "\n    ".join(diff)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder of the copy and the journal")
    parser.add_argument("--count", type=int, default=25, help="mutants to try, those in the journal included")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", nargs="+", default=FILES, help="patterns of files, from the top of the tree")
    parser.add_argument("--tests", default=TESTS, help="regular expression of the tests, as for ctest -R")
    parser.add_argument("--build-limit", type=int, default=600, help="seconds for a build")
    parser.add_argument("--test-limit", type=int, default=120, help="seconds for a test")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    every = list(mutants(options.files))
    chosen = random.Random(options.seed).sample(every, min(options.count, len(every)))
    if options.list:
        print(f"{len(every)} mutants in all")
        for mutant in chosen:
            print(shown(mutant))
        return
    options.work.mkdir(parents=True, exist_ok=True)
    journal = options.work / "mutants.tsv"
    done = dict(line.split("\t") for line in journal.read_text().splitlines()) if journal.exists() else {}
    tree = copy_tree(options.work)
    with open(options.work / "log.txt", "a") as log:
        build = configure(tree, log)
        programs = targets(options.tests, build)
        if not done and verdict_of(build, tree, options, programs, log) != "SURVIVED":
            sys.exit("mutate: the tests fail without a mutant")
        for number, mutant in enumerate(chosen):
            key = f"{options.seed}:{mutant[0]}:{mutant[1] + 1}:{mutant[2]}:{mutant[3].strip()}"
            if key not in done:
                done[key] = run_one(mutant, build, tree, options, programs, log)
                with open(journal, "a") as file:
                    file.write(f"{key}\t{done[key]}\n")
            print(f"{number + 1:3} {done[key]:9} {shown(mutant)}", flush=True)
    verdicts = [done[key] for key in done]
    print({verdict: verdicts.count(verdict) for verdict in sorted(set(verdicts))})


main()
