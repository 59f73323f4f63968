/* The dialogs: new game, open, settings, export, resign, questions, keys. Saved games and the editor have files of
 * their own. */
import { useEffect, useState } from 'preact/hooks';
import type { TimeControl } from './clock';
import type { Controller } from './controller';
import { EngineOptions } from './engine_options';
import { Check, Choices, Field, NumberField } from './fields';
import { recordsOf } from './files';
import { Frame } from './frame';
import type { StartChoice } from './game_view';
import { games, viewOf } from './games';
import { languages } from './i18n';
import { chooseEnginePlace, enginePlace, withoutServer } from './engine_place';
import type { EnginePlace } from './engine_place';
import { InviteDialog } from './invite';
import type { Key } from './i18n';
import { fullLevel } from './levels';
import { LibraryDialog } from './library';
import { SetUpDialog } from './setup';
import { boardPng, boardSvg, bytesOf, copyText, download, film } from './share';

type Sides = 'first' | 'second' | 'random' | 'both' | 'none' | 'person';
type Seat = 'first' | 'second' | 'random';

function enginesOf(sides: Sides): [boolean, boolean] {
  const human = sides === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : sides;
  return human === 'both' || human === 'person' ? [false, false] : human === 'none' ? [true, true] : [human === 'second', human === 'first'];
}

function Level(props: { label: string; value: number; full: number; fullText: string; disabled: boolean; onChange: (value: number) => void }) {
  return (
    <Field label={`${props.label}: ${props.value >= props.full ? props.fullText : props.value}`}>
      <input type="range" min="1" max={props.full} value={Math.min(props.value, props.full)} disabled={props.disabled} onInput={(event) => props.onChange(Number(event.currentTarget.value))} />
    </Field>
  );
}

function TimeFields({ controller, time, person, onChange }: { controller: Controller; time: TimeControl; person: boolean; onChange: (time: TimeControl) => void }) {
  const { t } = controller;
  return (
    <>
      <Choices label={t('time')} name="time" value={time.kind} onChange={(kind) => onChange({ ...time, kind })}
        of={[['level', t(person ? 'noClock' : 'byLevel')], ['move', t('perMove')], ['clock', t('clock')]]} />
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

function NewGameDialog({ controller }: { controller: Controller }) {
  const { t, say, state } = controller, from = state.newFrom, doc = state.doc;
  const [game, setGame] = useState(doc?.game ?? games[0].name);
  const [sides, setSides] = useState<Sides>(from ? (state.node?.side === 1 ? 'second' : 'first') : 'first');
  const [levels, setLevels] = useState<[number, number]>(state.levels);
  const [time, setTime] = useState<TimeControl>(state.time);
  const [starts, setStarts] = useState<Record<string, StartChoice>>({});
  const [seat, setSeat] = useState<Seat>('first');
  const view = viewOf(game), start = starts[game] ?? view.startChoice;
  const begin = (): void => {
    const never = time.kind === 'clock' && time.minutes === 0 && time.byoyomi === 0 && time.increment === 0;
    const place = from && doc ? { start: from.start, moves: from.moves, options: doc.options } : start;
    const wanted = { game, engines: enginesOf(sides), levels, time: never ? { ...time, byoyomi: 10 } : time, ...place };
    (sides === 'person' ? controller.network.invite(wanted, seat) : controller.player.newGame(wanted)).catch((error) => controller.report(error));
  };
  const ladder = { full: fullLevel(controller.levelsOf(game)), fullText: t('fullStrength') };
  const name = (side: 0 | 1): string => say(view.sides[side]);
  const byLevel = time.kind !== 'move' && sides !== 'both', person = sides === 'person';
  return (
    <Frame controller={controller} title={from ? (from.ply > 0 ? t('playFrom', from.ply) : t('fromHereStart')) : t('newGame')}>
      {!from && <Choices label={t('kindOfGame')} name="game" value={game} of={games.filter((g) => state.built.includes(g.name)).map((g) => [g.name, say(g.title)])} onChange={setGame} />}
      <Choices label={t('side')} name="sides" value={sides} onChange={setSides}
        of={[['first', name(0)], ['second', name(1)], ['random', t('random')], ['both', t('bothHuman')], ['none', t('watch')], ...(from || !controller.connection.tables ? [] : [['person', t('withPerson')] as [Sides, string]])]} />
      {person && <Choices label={t('yourSeat')} name="seat" value={seat} onChange={setSeat} of={[['first', name(0)], ['second', name(1)], ['random', t('random')]]} />}
      {sides === 'none' ? (
        <div class="row">
          <Level {...ladder} label={t('levelOf', name(0))} value={levels[0]} disabled={!byLevel} onChange={(value) => setLevels([value, levels[1]])} />
          <Level {...ladder} label={t('levelOf', name(1))} value={levels[1]} disabled={!byLevel} onChange={(value) => setLevels([levels[0], value])} />
        </div>
      ) : !person && <Level {...ladder} label={t('level')} value={levels[1]} disabled={!byLevel} onChange={(value) => setLevels([value, value])} />}
      <TimeFields controller={controller} time={time} person={person} onChange={setTime} />
      {!from && <view.Start value={start} say={say} onChange={(value) => setStarts({ ...starts, [game]: value })} />}
      <div class="dialog-foot">
        {!from && <button type="button" data-action="new-setup" onClick={() => controller.set({ dialog: 'setup' })}>{t('setUp')}</button>}
        <button type="button" class="primary" data-action="start" onClick={begin}>{t('start')}</button>
      </div>
    </Frame>
  );
}

function OpenDialog({ controller }: { controller: Controller }) {
  const { t, say, state, files } = controller, { file } = state;
  const [text, setText] = useState('');
  if (file) {
    return (
      <Frame controller={controller} title={t('severalGames', file.total)} wide>
        <ul class="library" data-games={file.total}>
          {file.games.map((head, i) => (
            <li key={i}><button type="button" class="quiet open" data-index={i} onClick={() => void files.openFrom(file.source, i)}>
              <span class="about"><strong>{i + 1}. {head.names.join(' – ')}</strong><span>{[head.event, head.date, t('moveCount', head.plies), head.result].filter(Boolean).join(' · ')}</span></span>
            </button></li>
          ))}
        </ul>
        <div class="dialog-foot"><button type="button" data-action="save-all" onClick={() => void files.saveAllOf(file.source, file.total)}>{t('openAll')}</button></div>
      </Frame>
    );
  }
  const known = games.map((g) => `${say(g.title)}: ${controller.connection.games.find((entry) => entry.name === g.name)?.formats.map((f) => f.title).join(', ') ?? '–'}`).join('; ');
  return (
    <Frame controller={controller} title={t('open')}>
      <p class="help">{t('openHelp', known)}</p>
      <input type="file" class="file" multiple aria-label={t('chooseFile')}
        onChange={(event) => { const chosen = [...(event.currentTarget.files ?? [])]; if (chosen.length > 0) void files.openFiles(chosen); }} />
      <label class="field folder"><span>{t('chooseFolder')}</span>
        <input type="file" class="file" data-folder {...{ webkitdirectory: true }}
          onChange={(event) => void files.openFiles(recordsOf([...(event.currentTarget.files ?? [])]))} />
      </label>
      <Field label={t('paste')}>
        <textarea rows={8} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <div class="dialog-foot">
        <button type="button" data-action="open-setup" onClick={() => controller.set({ dialog: 'setup' })}>{t('setUp')}</button>
        <button type="button" class="primary" data-action="open-text" disabled={!text.trim()} onClick={() => void files.openText(text)}>{t('open')}</button>
      </div>
    </Frame>
  );
}

function SettingsDialog({ controller }: { controller: Controller }) {
  const { t, say, state } = controller, p = state.preferences;
  const check = (key: 'coordinates' | 'values' | 'legal' | 'numbers' | 'showWhilePlaying' | 'sounds' | 'speech' | 'confirmTaps' | 'leftHanded', label: Key) => (
    <Check name={key} label={t(label)} checked={p[key]} onChange={(checked) => controller.prefer({ [key]: checked })} />
  );
  return (
    <Frame controller={controller} title={t('settings')}>
      <Choices label={t('language')} name="language" value={p.language} of={languages} onChange={(language) => controller.prefer({ language })} />
      <Choices label={t('theme')} name="theme" value={p.theme} of={[['auto', t('auto')], ['light', t('light')], ['dark', t('dark')]]} onChange={(theme) => controller.prefer({ theme })} />
      {games.map((g) => (
        <details key={g.name} open={g.name === state.doc?.game}>
          <summary>{say(g.title)}</summary>
          {g.choices.map((c) => (
            <Choices key={c.key} label={say(c.label)} name={`${g.name}-${c.key}`} value={controller.choice(g, c.key)} of={c.of.map(([value, text]) => [value, say(text)])}
              onChange={(value) => controller.prefer({ choices: { ...p.choices, [`${g.name}.${c.key}`]: value } })} />
          ))}
        </details>
      ))}
      {!withoutServer && (controller.connection.module || enginePlace() === 'browser') && (
        <Choices label={t('enginePlace')} name="engine-place" value={enginePlace()} of={[['server', t('onServer')], ['browser', t('inBrowser')]]} onChange={(place) => chooseEnginePlace(place as EnginePlace)} />
      )}
      {state.doc && <EngineOptions controller={controller} game={state.doc.game} />}
      <div class="row">
        <Field label={t('name1')}><input name="name" maxLength={40} value={p.name} onInput={(event) => controller.prefer({ name: event.currentTarget.value })} /></Field>
        <NumberField name="lines" label={t('lineCount')} min={1} max={10} value={p.multipv} onChange={(multipv) => controller.prefer({ multipv })} />
      </div>
      <Choices label={t('secondsEach')} name="seconds-each" value={String(p.analysisSeconds)} of={['0.2', '0.5', '1', '3', '10'].map((value) => [value, value])} onChange={(value) => controller.prefer({ analysisSeconds: Number(value) })} />
      {check('coordinates', 'coordinates')}
      {check('legal', 'legalMoves')}
      {check('values', 'showValues')}
      {check('numbers', 'numbers')}
      {check('showWhilePlaying', 'showWhilePlaying')}
      {check('sounds', 'sounds')}
      {check('speech', 'speech')}
      {check('confirmTaps', 'confirmTaps')}
      {check('leftHanded', 'leftHanded')}
      <p class="help">Yomi {controller.connection.version} <button type="button" data-action="tour" onClick={() => controller.set({ tour: 1, dialog: null })}>{t('tour')}</button></p>
    </Frame>
  );
}

/* The position on the screen; for Othello an OBF line, with the value of every move that was searched. */
function positionText({ state, view }: Controller): string {
  const { node } = state;
  if (!node || view.setUp.text !== 'OBF') return node?.position ?? '';
  const lines = state.linesFor === node ? state.lines.filter((line) => line.pv.length > 0) : [];
  return `${node.position};${lines.map((line) => ` ${line.pv[0].toUpperCase()}:${line.score >= 0 ? '+' : ''}${Math.round(line.score / 100)};`).join('')}`;
}

function ExportDialog({ controller }: { controller: Controller }) {
  const { t, state, view } = controller, doc = state.doc;
  const all = controller.connection.games.find((g) => g.name === doc?.game)?.formats.filter((f) => f.writes) ?? [];
  const [name, setName] = useState(all[0]?.name ?? '');
  const [answer, setAnswer] = useState<{ name: string; text?: string; data?: string; problem?: string }>({ name: '' });
  useEffect(() => {
    let mine = true;
    controller.files.writeRecord(name).catch((error) => ({ problem: controller.problem(error) })).then((what) => mine && setAnswer({ ...what, name }));
    return () => { mine = false; };
  }, [name, state.node]);
  if (!doc) return null;
  /* The last answer stays until the next one comes, so that nothing jumps; it is not given away under another's name. */
  const written = answer.name === name && !answer.problem ? answer : null;
  const format = all.find((f) => f.name === name), position = positionText(controller), link = controller.files.linkHere();
  const blob = (): Blob => (written?.data ? new Blob([bytesOf(written.data)]) : new Blob([written?.text ?? ''], { type: 'text/plain' }));
  const record = (): void => { controller.set({ dialog: null }); film(controller).then((webm) => webm && download('yomi.webm', webm)).catch((error) => controller.report(error)); };
  return (
    <Frame controller={controller} title={t('export')}>
      <Choices label={t('record')} name="format" value={name} of={all.map((f) => [f.name, f.title])} onChange={setName} />
      {answer.problem ? <p class="warning" data-export={answer.name}>{answer.problem}</p> : <Field label={t('record')}><textarea rows={8} readOnly value={answer.text ?? (answer.data ? '…' : '')} data-export={answer.name} /></Field>}
      <div class="buttons">
        <button type="button" class="primary" data-action="download" disabled={!written} onClick={() => download(`yomi.${format?.extension ?? 'txt'}`, blob())}>{t('download')}</button>
        <button type="button" data-action="copy-record" disabled={written?.text === undefined} onClick={() => void copyText(controller, written?.text ?? '')}>{t('copy')}</button>
      </div>
      <Field label={`${t('position')}${view.setUp.text ? ` (${view.setUp.text})` : ''}`}><input readOnly value={position} data-export="position" /></Field>
      <div class="buttons">
        <button type="button" data-action="copy-position" onClick={() => void copyText(controller, position)}>{t('copy')}</button>
        <button type="button" onClick={() => download('yomi.svg', new Blob([boardSvg(controller)], { type: 'image/svg+xml' }))} data-action="svg">{t('image')} SVG</button>
        <button type="button" onClick={() => void boardPng(controller).then((png) => png && download('yomi.png', png))} data-action="png">{t('image')} PNG</button>
        <button type="button" data-action="film" disabled={typeof MediaRecorder === 'undefined'} onClick={record}>{t('film')}</button>
      </div>
      <Field label={t('linkHere')}><input readOnly value={link} data-export="link" /></Field>
      <div class="buttons">
        <button type="button" data-action="copy-link" onClick={() => void copyText(controller, link)}>{t('copy')}</button>
        <button type="button" data-action="copy-game-link" title={t('linkGame')} onClick={() => void copyText(controller, controller.files.linkGame())}>{t('linkGame')}</button>
      </div>
    </Frame>
  );
}

function ResignDialog({ controller }: { controller: Controller }) {
  const { t } = controller;
  return (
    <Frame controller={controller} title={t('resign') + '?'}>
      <div class="dialog-foot">
        <button type="button" class="primary" data-action="resign" onClick={() => controller.player.resign()}>{t('resign')}</button>
        <button type="button" onClick={() => controller.set({ dialog: null })}>{t('cancel')}</button>
      </div>
    </Frame>
  );
}

function AskDialog({ controller }: { controller: Controller }) {
  const { ask } = controller.state;
  if (!ask) return null;
  return (
    <Frame controller={controller} title={ask.title}>
      <p>{ask.text}</p>
      <div class="dialog-foot">
        {ask.actions.map((action, i) => <button key={action.name} type="button" class={i === 0 ? 'primary' : ''} data-answer={action.name} onClick={action.run}>{action.label}</button>)}
      </div>
    </Frame>
  );
}

function KeysDialog({ controller }: { controller: Controller }) {
  const { t } = controller;
  const rows: [string, string][] = [
    ['← → Home End', t('keyMove')], ['A', t('analyse')], ['H', t('hint')], ['U, R', t('keyUndo')], ['Ctrl+Z, Ctrl+Y', t('keyUndo')], ['F', t('flip')], ['N', t('newGame')], ['O', t('open')], ['E', t('setUp')], ['[ ]', `${t('previousMistake')}, ${t('nextMistake')}`],
    ['Tab, ← ↑ ↓ →, Enter', t('keyBoard')], ['Esc', t('close')], ['?', t('keys')],
  ];
  return (
    <Frame controller={controller} title={t('keys')}>
      <table class="keys"><tbody>{rows.map(([key, text]) => <tr key={key}><th scope="row"><kbd>{key}</kbd></th><td>{text}</td></tr>)}</tbody></table>
    </Frame>
  );
}

function DetailsDialog({ controller }: { controller: Controller }) {
  const { t, state } = controller, doc = state.doc;
  const [fields, setFields] = useState({ title: doc?.title ?? '', first: doc?.names[0] ?? '', second: doc?.names[1] ?? '', event: doc?.event ?? '', date: doc?.date ?? '', tags: doc?.tags ?? '' });
  if (!doc) return null;
  const field = (key: keyof typeof fields, label: string) => <Field label={label}><input name={key} maxLength={60} value={fields[key]} onInput={(event) => setFields({ ...fields, [key]: event.currentTarget.value })} /></Field>;
  const done = (): void => {
    controller.rename({ title: fields.title, names: [fields.first, fields.second], event: fields.event, date: fields.date, tags: fields.tags });
    controller.set({ dialog: null });
  };
  return (
    <Frame controller={controller} title={t('edit')}>
      {field('title', t('title'))}
      <div class="row">{field('first', controller.sideName(0))}{field('second', controller.sideName(1))}</div>
      <div class="row">{field('event', t('event'))}{field('date', t('date'))}</div>
      {field('tags', t('tags'))}
      {doc.headers && <pre class="headers">{doc.headers}</pre>}
      <div class="dialog-foot"><button type="button" class="primary" data-action="details-done" onClick={done}>{t('save')}</button></div>
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
    case 'setup': return <SetUpDialog controller={controller} />;
    case 'keys': return <KeysDialog controller={controller} />;
    case 'details': return <DetailsDialog controller={controller} />;
    case 'invite': return <InviteDialog controller={controller} />;
    case 'ask': return <AskDialog controller={controller} />;
    default: return null;
  }
}
