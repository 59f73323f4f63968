/* The animals of dobutsu shogi, drawn around their centre on a tile of 92, and the steps that each can make. */
import type { JSX } from 'preact';
import type { Texts } from '../i18n';
import type { Piece } from './sfen';

export type Animal = 'L' | 'G' | 'E' | 'C' | '+C';

export const animalOf = (piece: Piece): Animal => (piece.promoted ? '+C' : piece.kind) as Animal;

export const animalTexts: Record<Animal, Texts> = {
  L: ['Lion', 'ライオン', '사자'], G: ['Giraffe', 'きりん', '기린'], E: ['Elephant', 'ぞう', '코끼리'], C: ['Chick', 'ひよこ', '병아리'], '+C': ['Hen', 'にわとり', '닭'],
};

const straight: [number, number][] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const diagonal: [number, number][] = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
/* Columns to the mover's right, rows ahead. */
export const animalSteps: Record<Animal, [number, number][]> = {
  L: [...straight, ...diagonal], G: straight, E: diagonal, C: [[0, 1]], '+C': [...straight, [1, 1], [-1, 1]],
};

const Eyes = ({ y = 0, apart = 8, r = 3 }: { y?: number; apart?: number; r?: number }) => (
  <g fill="#2b2320"><circle cx={-apart} cy={y} r={r} /><circle cx={apart} cy={y} r={r} /></g>
);

const faces: Record<Animal, () => JSX.Element> = {
  L: () => (
    <g>
      {Array.from({ length: 12 }, (_, i) => <circle key={i} cx={22 * Math.cos((i * Math.PI) / 6)} cy={22 * Math.sin((i * Math.PI) / 6)} r="9" fill="#b5651d" />)}
      <circle cx="-15" cy="-17" r="6" fill="#f2b84b" /><circle cx="15" cy="-17" r="6" fill="#f2b84b" />
      <circle r="21" fill="#f7cf6b" />
      <Eyes y={-4} />
      <ellipse cy="7" rx="10" ry="7.5" fill="#fff3d6" />
      <path d="M-4 3 H4 L0 7.5 Z" fill="#7a3b1d" />
      <path d="M0 7.5 V10 M0 10 Q-4 13.5 -7 10.5 M0 10 Q4 13.5 7 10.5" fill="none" stroke="#7a3b1d" stroke-width="1.8" stroke-linecap="round" />
    </g>
  ),
  G: () => (
    <g>
      <path d="M-10 36 L-8 -2 H9 L13 36 Z" fill="#f3c64f" />
      <g fill="#b97a2a"><circle cx="-3" cy="10" r="4" /><circle cx="6" cy="18" r="4.5" /><circle cx="-4" cy="26" r="4.5" /><circle cx="7" cy="31" r="3.5" /></g>
      <g stroke="#b97a2a" stroke-width="3" stroke-linecap="round"><path d="M-6 -25 V-34 M6 -25 V-34" /></g>
      <g fill="#7a4a17"><circle cx="-6" cy="-35" r="3.4" /><circle cx="6" cy="-35" r="3.4" /></g>
      <ellipse cx="-18" cy="-21" rx="8" ry="4" fill="#e0a93a" transform="rotate(18 -18 -21)" /><ellipse cx="18" cy="-21" rx="8" ry="4" fill="#e0a93a" transform="rotate(-18 18 -21)" />
      <path d="M-15 -20 Q-15 -29 0 -29 Q15 -29 15 -20 Q13 -6 8 0 Q0 5 -8 0 Q-13 -6 -15 -20 Z" fill="#f7d56f" />
      <ellipse cy="-2" rx="9" ry="6.5" fill="#fbe7b4" />
      <Eyes y={-16} />
      <g fill="#7a4a17"><circle cx="-3.5" cy="-2.5" r="1.5" /><circle cx="3.5" cy="-2.5" r="1.5" /></g>
    </g>
  ),
  E: () => (
    <g>
      <ellipse cx="-24" cy="-5" rx="15" ry="19" fill="#8aa0b5" /><ellipse cx="24" cy="-5" rx="15" ry="19" fill="#8aa0b5" />
      <ellipse cx="-24" cy="-4" rx="9" ry="12.5" fill="#e9b7b7" /><ellipse cx="24" cy="-4" rx="9" ry="12.5" fill="#e9b7b7" />
      <circle cy="-6" r="22" fill="#a3b7ca" />
      <path d="M-9 2 Q-9 24 -3 31 Q4 38 13 32" fill="none" stroke="#6f869c" stroke-width="16" stroke-linecap="round" />
      <path d="M-9 2 Q-9 24 -3 31 Q4 38 13 32" fill="none" stroke="#a3b7ca" stroke-width="12.5" stroke-linecap="round" />
      <path d="M-13.5 14 H-5 M-12 21 H-4" stroke="#6f869c" stroke-width="1.6" stroke-linecap="round" />
      <Eyes y={-10} apart={9} />
    </g>
  ),
  C: () => (
    <g>
      <path d="M0 -25 q-7 -9 -2 -13 q2 5 3 6 q4 -6 8 -4 q-3 5 -5 10 Z" fill="#e8a917" />
      <circle cy="4" r="27" fill="#ffdf5a" />
      <ellipse cx="-24" cy="9" rx="6" ry="10" fill="#f3c431" transform="rotate(20 -24 9)" /><ellipse cx="24" cy="9" rx="6" ry="10" fill="#f3c431" transform="rotate(-20 24 9)" />
      <Eyes y={-3} apart={10} />
      <path d="M-6 4 H6 L0 11 Z" fill="#ea7a1f" />
      <g fill="#f7a8a0" opacity=".8"><circle cx="-16" cy="6" r="4" /><circle cx="16" cy="6" r="4" /></g>
    </g>
  ),
  '+C': () => (
    <g>
      <path d="M-12 -20 q-3 -13 5 -12 q2 -9 8 -4 q8 -5 8 4 q7 0 2 13 Z" fill="#d8322a" />
      <path d="M-26 34 Q-30 -24 0 -24 Q30 -24 26 34 Z" fill="#fffaf0" stroke="#d9cdb4" stroke-width="1.5" />
      <path d="M-24 14 Q-34 20 -27 32 Z M24 14 Q34 20 27 32 Z" fill="#efe3ca" />
      <Eyes y={-6} apart={10} />
      <path d="M-7 0 H7 L0 9 Z" fill="#eda01f" />
      <path d="M-4 9 q-2 10 4 10 q6 0 4 -10 Z" fill="#d8322a" />
    </g>
  ),
};

const tiles: Record<Animal, string> = { L: '#f6c9c0', G: '#dccbf0', E: '#dccbf0', C: '#fdf0c4', '+C': '#f9dcc0' };

/* The tile with its animal; a triangle near the edge for each step. */
export function AnimalTile({ piece }: { piece: Piece }) {
  const animal = animalOf(piece), Face = faces[animal];
  return (
    <g>
      <rect x="-45" y="-43" width="94" height="94" rx="15" fill="#0003" />
      <rect x="-47" y="-47" width="94" height="94" rx="15" fill={tiles[animal]} stroke={piece.side === 0 ? '#2f7d3b' : '#2b6cb0'} stroke-width="4" />
      <Face />
      <g fill="#b3261e">
        {animalSteps[animal].map(([x, y]) => <path key={`${x},${y}`} d="M0 -44 L5.5 -36 H-5.5 Z" transform={`${x && y ? `translate(${x * 7} ${-y * 7}) ` : ''}rotate(${(Math.atan2(x, y) * 180) / Math.PI})`} />)}
      </g>
    </g>
  );
}
