/* The dialogs: new game, open, saved games, settings, export, resign. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Controller, TimeControl } from './controller';
import { languages } from './i18n';
import type { Key } from './i18n';
import { formats } from './records';
import { handicaps } from './shogi';
import { gameNames } from './types';
import type { GameName, Options } from './types';

function Frame(props: { controller: Controller; title: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    (box.current?.querySelector('[autofocus], input, select, button, textarea') as HTMLElement | null)?.focus();
    return () => before?.focus?.();
  }, []);
  const close = (): void => props.controller.set({ dialog: null });
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') return close();
    if (event.key !== 'Tab' || !box.current) return;
    const all = [...box.current.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]')].filter((e) => !e.hasAttribute('disabled'));
    const first = all[0], last = all[all.length - 1];
    if (event.shiftKey && document.activeElement === first) { last?.focus(); event.preventDefault(); }
    else if (!event.shiftKey && document.activeElement === last) { first?.focus(); event.preventDefault(); }
  };
  return (
    <div class="shade" onPointerDown={(event) => event.target === event.currentTarget && close()}>
      <div class="dialog" role="dialog" aria-modal="true" aria-label={props.title} ref={box} onKeyDown={onKey}>
        <header>
          <h2>{props.title}</h2>
          <button type="button" class="quiet" aria-label={props.controller.t('close')} onClick={close}>✕</button>
        </header>
        {props.children}
      </div>
    </div>
  );
}

function Field(props: { label: string; children: ComponentChildren }) {
  return <label class="field"><span>{props.label}</span>{props.children}</label>;
}

function Choice<T extends string>(props: { label: string; value: T; of: [T, string][]; name: string; onChange: (value: T) => void }) {
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      <div class="segments">
        {props.of.map(([value, text]) => (
          <label key={value} class={value === props.value ? 'on' : ''}>
            <input type="radio" name={props.name} value={value} checked={value === props.value} onChange={() => props.onChange(value)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function NumberField(props: { label: string; value: number; min: number; max: number; onChange: (value: number) => void }) {
  return (
    <Field label={props.label}>
      <input type="number" min={props.min} max={props.max} value={props.value}
        onInput={(event) => props.onChange(Math.max(props.min, Math.min(props.max, Number(event.currentTarget.value) || props.min)))} />
    </Field>
  );
}

type Sides = 'first' | 'second' | 'random' | 'both' | 'none';

function NewGameDialog({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const [game, setGame] = useState<GameName>(state.doc?.game ?? 'shogi');
  const [sides, setSides] = useState<Sides>('first');
  const [level, setLevel] = useState(state.level);
  const [time, setTime] = useState<TimeControl>(state.time);
  const [start, setStart] = useState('');
  const [options, setOptions] = useState<Options>({ Rule: 'ninuki', BoardSize: 0, Opening: 'free' });
  const begin = (): void => {
    const human = sides === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : sides;
    const engines: [boolean, boolean] = human === 'both' ? [false, false] : human === 'none' ? [true, true] : [human === 'second', human === 'first'];
    const chosen: Options = game === 'gomoku' ? options : {};
    controller.newGame({ game, engines, level, time, start: game === 'shogi' && start ? start : null, options: chosen })
      .catch((error) => controller.notify(String(error instanceof Error ? error.message : error)));
  };
  const name = (side: 0 | 1): string => controller.sideName(game, side);
  return (
    <Frame controller={controller} title={t('newGame')}>
      <Choice label={t('play')} name="game" value={game} of={gameNames.filter((g) => state.built.includes(g)).map((g) => [g, t(g)])} onChange={setGame} />
      <Choice label={t('side')} name="sides" value={sides} onChange={setSides}
        of={[['first', name(0)], ['second', name(1)], ['random', t('random')], ['both', t('bothHuman')], ['none', t('watch')]]} />
      <Field label={`${t('level')}: ${level}`}>
        <input type="range" min="1" max="10" value={level} onInput={(event) => setLevel(Number(event.currentTarget.value))} disabled={sides === 'both' || time.kind !== 'level'} />
      </Field>
      <Choice label={t('time')} name="time" value={time.kind} onChange={(kind) => setTime({ ...time, kind })}
        of={[['level', t('byLevel')], ['move', t('perMove')], ['clock', t('clock')]]} />
      {time.kind === 'move' && <NumberField label={t('perMove')} min={1} max={600} value={time.seconds} onChange={(seconds) => setTime({ ...time, seconds })} />}
      {time.kind === 'clock' && (
        <div class="row">
          <NumberField label={t('minutes')} min={0} max={600} value={time.minutes} onChange={(minutes) => setTime({ ...time, minutes })} />
          <NumberField label={t('increment')} min={0} max={600} value={time.increment} onChange={(increment) => setTime({ ...time, increment })} />
          <NumberField label={t('byoyomi')} min={0} max={600} value={time.byoyomi} onChange={(byoyomi) => setTime({ ...time, byoyomi })} />
        </div>
      )}
      {game === 'shogi' && (
        <Field label={t('handicap')}>
          <select value={start} onChange={(event) => setStart(event.currentTarget.value)}>
            <option value="">{t('even')}</option>
            {handicaps.map(([key, sfen]) => <option key={key} value={sfen}>{t(key as Key)}</option>)}
          </select>
        </Field>
      )}
      {game === 'gomoku' && (
        <div class="row">
          <Field label={t('rule')}>
            <select name="rule" value={String(options.Rule)} onChange={(event) => setOptions({ ...options, Rule: event.currentTarget.value })}>
              {(['ninuki', 'pente', 'freestyle', 'standard', 'renju'] as Key[]).map((rule) => <option key={rule} value={rule}>{t(rule)}</option>)}
            </select>
          </Field>
          <Field label={t('size')}>
            <select value={String(options.BoardSize)} onChange={(event) => setOptions({ ...options, BoardSize: Number(event.currentTarget.value) })}>
              <option value="0">—</option>
              {[15, 16, 17, 18, 19, 20].map((size) => <option key={size} value={size}>{size} × {size}</option>)}
            </select>
          </Field>
          <Field label={t('opening')}>
            <select value={String(options.Opening)} onChange={(event) => setOptions({ ...options, Opening: event.currentTarget.value })}>
              <option value="free">{t('free')}</option>
              <option value="pro">{t('pro')}</option>
            </select>
          </Field>
        </div>
      )}
      <footer><button type="button" class="primary" data-action="start" onClick={begin}>{t('start')}</button></footer>
    </Frame>
  );
}

function OpenDialog({ controller }: { controller: Controller }) {
  const { t } = controller;
  const [text, setText] = useState('');
  return (
    <Frame controller={controller} title={t('open')}>
      <p class="help">{t('openHelp')}</p>
      <input type="file" aria-label={t('chooseFile')} accept=".kif,.kifu,.csa,.sfen,.usi,.ggf,.obf,.sgf,.psq,.txt"
        onChange={(event) => { const file = event.currentTarget.files?.[0]; if (file) void readFile(file).then((body) => controller.openText(body)); }} />
      <Field label={t('paste')}>
        <textarea rows={8} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <footer><button type="button" class="primary" data-action="open-text" disabled={!text.trim()} onClick={() => void controller.openText(text)}>{t('open')}</button></footer>
    </Frame>
  );
}

/* KIF files are often in Shift_JIS: what is not UTF-8 is read as that. */
export async function readFile(file: File): Promise<string> {
  const bytes = await file.slice(0, 4 << 20).arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

function LibraryDialog({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const [query, setQuery] = useState('');
  const [game, setGame] = useState('');
  const look = (q: string, g: string): void => void controller.openLibrary(q, g);
  return (
    <Frame controller={controller} title={t('library')}>
      <div class="row">
        <Field label={t('search')}>
          <input type="search" value={query} onInput={(event) => { setQuery(event.currentTarget.value); look(event.currentTarget.value, game); }} />
        </Field>
        <Field label={t('play')}>
          <select value={game} onChange={(event) => { setGame(event.currentTarget.value); look(query, event.currentTarget.value); }}>
            <option value="">—</option>
            {gameNames.map((g) => <option key={g} value={g}>{t(g)}</option>)}
          </select>
        </Field>
      </div>
      <ul class="library">
        {state.library?.games.map((row) => (
          <li key={row.key}>
            <button type="button" class="quiet open" data-key={row.key} onClick={() => controller.loadSaved(row.key).catch((error: Error) => controller.notify(error.message))}>
              <strong>{row.title || t(row.game)}</strong>
              <span>{t(row.game)} · {row.first} – {row.second} · {row.plies} {t('moves')}{row.result ? ` · ${row.result}` : ''}</span>
              <time>{new Date(row.updated).toLocaleString(state.preferences.language)}</time>
            </button>
            <button type="button" class="quiet danger" aria-label={`${t('delete')} ${row.title}`} onClick={() => void controller.deleteSaved(row.key)}>✕</button>
          </li>
        ))}
      </ul>
      {state.library?.games.length === 0 && <p class="help">{t('noGames')}</p>}
    </Frame>
  );
}

function SettingsDialog({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const p = state.preferences;
  const check = (key: 'coordinates' | 'values' | 'legal', label: Key) => (
    <label class="check"><input type="checkbox" checked={p[key]} onChange={(event) => controller.prefer({ [key]: event.currentTarget.checked })} />{t(label)}</label>
  );
  return (
    <Frame controller={controller} title={t('settings')}>
      <Choice label={t('language')} name="language" value={p.language} of={languages} onChange={(language) => controller.prefer({ language })} />
      <Choice label={t('theme')} name="theme" value={p.theme} of={[['auto', t('auto')], ['light', t('light')], ['dark', t('dark')]]} onChange={(theme) => controller.prefer({ theme })} />
      <Choice label={t('pieces')} name="pieces" value={p.pieces} of={[['kanji', t('kanji')], ['international', t('international')]]} onChange={(pieces) => controller.prefer({ pieces })} />
      <Choice label={t('notation')} name="notation" value={p.notation} of={[['japanese', t('japanese')], ['western', 'P-7f'], ['usi', 'USI']]} onChange={(notation) => controller.prefer({ notation })} />
      <NumberField label={t('lineCount')} min={1} max={8} value={p.multipv} onChange={(multipv) => controller.prefer({ multipv })} />
      {check('coordinates', 'coordinates')}
      {check('legal', 'legalMoves')}
      {check('values', 'showValues')}
      <p class="help">Yomi {controller.connection.version}</p>
    </Frame>
  );
}

function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function boardSvg(): string {
  const svg = document.querySelector('svg.board')?.cloneNode(true) as SVGSVGElement | undefined;
  if (!svg) return '';
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.querySelectorAll('[role="gridcell"] > rect[fill="transparent"], rect.cell').forEach((cell) => cell.remove());
  const [, , width, height] = (svg.getAttribute('viewBox') ?? '0 0 900 900').split(' ');
  svg.setAttribute('width', width);
  svg.setAttribute('height', height);
  return new XMLSerializer().serializeToString(svg);
}

async function boardPng(): Promise<Blob | null> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([boardSvg()], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function ExportDialog({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const doc = state.doc;
  if (!doc) return null;
  const all = formats[doc.game];
  const [index, setIndex] = useState(0);
  const [, extension, write] = all[Math.min(index, all.length - 1)];
  const text = write(controller.writeRecord());
  const position = state.node?.position ?? '';
  const copy = (what: string): void => void navigator.clipboard?.writeText(what).then(() => controller.notify(t('copied')));
  return (
    <Frame controller={controller} title={t('export')}>
      <Choice label={t('export')} name="format" value={String(index)} of={all.map(([name], i) => [String(i), name])} onChange={(value) => setIndex(Number(value))} />
      <Field label={t('paste')}><textarea rows={8} readOnly value={text} data-export={extension} /></Field>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => download(`yomi.${extension}`, new Blob([text], { type: 'text/plain' }))}>{t('download')}</button>
        <button type="button" onClick={() => copy(text)}>{t('copy')}</button>
      </div>
      <Field label={doc.game === 'shogi' ? 'SFEN' : doc.game === 'othello' ? 'OBF' : t('board')}><input readOnly value={position + (doc.game === 'othello' ? ';' : '')} data-export="position" /></Field>
      <div class="buttons">
        <button type="button" onClick={() => copy(position)}>{t('copy')}</button>
        <button type="button" onClick={() => download('yomi.svg', new Blob([boardSvg()], { type: 'image/svg+xml' }))}>{t('image')} SVG</button>
        <button type="button" onClick={() => void boardPng().then((png) => png && download('yomi.png', png))}>{t('image')} PNG</button>
      </div>
    </Frame>
  );
}

function ResignDialog({ controller }: { controller: Controller }) {
  const { t } = controller;
  return (
    <Frame controller={controller} title={t('resign') + '?'}>
      <footer class="buttons">
        <button type="button" class="primary" data-action="resign" onClick={() => controller.resign()}>{t('resign')}</button>
        <button type="button" onClick={() => controller.set({ dialog: null })}>{t('cancel')}</button>
      </footer>
    </Frame>
  );
}

export function Dialogs({ controller }: { controller: Controller }) {
  switch (controller.state.dialog) {
    case 'new': return <NewGameDialog controller={controller} />;
    case 'open': return <OpenDialog controller={controller} />;
    case 'library': return <LibraryDialog controller={controller} />;
    case 'settings': return <SettingsDialog controller={controller} />;
    case 'export': return <ExportDialog controller={controller} />;
    case 'resign': return <ResignDialog controller={controller} />;
    default: return null;
  }
}
