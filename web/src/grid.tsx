/* The part of a board that people touch: a grid of clear cells over the drawing, for mouse, finger, keyboard and screen
 * reader. It lies above arrows and pieces, so that nothing that is drawn can swallow a click. */
import { useRef, useState } from 'preact/hooks';

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
  onUp: (cell: number, dragged: boolean) => void;
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
      (group.current?.querySelector(`[data-cell="${row * columns + column}"]`) as SVGElement | null)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      props.onDown(focus);
      props.onUp(focus, false);
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
          tabIndex={cell === focus ? 0 : -1}
          aria-label={props.label(cell)}
          aria-selected={props.current(cell)}
          x={x + (shown % columns) * cellWidth}
          y={y + Math.floor(shown / columns) * cellHeight}
          width={cellWidth}
          height={cellHeight}
          fill="transparent"
          onFocus={() => setFocus(cell)}
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
        (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
        props.onDown(down.current);
      }}
      onPointerMove={(event) => {
        if (down.current < 0 || !props.onMove) return;
        const point = svgPoint(event);
        props.onMove(point.x, point.y);
      }}
      onPointerUp={(event) => {
        const cell = cellOf(event);
        if (down.current >= 0) props.onUp(cell, cell !== down.current);
        down.current = -1;
      }}
      onPointerCancel={() => {
        if (down.current >= 0) props.onUp(-1, true);
        down.current = -1;
      }}
    >
      {cells}
    </g>
  );
}

/* A line from point to point with a head. */
export function Arrow(props: { x1: number; y1: number; x2: number; y2: number; width: number; colour: string; opacity: number }) {
  const { x1, y1, x2, y2, width } = props;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const ux = (x2 - x1) / length, uy = (y2 - y1) / length, head = width * 2.4;
  const bx = x2 - ux * head, by = y2 - uy * head, px = -uy, py = ux;
  const at = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return (
    <path
      d={`M${at(x1 + px * width * 0.35, y1 + py * width * 0.35)}L${at(bx + px * width * 0.5, by + py * width * 0.5)}L${at(bx + px * head * 0.55, by + py * head * 0.55)}L${at(x2, y2)}L${at(bx - px * head * 0.55, by - py * head * 0.55)}L${at(bx - px * width * 0.5, by - py * width * 0.5)}L${at(x1 - px * width * 0.35, y1 - py * width * 0.35)}Z`}
      fill={props.colour}
      opacity={props.opacity}
    />
  );
}
