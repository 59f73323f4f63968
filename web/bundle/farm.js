/* The state of a farm (docs/guides/farm.md), asked for every two seconds. Whatever comes from the server is put into the
 * page as text, never as markup. */
'use strict';
const words = {
  en: { title: 'Farm', none: 'There is no campaign.', off: 'This server watches no farm: start it with yomi serve --farm URL.', away: 'The farm cannot be reached.',
    open: 'open', done: 'done', stopped: 'stopped', jobs: 'Jobs', running: 'Running', queued: 'Queued', rate: 'Jobs a minute', left: 'Time left', workers: 'Workers',
    bytes: 'Results', doubles: 'Computed twice', failed: 'Failed tries', lost: 'Silent workers', dead: 'Given up', throughput: 'Jobs in each of the last 60 minutes',
    test: 'Sequential test (LLR over pairs)', pairs: 'Pairs', seen: 'Heard of', about: 'Work', name: 'Name', alarm: 'Results that differ between workers:', s: 's' },
  ja: { title: 'ファーム', none: 'キャンペーンはありません。', off: 'このサーバーはファームを見ていません。yomi serve --farm URL で起動してください。', away: 'ファームに接続できません。',
    open: '実行中', done: '完了', stopped: '停止', jobs: 'ジョブ', running: '実行中', queued: '待機中', rate: '毎分のジョブ数', left: '残り時間', workers: 'ワーカー',
    bytes: '結果', doubles: '二重計算', failed: '失敗', lost: '応答のないワーカー', dead: '断念', throughput: '過去60分の毎分ジョブ数',
    test: '逐次検定（ペアごとのLLR）', pairs: 'ペア', seen: '最終応答', about: '作業', name: '名前', alarm: 'ワーカー間で異なる結果：', s: '秒' },
  ko: { title: '팜', none: '캠페인이 없습니다.', off: '이 서버는 팜을 보고 있지 않습니다. yomi serve --farm URL 로 시작하세요.', away: '팜에 연결할 수 없습니다.',
    open: '진행 중', done: '완료', stopped: '중지', jobs: '작업', running: '실행 중', queued: '대기 중', rate: '분당 작업', left: '남은 시간', workers: '워커',
    bytes: '결과', doubles: '두 번 계산됨', failed: '실패한 시도', lost: '응답 없는 워커', dead: '포기', throughput: '지난 60분의 분당 작업 수',
    test: '순차 검정 (쌍별 LLR)', pairs: '쌍', seen: '마지막 응답', about: '작업 내용', name: '이름', alarm: '워커마다 다른 결과:', s: '초' },
};
const language = (navigator.languages || ['en']).map((tag) => tag.slice(0, 2)).find((tag) => words[tag]) || 'en';
const say = words[language];
document.documentElement.lang = language;
document.title = `Yomi: ${say.title}`;
document.getElementById('title').textContent = say.title;

const element = (name, text, parent) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
};
const drawing = (name, values, parent) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key of Object.keys(values)) made.setAttribute(key, values[key]);
  parent.append(made);
  return made;
};
const number = (value) => Number(value).toLocaleString(language);
const duration = (seconds) => {
  if (seconds < 0) return '–';
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, i) => (i ? String(part).padStart(2, '0') : part)).join(':');
};

const picture = (parent, kind, title) => {
  element('h3', title, parent);
  const svg = drawing('svg', { viewBox: '0 0 600 150', preserveAspectRatio: 'none', class: kind, role: 'img', 'aria-label': title }, parent);
  return svg;
};
const bars = (parent, minutes) => {
  const svg = picture(parent, 'bars', say.throughput);
  const most = Math.max(1, ...minutes);
  minutes.forEach((count, i) => drawing('rect', { x: i * 10 + 1, width: 8, y: 140 - (count / most) * 120, height: (count / most) * 120 }, svg));
  drawing('text', { x: 2, y: 12 }, svg).textContent = number(most);
};
const curve = (parent, test) => {
  const svg = picture(parent, 'curve', say.test);
  const high = Math.max(test.upper, ...test.curve) + 0.3, low = Math.min(test.lower, ...test.curve) - 0.3;
  const y = (value) => 145 - ((value - low) / (high - low)) * 140;
  for (const bound of [test.lower, 0, test.upper]) {
    drawing('line', { x1: 0, x2: 600, y1: y(bound), y2: y(bound) }, svg);
    drawing('text', { x: 2, y: y(bound) - 3 }, svg).textContent = bound.toFixed(2);
  }
  const step = 600 / Math.max(1, test.curve.length - 1);
  if (test.curve.length) drawing('path', { d: test.curve.map((value, i) => `${i ? 'L' : 'M'}${i * step} ${y(value)}`).join('') }, svg);
  element('p', `LLR ${test.llr.toFixed(2)} (${test.lower.toFixed(2)} – ${test.upper.toFixed(2)}), ${say.pairs}: ${number(test.pairs)} [${test.counts.join(' ')}]`, parent);
};
const troubles = (parent, campaign) => {
  if (campaign.differs > 0) element('p', `${say.alarm}\n${campaign.quarantine}`, parent).className = 'alarm';
  for (const letter of campaign.dead_letters) element('p', `${say.dead}: ${letter.job}: ${letter.why}`, parent).className = 'alarm';
};
const workers = (parent, list) => {
  if (!list.length) return;
  element('h3', say.workers, parent);
  const table = element('table', undefined, parent), head = element('tr', undefined, element('thead', undefined, table)), body = element('tbody', undefined, table);
  for (const title of [say.name, say.about, say.seen]) element('th', title, head).scope = 'col';
  for (const worker of list.slice(0, 50)) {
    const row = element('tr', undefined, body);
    for (const text of [worker.name, worker.about, `${(worker.silent_ms / 1000).toFixed(0)} ${say.s}`]) element('td', text, row);
  }
};
const show = (campaign) => {
  const section = element('section');
  element('h2', `${campaign.name}: ${campaign.kind} ${campaign.game}, ${say[campaign.state] || campaign.state}${campaign.verdict ? ` (${campaign.verdict})` : ''}`, section);
  const bar = element('progress', undefined, section);
  bar.max = campaign.total;
  bar.value = campaign.done;
  bar.setAttribute('aria-label', say.jobs);
  const list = element('dl', undefined, section);
  const figures = [[say.jobs, `${number(campaign.done)} / ${number(campaign.total)}`], [say.rate, number(campaign.jobs_per_minute.toFixed(1))], [say.left, duration(campaign.seconds_left)],
    [say.running, number(campaign.running)], [say.queued, number(campaign.queued)], [say.workers, number(campaign.workers)], [say.bytes, `${number((campaign.bytes / 1e6).toFixed(1))} MB`],
    [say.doubles, number(campaign.doubles)], [say.failed, number(campaign.failed)], [say.lost, number(campaign.lost)], [say.dead, number(campaign.dead)]];
  for (const [title, value] of figures) {
    const pair = element('div', undefined, list);
    element('dt', title, pair);
    element('dd', value, pair);
  }
  troubles(section, campaign);
  if (campaign.test) curve(section, campaign.test);
  bars(section, campaign.minutes);
  workers(section, campaign.seen_workers);
  return section;
};

const news = document.getElementById('news'), place = document.getElementById('campaigns');
const look = async () => {
  try {
    const answer = await fetch('/farm.json', { cache: 'no-store' });
    if (answer.status === 404) {
      news.textContent = say.off;
      return;
    }
    const farm = await answer.json();
    news.textContent = farm.error ? `${say.away} ${farm.error}` : farm.campaigns.length ? '' : say.none;
    if (!farm.error) place.replaceChildren(...farm.campaigns.reverse().map(show));
  } catch (error) {
    news.textContent = `${say.away} ${error.message}`;
  }
  setTimeout(look, 2000);
};
look();
