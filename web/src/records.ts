/* Records in and out: which format a text is, and which formats a game has. */
import type { GameName, Options } from './types';
import * as gomoku from './gomoku';
import * as othello from './othello';
import { RecordBuilder } from './record_tree';
import type { ReadRecord, WriteRecord } from './record_tree';
import * as shogi from './shogi_records';

export interface Opened extends ReadRecord {
  game: GameName;
  options: Options;
}

/* name, extension, writer */
export const formats: Record<GameName, [string, string, (record: WriteRecord) => string][]> = {
  shogi: [['KIF', 'kif', shogi.writeKif], ['CSA', 'csa', shogi.writeCsa], ['USI', 'usi', shogi.writeUsi]],
  othello: [['GGF', 'ggf', othello.writeGgf], ['f5d6…', 'txt', othello.writeTranscript]],
  gomoku: [['SGF', 'sgf', gomoku.writeSgf], ['PSQ', 'psq', gomoku.writePsq]],
};

const rules = ['ninuki', 'pente', 'freestyle', 'standard', 'renju'];

function gomokuOptions(record: gomoku.GomokuRead): Options {
  const rule = rules.find((name) => record.rule.startsWith(name));
  return { Rule: rule ?? (record.size === 19 ? 'ninuki' : 'freestyle'), BoardSize: record.size };
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
    return as('shogi', shogi.readUsi(body));
  }
  if (/^[-.XxOo*\s]{64,80}[XxOo*]\s*(;|$)/m.test(body)) return as('othello', othello.readObf(body));
  if (/^\w[\w,=-]*\s+[xo\d/]+\s+[bw]\s+\d+\s+\d+/.test(body)) {
    return as('gomoku', { ...new RecordBuilder().record, start: body.split('\n')[0] });
  }
  if (/^\s*([a-h][1-8]|pass|--|\s)+$/i.test(body)) return as('othello', othello.readTranscript(body));
  throw new Error('?');
}
