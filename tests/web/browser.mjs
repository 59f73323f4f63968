/* The page in a real browser:  [YOMI_GAMES="shogi othello"] node browser.mjs PROGRAM [SCREENSHOT_FOLDER]
 *
 * Plays, analyses, opens, saves and finds again, for every game that the program has. Needs Chromium and, in web/, the
 * packages of package.json (npm install). Without them it says so and returns 77, which CTest counts as skipped. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
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
  page.setDefaultTimeout(15000);
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
const status = (page) => page.locator('.status').textContent();
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
  await page.locator('.dialog input[type=range]').fill(String(level));
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
  if (game !== 'shogi') {
    const open = await cells(page, game === 'othello' ? ' legal' : ' empty');
    if (open.length === 0) return false;
    /* near the middle, so that gomoku games end */
    const box = await page.locator('svg.board').boundingBox();
    const mid = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    open.sort((a, b) => Math.hypot(a.x - mid.x, a.y - mid.y) - Math.hypot(b.x - mid.x, b.y - mid.y));
    await click(page, game === 'othello' ? any(open) : any(open.slice(0, 12)));
    return true;
  }
  const own = [...(await cells(page, 'Sente')), ...(await page.$$eval('.in-hand.mine', (all) => all.map((e) => {
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
    await page.waitForFunction(() => document.querySelector('.page').dataset.thinking === 'no' && document.querySelector('[data-action=ask-resign]') === null || document.querySelector('.status').textContent === 'Your move');
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

async function keyboard(page, game) {
  await startGame(page, game, 1, 'both');
  await page.locator('.cell[tabindex="0"]').focus();
  if (game === 'othello') {
    const target = Number((await page.$$eval('.cell', (all) => all.filter((c) => / legal/.test(c.getAttribute('aria-label'))).map((c) => c.dataset.cell)))[0]);
    let at = Number(await page.evaluate(() => document.activeElement.dataset.cell));
    for (; Math.floor(at / 8) > Math.floor(target / 8); at -= 8) await page.keyboard.press('ArrowUp');
    for (; Math.floor(at / 8) < Math.floor(target / 8); at += 8) await page.keyboard.press('ArrowDown');
    for (; at % 8 > target % 8; at--) await page.keyboard.press('ArrowLeft');
    for (; at % 8 < target % 8; at++) await page.keyboard.press('ArrowRight');
  } else if (game === 'shogi') {
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 1);
  check(`${game}: the keyboard stays on the board`, await page.evaluate(() => document.activeElement.getAttribute('role') === 'gridcell'));
}

async function watch(page, game) {
  await startGame(page, game, 2, 'none');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 4);
  await page.click('[data-action=stop]');
  await settled(page);
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
  for (const game of games) {
    console.log(`${game}: ${await playWholeGame(page, game)}`);
    await shot(page, `played-${game}`);
    await undoHintAnalyse(page, game);
    await readRecords(page, game);
    await saveAndFindAgain(page, game);
    await keyboard(page, game);
    await watch(page, game);
    const found = (await new AxeBuilder({ page }).analyze()).violations;
    check(`${game}: accessible`, found.length === 0, JSON.stringify(found.map((v) => [v.id, v.nodes.slice(0, 2).map((n) => n.html.slice(0, 160))])));
    console.log(`${game}: undo, hint, analysis, records, saving, keyboard, engine against engine, accessibility`);
  }
  await openText(page, 'f5d6').catch(() => undefined);
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
