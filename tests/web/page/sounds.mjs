/* What is heard: moves, captures, ends, the last seconds, by a stand-in for the sound card and the voice. */
import { cells, check, click, hasPlies, newGame, newPage, open, settled } from './harness.mjs';

/* The frequencies of the tones, and what was said. */
async function hearingPage() {
  const page = await newPage();
  await page.context().addInitScript(() => {
    globalThis.heard = [];
    globalThis.said = [];
    const node = () => ({ connect: (next) => next });
    globalThis.AudioContext = class {
      currentTime = 0;
      destination = {};
      createGain() { return { ...node(), gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }; }
      createOscillator() { return { ...node(), frequency: { value: 0 }, start() { globalThis.heard.push(this.frequency.value); }, stop() {} }; }
    };
    Object.defineProperty(globalThis, 'speechSynthesis', { value: { speak: (words) => globalThis.said.push(`${words.lang} ${words.text}`) } });
  });
  return page;
}
const heard = (page) => page.evaluate(() => globalThis.heard.splice(0).join(' '));
const move = async (page, from, to) => {
  for (const label of [from, to]) await click(page, (await cells(page, label))[0]);
};

async function movesAndCaptures() {
  const page = await hearingPage();
  await open(page, '#shogi');
  await newGame(page, 'shogi', () => page.check('input[name=sides][value=both]', { force: true }));
  await page.keyboard.press('Escape');
  await heard(page);
  for (const [from, to, sound, plies] of [['^7g', '^7f', '320', 1], ['^3c', '^3d', '320', 2]]) {
    await move(page, from, to);
    await hasPlies(page, plies);
    check('a move is heard', (await heard(page)) === sound);
  }
  await move(page, '^8h', '^2b');
  await page.click('[data-promote=true]');
  await hasPlies(page, 3);
  check('a capture sounds otherwise', (await heard(page)) === '320 210');
  await page.click('[data-action=ask-resign]');
  await page.click('[data-action=resign]');
  await page.waitForSelector('[data-banner]');
  check('the end is heard', (await heard(page)) === '520 660 780');
  await page.context().close();
}

/* Three seconds of byoyomi: ticks, or numbers in the user's language. */
async function byoyomi(speech) {
  const page = await hearingPage();
  await page.context().addInitScript((on) => localStorage.setItem('yomi.preferences', JSON.stringify({ language: 'en', speech: on })), speech);
  await open(page, '#othello');
  await newGame(page, 'othello', async () => {
    await page.check('input[name=time][value=clock]', { force: true });
    await page.fill('input[name=minutes]', '0');
    await page.fill('input[name=byoyomi]', '3');
  });
  await page.waitForFunction(() => /time/.test(document.querySelector('.status p').textContent));
  const said = await page.evaluate(() => globalThis.said.join(', ')), ticks = (await heard(page)).split(' ').filter((tone) => tone === '900').length;
  /* a browser that gets no processor for a second may leave one out, but says none twice */
  if (speech) check('the seconds are said', /^(en-US 3)?(, )?(en-US 2)?(, )?(en-US 1)?$/.test(said) && said !== '' && ticks === 0, said);
  else check('the seconds tick', ticks >= 1 && ticks <= 3 && said === '', String(ticks));
  await page.context().close();
}

async function silence() {
  const page = await hearingPage();
  await page.context().addInitScript(() => localStorage.setItem('yomi.preferences', JSON.stringify({ language: 'en', sounds: false })));
  await open(page, '#othello');
  await click(page, (await cells(page, '^f5'))[0]);
  await hasPlies(page, 2);
  await settled(page);
  check('without sounds it is quiet', (await heard(page)) === '');
  await page.context().close();
}

export async function run({ games }) {
  if (games.includes('shogi')) await movesAndCaptures();
  if (!games.includes('othello')) return;
  await byoyomi(false);
  await byoyomi(true);
  await silence();
}
