/* A game between two people in two browsers: link, moves, clocks, offers, a reload, somebody who watches. */
import { accessible, cells, check, click, hasPlies, main, newPage, open, shot } from './harness.mjs';

const waits = (page, text) => page.waitForFunction((wanted) => document.querySelector('.status p').textContent === wanted, text);

/* Sits one down at a new table and returns the link. */
async function invite(page, game, fill = async () => {}) {
  await page.click('[data-action=new]');
  await page.check(`input[name=game][value=${game}]`, { force: true });
  await page.check('input[name=sides][value=person]', { force: true });
  await fill();
  await page.click('[data-action=start]');
  const link = await page.inputValue('[data-export=invite]');
  await page.click('[data-action=close-invite]');
  await page.waitForSelector(`[data-board=${game}]`);
  await waits(page, 'Waiting for the other player');
  return link;
}

async function sitDown(page, link) {
  await page.goto(link);
  await page.click('[data-answer=sit]');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector('[data-seat="1"]');
}

async function moveTo(page, label) {
  await waits(page, 'Your move');
  const [point] = await cells(page, label);
  await click(page, point);
}

async function wholeGame() {
  const one = await newPage(), two = await newPage(), third = await newPage();
  await open(one, '#othello');
  const link = await invite(one, 'othello');
  check('the link names a table', /#with\/[0-9a-f]{24}$/.test(link), link);
  await sitDown(two, link);
  await waits(one, 'Your move');
  await waits(two, "The other player's move");
  await accessible(one, 'a table');
  await shot(one, 'table');
  check('nobody is helped', await one.isDisabled('[data-action=analyse]') && (await one.locator('[data-action=hint]').count()) === 0);
  await moveTo(one, '^f5');
  await hasPlies(two, 1);
  await moveTo(two, '^d6');
  await hasPlies(one, 2);

  await third.goto(link);
  await third.waitForSelector('[data-seat="-1"]');
  await hasPlies(third, 2);
  await one.waitForFunction(() => /1 watching/.test(document.querySelector('.table-bar').textContent));

  /* the tab is loaded again: the game is there, and it is still the first one's move */
  await one.reload();
  await one.waitForSelector('[data-seat="0"]');
  await hasPlies(one, 2);
  await waits(one, 'Your move');
  await moveTo(one, '^c3');
  await hasPlies(two, 3);
  await hasPlies(third, 3);

  /* taking back needs the other's yes */
  await one.click('[data-action=ask-undo]');
  await two.click('[data-action=decline-undo]');
  await one.waitForFunction(() => !document.querySelector('[data-asked]'));
  await hasPlies(one, 3);
  await one.click('[data-action=ask-undo]');
  await two.click('[data-action=accept-undo]');
  await hasPlies(one, 2);
  await hasPlies(two, 2);
  await moveTo(one, '^e3|^c5|^d3|^c3');
  await hasPlies(two, 3);

  await two.click('[data-action=ask-resign]');
  await two.click('[data-action=resign]');
  for (const page of [one, two, third]) await page.waitForFunction(() => /Black wins/.test(document.querySelector('.status p').textContent));
  check('the winner is told', /You win/.test(await one.locator('[data-banner]').textContent()));
  await one.click('[data-action=rematch]');
  await two.click('[data-action=accept-rematch]');
  await one.waitForSelector('[data-seat="1"]');
  await waits(two, 'Your move');
  await hasPlies(one, 0);
  await one.click('[data-action=library]');
  await one.waitForFunction(() => [...document.querySelectorAll('.library .about')].some((e) => /3 moves.*1-0/.test(e.textContent)));
  for (const page of [one, two, third]) await page.context().close();
}

/* The server decides about time, and a draw is one when both say so. */
async function clocks() {
  const one = await newPage(), two = await newPage();
  await open(one, '#shogi');
  const link = await invite(one, 'shogi', async () => {
    await one.check('input[name=time][value=move]', { force: true });
    await one.fill('input[name=seconds]', '1');
  });
  await sitDown(two, link);
  check('both clocks are shown', (await two.locator('.clock').count()) === 2);
  for (const page of [one, two]) await page.waitForFunction(() => /Gote wins \(time\)/.test(document.querySelector('.status p').textContent));
  await one.context().close();
  await two.context().close();
}

async function draw() {
  const one = await newPage(), two = await newPage();
  await open(one, '#shogi');
  await sitDown(two, await invite(one, 'shogi'));
  await one.click('[data-action=offer-draw]');
  await two.click('[data-action=accept-draw]');
  for (const page of [one, two]) await page.waitForFunction(() => /Draw \(agreement\)/.test(document.querySelector('.status p').textContent));
  await one.context().close();
  await two.context().close();
}

/* Who was away finds the game as it is now; a table that is gone is an error, not an empty page. */
async function brokenConnection() {
  const page = await newPage(), other = await newPage();
  await open(page, '#othello');
  await sitDown(other, await invite(page, 'othello'));
  await waits(page, 'Your move');
  await other.context().setOffline(true);
  await other.evaluate(() => undefined);
  await moveTo(page, '^f5');
  await hasPlies(page, 1);
  await other.context().setOffline(false);
  await other.reload();
  await hasPlies(other, 1);
  await waits(other, 'Your move');
  await page.goto('about:blank');
  await other.waitForFunction(() => /is away/.test(document.querySelector('.table-bar').textContent));
  const gone = await newPage();
  await gone.goto(`${main.url}#with/${'0'.repeat(24)}`);
  await gone.waitForSelector('[data-ready=true]');
  await gone.waitForFunction(() => /no such table/.test(document.querySelector('.notice')?.textContent ?? ''));
  for (const each of [page, other, gone]) await each.context().close();
}

export async function run({ games }) {
  if (games.includes('othello')) {
    await wholeGame();
    await brokenConnection();
  }
  if (!games.includes('shogi')) return;
  await clocks();
  await draw();
}
