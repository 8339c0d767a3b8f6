/**
 * Reads the audit trail from Redis, with the settings of `.env`. Changes nothing.
 * `npm run audit -- verify [workspace]` checks each chain. It exits with 1 and names the first broken entry if a chain is broken, or if
 * there's an AUDIT_KEY and entries after `--plain-until` (0) were written without it.
 * `npm run audit -- export --format csv|json [workspace]` prints a workspace's entries, oldest first.
 */

import { ConfigError, readAuditSettings } from '../src/app/config.ts';
import { type Audit, createAudit } from '../src/audit/audit-store.ts';
import { writeAudit } from '../src/audit/export-file.ts';
import { createKeys } from '../src/platform/redis/keys.ts';
import { connectFailingFast, whenReady } from '../src/platform/redis/redis.ts';
import type { AuditLine } from '../src/posts/card/audit.ts';
import { readArguments, readCount, refuseArguments } from './arguments.ts';

const usage =
  'npm run audit -- verify [--plain-until <number>] [workspace], or npm run audit -- export --format csv|json [workspace]';

const { values, positionals } = readArguments(usage, {
  options: { format: { type: 'string', default: 'csv' }, 'plain-until': { type: 'string', default: '0' } },
  allowPositionals: true,
});
const [command = '', wanted, ...tooMany] = positionals;
const { format } = values;
if (command !== 'verify' && command !== 'export')
  refuseArguments(usage, command ? `Unknown command: ${command}.` : 'Say what to do.');
if (tooMany.length > 0) refuseArguments(usage, `Unexpected argument '${tooMany.join(' ')}'.`);
if (format !== 'csv' && format !== 'json') refuseArguments(usage, '--format must be csv or json.');
const plainUntil = readCount(usage, '--plain-until', values['plain-until']);

try {
  if (command === 'verify') await withAudit(verify);
  else await withAudit((audit, workspaces) => print(audit, workspaces, format));
} catch (cause) {
  fail(`${cause instanceof ConfigError ? cause.message : `The audit trail could not be read: ${cause}`}\n`);
}

async function withAudit(work: (audit: Audit, workspaces: string[]) => Promise<void>): Promise<void> {
  const settings = readAuditSettings(process.env);
  const redis = connectFailingFast(settings, () => undefined);
  try {
    await whenReady(redis, 5_000);
    const { REDIS_PREFIX: prefix, AUDIT_KEY: key, AUDIT_DAYS: days } = settings;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const audit = createAudit({ redis, prefix, key, days, log, now: Date.now });
    const known = (await redis.smembers(createKeys(prefix).workspaces)).sort();
    await work(audit, wanted === undefined ? known : [wanted]);
  } finally {
    redis.disconnect();
  }
}

async function verify(audit: Audit, workspaces: string[]): Promise<void> {
  if (workspaces.length === 0) process.stdout.write('There is no audit trail yet.\n');
  for (const workspace of workspaces) {
    const { entries, head, unkeyed, waiting, broken } = await audit.verify(workspace);
    const facts = [
      `${entries} entries verified`,
      ...(head.number > 0 ? [`head ${head.number} ${head.hash}`] : []),
      ...(unkeyed > 0 ? [`first ${unkeyed} without a key`] : []),
      ...(waiting > 0 ? [`${waiting} wait to be added`] : []),
    ];
    const wrong = [
      ...(broken ? [`entry ${broken.number}: ${broken.why}`] : []),
      ...(unkeyed > plainUntil ? [plainText(unkeyed)] : []),
    ];
    process.stdout.write(`${wrong.length > 0 ? '✖' : '✔'} ${workspace}: ${facts.join(', ')}\n`);
    for (const one of wrong) process.stdout.write(`    → ${one}\n`);
    if (wrong.length > 0) process.exitCode = 1;
  }
}

function plainText(until: number): string {
  const why = 'were made without AUDIT_KEY, so anyone with write access to Redis could have rewritten them';
  return `the entries up to ${until} ${why}; if they are from before it was set, say so with --plain-until ${until}`;
}

async function print(audit: Audit, workspaces: string[], format: 'csv' | 'json'): Promise<void> {
  const [workspace, ...others] = workspaces;
  if (others.length > 0) return fail(`Which workspace? There are ${workspaces.join(', ')}.\n`);
  const lines: AuditLine[] = [];
  if (workspace !== undefined) for await (const line of audit.newest(workspace)) lines.push(line);
  process.stdout.write(writeAudit(lines.reverse(), format).bytes);
}

function fail(text: string): void {
  process.stderr.write(text);
  process.exitCode = 1;
}
