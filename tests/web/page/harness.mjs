/* What every topic of the browser test uses: a server, a browser, and hands for the page. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const [program, shots] = process.argv.slice(2);
const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const need = createRequire(new URL('../../../web/package.json', import.meta.url));
const skip = (why) => {
  console.log(`skipped: ${why}`);
  process.exit(77);
};
if (!browserPath) skip('no Chromium is installed');
let chromium, AxeBuilder;
try {
  ({ chromium } = need('playwright-core'));
  AxeBuilder = need('@axe-core/playwright').default;
} catch {
  skip('the test packages are not installed (npm install in web/)');
}

/* A server of its own, with its own store. `stop` returns its exit code. */
export async function serve(...options) {
  const data = mkdtempSync(join(tmpdir(), 'yomi-page-'));
  const server = spawn(program, ['serve', '--port', '0', '--data', data, '--hash', '8', '--engines', '2', ...options]);
  const kill = () => server.kill('SIGKILL');
  process.on('exit', kill); /* also when a step below throws */
  const ended = new Promise((resolve) => server.once('exit', (code) => resolve(code)));
  const url = await new Promise((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(String(text).split(/\s+/)[3]));
    server.once('exit', () => reject(new Error('the server did not start')));
  });
  const stop = async () => {
    server.kill('SIGTERM');
    const code = await ended;
    process.off('exit', kill);
    rmSync(data, { recursive: true, force: true });
    return code;
  };
  return { url, stop };
}

/* A name that is not this machine's loopback, so that the address is an insecure one for the browser. */
export const plainHost = 'yomi.test';
export const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`],
});
export const main = await serve('--allow-host', plainHost);

export const counted = { checks: 0 };
export function check(what, truth, detail = '') {
  counted.checks++;
  if (!truth) throw new Error(`${what} ${detail}`);
}
export const problems = [];
/* The browser's own remark about any plain address; nothing that the page could change. */
const ofThePage = (text) => !/Cross-Origin-Opener-Policy header has been ignored/.test(text);
export function watchErrors(page) {
  page.setDefaultTimeout(30000);
  page.on('console', (message) => message.type() === 'error' && ofThePage(message.text()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return page;
}
export async function newPage(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  await context.addInitScript(() => { if (location.protocol === 'http:') localStorage.setItem('yomi.toured', 'true'); });
  return watchErrors(await context.newPage());
}
export async function open(page, hash = '', url = main.url) {
  const begin = Date.now();
  await page.goto(url + hash);
  await page.waitForSelector('[data-ready=true]');
  return Date.now() - begin;
}
export const plies = (page) => page.locator('.moves > .step').count();
export const hasPlies = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves > .step').length === n, count);
export const here = (page) => page.$eval('.graph', (e) => Number(e.getAttribute('aria-valuenow')));
export const settled = (page) => page.waitForSelector('[data-thinking=no]');
export const saved = (page) => page.waitForSelector('[data-saved=true]');
export const status = (page) => page.locator('.status p').first().textContent();
export const yourMove = (page) => page.waitForFunction(() => document.querySelector('.status p').textContent === 'Your move');
export const shot = async (page, name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });

/* Cells whose label passes the test, as points on the screen. */
export const cells = (page, pattern) =>
  page.$$eval('.cell', (all, text) => all.filter((c) => new RegExp(text).test(c.getAttribute('aria-label'))).map((c) => {
    const box = c.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }), pattern);
export const click = (page, point) => page.mouse.click(point.x, point.y);
export const any = (list) => list[Math.floor(Math.random() * list.length)];

export async function startGame(page, game, level, side = 'first') {
  await page.click('[data-action=new]');
  await page.check(`input[name=game][value=${game}]`, { force: true });
  await page.locator('.dialog input[type=range]').first().fill(String(level));
  await page.check(`input[name=sides][value=${side}]`, { force: true });
  await page.click('[data-action=start]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector(`[data-board=${game}]`);
}

/* One move by clicks, at random, once the server has said what is legal. Returns false when there is none. */
export async function moveByClicks(page, game) {
  await page.waitForSelector('[data-ready=true]');
  if (await page.locator('[data-action=pass]').count()) {
    await page.click('[data-action=pass]');
    return true;
  }
  if (game === 'othello' || game === 'gomoku') {
    const open = await cells(page, game === 'othello' ? ' legal' : ' empty');
    if (open.length === 0) return false;
    /* near the middle, so that gomoku games end */
    const box = await page.locator('svg.board').boundingBox();
    const mid = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    open.sort((a, b) => Math.hypot(a.x - mid.x, a.y - mid.y) - Math.hypot(b.x - mid.x, b.y - mid.y));
    await click(page, game === 'othello' ? any(open) : any(open.slice(0, 12)));
    return true;
  }
  const own = [...(await cells(page, game === 'gote' ? 'Gote' : 'Sente')), ...(await page.$$eval('.in-hand.mine', (all) => all.map((e) => {
    const box = e.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  })))];
  for (let tries = 0; tries < 60; tries++) {
    await click(page, any(own));
    const targets = await cells(page, ' legal$');
    const captures = await page.$$eval('rect[stroke="#0a7d5a"]', (all) => all.map((c) => {
      const box = c.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }));
    const all = captures.length > 0 ? captures : targets;
    if (all.length === 0) continue;
    await click(page, any(all));
    if (await page.locator('.promotion').count()) await page.click('[data-promote=true]');
    return true;
  }
  return false;
}

export async function newGame(page, game, fill) {
  await page.click('[data-action=new]');
  await page.check(`input[name=game][value=${game}]`, { force: true });
  await fill();
  await page.click('[data-action=start]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector(`[data-board=${game}]`);
}

export async function openText(page, text) {
  await page.click('[data-action=open]');
  await page.locator('.dialog textarea').fill(text);
  await page.click('[data-action=open-text]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector('[data-ready=true]');
}

export async function accessible(page, what) {
  const found = (await new AxeBuilder({ page }).analyze()).violations;
  check(`${what}: accessible`, found.length === 0, JSON.stringify(found.map((v) => [v.id, v.nodes.slice(0, 2).map((n) => n.html.slice(0, 160))])));
}

/* A page between which and the server somebody stands who may change what the server says. */
export async function tamperedPage(change, options = {}) {
  const page = await newPage(options);
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      const changed = change(JSON.parse(message), (extra) => ws.send(JSON.stringify(extra)));
      if (changed) ws.send(JSON.stringify(changed));
    });
  });
  return page;
}

export const records = {
  shogi: [
    ['KIF', '# KIF\n手合割：平手\n先手：Aoi\n後手：Ken\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*good\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打\n   6 投了\n', 5],
    ['CSA', "V2.2\nN+Aoi\nN-Ken\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0045KA\n%TORYO\n", 5],
    ['USI', 'position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e', 5],
    ['SFEN', '4k4/9/4P4/9/9/9/9/9/4K4 b G 1', 0],
  ],
  othello: [
    ['transcript', 'f5d6c3d3c4f4f6f3e6e7', 10],
    ['GGF', '(;GM[Othello]PC[Test]PB[Aoi]PW[Ken]RE[+2]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//1.2]W[D6]B[C3];)', 3],
    ['OBF', '---------------------------OX------XO--------------------------- X; F5:+0;', 0],
  ],
  gomoku: [
    ['SGF', '(;GM[4]SZ[15]RU[freestyle]PB[Aoi]PW[Ken];B[hh];W[hg]C[a note];B[ii](;W[gg])(;W[jj]))', 4],
    ['PSQ', 'Piskvorky 15x15, 11:11, 0\n8,8,100\n8,7,120\n9,9,80\na\nb\n-1\n', 3],
  ],
};

