/* How long until the page can be used, from the start of the navigation:  node opening.mjs PROGRAM [RUNS]
 * Every run has an empty browser profile. Prints the median, the worst and how many took more than a second, and the
 * processor time of the page's main thread, which does not depend on what else the machine does. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, runs = '30'] = process.argv.slice(2);
const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');
const data = mkdtempSync(join(tmpdir(), 'yomi-opening-'));
const server = spawn(program, ['serve', '--port', '0', '--data', data, '--quiet']);
process.on('exit', () => server.kill());
const url = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text).split(/\s+/)[3])));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const times = [], work = [];
for (let i = 0; i < Number(runs); i++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${url}#${['shogi', 'othello', 'gomoku'][i % 3]}`);
  await page.waitForSelector('[data-ready=true]');
  times.push(await page.evaluate(() => performance.getEntriesByName('usable')[0].startTime));
  const { metrics } = await devtools.send('Performance.getMetrics');
  work.push(metrics.find(({ name }) => name === 'TaskDuration').value * 1000);
  await context.close();
}
await browser.close();
server.kill();
rmSync(data, { recursive: true, force: true });
for (const list of [times, work]) list.sort((a, b) => a - b);
console.log(`${times.length} runs: median ${Math.round(times[times.length >> 1])} ms, worst ${Math.round(times.at(-1))} ms, ${times.filter((ms) => ms > 1000).length} over 1 s; processor time: median ${Math.round(work[work.length >> 1])} ms, worst ${Math.round(work.at(-1))} ms`);
