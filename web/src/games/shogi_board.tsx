/* The shogi board with both hands. A piece is chosen by a click, a tap, a drag or the keyboard; then its squares show. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { BoardProps } from '../game_view';
import { Arrow, Grid } from '../grid';
import { texts } from '../i18n';
import type { Side } from '../types';
import { glyphs } from './shogi_glyphs';
import { slides, steps } from './shogi_notation';
import { handKinds, parseSfen, pieceCode, pieceGlyph, splitMove, squareName } from './shogi_position';
import type { Piece } from './shogi_position';

const markColours = ['#0a7d5a', '#1667b7', '#8a5a00', '#7a4fa0', '#666'];
const woods: Record<string, [string, string, string, string]> = { /* light, dark, lines, hands */
  wood: ['#f0d197', '#e2b66d', '#5d421b', '#c89a55'], pale: ['#f8efd9', '#f1e3c2', '#6f5834', '#d9c59a'], slate: ['#8fa0ad', '#7c8f9d', '#22303a', '#6b7d8a'], grey: ['#dcdcd8', '#d2d2cd', '#55554f', '#b9b9b3'],
};
export const sideTexts = [['Sente', '先手', '선수'], ['Gote', '後手', '후수']] as const;

const w = 100, h = 108, margin = 44, handHeight = 118;
const width = 9 * w + 2 * margin, top = handHeight + margin, height = 9 * h + 2 * (handHeight + margin);
const letters = 'abcdefghi', kanji = '一二三四五六七八九';
const pieceNames: Record<string, string> = { P: 'pawn', L: 'lance', N: 'knight', S: 'silver', G: 'gold', B: 'bishop', R: 'rook', K: 'king' };

/* A letter over a small picture of how the piece moves: a dot for a step, a line for a run. */
function WesternFace({ piece, colour }: { piece: Piece; colour: string }) {
  const code = pieceCode(piece), reach = 9;
  return (
    <g fill={colour} stroke={colour}>
      <text x={piece.promoted ? 3 : 0} y="4" font-size={piece.promoted ? 34 : 40} font-family="Georgia, 'Times New Roman', serif" font-weight="700" text-anchor="middle" stroke="none">{code}</text>
      <g transform="translate(0 26)" stroke-width="2.6" stroke-linecap="round">
        <rect x="-2.6" y="-2.6" width="5.2" height="5.2" opacity=".45" stroke="none" />
        {(steps[code] ?? []).map(([x, y]) => <circle key={`${x},${y}`} cx={x * reach} cy={-y * reach * (piece.kind === 'N' ? 0.75 : 1)} r="2.7" stroke="none" />)}
        {(slides[code] ?? []).map(([x, y]) => <line key={`${x},${y}`} x1={x * 5} y1={-y * 5} x2={x * 14} y2={-y * 14} />)}
      </g>
    </g>
  );
}

/* Drawn around its centre, for the side at the bottom. */
export function PieceShape(props: { piece: Piece; set: string; scale?: number }) {
  const { piece } = props;
  const big = 'KRB'.includes(piece.kind) ? 1 : 'GS'.includes(piece.kind) ? 0.96 : 'NL'.includes(piece.kind) ? 0.92 : 0.88;
  const colour = piece.promoted ? '#b3261e' : '#1c1712';
  return (
    <g transform={`scale(${big * (props.scale ?? 1)})`}>
      <path d="M0 -46 L30 -35 L42 46 L-42 46 L-30 -35 Z" fill="#0004" transform="translate(2.5 4)" />
      <path d="M0 -46 L30 -35 L42 46 L-42 46 L-30 -35 Z" fill={props.set === 'flat' ? '#fffdf6' : 'url(#s-piece)'} stroke={props.set === 'flat' ? '#333' : '#7a5524'} stroke-width="2" stroke-linejoin="round" />
      {props.set !== 'international' ? <path d={glyphs[pieceGlyph(piece)]} transform="translate(0 8) scale(.062)" fill={colour} /> : <WesternFace piece={piece} colour={colour} />}
    </g>
  );
}

type Chosen = { square: number; kind: string } | null; /* square -1: a piece in hand */

export function ShogiBoard(props: BoardProps) {
  const board = parseSfen(props.position);
  const [chosen, setChosen] = useState<Chosen>(null);
  const [asking, setAsking] = useState<string | null>(null); /* a move that may promote */
  const [drag, setDrag] = useState<{ x: number; y: number } | null>(null);
  useLayoutEffect(() => {
    setChosen(null);
    setAsking(null);
    setDrag(null);
  }, [props.position]);

  const place = (square: number): [number, number] => {
    const at = props.flipped ? 80 - square : square;
    return [margin + (at % 9) * w + w / 2, top + Math.floor(at / 9) * h + h / 2];
  };
  const bottom: Side = props.flipped ? 1 : 0, set = props.choice('pieces');
  const [light, dark, ink, stand] = woods[props.choice('board')] ?? woods.wood;
  const last = props.lastMove ? splitMove(props.lastMove) : null;
  const from = chosen ? props.legal.filter((move) => { const parts = splitMove(move); return chosen.square >= 0 ? parts.from === chosen.square : parts.from < 0 && parts.kind === chosen.kind; }) : [];
  const targets = new Set(from.map((move) => splitMove(move).to));
  const movable = (square: number): boolean => props.legal.some((move) => splitMove(move).from === square);

  const handPlace = (side: Side, kind: string): [number, number] => {
    const kinds = handKinds.filter((k) => (board.hands[side][k] ?? 0) > 0);
    const index = kinds.indexOf(kind), atBottom = side === bottom;
    const x = atBottom ? width - margin - 50 - (kinds.length - 1 - index) * 104 : margin + 50 + (kinds.length - 1 - index) * 104;
    return [x, atBottom ? height - handHeight / 2 - 2 : handHeight / 2 + 2];
  };
  /* One stop of the Tab key for a hand; the arrow keys go along it. */
  const reach = handKinds.find((kind) => props.legal.some((move) => move.startsWith(kind + '*')));
  const tryMove = (to: number): boolean => {
    const moves = from.filter((move) => splitMove(move).to === to);
    if (moves.length === 0) return false;
    setDrag(null);
    if (moves.length === 2) setAsking(moves.find((move) => !move.endsWith('+')) ?? null);
    else {
      setChosen(null);
      props.onMove(moves[0]);
    }
    return true;
  };
  const onDown = (square: number): void => {
    if (props.editing && square >= 0 && board.squares[square]) return setChosen({ square, kind: '' });
    if (!props.active || asking || square < 0) return;
    if (chosen && targets.has(square)) return;
    const piece = board.squares[square];
    if (piece && piece.side === props.side && movable(square)) {
      setChosen(chosen?.square === square ? null : { square, kind: '' });
    } else setChosen(null);
  };
  const onUp = (square: number, dragged: boolean, from: number): void => {
    setDrag(null);
    if (props.editing) {
      setChosen(null);
      return dragged ? props.editing.onMoveCell(from, square) : props.editing.onCell(square);
    }
    if (!chosen || asking) return;
    if (square >= 0 && targets.has(square)) tryMove(square);
    else if (dragged) setChosen(null);
  };
  const arrowEnd = (move: string): [number, number, number, number] => {
    const parts = splitMove(move);
    const [x2, y2] = place(parts.to);
    const [x1, y1] = parts.from >= 0 ? place(parts.from) : handPlace(props.side, parts.kind);
    return [x1, y1, x2, y2];
  };
  const turned = (side: Side): string => (side === bottom ? '' : ' rotate(180)');
  const dragged = drag && chosen ? (chosen.square >= 0 ? board.squares[chosen.square] : { kind: chosen.kind, side: props.side, promoted: false }) : null;

  return (
    <div class="shogi">
      <svg class="board" viewBox={`0 0 ${width} ${height}`} role="grid" aria-label={props.say(texts.board)} data-board="shogi">
        <defs>
          <linearGradient id="s-wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color={light} /><stop offset="1" stop-color={dark} /></linearGradient>
          <linearGradient id="s-piece" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fdeec7" /><stop offset="1" stop-color="#ecc887" /></linearGradient>
        </defs>
        <g id="drawing">
        <rect y={handHeight} width={width} height={9 * h + 2 * margin} rx="12" fill="url(#s-wood)" />
        <rect x={margin} y="4" width={9 * w} height={handHeight - 10} rx="10" fill={stand} opacity=".5" />
        <rect x={margin} y={height - handHeight + 6} width={9 * w} height={handHeight - 10} rx="10" fill={stand} opacity=".5" />
        {last && [last.from, last.to].filter((s) => s >= 0).map((square) => {
          const [cx, cy] = place(square);
          return <rect key={`last${square}`} x={cx - w / 2} y={cy - h / 2} width={w} height={h} fill="#d9822b" opacity={square === last.to ? 0.5 : 0.24} />;
        })}
        {chosen && chosen.square >= 0 && (() => {
          const [cx, cy] = place(chosen.square);
          return <rect x={cx - w / 2} y={cy - h / 2} width={w} height={h} fill="#2f7dd1" opacity=".42" />;
        })()}
        {Array.from({ length: 10 }, (_, i) => (
          <g key={i} stroke={ink} stroke-width={i % 9 === 0 ? 3.6 : 1.6}>
            <line x1={margin + i * w} y1={top} x2={margin + i * w} y2={top + 9 * h} />
            <line y1={top + i * h} x1={margin} y2={top + i * h} x2={margin + 9 * w} />
          </g>
        ))}
        {[3, 6].flatMap((x) => [3, 6].map((y) => <circle key={`${x}${y}`} cx={margin + x * w} cy={top + y * h} r="6" fill={ink} />))}
        {props.coordinates && Array.from({ length: 9 }, (_, i) => {
          const at = props.flipped ? 8 - i : i;
          const western = props.choice('notation') !== 'japanese';
          return (
            <g key={i} fill={ink} font-size="26" font-family="system-ui, sans-serif" text-anchor="middle" aria-hidden="true">
              <text x={margin + i * w + w / 2} y={top - 13}>{9 - at}</text>
              <text x={width - margin / 2 + 1} y={top + i * h + h / 2 + 9}>{western ? letters[at] : kanji[at]}</text>
            </g>
          );
        })}
        {board.squares.map((piece, square) => {
          if (!piece) return null;
          const [cx, cy] = place(square);
          return (
            <g key={`p${square}${pieceCode(piece)}${piece.side}`} transform={`translate(${cx} ${cy})${turned(piece.side)}`} opacity={dragged && chosen?.square === square ? 0.35 : 1}>
              <PieceShape piece={piece} set={set} />
            </g>
          );
        })}
        {props.showLegal && [...targets].map((square) => {
          const [cx, cy] = place(square);
          return board.squares[square] ? (
            <rect key={`t${square}`} x={cx - w / 2 + 4} y={cy - h / 2 + 4} width={w - 8} height={h - 8} rx="8" fill="none" stroke="#0a7d5a" stroke-width="7" opacity=".85" />
          ) : (
            <circle key={`t${square}`} cx={cx} cy={cy} r="15" fill="#0a7d5a" opacity=".75" />
          );
        })}
        {props.marks.map((mark) => {
          const [x1, y1, x2, y2] = arrowEnd(mark.move);
          return <Arrow key={mark.move} kind={mark.kind} x1={x1} y1={y1} x2={x2} y2={y2} width={mark.rank === 0 || mark.kind ? 20 : 13} colour={mark.kind === 'played' ? '#b3261e' : markColours[Math.min(mark.rank, 4)]} opacity={mark.rank === 0 || mark.kind ? 0.78 : 0.5} />;
        })}
        {props.hint && (() => {
          const [x1, y1, x2, y2] = arrowEnd(props.hint);
          return <Arrow x1={x1} y1={y1} x2={x2} y2={y2} width={22} colour="#0a7d5a" opacity={0.8} />;
        })()}
        </g>
        <Grid
          columns={9} rows={9} x={margin} y={top} cellWidth={w} cellHeight={h} flipped={props.flipped}
          current={(square) => chosen?.square === square || last?.to === square}
          label={(square) => {
            const piece = board.squares[square];
            if (!piece) return `${squareName(square)} ${props.say(targets.has(square) ? texts.legal : texts.empty)}`;
            const name = set !== 'international' ? pieceGlyph(piece) : (piece.promoted ? '+' : '') + pieceNames[piece.kind];
            return `${squareName(square)} ${props.say(sideTexts[piece.side])} ${name}`;
          }}
          onDown={onDown}
          onUp={onUp}
          confirm={(square) => (props.confirm && props.active && targets.has(square) ? squareName(square) : '')}
          onMove={(x, y) => chosen && setDrag({ x, y })}
        />
        {([0, 1] as Side[]).filter((side) => Object.values(board.hands[side]).some((count) => count > 0)).map((side) => (
          <g key={side} role="row" aria-label={`${props.say(sideTexts[side])} ${props.say(texts.hand)}`}>
            {handKinds.filter((kind) => (board.hands[side][kind] ?? 0) > 0).map((kind) => {
              const [cx, cy] = handPlace(side, kind);
              const piece: Piece = { kind, side, promoted: false };
              const count = board.hands[side][kind];
              const mine = props.active && side === props.side && props.legal.some((move) => move.startsWith(kind + '*'));
              const picked = chosen?.square === -1 && chosen.kind === kind && side === props.side;
              const pick = (): void => {
                if (props.editing) return props.editing.onHand(side, kind);
                if (mine && !asking) setChosen(picked ? null : { square: -1, kind });
              };
              return (
                <g
                  key={kind} role="gridcell" tabindex={mine && kind === reach ? 0 : -1} data-hand={`${side}${kind}`} class={mine ? 'in-hand mine' : 'in-hand'}
                  aria-label={`${set !== 'international' ? pieceGlyph(piece) : pieceNames[kind]} ${count}`} aria-selected={picked}
                  onClick={pick}
                  onKeyDown={(event) => {
                    const next = { ArrowLeft: 'previousElementSibling', ArrowRight: 'nextElementSibling' }[event.key] as 'nextElementSibling' | undefined;
                    if (next) (event.currentTarget[next] as SVGElement | null)?.focus();
                    else if (event.key === 'Enter' || event.key === ' ') pick();
                    else return;
                    event.preventDefault();
                    event.stopPropagation();
                  }}
                >
                  {picked && <rect x={cx - 50} y={cy - 52} width="100" height="104" rx="8" fill="#2f7dd1" opacity=".42" />}
                  <g transform={`translate(${cx} ${cy})${turned(side)}`}><PieceShape piece={piece} set={set} /></g>
                  {count > 1 && (
                    <g transform={`translate(${cx + 34} ${cy + 34})`}>
                      <circle r="19" fill="#1f2a37" />
                      <text y="9" text-anchor="middle" font-size="25" font-weight="700" font-family="system-ui, sans-serif" fill="#fff">{count}</text>
                    </g>
                  )}
                  <rect x={cx - 50} y={cy - 52} width="100" height="104" fill="transparent" />
                </g>
              );
            })}
          </g>
        ))}
        {dragged && drag && (
          <g transform={`translate(${drag.x} ${drag.y})${turned(dragged.side)}`} pointer-events="none"><PieceShape piece={dragged} set={set} scale={1.12} /></g>
        )}
      </svg>
      {asking && (
        <div class="promotion" role="dialog" aria-modal="true" aria-label={props.say(texts.promotion)} onKeyDown={(event) => event.key === 'Escape' && setAsking(null)}>
          <p>{props.say(texts.promotion)}</p>
          {[true, false].map((yes) => {
            const square = splitMove(asking).from, piece = board.squares[square];
            return (
              <button
                key={String(yes)} type="button" class="promotion-choice" autoFocus={yes} data-promote={String(yes)}
                onClick={() => {
                  setAsking(null);
                  setChosen(null);
                  props.onMove(yes ? asking + '+' : asking);
                }}
              >
                {piece && <svg viewBox="-50 -54 100 108" aria-hidden="true"><PieceShape piece={{ ...piece, promoted: yes }} set={set} /></svg>}
                {props.say(yes ? texts.promote : texts.notPromote)}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
