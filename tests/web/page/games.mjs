/* Playing: whole games by clicks, hints, the keyboard, dragging, engine against engine, clocks, opening rules. */
import { accessible, check, hasPlies, moveByClicks, newGame, plies, settled, shot, startGame, status } from './harness.mjs';

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

async function hintAndAnalyse(page, game) {
  await startGame(page, game, 3);
  check(`${game}: the first move`, await moveByClicks(page, game));
  await hasPlies(page, 2);
  await settled(page);
  await page.click('[data-action=undo]');
  await hasPlies(page, 0);
  const begin = await page.locator('svg.board').innerHTML();
  await page.click('[data-action=hint]');
  await page.waitForFunction((old) => document.querySelector('.page').dataset.thinking === 'no' && document.querySelector('svg.board').innerHTML !== old, begin);
  await page.click('[data-action=analyse]');
  await page.waitForSelector('.lines li');
  await page.waitForFunction(() => Number(/Depth (\d+)/.exec(document.querySelector('.lines h2 small')?.textContent ?? '')?.[1]) >= 3);
  await page.click('[data-action=analyse]');
  await settled(page);
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
  await page.selectOption('select[name=pace]', '0.5');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 4);
  await page.waitForFunction(() => [...document.querySelectorAll('[data-report]')].some((e) => /Depth \d/.test(e.textContent)));
  const reports = await page.$$eval('[data-report]', (all) => all.map((e) => /Depth \d/.test(e.textContent) && e.querySelector('.score') !== null));
  check(`${game}: both engines report`, reports.length === 2 && reports.some(Boolean), JSON.stringify(reports));
  await page.click('[data-action=pause]');
  await page.waitForFunction(() => document.querySelector('.status p').textContent === 'Paused');
  const before = await plies(page);
  await page.waitForTimeout(900);
  check(`${game}: a pause holds the engines`, (await plies(page)) === before);
  await page.click('[data-action=pause]');
  await page.waitForFunction((n) => document.querySelectorAll('.moves > .step').length > n, before);
  await page.selectOption('select[name=pace]', '0');
  await page.click('[data-action=stop]');
  await settled(page);
}

const clockOf = (page, side) => page.$eval(`.player[data-side="${side}"] .clock`, (e) => e.textContent);
const seconds = (text) => { const [minutes, rest] = text.replace(/[^\d:]/g, '').split(':').map(Number); return minutes * 60 + rest; };

async function withClock(page, minutes, increment, byoyomi, sides = 'first') {
  await newGame(page, 'othello', async () => {
    await page.selectOption('.dialog select[name=opening]', 'free');
    await page.check(`input[name=sides][value=${sides}]`, { force: true });
    await page.locator('.dialog input[type=range]').evaluateAll((all) => all.forEach((e) => { e.value = e.max; e.dispatchEvent(new Event('input', { bubbles: true })); }));
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
  check('a fallen flag shows no time', /0:00$/.test(await clockOf(page, 0)) && !/byo/.test(await clockOf(page, 0)), await clockOf(page, 0));
  check('a flag that falls ends the game', (await page.locator('[data-action=ask-resign]').count()) === 0);
  await withClock(page, 0, 0, 2, 'none');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 3 || !document.querySelector('[data-action=stop]'));
  check('the engine keeps its byoyomi', !/time/.test(await page.locator('.status').textContent()));
  await page.click('[data-action=stop]');
}

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


export async function run({ page, games }) {
  for (const game of games) {
    console.log(`  ${game}: ${await playWholeGame(page, game)}`);
    await shot(page, `played-${game}`);
    await accessible(page, `${game} at its end`);
    await page.click('[data-action=banner-close]');
    await hintAndAnalyse(page, game);
    await keyboard(page, game);
    await watch(page, game);
    await accessible(page, game);
  }
  if (games.includes('shogi')) await dragAndDrop(page);
  if (games.includes('othello')) {
    await dropAndPaste(page);
    await clocks(page);
    await answerTimes(page);
  }
  await openings(page, games);
}
