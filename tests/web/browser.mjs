/* The page in a real browser:  [YOMI_GAMES="shogi othello"] node browser.mjs PROGRAM [SCREENSHOT_FOLDER]
 *
 * Plays, analyses, opens, saves and finds again, for every game that the program has. Needs Chromium and, in web/, the
 * packages of package.json (npm install). Without them it says so and returns 77, which CTest counts as skipped. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, shots] = process.argv.slice(2);
const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const need = createRequire(new URL('../../web/package.json', import.meta.url));
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

const data = mkdtempSync(join(tmpdir(), 'yomi-page-'));
const server = spawn(program, ['serve', '--port', '0', '--data', data, '--hash', '8', '--engines', '2']);
process.on('exit', () => server.kill('SIGKILL')); /* also when a step below throws */
const ended = new Promise((resolve) => server.once('exit', (code) => resolve(code)));
const url = await new Promise((resolve, reject) => {
  server.stdout.once('data', (text) => resolve(String(text).split(/\s+/)[3]));
  server.once('exit', () => reject(new Error('the server did not start')));
});
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

let checks = 0;
function check(what, truth, detail = '') {
  checks++;
  if (!truth) throw new Error(`${what} ${detail}`);
}
const problems = [];
async function newPage(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30000);
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return page;
}
async function open(page, hash = '') {
  const begin = Date.now();
  await page.goto(url + hash);
  await page.waitForSelector('[data-ready=true]');
  return Date.now() - begin;
}
const plies = (page) => page.locator('.moves > .step').count();
const settled = (page) => page.waitForSelector('[data-thinking=no]');
const status = (page) => page.locator('.status p').first().textContent();
const shot = async (page, name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });

/* Cells whose label passes the test, as points on the screen. */
const cells = (page, pattern) =>
  page.$$eval('.cell', (all, text) => all.filter((c) => new RegExp(text).test(c.getAttribute('aria-label'))).map((c) => {
    const box = c.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }), pattern);
const click = (page, point) => page.mouse.click(point.x, point.y);
const any = (list) => list[Math.floor(Math.random() * list.length)];

async function startGame(page, game, level, side = 'first') {
  await page.click('[data-action=new]');
  await page.check(`input[name=game][value=${game}]`, { force: true });
  await page.locator('.dialog input[type=range]').first().fill(String(level));
  await page.check(`input[name=sides][value=${side}]`, { force: true });
  await page.click('[data-action=start]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector(`[data-board=${game}]`);
}

/* One move by clicks, at random. Returns false when there is none. */
async function moveByClicks(page, game) {
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

async function playWholeGame(page, game) {
  await startGame(page, game, game === 'gomoku' ? 5 : 3);
  let count = 0;
  const limit = game === 'shogi' ? 60 : 250;
  while (count < limit) {
    await page.waitForFunction(() => document.querySelector('.page').dataset.thinking === 'no' && document.querySelector('[data-action=ask-resign]') === null || document.querySelector('.status p').textContent === 'Your move');
    if ((await page.locator('[data-action=ask-resign]').count()) === 0) break;
    const before = await plies(page);
    if (!(await moveByClicks(page, game))) break;
    await page.waitForFunction((n) => document.querySelectorAll('.moves > .step').length > n || !document.querySelector('[data-action=ask-resign]'), before).catch(() => undefined);
    count++;
  }
  if (await page.locator('[data-action=ask-resign]').count()) {
    await page.click('[data-action=ask-resign]');
    await page.click('[data-action=resign]');
  }
  const end = await status(page);
  check(`${game}: the game ends`, /wins|Draw/.test(end), end);
  return `${await plies(page)} plies, ${end}`;
}

async function undoHintAnalyse(page, game) {
  await startGame(page, game, 3);
  await moveByClicks(page, game);
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 2);
  await settled(page);
  await page.click('[data-action=undo]');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 0);
  const begin = await page.locator('svg.board').innerHTML();
  await page.click('[data-action=hint]');
  await page.waitForFunction((old) => document.querySelector('.page').dataset.thinking === 'no' && document.querySelector('svg.board').innerHTML !== old, begin);
  await page.click('[data-action=analyse]');
  await page.waitForSelector('.lines li');
  await page.waitForTimeout(700);
  const depth = Number(/Depth (\d+)/.exec(await page.locator('.lines small').textContent())?.[1]);
  check(`${game}: the analysis goes deep`, depth >= 3, String(depth));
  await page.click('[data-action=analyse]');
  await settled(page);
}

const records = {
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

async function openText(page, text) {
  await page.click('[data-action=open]');
  await page.locator('.dialog textarea').fill(text);
  await page.click('[data-action=open-text]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector('[data-ready=true]');
}

async function readRecords(page, game) {
  for (const [format, text, expected] of records[game]) {
    await openText(page, text);
    check(`${game}: ${format} has its moves`, (await plies(page)) === expected, String(await plies(page)));
    await page.click('[data-action=export]');
    const choices = await page.locator('.dialog .segments label').count();
    const texts = [];
    for (let i = 0; i < choices; i++) {
      await page.locator('.dialog .segments label').nth(i).click();
      texts.push(await page.locator('.dialog textarea').inputValue());
    }
    const position = await page.locator('[data-export=position]').inputValue();
    await page.keyboard.press('Escape');
    for (const written of expected > 0 ? texts : [position]) {
      await openText(page, written);
      check(`${game}: what ${format} became is read again`, (await plies(page)) === expected, written);
      await page.click('[data-action=export]');
      const again = await page.locator('[data-export=position]').inputValue();
      check(`${game}: the position is the same`, again === position, `${again} != ${position}\n${written}`);
      await page.keyboard.press('Escape');
    }
  }
  await openText(page, records[game][0][1]);
  await page.click('[data-action=analyse-game]');
  await page.waitForSelector('[data-thinking=no]', { timeout: 30000 });
  check(`${game}: the graph has every move`, (await page.locator('.graph-point').count()) === records[game][0][2] + 1);
  await page.locator('.graph').click({ position: { x: 5, y: 20 } });
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '1');
}

async function saveAndFindAgain(page, game) {
  await page.locator('input.title').fill(`Kept ${game}`);
  await page.locator('input.title').press('Enter');
  await page.locator('.node-tools textarea').fill('a comment');
  await page.locator('.node-tools textarea').blur();
  await page.click('[data-action=save]');
  await page.waitForSelector('.notice');
  const count = await plies(page);
  await page.goto('about:blank');
  await open(page);
  check(`${game}: the game is there after a reload`, (await page.locator('input.title').inputValue()) === `Kept ${game}` && (await plies(page)) === count);
  check(`${game}: the comment too`, (await page.locator('.node-tools textarea').inputValue()) === 'a comment');
  await page.click('[data-action=library]');
  await page.locator('.dialog input[type=search]').fill(`kept ${game}`);
  await page.waitForFunction(() => document.querySelectorAll('.library li').length === 1);
  await page.locator('.library .open').click();
  await page.waitForSelector('.dialog', { state: 'detached' });
}

/* From the cell that has the focus to another, by arrow keys. */
async function walk(page, columns, target) {
  let at = Number(await page.evaluate(() => document.activeElement.dataset.cell));
  for (; Math.floor(at / columns) > Math.floor(target / columns); at -= columns) await page.keyboard.press('ArrowUp');
  for (; Math.floor(at / columns) < Math.floor(target / columns); at += columns) await page.keyboard.press('ArrowDown');
  for (; at % columns > target % columns; at--) await page.keyboard.press('ArrowLeft');
  for (; at % columns < target % columns; at++) await page.keyboard.press('ArrowRight');
}

async function keyboard(page, game) {
  await startGame(page, game, 1, 'both');
  await page.locator('.cell[tabindex="0"]').focus();
  if (game === 'othello') {
    await walk(page, 8, Number((await page.$$eval('.cell', (all) => all.filter((c) => / legal/.test(c.getAttribute('aria-label'))).map((c) => c.dataset.cell)))[0]));
  } else if (game === 'shogi') {
    await walk(page, 9, 6 * 9 + 4);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 1);
  check(`${game}: the keyboard stays on the board`, await page.evaluate(() => document.activeElement.getAttribute('role') === 'gridcell'));
  await page.locator('.graph').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.graph').getAttribute('aria-valuenow') === '0');
}

async function watch(page, game) {
  await startGame(page, game, 2, 'none');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 4);
  const reports = await page.$$eval('[data-report]', (all) => all.map((e) => /Depth \d/.test(e.textContent) && e.querySelector('.score') !== null));
  check(`${game}: both engines report`, reports.length === 2 && reports.some(Boolean), JSON.stringify(reports));
  await page.click('[data-action=stop]');
  await settled(page);
}

/* ---- clocks ---- */

async function newGame(page, game, fill) {
  await page.click('[data-action=new]');
  await page.check(`input[name=game][value=${game}]`, { force: true });
  await fill();
  await page.click('[data-action=start]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector(`[data-board=${game}]`);
}
const clockOf = (page, side) => page.$eval(`.player[data-side="${side}"] .clock`, (e) => e.textContent);
const seconds = (text) => { const [minutes, rest] = text.replace(/[^\d:]/g, '').split(':').map(Number); return minutes * 60 + rest; };

async function withClock(page, minutes, increment, byoyomi, sides = 'first') {
  await newGame(page, 'othello', async () => {
    await page.selectOption('.dialog select[name=opening]', 'free');
    await page.check(`input[name=sides][value=${sides}]`, { force: true });
    await page.check('input[name=time][value=clock]', { force: true });
    for (const [name, value] of Object.entries({ minutes, increment, byoyomi })) await page.fill(`.dialog input[name=${name}]`, String(value));
  });
}

async function clocks(page) {
  await withClock(page, 1, 3, 0);
  await page.waitForTimeout(1300);
  const before = seconds(await clockOf(page, 0));
  check('the clock of the side to move runs', before < 60 && before >= 50, String(before));
  check('the other one does not', (await clockOf(page, 1)) === '1:00');
  await moveByClicks(page, 'othello');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 2);
  check('the increment is added', seconds(await clockOf(page, 0)) > before, await clockOf(page, 0));
  check('the engine thought on its own clock', seconds(await clockOf(page, 1)) > 40 && seconds(await clockOf(page, 1)) < 63, await clockOf(page, 1));
  const engine = seconds(await clockOf(page, 1)), mine = seconds(await clockOf(page, 0));
  await page.waitForFunction(() => !document.querySelector('[data-action=save]').textContent.includes('•'));
  await page.reload();
  await page.waitForSelector('[data-ready=true]');
  check('the clocks are there after a reload', seconds(await clockOf(page, 1)) === engine && seconds(await clockOf(page, 0)) <= mine && seconds(await clockOf(page, 0)) > mine - 20);
  await page.waitForFunction(() => document.querySelector('.status p').textContent === 'Your move');
  await moveByClicks(page, 'othello');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 4);
  await withClock(page, 0, 0, 1);
  await page.waitForFunction(() => /White wins \(time\)/.test(document.querySelector('.status').textContent));
  check('a flag that falls ends the game', (await page.locator('[data-action=ask-resign]').count()) === 0);
  await withClock(page, 0, 0, 2, 'none');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 3 || !document.querySelector('[data-action=stop]'));
  check('the engine keeps its byoyomi', !/time/.test(await page.locator('.status').textContent()));
  await page.click('[data-action=stop]');
}

/* ---- opening rules ---- */

async function openings(page, games) {
  if (games.includes('shogi')) {
    await newGame(page, 'shogi', async () => {
      await page.check('input[name=time][value=level]', { force: true });
      await page.locator('.dialog input[type=range]').first().fill('1');
      await page.check('input[name=sides][value=first]', { force: true });
      await page.selectOption('.dialog select[name=handicap]', { label: 'Two pieces' });
    });
    await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 1);
    check('handicap: White begins', (await page.locator('[data-board=shogi] [aria-label*="Gote"].cell').count()) === 18);
  }
  if (games.includes('othello')) {
    await newGame(page, 'othello', async () => {
      await page.check('input[name=sides][value=both]', { force: true });
      await page.selectOption('.dialog select[name=opening]', 'balanced');
    });
    await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 8);
  }
  if (!games.includes('gomoku')) return;
  const swap = (kind, side) => newGame(page, 'gomoku', async () => {
    await page.check(`input[name=sides][value=${side}]`, { force: true });
    await page.selectOption('.dialog select[name=rule]', 'freestyle');
    await page.selectOption('.dialog select[name=opening]', kind);
  });
  const settle = (stones) => page.waitForFunction((n) => document.querySelectorAll('.moves > .step').length === n, stones);
  await swap('swap2', 'second'); /* the engine sets three, I set two more, the engine chooses */
  await page.waitForSelector('[data-swap=more]');
  await settle(3);
  await page.click('[data-swap=more]');
  for (let stones = 4; stones <= 5; stones++) {
    await moveByClicks(page, 'gomoku');
    await page.waitForFunction((n) => document.querySelectorAll('.moves > .step').length >= n, stones);
  }
  await page.waitForFunction(() => /Your move/.test(document.querySelector('.status').textContent) && document.querySelector('.player small').textContent);
  check('swap2: the colours are given', /^Yomi.*,You$/.test(await page.$$eval('.player .name small', (all) => all.map((e) => e.textContent).sort().join())));
  await swap('swap', 'both');
  for (let stones = 1; stones <= 3; stones++) {
    await moveByClicks(page, 'gomoku');
    await settle(stones);
  }
  check('swap: no third choice', (await page.locator('[data-swap]').count()) === 2);
  await page.click('[data-swap=white]');
  await page.waitForFunction(() => document.querySelector('.status p').textContent === 'Your move');
}

/* ---- boards under the hand ---- */

async function dragAndDrop(page) {
  await startGame(page, 'shogi', 1, 'both');
  const at = (name) => page.$eval(`.cell[aria-label^="${name} "]`, (c) => { const box = c.getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; });
  const drag = async (from, to) => {
    const a = await at(from), b = await at(to);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
    await page.mouse.move(b.x, b.y);
    await page.mouse.up();
  };
  await drag('7g', '7f');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 1);
  await drag('3c', '3e');
  await page.waitForTimeout(150);
  check('an impossible drag moves nothing', (await plies(page)) === 1);
  await drag('3c', '3d');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 2);
  await drag('8h', '2b');
  await page.click('[data-promote=true]');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 3);
  check('a capture is in the hand', (await page.locator('[data-hand="0B"]').count()) === 1);
}

/* A file dropped on the page, text that is pasted. */
async function dropAndPaste(page) {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['f5d6c3'], 'game.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector('.drop');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['f5d6c3'], 'game.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 3 && !document.querySelector('.drop'));
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'f5d6c3d3');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 4);
}

/* KIF files of other programs are in Shift JIS. */
async function shiftJis(page) {
  const kif = Buffer.from('8ee88d878a84814695bd8ee80a90e68ee8814688a80a8ce38ee881468c920a8ee890942d2d2d2d8e778ee82d2d2d2d2d2d2d2d2d8fc194ef8e9e8ad42d2d0a20202031208256985a95e0283737292020202820303a30352f290a202020322082528e6c95e0283333290a', 'hex');
  await page.click('[data-action=open]');
  await page.setInputFiles('.dialog input[type=file]', { name: 'game.kif', mimeType: 'text/plain', buffer: kif });
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 2);
  check('Shift JIS', (await page.locator('.player .name small').first().textContent()) === '健');
}

async function accessible(page, what) {
  const found = (await new AxeBuilder({ page }).analyze()).violations;
  check(`${what}: accessible`, found.length === 0, JSON.stringify(found.map((v) => [v.id, v.nodes.slice(0, 2).map((n) => n.html.slice(0, 160))])));
}

/* Every dialog, in dark colours: contrast, roles, names. */
async function darkDialogs() {
  const page = await newPage({ colorScheme: 'dark' });
  await open(page, '#othello');
  for (const dialog of ['new', 'open', 'library', 'export', 'settings']) {
    await page.click(`[data-action=${dialog}]`);
    await page.waitForSelector('.dialog');
    await accessible(page, `dark ${dialog}`);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.dialog', { state: 'detached' });
  }
  await openText(page, 'f5d6c3');
  await page.click('[data-action=analyse-game]');
  await page.waitForSelector('progress');
  await settled(page);
  await accessible(page, 'dark analysis');
  await page.context().close();
}

/* A game is deleted by a second click only. */
async function deletion(page) {
  await page.click('[data-action=library]');
  await page.waitForSelector('.library li');
  const total = async () => Number(/of (\d+)/.exec(await page.locator('.dialog > .help').last().textContent())[1]);
  const before = await total();
  await page.locator('.library li button').nth(1).click();
  check('one click deletes nothing', (await total()) === before);
  await page.locator('.library li button.danger').click();
  await page.waitForFunction((n) => new RegExp(`of ${n - 1}\\b`).test(document.querySelector('.dialog').textContent), before);
  await page.keyboard.press('Escape');
}

async function pictures(page, game) {
  await openText(page, records[game][0][1]);
  for (const kind of ['svg', 'png']) {
    await page.click('[data-action=export]');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`[data-action=${kind}]`)]);
    const bytes = readFileSync(await file.path());
    if (kind === 'svg') check(`${game}: SVG`, bytes.toString().startsWith('<svg') && bytes.toString().includes('viewBox') && !/class="cell"/.test(bytes.toString()));
    else check(`${game}: PNG`, bytes.subarray(1, 4).toString() === 'PNG' && bytes.readUInt32BE(16) >= 800 && bytes.length > 20_000, `${bytes.readUInt32BE(16)} ${bytes.length}`);
    await page.keyboard.press('Escape');
  }
}

/* ---- analysis ---- */

async function variations(page, game) {
  const [text, ply] = { shogi: [records.shogi[0][1], 5], othello: ['f5d6c3', 3], gomoku: [records.gomoku[0][1], 4] }[game];
  await openText(page, text);
  await page.click('[data-action=analyse]');
  await page.waitForSelector('.lines .pv-move');
  await page.locator('.lines li').first().locator('.pv-move').nth(1).click();
  await page.waitForFunction((n) => Number(document.querySelector('.move.here')?.dataset.ply) === n + 2, ply);
  await page.click('[data-action=analyse]');
  await settled(page);
  for (let tries = 0; tries < 8 && (await page.locator('.branch .move.here[data-ply="2"]').count()) === 0; tries++) { /* chance may find the move that is there */
    await page.locator('.move[data-ply="1"]').first().click();
    await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '1');
    await moveByClicks(page, game === 'shogi' ? 'gote' : game);
    await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '2');
  }
  check(`${game}: another move is a variation`, (await page.locator('.branch .move.here').count()) === 1);
  await page.click('[data-action=make-main]');
  await page.waitForFunction(() => !document.querySelector('.branch .move.here'));
}

async function threats(page) {
  await openText(page, '(;GM[4]SZ[15]RU[freestyle];B[hh];W[aa];B[ih];W[ac];B[gh];W[ae])');
  await page.click('[data-action=analyse]');
  await page.waitForSelector('.threats li');
  check('gomoku: a forced win is told', /Black wins by force/.test(await page.locator('.threats').textContent()));
  check('gomoku: and drawn', (await page.locator('.threat-stone').count()) >= 1 && (await page.locator('.threat').count()) >= 2);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => /Black threatens to win/.test(document.querySelector('.threats')?.textContent ?? ''));
  await page.click('[data-action=analyse]');
  await settled(page);
}

/* The values of a game come back when its moves are opened anew: they belong to the positions. */
async function analysesAreFoundAgain(page) {
  const moves = 'f5f6e6f4e3c5';
  await openText(page, moves);
  await page.click('[data-action=analyse-game]');
  await page.waitForSelector('progress');
  await page.waitForSelector('[data-thinking=no]');
  const values = await page.$$eval('.move .value', (all) => all.map((e) => e.textContent).join());
  await openText(page, 'f5d6');
  await openText(page, moves);
  await page.waitForFunction(() => document.querySelectorAll('.graph-point').length === 7);
  check('analyses are found again', (await page.$$eval('.move .value', (all) => all.map((e) => e.textContent).join())) === values);
}

async function everyMoveHasAValue(page) {
  await openText(page, 'f5d6c3');
  await page.click('[data-action=analyse]');
  await page.waitForFunction(() => [...document.querySelectorAll('.cell')].filter((c) => / legal /.test(c.getAttribute('aria-label'))).length >= 3 &&
    [...document.querySelectorAll('.cell')].every((c) => !/ legal$/.test(c.getAttribute('aria-label'))));
  await page.click('[data-action=analyse]');
  await settled(page);
}

async function notations(page) {
  await openText(page, 'position startpos moves 7g7f');
  for (const [notation, text] of [['japanese', '☗７六歩'], ['usi', '7g7f'], ['western', 'P-7f']]) {
    await page.click(`[data-notation=${notation}]`);
    check(`notation ${notation}`, (await page.locator('.move .text').first().textContent()) === text);
  }
}

/* How long the page takes on top of the engine's time, from the click to the drawn answer. */
async function answerTimes(page) {
  await newGame(page, 'othello', async () => {
    await page.check('input[name=sides][value=first]', { force: true });
    await page.selectOption('.dialog select[name=opening]', 'free');
    await page.check('input[name=time][value=level]', { force: true });
    await page.locator('.dialog input[type=range]').first().fill('1');
  });
  const own = [], whole = [];
  for (let i = 0; i < 6; i++) {
    await page.waitForFunction(() => document.querySelector('.status p').textContent === 'Your move');
    const times = await page.evaluate(() => new Promise((resolve) => {
      const cell = [...document.querySelectorAll('.cell')].find((c) => / legal/.test(c.getAttribute('aria-label')));
      if (!cell) return resolve(null);
      const box = cell.getBoundingClientRect(), begin = performance.now(), before = document.querySelectorAll('.moves > .step').length;
      let mine = 0;
      new MutationObserver((_, observer) => {
        const now = document.querySelectorAll('.moves > .step').length - before;
        if (now >= 1 && !mine) mine = performance.now() - begin;
        if (now >= 2) { observer.disconnect(); resolve([mine, performance.now() - begin]); }
      }).observe(document.body, { subtree: true, childList: true });
      for (const type of ['pointerdown', 'pointerup']) {
        cell.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, button: 0, pointerId: 1 }));
      }
    }));
    if (!times) break;
    own.push(times[0]);
    whole.push(times[1]);
  }
  const middle = (list) => Math.round(list.sort((a, b) => a - b)[list.length >> 1]);
  console.log(`a move is drawn after ${middle(own)} ms, answered at level 1 after ${middle(whole)} ms (medians of ${own.length})`);
  check('a move is answered', own.length >= 4);
}

async function languagesAndPhone(games) {
  for (const [locale, lang, word] of [['en-US', 'en', 'New game'], ['ja-JP', 'ja', '新規対局'], ['ko-KR', 'ko', '새 대국'], ['fr-FR', 'en', 'New game']]) {
    const page = await newPage({ locale });
    await open(page);
    check(`language ${locale}`, (await page.locator('html').getAttribute('lang')) === lang && (await page.locator('[data-action=new]').textContent()) === word);
    await page.context().close();
  }
  const page = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: 'dark' });
  for (const game of games) {
    await page.goto('about:blank');
    await open(page, '#' + game);
    check(`${game}: fits a phone`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    if (game !== 'shogi') {
      const target = any(await cells(page, game === 'othello' ? ' legal' : ' empty'));
      await page.touchscreen.tap(target.x, target.y);
      await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 2);
    }
    await shot(page, `phone-${game}`);
  }
  await page.context().close();
}

async function switchLanguage(page) {
  await page.click('[data-action=settings]');
  for (const [language, word] of [['ja', '設定'], ['ko', '설정'], ['en', 'Settings']]) {
    await page.check(`input[name=language][value=${language}]`, { force: true });
    check(`switch to ${language}`, (await page.locator('.dialog h2').textContent()) === word);
  }
  await page.keyboard.press('Escape');
}

let failed = false;
try {
  const page = await newPage();
  const ready = await open(page);
  const built = await page.$$eval('[data-game]:not([disabled])', (all) => all.map((b) => b.dataset.game));
  const games = built.filter((game) => !process.env.YOMI_GAMES || process.env.YOMI_GAMES.split(' ').includes(game));
  console.log(`usable after ${ready} ms; games: ${games.join(' ')}`);
  check('there is a game', games.length > 0);
  if (games.includes('othello')) await darkDialogs();
  for (const game of games) {
    console.log(`${game}: ${await playWholeGame(page, game)}`);
    await shot(page, `played-${game}`);
    await undoHintAnalyse(page, game);
    await readRecords(page, game);
    await saveAndFindAgain(page, game);
    await pictures(page, game);
    await variations(page, game);
    await keyboard(page, game);
    await watch(page, game);
    await accessible(page, game);
    console.log(`${game}: undo, hint, analysis, records, saving, pictures, variations, keyboard, engine against engine, accessibility`);
  }
  if (games.includes('shogi')) {
    await dragAndDrop(page);
    await notations(page);
    await shiftJis(page);
  }
  if (games.includes('othello')) {
    await dropAndPaste(page);
    await everyMoveHasAValue(page);
    await analysesAreFoundAgain(page);
    await clocks(page);
    await answerTimes(page);
  }
  if (games.includes('gomoku')) await threats(page);
  await openings(page, games);
  await deletion(page);
  console.log('dragging, dropping, notation, values, analyses, clocks, threats, opening rules, deletion');
  await page.click('[data-action=open]').catch(() => undefined);
  await page.locator('.dialog textarea').fill('this is no record').catch(() => undefined);
  await page.click('[data-action=open-text]').catch(() => undefined);
  check('a bad record is said', /cannot be read/.test(await page.locator('.notice').textContent()));
  await page.keyboard.press('Escape');
  await switchLanguage(page);
  await languagesAndPhone(games);
  check('no error on the console', problems.length === 0, problems.join('\n'));
  console.log(`${checks} checks passed`);
} catch (error) {
  failed = true;
  console.log(`FAILED: ${error.stack}\nconsole: ${problems.join('\n')}`);
  const last = browser.contexts().at(-1)?.pages().at(-1);
  if (last && process.env.YOMI_FAILURE_SHOT) await last.screenshot({ path: process.env.YOMI_FAILURE_SHOT });
}
await browser.close();
server.kill('SIGTERM');
if ((await ended) !== 0) failed = true;
rmSync(data, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
