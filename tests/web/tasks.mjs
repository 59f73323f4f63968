/* Ten tasks of a user, with the clicks, keys and seconds that they take here:  node tasks.mjs PROGRAM
 * Seconds are the page's and the program's, without the user's thought. For docs/measurements/user_study.md. */
import { browser, main, newPage, open, records } from './page/harness.mjs';

const game = records.shogi[0][1], tsume = '4k4/9/4P4/9/9/9/9/9/4K4 b G 1';

/* Hands that are counted. */
function counted(page) {
  const count = { clicks: 0, keys: 0 };
  return {
    count,
    click: async (selector) => { count.clicks++; await page.locator(selector).first().click(); },
    choose: async (selector) => { count.clicks++; await page.check(selector, { force: true }); },
    type: async (selector, text) => { count.clicks++; count.keys++; await page.fill(selector, text); }, /* click into it, paste */
    key: async (key) => { count.keys++; await page.keyboard.press(key); },
    paste: async (text) => {
      count.keys++;
      await page.evaluate((words) => {
        const data = new DataTransfer();
        data.setData('text/plain', words);
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      }, text);
    },
  };
}

const tasks = {
  'analyse a position that is given as SFEN': async (page, hand) => {
    await hand.paste('lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2');
    await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 0 && document.querySelector('.player.turn')?.dataset.side === '1');
    await hand.key('a');
    await page.waitForSelector('.lines li');
  },
  'set up a position by hand: take one pawn off the start, White to move, analyse': async (page, hand) => {
    await hand.click('[data-action=setup]');
    await hand.click('.palette [data-piece=""]');
    await hand.click('.setup-board [data-cell="54"]');
    await hand.choose('input[name=setup-side][value="1"]');
    await hand.click('[data-action=setup-analyse]');
    await page.waitForSelector('.lines li');
  },
  'find the worst mistake of a pasted game (KIF)': async (page, hand) => {
    await hand.paste(game);
    await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length === 5);
    await hand.click('[data-action=analyse-game]');
    await page.waitForFunction(() => !document.querySelector('progress') && document.querySelector('.turning, .points, [data-turning]'));
  },
  'have a tsume solved': async (page, hand) => {
    await hand.paste(tsume);
    await page.waitForFunction(() => document.querySelectorAll('.in-hand').length > 0);
    await hand.key('a');
    await page.waitForFunction(() => /mate/i.test(document.querySelector('.lines li')?.textContent ?? ''));
  },
  'play with byoyomi of 30 seconds': async (page, hand) => {
    await hand.key('n');
    await hand.choose('input[name=time][value=clock]');
    await hand.type('input[name=minutes]', '0');
    await hand.type('input[name=byoyomi]', '30');
    await hand.click('[data-action=start]');
    await page.waitForSelector('.clock');
  },
  'share the position as a link': async (page, hand) => {
    await hand.click('[data-action=export]');
    await hand.click('[data-action=copy-link]');
    await page.waitForFunction(() => document.querySelector('.notice')?.textContent === 'Copied');
  },
  'save the board as an image': async (page, hand) => {
    await hand.click('[data-action=export]');
    const file = page.waitForEvent('download');
    await hand.click('[data-action=png]');
    await file;
  },
  'copy the game as KIF': async (page, hand) => {
    await hand.click('[data-action=export]');
    await page.waitForFunction(() => document.querySelector('[data-export=kif]')?.value);
    await hand.click('[data-action=copy-record]');
    await page.waitForFunction(() => document.querySelector('.notice')?.textContent === 'Copied');
  },
  'invite a friend to a game by link': async (page, hand) => {
    await hand.key('n');
    await hand.choose('input[name=sides][value=person]');
    await hand.click('[data-action=start]');
    await hand.click('[data-action=copy-invite]');
    await page.waitForFunction(() => document.querySelector('.notice')?.textContent === 'Copied');
  },
  'watch the engine play itself': async (page, hand) => {
    await hand.key('n');
    await hand.choose('input[name=sides][value=none]');
    await hand.click('[data-action=start]');
    await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 1);
  },
};

for (const [name, run] of Object.entries(tasks)) {
  const page = await newPage();
  await open(page, '#shogi');
  const hand = counted(page), begin = Date.now();
  await run(page, hand);
  console.log(`| ${name} | ${hand.count.clicks} | ${hand.count.keys} | ${((Date.now() - begin) / 1000).toFixed(1)} |`);
  await page.context().close();
}
await browser.close();
process.exit(await main.stop());
