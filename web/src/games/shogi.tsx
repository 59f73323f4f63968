/* Shogi in the page. */
import { decided } from '../game_view';
import type { GameView } from '../game_view';
import { Select } from '../fields';
import type { Texts } from '../i18n';
import { PieceShape, ShogiBoard, sideTexts } from './shogi_board';
import { japaneseMove, westernMove } from './shogi_notation';
import { shogiOpening } from './shogi_openings';
import { pieceOf, sfenSetUp } from './sfen_set_up';
import { applyMove, handicaps, parseSfen, pieceGlyph, shogiSfen, startSfen } from './shogi_position';

const handicapTexts: Record<string, Texts> = {
  even: ['Even game', '平手', '맞두기'], lance: ['Lance', '香落ち', '향차 떼기'], rightLance: ['Right lance', '右香落ち', '오른쪽 향차 떼기'], bishop: ['Bishop', '角落ち', '각 떼기'],
  rook: ['Rook', '飛車落ち', '비차 떼기'], rookLance: ['Rook and lance', '飛香落ち', '비향 떼기'], two: ['Two pieces', '二枚落ち', '두 장 떼기'], four: ['Four pieces', '四枚落ち', '네 장 떼기'],
  six: ['Six pieces', '六枚落ち', '여섯 장 떼기'], eight: ['Eight pieces', '八枚落ち', '여덟 장 떼기'], ten: ['Ten pieces', '十枚落ち', '열 장 떼기'],
};
const handicapText: Texts = ['Handicap', '手合割', '핸디캡'];

const kinds = ['K', 'R', '+R', 'B', '+B', 'G', 'S', '+S', 'N', '+N', 'L', '+L', 'P', '+P'];

const scale = 900;

export const shogi: GameView = {
  name: 'shogi',
  title: ['Shogi', '将棋', '쇼기'],
  sides: [sideTexts[0], sideTexts[1]],
  twoSided: true,
  Board: ShogiBoard,
  rules: (position, say) => {
    const same = (a: string, b: string): boolean => a.split(' ').slice(0, 3).join(' ') === b.split(' ').slice(0, 3).join(' ');
    const found = same(position, startSfen) ? 'even' : handicaps.find(([, sfen]) => same(position, sfen))?.[0];
    return found ? say(handicapTexts[found]) : '';
  },
  Start: ({ value, onChange, say }) => (
    <Select label={say(handicapText)} name="handicap" value={value.start ?? ''} onChange={(start) => onChange({ ...value, start: start || null })}
      of={[['', say(handicapTexts.even)], ...handicaps.map(([key, sfen]): [string, string] => [sfen, say(handicapTexts[key])])]} />
  ),
  startChoice: { start: null, options: {}, opening: 'free' },
  setUp: {
    ...sfenSetUp(shogiSfen, kinds, 18),
    empty: () => '4k4/9/9/9/9/9/9/9/4K4 b - 1',
    initial: () => startSfen,
    label: (code, say) => `${say(sideTexts[pieceOf(code).side])} ${pieceGlyph(pieceOf(code))}`,
    Piece: ({ piece, choice }) => (
      <svg viewBox="-50 -54 100 108" aria-hidden="true"><g transform={pieceOf(piece).side === 1 ? 'rotate(180)' : ''}><PieceShape piece={pieceOf(piece)} set={choice('pieces')} /></g></svg>
    ),
  },
  choices: [
    { key: 'pieces', label: ['Pieces', '駒', '말'], of: [['kanji', ['Kanji', '漢字', '한자']], ['international', ['International', '国際', '국제']], ['flat', ['Kanji, flat', '漢字(平面)', '한자(평면)']]] },
    { key: 'board', label: ['Board', '盤', '판'], of: [['wood', ['Wood', '木', '나무']], ['pale', ['Pale', '淡い', '연한 색']], ['slate', ['Slate', '石板', '석판']], ['grey', ['Grey', '灰色', '회색']]] },
    { key: 'notation', label: ['Notation', '表記', '표기'], japanese: 'japanese', of: [['western', ['P-7f', 'P-7f', 'P-7f']], ['japanese', ['７六歩', '７六歩', '７六歩']], ['usi', ['7g7f', '7g7f', '7g7f']]] },
  ],
  cellOf: () => -1,
  lines: (notation, position, previous, moves) => {
    if (notation === 'usi') return moves;
    let board = parseSfen(position), before = previous;
    return moves.map((move) => {
      const text = notation === 'japanese' ? japaneseMove(board, move, before) : westernMove(board, move);
      board = applyMove(board, move);
      before = move;
      return text;
    });
  },
  score: (score) => String(Math.abs(score)),
  mate: ['mate', '詰み', '외통'],
  plot: () => ({ y: (e) => shogi.level(e), ticks: [-2000, -1000, -500, 0, 500, 1000, 2000].map((v) => [Math.tanh(v / scale), String(Math.abs(v))]) }),
  level: (e) => (e.win !== 0 ? Math.sign(e.win) : Math.tanh(e.score / scale)),
  loss: (before, after, side) => (side === 0 ? 1 : -1) * (shogi.level(before) - shogi.level(after)) * 50,
  lossText: (loss) => `${Math.round(loss)} %`,
  lossKinds: [9, 15, 25],
  final: (view) => ({ score: view.outcome === 'first' ? decided : view.outcome === 'second' ? -decided : 0, win: 0, depth: 0, best: '', pv: [] }),
  storeKey: (position) => position.split(' ').slice(0, 3).join(' '),
  lineCount: (wanted) => wanted,
  openingName: (moves, position) => (moves.length < 10 ? null : shogiOpening(position, sideTexts)),
};

