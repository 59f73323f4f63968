/* The page of the puzzles: a board to solve on, and beside it what to choose, what was said and how one stands. */
import { useEffect } from 'preact/hooks';
import type { Controller } from './controller';
import { Choices, Select } from './fields';
import type { BoardProps, GameView } from './game_view';
import { games, viewOf } from './games';
import { wordOf, words } from './puzzle_texts';
import type { Word } from './puzzle_texts';
import type { Difficulty, Training } from './puzzles';

/* Not every game has some. */
function withPuzzles(controller: Controller): GameView[] {
  return games.filter((game) => controller.connection.games.some((built) => built.name === game.name && built.puzzles > 0));
}

export function PuzzleButton({ controller }: { controller: Controller }) {
  const { state, trainer } = controller;
  const open = (): void => (state.training ? trainer.close() : void trainer.open(withPuzzles(controller).find((game) => game.name === state.doc?.game)?.name ?? withPuzzles(controller)[0].name));
  return <button type="button" data-action="puzzles" aria-pressed={!!state.training} class={state.training ? 'on' : ''} disabled={!state.greeted || withPuzzles(controller).length === 0} onClick={open}>{controller.say(words.train)}</button>;
}

function Board({ controller, training }: { controller: Controller; training: Training }) {
  const { preferences } = controller.state, view = viewOf(training.game), at = training.views[training.views.length - 1];
  if (!at) return <div class="board empty" />;
  const first = training.views[0].side;
  const props: BoardProps = {
    position: at.position, lastMove: training.moves[training.moves.length - 1] ?? '', legal: at.legal, active: controller.trainer.mayMove(), side: at.side,
    flipped: view.twoSided && first === 1, marks: [], hint: training.hint, numbers: new Map(), outcome: at.outcome, threats: null, coordinates: preferences.coordinates,
    showLegal: preferences.legal, confirm: preferences.confirmTaps, choice: (key) => controller.choice(view, key), say: controller.say, onMove: (move) => void controller.trainer.move(move),
  };
  return <view.Board key={training.puzzle?.puzzle} {...props} />;
}

/* The moves from `from` on, as people write them. */
function written(controller: Controller, training: Training, from: number): string {
  const view = viewOf(training.game), position = training.views[from]?.position ?? '';
  return view.lines(controller.choice(view, 'notation'), position, training.moves[from - 1] ?? '', training.moves.slice(from)).join(' ');
}

function verdict(controller: Controller, training: Training): string {
  const { puzzle, said, moves, refutation } = training, { say } = controller;
  if (said === 'none') return say(words.none);
  if (!puzzle || said === 'loading') return say(words.thinking);
  if (said === 'ask') return say(wordOf(`ask_${puzzle.kind}`), say(viewOf(training.game).sides[training.views[0]?.side ?? 0]), puzzle.length);
  if (said === 'wrong') return say(wordOf(`wrong_${training.why}`), written(controller, training, moves.length - refutation.length), training.loss);
  return say(words[said as Word]);
}

function Told({ controller, training }: { controller: Controller; training: Training }) {
  const { say, trainer } = controller, { said } = training;
  const open = said === 'ask' || said === 'right', over = said === 'solved' || said === 'shown';
  return (
    <section class={`card told ${said}`}>
      <p role="status" aria-live="polite">{verdict(controller, training)}</p>
      {training.moves.length > 0 && <p class="line" lang="">{written(controller, training, 0)}</p>}
      <div class="buttons">
        {said === 'wrong' && <button type="button" class="primary" data-action="again" title="R" onClick={() => trainer.again()}>{say(words.again)}</button>}
        {open && <button type="button" data-action="puzzle-hint" title="H" onClick={() => void trainer.hint()}>{say(words.hint)}</button>}
        {(open || said === 'wrong') && <button type="button" data-action="puzzle-show" title="S" onClick={() => void trainer.show()}>{say(words.show)}</button>}
        <button type="button" class={over ? 'primary' : ''} data-action="puzzle-next" title="N" disabled={said === 'thinking' || said === 'loading'} onClick={() => void trainer.next()}>{say(words.next)}</button>
      </div>
    </section>
  );
}

function kindsOf(controller: Controller, training: Training): [string, string][] {
  const { say } = controller, kinds = new Map<string, Set<number>>();
  for (const [, kind, length] of training.list) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(length));
  const found: [string, string][] = [['', say(words.all)]];
  for (const [kind, lengths] of kinds) {
    if (kinds.size > 1) found.push([kind, say(wordOf(kind))]);
    const unit = kind === 'endgame' ? words.empties : words.plies;
    for (const length of [...lengths].sort((a, b) => a - b)) found.push([`${kind}:${length}`, `${say(wordOf(kind))}, ${say(unit, length)}`]);
  }
  return found;
}

function Standing({ controller, training }: { controller: Controller; training: Training }) {
  const { say, trainer } = controller, standing = trainer.standing(training.game);
  const rows: [Word, string, string][] = [
    ['yourRating', 'rating', String(standing.rating)], ['puzzleRating', 'puzzle-rating', String(training.puzzle?.rating ?? '–')],
    ['streak', 'streak', `${standing.streak} (${standing.best})`], ['solvedCount', 'solved', `${standing.solved} / ${standing.tried}`],
  ];
  return <dl class="card standing">{rows.map(([word, name, value]) => <div key={name}><dt>{say(words[word])}</dt><dd data-standing={name}>{value}</dd></div>)}</dl>;
}

export function PuzzlePage({ controller }: { controller: Controller }) {
  const { say, trainer } = controller, training = controller.state.training as Training;
  useEffect(() => { if (controller.state.doc !== training.doc) trainer.close(); });
  const difficulties: [Difficulty, string][] = [['auto', say(words.auto)], ['easy', say(words.easy)], ['medium', say(words.medium)], ['hard', say(words.hard)]];
  return (
    <main class={`puzzles${controller.state.preferences.leftHanded ? ' left-handed' : ''}`} data-puzzle={training.puzzle?.puzzle ?? ''} data-said={training.said} data-number={training.number} data-plies={training.moves.length} data-hint={training.hint}>
      <section class={`table ${training.game}`} aria-label={controller.t('board')}>
        <div class={`wood ${training.game}`}><Board controller={controller} training={training} /></div>
        {training.puzzle && <p class="rules">{viewOf(training.game).rules(training.puzzle.position, say)}</p>}
      </section>
      <div class="panel">
        <Told controller={controller} training={training} />
        <Standing controller={controller} training={training} />
        <section class="card choosing">
          <Choices name="puzzle-game" label={say(words.game)} value={training.game} of={withPuzzles(controller).map((game) => [game.name, say(game.title)])} onChange={(game) => void trainer.open(game)} />
          <Select name="puzzle-kind" label={say(words.kind)} value={training.kind} of={kindsOf(controller, training)} onChange={(kind) => trainer.choose({ kind })} />
          <Select name="puzzle-difficulty" label={say(words.difficulty)} value={training.difficulty} of={difficulties} onChange={(difficulty) => trainer.choose({ difficulty: difficulty as Difficulty })} />
          <button type="button" data-action="puzzle-back" title="Esc" onClick={() => trainer.close()}>{say(words.back)}</button>
        </section>
      </div>
    </main>
  );
}
