/* The signatures of the searches, for tests of the module: those of a native program, or without one those that the tests pin. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
export const games = readFileSync(new URL('../../src/games.list', import.meta.url), 'utf8').split(/\s+/).filter(Boolean);

function pinned(game) {
  const own = new RegExp(`"${game}": \\(\\d+, "([0-9a-f]{16})"`).exec(read('session/test_signatures.py'));
  const found = own ?? (game === 'dobutsu' ? /signature ([0-9a-f]{16})/.exec(read('dobutsu/test_program.py')) : null);
  assert.ok(found, `the tests pin no signature of ${game}`);
  return found[1];
}

/* Game by game. */
export function signatures(program) {
  return Object.fromEntries(games.map((game) => {
    if (!program) return [game, pinned(game)];
    const { stdout, stderr, status } = spawnSync(program, ['bench', game, '--quiet'], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return [game, /^signature ([0-9a-f]{16})$/m.exec(stdout)[1]];
  }));
}
