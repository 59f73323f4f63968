/* The engine's options of the game on the table, by name, with their help; within what the server's owner allows. What
 * the user sets stays in this browser and goes along with each search. */
import { useEffect, useState } from 'preact/hooks';
import type { Controller } from './controller';
import { useDraft } from './fields';
import type { EngineOption } from './types';

function NumberValue({ name, option, value, onChange }: { name: string; option: EngineOption; value: string; onChange: (value: string) => void }) {
  return <input type="number" name={name} min={option.min} max={option.max} {...useDraft(value, onChange)} />;
}

function Value({ option, value, onChange }: { option: EngineOption; value: string; onChange: (value: string) => void }) {
  const name = `engine-${option.name}`;
  if (option.type === 'check') return <input type="checkbox" name={name} checked={value === 'true'} onChange={(event) => onChange(String(event.currentTarget.checked))} />;
  if (option.type === 'combo') {
    return <select name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>{option.choices?.map((choice) => <option key={choice} value={choice}>{choice}</option>)}</select>;
  }
  return <NumberValue name={name} option={option} value={value} onChange={onChange} />;
}

function Row({ controller, game, option }: { controller: Controller; game: string; option: EngineOption }) {
  const own = controller.state.preferences.engine[game] ?? {}, value = own[option.name] ?? option.value, [problem, setProblem] = useState('');
  const change = (next: string): void => {
    const number = Number(next), { min = 0, max = 0 } = option;
    if (option.type === 'spin' && !(Number.isInteger(number) && next.trim() !== '' && number >= min && number <= max)) return setProblem(controller.t('outOfRange', min, max));
    setProblem('');
    controller.setEngineOption(game, option.name, next === option.value ? null : next);
  };
  return (
    <label class="engine-option" data-option={option.name}>
      <span><b>{option.name}</b>{own[option.name] !== undefined && ' •'}<small>{option.help}{option.type === 'spin' ? ` (${option.min}–${option.max})` : ''}</small>{problem && <small class="warning" role="alert">{problem}</small>}</span>
      <Value option={option} value={value} onChange={change} />
    </label>
  );
}

export function EngineOptions({ controller, game }: { controller: Controller; game: string }) {
  const { t } = controller, [options, setOptions] = useState<EngineOption[]>([]), [problem, setProblem] = useState('');
  useEffect(() => {
    let mine = true;
    controller.connection.options(game).then((list) => mine && setOptions(list)).catch((error) => mine && setProblem(controller.problem(error)));
    return () => { mine = false; };
  }, [game]);
  const usual = options.filter((option) => !option.advanced), advanced = options.filter((option) => option.advanced);
  const changed = Object.keys(controller.state.preferences.engine[game] ?? {}).length;
  const rows = (list: EngineOption[]) => list.map((option) => <Row key={option.name} controller={controller} game={game} option={option} />);
  return (
    <details class="engine-options" data-engine-options={options.length}>
      <summary>{t('engineOptions')}{changed > 0 ? ` • ${changed}` : ''}</summary>
      {problem && <p class="warning">{problem}</p>}
      <p class="help">{t('engineHelp')}</p>
      {rows(usual)}
      <details data-advanced><summary>{t('advanced', advanced.length)}</summary>{rows(advanced)}</details>
      <div class="buttons"><button type="button" data-action="engine-defaults" disabled={changed === 0} onClick={() => controller.setEngineOption(game, '', null)}>{t('defaults')}</button></div>
    </details>
  );
}
