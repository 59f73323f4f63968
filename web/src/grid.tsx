/* The part of a board that people touch: a grid of clear cells over the drawing, for mouse, finger, keyboard and screen
 * reader. It lies above arrows and pieces, so that nothing that is drawn can swallow a click. */
import { useRef, useState } from 'preact/hooks';

const smallCell = 30; /* CSS pixels: below this a finger may miss */

export interface GridProps {
  columns: number;
  rows: number;
  x: number; /* of the first cell */
  y: number;
  cellWidth: number;
  cellHeight: number;
  label: (cell: number) => string;
  current: (cell: number) => boolean; /* chosen, or the last move */
  flipped: boolean;
  onDown: (cell: number) => void;
  onUp: (cell: number, dragged: boolean, from: number) => void;
  confirm?: (cell: number) => string; /* on small cells a tap is asked about, with this text; '': it is not */
  onMove?: (x: number, y: number) => void; /* while a finger or button is down, in the drawing's units */
}

export function svgPoint(event: PointerEvent): { x: number; y: number } {
  const svg = (event.currentTarget as Element).closest('svg') as SVGSVGElement;
  const matrix = svg.getScreenCTM();
  if (!matrix) return { x: 0, y: 0 };
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x: point.x, y: point.y };
}

export function Grid(props: GridProps) {
  const { columns, rows, x, y, cellWidth, cellHeight } = props;
  const [focus, setFocus] = useState(Math.floor((columns * rows) / 2));
  const group = useRef<SVGGElement>(null);
  const down = useRef(-1);
  const [asked, setAsked] = useState(-1); /* the cell that waits for a second tap */

  const cellOf = (event: PointerEvent): number => {
    const point = svgPoint(event);
    const column = Math.floor((point.x - x) / cellWidth), row = Math.floor((point.y - y) / cellHeight);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return -1;
    const cell = row * columns + column;
    return props.flipped ? columns * rows - 1 - cell : cell;
  };
  const onKey = (event: KeyboardEvent): void => {
    const turn = props.flipped ? -1 : 1;
    const by: Record<string, [number, number]> = {
      ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, -turn], ArrowDown: [0, turn],
    };
    const step = by[event.key];
    if (step) {
      const column = Math.max(0, Math.min(columns - 1, (focus % columns) + step[0]));
      const row = Math.max(0, Math.min(rows - 1, Math.floor(focus / columns) + step[1]));
      setFocus(row * columns + column);
      setAsked(-1);
      (group.current?.querySelector(`[data-cell="${row * columns + column}"]`) as SVGElement | null)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      const cell = Number((event.target as Element).getAttribute('data-cell') ?? focus);
      setFocus(cell);
      props.onDown(cell);
      props.onUp(cell, false, cell);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const cells = [];
  for (let row = 0; row < rows; row++) {
    const inRow = [];
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const shown = props.flipped ? columns * rows - 1 - cell : cell;
      inRow.push(
        <rect
          key={cell}
          role="gridcell"
          data-cell={cell}
          class="cell"
          tabindex={cell === focus ? 0 : -1}
          aria-label={props.label(cell)}
          aria-selected={props.current(cell)}
          x={x + (shown % columns) * cellWidth}
          y={y + Math.floor(shown / columns) * cellHeight}
          width={cellWidth}
          height={cellHeight}
          fill="transparent"
        />,
      );
    }
    cells.push(<g role="row" key={row}>{inRow}</g>);
  }
  return (
    <g
      ref={group}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        down.current = cellOf(event);
        if (down.current >= 0) setFocus(down.current);
        (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
        props.onDown(down.current);
      }}
      onPointerMove={(event) => {
        if (down.current < 0 || !props.onMove) return;
        const point = svgPoint(event);
        props.onMove(point.x, point.y);
      }}
      onPointerUp={(event) => {
        const cell = cellOf(event), from = down.current;
        down.current = -1;
        if (from < 0) return;
        const width = (group.current?.querySelector('.cell') as Element | null)?.getBoundingClientRect().width ?? smallCell;
        if (event.pointerType === 'touch' && width < smallCell && cell === from && cell !== asked && props.confirm?.(cell)) return setAsked(cell);
        setAsked(-1);
        props.onUp(cell, cell !== from, from);
      }}
      onPointerCancel={() => {
        if (down.current >= 0) props.onUp(-1, true, down.current);
        down.current = -1;
      }}
    >
      {cells}
      {asked >= 0 && <Magnifier {...props} cell={asked} />}
    </g>
  );
}

/* The cell under the finger, three times as large, away from the finger. */
function Magnifier(props: GridProps & { cell: number }) {
  const { columns, rows, x, y, cellWidth, cellHeight } = props;
  const shown = props.flipped ? columns * rows - 1 - props.cell : props.cell;
  const cx = x + ((shown % columns) + 0.5) * cellWidth, cy = y + (Math.floor(shown / columns) + 0.5) * cellHeight;
  const size = 7.5 * cellWidth, wide = 2.5 * cellWidth;
  const mx = Math.max(0, Math.min(x * 2 + columns * cellWidth - size, cx - size / 2));
  const my = cy > y + (rows * cellHeight) / 2 ? cy - size - 2 * cellHeight : cy + 2 * cellHeight;
  return (
    <g class="magnifier" pointer-events="none">
      <rect x={cx - cellWidth / 2} y={cy - cellHeight / 2} width={cellWidth} height={cellHeight} fill="none" stroke="#e5484d" stroke-width="4" />
      <rect x={mx - 4} y={my - 4} width={size + 8} height={size + 8} rx="14" fill="#1f2328" />
      <svg x={mx} y={my} width={size} height={size} viewBox={`${cx - wide / 2} ${cy - wide / 2} ${wide} ${wide}`}>
        <use href="#drawing" />
        <circle cx={cx} cy={cy} r={cellWidth * 0.42} fill="none" stroke="#e5484d" stroke-width="3" />
      </svg>
      <text x={mx + size / 2} y={my + size - 14} text-anchor="middle" font-size={cellWidth * 0.75} font-weight="700" font-family="system-ui, sans-serif" fill="#e5484d" stroke="#fff" stroke-width="5" paint-order="stroke">{props.confirm?.(props.cell)}</text>
    </g>
  );
}

/* The sign of a move that is in the opening book. */
export function BookSign({ x, y, size }: { x: number; y: number; size: number }) {
  return <path class="mark-book" d={`M${x} ${y - size}L${x + size} ${y}L${x} ${y + size}L${x - size} ${y}Z`} fill="#f2c14e" stroke="#4a3200" stroke-width={size / 6} />;
}

/* A line from point to point with a head. */
export function Arrow(props: { x1: number; y1: number; x2: number; y2: number; width: number; colour: string; opacity: number; kind?: string }) {
  const { x1, y1, x2, y2, width } = props;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const ux = (x2 - x1) / length, uy = (y2 - y1) / length, head = width * 2.4;
  const bx = x2 - ux * head, by = y2 - uy * head, px = -uy, py = ux;
  const at = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return (
    <path
      d={`M${at(x1 + px * width * 0.35, y1 + py * width * 0.35)}L${at(bx + px * width * 0.5, by + py * width * 0.5)}L${at(bx + px * head * 0.55, by + py * head * 0.55)}L${at(x2, y2)}L${at(bx - px * head * 0.55, by - py * head * 0.55)}L${at(bx - px * width * 0.5, by - py * width * 0.5)}L${at(x1 - px * width * 0.35, y1 - py * width * 0.35)}Z`}
      class={props.kind ? `mark-${props.kind}` : undefined}
      fill={props.colour}
      opacity={props.opacity}
    />
  );
}
