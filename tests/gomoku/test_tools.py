"""yomi solve gomoku, datagen gomoku and train gomoku on small files: what they print, how they end, what they refuse;
what yomi play gomoku tells of a move."""
import pathlib
import re
import subprocess
import sys
import tempfile

YOMI = sys.argv[1]


def run(*words, given=None):
    done = subprocess.run([YOMI, *words], capture_output=True, text=True, timeout=600, input=given)
    return done.returncode, done.stdout, done.stderr


def play_tells_how_a_move_was_found():
    code, out, _ = run("play", "gomoku", "--ascii", "--level", "11", "--side", "second", given="j12\nquit\n")
    assert code == 0, out
    assert re.search(r"^Yomi plays j10  \+0\.00, depth 1: j10\n  found by opening, 0 nodes in \d+\.\d\d s\n"
                     r"  the first stones go to the centre\n", out, re.M), out
    assert re.search(r"^Yomi plays \w+  \S+, depth \d+: .*\n  found by search, \d+ nodes in \d+\.\d\d s\n", out, re.M), out
    three = "freestyle 15/15/15/15/15/15/15/4xxx8/15/3ooo9/15/15/15/15/15 b 0 0"
    code, out, _ = run("play", "gomoku", "--ascii", "--level", "3", "--side", "both", "--position", three,
                       given="hint\nquit\n")
    assert re.search(r"hint: \w+  win in \d+, depth .*\n  found by own VCF, .*\n  fours alone win by force\n", out), out


def networks_are_trained_and_played_with(folder, games):
    files = [pathlib.Path(folder, name) for name in ("one.weights", "two.weights")]
    for file in files:
        code, out, err = run("train", "gomoku", str(games), "--out", str(file), "--epochs", "2")
        assert code == 0 and "with captures: positions" in err and "epoch 2  error" in err, err
    assert files[0].read_bytes() == files[1].read_bytes()
    signature = {}
    for name in ("", "hand", str(files[0])):
        code, out, err = run("bench", "gomoku", "--depth", "4", "--option", f"EvalFile={name}")
        assert code == 0, err
        signature[name] = out.split()[-1]
    assert len(set(signature.values())) == 3, signature
    files[1].write_bytes(files[1].read_bytes()[:-1])
    code, out, err = run("bench", "gomoku", "--depth", "2", "--option", f"EvalFile={files[1]}")
    assert code != 0 and "wrong length" in err, err


def main():
    with tempfile.TemporaryDirectory() as folder:
        problems, games = pathlib.Path(folder, "problems.txt"), pathlib.Path(folder, "games.tsv")
        won = "freestyle 15/15/15/15/15/15/15/4xxx8/15/3oo10/15/15/15/15/15 b 0 0; three"
        table = "own\t7\t2\t6\t1\t67\td13e13c12d12\ta10f10\t"
        problems.write_text(f"# two problems\n{won}\n\n{table}\n")
        code, out, _ = run("solve", "gomoku", str(problems), "--time", "2000", "--hash", "4")
        assert "three" in out and "won in 3" in out and "own/7" in out and "positions 2\n" in out, out
        problems.write_text("freestyle 15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 w 0 0\n")
        code, out, _ = run("solve", "gomoku", str(problems), "--time", "300", "--hash", "4")
        assert code == 0 and "no win by threats" in out and "won 0\n" in out, out
        problems.write_text("own\t1\t0\t15\t1\t32\th8\ti9\t\n")
        code, out, _ = run("solve", "gomoku", str(problems), "--time", "2000", "--hash", "4")
        assert code != 0 and "WRONG" in out and "wrong 1\n" in out, out
        problems.write_text("own\t1\t2\t15\t1\t32\th8h8\ti9\t\n")
        code, _, err = run("solve", "gomoku", str(problems))
        assert code != 0 and ":1: fields 7 and 8" in err, err

        words = ["datagen", "gomoku", str(games), "--games", "3", "--nodes", "300"]
        code, out, _ = run(*words)
        first = games.read_text()
        assert code == 0 and "games 3" in out and first.count("\n") > 5, out
        code, out, _ = run(*words)
        assert code == 0 and "games 0" in out and games.read_text() == first  # they are there
        code, out, err = run("train", "gomoku", str(games), "--epochs", "1")
        assert code == 0 and "EvalTempo=" in out and "error on the last tenth" in err, err
        networks_are_trained_and_played_with(folder, games)
        code, _, err = run("datagen", "gomoku", str(games), "--rule", "chess")
        assert code != 0 and "chess" in err, err
        games.write_text("not a position\t1\t1\n")
        code, _, err = run("train", "gomoku", str(games))
        assert code != 0 and err.startswith("yomi train: "), err


play_tells_how_a_move_was_found()
main()
print("ok")
