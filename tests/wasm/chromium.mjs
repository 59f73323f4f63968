/* The module in Chromium:  node chromium.mjs PACKAGE_FOLDER [PROGRAM]
 *
 * From a server that sends the headers of cross-origin isolation (threads), and from one that sends none (one thread, a
 * plain message, and still a stop in the middle of a search). Signatures of all games on both. With PROGRAM also what
 * `yomi site` writes: games, saved games, and a game without the server; and the choice on a page of `yomi serve`. Skipped (77) without
 * Chromium or the packages of web/. YOMI_QUICK=1 leaves out the long benches. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import assert from 'node:assert/strict';
import { signatures } from './signatures.mjs';

const [folder, program] = process.argv.slice(2).map((path) => resolve(path));
const need = createRequire(new URL('../../web/package.json', import.meta.url));
const path = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const skip = (why) => (console.log(`skipped: ${why}`), process.exit(77));
if (!path) skip('no Chromium is installed');
let chromium;
try {
  ({ chromium } = need('playwright-core'));
} catch {
  skip('the test packages are not installed (npm install in web/)');
}
const SIGNATURES = signatures(program);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.json': 'application/json', '.css': 'text/css', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/* A static server that knows nothing of Yomi, below /sub/ as on a host with many pages. */
function serve(root, headers) {
  const server = createServer((request, answer) => {
    const name = new URL(request.url, 'http://x').pathname.replace(/^\/sub\//, '/');
    const file = join(root, name.endsWith('/') ? `${name}index.html` : name);
    if (name === '/test.html') return answer.writeHead(200, { 'content-type': 'text/html', ...headers }).end('<!doctype html><title>test</title>');
    if (!file.startsWith(root) || !existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'max-age=3600', ...headers });
    answer.end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done({ url: `http://127.0.0.1:${server.address().port}/sub/`, stop: () => (server.closeAllConnections(), server.close()) })));
}

const browser = await chromium.launch({ executablePath: path, args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
let passed = 0;
async function test(name, run) {
  const begin = Date.now();
  await run();
  passed++;
  console.log(`ok   ${name} (${Date.now() - begin} ms)`);
}

async function openPage(url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  await context.addInitScript(() => localStorage.setItem('yomi.toured', 'true'));
  const page = await context.newPage(), problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(url);
  return { page, context, problems };
}

/* Milliseconds of processor time that this program's descendants, the browser among them, have used (Linux; else 0). */
function processorTime() {
  if (!existsSync('/proc/self/stat')) return 0;
  const all = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
      all.set(Number(pid), { parent: Number(words[1]), ticks: Number(words[11]) + Number(words[12]) });
    } catch {
      continue; /* it has ended */
    }
  }
  const ours = (pid) => pid === process.pid || (all.has(pid) && ours(all.get(pid).parent));
  return [...all].filter(([pid]) => pid !== process.pid && ours(pid)).reduce((sum, [, { ticks }]) => sum + 10 * ticks, 0);
}

/* In the page: opens an engine and says how long it took. */
const start = (page, options = {}) => page.evaluate(async (given) => {
  const begin = performance.now();
  const { createYomi } = await import(new URL('index.js', document.baseURI).href);
  window.yomi = await createYomi(given);
  await window.yomi.loadWeights('shogi');
  const ready = new Promise((done) => window.yomi.listen((line) => line === 'readyok' && done()));
  window.yomi.send('usi');
  window.yomi.send('isready');
  await ready;
  return { ms: performance.now() - begin, threads: window.yomi.threads, why: window.yomi.why };
}, options);

const searchAndStop = (page) => page.evaluate(async () => {
  const { yomi } = window;
  let best, deep;
  const deeper = new Promise((done) => (deep = done)), ended = new Promise((done) => (best = done));
  const silence = yomi.listen((line) => {
    if (line.startsWith('info depth 5 ')) deep();
    if (line.startsWith('bestmove')) best(line);
  });
  yomi.send('position startpos');
  yomi.send('go infinite');
  await deeper;
  await new Promise((done) => setTimeout(done, 300));
  const begin = performance.now();
  yomi.send('stop');
  const line = await ended;
  silence();
  return { line, ms: performance.now() - begin };
});

async function benches(page, kind) {
  for (const [game, signature] of Object.entries(SIGNATURES)) {
    if (process.env.YOMI_QUICK && (game === 'shogi' || game === 'othello')) continue;
    await test(`${kind}: bench ${game}`, async () => {
      const text = await page.evaluate((name) => window.yomi.bench(name), game);
      console.log(`     ${game}: ${/nps \d+/.exec(text)?.[0]}`);
      assert.match(text, new RegExp(`\nsignature ${signature}$`));
    });
  }
}

async function check(kind, headers, threaded) {
  const server = await serve(folder, headers), { page, problems } = await openPage(`${server.url}test.html`);
  await test(`${kind}: starts`, async () => {
    const first = await start(page, { threads: 2 });
    assert.equal(first.threads, threaded ? 2 : 1);
    assert.equal(first.why === '', threaded, first.why);
    await page.evaluate(() => window.yomi.close());
    await page.reload();
    const used = processorTime(), again = await start(page, { threads: 2 }), spent = processorTime() - used;
    console.log(`     ready after ${first.ms.toFixed(0)} ms, from the cache after ${again.ms.toFixed(0)} ms and ${spent} ms of processor time${first.why ? `; told: ${first.why}` : ''}`);
  });
  await test(`${kind}: a stop is heard`, async () => {
    const { line, ms } = await searchAndStop(page);
    console.log(`     after ${ms.toFixed(0)} ms`);
    assert.match(line, /^bestmove \d/);
    assert.ok(ms < 10_000);
  });
  await test(`${kind}: Engine`, async () => {
    const best = await page.evaluate(async () => {
      const { Engine } = await import(new URL('index.js', document.baseURI).href);
      const engine = await Engine.create('gomoku', { yomi: window.yomi });
      const search = engine.search({ infinite: true });
      let lines = 0, answered = 0;
      for await (const report of search) {
        if (report.type !== 'line') continue;
        if (++lines === 1) answered = (await engine.position()).legal.length; /* while it searches */
        if (lines >= 3) search.stop();
      }
      return { best: (await search.result).best, answered };
    });
    assert.ok(best.best && best.answered > 100, JSON.stringify(best));
  });
  await benches(page, kind);
  assert.deepEqual(problems, []);
  await page.context().close();
  server.stop();
}

/* ---- yomi site ---- */

const plies = (page) => page.locator('.moves > .step').count();
const atLeast = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves > .step').length >= n, count, { timeout: 120_000 });
const usable = (page) => page.waitForSelector('[data-ready=true]', { timeout: 120_000 });

async function startGame(page, game, side) {
  await page.click('[data-action=new]');
  await page.check(`input[name=game][value=${game}]`, { force: true });
  await page.check(`input[name=sides][value=${side}]`, { force: true });
  await page.click('[data-action=start]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector(`[data-board=${game}]`);
}

/* Any legal disc. */
async function playDisc(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('.cell')].some((c) => / legal/.test(c.getAttribute('aria-label'))), null, { timeout: 120_000 });
  const point = await page.$$eval('.cell', (all) => {
    const box = all.find((c) => / legal/.test(c.getAttribute('aria-label'))).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.click(point.x, point.y);
}

async function siteSteps(page) {
  await test('site: Othello against the engine', async () => {
    await startGame(page, 'othello', 'first');
    for (let moves = 0; moves < 3; moves++) {
      const before = await plies(page);
      await playDisc(page);
      await atLeast(page, before + 2);
    }
  });
  await test('site: a game is kept in the browser', async () => {
    await page.waitForSelector('[data-saved=true]', { timeout: 60_000 });
    await page.reload();
    await usable(page);
    const games = await page.evaluate(() => new Promise((done) => {
      const open = indexedDB.open('yomi');
      open.onsuccess = () => (open.result.transaction('games').objectStore('games').count().onsuccess = (event) => done(event.target.result));
    }));
    assert.ok(games >= 1, `${games} games are kept`);
  });
  await test('site: shogi, engine against engine', async () => {
    await startGame(page, 'shogi', 'none');
    await atLeast(page, 4);
    await page.click('[data-action=stop]');
  });
}

async function site() {
  const out = mkdtempSync(join(tmpdir(), 'yomi-site-'));
  const done = spawnSync(program, ['site', out, '--module', join(folder, 'module')], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  const server = await serve(out, {}), { page, problems } = await openPage(server.url);
  await test('site: becomes isolated by its service worker', async () => {
    await page.waitForFunction(() => window.crossOriginIsolated && navigator.serviceWorker.controller, null, { timeout: 120_000 });
    await usable(page);
  });
  await siteSteps(page);
  await test('site: the same without the server', async () => {
    server.stop();
    await page.reload();
    await usable(page);
    await startGame(page, 'othello', 'second'); /* the engine moves first */
    await atLeast(page, 1);
  });
  assert.deepEqual(problems, []);
  rmSync(out, { recursive: true, force: true });
}

/* ---- yomi serve --module ---- */

async function startServer() {
  const data = mkdtempSync(join(tmpdir(), 'yomi-served-'));
  const server = spawn(program, ['serve', '--port', '0', '--data', data, '--hash', '8', '--module', join(folder, 'module')]);
  const kill = () => server.kill('SIGKILL'), ended = new Promise((done) => server.once('exit', done));
  process.on('exit', kill); /* also when a step below throws */
  const url = await new Promise((done, fail) => {
    server.stdout.once('data', (text) => done(/http:\S+/.exec(String(text))[0]));
    server.once('exit', () => fail(new Error('the server did not start')));
  });
  return { url, stop: async () => (server.kill('SIGTERM'), await ended, rmSync(data, { recursive: true, force: true })) };
}

async function served() {
  const server = await startServer(), { page, problems } = await openPage(server.url);
  await test('served: the engine is on this computer, and can be had in the browser', async () => {
    await usable(page);
    assert.equal(page.workers().length, 0);
    await page.click('[data-action=settings]');
    assert.ok(await page.isChecked('input[name=engine-place][value=server]'));
    await Promise.all([page.waitForEvent('load'), page.$eval('input[name=engine-place][value=browser]', (choice) => choice.click())]);
    await usable(page);
    assert.ok(page.workers().length > 0, 'no worker runs');
  });
  await test('served: a game in the browser goes on without the server', async () => {
    await startGame(page, 'othello', 'first');
    await playDisc(page);
    await atLeast(page, 2);
    await server.stop();
    await playDisc(page);
    await atLeast(page, 4);
  });
  assert.deepEqual(problems, []);
  await page.context().close();
}

try {
  await check('isolated', ISOLATED, true);
  await check('plain', {}, false);
  if (program) await site();
  if (program) await served();
  console.log(`${passed} passed`);
} catch (error) {
  console.log(`FAILED: ${error.stack}`);
  process.exit(1);
} finally {
  await browser.close();
}
