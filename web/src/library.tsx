/* The list of saved games: search, small boards, several at once. */
import { useEffect, useState } from 'preact/hooks';
import type { Controller } from './controller';
import { Field } from './fields';
import { Frame } from './frame';
import { games, viewOf } from './games';
import { download } from './share';
import type { Saved } from './tree';
import type { SavedRow } from './types';

const positions = new Map<string, string>(); /* of the small boards, by key and stamp */
let queue: Promise<void> = Promise.resolve(); /* one game is asked for at a time */

/* The position that the game was left at. */
function Thumb({ controller, row }: { controller: Controller; row: SavedRow }) {
  const id = `${row.key} ${row.updated}`, view = viewOf(row.game), [, redraw] = useState(0), position = positions.get(id);
  useEffect(() => {
    let wanted = true;
    if (positions.has(id)) return undefined;
    queue = queue.then(async () => {
      if (!wanted) return;
      try {
        const record = (await controller.connection.load(row.key)).record as Saved;
        positions.set(id, record.nodes[record.at]?.s ?? '');
        redraw((n) => n + 1);
      } catch {
        positions.set(id, '');
      }
    });
    return () => { wanted = false; };
  }, [id]);
  if (!position) return <span class="thumb" aria-hidden="true" />;
  return (
    <span class="thumb" aria-hidden="true" inert>
      <view.Board position={position} lastMove="" legal={[]} active={false} side={0} flipped={false} marks={[]} hint="" numbers={new Map()} threats={null} outcome="" coordinates={false} showLegal={false} confirm={false}
        choice={(key) => controller.choice(view, key)} say={controller.say} onMove={() => undefined} />
    </span>
  );
}

export function LibraryDialog({ controller }: { controller: Controller }) {
  const { t, say, state, files } = controller;
  const [query, setQuery] = useState('');
  const [game, setGame] = useState('');
  const [chosen, setChosen] = useState<Set<string>>(new Set(state.arrived));
  const [doomed, setDoomed] = useState(''); /* key of the game whose deletion waits for a second click; '*': the chosen ones */
  useEffect(() => controller.set({ arrived: [] }), []);
  const look = (q: string, g: string): void => void files.openLibrary(q, g);
  const rows = state.library?.games ?? [], kind = new Set(rows.filter((row) => chosen.has(row.key)).map((row) => row.game));
  const formats = kind.size === 1 ? controller.connection.games.find((g) => kind.has(g.name))?.formats.filter((f) => f.writes) ?? [] : [];
  const toggle = (key: string): void => { const next = new Set(chosen); if (!next.delete(key)) next.add(key); setChosen(next); };
  const remove = (keys: string[]): void => { setDoomed(''); setChosen(new Set()); void files.remove(keys, query, game); };
  const date = (row: SavedRow): string => new Date(row.updated).toLocaleString(state.preferences.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Frame controller={controller} title={t('library')} wide>
      <div class="row">
        <Field label={t('search')}>
          <input type="search" value={query} onInput={(event) => { setQuery(event.currentTarget.value); look(event.currentTarget.value, game); }} />
        </Field>
        <Field label={t('kindOfGame')}>
          <select value={game} onChange={(event) => { setGame(event.currentTarget.value); look(query, event.currentTarget.value); }}>
            <option value="">—</option>
            {games.map((g) => <option key={g.name} value={g.name}>{say(g.title)}</option>)}
          </select>
        </Field>
      </div>
      {chosen.size > 0 && (
        <div class="buttons chosen" role="group" aria-label={t('selected', chosen.size)}>
          <span>{t('selected', chosen.size)}</span>
          <button type="button" onClick={() => setChosen(new Set(rows.map((row) => row.key)))}>{t('selectAll')}</button>
          {formats.length > 0 && (
            <select aria-label={t('exportOne')} data-action="export-many" value="" onChange={(event) => {
              const format = formats.find((f) => f.name === event.currentTarget.value);
              if (format) files.writeMany([...chosen], format.name).then((text) => download(`yomi.${format.extension}`, new Blob([text], { type: 'text/plain' }))).catch((error) => controller.report(error));
              event.currentTarget.value = '';
            }}>
              <option value="">{t('exportOne')}…</option>
              {formats.map((f) => <option key={f.name} value={f.name}>{f.title}</option>)}
            </select>
          )}
          <button type="button" data-action="analyse-many" onClick={() => { controller.set({ dialog: null }); void controller.analyser.many([...chosen]); }}>{t('analyse')}</button>
          <button type="button" class={doomed === '*' ? 'danger' : ''} data-action="delete-many" onClick={() => (doomed === '*' ? remove([...chosen]) : setDoomed('*'))}>{doomed === '*' ? `${t('delete')}?` : t('delete')}</button>
        </div>
      )}
      <ul class="library">
        {rows.map((row) => (
          <li key={row.key}>
            <input type="checkbox" aria-label={`${row.title} ${date(row)}`} checked={chosen.has(row.key)} onChange={() => toggle(row.key)} />
            <button type="button" class="quiet open" data-key={row.key} onClick={() => files.loadSaved(row.key)}>
              <Thumb controller={controller} row={row} />
              <span class="about">
                <strong>{row.title || say(viewOf(row.game).title)}</strong>
                <span>{say(viewOf(row.game).title)} · {row.first} – {row.second} · {t('moveCount', row.plies)}{row.result ? ` · ${row.result}` : ''}</span>
                <time dateTime={new Date(row.updated).toISOString()}>{date(row)}</time>
              </span>
            </button>
            <button type="button" class={`delete ${doomed === row.key ? 'danger' : 'quiet'}`} aria-label={`${t('delete')} ${row.title}`} onClick={() => (doomed === row.key ? remove([row.key]) : setDoomed(row.key))}>{doomed === row.key ? `${t('delete')}?` : '✕'}</button>
          </li>
        ))}
      </ul>
      {state.library && rows.length === 0 && <p class="help">{t(query || game ? 'noMatch' : 'noGames')}</p>}
      {state.library && rows.length > 0 && (
        <p class="help">{t('shownGames', rows.length, state.library.total)}{' '}
          {rows.length < state.library.total && <button type="button" data-action="more" onClick={() => void files.openLibrary(query, game, true)}>{t('more')}</button>}
        </p>
      )}
    </Frame>
  );
}
