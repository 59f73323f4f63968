/* The npm package in node:  node node.mjs PACKAGE_FOLDER [NATIVE_PROGRAM]
 *
 * Both modules, threaded and single: signatures of all games are those of the native program, dialogues of all protocols,
 * searches as iterators, a stop in the middle, errors that change nothing, the end. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';
import { signatures } from './signatures.mjs';

const [folder, native] = process.argv.slice(2).map((path) => resolve(path));
const { createYomi, Engine, YomiError, unpackWeights } = await import(pathToFileURL(`${folder}/index.js`).href);
const SIGNATURES = signatures(native);
let passed = 0;

async function test(name, run) {
  const begin = Date.now();
  await run();
  passed++;
  console.log(`ok   ${name} (${Date.now() - begin} ms)`);
}

/* Lines as they come, and a way to wait for one. */
function dialogue(yomi) {
  const lines = [];
  let wake = () => undefined;
  yomi.listen((line) => {
    lines.push(line);
    wake();
  });
  return {
    send: (line) => yomi.send(line),
    async until(wanted) {
      const seen = [];
      for (;;) {
        while (lines.length > 0) {
          const line = lines.shift();
          seen.push(line);
          if (line.startsWith(wanted)) return seen;
        }
        await new Promise((go) => (wake = go));
      }
    },
  };
}

async function benches(single) {
  const yomi = await createYomi({ single });
  for (const [game, signature] of Object.entries(SIGNATURES)) {
    await test(`${single ? 'single' : 'threads'}: bench ${game}`, async () => {
      const text = await yomi.bench(game);
      console.log(`     ${game}: ${/nps \d+/.exec(text)?.[0]}`);
      assert.match(text, new RegExp(`\nsignature ${signature}$`));
    });
  }
  await yomi.close();
}

async function usi(single) {
  const yomi = await createYomi({ single, threads: 2 }), talk = dialogue(yomi);
  await yomi.loadWeights('shogi');
  talk.send('usi');
  assert.ok((await talk.until('usiok')).some((line) => line.startsWith('id name Yomi')));
  talk.send(`setoption name Threads value ${yomi.threads}\nsetoption name USI_Hash value 8\nisready`);
  assert.deepEqual((await talk.until('readyok')).filter((line) => line.startsWith('info string')), []);
  talk.send('position startpos moves 7g7f 3c3d\ngo depth 6');
  assert.match((await talk.until('bestmove')).at(-1), /^bestmove \d/);
  for (let i = 0; i < 3; i++) {
    talk.send('go infinite');
    await talk.until('info depth 3');
    const begin = Date.now();
    talk.send('stop');
    await talk.until('bestmove');
    assert.ok(Date.now() - begin < 5000, 'a stop is heard');
  }
  talk.send('go infinite');
  talk.send('isready'); /* natively this ends the search, too */
  talk.send('stop');
  await talk.until('bestmove');
  talk.send('go movetime 200');
  await talk.until('bestmove');
  talk.send('position startpos moves 7g7f 7g7f');
  talk.send('d');
  talk.send('go nodes 100');
  await talk.until('bestmove');
  await yomi.close();
}

async function protocols(single) {
  for (const [first, lines, wanted] of [
    ['nboard 2', ['set depth 4', 'move f5', 'go'], '==='],
    ['START 15', ['BEGIN'], '7,7'],
    ['boardsize 8', ['play b d3', 'genmove w'], '='],
  ]) {
    const yomi = await createYomi({ single }), talk = dialogue(yomi);
    await yomi.loadWeights('othello');
    talk.send(first);
    for (const line of lines) talk.send(line);
    await talk.until(wanted);
    await yomi.close();
  }
  const yomi = await createYomi({ single }), talk = dialogue(yomi);
  talk.send('hello?');
  await talk.until('error: this line begins no protocol');
  await yomi.close();
}

async function engines(single) {
  const engine = await Engine.create('othello', { single });
  assert.equal((await engine.setPosition({ moves: ['f5'] })).legal.length, 3);
  await assert.rejects(engine.setPosition({ moves: ['a1'] }), (error) => error instanceof YomiError && error.message.includes('a1'));
  assert.deepEqual((await engine.position()).legal.length, 3);
  const search = engine.search({ depth: 6 }), depths = [];
  for await (const report of search) if (report.type === 'line') depths.push(report.depth);
  const result = await search.result;
  assert.deepEqual(depths, [...depths].sort((a, b) => a - b));
  assert.ok((await engine.position()).legal.includes(result.best));
  const endless = engine.search();
  let lines = 0;
  for await (const report of endless) if (report.type === 'line' && ++lines === 3) endless.stop();
  assert.ok((await endless.result).best);
  /* A question in the middle of an analysis is answered, and the analysis goes on. */
  const analysis = engine.search({ infinite: true });
  await analysis[Symbol.asyncIterator]().next();
  assert.equal((await engine.position()).side, 1);
  assert.equal((await engine.position()).side, 1);
  analysis.stop();
  assert.ok((await analysis.result).best);
  await assert.rejects(engine.search({}).result, /limits must name/);
  await engine.play(result.best);
  await engine.close();
}

async function weights(single) {
  const yomi = await createYomi({ single }), talk = dialogue(yomi);
  talk.send('usi');
  talk.send('isready'); /* nothing to evaluate with yet: told, not hidden */
  assert.ok((await talk.until('readyok')).some((line) => line.startsWith('info string')));
  const packed = readFileSync(`${folder}/module/shogi.weights`), plain = await unpackWeights(packed);
  assert.match(Buffer.from(plain.subarray(0, 8)).toString(), /^YOMINET[23]$/);
  await assert.rejects(yomi.setWeights('shogi', packed.subarray(0, 1000)));
  await yomi.setWeights('shogi', plain);
  talk.send('isready');
  assert.ok(!(await talk.until('readyok')).some((line) => line.startsWith('info string')));
  talk.send('go depth 3');
  await talk.until('bestmove');
  await yomi.close();
  assert.throws(() => yomi.send('usi'), /closed/);
}

/* As a program: the dialogue of a GUI over pipes. */
async function program(single) {
  const child = spawn(process.execPath, [`${folder}/cli.js`, ...(single ? ['--single'] : [])], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
    if (out.includes('readyok') && !out.includes('bestmove')) child.stdin.write('position startpos\ngo depth 4\n');
    if (out.includes('bestmove')) child.stdin.write('quit\n');
  });
  child.stdin.on('error', () => undefined);
  child.stdin.write('usi\nisready\n');
  const code = await new Promise((done) => child.on('exit', done));
  assert.equal(code, 0);
  assert.match(out, /\nbestmove /);
  const wrong = spawnSync(process.execPath, [`${folder}/cli.js`, '--threads', 'many'], { encoding: 'utf8' });
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /--threads wants a number/);
}

for (const single of [false, true]) {
  const kind = single ? 'single' : 'threads';
  await test(`${kind}: USI, and stops`, () => usi(single));
  await test(`${kind}: NBoard, Gomocup, GTP`, () => protocols(single));
  await test(`${kind}: Engine`, () => engines(single));
  await test(`${kind}: weights`, () => weights(single));
  await test(`${kind}: as a program`, () => program(single));
  if (!process.env.YOMI_QUICK) await benches(single);
}
console.log(`${passed} passed`);
