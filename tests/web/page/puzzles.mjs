/* Puzzles: solved move by move against the server's defence, wrong moves refuted, hints, ratings; for every game. */
import { accessible, check, cells, click, newPage, open, shot } from './harness.mjs';

const said = (page, ...what) => page.waitForFunction((all) => all.includes(document.querySelector('main.puzzles')?.dataset.said ?? ''), what);
const standing = (page, name) => page.locator(`[data-standing=${name}]`).textContent();

/* Asks the server as the page does, over a connection of its own. */
const ask = (page, message) =>
  page.evaluate((fields) => new Promise((resolve) => {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/ws`);
    socket.onmessage = (event) => {
      const answer = JSON.parse(event.data);
      if (answer.type === 'hello') return socket.send(JSON.stringify({ ...fields, id: 1 }));
      socket.close();
      resolve(answer);
    };
  }), message);

async function openPuzzles(page, game, kind) {
  if (!(await page.locator('main.puzzles').count())) await page.click('[data-action=puzzles]');
  await page.waitForSelector('main.puzzles');
  await page.check(`input[name=puzzle-game][value=${game}]`, { force: true });
  await page.waitForSelector(`.table.${game}`);
  await said(page, 'ask');
  if (!kind) return;
  const before = await page.getAttribute('main.puzzles', 'data-number');
  await page.selectOption('select[name=puzzle-kind]', kind);
  await page.waitForFunction((number) => document.querySelector('main.puzzles').dataset.number !== number, before);
  await said(page, 'ask');
}

/* The centre of a cell by its place on the board: file and rank of shogi, column and row of the others. */
async function cellAt(page, game, name) {
  const all = await cells(page, '');
  const size = Math.round(Math.sqrt(all.length));
  const column = game === 'shogi' ? 9 - Number(name[0]) : name.charCodeAt(0) - 97;
  const row = game === 'shogi' ? name.charCodeAt(1) - 97 : game === 'othello' ? Number(name.slice(1)) - 1 : size - Number(name.slice(1));
  return all[row * size + column];
}

async function play(page, game, move) {
  if (game !== 'shogi') return click(page, await cellAt(page, game, move));
  if (move[1] === '*') {
    await page.click(`.in-hand.mine[data-hand$="${move[0]}"]`);
  } else {
    await click(page, await cellAt(page, game, move.slice(0, 2)));
  }
  await click(page, await cellAt(page, game, move.slice(2, 4)));
  if (await page.locator('.promotion').count()) await page.click(`[data-promote=${move.endsWith('+')}]`);
}

/* Asks for the best move and plays it, until the puzzle is solved. */
async function solve(page, game) {
  const puzzle = await page.getAttribute('main.puzzles', 'data-puzzle'), moves = [];
  for (let tries = 0; tries < 40; tries++) {
    const { moves: best } = await ask(page, { type: 'solution', game, puzzle, moves });
    check('the server has a solution', best?.length > 0, `${game} ${puzzle} ${moves}`);
    await play(page, game, best[0]);
    moves.push(best[0]);
    await said(page, 'right', 'solved', 'wrong');
    const now = await page.getAttribute('main.puzzles', 'data-said');
    check('the best move is right', now !== 'wrong', `${game} ${puzzle} ${moves}`);
    const { moves: answer, verdict } = await ask(page, { type: 'try', game, puzzle, moves });
    check('the page and the server agree', verdict === now, `${verdict} ${now}`);
    moves.push(...answer);
    check('the answer stands on the board', Number(await page.getAttribute('main.puzzles', 'data-plies')) === moves.length);
    if (now === 'solved') return moves;
  }
  throw new Error(`${game} ${puzzle} does not end`);
}

async function solveOne(page, game, kind) {
  await openPuzzles(page, game, kind);
  const before = Number(await standing(page, 'rating'));
  await shot(page, `puzzle-${game}`);
  await solve(page, game);
  check('a solved puzzle raises the rating', Number(await standing(page, 'rating')) > before);
  check('and begins a streak', (await standing(page, 'streak')).startsWith('1 '));
  const old = await page.getAttribute('main.puzzles', 'data-puzzle');
  await page.click('[data-action=puzzle-next]');
  await said(page, 'ask');
  check('another puzzle comes', (await page.getAttribute('main.puzzles', 'data-puzzle')) !== old);
}

/* A wrong move is told with its refutation, counts once, and can be taken back. */
async function wrongMove(page) {
  await openPuzzles(page, 'othello', '');
  const puzzle = await page.getAttribute('main.puzzles', 'data-puzzle'), before = Number(await standing(page, 'rating'));
  const { position } = await ask(page, { type: 'puzzle', game: 'othello', puzzle });
  const { legal } = await ask(page, { type: 'position', game: 'othello', start: position, options: {}, moves: [] });
  const { moves: best } = await ask(page, { type: 'solution', game: 'othello', puzzle, moves: [] });
  await play(page, 'othello', legal.find((move) => move !== best[0]));
  await said(page, 'wrong');
  check('the loss is told', /gives away \d+ discs/.test(await page.locator('.told [role=status]').textContent()));
  check('a wrong move lowers the rating', Number(await standing(page, 'rating')) < before);
  check('and ends the streak', (await standing(page, 'streak')).startsWith('0 '));
  const after = await standing(page, 'rating');
  await page.keyboard.press('r');
  await said(page, 'ask');
  check('back before the move', (await page.getAttribute('main.puzzles', 'data-plies')) === '0');
  await page.keyboard.press('h');
  await page.waitForSelector(`main[data-hint=${best[0]}]`);
  await page.keyboard.press('s');
  await said(page, 'shown');
  check('the solution goes to the end', (await page.getAttribute('main.puzzles', 'data-plies')) === String(best.length));
  check('a puzzle counts once', (await standing(page, 'rating')) === after);
}

async function remembers(page) {
  const rating = await standing(page, 'rating');
  await page.reload();
  await page.waitForSelector('[data-ready=true]');
  await openPuzzles(page, 'othello');
  check('the rating is remembered', (await standing(page, 'rating')) === rating);
  await page.keyboard.press('Escape');
  await page.waitForSelector('main.puzzles', { state: 'detached' });
  await openPuzzles(page, 'othello');
  await page.click('[data-game=othello]');
  await page.waitForSelector('main.puzzles', { state: 'detached' });
  check('the game is there again', (await page.locator('.status').count()) === 1);
}

/* Difficulty and kind say which puzzles come. */
async function chooses(page) {
  await openPuzzles(page, 'shogi', 'tsume:3');
  check('the length is the one asked for', /mate in 3 plies/.test(await page.locator('.told [role=status]').textContent()));
  await page.selectOption('select[name=puzzle-kind]', '');
  await page.selectOption('select[name=puzzle-difficulty]', 'hard');
  await page.waitForFunction(() => Number(document.querySelector('[data-standing=puzzle-rating]').textContent) >= 1500);
  await said(page, 'ask');
}

/* Languages, themes and a phone: everything fits and is accessible. */
async function everywhere(games) {
  const looks = [['en', 'light', 1280, 720], ['ja', 'dark', 390, 844], ['ko', 'light', 844, 390], ['ja', 'light', 820, 1180]];
  for (const [language, theme, width, height] of looks) {
    const page = await newPage({ viewport: { width, height }, hasTouch: width < 1000, colorScheme: theme });
    await page.addInitScript((preferences) => localStorage.setItem('yomi.preferences', JSON.stringify(preferences)), { language, theme });
    await open(page);
    for (const game of games.filter((name) => ['shogi', 'othello', 'gomoku'].includes(name))) {
      await openPuzzles(page, game);
      await accessible(page, `puzzles ${game} ${language} ${theme}`);
      check('nothing sticks out', await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game} ${width}`);
      await shot(page, `puzzles-${game}-${language}-${theme}-${width}`);
    }
    await page.context().close();
  }
}

export async function run({ games }) {
  const page = await newPage();
  await open(page);
  for (const [game, kind] of [['shogi', 'tsume:5'], ['othello', 'endgame:8'], ['gomoku', 'vcf']]) if (games.includes(game)) await solveOne(page, game, kind);
  if (games.includes('shogi')) await chooses(page);
  if (games.includes('othello')) await wrongMove(page);
  if (games.includes('othello')) await remembers(page);
  await page.context().close();
  await everywhere(games);
}
