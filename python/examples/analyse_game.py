"""A notebook as a script: open an engine, look at a search, analyse a game, play a few moves.

    python3 analyse_game.py [NODES]

Cells begin with "# %%", as Jupyter, VS Code and Spyder understand it.
"""
# %% An engine for shogi. Keywords are options of the engine.
import sys

import yomi

nodes = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 20_000
engine = yomi.Engine("shogi", Hash=64)
print("Yomi", yomi.version(), "plays", ", ".join(yomi.games().values()))

# %% A search tells reports while it runs, and a result at the end.
engine.set_position(moves=["7g7f", "3c3d"])
search = engine.search(nodes=nodes)
for report in search:
    if report.kind is yomi.Kind.LINE:
        print(f"depth {report.depth:2}  {report.score:+5}  {' '.join(report.pv[:6])}")
print("best move:", search.result().best)

# %% What each move of a game lost. Moves are USI, as python-shogi (`move.usi()`) and cshogi (`move_to_usi`) give them.
GAME = "7g7f 3c3d 2g2f 4c4d 3i4h 3a4b 5g5f 8c8d 4h5g 7a6b".split()
print("\nmove        lost  better")
for move in yomi.analyse(engine, GAME, nodes=nodes):
    print(f"{move.ply:3} {move.move:7} {move.loss:5}  {move.best if move.loss else ''}")

# %% The position as data: pieces by rows, in hand, legal moves.
board = engine.board()
print()
for row in board.rows():
    print(" ".join(f"{cell.piece or '.':>2}" for cell in row))
print(len(engine.legal_moves), "legal moves,", "black" if board.side_to_move == 0 else "white", "to move")

# %% Several lines, and a limit of time.
for report in engine.search(movetime_ms=200, multipv=3):
    if report.kind is yomi.Kind.LINE:
        last = report
print("after", last.time_ms, "ms at depth", last.depth)
engine.close()
