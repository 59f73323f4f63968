/* The games of the page, the Back button, two tabs of the browser; and what ends a running game. */
import { check, hasPlies, moveByClicks, newPage, open, openText, plies, saved, settled, startGame, watchErrors, yourMove } from './harness.mjs';

const seconds = (text) => { const [minutes, rest] = text.replace(/[^\d:]/g, '').split(':').map(Number); return minutes * 60 + rest; };
const clock = (page) => page.$eval('.player[data-side="0"] .clock', (e) => e.textContent);

/* Each game keeps what is on its table; a clock stands still meanwhile. */
async function gamesOfThePage(page, other) {
  await page.click('[data-action=new]');
  await page.check('input[name=game][value=othello]', { force: true });
  await page.check('input[name=time][value=clock]', { force: true });
  await page.fill('.dialog input[name=minutes]', '2');
  await page.fill('.dialog input[name=byoyomi]', '0');
  await page.locator('.dialog input[type=range]').first().fill('1');
  await page.click('[data-action=start]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await moveByClicks(page, 'othello');
  await hasPlies(page, 2);
  await yourMove(page);
  const before = seconds(await clock(page)), address = page.url();
  await page.click(`[data-game=${other}]`);
  await page.waitForSelector(`[data-board=${other}]`);
  check('the address changes', page.url() !== address);
  await page.waitForTimeout(2500);
  await page.click('[data-game=othello]');
  await page.waitForSelector('[data-board=othello]');
  check('the game is there as it was', (await plies(page)) === 2 && (await page.locator('[data-action=ask-resign]').count()) === 1);
  check('its clock stood still', before - seconds(await clock(page)) <= 1, `${before} ${await clock(page)}`);
  await page.goBack();
  await page.waitForSelector(`[data-board=${other}]`);
  await page.goBack();
  await page.waitForSelector('[data-board=othello]');
  check('Back shows the game again', (await plies(page)) === 2);
  await page.goForward();
  await page.waitForSelector(`[data-board=${other}]`);
  await page.goBack();
  await page.waitForSelector('[data-board=othello]');
  await yourMove(page);
  await moveByClicks(page, 'othello');
  await hasPlies(page, 4);
}

async function backToAnEarlierRecord(page) {
  await openText(page, 'f5d6c3');
  await openText(page, 'f5f6e6f4');
  await page.goBack();
  await hasPlies(page, 3);
  await page.goForward();
  await hasPlies(page, 4);
}

/* Two tabs: the second looks on, sees the moves, and what both write is kept. */
async function twoTabs() {
  const one = await newPage();
  await open(one, '#othello');
  await startGame(one, 'othello', 1);
  await moveByClicks(one, 'othello');
  await hasPlies(one, 2);
  await saved(one);
  const two = watchErrors(await one.context().newPage());
  await open(two);
  await two.waitForFunction(() => /another tab/.test(document.querySelector('.notice')?.textContent ?? ''));
  await hasPlies(two, 2);
  await yourMove(one);
  await moveByClicks(one, 'othello');
  await hasPlies(one, 4);
  await hasPlies(two, 4);
  check('the second tab does not answer for the engine', (await two.locator('[data-action=ask-resign]').count()) === 0);
  await openText(one, 'f5d6c3d3');
  await saved(one);
  await two.goto('about:blank');
  await open(two, new URL(one.url()).hash);
  await hasPlies(two, 4);
  /* Both change the game before either hears of the other. */
  await one.evaluate(() => { globalThis.BroadcastChannel.prototype.postMessage = () => undefined; });
  await two.evaluate(() => { globalThis.BroadcastChannel.prototype.postMessage = () => undefined; });
  for (const [page, text] of [[one, 'from one'], [two, 'from two']]) {
    await page.locator('.node-tools textarea').fill(text);
    await page.locator('.node-tools textarea').blur();
    await saved(page);
  }
  await two.reload();
  await two.waitForSelector('[data-ready=true]');
  const comment = await two.locator('.node-tools textarea').inputValue();
  check('nobody overwrites the other', comment.includes('from one') && comment.includes('from two'), comment);
  await one.context().close();
}

/* Two tabs of two games have nothing to do with each other. */
async function twoTabsTwoGames() {
  const one = await newPage();
  await open(one, '#othello');
  await openText(one, 'f5d6c3');
  const two = watchErrors(await one.context().newPage());
  await open(two, '#othello');
  await openText(two, 'f5f6');
  await saved(two);
  await one.reload();
  await one.waitForSelector('[data-ready=true]');
  check('a tab has its own game after a reload', (await plies(one)) === 3, String(await plies(one)));
  await one.context().close();
}

async function questionsBeforeAGameEnds(page) {
  await startGame(page, 'othello', 1);
  await moveByClicks(page, 'othello');
  await hasPlies(page, 2);
  await yourMove(page);
  const game = page.url();
  await page.click('[data-action=analyse]');
  await page.click('[data-answer=cancel]');
  check('cancel changes nothing', (await page.locator('[data-action=ask-resign]').count()) === 1);
  await page.keyboard.press('a');
  await page.click('[data-answer=copy]');
  await page.waitForSelector('.lines li');
  check('a copy is analysed', page.url() !== game && (await plies(page)) === 2);
  await page.keyboard.press('a');
  await settled(page);
  await page.goBack();
  await page.waitForSelector('[data-action=ask-resign]');
  await yourMove(page);
  await page.click('[data-action=analyse-game]');
  await page.click('[data-answer=end]');
  await page.waitForSelector('[data-action=ask-resign]', { state: 'detached' });
  await page.waitForSelector('progress', { state: 'detached' });
}

async function playFromHere(page) {
  await openText(page, 'f5d6c3d3c4f4');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '4');
  const record = page.url();
  await page.click('[data-action=play-on]');
  check('it asks for side, level and clock', (await page.locator('.dialog input[name=sides]').count()) === 5 && (await page.locator('.dialog input[type=range]').count()) === 1 && (await page.locator('.dialog input[name=time]').count()) === 3);
  await page.check('input[name=sides][value=second]', { force: true });
  await page.locator('.dialog input[type=range]').first().fill('1');
  await page.click('[data-action=start]');
  await hasPlies(page, 5);
  await yourMove(page);
  check('the record is another game', page.url() !== record);
  await page.goBack();
  await hasPlies(page, 6);
}

export async function run({ games }) {
  if (!games.includes('othello')) return;
  const page = await newPage();
  await open(page, '#othello');
  const other = games.find((game) => game !== 'othello');
  if (other) await gamesOfThePage(page, other);
  await backToAnEarlierRecord(page);
  await questionsBeforeAGameEnds(page);
  await playFromHere(page);
  await page.context().close();
  await twoTabs();
  await twoTabsTwoGames();
}
