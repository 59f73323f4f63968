/* The page in a real browser:  [YOMI_GAMES="shogi othello"] [YOMI_TOPICS="undo tabs"] node browser.mjs PROGRAM [SCREENSHOT_FOLDER]
 *
 * One file of page/ for each topic. Needs Chromium and, in web/, the packages of package.json (npm install). Without
 * them it says so and returns 77, which CTest counts as skipped. */
import { browser, check, counted, main, newPage, open, problems, records as texts } from './page/harness.mjs';
import * as analysis from './page/analysis.mjs';
import * as dobutsu from './page/dobutsu.mjs';
import * as games from './page/games.mjs';
import * as people from './page/people.mjs';
import * as puzzles from './page/puzzles.mjs';
import * as records from './page/records.mjs';
import * as screens from './page/screens.mjs';
import * as settings from './page/settings.mjs';
import * as sounds from './page/sounds.mjs';
import * as study from './page/study.mjs';
import * as tabs from './page/tabs.mjs';
import * as undo from './page/undo.mjs';

const topics = { undo, tabs, games, records, analysis, study, puzzles, dobutsu, people, settings, sounds, screens };
const forAll = [dobutsu, screens]; /* the others play the games that the harness has records of */
const wanted = process.env.YOMI_TOPICS?.split(' ');
let failed = false;

/* A browser on a busy machine may be late once: a topic that fails is told, and tried a second time on a new page. */
async function twice(name, topic, page, games) {
  const attempt = async (on) => {
    await topic.run({ page: on, games });
    check(`${name}: no error on the console`, problems.length === 0, problems.join('\n'));
  };
  try {
    await attempt(page);
    return page;
  } catch (error) {
    console.log(`${name} failed and is tried again: ${error.stack}\nconsole: ${problems.join('\n')}`);
    problems.length = 0;
  }
  const fresh = await newPage();
  await open(fresh);
  await attempt(fresh);
  return fresh;
}

try {
  let page = await newPage();
  const ready = await open(page);
  const built = await page.$$eval('[data-game]:not([disabled])', (all) => all.map((b) => b.dataset.game));
  const chosen = built.filter((game) => !process.env.YOMI_GAMES || process.env.YOMI_GAMES.split(' ').includes(game));
  console.log(`usable after ${ready} ms; games: ${chosen.join(' ')}`);
  check('there is a game', chosen.length > 0);
  for (const [name, topic] of Object.entries(topics)) {
    if (wanted && !wanted.includes(name)) continue;
    const begin = Date.now();
    page = await twice(name, topic, page, forAll.includes(topic) ? chosen : chosen.filter((game) => game in texts));
    console.log(`${name}: ${((Date.now() - begin) / 1000).toFixed(0)} s`);
  }
  console.log(`${counted.checks} checks passed`);
} catch (error) {
  failed = true;
  console.log(`FAILED: ${error.stack}\nconsole: ${problems.join('\n')}`);
  const last = browser.contexts().at(-1)?.pages().at(-1);
  if (last && process.env.YOMI_FAILURE_SHOT) await last.screenshot({ path: process.env.YOMI_FAILURE_SHOT });
}
await browser.close();
if ((await main.stop()) !== 0) failed = true;
process.exit(failed ? 1 : 0);
