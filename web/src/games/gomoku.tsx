/* Gomoku, renju and their relatives in the page. */
import { decided } from '../game_view';
import type { GameView } from '../game_view';
import { Select } from '../fields';
import { texts } from '../i18n';
import type { Texts } from '../i18n';
import type { Side } from '../types';
import { GomokuBoard } from './gomoku_board';
import { fiveOf, formatGomoku, gomokuCell, gomokuName, parseGomoku, spokenCell } from './gomoku_position';
import type { GomokuBoard as Board } from './gomoku_position';

const rules: [string, Texts][] = [
  ['ninuki', ['Ninuki-renju (captures)', '二抜き連珠', '니누키 렌주(따냄)']], ['pente', ['Pente (captures)', 'ペンテ', '펜테(따냄)']], ['freestyle', ['Freestyle', '自由', '자유']],
  ['standard', ['Standard (exact five)', '標準(五のみ)', '표준(정확히 다섯)']], ['renju', ['Renju', '連珠', '렌주']],
];
const openings: [string, Texts][] = [['free', ['Free', '自由', '자유']], ['pro', ['Pro', 'プロ', '프로']], ['swap', ['Swap', 'スワップ', '스왑']], ['swap2', ['Swap2', 'スワップ2', '스왑2']]];
const sizeText: Texts = ['Board size', '盤の大きさ', '판 크기'], pairsText: Texts = ['Pairs', '取った組', '따낸 쌍'], usual: Texts = ['As usual', '標準', '표준'];
const scale = 600;

const sizes = [15, 16, 17, 18, 19, 20];

/* The stones on a board of another size, as far as they fit; the middle stays the middle. */
function resized(board: Board, size: number): Board {
  const off = (size >> 1) - (board.size >> 1), cells = Array.from({ length: size * size }, (): Side | null => null);
  board.cells.forEach((side, cell) => {
    const x = (cell % board.size) + off, y = Math.floor(cell / board.size) + off;
    if (x >= 0 && y >= 0 && x < size && y < size) cells[y * size + x] = side;
  });
  return { ...board, size, cells };
}

/* Three stones near the middle, for swap. */
function threeStones(size: number): string[] {
  const around = (centre: number): number => Math.max(0, Math.min(size - 1, centre + Math.floor(Math.random() * 7) - 3));
  const x = around(size >> 1), y = around(size >> 1), stones = new Set([gomokuName(y * size + x, size)]);
  while (stones.size < 3) stones.add(gomokuName(around(y) * size + around(x), size));
  return [...stones];
}

export const gomoku: GameView = {
  name: 'gomoku',
  title: ['Gomoku', '五目・連珠', '오목·렌주'],
  sides: [texts.black, texts.white],
  twoSided: false,
  Board: GomokuBoard,
  Count: ({ position, side, say }) => {
    const board = parseGomoku(position);
    if (!board.captures) return null;
    return (
      <span class="pairs" role="img" aria-label={`${say(pairsText)} ${board.pairs[side]}`}>
        {Array.from({ length: 5 }, (_, i) => <i key={i} class={i < board.pairs[side] ? `pair taken-${1 - side}` : 'pair'} />)}
      </span>
    );
  },
  rules: (position, say) => {
    const board = parseGomoku(position), name = rules.find(([key]) => board.rules.startsWith(key))?.[1];
    return `${name ? say(name) : board.rules} ${board.size} × ${board.size}`;
  },
  Start: ({ value, onChange, say }) => (
    <div class="row">
      <Select label={say(texts.rules)} name="rule" value={String(value.options.Rule)} onChange={(Rule) => onChange({ ...value, options: { ...value.options, Rule } })} of={rules.map(([key, text]) => [key, say(text)])} />
      <Select label={say(sizeText)} name="size" value={String(value.options.BoardSize)} onChange={(size) => onChange({ ...value, options: { ...value.options, BoardSize: Number(size) } })}
        of={[['0', `${say(usual)}: ${/^(ninuki|pente)/.test(String(value.options.Rule)) ? 19 : 15} × ${/^(ninuki|pente)/.test(String(value.options.Rule)) ? 19 : 15}`], ...sizes.map((size): [string, string] => [String(size), `${size} × ${size}`])]} />
      <Select label={say(texts.opening)} name="opening" value={value.opening} onChange={(opening) => onChange({ ...value, opening, options: { ...value.options, Opening: opening === 'pro' ? 'pro' : 'free' } })} of={openings.map(([key, text]) => [key, say(text)])} />
    </div>
  ),
  startChoice: { start: null, options: { Rule: 'ninuki', BoardSize: 0, Opening: 'free' }, opening: 'free' },
  setUp: {
    text: '',
    empty: (position) => { const board = parseGomoku(position); return formatGomoku({ ...board, side: 0, pairs: [0, 0], cells: board.cells.map(() => null) }); },
    initial: (position) => gomoku.setUp.empty(position),
    pieces: () => ['', 'x', 'o'],
    at: (position, cell) => { const side = parseGomoku(position).cells[cell]; return side === null ? '' : side === 0 ? 'x' : 'o'; },
    put: (position, cell, piece) => { const board = parseGomoku(position); board.cells[cell] = piece === 'x' ? 0 : piece === 'o' ? 1 : null; return formatGomoku(board); },
    turn: (position, side) => formatGomoku({ ...parseGomoku(position), side }),
    hand: {
      kinds: ['pairs'],
      of: (position, side) => parseGomoku(position).pairs[side],
      change: (position, side, _, by) => { const board = parseGomoku(position); board.pairs[side] = Math.max(0, Math.min(4, board.pairs[side] + by)); return formatGomoku(board); },
    },
    turnOver: (position) => { const board = parseGomoku(position); return formatGomoku({ ...board, side: (1 - board.side) as Side, pairs: [board.pairs[1], board.pairs[0]], cells: board.cells.map((side) => (side === null ? null : ((1 - side) as Side))) }); },
    label: (piece, say) => say(piece === 'pairs' ? pairsText : piece === 'x' ? texts.black : texts.white),
    Form: ({ position, onChange, say }) => {
      const board = parseGomoku(position), rule = rules.find(([key]) => board.rules.startsWith(key))?.[0] ?? board.rules;
      const use = (next: Board): void => onChange(formatGomoku({ ...next, pairs: /^(ninuki|pente)/.test(next.rules) ? next.pairs : [0, 0] }));
      return (
        <div class="row">
          <Select label={say(texts.rules)} name="setup-rule" value={rule} onChange={(name) => use({ ...board, rules: name })} of={rules.map(([key, text]) => [key, say(text)])} />
          <Select label={say(sizeText)} name="setup-size" value={String(board.size)} onChange={(size) => use(resized(board, Number(size)))}
            of={[...new Set([...sizes, board.size])].map((size): [string, string] => [String(size), `${size} × ${size}`])} />
        </div>
      );
    },
    Piece: ({ piece }) => <svg viewBox="-50 -50 100 100" aria-hidden="true">{piece === 'pairs' ? <g><circle cx="-20" r="24" fill="#888" /><circle cx="22" r="24" fill="#aaa" /></g> : <circle r="42" fill={piece === 'x' ? '#15181c' : '#fbfaf6'} stroke="#777" stroke-width="2" />}</svg>,
  },
  choices: [
    { key: 'board', label: ['Board', '盤', '판'], of: [['wood', ['Wood', '木', '나무']], ['pale', ['Pale', '淡い', '연한 색']], ['slate', ['Slate', '石板', '석판']], ['grey', ['Grey', '灰色', '회색']]] },
    { key: 'stones', label: ['Stones', '石', '돌'], of: [['shaded', ['Shaded', '立体', '입체']], ['flat', ['Flat', '平面', '평면']], ['outlined', ['Outlined', '縁どり', '테두리']]] },
    { key: 'letters', label: ['Columns', '列の文字', '열 문자'], of: [['all', ['With I', 'Iあり', 'I 있음']], ['noI', ['Without I (pente.org)', 'Iなし(pente.org)', 'I 없음(pente.org)']]] },
  ],
  cellOf: (move, position) => gomokuCell(move, parseGomoku(position).size),
  lines: (letters, position, _, moves) => {
    if (letters !== 'noI') return moves;
    const { size } = parseGomoku(position);
    return moves.map((move) => spokenCell(gomokuCell(move, size), size, letters));
  },
  score: (score) => (Math.abs(score) / 100).toFixed(2),
  mate: ['win', '勝ち', '승리'],
  plot: () => ({ y: (e) => gomoku.level(e), ticks: [-10, -5, -2, 0, 2, 5, 10].map((v) => [Math.tanh((v * 100) / scale), String(Math.abs(v))]) }),
  level: (e) => (e.win !== 0 ? Math.sign(e.win) : Math.tanh(e.score / scale)),
  loss: (before, after, side) => (side === 0 ? 1 : -1) * (gomoku.level(before) - gomoku.level(after)) * 50,
  lossText: (loss) => `${Math.round(loss)} %`,
  lossKinds: [9, 15, 25],
  final: (view) => ({ score: view.outcome === 'first' ? decided : view.outcome === 'second' ? -decided : 0, win: 0, depth: 0, best: '', pv: [] }),
  storeKey: (position) => position,
  lineCount: (wanted) => wanted,
  threats: (position) => { const words = position.split(' '); words[2] = words[2] === 'b' ? 'w' : 'b'; return words.join(' '); },
  warning: (position, view) => {
    const board = parseGomoku(position);
    return view.outcome === 'ongoing' && board.captures && fiveOf(board, (1 - view.side) as Side).length > 0 ? texts.fiveStands : null;
  },
  swapStones: (position) => threeStones(parseGomoku(position).size),
};
