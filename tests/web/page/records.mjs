/* Records in and out, saving, pictures, deletion. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, hasPlies, moveByClicks, newGame, newPage, open, openText, plies, records, saved, tamperedPage } from './harness.mjs';

async function readRecords(page, game) {
  for (const [format, text, expected] of records[game]) {
    await openText(page, text);
    check(`${game}: ${format} has its moves`, (await plies(page)) === expected, String(await plies(page)));
    await page.click('[data-action=export]');
    const formats = await page.$$eval('.dialog input[name=format]', (all) => all.map((e) => e.value));
    const texts = [];
    for (const name of formats) { /* formats that cannot hold the game say so; those that are no text are tested elsewhere */
      await page.check(`.dialog input[name=format][value=${name}]`, { force: true });
      await page.waitForFunction((n) => document.querySelector(`.dialog [data-export="${n}"]`), name);
      const text = await page.locator('.dialog textarea').inputValue({ timeout: 500 }).catch(() => '…');
      if (text !== '…' && text.trim()) texts.push(text);
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
  await page.waitForSelector('progress');
  await page.waitForSelector('progress', { state: 'detached' });
  check(`${game}: the graph has every move`, (await page.locator('.graph-point').count()) === records[game][0][2] + 1);
  await page.locator('.graph').focus();
  await page.keyboard.press('PageDown');
  await page.waitForFunction(() => document.querySelector('.graph').getAttribute('aria-valuenow') === '0');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '1');
}

async function saveAndFindAgain(page, game) {
  await page.locator('input.title').fill(`Kept ${game}`);
  await page.locator('input.title').press('Enter');
  await page.locator('.node-tools textarea').fill('a comment');
  await page.locator('.node-tools textarea').blur();
  await page.click('[data-action=save]');
  await saved(page);
  const count = await plies(page);
  await page.goto('about:blank');
  await open(page);
  const found = `${await page.locator('input.title').inputValue()}, ${await plies(page)} plies`;
  check(`${game}: the game is there after a reload`, found === `Kept ${game}, ${count} plies`, `${found} instead of ${count}`);
  check(`${game}: the comment too`, (await page.locator('.node-tools textarea').inputValue()) === 'a comment');
  await page.click('[data-action=library]');
  await page.locator('.dialog input[type=search]').fill(`kept ${game}`);
  await page.waitForFunction(() => document.querySelectorAll('.library li').length === 1);
  await page.locator('.library .open').click();
  await page.waitForSelector('.dialog', { state: 'detached' });
}

/* What is being typed stays, whatever happens on the page meanwhile: lines of a search, a save, the engine's move. */
async function typing() {
  const page = await newPage();
  await open(page, '#othello');
  await openText(page, 'f5d6c3');
  await page.click('[data-action=analyse]');
  await page.waitForSelector('.lines li');
  await page.locator('input.title').fill('');
  await page.locator('input.title').pressSequentially('Typed while it thinks', { delay: 40 });
  check('a title stays while it is typed', (await page.locator('input.title').inputValue()) === 'Typed while it thinks', await page.locator('input.title').inputValue());
  await page.goBack(); /* another game comes to the table before the field was left */
  await hasPlies(page, 0);
  await page.goForward();
  await hasPlies(page, 3);
  check('and belongs to its game', (await page.locator('input.title').inputValue()) === 'Typed while it thinks');
  await newGame(page, 'othello', async () => {
    await page.check('input[name=time][value=move]', { force: true });
    await page.locator('input[name=seconds]').fill('2');
  });
  await moveByClicks(page, 'othello');
  await hasPlies(page, 1);
  await page.locator('.node-tools textarea').pressSequentially('a thought');
  await hasPlies(page, 2);
  await page.locator('.move[data-ply="1"]').click();
  await page.waitForFunction(() => document.querySelector('.move.here')?.dataset.ply === '1');
  check('a comment outlives the engine\'s move', (await page.locator('.node-tools textarea').inputValue()) === 'a thought');
  await page.context().close();
}

/* A save that was on its way when the next change came says nothing about that change. */
async function changedWhileSaving() {
  const waiting = [];
  let hold = false;
  const page = await tamperedPage((message, send) => {
    if (!hold || message.type !== 'saved') return message;
    waiting.push(() => send(message));
    return null;
  });
  await open(page, '#othello');
  await openText(page, 'f5d6c3');
  await saved(page);
  hold = true;
  const title = page.locator('input.title');
  await title.fill('One');
  await title.press('Enter');
  while (waiting.length === 0) await page.waitForTimeout(20);
  await title.fill('Two');
  await title.press('Enter');
  await page.evaluate(() => { window.seen = []; new MutationObserver(() => window.seen.push(document.querySelector('.page').dataset.saved)).observe(document.querySelector('.page'), { attributeFilter: ['data-saved'] }); });
  waiting.shift()();
  while (waiting.length === 0) await page.waitForTimeout(20);
  check('not saved while a change waits', !(await page.evaluate(() => window.seen)).includes('true'));
  waiting.shift()();
  await saved(page);
  await page.context().close();
}

/* A game that cannot be loaded does not give way to a new one without a word. */
async function notNow() {
  let refuse = false;
  const page = await tamperedPage((message) => (refuse && message.type === 'loaded' ? { type: 'error', id: message.id, code: 'busy', text: 'too much to do' } : message));
  await open(page, '#othello');
  await openText(page, 'f5d6c3');
  await saved(page);
  refuse = true;
  await page.goto('about:blank');
  await open(page);
  await page.waitForSelector('.notice');
  await page.context().close();
}

/* KIF files of other programs are in Shift JIS. */
async function shiftJis(page) {
  const kif = Buffer.from('8ee88d878a84814695bd8ee80a90e68ee8814688a80a8ce38ee881468c920a8ee890942d2d2d2d8e778ee82d2d2d2d2d2d2d2d2d8fc194ef8e9e8ad42d2d0a20202031208256985a95e0283737292020202820303a30352f290a202020322082528e6c95e0283333290a', 'hex');
  await page.click('[data-action=open]');
  await page.setInputFiles('.dialog input[type=file]:not([data-folder])', { name: 'game.kif', mimeType: 'text/plain', buffer: kif });
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 2);
  check('Shift JIS', (await page.locator('.player .name small').first().textContent()) === '健');
}

/* A game is deleted by a second click only. */
async function deletion(page) {
  await page.click('[data-action=library]');
  await page.waitForSelector('.library li');
  const total = async () => Number(/of (\d+)/.exec(await page.locator('.dialog > .help').last().textContent())[1]);
  const before = await total();
  await page.locator('.library li .delete').first().click();
  check('one click deletes nothing', (await total()) === before);
  await page.locator('.library li button.danger').click();
  await page.waitForFunction((n) => new RegExp(`of ${n - 1}\\b`).test(document.querySelector('.dialog').textContent), before);
  await page.click('[data-action=notice-undo]');
  await page.waitForFunction((n) => new RegExp(`of ${n}\\b`).test(document.querySelector('.dialog').textContent), before);
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

/* Several games in one file: a list to choose from, and all of them at once. */
async function severalGames(page) {
  await page.click('[data-action=open]');
  await page.locator('.dialog textarea').fill('f5d6c3\nf5f6e6f4\nf5f4');
  await page.click('[data-action=open-text]');
  await page.waitForSelector('[data-games="3"]');
  await page.click('[data-index="1"]');
  await hasPlies(page, 4);
  await page.click('[data-action=open]');
  await page.locator('.dialog textarea').fill('f5d6c3\nf5f6e6f4');
  await page.click('[data-action=open-text]');
  await page.click('[data-action=save-all]');
  await page.waitForSelector('.library li .thumb');
  await page.locator('.library li input').nth(0).check();
  await page.locator('.library li input').nth(1).check();
  const [file] = await Promise.all([page.waitForEvent('download'), page.selectOption('[data-action=export-many]', 'ggf')]);
  check('several games become one file', readFileSync(await file.path()).toString().match(/GM\[Othello\]/g).length === 2);
  await page.click('[data-action=analyse-many]');
  await page.waitForSelector('progress');
  await page.waitForFunction(() => !document.querySelector('progress') && document.querySelectorAll('.graph-point').length >= 4);
  await page.waitForTimeout(300);
  await page.waitForSelector('progress', { state: 'detached' });
}

/* KIF keeps what people wrote into it, through the page and back. */
async function kifKeepsEverything(page) {
  const kif = '開始日時：2024/01/02\n棋戦：練習\n場所：東京\n手合割：平手\n先手：Aoi\n後手：Ken\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:07/00:00:07)\n*good\n&mark\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四歩(83)\n';
  await openText(page, kif);
  await page.click('[data-action=export]');
  await page.check('.dialog input[name=format][value=kif]', { force: true });
  await page.waitForFunction(() => document.querySelector('.dialog [data-export=kif]')?.value);
  const text = await page.locator('.dialog textarea').inputValue();
  for (const part of ['開始日時：2024/01/02', '棋戦：練習', '場所：東京', '( 0:07/', '*good', '&mark', '変化：2手', '８四歩']) check('KIF keeps', text.includes(part), `${part}\n${text}`);
  await page.keyboard.press('Escape');
}

/* What other programs and sites write, pasted as it is. */
const row = '| ・ ・ ・ ・ ・ ・ ・ ・ ・|';
const ofOthers = [
  ['shogi', 'KI2', '先手：A\n後手：B\n▲７六歩　△３四歩　▲２六歩\n', 3],
  ['shogi', 'a bare diagram', ['後手の持駒：なし', '  ９ ８ ７ ６ ５ ４ ３ ２ １', '+---------------------------+', '| ・ ・ ・ ・v玉 ・ ・ ・ ・|一', `${row}二`, '| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三', ...[...'四五六七八'].map((rank) => row + rank), '| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九', '+---------------------------+', '先手の持駒：金　', ''].join('\n'), 0],
  ['shogi', 'JKF', JSON.stringify({ header: { 先手: 'あ' }, initial: { preset: 'HIRATE' }, moves: [{}, { move: { from: { x: 7, y: 7 }, to: { x: 7, y: 6 }, piece: 'FU' } }, { move: { from: { x: 3, y: 3 }, to: { x: 3, y: 4 }, piece: 'FU' } }, { special: 'TORYO' }] }), 2],
  ['shogi', 'bare USI moves', '7g7f 3c3d 8h2b+', 3],
  ['othello', 'PlayOK', '[Event "?"]\n[Site "PlayOK"]\n[Black "a"]\n[White "b"]\n\n1. f5 d6 2. c3 f3 3. f4 38-26\n', 5],
  ['othello', 'Othello Quest', 'F5D6C3D3C4', 5],
  ['gomoku', 'a row of moves', 'h8i9j10', 3],
  ['gomoku', 'pente.org', '[Game "Pente"]\n[Site "Pente.org"]\n[Player 1 Name "x"]\n[Player 2 Name "d"]\n\n1. K10 M9 2. N10 M7 3. M8 O7 1-0\n', 6],
];

async function recordsOfOthers(page, games) {
  for (const [game, kind, text, count] of ofOthers) {
    if (!games.includes(game)) continue;
    await openText(page, text);
    await page.waitForSelector(`[data-board=${game}]`);
    check(`${kind} is read`, (await plies(page)) === count, String(await plies(page)));
  }
  if (games.includes('shogi')) {
    await openText(page, ofOthers[1][2]);
    check('the diagram is the position', (await page.locator('[data-board=shogi] .cell[aria-label*=Sente]').count()) === 2 && (await page.locator('[data-hand="0G"]').count()) === 1);
  }
}

/* A folder goes into the list, chosen, so that one click analyses all of it; what is no record is named. */
async function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'yomi-folder-')), page = await newPage();
  mkdirSync(join(folder, 'below'));
  for (const [name, text] of [['one.txt', 'f5d6c3'], ['below/two.txt', 'f5f6e6f4'], ['below/nothing.txt', 'no record'], ['.hidden', 'f5d6']]) writeFileSync(join(folder, name), text);
  await open(page, '#othello');
  await page.click('[data-action=open]');
  await page.setInputFiles('.dialog [data-folder]', folder);
  await page.waitForSelector('.chosen');
  check('both games are chosen', /^2 /.test(await page.locator('.chosen span').textContent()), await page.locator('.chosen').textContent());
  check('what is no record is named', /nothing\.txt/.test(await page.locator('.notice').textContent()), await page.locator('.notice').textContent());
  await page.click('[data-action=analyse-many]');
  await page.waitForSelector('progress');
  for (const [title, points] of [['one', 4], ['two', 5]]) {
    await page.waitForSelector('progress', { state: 'detached', timeout: 60000 });
    await page.waitForTimeout(300);
    await page.waitForSelector('progress', { state: 'detached', timeout: 60000 });
    await page.click('[data-action=library]');
    await page.locator('.library .open', { hasText: `${title}.txt` }).click();
    await page.waitForSelector('.dialog', { state: 'detached' });
    await page.waitForFunction((n) => document.querySelectorAll('.graph-point').length === n, points);
  }
  rmSync(folder, { recursive: true });
  await page.context().close();
}

/* A file that is longer than what is read of it does not lose its end without a word. */
async function longFile() {
  const page = await newPage();
  await open(page, '#othello');
  await page.click('[data-action=open]');
  await page.setInputFiles('.dialog input[type=file]:not([data-folder])', { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from('f5d6c3\n'.repeat(101_000)) });
  await page.waitForFunction(() => /long\.txt/.test(document.querySelector('.notice')?.textContent ?? ''));
  await page.waitForSelector('.dialog [data-games]');
  await page.context().close();
}

async function badRecord(page) {
  await page.click('[data-action=open]');
  await page.locator('.dialog textarea').fill('1. f5 d6\n2. z9');
  await page.click('[data-action=open-text]');
  await page.waitForFunction(() => /cannot be read: line 2/.test(document.querySelector('.notice')?.textContent ?? ''));
  await page.keyboard.press('Escape');
}

export async function run({ page, games }) {
  for (const game of games) {
    await readRecords(page, game);
    await saveAndFindAgain(page, game);
    await pictures(page, game);
  }
  await recordsOfOthers(page, games);
  if (games.includes('shogi')) {
    await shiftJis(page);
    await kifKeepsEverything(page);
  }
  if (games.includes('othello')) {
    await typing();
    await changedWhileSaving();
    await notNow();
    await severalGames(page);
    await aFolder();
    await longFile();
    await deletion(page);
    await badRecord(page);
  }
}
