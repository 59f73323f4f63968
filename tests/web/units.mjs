/* The parts of the page that need no browser: records, notation, clocks, texts.  node units.mjs
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
const modules = ['clock', 'gomoku', 'i18n', 'levels', 'openings', 'othello', 'record_tree', 'records', 'shogi', 'shogi_notation', 'shogi_records'];
writeFileSync(join(folder, 'all.ts'), modules.map((name) => `export * as ${name} from '${join(web, 'src', name)}';`).join('\n'));
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

/* ---- records ---- */

/* A tree with nested variations, comments and times: 1-2-3-4, 2' 3', 3'' 4'' and 4'''. */
const node = (move, comment, ms, ...children) => ({ move, comment, ms, children });
const bare = (tree, keep) => ({ move: tree.move, comment: keep.comments ? tree.comment : '', ms: keep.times ? tree.ms : 0, children: tree.children.map((child) => bare(child, keep)) });
const shogiTree = node('', 'before', 0,
  node('7g7f', 'a\nb', 5000,
    node('3c3d', '', 61000, node('2g2f', '', 0, node('8c8d', 'end', 0), node('4c4d', '', 0)), node('8h2b+', 'trade', 0, node('3a2b', '', 0))),
    node('8c8d', '', 0, node('2g2f', '', 0, node('8d8e', '', 0)))),
  node('2g2f', 'other', 0));
const gomokuTree = node('', 'before ] \\ end', 0,
  node('h8', '', 0, node('i9', 'x', 0, node('i8', '', 0, node('g9', '', 0), node('g7', '', 0))), node('h9', '', 0, node('g7', 'y\nz', 0))),
  node('j10', '', 0));
const firstLine = (root) => page.record_tree.allLines(root)[0];
const written = (start, root, result = '1-0') => ({ start, root, line: firstLine(root), names: ['Aoi', 'Ken'], result });

test('KIF keeps variations, comments and times', () => {
  const read = page.records.openRecord(page.shogi_records.writeKif(written(page.shogi.startSfen, shogiTree, '0-1')));
  assert.equal(read.game, 'shogi');
  assert.deepEqual(bare(read.root, { comments: true, times: true }), shogiTree);
  assert.deepEqual([read.names, read.result, read.start], [['Aoi', 'Ken'], '0-1', null]);
});
test('SGF keeps variations and comments', () => {
  const start = `freestyle ${Array(15).fill('15').join('/')} b 0 0`;
  const read = page.records.openRecord(page.gomoku.writeSgf(written(start, gomokuTree)));
  assert.deepEqual(bare(read.root, { comments: true }), gomokuTree);
  assert.deepEqual([read.result, read.options], ['1-0', { Rule: 'freestyle', BoardSize: 15 }]);
});
test('SGF keeps stones that were set up', () => {
  const start = `renju 15/15/15/15/15/15/15/7xo6/8x6/15/15/15/15/15/15 w 0 0`;
  assert.equal(page.records.openRecord(page.gomoku.writeSgf(written(start, node('', '', 0)))).start, start);
});
test('every handicap and any diagram survives KIF and CSA', () => {
  const starts = [...page.shogi.handicaps.map(([, sfen]) => sfen), 'l3k4/4+P4/9/9/9/9/9/9/4K3L w R2B4G2S2N15Pr2s2n2l2p 1', '4k4/9/4P4/9/9/9/9/9/4K4 b G 1'];
  for (const start of starts) {
    const record = { ...written(start, node('', '', 0), ''), line: [] };
    for (const write of [page.shogi_records.writeKif, page.shogi_records.writeCsa, page.shogi_records.writeUsi]) {
      assert.equal(page.records.openRecord(write(record)).start, start, write(record));
    }
  }
});
test('the main line survives CSA, USI, PSQ and GGF with its times', () => {
  const line = (text) => firstLine(page.records.openRecord(text).root).map(({ move, ms }) => [move, ms]);
  const shogi = written(page.shogi.startSfen, shogiTree, '1-0');
  assert.deepEqual(line(page.shogi_records.writeCsa(shogi)), [['7g7f', 5000], ['3c3d', 61000], ['2g2f', 0], ['8c8d', 0]]);
  assert.deepEqual(line(page.shogi_records.writeUsi(shogi)).map(([move]) => move), ['7g7f', '3c3d', '2g2f', '8c8d']);
  const stones = node('', '', 0, node('h8', '', 1234, node('i9', '', 7, node('a15', '', 0))));
  assert.deepEqual(line(page.gomoku.writePsq(written(`freestyle ${Array(15).fill('15').join('/')} b 0 0`, stones))), [['h8', 1234], ['i9', 7], ['a15', 0]]);
  const discs = node('', '', 0, node('f5', '', 1500, node('d6', '', 250, node('c3', '', 0))));
  assert.deepEqual(line(page.othello.writeGgf(written(page.othello.othelloStart, discs))), [['f5', 1500], ['d6', 250], ['c3', 0]]);
});
test('a record that is too long or no record is refused', () => {
  assert.throws(() => page.records.openRecord('position startpos moves ' + '7g7f '.repeat(2000)));
  for (const text of ['', 'hello', '{"a":1}', '1. e4 e5', '<svg/>']) assert.throws(() => page.records.openRecord(text), text);
});
test('forbidden bytes do not hang the readers', () => {
  for (const text of ['(;' + '('.repeat(5000), '(;C[' + '\\'.repeat(9999), 'V2\n' + '+'.repeat(9999), '手合割：平手\n' + '1 '.repeat(9999)]) {
    const begin = Date.now();
    try {
      page.records.openRecord(text);
    } catch {
      /* refusing is fine */
    }
    assert.ok(Date.now() - begin < 1000, text.slice(0, 20));
  }
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
  const clock = { left: [60000, 60000], byoyomi: 0, increment: 0, turn: 0, since: 1000 };
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
test('a weak level takes better lines more often', () => {
  const lines = [[100, 'a'], [80, 'b'], [-400, 'c']].map(([score, move], i) => ({ line: i + 1, depth: 3, score, win: 0, pv: [move] }));
  const tally = { a: 0, b: 0, c: 0 };
  for (let i = 0; i < 4000; i++) tally[page.levels.pickLine(lines, 100)]++;
  assert.ok(tally.a > tally.b && tally.b > tally.c * 20, JSON.stringify(tally));
});

/* ---- texts ---- */

const sources = readdirSync(join(web, 'src')).filter((name) => /\.tsx?$/.test(name) && name !== 'i18n.ts').map((name) => readFileSync(join(web, 'src', name), 'utf8')).join('\n');
const keys = Object.keys(page.i18n.english);
test('every text is there in three languages, with the same places for values', () => {
  const places = (text) => [...text.matchAll(/\{\d\}/g)].map(String).sort().join();
  for (const key of keys) {
    for (const [language] of page.i18n.languages) {
      const text = page.i18n.translate(language, key);
      assert.ok(text && text.trim(), `${language} ${key}`);
      assert.equal(places(text), places(page.i18n.english[key]), `${language} ${key}`);
    }
    if (/[a-z]{4}/.test(page.i18n.english[key])) assert.notEqual(page.i18n.translate('ko', key), page.i18n.english[key], key);
  }
});
test('no text is left over', () => {
  const shogiNames = page.shogi.handicaps.map(([name]) => name);
  const unused = keys.filter((key) => !new RegExp(`['"]${key}['"]`).test(sources) && !shogiNames.includes(key));
  assert.deepEqual(unused, []);
});

if (!process.exitCode) console.log(`${count} tests passed`);
