/* Analysis: variations, threats, values, notation, what is kept. */
import { accessible, check, moveByClicks, newPage, open, openText, records, settled, tamperedPage } from './harness.mjs';

/* Every dialog, in dark colours: contrast, roles, names. */
async function darkDialogs() {
  const page = await newPage({ colorScheme: 'dark' });
  await open(page, '#othello');
  for (const dialog of ['new', 'open', 'library', 'export', 'settings', 'setup', 'keys']) {
    await page.click(`[data-action=${dialog}]`);
    await page.waitForSelector('.dialog');
    await accessible(page, `dark ${dialog}`);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.dialog', { state: 'detached' });
  }
  await openText(page, 'f5d6c3');
  await page.click('[data-action=analyse-game]');
  await page.waitForSelector('progress');
  await page.waitForSelector('progress', { state: 'detached' });
  await accessible(page, 'dark analysis');
  await page.context().close();
}

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
  await page.waitForSelector('progress', { state: 'detached' });
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

/* A decided score means the same everywhere, and no bound takes the place of a line. */
async function scoresThatDecide() {
  let tamper = null;
  const page = await tamperedPage((message, more) => (tamper ? tamper(message, more) : message));
  await open(page, '#shogi');
  await openText(page, 'position startpos moves 7g7f 3c3d');
  const first = async () => page.locator('.lines li').first().textContent();
  tamper = (message) => (message.type === 'line' && message.line === 1 ? { ...message, score: 19993, win: 0 } : message);
  await page.click('[data-action=analyse]');
  await page.waitForFunction(() => /winning/.test(document.querySelector('.lines li')?.textContent ?? ''));
  check('a won game is not a number of centipawns', !/19993/.test(await page.locator('.panel').textContent()));
  await page.click('[data-action=analyse]');
  await settled(page);
  const line = (extra) => ({ line: 1, depth: 9, seldepth: 9, selectivity: 100, score: 50, win: 0, bound: 'exact', pv: ['2g2f', '8c8d', '2f2e'], nodes: 1000, nps: 1000, time: 100, hashfull: 0, ...extra });
  let done = false;
  tamper = (message, more) => {
    if (message.type !== 'line' || message.line !== 1) return message.type === 'line' ? null : message;
    if (!done) more({ ...line(), type: 'line', id: message.id });
    done = true;
    return { ...line({ bound: 'upper', pv: ['2g2f'], depth: 10, score: 20 }), type: 'line', id: message.id };
  };
  await page.click('[data-action=analyse]');
  await page.waitForFunction(() => document.querySelectorAll('.lines li .pv-move').length >= 1);
  await page.waitForTimeout(400);
  check('a bound does not replace the line', (await page.locator('.lines li').first().locator('.pv-move').count()) === 3, await first());
  await page.click('[data-action=analyse]');
  await settled(page);
  await page.context().close();
}

/* Below level 7 the engine may take another line than the best: what is shown is what it played. */
async function lineOfTheMovePlayed() {
  const page = await newPage();
  await open(page, '#othello');
  await page.click('[data-action=show-lines]');
  await page.click('[data-action=new]');
  await page.check('input[name=sides][value=second]', { force: true });
  await page.locator('.dialog input[type=range]').first().fill('1');
  await page.click('[data-action=start]');
  for (let i = 1; i < 9; i += 2) {
    await page.waitForFunction((n) => document.querySelectorAll('.moves > .step').length === n && document.querySelector('[data-report="0"] [data-line]'), i);
    const played = await page.locator('.move').nth(i - 1).locator('.text').textContent(), told = await page.locator('[data-report="0"] [data-line]').textContent();
    check('the line shown begins with the move played', told.startsWith(played), `${told} / ${played}`);
    await moveByClicks(page, 'othello');
  }
  await page.context().close();
}

/* Played by the program at level 1 against itself, to the last square. */
const wholeGame = 'e6f6d3d6f7d2c6c5f5d7c8g5h4e7f4f3b5b4c2d8c4e3d1c3a3g3f8e1c7b8g4b1c1a6b6g6g2e2f1b7a8e8f2h2a1a4g8b3b2a7h6a5h3h1g1h8g7h7h5a2';
const lost = 'f5d6c3d3c4f4c5b3c2e3d2c6b4a3b5b6a5a4a6f6f3e6'; /* a row of Othello with losses of many discs */

/* Mistakes: in discs for Othello, with all positions valued, the end with its own number. */
async function mistakesAreJudged(page) {
  let values = null;
  const tampered = await tamperedPage((message) => (values && message.type === 'result' ? { ...message, ...values() } : values && message.type === 'line' ? null : message));
  await open(tampered, '#othello');
  await openText(tampered, lost);
  let n = 0;
  values = () => { /* every position is level for black, until one move gives 15 discs away */
    const at = n++, white = at % 2 === 1, forBlack = at >= 11 ? 2500 : 4000;
    return { score: white ? -forBlack : forBlack, win: 0, depth: 10, pv: ['h8'], best: 'h8' };
  };
  await tampered.click('[data-action=analyse-game]');
  await tampered.waitForSelector('progress');
  await tampered.waitForSelector('progress', { state: 'detached' });
  check('15 discs are a blunder although the game stays won', (await tampered.locator('.blunders b').allTextContents()).some((text) => text.startsWith('11.') && text.endsWith('??')), (await tampered.locator('.blunders').textContent()));
  await tampered.context().close();
  await openText(page, 'f5f4e3f6g6g5h6c5f7g4g3f2'); /* not analysed by any other test */
  await page.click('[data-action=analyse-game]');
  await page.waitForSelector('progress');
  await page.waitForFunction(() => document.querySelectorAll('.graph-point').length >= 5);
  await page.click('[data-action=stop]');
  await settled(page);
  check('half a game is not without mistakes', (await page.locator('[data-none]').count()) === 0 && /of 13 positions/.test(await page.locator('[data-coverage]').textContent()));
}

/* The analysis of a short game may be over before anybody sees its progress. */
const valued = (page) => page.waitForFunction(() => !document.querySelector('progress') && [...document.querySelectorAll('.move .value')].at(-1)?.textContent);

async function finalPositions(page, games) {
  if (games.includes('othello')) {
    await openText(page, 'e6f4e3f6g5d6e7f5c5'); /* wiped out: 13 discs, the rest empty, is +64 */
    await page.click('[data-action=analyse-game]');
    await valued(page);
    check('the end of Othello is told in discs', (await page.locator('.move .value').last().textContent()) === '+64', await page.locator('.move .value').last().textContent());
  }
  if (games.includes('othello')) { /* a full board is its discs, not a win in one */
    await openText(page, wholeGame);
    await page.click('[data-action=analyse]');
    await page.waitForFunction(() => [...document.querySelectorAll('.move .value')].at(-1));
    await page.click('[data-action=analyse]');
    await settled(page);
    const [black, white] = await page.$$eval('.player .count', (all) => all.map((e) => Number(e.textContent)).reverse());
    const last = await page.locator('.move .value').last().textContent(), difference = black - white;
    check('a finished game is told in discs', black + white === 64 && last === (difference > 0 ? `+${difference}` : `−${-difference}`), `${last}, ${black} to ${white}`);
  }
  if (!games.includes('shogi')) return;
  await openText(page, 'position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b');
  await page.click('[data-action=analyse-game]');
  await valued(page);
  check('a mated position is won, not "mate 1"', (await page.locator('.move .value').last().textContent()) === '+won', await page.locator('.move .value').last().textContent());
  await page.keyboard.press('Home');
  await page.waitForFunction(() => /\+mate 1$/.test(document.querySelector('.told').textContent));
}

export async function run({ page, games }) {
  if (games.includes('othello')) await darkDialogs();
  for (const game of games) await variations(page, game);
  if (games.includes('shogi')) {
    await notations(page);
    await scoresThatDecide();
  }
  if (games.includes('othello')) {
    await everyMoveHasAValue(page);
    await analysesAreFoundAgain(page);
    await lineOfTheMovePlayed();
    await mistakesAreJudged(page);
  }
  await finalPositions(page, games);
  if (games.includes('gomoku')) await threats(page);
}
