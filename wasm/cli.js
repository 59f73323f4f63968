#!/usr/bin/env node
/* The module as a program for GUIs: reads protocol lines (USI, NBoard, GTP, Gomocup) and writes answers.
 *
 *     yomi-wasm [--single] [--threads N] [--hash MB]
 *     yomi-wasm bench GAME [DEPTH]
 */
import { createInterface } from 'node:readline';
import { createYomi } from './index.js';

const HELP = 'yomi-wasm [--single] [--threads N] [--hash MB]    reads USI, NBoard, GTP or Gomocup on standard input\n' +
  'yomi-wasm bench GAME [DEPTH]                      fixed positions: nodes, nps, signature';

function readArguments(words) {
  const options = {}, rest = [];
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '--single') options.single = true;
    else if (words[i] === '--threads' || words[i] === '--hash') {
      const value = Number(words[i + 1]);
      if (!Number.isInteger(value) || value < 1 || value > 1024) throw new Error(`${words[i]} wants a number from 1 to 1024`);
      options[words[i].slice(2)] = value;
      i++;
    } else if (words[i].startsWith('--')) throw new Error(`there is no option ${words[i]}\n${HELP}`);
    else rest.push(words[i]);
  }
  return { options, rest };
}

/* The weights that a protocol's games may want come before its first line is handed on. */
async function converse(yomi) {
  yomi.listen((line) => process.stdout.write(line + '\n'));
  await Promise.all([yomi.loadWeights('shogi'), yomi.loadWeights('othello')]);
  const input = createInterface({ input: process.stdin, crlfDelay: Infinity });
  for await (const line of input) {
    yomi.send(line);
    if (/^(quit|end)$/i.test(line.trim())) break;
  }
  input.close();
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const { options, rest } = readArguments(process.argv.slice(2));
  const yomi = await createYomi(options);
  yomi.onError = (text) => process.stderr.write(text + '\n');
  if (rest[0] === 'bench') console.log(await yomi.bench(rest[1] ?? 'shogi', Number(rest[2] ?? 0)));
  else if (rest.length > 0) throw new Error(`what is '${rest[0]}'?\n${HELP}`);
  else await converse(yomi);
  await yomi.close();
}

main().catch((error) => {
  process.stderr.write(`yomi-wasm: ${error.message}\n`);
  process.exitCode = 1;
});
