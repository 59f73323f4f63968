/* Settings that reach the engine: options by name, levels from the program's table. */
import { accessible, check, newPage, open, serve, settled, shot, startGame } from './harness.mjs';

/* What the page sends, as it sends it. */
async function listeningPage() {
  const page = await newPage(), sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  return { page, lastGo: () => sent.filter((message) => message.type === 'go').at(-1) };
}

async function engineOptions(game) {
  const other = await serve('--max-threads', '2', '--max-hash', '16'), { page, lastGo } = await listeningPage();
  await open(page, '#' + game, other.url);
  await page.click('[data-action=settings]');
  await page.click('.engine-options > summary');
  await page.waitForSelector('[data-option=Hash]');
  check('the help is there', /transposition table/.test(await page.locator('[data-option=Hash]').textContent()));
  check('no option names a file', (await page.locator('[data-option=EvalFile], [data-option=BookFile]').count()) === 0);
  check('advanced options are folded', !(await page.isVisible('[data-option=AspirationWidth]')));
  await page.fill('[name=engine-Hash]', '17');
  await page.press('[name=engine-Hash]', 'Tab');
  await page.waitForFunction(() => document.querySelector('[data-option=Hash] .warning')?.textContent === 'A number from 1 to 16');
  await page.fill('[name=engine-Hash]', '16');
  await page.press('[name=engine-Hash]', 'Tab');
  await page.fill('[name=engine-Threads]', '2');
  await page.press('[name=engine-Threads]', 'Tab');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('yomi.preferences')).engine && document.querySelector('.engine-options summary').textContent.endsWith('2'));
  await accessible(page, 'engine options');
  await shot(page, 'engine-options');
  await page.keyboard.press('Escape');
  await page.click('[data-action=hint]');
  await page.waitForFunction(() => document.querySelector('.page').dataset.thinking !== 'no');
  await settled(page);
  check('a search is told', lastGo().engine.Hash === '16' && lastGo().engine.Threads === '2', JSON.stringify(lastGo().engine));

  /* A server that allows less says so, and the page goes back to what it has. */
  const less = await serve('--max-threads', '1', '--max-hash', '8');
  const state = await page.evaluate(() => localStorage.getItem('yomi.preferences'));
  await page.goto(less.url);
  await page.evaluate((text) => localStorage.setItem('yomi.preferences', text), state);
  await page.reload();
  await page.waitForSelector('[data-ready=true]');
  await page.click('[data-action=hint]');
  await page.waitForFunction(() => /engine option/.test(document.querySelector('.notice')?.textContent ?? ''));
  await settled(page);
  await page.click('[data-action=hint]');
  await page.waitForFunction(() => document.querySelector('.page').dataset.thinking !== 'no');
  await settled(page);
  check('the wrong options are gone', Object.keys(lastGo().engine).length === 0, JSON.stringify(lastGo().engine));
  await page.context().close();
  for (const server of [other, less]) check('the server ends well', (await server.stop()) === 0);
}

/* The slider goes from the weakest level to full strength, and the numbers are the program's. */
async function levelTable(game) {
  const { page, lastGo } = await listeningPage();
  let hello = null;
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => { const message = JSON.parse(payload); if (message.type === 'hello') hello = message; }));
  await open(page, '#' + game);
  const { levels } = hello.games.find((entry) => entry.name === game);
  for (const level of [1, levels.length]) {
    await startGame(page, game, level, 'second');
    await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 1);
    check(`${game}: level ${level} is the program's`, lastGo().limits.nodes === levels[level - 1].nodes && (lastGo().limits.spread ?? 0) === levels[level - 1].spread, JSON.stringify(lastGo().limits));
  }
  await page.click('[data-action=new]');
  await page.locator('.dialog input[type=range]').first().fill(String(levels.length + 1));
  check('the last one is full strength', /full strength/.test(await page.locator('.dialog').textContent()));
  await page.context().close();
}

export async function run({ games }) {
  await engineOptions(games[0]);
  for (const game of games) await levelTable(game);
}
