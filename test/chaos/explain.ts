/** Collects the records of cards that broke a guarantee, to print before the run's data is removed. */
import { readFile } from 'node:fs/promises';

import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { SandboxService } from '#sandbox/service/index.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { End } from './fleet-process.ts';
import { jobsOf } from './progress-jobs.ts';
import type { Judged } from './promises.ts';
import type { RequestRecord } from './request-lifecycle.ts';

const workspace = 'T0PRESS';
/** The number of cards to print in full; for more, the IDs are enough. */
const cardsAtMost = 6;
const logLines = 30;

/** A card, or an acknowledged request without one. */
interface Subject {
  id: string;
  card: Card | undefined;
  record: RequestRecord | undefined;
}

export interface Explained {
  records: readonly RequestRecord[];
  cards: ReadonlyMap<string, Card>;
  chat: Chat;
  service: SandboxService;
  killed: readonly End[];
  /** How far the clocks of the run are ahead. */
  aheadMs: number;
  redis: Redis;
  prefix: string;
  logFile: string;
}

/** The records of each card named in a broken guarantee; empty if none is. */
export async function explain({ broken }: Judged, run: Explained): Promise<string> {
  const subjects = subjectsOf([...broken.values()].flat(), run);
  const shown = subjects.slice(0, cardsAtMost);
  const others = subjects.slice(cardsAtMost).map(({ id }) => id);
  const records = await Promise.all(shown.map((subject) => recordsOf(subject, run)));
  return [...records, ...(others.length > 0 ? [`and of ${others.join(', ')}`] : [])].join('\n\n');
}

function subjectsOf(broken: readonly string[], { records, cards, chat }: Explained): Subject[] {
  const messages = messagesIn(chat);
  // a repeated notification is named by its location
  const lines = broken.map((line) => {
    const named = messages.filter((one) => line.includes(`${one.channel} ${one.ts}`));
    return [line, ...named.map((one) => `${one.thread} ${JSON.stringify(one.blocks)}`)].join('\n');
  });
  const ids = new Set([...cards.keys(), ...records.flatMap(({ card }) => card ?? [])]);
  return [...ids]
    .map((id) => ({ id, card: cards.get(id), record: records.find(({ card }) => card === id) }))
    .filter((subject) => lines.some((line) => namesOf(subject).some((name) => line.includes(name))));
}

/** All IDs and names by which a log line or record can refer to it. */
function namesOf({ id, card, record }: Subject): string[] {
  const { postId, campaignId, kind, message } = card ?? {};
  return [
    id,
    ...(record ? [record.request.token] : []),
    ...(postId === undefined ? [] : [postId]),
    ...(kind === 'campaign' && campaignId !== undefined ? [campaignId] : []),
    // as a link has it, too
    ...(message ? [message.ts, message.ts.replace('.', '')] : []),
  ];
}

async function recordsOf(subject: Subject, run: Explained): Promise<string> {
  const { id, card, record } = subject;
  const { chat, service, redis, prefix, logFile } = run;
  const names = namesOf(subject);
  const isAbout = (record: unknown): boolean => {
    const text = typeof record === 'string' ? record : JSON.stringify(record);
    return names.some((name) => text.includes(name));
  };
  const log = (await readFile(logFile, 'utf8')).split('\n').filter(isAbout);
  const jobs = card ? await jobsOf(redis, prefix, card) : [];
  return [
    `records of ${id}`,
    ...section('card', [card]),
    ...section('what people did', [record]),
    ...section('Redis', await inRedis(redis, prefix, subject, isAbout)),
    ...section('jobs under way', jobs),
    ...section('post at the service', card?.postId === undefined ? [] : [service.post(card.postId)]),
    ...section('effects at the service', service.effects().filter(isAbout)),
    ...section(
      'requests of the service',
      service.requests
        .filter(({ method, path, body }) => method !== 'GET' && isAbout({ path, body }))
        .map(({ at, method, path, body, status }) => ({ at: timeOf(at), method, path, body, status })),
    ),
    ...(card ? section('reads of its brand', readsOf(service, card)) : []),
    ...(card ? section('processes killed', killsDuring(run, card)) : []),
    ...section(
      'messages in Slack',
      messagesIn(chat)
        .filter(({ ts, thread, blocks }) => isAbout({ ts, thread, blocks }))
        .map(({ channel, ts, thread, deleted, fallback }) => ({ channel, ts, thread, deleted, fallback })),
    ),
    ...section(
      'calls of Slack',
      chat.calls
        .filter(({ args, answer }) => isAbout({ args, answer }))
        .map(({ at, method, args: { channel, ts, thread_ts, text }, answer }) => ({
          at: timeOf(at),
          method,
          channel,
          ts,
          thread_ts,
          text,
          answer: answer && { ok: answer.ok, error: answer.error, ts: answer.ts },
        })),
    ),
    ...section(`log, the last ${logLines} lines`, log.slice(-logLines)),
  ].join('\n');
}

/** The pages of its brand that were read in each second while the card wasn't finished, such as `09:04:06  0 1 2 (500)`. */
function readsOf(service: SandboxService, { brand, createdAt, updatedAt }: Card): string[] {
  const reads = service.requests.filter(
    ({ method, path, query, at }) =>
      `${method} ${path}` === 'GET /post' &&
      query.brandId === brand.id &&
      at >= Date.parse(createdAt) &&
      at <= Date.parse(updatedAt),
  );
  const bySecond = Map.groupBy(reads, ({ at }) => timeOf(at).slice(11, 19));
  return [...bySecond].map(([second, those]) => {
    const pages = those.map(
      ({ query, status }) => (query.page ?? '0') + (status === 200 ? '' : ` (${status})`),
    );
    return `${second}  ${pages.join(' ')}`;
  });
}

/** The processes that were killed while the card wasn't finished. */
function killsDuring({ killed, aheadMs }: Explained, { createdAt, updatedAt }: Card): object[] {
  return killed
    .map(({ at, ...end }) => ({ at: timeOf(at + aheadMs), ...end }))
    .filter(({ at }) => at >= createdAt && at <= updatedAt);
}

/** The card's own keys, and its entries in shared keys. */
async function inRedis(
  redis: Redis,
  prefix: string,
  { id, card }: Subject,
  isAbout: (record: unknown) => boolean,
): Promise<unknown[]> {
  const keys = createKeys(prefix);
  const root = card?.campaign ?? id;
  const hashes = [
    keys.ledger(workspace, id),
    keys.said(workspace, root),
    keys.nudged(workspace, id),
    keys.notifications(workspace),
    keys.deliveries(workspace),
    keys.statuses(workspace),
    ...(card ? [keys.index, keys.reads, keys.creations].map((key) => key(workspace, card.brand.id)) : []),
  ];
  const found: unknown[] = [];
  for (const key of hashes)
    for (const [field, value] of Object.entries(await redis.hgetall(key)))
      if (key.endsWith(`:${id}`) || isAbout(`${field} ${value}`)) found.push(`${key} ${field}: ${value}`);
  for (const score of ['todo', 'open'] as const) {
    const at = await redis.zscore(keys[score](workspace), id);
    if (at !== null) found.push(`${keys[score](workspace)}: ${at}`);
  }
  const audit = [
    ...(await redis.xrange(keys.audit(workspace), '-', '+')).map(([at, fields]) => [at, ...fields].join(' ')),
    ...(await redis.lrange(keys.auditOutbox(workspace), 0, -1)),
  ];
  return [...found, ...audit.filter(isAbout).map((entry) => `audit: ${entry}`)];
}

const messagesIn = (chat: Chat): ShownMessage[] =>
  [...chat.world.channels.keys()].flatMap((channel) => chat.messages(channel));

const timeOf = (at: number): string => new Date(at).toISOString();

function section(title: string, records: readonly unknown[]): string[] {
  const lines = records.filter((one) => one !== undefined);
  if (lines.length === 0) return [`  ${title}: none`];
  return [`  ${title}`, ...lines.map((one) => `    ${typeof one === 'string' ? one : JSON.stringify(one)}`)];
}
