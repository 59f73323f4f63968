/* Makes the pictures of docs/images:  node screenshots.mjs PROGRAM FOLDER */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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

const records = {
  shogi: 'position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c',
  othello: 'f5d6c3d3c4f4f6f3e6e7',
  gomoku: '(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[ih];W[gg];B[gi];W[jf];B[fj];W[ek];B[jh];W[kh];B[hi])',
};

async function openRecord(page, text) {
  await page.click('[data-action=open]');
  await page.locator('.dialog textarea').fill(text);
  await page.click('[data-action=open-text]');
  await page.waitForSelector('.dialog', { state: 'detached' });
}

async function picture(name, game, options, prepare) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('[data-ready=true]');
  await openRecord(page, records[game]);
  await prepare(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

const analyse = async (page) => {
  await page.click('[data-action=analyse-game]');
  await page.waitForSelector('.status:has-text("1")').catch(() => undefined);
  await page.waitForSelector('[data-thinking=no]', { timeout: 60000 });
  await page.click('[data-action=analyse]');
  await page.waitForTimeout(3000);
};
await picture('shogi', 'shogi', {}, analyse);
await picture('othello', 'othello', {}, analyse);
await picture('gomoku', 'gomoku', { colorScheme: 'dark' }, analyse);
await picture('shogi-japanese', 'shogi', { locale: 'ja-JP', colorScheme: 'dark' }, analyse);
await picture('phone', 'othello', { viewport: { width: 390, height: 844 }, locale: 'ko-KR' }, async (page) => {
  await page.click('[data-action=analyse]');
  await page.waitForTimeout(2000);
  await page.evaluate(() => scrollTo(0, 0));
});
await picture('new-game', 'shogi', {}, (page) => page.click('[data-action=new]'));
await browser.close();
server.kill();
rmSync(data, { recursive: true, force: true });
