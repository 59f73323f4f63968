/* What leaves the page: texts to the clipboard, files, pictures of the board, films of a game. */
import type { Controller } from './controller';
import { lineThrough } from './tree';

/* The clipboard of the browser is there on secure addresses only; on others a selected field is copied. */
export async function copyText(controller: Controller, text: string): Promise<void> {
  try {
    if (!navigator.clipboard) throw new Error('none');
    await navigator.clipboard.writeText(text);
    controller.notify(controller.t('copied'));
  } catch {
    controller.notify(controller.t(copyBySelection(text) ? 'copied' : 'copyFailed'));
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement as HTMLElement | null, field = document.createElement('textarea');
  field.value = text;
  field.className = 'away';
  (document.querySelector('.dialog') ?? document.body).append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    /* it may be forbidden */
  }
  field.remove();
  before?.focus();
  return done;
}

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] as string);

/* The board as it is drawn, with the names above and the move below. */
export function boardSvg(controller: Controller): string {
  const svg = document.querySelector('svg.board')?.cloneNode(true) as SVGSVGElement | undefined, { doc, node } = controller.state;
  if (!svg || !doc || !node) return '';
  svg.querySelectorAll('[role="gridcell"] > rect[fill="transparent"], rect.cell, .magnifier').forEach((cell) => cell.remove());
  const [, , width, height] = (svg.getAttribute('viewBox') ?? '0 0 900 900').split(' ').map(Number), band = Math.round(width * 0.06);
  const text = (y: number, words: string): string => `<text x="${width / 2}" y="${y}" text-anchor="middle" font-family="system-ui, sans-serif" font-size="${Math.round(band * 0.55)}" font-weight="600" fill="#222">${escape(words)}</text>`;
  const names = doc.names.some(Boolean) ? doc.names.map((name, side) => `${controller.sideName(side as 0 | 1)} ${name}`).join(' – ') : controller.say(controller.view.title);
  const move = node.parent ? `${node.ply}. ${controller.moveText(node)}` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + 2 * band}" viewBox="0 0 ${width} ${height + 2 * band}"><rect width="100%" height="100%" fill="#fff"/>`
    + text(band * 0.7, names) + `<g transform="translate(0 ${band})">${new XMLSerializer().serializeToString(svg).replace(/^<svg[^>]*>|<\/svg>$/g, '')}</g>` + text(height + band * 1.7, move) + '</svg>';
}

async function boardImage(controller: Controller): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([boardSvg(controller)], { type: 'image/svg+xml' }));
  await image.decode();
  return image;
}

export async function boardPng(controller: Controller): Promise<Blob | null> {
  const image = await boardImage(controller), canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/* Goes through the line on the screen, a move at a time, and records the board. */
export async function film(controller: Controller, secondsEach = 0.8): Promise<Blob | null> {
  const { node } = controller.state;
  if (!node || typeof MediaRecorder === 'undefined') return null;
  const line = lineThrough(node), canvas = document.createElement('canvas'), first = await boardImage(controller);
  const scale = 720 / first.naturalHeight;
  canvas.width = 2 * Math.round((first.naturalWidth * scale) / 2);
  canvas.height = 720;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D, chunks: Blob[] = [];
  const recorder = new MediaRecorder(canvas.captureStream(12), { mimeType: 'video/webm', videoBitsPerSecond: 1_500_000 });
  recorder.ondataavailable = (event) => chunks.push(event.data);
  const ended = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start();
  for (let i = 0; i < line.length; i++) {
    controller.set({ progress: { done: i, total: line.length, text: controller.t('filming', i + 1, line.length) } });
    await controller.show(line[i]);
    await new Promise((resolve) => setTimeout(resolve, 60)); /* until it is drawn */
    const image = await boardImage(controller);
    const until = Date.now() + 1000 * secondsEach * (i === line.length - 1 ? 2 : 1);
    while (Date.now() < until) {
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    URL.revokeObjectURL(image.src);
    if (!controller.state.progress) break; /* stopped */
  }
  recorder.stop();
  await ended;
  controller.set({ progress: null });
  await controller.show(node);
  return new Blob(chunks, { type: 'video/webm' });
}
