#!/usr/bin/env python3
"""Makes the tables and plots of docs/HOW_GOOD.md from docs/measurements/data/*.tsv.

    scripts/plots.py            writes the page's tables and docs/images/plots/*.svg
    scripts/plots.py --check    changes nothing; fails when they are not what the data give

A table stands in the page between `<!-- table FILE COLUMNS -->` and `<!-- end -->`. A new figure is a row of a data file
and a run of this script."""
import csv
import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "measurements" / "data"
PAGE = ROOT / "docs" / "HOW_GOOD.md"
PLOTS = ROOT / "docs" / "images" / "plots"

WIDTH, ROW, LEFT, TOP = 820, 26, 360, 34  # pixels
COLOURS = {"shogi": "#b5651d", "Othello": "#2e7d32", "gomoku": "#37518f"}


def rows(name):
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def text(x, y, words, anchor="start", size=12):
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}">{html.escape(words)}</text>'


def bars(title, entries, most, mark, mark_text):
    """A bar for each (label, value, shown, colour), and one upright line at `mark`."""
    def at(value):
        return LEFT + (WIDTH - LEFT - 80) * value / most

    height = TOP + ROW * len(entries) + 26
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
           'font-family="sans-serif" fill="#222">', f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
           text(8, 20, title, size=14)]
    for i, (label, value, shown, colour) in enumerate(entries):
        y = TOP + ROW * i
        out += [text(LEFT - 8, y + 16, label, "end"),
                f'<rect x="{LEFT}" y="{y + 4}" width="{max(at(value) - LEFT, 1):.1f}" height="{ROW - 8}" fill="{colour}"/>',
                text(at(value) + 6, y + 16, shown)]
    bottom = TOP + ROW * len(entries)
    out += [f'<line x1="{at(mark):.1f}" y1="{TOP}" x2="{at(mark):.1f}" y2="{bottom}" stroke="#222" stroke-dasharray="4 3"/>',
            text(at(mark), bottom + 16, mark_text, "middle"), "</svg>"]
    return "\n".join(out) + "\n"


def matches():
    entries = [(f"{row['game']}: {row['opponent']}", float(row["percent"]), f"{row['percent']} %", COLOURS[row["game"]])
               for row in rows("matches.tsv")]
    return bars("Points won against other programs", entries, 100, 50, "50 %: equal")


def speed():
    entries = [(f"{row['game']}: {row['what']}", float(row["ratio"]), f"{row['ratio']} of {row['opponent'].split(',')[0]}",
                COLOURS[row["game"]]) for row in rows("speed.tsv")]
    return bars("Time or nodes needed, as a share of the other program's (shorter is better)", entries, 3.6, 1, "1: equal")


def solved():
    entries = [(f"{row['game']}: {row['what']}", 100 * int(row["solved"]) / int(row["of"]),
                f"{int(row['solved']):,} of {int(row['of']):,}", COLOURS[row["game"]]) for row in rows("solved.tsv")]
    return bars("Problems solved", entries, 120, 100, "100 %")


def farm():
    entries = [(f"{int(row['workers']):,} workers, jobs of {row['job s']} s: {float(row['jobs/s']):,.0f} of {int(row['jobs/s asked']):,} jobs/s",
                float(row["record p99 ms"]), f"{float(row['record p99 ms']):,.0f} ms", COLOURS["gomoku"]) for row in rows("farm.tsv")]
    most = 1.2 * max(value for _, value, _, _ in entries)
    return bars("Simulated workers of a farm: 99 % of the records are answered within", entries, most, 1000, "1 s")


def table(name, columns):
    wanted = columns.split(",")
    found = rows(name)
    lines = ["| " + " | ".join(wanted) + " |", "| " + " | ".join("---" for _ in wanted) + " |"]
    for row in found:
        values = [f"{int(row[c]):,}" if row[c].isdigit() and c not in ("commit", "date") else row[c] for c in wanted]
        lines.append("| " + " | ".join(values) + " |")
    return "\n".join(lines)


def page():
    def fill(match):
        return f"{match[1]}\n{table(match[2], match[3])}\n{match[4]}"

    return re.sub(r"(<!-- table (\S+) (\S+) -->)\n.*?(<!-- end -->)", fill, PAGE.read_text(encoding="utf-8"), flags=re.S)


def main():
    made = {PLOTS / "matches.svg": matches(), PLOTS / "speed.svg": speed(), PLOTS / "solved.svg": solved(),
            PLOTS / "farm.svg": farm(), PAGE: page()}
    for path, content in made.items():
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != content:
            sys.exit(f"{path.relative_to(ROOT)} is not what the data give: run scripts/plots.py")
    print(f"{len(made)} files are what the data give" if "--check" in sys.argv else f"{len(made)} files written")


main()
