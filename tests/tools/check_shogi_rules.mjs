// Reads lines "POSITION<TAB>MOVES" and compares the moves with those of shogiops and of ffish. See check_shogi_rules.sh.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { parseSfen } from "shogiops/sfen";
import { makeUsi } from "shogiops/util";
import Module from "ffish-es6";

const wasm = createRequire(import.meta.url).resolve("ffish-es6").replace(/ffish\.js$/, "ffish.wasm");
const ffish = await Module({ wasmBinary: readFileSync(wasm) });
const game = new ffish.Board("shogi"); // made once: each one reads all variants
const handKinds = ["pawn", "lance", "knight", "silver", "gold", "bishop", "rook"];
const mustPromote = { pawn: 1, lance: 1, knight: 2 }; // ranks at the far end
const promotes = new Set(["pawn", "lance", "knight", "silver", "bishop", "rook"]);

function shogiopsMoves(sfen) {
  const position = parseSfen("standard", sfen, false).unwrap();
  const side = position.turn, ctx = position.ctx();
  const far = (square) => (side === "sente" ? Math.floor(square / 16) : 8 - Math.floor(square / 16));
  const moves = [];
  for (const [from, dests] of position.allMoveDests(ctx)) {
    const role = position.board.get(from).role;
    for (const to of dests) {
      const zone = promotes.has(role) && (far(from) < 3 || far(to) < 3);
      if (zone) moves.push(makeUsi({ from, to, promotion: true }));
      if (!(far(to) < (mustPromote[role] ?? 0))) moves.push(makeUsi({ from, to }));
    }
  }
  for (const role of handKinds) {
    if (!position.hands.color(side).get(role)) continue;
    for (const to of position.dropDests({ role, color: side }, ctx)) moves.push(makeUsi({ role, to }));
  }
  return moves;
}

// ffish has chess letters: hands in brackets, files a to i from the left, ranks from below, w for the side that begins.
function ffishMoves(sfen) {
  const [board, side, hands, number] = sfen.split(" ");
  let held = "";
  for (const [, count, piece] of hands === "-" ? [] : hands.matchAll(/(\d*)([A-Za-z])/g)) held += piece.repeat(count || 1);
  game.setFen(`${board}[${held || "-"}] ${side === "b" ? "w" : "b"} 0 ${number}`);
  const square = (file, rank) => 9 - "abcdefghi".indexOf(file) + "ihgfedcba"[rank - 1];
  return game
    .legalMoves()
    .split(" ")
    .filter(Boolean)
    .map((move) => {
      if (move[1] === "@") return `${move[0]}*${square(move[2], move[3])}`;
      return square(move[0], move[1]) + square(move[2], move[3]) + (move[4] ?? "");
    });
}

// ffish lists drops of pawns that mate. By its own account nobody can answer them; the rules forbid them.
let dropMates = 0;
function isDropMate(move) {
  if (!move.startsWith("P*")) return false;
  const file = "abcdefghi"[9 - move[2]], rank = 9 - "abcdefghi".indexOf(move[3]);
  game.push(`P@${file}${rank}`);
  const mate = game.isCheck() && game.legalMoves() === "";
  game.pop();
  dropMates += mate;
  return mate;
}

const libraries = { shogiops: shogiopsMoves, ffish: ffishMoves };
const wrong = { shogiops: 0, ffish: 0 };
let positions = 0, moves = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [sfen, list] = line.split("\t");
  const ours = list.split(" ").filter(Boolean).sort();
  positions++;
  moves += ours.length;
  for (const [name, library] of Object.entries(libraries)) {
    let theirs = library(sfen).sort();
    if (name === "ffish") theirs = theirs.filter((move) => ours.includes(move) || !isDropMate(move));
    if (theirs.join(" ") === ours.join(" ")) continue;
    if (++wrong[name] > 5) continue;
    const only = (a, b) => a.filter((move) => !b.includes(move)).join(" ");
    console.log(`${name} differs: ${sfen}\n  only here: ${only(ours, theirs)}\n  only there: ${only(theirs, ours)}`);
  }
}
console.log(`${positions} positions, ${moves} moves; shogiops differs in ${wrong.shogiops}, ffish in ${wrong.ffish}, which lists ` +
    `${dropMates} mates by a dropped pawn`);
process.exit(positions > 0 && wrong.shogiops + wrong.ffish === 0 ? 0 : 1);
