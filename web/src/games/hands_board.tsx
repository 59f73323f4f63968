/* A board of pieces with both hands below and above it: shogi and its small sister. A piece is chosen by a click, a tap, a
 * drag or the keyboard; then its squares show. */
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { BoardProps, Say } from '../game_view';
import { Arrow, BookSign, Grid } from '../grid';
import { texts } from '../i18n';
import type { Texts } from '../i18n';
import type { Side } from '../types';
import type { Piece, Sfen } from './sfen';

const markColours = ['#0a7d5a', '#1667b7', '#8a5a00', '#7a4fa0', '#666'];

/* What makes it the board of a game. Pieces are drawn around their centre, for the side at the bottom. */
export interface Look {
  name: string;
  sides: readonly [Texts, Texts];
  columns: number; rows: number; w: number; h: number; margin: number; handHeight: number;
  sfen: Sfen;
  ground: (props: BoardProps) => JSX.Element; /* under everything */
  lines: (props: BoardProps) => JSX.Element; /* over the marks of the last move: lines, coordinates */
  Piece: (props: { piece: Piece; choice: (key: string) => string }) => JSX.Element;
  pieceName: (piece: Piece, props: { choice: (key: string) => string; say: Say }) => string;
}

export function sizeOf(look: Look): { width: number; height: number; top: number } {
  const top = look.handHeight + look.margin;
  return { width: look.columns * look.w + 2 * look.margin, top, height: look.rows * look.h + 2 * top };
}

type Chosen = { square: number; kind: string } | null; /* square -1: a piece in hand */

export function HandsBoard({ look, ...props }: BoardProps & { look: Look }) {
  const { columns, rows, w, h, margin, handHeight, sfen: { parse, splitMove, squareName, handKinds } } = look;
  const { width, height, top } = sizeOf(look), count = columns * rows;
  const board = parse(props.position);
  const [chosen, setChosen] = useState<Chosen>(null);
  const [asking, setAsking] = useState<string | null>(null); /* a move that may promote */
  const [drag, setDrag] = useState<{ x: number; y: number } | null>(null);
  useLayoutEffect(() => {
    setChosen(null);
    setAsking(null);
    setDrag(null);
  }, [props.position]);

  const place = (square: number): [number, number] => {
    const at = props.flipped ? count - 1 - square : square;
    return [margin + (at % columns) * w + w / 2, top + Math.floor(at / columns) * h + h / 2];
  };
  const bottom: Side = props.flipped ? 1 : 0;
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
    <div class={look.name}>
      <svg class="board" viewBox={`0 0 ${width} ${height}`} role="grid" aria-label={props.say(texts.board)} data-board={look.name}>
        <g id="drawing">
        {look.ground(props)}
        {last && [last.from, last.to].filter((s) => s >= 0).map((square) => {
          const [cx, cy] = place(square);
          return <rect key={`last${square}`} x={cx - w / 2} y={cy - h / 2} width={w} height={h} fill="#d9822b" opacity={square === last.to ? 0.5 : 0.24} />;
        })}
        {chosen && chosen.square >= 0 && (() => {
          const [cx, cy] = place(chosen.square);
          return <rect x={cx - w / 2} y={cy - h / 2} width={w} height={h} fill="#2f7dd1" opacity=".42" />;
        })()}
        {look.lines(props)}
        {board.squares.map((piece, square) => {
          if (!piece) return null;
          const [cx, cy] = place(square);
          return (
            <g key={`p${square}${piece.kind}${piece.promoted}${piece.side}`} transform={`translate(${cx} ${cy})${turned(piece.side)}`} opacity={dragged && chosen?.square === square ? 0.35 : 1}>
              <look.Piece piece={piece} choice={props.choice} />
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
          return (
            <g key={mark.move}>
              <Arrow kind={mark.kind} x1={x1} y1={y1} x2={x2} y2={y2} width={mark.rank === 0 || mark.kind ? 20 : 13} colour={mark.kind === 'played' ? '#b3261e' : markColours[Math.min(mark.rank, 4)]} opacity={mark.rank === 0 || mark.kind ? 0.78 : 0.5} />
              {mark.book && <BookSign x={(x1 + x2) / 2} y={(y1 + y2) / 2} size={17} />}
            </g>
          );
        })}
        {props.hint && (() => {
          const [x1, y1, x2, y2] = arrowEnd(props.hint);
          return <Arrow x1={x1} y1={y1} x2={x2} y2={y2} width={22} colour="#0a7d5a" opacity={0.8} />;
        })()}
        </g>
        <Grid
          columns={columns} rows={rows} x={margin} y={top} cellWidth={w} cellHeight={h} flipped={props.flipped}
          current={(square) => chosen?.square === square || last?.to === square}
          label={(square) => {
            const piece = board.squares[square];
            if (!piece) return `${squareName(square)} ${props.say(targets.has(square) ? texts.legal : texts.empty)}`;
            return `${squareName(square)} ${props.say(look.sides[piece.side])} ${look.pieceName(piece, props)}`;
          }}
          onDown={onDown}
          onUp={onUp}
          confirm={(square) => (props.confirm && props.active && targets.has(square) ? squareName(square) : '')}
          onMove={(x, y) => chosen && setDrag({ x, y })}
        />
        {([0, 1] as Side[]).filter((side) => Object.values(board.hands[side]).some((count) => count > 0)).map((side) => (
          <g key={side} role="row" aria-label={`${props.say(look.sides[side])} ${props.say(texts.hand)}`}>
            {handKinds.filter((kind) => (board.hands[side][kind] ?? 0) > 0).map((kind) => {
              const [cx, cy] = handPlace(side, kind);
              const piece: Piece = { kind, side, promoted: false };
              const held = board.hands[side][kind];
              const mine = props.active && side === props.side && props.legal.some((move) => move.startsWith(kind + '*'));
              const picked = chosen?.square === -1 && chosen.kind === kind && side === props.side;
              const pick = (): void => {
                if (props.editing) return props.editing.onHand(side, kind);
                if (mine && !asking) setChosen(picked ? null : { square: -1, kind });
              };
              return (
                <g
                  key={kind} role="gridcell" tabindex={mine && kind === reach ? 0 : -1} data-hand={`${side}${kind}`} class={mine ? 'in-hand mine' : 'in-hand'}
                  aria-label={`${look.pieceName(piece, props)} ${held}`} aria-selected={picked}
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
                  <g transform={`translate(${cx} ${cy})${turned(side)}`}><look.Piece piece={piece} choice={props.choice} /></g>
                  {held > 1 && (
                    <g transform={`translate(${cx + 34} ${cy + 34})`}>
                      <circle r="19" fill="#1f2a37" />
                      <text y="9" text-anchor="middle" font-size="25" font-weight="700" font-family="system-ui, sans-serif" fill="#fff">{held}</text>
                    </g>
                  )}
                  <rect x={cx - 50} y={cy - 52} width="100" height="104" fill="transparent" />
                </g>
              );
            })}
          </g>
        ))}
        {dragged && drag && (
          <g transform={`translate(${drag.x} ${drag.y})${turned(dragged.side)}`} pointer-events="none"><g transform="scale(1.12)"><look.Piece piece={dragged} choice={props.choice} /></g></g>
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
                {piece && <svg viewBox="-50 -54 100 108" aria-hidden="true"><look.Piece piece={{ ...piece, promoted: yes }} choice={props.choice} /></svg>}
                {props.say(yes ? texts.promote : texts.notPromote)}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
