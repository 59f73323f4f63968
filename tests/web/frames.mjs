/* Frames a second while the page analyses:  node frames.mjs PROGRAM. Measured and printed, not judged: a headless browser on a
 * busy machine says little about a screen. */
import { browser, main, newPage, open } from './page/harness.mjs';

for (const game of ['shogi', 'othello', 'gomoku']) {
  const page = await newPage();
  await open(page, '#' + game);
  await page.keyboard.press('a');
  const answer = page.locator('[data-answer]').first();
  if (await answer.isVisible().catch(() => false)) await answer.click(); /* a game that has begun asks first */
  await page.waitForSelector('.lines li');
  const times = await page.evaluate(() => new Promise((resolve) => {
    const gaps = [];
    let last = performance.now();
    const step = (now) => {
      gaps.push(now - last);
      last = now;
      if (gaps.length < 300) requestAnimationFrame(step);
      else resolve(gaps.sort((a, b) => a - b));
    };
    requestAnimationFrame(step);
  }));
  console.log(`${game}: median ${(1000 / times[150]).toFixed(0)} frames a second, slowest of 100 ${times[297].toFixed(0)} ms`);
  await page.context().close();
}
await browser.close();
process.exit(await main.stop());
