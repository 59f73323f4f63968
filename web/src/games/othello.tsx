/* Othello in the page. */
import type { GameView } from '../game_view';
import { Select } from '../fields';
import { texts } from '../i18n';
import type { Texts } from '../i18n';
import { OthelloBoard } from './othello_board';
import { othelloOpenings } from './othello_openings';
import { formatOthello, othelloSquare, othelloStart, parseOthello } from './othello_position';

const discsText: Texts = ['Discs', '石数', '돌 수'];

/* Every game begins with one of four moves; turned so that it is f5, the book has one entry for all. */
function fromF5(moves: string[]): string {
  const turn: Record<string, (x: number, y: number) => [number, number]> = { f5: (x, y) => [x, y], d3: (x, y) => [7 - y, 7 - x] as [number, number], c4: (x, y) => [7 - x, 7 - y], e6: (x, y) => [y, x] };
  const by = turn[moves[0]];
  if (!by) return '';
  return moves.filter((move) => move !== 'pass').map((move) => {
    const [x, y] = by(move.charCodeAt(0) - 97, Number(move[1]) - 1);
    return String.fromCharCode(97 + x) + (y + 1);
  }).join('');
}

/* Discs of a finished game; the empty squares are the winner's. */
function finalDiscs(position: string): number {
  const [black, white] = parseOthello(position).counts, empty = 64 - black - white;
  return black - white + (black > white ? empty : black < white ? -empty : 0);
}

const clamp = (value: number): number => Math.max(-1, Math.min(1, value));

export const othello: GameView = {
  name: 'othello',
  title: ['Othello', 'オセロ', '오델로'],
  sides: [texts.black, texts.white],
  twoSided: false,
  Board: OthelloBoard,
  Count: ({ position, side, say }) => <span class="count" title={say(discsText)}>{parseOthello(position).counts[side]}</span>,
  rules: () => '',
  Start: ({ value, onChange, say }) => (
    <Select label={say(texts.opening)} name="opening" value={value.opening} onChange={(opening) => onChange({ ...value, opening })}
      of={[['free', say(['Normal', '通常', '보통'])], ['balanced', say(['Random, balanced (8 moves)', 'ランダム・互角(8手)', '무작위·균형(8수)'])]]} />
  ),
  startChoice: { start: null, options: {}, opening: 'free' },
  setUp: {
    text: 'OBF',
    empty: () => `${'-'.repeat(64)} X`,
    initial: () => othelloStart,
    pieces: () => ['', 'X', 'O'],
    at: (position, cell) => position[cell] === '-' ? '' : position[cell],
    put: (position, cell, piece) => position.slice(0, cell) + (piece || '-') + position.slice(cell + 1),
    turn: (position, side) => formatOthello({ ...parseOthello(position), side }),
    turnOver: (position) => position.replace(/[XO]/g, (c) => (c === 'X' ? 'O' : 'X')),
    label: (piece, say) => say(piece === 'X' ? texts.black : texts.white),
    Piece: ({ piece }) => <svg viewBox="-50 -50 100 100" aria-hidden="true"><circle r="40" fill={piece === 'X' ? '#15181c' : '#fbfaf6'} stroke="#777" stroke-width="2" /></svg>,
  },
  choices: [
    { key: 'board', label: ['Board', '盤', '판'], of: [['green', ['Green', '緑', '초록']], ['blue', ['Blue', '青', '파랑']], ['wood', ['Wood', '木', '나무']], ['plain', ['Plain', '無地', '무늬 없음']]] },
    { key: 'discs', label: ['Discs', '石', '돌'], of: [['shaded', ['Shaded', '立体', '입체']], ['flat', ['Flat', '平面', '평면']], ['outlined', ['Outlined', '縁どり', '테두리']]] },
  ],
  cellOf: (move) => othelloSquare(move),
  lines: (_, __, ___, moves) => moves,
  score: (score) => (Math.abs(score) / 100).toFixed(Math.abs(score) % 100 === 0 ? 0 : 1),
  mate: ['win', '勝ち', '승리'],
  plot: (all) => {
    const most = Math.max(8, ...all.map((e) => Math.abs(e.score) / 100)), range = [8, 16, 32, 64].find((r) => r >= most) ?? 64;
    return { y: (e) => clamp(e.win !== 0 && e.score === 0 ? Math.sign(e.win) : e.score / 100 / range), ticks: [-1, -0.5, 0, 0.5, 1].map((v) => [v, String(Math.abs(v * range))]) };
  },
  level: (e) => (e.win !== 0 ? Math.sign(e.win) : Math.tanh(e.score / 900)),
  loss: (before, after, side) => ((side === 0 ? 1 : -1) * (before.score - after.score)) / 100,
  lossText: (loss) => loss.toFixed(1),
  lossKinds: [2.5, 5, 10],
  final: (view) => ({ score: 100 * finalDiscs(view.position), win: 0, depth: 0, best: '', pv: [] }),
  storeKey: (position) => position,
  lineCount: (wanted, legal) => Math.max(wanted, legal), /* a value on every move */
  openingName: (moves) => {
    const row = fromF5(moves);
    return othelloOpenings.filter(([key]) => row.startsWith(key)).sort((a, b) => b[0].length - a[0].length)[0]?.[1] ?? null;
  },
};
