/* The parts of the page that need no browser: notation, trees, clocks, judgement, texts.  node units.mjs
 * Returns 77 (skipped) where the packages of web/ are not installed. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
if (!existsSync(join(web, 'node_modules/rolldown'))) {
  console.log('skipped: the packages of web/ are not installed (npm install in web/)');
  process.exit(77);
}
const { rolldown } = await import(pathToFileURL(createRequire(join(web, 'package.json')).resolve('rolldown')).href);
const folder = mkdtempSync(join(tmpdir(), 'yomi-units-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const modules = { clock: 'clock', gomoku: 'games/gomoku_position', games: 'games/index', i18n: 'i18n', judge: 'judge', levels: 'levels', lines: 'lines', openings: 'openings', othello: 'games/othello_position', othello_openings: 'games/othello_openings', puzzles: 'puzzles', routes: 'routes', shogi: 'games/shogi_position', shogi_openings: 'games/shogi_openings', shogi_notation: 'games/shogi_notation', tree: 'tree' };
writeFileSync(join(folder, 'all.ts'), Object.entries(modules).map(([name, path]) => `export * as ${name} from '${join(web, 'src', path)}';`).join('\n'));
const bundle = await rolldown({ input: join(folder, 'all.ts'), logLevel: 'silent' });
await bundle.write({ file: join(folder, 'all.mjs'), format: 'esm' });
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
const page = await import(pathToFileURL(join(folder, 'all.mjs')).href);

let count = 0;
function test(name, run) {
  try {
    run();
    count++;
  } catch (error) {
    console.log(`FAILED: ${name}\n${error.stack}`);
    process.exitCode = 1;
  }
}

/* ---- shogi notation ---- */

const notation = (sfen, moves, write) => {
  let board = page.shogi.parseSfen(sfen), previous = '', out = [];
  for (const move of moves) {
    out.push(write(board, move, previous));
    board = page.shogi.applyMove(board, move);
    previous = move;
  }
  return out;
};
/* Examples of the Japan Shogi Association's page on writing moves, and what follows from its rules. */
const examples = [
  ['9/2G1G4/9/9/9/9/9/9/4K4 b - 1', { '7b6a': '☗６一金左', '5b6a': '☗６一金右', '7b7a': '☗７一金' }],
  ['9/9/9/9/9/9/9/9/3GKG3 b - 1', { '6i5h': '☗５八金左', '4i5h': '☗５八金右' }],
  ['9/9/9/9/9/9/9/4GG3/K8 b - 1', { '5h5g': '☗５七金直', '4h5g': '☗５七金右' }],
  ['9/9/9/9/9/9/3G5/4G4/K8 b - 1', { '6g5g': '☗５七金寄', '5h5g': '☗５七金上' }],
  ['9/9/9/9/9/4G4/3G5/9/K8 b - 1', { '5f5g': '☗５七金引', '6g5g': '☗５七金寄' }],
  ['9/9/9/9/9/9/9/3SSS3/K8 b - 1', { '6h5g': '☗５七銀左', '5h5g': '☗５七銀直', '4h5g': '☗５七銀右' }],
  ['9/9/9/9/9/3S1S3/9/3S1S3/K8 b - 1', { '6f5g': '☗５七銀左引', '4f5g': '☗５七銀右引', '6h5g': '☗５七銀左上', '4h5g': '☗５七銀右上' }],
  ['9/9/9/9/9/9/9/+R7+R/K8 b - 1', { '9h5h': '☗５八竜左', '1h5h': '☗５八竜右' }],
  ['9/9/9/4+R4/9/9/9/+R8/K8 b - 1', { '5d5h': '☗５八竜引', '9h5h': '☗５八竜寄' }],
  ['9/9/9/9/9/9/2N1N4/9/K8 b - 1', { '7g6e': '☗６五桂左', '5g6e': '☗６五桂右' }],
  ['9/9/9/9/9/9/9/4G4/K8 b G 1', { 'G*5g': '☗５七金打', 'G*5c': '☗５三金' }],
  ['9/9/4S4/9/9/9/9/9/K8 b - 1', { '5c5b+': '☗５二銀成', '5c5b': '☗５二銀不成' }],
  ['k8/3gg4/9/9/9/9/9/9/K8 w - 1', { '6b6c': '☖６三金直', '5b6c': '☖６三金左' }],
];
test('Japanese notation names the piece that moves', () => {
  for (const [sfen, moves] of examples) {
    for (const [move, text] of Object.entries(moves)) {
      assert.equal(page.shogi_notation.japaneseMove(page.shogi.parseSfen(sfen), move, ''), text, `${sfen} ${move}`);
    }
  }
});
test('the same square is 同', () => {
  const moves = ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*4e'];
  assert.deepEqual(notation(page.shogi.startSfen, moves, page.shogi_notation.japaneseMove), ['☗７六歩', '☖３四歩', '☗２二角成', '☖同銀', '☗４五角']);
  assert.deepEqual(notation(page.shogi.startSfen, moves, page.shogi_notation.westernMove), ['P-7f', 'P-3d', 'Bx2b+', 'Sx2b', "B'4e"]);
});
test('Hodges notation names the origin when two could move', () => {
  assert.equal(page.shogi_notation.westernMove(page.shogi.parseSfen('9/9/9/9/9/9/9/9/3GKG3 b - 1'), '6i5h'), 'G6i-5h');
});

/* ---- trees ---- */

/* A game from texts: 'f5 d6 c3' is the main line, others are put in behind. */
const treeOf = (...lines) => {
  const doc = page.tree.newDoc('othello', null, {}, page.tree.newNode(null, '', 'start', 0));
  for (const line of lines) {
    let node = doc.root;
    for (const move of line.split(' ')) {
      let child = node.children.find((known) => known.move === move);
      if (!child) node.children.push((child = page.tree.newNode(node, move, `after ${move}`, 1 - node.side)));
      node = child;
    }
  }
  return doc;
};
const linesOf = (node, path = []) => (node.children.length === 0 ? [path.join(' ')] : node.children.flatMap((child) => linesOf(child, [...path, child.move])));

test('a tree survives being saved, with comments, bookmarks and steps of undo', () => {
  const doc = treeOf('f5 d6 c3', 'f5 f6'), node = doc.root.children[0];
  Object.assign(node, { comment: 'a', bookmark: 'b', ms: 1200 });
  doc.past = [page.tree.flatten(doc, node, undefined)];
  const saved = JSON.parse(JSON.stringify({ ...page.tree.flatten(doc, node, undefined), past: doc.past }));
  const { doc: again, at } = page.tree.unflatten(saved, 'key');
  assert.deepEqual(linesOf(again.root), ['f5 d6 c3', 'f5 f6']);
  assert.deepEqual([at.move, at.comment, at.bookmark, at.ms, again.past.length, again.key], ['f5', 'a', 'b', 1200, 1, 'key']);
});
test('two trees become one, and nothing of either is lost', () => {
  const own = treeOf('f5 d6 c3', 'f5 f6'), other = treeOf('f5 d6 c3 d3', 'f5 f4', 'd3 c3');
  own.root.children[0].comment = 'mine';
  other.root.children[0].comment = 'theirs';
  page.tree.mergeTree(own.root, other.root);
  assert.deepEqual(linesOf(own.root), ['f5 d6 c3 d3', 'f5 f6', 'f5 f4', 'd3 c3']);
  assert.equal(own.root.children[0].comment, 'mine\ntheirs');
  page.tree.mergeTree(own.root, other.root);
  assert.equal(own.root.children[0].comment, 'mine\ntheirs');
});
test('an address carries a game', () => {
  const route = page.routes.parseRoute(page.routes.carryingRoute('gomoku', 'freestyle 15/15 b 0 0', { Rule: 'renju', BoardSize: 15 }, ['h8', 'i9'], 1));
  assert.deepEqual(route, { game: 'gomoku', key: '', at: 1, carried: { start: 'freestyle 15/15 b 0 0', moves: ['h8', 'i9'], options: { Rule: 'renju' } } });
  assert.deepEqual(page.routes.parseRoute('#othello/0af3/12'), { game: 'othello', key: '0af3', at: 12, carried: null });
  assert.equal(page.routes.parseRoute(''), null);
});

/* ---- lines and judgement ---- */

test('a bound does not take the place of a line', () => {
  const found = new Map(), line = (bound, pv, score) => ({ line: 1, depth: 9, score, win: 0, bound, pv, nodes: 1, nps: 1, time: 1 });
  page.lines.absorb(found, line('exact', ['a', 'b', 'c'], 10));
  page.lines.absorb(found, line('upper', ['a'], -20));
  assert.deepEqual([found.get(1).pv, found.get(1).score], [['a', 'b', 'c'], 10]);
  page.lines.absorb(found, line('lower', ['d'], 60)); /* another move turns out to be better */
  assert.deepEqual([found.get(1).pv, found.get(1).score], [['d'], 60]);
});
test('mistakes of Othello are counted in discs, also in a won game', () => {
  const view = page.games.viewOf('othello'), doc = treeOf('f5 d6 c3'), [, first, second, third] = page.tree.mainLine(doc);
  const value = (score, best = 'x') => ({ score, win: 0, depth: 9, best, pv: [] });
  doc.root.evaluation = value(4000);
  first.evaluation = value(2500); /* black gave 15 discs away */
  second.evaluation = value(2600);
  third.evaluation = value(2500, '');
  assert.equal(page.judge.lossOf(view, first), 15);
  assert.equal(page.judge.markOf(view, first), '??');
  assert.equal(page.judge.markOf(view, second), '');
  const summary = page.judge.summaryOf(view, page.tree.mainLine(doc).slice(1), 0);
  assert.deepEqual([summary.moves, summary.mean, summary.kinds], [2, 8, [0, 0, 1]]);
});
test('the move that the search would have made costs nothing', () => {
  const view = page.games.viewOf('shogi'), doc = treeOf('7g7f'), [, first] = page.tree.mainLine(doc);
  doc.root.evaluation = { score: 900, win: 0, depth: 9, best: '7g7f', pv: [] };
  first.evaluation = { score: -900, win: 0, depth: 9, best: '', pv: [] };
  assert.equal(page.judge.lossOf(view, first), 0);
});
test('a finished game of Othello is worth its discs, the empty squares the winner\'s', () => {
  const position = `${'X'.repeat(40)}${'O'.repeat(14)}${'-'.repeat(10)} X`;
  assert.equal(page.games.viewOf('othello').final({ position, outcome: 'first' }).score, 3600);
});

/* ---- positions that are set up ---- */

test('pieces are put, taken and turned over in every game', () => {
  for (const view of page.games.games) {
    const { setUp } = view, empty = setUp.empty(view.name === 'gomoku' ? 'freestyle 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b 0 0' : '');
    for (const piece of setUp.pieces(empty).filter(Boolean)) {
      const put = setUp.put(empty, 7, piece);
      assert.equal(setUp.at(put, 7), piece, `${view.name} ${piece}`);
      assert.equal(setUp.put(put, 7, ''), empty);
      if (setUp.turnOver) assert.equal(setUp.turnOver(setUp.turnOver(put)), put);
    }
    assert.notEqual(setUp.turn(empty, 1), setUp.turn(empty, 0));
    for (const kind of setUp.hand?.kinds ?? []) assert.equal(setUp.hand.of(setUp.hand.change(empty, 1, kind, 2), 1, kind), 2);
  }
});
test('columns without the letter I', () => {
  const { viewOf } = page.games, position = `pente ${Array(19).fill('19').join('/')} b 0 0`;
  assert.deepEqual(viewOf('gomoku').lines('noI', position, '', ['h8', 'i9', 'j10', 's1']), ['h8', 'j9', 'k10', 't1']);
});
test('openings of Othello are found from any first move', () => {
  const name = (row) => page.games.viewOf('othello').openingName(row.match(/../g), '')?.[0];
  for (const row of ['f5d6c3d3c4', 'd3c5', 'c4e3', 'e6f4']) assert.ok(name(row), row);
  assert.equal(name('f5d6c3d3c4'), 'Tiger');
  assert.equal(name('f5f6'), 'Diagonal');
});

/* Othello's rules once more, plainly: the board after the moves, or the first that is illegal. */
function firstIllegal(moves) {
  const board = Array(64).fill(-1);
  let side = 0;
  [board[27], board[36], board[28], board[35]] = [1, 1, 0, 0];
  for (const move of moves) {
    const x = move.charCodeAt(0) - 97, y = Number(move[1]) - 1, flips = [];
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]]) {
      const inside = (k) => x + k * dx >= 0 && x + k * dx < 8 && y + k * dy >= 0 && y + k * dy < 8;
      const at = (k) => (y + k * dy) * 8 + x + k * dx;
      let k = 1;
      while (inside(k) && board[at(k)] === 1 - side) k++;
      if (inside(k) && board[at(k)] === side) for (let i = 1; i < k; i++) flips.push(at(i));
    }
    if (board[y * 8 + x] !== -1 || flips.length === 0) return move;
    for (const cell of [...flips, y * 8 + x]) board[cell] = side;
    side = 1 - side;
  }
  return '';
}
test('every named opening of Othello can be played, and has one name', () => {
  const rows = page.othello_openings.othelloOpenings;
  assert.ok(rows.length >= 60);
  for (const [key, names] of rows) {
    assert.equal(firstIllegal(key.match(/../g)), '', `${names[0]} ${key}`);
    assert.ok(key.startsWith('f5') && names.every((name) => name.length > 0), key);
    assert.equal(page.games.viewOf('othello').openingName(key.match(/../g), '')[0], names[0]);
  }
  assert.equal(new Set(rows.map(([key]) => key)).size, rows.length);
  assert.equal(new Set(rows.map(([, names]) => names[0])).size, rows.length);
});
test('castles and strategies of shogi are seen from either side', () => {
  const { castleOf, strategyOf } = page.shogi_openings;
  const seen = [
    ['lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B1R1GSK1/LNSG1G1NL b - 1', 'Half Mino', 'Fourth-File Rook'],
    ['lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPSGPPPPP/1KG4R1/LN5NL b - 1', 'Yagura', 'Static Rook'],
    ['lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B2R2SL/LNSG1G1NK b - 1', 'Anaguma', 'Central Rook'],
    ['lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1BK1G2R1/LNSG2SNL b - 1', 'Boat', 'Static Rook'],
  ];
  for (const [position, castle, strategy] of seen) {
    const [rows] = position.split(' '), turned = [...rows].reverse().map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('');
    assert.deepEqual([castleOf(position, 0)?.[0], strategyOf(position, 0)[0]], [castle, strategy]);
    assert.deepEqual([castleOf(`${turned} b - 1`, 1)?.[0], strategyOf(`${turned} b - 1`, 1)[0]], [castle, strategy]);
    assert.equal(castleOf(position, 1), null);
  }
  const exchanged = 'lnsgk1snl/1r4g2/pppppp1pp/9/9/9/PPPPPP1PP/7R1/LNSGKGSNL b Bb 1';
  assert.equal(strategyOf(exchanged, 0)[0], 'Bishop Exchange');
  assert.equal(strategyOf('lnsgk1snl/1r4gb1/pppppp1pp/6R2/9/9/PPPPPP1PP/1B7/LNSGKGSNL b P 1', 0)[0], 'Side Pawn');
});

/* ---- puzzles ---- */

test('a rating moves by what was expected', () => {
  const { newRating } = page.puzzles;
  assert.equal(newRating(1000, 1000, 1, 30), 1016);
  assert.equal(newRating(1000, 1000, 0, 30), 984);
  assert.equal(newRating(1000, 1000, 0.5, 30), 1000);
  assert.equal(newRating(1000, 1000, 1, 0), 1032);
  assert.ok(newRating(1000, 1400, 1, 30) - 1000 > 16 && newRating(1000, 600, 1, 30) - 1000 < 16);
  assert.equal(newRating(100, 4000, 0, 0), 100);
});
test('puzzles come by kind and difficulty, near the rating, and not twice in a row', () => {
  const { allowed, pick } = page.puzzles;
  const rows = [['a', 'tsume', 3, 700], ['b', 'tsume', 5, 1100], ['c', 'tsume', 5, 1600], ['d', 'other', 5, 1200]];
  const ids = (list) => list.map(([id]) => id).join('');
  assert.equal(ids(allowed(rows, '', 'auto')), 'abcd');
  assert.equal(ids(allowed(rows, 'tsume', 'auto')), 'abc');
  assert.equal(ids(allowed(rows, 'tsume:5', 'hard')), 'c');
  assert.equal(pick([], 'auto', { rating: 1000, recent: [] }, () => 0), null);
  assert.equal(pick(rows, 'auto', { rating: 1580, recent: [] }, () => 0)[0], 'c');
  assert.equal(pick(rows, 'auto', { rating: 1580, recent: ['c'] }, () => 0)[0], 'd');
  assert.equal(pick(rows, 'auto', { rating: 1580, recent: ['a', 'b', 'c', 'd'] }, () => 0)[0], 'c');
});

/* ---- clocks, openings, threats ---- */

test('a clock counts main time, increment and byoyomi', () => {
  const clock = { ...page.clock.newClock({ kind: 'clock', minutes: 1, increment: 2, byoyomi: 10 }, 0), since: 0 };
  assert.deepEqual(page.clock.timeLeft(clock, 0, 5000), { ms: 55000, byoyomi: false });
  assert.deepEqual(page.clock.timeLeft(clock, 1, 5000), { ms: 60000, byoyomi: false });
  page.clock.press(clock, 0, 5000, 5000);
  assert.deepEqual([clock.left, clock.turn, clock.since], [[57000, 60000], 1, 5000]);
  assert.deepEqual(page.clock.timeLeft(clock, 1, 5000 + 63000), { ms: 7000, byoyomi: true });
  assert.ok(page.clock.timeLeft(clock, 1, 5000 + 70001).ms < 0);
  page.clock.press(clock, 1, 63000, 68000);
  assert.deepEqual(page.clock.clockLimits(clock, 1), { time: 2000, increment: 2000, byoyomi: 10000 });
});
test('a reload costs its time, an adjournment does not', () => {
  const clock = { left: [60000, 60000], byoyomi: 0, increment: 0, turn: 0, since: 1000, fallen: null };
  assert.equal(page.clock.timeLeft(page.clock.wake(clock, 5000, 8000), 0, 8000).ms, 53000);
  assert.equal(page.clock.timeLeft(page.clock.wake(clock, 5000, 3605000), 0, 3605000).ms, 56000);
});
test('swap gives the colours to whom they belong', () => {
  const swap = { kind: 'swap2', stage: 'place', opener: 'human', chooser: 'engine' };
  assert.equal(page.openings.advance(swap, 2).stage, 'place');
  const chosen = page.openings.advance(swap, 3);
  assert.deepEqual([chosen.stage, page.openings.swapActor(chosen)], ['choose', 'engine']);
  assert.deepEqual(page.openings.enginesAfter(chosen, 'black'), [true, false]);
  const last = page.openings.advance({ ...chosen, stage: 'more' }, 5);
  assert.deepEqual([last.stage, page.openings.swapActor(last), page.openings.enginesAfter(last, 'black')], ['final', 'human', [false, true]]);
});
test('threats of gomoku: fives and open fours', () => {
  const board = (rules, row) => page.gomoku.parseGomoku(`${rules} ${Array(7).fill('15').join('/')}/${row}/${Array(7).fill('15').join('/')} b 0 0`);
  const found = (rules, row) => page.gomoku.threatCells(board(rules, row)).map(({ cell, side, kind }) => `${cell - 105}${'xo'[side]}${kind}`).sort();
  assert.deepEqual(found('freestyle', '3xxxx8'), ['2x5', '7x5']);
  assert.deepEqual(found('freestyle', '2oxxxx8'), ['7x5']);
  assert.deepEqual(found('freestyle', '3xxx9'), ['2x4', '6x4']);
  assert.deepEqual(found('freestyle', '2oxxx9'), []);
  assert.deepEqual(found('freestyle', '3oo1oo7'), ['5o5']);
  assert.deepEqual(found('standard', '3xxx1xx6'), [], 'six in a row is none');
  assert.deepEqual(found('freestyle', '3xxx1xx6').includes('6x5'), true);
});
test('a level is a limit of nodes, on a clock too; above the last one nothing holds the engine back', () => {
  const levels = [{ nodes: 100, spread: 50 }, { nodes: 200, spread: 0 }], clock = { time: 5000, increment: 0, byoyomi: 0 };
  assert.deepEqual(page.levels.levelLimits(levels, 1, null), { nodes: 100, spread: 50 });
  assert.deepEqual(page.levels.levelLimits(levels, 2, clock), { ...clock, nodes: 200 });
  assert.equal(page.levels.fullLevel(levels), 3);
  assert.deepEqual(page.levels.levelLimits(levels, 3, null), { movetime: 3000 });
  assert.deepEqual(page.levels.levelLimits(levels, 3, clock), clock);
});

/* ---- texts ---- */

const sources = readdirSync(join(web, 'src'), { recursive: true }).filter((name) => /\.tsx?$/.test(name) && name !== 'i18n.ts').map((name) => readFileSync(join(web, 'src', name), 'utf8')).join('\n');
const keys = Object.keys(page.i18n.texts);
test('every text is there in three languages, with the same places for values', () => {
  const places = (text) => [...text.matchAll(/\{\d\}/g)].map(String).sort().join();
  for (const key of keys) {
    for (const text of page.i18n.texts[key]) {
      assert.ok(text && text.trim(), key);
      assert.equal(places(text), places(page.i18n.texts[key][0]), key);
    }
  }
});
test('every text is used', () => {
  const unused = keys.filter((key) => !new RegExp(`['.\`]${key}\\b`).test(sources) && !/^(error_|tour)/.test(key));
  assert.deepEqual(unused, []);
});
test('what the server says is said in the language of the page', () => {
  const { translateProblem } = page.i18n;
  assert.equal(translateProblem('ja', 'bad input', "move 3, 'a1', is not a legal move"), '3手目「a1」は指せません');
  assert.equal(translateProblem('ko', 'io', 'the disk is full'), '디스크 오류: the disk is full');
  assert.equal(translateProblem('en', 'io', 'the disk is full'), 'the disk is full');
});

test('a threat is told in the language of the page, however many moves prevent it', () => {
  const { translateNote } = page.i18n;
  const fours = (rest) => `the opponent threatens to win by fours from j12; ${rest}`, pair = (rest) => `the opponent threatens to take the fifth pair at i10; ${rest}`;
  assert.equal(translateNote('en', fours('1 move prevents it')), fours('1 move prevents it'));
  assert.equal(translateNote('ja', fours('1 move prevents it')), '相手にj12からの四追いあり。防ぎは1手');
  assert.equal(translateNote('ja', fours('no move prevents it')), '相手にj12からの四追いあり。防ぐ手なし');
  assert.equal(translateNote('ko', fours('3 moves prevent it')), '상대에게 j12부터 사 연속 위협. 막는 수 3개');
  assert.equal(translateNote('ja', pair('2 moves prevent it')), '相手にi10で五組目の取りあり。防ぎは2手');
  assert.equal(translateNote('ko', pair('no move prevents it')), '상대에게 i10에서 다섯 번째 쌍 따내기 위협. 막는 수 없음');
});

if (!process.exitCode) console.log(`${count} tests passed`);
