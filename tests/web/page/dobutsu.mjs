/* Dobutsu shogi: animals that show their steps, hands and drops, the ends of a game, records, set-up, analysis, languages. */
import { accessible, check, hasPlies, newPage, open, openText, settled, shot, startGame, status } from './harness.mjs';

const board = '[data-board=dobutsu]';
const at = (page, name) => page.locator(`${board} .cell[aria-label^="${name} "]`);
const labelAt = (page, name) => at(page, name).getAttribute('aria-label');
const lastMove = (page) => page.locator('.moves > .step .text').last().textContent();
const openPosition = (page, position) => openText(page, position);

async function move(page, from, to) {
  await page.waitForSelector('[data-ready=true]');
  await at(page, from).click();
  await at(page, to).click();
}

async function drop(page, side, kind, to) {
  await page.waitForSelector('[data-ready=true]');
  await page.locator(`${board} [data-hand="${side}${kind}"]`).click();
  await at(page, to).click();
}

async function animals(page) {
  await startGame(page, 'dobutsu', 1, 'both');
  check('dobutsu: twelve cells', (await page.locator(`${board} .cell`).count()) === 12);
  const labels = await page.$$eval(`${board} .cell`, (all) => all.map((cell) => cell.getAttribute('aria-label')));
  check('dobutsu: the animals at home', labels.filter((label) => /Forest/.test(label)).length === 4 && labels.includes('2a Sky Lion') && labels.includes('3d Forest Elephant'), labels.join(', '));
  /* The red triangles: 8 of a lion, 4 of a giraffe and of an elephant, 1 of a chick, on both sides. */
  check('dobutsu: every piece shows its steps', (await page.locator(`${board} g[fill="#b3261e"] path`).count()) === 2 * (8 + 4 + 4 + 1));
  await at(page, '2c').click();
  check('dobutsu: a chick has one step', (await page.$$eval(`${board} .cell`, (all) => all.filter((c) => c.getAttribute('aria-selected') === 'true').length)) >= 1
    && (await page.locator(`${board} rect[stroke="#0a7d5a"]`).count()) === 1);
  await at(page, '2b').click();
  await hasPlies(page, 1);
  check('dobutsu: a catch is written', (await lastMove(page)) === 'Cx2b', await lastMove(page));
  check('dobutsu: what was caught is in the hand', (await page.locator(`${board} [data-hand="0C"]`).count()) === 1);
  await move(page, '1a', '2b');
  await hasPlies(page, 2);
  await drop(page, 0, 'C', '3b');
  await hasPlies(page, 3);
  check('dobutsu: a drop is written', (await lastMove(page)) === 'C*3b' && (await labelAt(page, '3b')) === '3b Forest Chick', await lastMove(page));
  await shot(page, 'dobutsu');
  await accessible(page, 'dobutsu');
}

async function ends(page) {
  await openPosition(page, '3/1l1/1L1/3 b - 1');
  await move(page, '2c', '2b');
  await page.waitForFunction(() => /lion was caught/.test(document.querySelector('.status p').textContent));
  await openPosition(page, 'l2/2L/3/3 b - 1');
  await move(page, '1b', '1a');
  await page.waitForFunction(() => /lion is home/.test(document.querySelector('.status p').textContent));
  await openPosition(page, '2l/C2/3/2L b - 1');
  await move(page, '3b', '3a');
  await hasPlies(page, 1);
  check('dobutsu: a chick becomes a hen', (await labelAt(page, '3a')) === '3a Forest Hen', await labelAt(page, '3a'));
}

async function againstTheEngine(page) {
  await startGame(page, 'dobutsu', 2);
  await move(page, '2c', '2b');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 2 || /wins/.test(document.querySelector('.status p').textContent));
  await settled(page);
  await page.click('[data-action=ask-resign]');
  await page.click('[data-action=resign]');
  check('dobutsu: a game against the engine ends', /Sky wins/.test(await status(page)), await status(page));
  await page.click('[data-action=analyse]');
  await page.waitForFunction(() => Number(/Depth (\d+)/.exec(document.querySelector('.lines h2 small')?.textContent ?? '')?.[1]) >= 3);
  check('dobutsu: lines name the animals', /[LGEC][-x*]\d[a-d]/.test(await page.locator('.lines .pv').first().textContent()));
  await page.click('[data-action=analyse]');
  await settled(page);
}

async function recordsAndSetUp(page) {
  await openText(page, 'V1-dobutsu\nN+Aoi\nN-Ken\n+2c2b\n-1a2b\n+1d1c\n%TORYO\n');
  await hasPlies(page, 3);
  check('dobutsu: a record is read', (await page.locator(board).count()) === 1 && /Aoi/.test(await page.locator('.player').allTextContents().then((all) => all.join(' '))));
  await page.click('[data-action=setup]');
  await page.waitForSelector('.setup');
  await page.click('[data-action=setup-clear]');
  for (const [piece, cell] of [['C', '3c'], ['+C', '2c'], ['g', '1a']]) {
    await page.click(`.palette [data-piece="${piece}"]`);
    await page.locator(`.setup-board .cell[aria-label^="${cell} "]`).click();
  }
  await page.waitForSelector('[data-problem=no]');
  check('dobutsu: the text of the position', (await page.inputValue('.setup input[name=position]')) === '1lg/3/C+C1/1L1 b - 1', await page.inputValue('.setup input[name=position]'));
  await page.click('[data-hand-more="0C"]');
  await page.waitForSelector('[data-problem=yes]'); /* a set has two chicks */
  await page.click('[data-hand-less="0C"]');
  await page.waitForSelector('[data-problem=no]');
  await shot(page, 'dobutsu-setup');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.dialog', { state: 'detached' });
}

async function languages() {
  for (const [locale, tab, lion] of [['ja-JP', 'どうぶつしょうぎ', 'もり ライオン'], ['ko-KR', '동물쇼기', '숲 사자']]) {
    const page = await newPage({ locale });
    await open(page, '#dobutsu');
    check(`dobutsu in ${locale}`, (await page.locator('[data-game=dobutsu]').textContent()) === tab && (await page.locator(`${board} .cell[aria-label="2d ${lion}"]`).count()) === 1);
    await page.context().close();
  }
}

export async function run({ page, games }) {
  if (!games.includes('dobutsu')) return;
  await animals(page);
  await ends(page);
  await againstTheEngine(page);
  await recordsAndSetUp(page);
  await languages();
}
