/** Audit entries as a file: a table, or JSON with everything needed to verify their hashes elsewhere. */

import { writeCsv } from '#src/platform/csv.ts';
import type { OutgoingFile } from '#src/platform/slack/uploader.ts';
import type { AuditLine } from '#src/posts/card/audit.ts';

const columns = [
  'number',
  'at',
  'by',
  'what',
  'result',
  'note',
  'brand',
  'brand id',
  'card',
  'post',
  'content',
  'channel',
  'via',
  'hash',
];

/** The rows, in the given order. */
export function writeAudit(lines: readonly AuditLine[], format: 'csv' | 'json'): OutgoingFile {
  const text = format === 'csv' ? writeCsv({ columns, rows: lines.map(row) }) : json(lines);
  return { name: `audit.${format}`, title: 'Audit trail', bytes: new TextEncoder().encode(text) };
}

function row({ number, hash, entry }: AuditLine): string[] {
  const { at, by, what, result, note, brand, card, post, content, channel, via } = entry;
  const cells = [at, by, what, result, note, brand?.name, brand?.id, card, post, content, channel, via];
  return [String(number), ...cells.map((cell) => cell ?? ''), hash];
}

function json(lines: readonly AuditLine[]): string {
  const each = lines.map((line) => JSON.stringify(line));
  return `[\n${each.join(',\n')}\n]\n`;
}
