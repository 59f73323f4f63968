/* Nothing is lost: every edit can be undone and done again, also after a reload; a finished game stays finished. */
import { check, hasPlies, moveByClicks, newPage, open, openText, plies, saved, settled, startGame, status, yourMove } from './harness.mjs';

const kif = ['手合割：平手', '手数----指手---------消費時間--', ...['７六歩(77)', '３四歩(33)', '２六歩(27)', '８四歩(83)', '２五歩(26)', '８五歩(84)', '７八金(69)', '３二金(41)', '２四歩(25)', '同　歩(23)', '同　飛(28)', '８六歩(85)', '同　歩(87)', '同　飛(82)', '３四飛(24)', '３三角(22)', '３六飛(34)', '２二銀(31)', '８七歩打'].map((move, i) => `${i + 1} ${move}`)].join('\n');

async function anOpenedRecord(page) {
  await openText(page, kif);
  await hasPlies(page, 19);
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '7');
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await page.waitForTimeout(200);
  check('U does not cut a record', (await plies(page)) === 19, String(await plies(page)));
  await page.click('[data-action=delete-from]');
  await hasPlies(page, 6);
  await page.keyboard.press('u');
  await hasPlies(page, 19);
  await page.keyboard.press('r');
  await hasPlies(page, 6);
  await page.keyboard.press('Control+z');
  await hasPlies(page, 19);
}

async function afterAReload(page) {
  await openText(page, kif);
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '10');
  await page.click('[data-action=delete-from]');
  await hasPlies(page, 9);
  await saved(page);
  await page.reload();
  await page.waitForSelector('[data-ready=true]');
  await hasPlies(page, 9);
  await page.keyboard.press('u');
  await hasPlies(page, 19);
}

async function editsOfEveryKind(page) {
  await openText(page, 'f5d6c3');
  const text = page.locator('.node-tools textarea');
  await text.fill('a thought');
  await text.blur();
  await page.locator('.move[data-ply="1"]').click();
  await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '1');
  for (let tries = 0; tries < 8 && (await page.locator('.branch').count()) === 0; tries++) { /* chance may find the move that is there */
    await page.locator('.move[data-ply="1"]').first().click();
    await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '1');
    await moveByClicks(page, 'othello');
    await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '2');
  }
  await page.click('[data-action=make-main]');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 2);
  for (let i = 0; i < 3; i++) await page.keyboard.press('u'); /* main line, variation, comment */
  await hasPlies(page, 3);
  await page.waitForFunction(() => !document.querySelector('.branch') && document.querySelector('.node-tools textarea').value === '');
  for (let i = 0; i < 3; i++) await page.keyboard.press('r');
  await page.waitForSelector('.branch');
  await hasPlies(page, 2);
}

async function aFinishedGame(page) {
  await startGame(page, 'othello', 1);
  for (let i = 0; i < 2; i++) {
    await yourMove(page);
    await moveByClicks(page, 'othello');
    await hasPlies(page, 2 * i + 2);
  }
  await yourMove(page);
  await page.click('[data-action=ask-resign]');
  await page.click('[data-action=resign]');
  const end = await status(page);
  await page.click('[data-action=banner-close]');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('u');
  await page.waitForTimeout(300);
  check('a finished game stays as it is', (await plies(page)) === 4 && (await status(page)) === end && (await page.locator('[data-action=ask-resign]').count()) === 0);
  await saved(page);
  await page.reload();
  await page.waitForSelector('[data-ready=true]');
  check('also after a reload', (await plies(page)) === 4 && (await status(page)) === end);
}

/* A move that is taken back comes again with redo; when another is played instead, it stays as a variation. */
async function takenBack(page) {
  await startGame(page, 'othello', 1);
  await moveByClicks(page, 'othello');
  await hasPlies(page, 2);
  await yourMove(page);
  const first = await page.locator('.move .text').first().textContent();
  await page.click('[data-action=undo]');
  await hasPlies(page, 0);
  await page.click('[data-action=redo]');
  await hasPlies(page, 2);
  await settled(page);
  await page.click('[data-action=undo]');
  await hasPlies(page, 0);
  for (let tries = 0; tries < 12; tries++) {
    await moveByClicks(page, 'othello');
    await hasPlies(page, 2);
    await yourMove(page);
    if ((await page.locator('.moves > .step > .move .text').first().textContent()) !== first) break;
    await page.click('[data-action=undo]');
    await hasPlies(page, 0);
  }
  check('what was taken back is a variation', (await page.locator('.branch .move .text').allTextContents()).includes(first));
}

export async function run({ games }) {
  const page = await newPage();
  await open(page, '#othello');
  if (games.includes('shogi')) {
    await anOpenedRecord(page);
    await afterAReload(page);
  }
  if (games.includes('othello')) {
    await editsOfEveryKind(page);
    await takenBack(page);
    await aFinishedGame(page);
  }
  await page.context().close();
}
