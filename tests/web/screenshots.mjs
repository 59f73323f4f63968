/* Makes the pictures of docs/images:  node screenshots.mjs PROGRAM FOLDER */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, folder] = process.argv.slice(2);
const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');
const data = mkdtempSync(join(tmpdir(), 'yomi-shots-'));
const server = spawn(program, ['serve', '--port', '0', '--data', data, '--quiet']);
process.on('exit', () => server.kill()); /* also when a step below throws */
const url = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text).split(/\s+/)[3])));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/* Games that the program played against itself. */
const shogi = 'position startpos moves 1g1f 7a6b 7i6h 6a5b 3i4h 3a4b 4i5h 8c8d 1f1e 8d8e 6i7h 4a3b 2g2f 5a4a 2f2e 9c9d 9g9f 8b8d 7g7f 7c7d 2h2f 5c5d 2e2d 2c2d 2f2d 8e8f 8g8f 8d8f 6h7g 8f8b P*8g 6b5c P*2c 2b3a 5i6i 8b8e 3g3f 8a7c 4h5i 4c4d 5i6h 8e8d 7g8f P*8e 8h6f 8d8b 8f9g 3c3d 7f7e 4b3c 2d2f 7d7e 6f7e P*7d 7e6f P*2d';
const othello = 'd3c5e6f7c6e3c4d6e7d2f6f5g6b3g5b6f3c7b5d7b4a4c2c3f2d1a5a6a2h4';
const gomoku = '(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[ih];W[gg];B[gi];W[jf];B[fj];W[ek];B[jh];W[kh];B[hi];W[ii];B[hg];W[hj])';

async function picture(name, options, prepare) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  await context.addInitScript(() => localStorage.setItem('yomi.toured', 'true'));
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('[data-ready=true]');
  await prepare(page);
  const devtools = await context.newCDPSession(page); /* Playwright's own screenshot writes no WebP */
  const { data: image } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(image, 'base64'));
  await context.close();
}

async function openRecord(page, text) {
  await page.click('[data-action=open]');
  await page.locator('.dialog textarea').fill(text);
  await page.click('[data-action=open-text]');
  await page.waitForSelector('.dialog', { state: 'detached' });
}

/* The whole game first, for the graph; then the position `back` moves before its end. */
const analysed = (text, back, whole = true) => async (page) => {
  await openRecord(page, text);
  if (whole) {
    await page.click('[data-action=analyse-game]');
    await page.waitForSelector('progress');
    await page.waitForSelector('[data-thinking=no]', { timeout: 120000 });
  }
  for (let i = 0; i < back; i++) await page.keyboard.press('ArrowLeft');
  await page.click('[data-action=analyse]');
  await page.waitForSelector('.lines li');
  await page.waitForTimeout(4000);
  await page.evaluate(() => scrollTo(0, 0));
};

await picture('shogi', {}, analysed(shogi, 4));
await picture('othello', {}, analysed(othello, 6));
await picture('gomoku', { colorScheme: 'dark' }, analysed(gomoku, 4));
await picture('shogi-japanese', { locale: 'ja-JP', colorScheme: 'dark' }, analysed(shogi, 10));
await picture('phone', { viewport: { width: 390, height: 844 }, locale: 'ko-KR' }, analysed(othello, 12, false));
await picture('new-game', {}, async (page) => {
  await page.click('[data-action=new]');
  await page.check('input[name=game][value=gomoku]', { force: true });
  await page.check('input[name=time][value=clock]', { force: true });
  await page.selectOption('.dialog select[name=opening]', 'swap2');
});
await picture('watch', {}, async (page) => {
  await page.click('[data-action=new]');
  await page.check('input[name=game][value=shogi]', { force: true });
  await page.check('input[name=sides][value=none]', { force: true });
  await page.check('input[name=time][value=clock]', { force: true });
  await page.fill('.dialog input[name=minutes]', '1');
  await page.fill('.dialog input[name=byoyomi]', '5');
  await page.click('[data-action=start]');
  await page.waitForFunction(() => document.querySelectorAll('.moves > .step').length >= 16, null, { timeout: 120000 });
  await page.waitForTimeout(1000);
});
await browser.close();
server.kill();
rmSync(data, { recursive: true, force: true });
