/* The dialogs: new game, open, saved games, settings, export, resign. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { TimeControl } from './clock';
import type { Controller, NewGame } from './controller';
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
        <div class="dialog-head">
          <h2>{props.title}</h2>
          <button type="button" class="quiet" aria-label={props.controller.t('close')} onClick={close}>✕</button>
        </div>
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

function NumberField(props: { name: string; label: string; value: number; min: number; max: number; onChange: (value: number) => void }) {
  return (
    <Field label={props.label}>
      <input type="number" name={props.name} min={props.min} max={props.max} value={props.value}
        onInput={(event) => props.onChange(Math.max(props.min, Math.min(props.max, Number(event.currentTarget.value) || props.min)))} />
    </Field>
  );
}

type Sides = 'first' | 'second' | 'random' | 'both' | 'none';

function enginesOf(sides: Sides): [boolean, boolean] {
  const human = sides === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : sides;
  return human === 'both' ? [false, false] : human === 'none' ? [true, true] : [human === 'second', human === 'first'];
}

function Level(props: { label: string; value: number; disabled: boolean; onChange: (value: number) => void }) {
  return (
    <Field label={`${props.label}: ${props.value}`}>
      <input type="range" min="1" max="10" value={props.value} disabled={props.disabled} onInput={(event) => props.onChange(Number(event.currentTarget.value))} />
    </Field>
  );
}

function TimeFields({ controller, time, onChange }: { controller: Controller; time: TimeControl; onChange: (time: TimeControl) => void }) {
  const { t } = controller;
  return (
    <>
      <Choice label={t('time')} name="time" value={time.kind} onChange={(kind) => onChange({ ...time, kind })}
        of={[['level', t('byLevel')], ['move', t('perMove')], ['clock', t('clock')]]} />
      {time.kind === 'move' && <NumberField name="seconds" label={t('perMove')} min={1} max={600} value={time.seconds} onChange={(seconds) => onChange({ ...time, seconds })} />}
      {time.kind === 'clock' && (
        <div class="row">
          <NumberField name="minutes" label={t('minutes')} min={0} max={600} value={time.minutes} onChange={(minutes) => onChange({ ...time, minutes })} />
          <NumberField name="increment" label={t('increment')} min={0} max={600} value={time.increment} onChange={(increment) => onChange({ ...time, increment })} />
          <NumberField name="byoyomi" label={t('byoyomi')} min={0} max={600} value={time.byoyomi} onChange={(byoyomi) => onChange({ ...time, byoyomi })} />
        </div>
      )}
    </>
  );
}

type Opening = 'free' | 'pro' | NonNullable<NewGame['opening']>;

function Select(props: { label: string; name: string; value: string; of: [string, string][]; onChange: (value: string) => void }) {
  return (
    <Field label={props.label}>
      <select name={props.name} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.of.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </Field>
  );
}

function NewGameDialog({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const [game, setGame] = useState<GameName>(state.doc?.game ?? 'shogi');
  const [sides, setSides] = useState<Sides>('first');
  const [levels, setLevels] = useState<[number, number]>(state.levels);
  const [time, setTime] = useState<TimeControl>(state.time);
  const [start, setStart] = useState('');
  const [options, setOptions] = useState<Options>({ Rule: 'ninuki', BoardSize: 0 });
  const [opening, setOpening] = useState<Opening>('free');
  const begin = (): void => {
    const rules: Options = game === 'gomoku' ? { ...options, Opening: opening === 'pro' ? 'pro' : 'free' } : {};
    const swap = game === 'gomoku' && (opening === 'swap' || opening === 'swap2') ? opening : undefined;
    const conducted = game === 'othello' && opening === 'balanced' ? opening : swap;
    const never = time.kind === 'clock' && time.minutes === 0 && time.byoyomi === 0 && time.increment === 0;
    controller.newGame({ game, engines: enginesOf(sides), levels, time: never ? { ...time, byoyomi: 10 } : time, start: game === 'shogi' && start ? start : null, options: rules, opening: conducted })
      .catch((error) => controller.notify(String(error instanceof Error ? error.message : error)));
  };
  const name = (side: 0 | 1): string => controller.sideName(game, side);
  const byLevel = time.kind === 'level' && sides !== 'both';
  return (
    <Frame controller={controller} title={t('newGame')}>
      <Choice label={t('play')} name="game" value={game} of={gameNames.filter((g) => state.built.includes(g)).map((g) => [g, t(g)])} onChange={setGame} />
      <Choice label={t('side')} name="sides" value={sides} onChange={setSides}
        of={[['first', name(0)], ['second', name(1)], ['random', t('random')], ['both', t('bothHuman')], ['none', t('watch')]]} />
      {sides === 'none' ? (
        <div class="row">
          <Level label={t('levelOf', name(0))} value={levels[0]} disabled={!byLevel} onChange={(value) => setLevels([value, levels[1]])} />
          <Level label={t('levelOf', name(1))} value={levels[1]} disabled={!byLevel} onChange={(value) => setLevels([levels[0], value])} />
        </div>
      ) : <Level label={t('level')} value={levels[1]} disabled={!byLevel} onChange={(value) => setLevels([value, value])} />}
      <TimeFields controller={controller} time={time} onChange={setTime} />
      {game === 'shogi' && <Select label={t('handicap')} name="handicap" value={start} onChange={setStart} of={[['', t('even')], ...handicaps.map(([key, sfen]): [string, string] => [sfen, t(key as Key)])]} />}
      {game === 'othello' && <Select label={t('opening')} name="opening" value={opening === 'balanced' ? opening : 'free'} onChange={(value) => setOpening(value as Opening)} of={[['free', t('normal')], ['balanced', t('balanced')]]} />}
      {game === 'gomoku' && (
        <div class="row">
          <Select label={t('rule')} name="rule" value={String(options.Rule)} onChange={(Rule) => setOptions({ ...options, Rule })} of={(['ninuki', 'pente', 'freestyle', 'standard', 'renju'] as Key[]).map((rule) => [rule, t(rule)])} />
          <Select label={t('size')} name="size" value={String(options.BoardSize)} onChange={(size) => setOptions({ ...options, BoardSize: Number(size) })} of={[['0', '—'], ...[15, 16, 17, 18, 19, 20].map((size): [string, string] => [String(size), `${size} × ${size}`])]} />
          <Select label={t('opening')} name="opening" value={opening === 'balanced' ? 'free' : opening} onChange={(value) => setOpening(value as Opening)} of={(['free', 'pro', 'swap', 'swap2'] as Key[]).map((key) => [key, t(key)])} />
        </div>
      )}
      <div class="dialog-foot"><button type="button" class="primary" data-action="start" onClick={begin}>{t('start')}</button></div>
    </Frame>
  );
}

function OpenDialog({ controller }: { controller: Controller }) {
  const { t } = controller;
  const [text, setText] = useState('');
  return (
    <Frame controller={controller} title={t('open')}>
      <p class="help">{t('openHelp')}</p>
      <input type="file" class="file" aria-label={t('chooseFile')} accept=".kif,.kifu,.csa,.sfen,.usi,.ggf,.obf,.sgf,.psq,.txt"
        onChange={(event) => { const file = event.currentTarget.files?.[0]; if (file) void readFile(file).then((body) => controller.openText(body)); }} />
      <Field label={t('paste')}>
        <textarea rows={8} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <div class="dialog-foot"><button type="button" class="primary" data-action="open-text" disabled={!text.trim()} onClick={() => void controller.openText(text)}>{t('open')}</button></div>
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
  const [doomed, setDoomed] = useState(''); /* key of the game whose deletion waits for a second click */
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
            <button type="button" class={doomed === row.key ? 'danger' : 'quiet'} aria-label={`${t('delete')} ${row.title}`} onClick={() => (doomed === row.key ? void controller.deleteSaved(row.key) : setDoomed(row.key))}>{doomed === row.key ? `${t('delete')}?` : '✕'}</button>
          </li>
        ))}
      </ul>
      {state.library?.games.length === 0 && <p class="help">{t(query || game ? 'noMatch' : 'noGames')}</p>}
      {state.library && state.library.games.length > 0 && (
        <p class="help">{t('shownGames', state.library.games.length, state.library.total)}{' '}
          {state.library.games.length < state.library.total && <button type="button" data-action="more" onClick={() => void controller.openLibrary(query, game, true)}>{t('more')}</button>}
        </p>
      )}
    </Frame>
  );
}

function SettingsDialog({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const p = state.preferences;
  const check = (key: 'coordinates' | 'values' | 'legal' | 'numbers', label: Key) => (
    <label class="check"><input type="checkbox" checked={p[key]} onChange={(event) => controller.prefer({ [key]: event.currentTarget.checked })} />{t(label)}</label>
  );
  return (
    <Frame controller={controller} title={t('settings')}>
      <Choice label={t('language')} name="language" value={p.language} of={languages} onChange={(language) => controller.prefer({ language })} />
      <Choice label={t('theme')} name="theme" value={p.theme} of={[['auto', t('auto')], ['light', t('light')], ['dark', t('dark')]]} onChange={(theme) => controller.prefer({ theme })} />
      <Choice label={t('pieces')} name="pieces" value={p.pieces} of={[['kanji', t('kanji')], ['international', t('international')]]} onChange={(pieces) => controller.prefer({ pieces })} />
      <Choice label={t('notation')} name="notation" value={p.notation} of={[['japanese', t('japanese')], ['western', 'P-7f'], ['usi', 'USI']]} onChange={(notation) => controller.prefer({ notation })} />
      <NumberField name="lines" label={t('lineCount')} min={1} max={8} value={p.multipv} onChange={(multipv) => controller.prefer({ multipv })} />
      <Choice label={t('secondsEach')} name="seconds-each" value={String(p.analysisSeconds)} of={['0.2', '0.5', '1', '3', '10'].map((value) => [value, value])} onChange={(value) => controller.prefer({ analysisSeconds: Number(value) })} />
      {check('coordinates', 'coordinates')}
      {check('legal', 'legalMoves')}
      {check('values', 'showValues')}
      {check('numbers', 'numbers')}
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

/* The position on the screen; for Othello an OBF line, with the value of every move that was searched. */
function positionText({ state }: Controller): string {
  const { doc, node } = state;
  if (!doc || !node || doc.game !== 'othello') return node?.position ?? '';
  const lines = state.linesFor === node ? state.lines.filter((line) => line.pv.length > 0) : [];
  return `${node.position};${lines.map((line) => ` ${line.pv[0].toUpperCase()}:${line.score >= 0 ? '+' : ''}${Math.round(line.score / 100)};`).join('')}`;
}

function ExportDialog({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const doc = state.doc;
  const [index, setIndex] = useState(0);
  if (!doc) return null;
  const all = formats[doc.game];
  const [, extension, write] = all[Math.min(index, all.length - 1)];
  const text = write(controller.writeRecord());
  const position = positionText(controller);
  const copy = (what: string): void => void navigator.clipboard?.writeText(what).then(() => controller.notify(t('copied')));
  return (
    <Frame controller={controller} title={t('export')}>
      <Choice label={t('export')} name="format" value={String(index)} of={all.map(([name], i) => [String(i), name])} onChange={(value) => setIndex(Number(value))} />
      <Field label={t('record')}><textarea rows={8} readOnly value={text} data-export={extension} /></Field>
      <div class="buttons">
        <button type="button" class="primary" data-action="download" onClick={() => download(`yomi.${extension}`, new Blob([text], { type: 'text/plain' }))}>{t('download')}</button>
        <button type="button" onClick={() => copy(text)}>{t('copy')}</button>
      </div>
      <Field label={`${t('position')}${doc.game === 'shogi' ? ' (SFEN)' : doc.game === 'othello' ? ' (OBF)' : ''}`}><input readOnly value={position} data-export="position" /></Field>
      <div class="buttons">
        <button type="button" onClick={() => copy(position)}>{t('copy')}</button>
        <button type="button" onClick={() => download('yomi.svg', new Blob([boardSvg()], { type: 'image/svg+xml' }))} data-action="svg">{t('image')} SVG</button>
        <button type="button" onClick={() => void boardPng().then((png) => png && download('yomi.png', png))} data-action="png">{t('image')} PNG</button>
      </div>
    </Frame>
  );
}

function ResignDialog({ controller }: { controller: Controller }) {
  const { t } = controller;
  return (
    <Frame controller={controller} title={t('resign') + '?'}>
      <div class="dialog-foot">
        <button type="button" class="primary" data-action="resign" onClick={() => controller.resign()}>{t('resign')}</button>
        <button type="button" onClick={() => controller.set({ dialog: null })}>{t('cancel')}</button>
      </div>
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
