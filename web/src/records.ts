/* Records in and out: which format a text is, and which formats a game has. */
import type { GameName, Options } from './types';
import * as gomoku from './gomoku';
import * as othello from './othello';
import * as shogi from './shogi';
import type { ReadRecord, WriteRecord } from './shogi';

export interface Opened extends ReadRecord {
  game: GameName;
  options: Options;
}

export const formats: Record<GameName, [string, string, (record: WriteRecord) => string][]> = {
  shogi: [
    ['KIF', 'kif', shogi.writeKif],
    ['CSA', 'csa', shogi.writeCsa],
    ['USI', 'usi', (r) => `position sfen ${r.start}${r.moves.length > 0 ? ' moves ' + r.moves.join(' ') : ''}\n`],
  ],
  othello: [
    ['GGF', 'ggf', othello.writeGgf],
    ['f5d6…', 'txt', othello.writeTranscript],
  ],
  gomoku: [
    ['SGF', 'sgf', gomoku.writeSgf],
    ['PSQ', 'psq', gomoku.writePsq],
  ],
};

const rules = ['ninuki', 'pente', 'freestyle', 'standard', 'renju'];

function gomokuOptions(record: gomoku.GomokuRead): Options {
  const rule = rules.find((name) => record.rule.startsWith(name));
  return { Rule: rule ?? (record.size === 19 ? 'ninuki' : 'freestyle'), BoardSize: record.size };
}

function readUsi(text: string): ReadRecord {
  const record: ReadRecord = { start: null, moves: [], comments: {}, names: ['', ''], result: '' };
  const [head, moves] = text.trim().replace(/^position\s+/, '').split(/\s+moves\s*/);
  if (head !== 'startpos') record.start = head.replace(/^sfen\s+/, '');
  record.moves = moves ? moves.trim().split(/\s+/) : [];
  return record;
}

/* Throws when the text is none of the formats. The server judges the moves afterwards. */
export function openRecord(text: string): Opened {
  const body = text.replace(/^\ufeff/, '').trim();
  const as = (game: GameName, record: ReadRecord, options: Options = {}): Opened => ({ ...record, game, options });
  if (/GM\[Othello\]/i.test(body)) return as('othello', othello.readGgf(body));
  if (/^\(\s*;/.test(body)) {
    const record = gomoku.readSgf(body);
    return as('gomoku', record, gomokuOptions(record));
  }
  if (/^Piskvorky|^\d+x\d+\s*,/i.test(body)) {
    const record = gomoku.readPsq(body);
    return as('gomoku', record, gomokuOptions(record));
  }
  if (/^(手数|\s*\d+\s+[１-９同])/m.test(body) || /手合割|先手：/.test(body)) return as('shogi', shogi.readKif(body));
  if (/^(V2|PI|P1|N\+|[+-]\d{4}[A-Z]{2})/m.test(body)) return as('shogi', shogi.readCsa(body));
  if (/^(position\s|startpos|sfen\s)/.test(body) || /^[1-9a-zA-Z+]+(\/[1-9a-zA-Z+]+){8}\s+[bw]\s/.test(body)) {
    return as('shogi', readUsi(body));
  }
  if (/^[-.XxOo*\s]{64,80}[XxOo*]\s*(;|$)/m.test(body)) return as('othello', othello.readObf(body));
  if (/^\w[\w,=-]*\s+[xo\d/]+\s+[bw]\s+\d+\s+\d+/.test(body)) {
    return as('gomoku', { start: body.split('\n')[0], moves: [], comments: {}, names: ['', ''], result: '' });
  }
  if (/^\s*([a-h][1-8]|pass|--|\s)+$/i.test(body)) {
    const record = othello.readTranscript(body);
    return as('othello', record);
  }
  throw new Error('?');
}
