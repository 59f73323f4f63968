/* Setting up a position: pieces from a palette, by click, drag or keyboard; the side to move; the text. The server says
 * whether it is a position, and why not. */
import { useEffect, useState } from 'preact/hooks';
import type { Controller } from './controller';
import { Choices, Field, useDraft } from './fields';
import { Frame } from './frame';
import { games, viewOf } from './games';
import type { Side } from './types';

export function SetUpDialog({ controller }: { controller: Controller }) {
  const { t, say, state } = controller;
  const [game, setGame] = useState(state.doc?.game ?? games[0].name);
  const [position, setPosition] = useState(state.node?.position ?? '');
  const [piece, setPiece] = useState('');
  const [flipped, setFlipped] = useState(state.flipped);
  const [problem, setProblem] = useState('');
  const view = viewOf(game), { setUp } = view, choice = (key: string): string => controller.choice(view, key);
  const side = position ? sideOf(position) : 0;
  useEffect(() => {
    let mine = true;
    if (!position) return undefined;
    controller.connection.position({ game, start: position, options: {}, moves: [] })
      .then((answer) => mine && setProblem(answer.outcome === 'ongoing' ? '' : controller.reason(answer.reason)))
      .catch((error) => mine && setProblem(controller.problem(error)));
    return () => { mine = false; };
  }, [game, position]);
  const change = (next: string): void => setPosition(next);
  const typed = useDraft(position, (text) => change(text.replace(/;.*$/, '').trim()));
  const choose = (name: string): void => {
    const other = viewOf(name);
    setGame(name);
    setPiece('');
    controller.connection.position({ game: name, start: null, options: other.startChoice.options, moves: [] }).then((answer) => setPosition(answer.position)).catch((error) => controller.report(error));
  };
  const initial = (): void => {
    const own = setUp.initial(position);
    if (own) change(own);
    else choose(game);
  };
  const editing = {
    onCell: (cell: number): void => change(setUp.put(position, cell, setUp.at(position, cell) === piece ? '' : piece)),
    onMoveCell: (from: number, to: number): void => {
      const moved = setUp.at(position, from);
      if (moved) change(to < 0 ? setUp.put(position, from, '') : setUp.put(setUp.put(position, from, ''), to, moved));
    },
    onHand: (of: Side, kind: string): void => { if (setUp.hand) change(setUp.hand.change(position, of, kind, -1)); },
  };
  const good = position !== '' && problem === '';
  const use = (): void => { controller.set({ dialog: null }); controller.files.openPosition(game, position).then(() => controller.analyser.toggle()).catch((error) => controller.report(error)); };
  const play = (): void => { controller.set({ dialog: null }); controller.files.openPosition(game, position).then(() => controller.set({ dialog: 'new', newFrom: { start: position, moves: [], ply: 0 } })).catch((error) => controller.report(error)); };
  if (!position) return null;
  return (
    <Frame controller={controller} title={t('setUp')} wide>
      <Choices label={t('kindOfGame')} name="setup-game" value={game} of={games.filter((g) => state.built.includes(g.name)).map((g) => [g.name, say(g.title)])} onChange={choose} />
      <div class="setup">
        <div class={`wood setup-board ${game}`}>
          <view.Board position={position} lastMove="" legal={[]} active={false} side={side} flipped={flipped} marks={[]} hint="" numbers={new Map()} threats={null} outcome="ongoing"
            coordinates showLegal={false} confirm={false} choice={choice} say={say} onMove={() => undefined} editing={editing} />
        </div>
        <div class="setup-tools">
          {setUp.Form && <setUp.Form position={position} onChange={change} say={say} />}
          <div class="palette" role="radiogroup" aria-label={t('piecesToSet')}>
            {setUp.pieces(position).map((code) => (
              <button key={code} type="button" role="radio" aria-checked={piece === code} class={piece === code ? 'on' : ''} data-piece={code} title={code ? setUp.label(code, say) : t('eraser')} aria-label={code ? setUp.label(code, say) : t('eraser')} onClick={() => setPiece(code)}>
                {code ? <setUp.Piece piece={code} choice={choice} /> : '✕'}
              </button>
            ))}
          </div>
          {setUp.hand && ([1, 0] as Side[]).map((of) => (
            <div class="setup-hand" key={of} role="group" aria-label={`${say(view.sides[of])} ${t('hand')}`}>
              <b>{say(view.sides[of])}</b>
              {setUp.hand?.kinds.map((kind) => (
                <span key={kind} class="stepper">
                  <setUp.Piece piece={kind} choice={choice} />
                  <button type="button" aria-label={`${setUp.label(kind, say)} −`} data-hand-less={`${of}${kind}`} onClick={() => change(setUp.hand?.change(position, of, kind, -1) ?? position)}>−</button>
                  <output>{setUp.hand?.of(position, of, kind)}</output>
                  <button type="button" aria-label={`${setUp.label(kind, say)} +`} data-hand-more={`${of}${kind}`} onClick={() => change(setUp.hand?.change(position, of, kind, 1) ?? position)}>+</button>
                </span>
              ))}
            </div>
          ))}
          <Choices label={t('sideToMove')} name="setup-side" value={String(side)} of={[['0', say(view.sides[0])], ['1', say(view.sides[1])]]} onChange={(value) => change(setUp.turn(position, Number(value) as Side))} />
          <div class="buttons">
            <button type="button" data-action="setup-clear" onClick={() => change(setUp.empty(position))}>{t('clearBoard')}</button>
            <button type="button" data-action="setup-initial" onClick={initial}>{t('initialBoard')}</button>
            <button type="button" data-action="setup-flip" onClick={() => setFlipped(!flipped)}>{t('flip')}</button>
            {setUp.turnOver && <button type="button" data-action="setup-exchange" onClick={() => change(setUp.turnOver?.(position) ?? position)}>{t('turnOver')}</button>}
          </div>
          <Field label={`${t('positionText')}${setUp.text ? ` (${setUp.text})` : ''}`}>
            <input name="position" spellcheck={false} {...typed} />
          </Field>
          <p class={problem ? 'warning' : 'help'} role="status" data-problem={problem ? 'yes' : 'no'}>{problem || t('goodPosition')}</p>
          <div class="buttons">
            <button type="button" class="primary" data-action="setup-play" disabled={!good} onClick={play}>{t('playPosition')}</button>
            <button type="button" data-action="setup-analyse" disabled={!good} onClick={use}>{t('usePosition')}</button>
          </div>
        </div>
      </div>
    </Frame>
  );
}

/* Every position text has the side to move as a word of its own. */
function sideOf(position: string): Side {
  return position.split(/\s+/).slice(1).some((word) => word === 'w' || word === 'O') ? 1 : 0;
}
