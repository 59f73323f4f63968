/* Languages, screens of every size, the keyboard's way through the page, plain addresses, tokens. */
import { accessible, any, browser, cells, check, main, newPage, open, openText, plainHost, serve, shot } from './harness.mjs';

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
    if (game === 'othello' || game === 'gomoku') { /* one tap is a move */
      const target = any(await cells(page, game === 'othello' ? ' legal' : ' empty'));
      await page.touchscreen.tap(target.x, target.y);
      if (game === 'gomoku') { /* small cells: the first tap asks */
        await page.waitForSelector('.magnifier');
        check('the first tap moves nothing', (await page.locator('.moves > .step').count()) === 0);
        await shot(page, 'magnifier');
        await page.touchscreen.tap(target.x, target.y);
      }
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


/* One stop of the Tab key for a board, whatever its size. */
async function tabStops(games) {
  const page = await newPage();
  for (const game of games) {
    await page.goto('about:blank');
    await open(page, '#' + game);
    let stops = 0;
    await page.locator('[data-action=settings]').focus();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      stops += await page.evaluate(() => (document.activeElement.closest?.('svg.board') ? 1 : 0));
    }
    check(`${game}: one stop on the board`, stops === 1, String(stops));
  }
  await page.context().close();
}

/* On every screen the whole board can be seen at once, both hands with it, and nothing is wider than the screen. */
const screens = { desktop: [1680, 1050], laptop: [1280, 720], tablet: [768, 1024], 'tablet-wide': [1024, 768], phone: [390, 844], 'phone-wide': [844, 390], small: [360, 640] };
const looks = [['en-US', 'light'], ['ja-JP', 'dark'], ['ko-KR', 'light'], ['en-US', 'dark'], ['ja-JP', 'light'], ['ko-KR', 'dark']];
async function everyScreen(games) {
  let turn = 0; /* every screen in both colours, the languages in turn; each look is checked for accessibility on one game */
  for (const [name, [width, height]] of Object.entries(screens)) {
    for (let half = 0; half < 2; half++, turn++) {
      const [locale, colorScheme] = looks[turn % looks.length];
      const page = await newPage({ viewport: { width, height }, hasTouch: width < 1100, locale, colorScheme });
      for (const [index, game] of games.entries()) {
        await page.goto('about:blank');
        await open(page, '#' + game);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        const found = await page.evaluate(() => {
          const board = document.querySelector('svg.board').getBoundingClientRect(), strips = [...document.querySelectorAll('.player')].map((e) => e.getBoundingClientRect());
          return { whole: innerHeight > 500 || innerHeight > innerWidth || (Math.min(board.top, ...strips.map((s) => s.top)) >= -1 && Math.max(board.bottom, ...strips.map((s) => s.bottom)) <= innerHeight + 1), wide: document.documentElement.scrollWidth <= innerWidth, high: Math.max(board.bottom, ...strips.map((s) => s.bottom)) - Math.min(board.top, ...strips.map((s) => s.top)) <= innerHeight, board: board.width, left: board.left >= 0 && board.right <= innerWidth, at: [Math.round(board.width), Math.round(board.height)] };
        });
        const cut = await page.$$eval('button', (all) => all.filter((e) => e.offsetWidth > 1 && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent));
        check(`${name} ${locale}: no word sticks out of its button`, cut.length === 0, cut.join(', '));
        check(`${game}: the board fits ${name}`, found.whole && found.wide && found.high && found.left && found.board > 150, JSON.stringify(found));
        await shot(page, `${name}-${game}-${colorScheme}`);
        if (index !== turn % games.length) continue;
        await accessible(page, `${name} ${game} ${locale} ${colorScheme}`);
        if (half === 0) await everyDialog(page, `${name} ${locale}`);
      }
      await page.context().close();
    }
  }
}

/* Every dialog fits the screen and can be left by Escape. */
async function everyDialog(page, where) {
  for (const name of ['new', 'open', 'library', 'export', 'setup', 'keys', 'settings']) {
    await page.locator(`[data-action=${name}]`).first().click();
    await page.waitForSelector('.dialog');
    check(`${where}: ${name} fits`, await page.evaluate(() => {
      const box = document.querySelector('.dialog').getBoundingClientRect();
      return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight && document.documentElement.scrollWidth <= innerWidth;
    }));
    await page.keyboard.press('Escape');
    await page.waitForSelector('.dialog', { state: 'detached' });
  }
}

/* From the first key to the end of a game without a mouse: a new game, moves, an analysis, resigning. */
async function keyboardOnly(game) {
  const page = await newPage({ viewport: { width: 1280, height: 720 } });
  const tabTo = async (selector) => {
    for (let i = 0; i < 150 && !(await page.evaluate((s) => document.activeElement.matches?.(s), selector)); i++) await page.keyboard.press('Tab');
    check(`the keyboard reaches ${selector}`, await page.evaluate((s) => document.activeElement.matches(s), selector));
  };
  await open(page, '#' + game);
  await page.keyboard.press('n');
  await page.waitForSelector('.dialog');
  await tabTo('.dialog input[type=range]');
  await page.keyboard.press('Home');
  await tabTo('[data-action=start]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForFunction(() => document.querySelector('.status p').textContent === 'Your move');
  await tabTo('svg.board .cell');
  const width = game === 'othello' ? 8 : 0, target = await page.$$eval('.cell', (all) => Number(all.find((c) => / legal/.test(c.getAttribute('aria-label'))).dataset.cell));
  let at = await page.evaluate(() => Number(document.activeElement.dataset.cell));
  for (; Math.floor(at / width) < Math.floor(target / width); at += width) await page.keyboard.press('ArrowDown');
  for (; Math.floor(at / width) > Math.floor(target / width); at -= width) await page.keyboard.press('ArrowUp');
  for (; at % width < target % width; at++) await page.keyboard.press('ArrowRight');
  for (; at % width > target % width; at--) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 2);
  await tabTo('[data-action=ask-resign]');
  await page.keyboard.press('Enter');
  await tabTo('[data-action=resign]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-banner]');
  await tabTo('[data-action=banner-close]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('a');
  await page.waitForSelector('.lines li');
  await page.keyboard.press('a');
  await page.waitForSelector('[data-thinking=no]');
  await page.context().close();
}

async function hoveredTab() {
  const page = await newPage();
  await open(page, '#othello');
  await page.hover('[data-game=othello]');
  await accessible(page, 'a hovered tab');
  await page.context().close();
}

/* An address that is not secure has no clipboard interface; copying works all the same. */
async function copyOnPlainHttp() {
  const page = await newPage();
  await open(page, '#othello', main.url.replace('127.0.0.1', plainHost));
  check('this address has no clipboard interface', await page.evaluate(() => !navigator.clipboard));
  await openText(page, 'f5d6c3');
  await page.click('[data-action=export]');
  await page.check('.dialog input[name=format][value=transcript]', { force: true });
  await page.waitForFunction(() => document.querySelector('.dialog [data-export=transcript]')?.value === 'f5d6c3\n');
  await page.evaluate(() => { document.addEventListener('copy', () => { globalThis.copied = document.activeElement.value; }); });
  await page.click('[data-action=copy-record]');
  await page.waitForFunction(() => document.querySelector('.notice')?.textContent === 'Copied');
  check('the text was copied', (await page.evaluate(() => globalThis.copied)) === 'f5d6c3\n');
  await page.context().close();
}

/* Without the token there is a field for it. */
async function tokenPage() {
  const token = 'abcdefghijklmnop1234', other = await serve('--token', token), url = new URL(other.url);
  const context = await browser.newContext(), page = await context.newPage();
  page.setDefaultTimeout(30000);
  await page.goto(url.origin + '/');
  await page.fill('input[name=token]', token);
  await Promise.all([page.waitForURL(`${url.origin}/**`), page.click('button')]);
  await page.waitForSelector('[data-ready=true]');
  check('the token is not left in the address', !page.url().includes('token'));
  await context.close();
  check('the server ends well', (await other.stop()) === 0);
}

/* What the server says is said in the user's language. */
async function serverTexts() {
  for (const [locale, word] of [['ja-JP', /棋譜を読めません: 3手目「a1」は指せません/], ['ko-KR', /3수 “a1”은 둘 수 없습니다/]]) {
    const page = await newPage({ locale });
    await open(page, '#othello');
    await page.click('[data-action=open]');
    await page.locator('.dialog textarea').fill('f5d6a1');
    await page.click('[data-action=open-text]');
    await page.waitForSelector('.notice');
    check(`server texts in ${locale}`, word.test(await page.locator('.notice').textContent()), await page.locator('.notice').textContent());
    await page.keyboard.press('Escape');
    await page.click('[data-action=library]');
    if (locale === 'ja-JP') check('moves are counted in Japanese', !/\d 指し手/.test(await page.locator('.dialog').textContent()));
    await page.context().close();
  }
}

export async function run({ page, games }) {
  await switchLanguage(page);
  await languagesAndPhone(games);
  await tabStops(games);
  await everyScreen(games);
  await tokenPage();
  if (!games.includes('othello')) return;
  await keyboardOnly('othello');
  await hoveredTab();
  await copyOnPlainHttp();
  await serverTexts();
}
