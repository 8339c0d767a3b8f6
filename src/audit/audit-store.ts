/**
 * The audit trail of a workspace: a chain in a stream, and an outbox to which other writes add entries.
 * Sealing moves those into the chain.
 */

import type { Logger } from 'pino';
import { isoNow } from '#src/platform/iso-now.ts';
import { readJson } from '#src/platform/json.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import {
  type AuditEntry,
  type AuditLine,
  type AuditState,
  auditEntrySchema,
  entryText,
} from '#src/posts/card/audit.ts';
import { beginning, type Head, hashOf, headSchema } from './chain.ts';
import { verifyChain } from './verify.ts';

const readAudit = script<[string, string[], number], 'head' | 'outbox', 'last'>(`
return {redis.call('GET', KEYS.head) or '', redis.call('LRANGE', KEYS.outbox, 0, ARGV.last), redis.call('LLEN', KEYS.outbox)}`);

/**
 * Seals entries. Only this removes entries from the outbox, and it moves the head. A shorter outbox was
 * removed with its workspace.
 */
const sealAudit = script<
  number,
  'chain' | 'head' | 'outbox',
  'before' | 'after' | 'first' | 'fromOutbox' | 'trimTo'
>(`
if (redis.call('GET', KEYS.head) or '') ~= ARGV.before then return 0 end
if redis.call('LLEN', KEYS.outbox) < tonumber(ARGV.fromOutbox) then return 0 end
local number = tonumber(ARGV.first)
for i = MORE, #ARGV, 2 do
  redis.call('XADD', KEYS.chain, number .. '-0', 'entry', ARGV[i], 'hash', ARGV[i + 1])
  number = number + 1
end
redis.call('SET', KEYS.head, ARGV.after)
redis.call('LTRIM', KEYS.outbox, ARGV.fromOutbox, -1)
if ARGV.trimTo ~= '' then redis.call('XTRIM', KEYS.chain, 'MINID', ARGV.trimTo) end
return 1`);

const batch = 200;
const readAtOnce = 1_000;
const dayMs = 24 * 3_600_000;

/** How long to collect entries that are sealed together. */
const sealAfterMs = 100;

/** How often the head is logged, for a later comparison. */
const entriesPerLogLine = 1_000;

export interface AuditOptions {
  redis: Redis;
  prefix: string;
  /** The key for HMACs of the hashes. */
  key?: string | undefined;
  /** How long entries are kept. */
  days: number;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  now(): number;
}

/** Who did what, and with what result, in a hash chain for each Slack workspace. */
export type Audit = ReturnType<typeof createAudit>;

export function createAudit({ redis, prefix, key, days, log, now }: AuditOptions) {
  const keys = createKeys(prefix);
  const placesOf = (workspace: string) => ({
    chain: keys.audit(workspace),
    head: keys.auditHead(workspace),
    outbox: keys.auditOutbox(workspace),
  });

  async function read(workspace: string) {
    const [json, texts, waiting] = await readAudit(redis, placesOf(workspace), { last: batch - 1 });
    return { json, texts, waiting, head: json ? headSchema.parse(JSON.parse(json)) : beginning(workspace) };
  }

  /** Appends to the chain; false if another process did so meanwhile. */
  async function append(
    workspace: string,
    { json, head }: { json: string; head: Head },
    texts: string[],
    { fromOutbox, base = head.base }: { fromOutbox: number; base?: Head['base'] },
  ): Promise<boolean> {
    let { number, hash } = head;
    const pairs = texts.flatMap((text) => {
      number += 1;
      hash = hashOf(hash, number, text, key);
      return [text, hash];
    });
    const next = JSON.stringify({ number, hash, base } satisfies Head);
    const trimTo = base === head.base ? '' : `${base.number + 1}-0`;
    const args = { before: json, after: next, first: head.number + 1, fromOutbox, trimTo };
    if ((await sealAudit(redis, placesOf(workspace), args, ...pairs)) === 0) return false;
    if (Math.floor(number / entriesPerLogLine) > Math.floor(head.number / entriesPerLogLine))
      log.info({ workspace, entry: number, head: hash }, 'head of the audit trail');
    return true;
  }

  /** Seals everything that was in the outbox when this was called. */
  async function seal(workspace: string): Promise<void> {
    for (;;) {
      const at = await read(workspace);
      if (at.texts.length === 0) return;
      const appended = await append(workspace, at, at.texts, { fromOutbox: at.texts.length });
      if (appended && at.texts.length === at.waiting) return;
    }
  }

  /** The last expired entry, if there are entries that expired a whole day ago. */
  async function lastToTrim(workspace: string): Promise<Head['base'] | undefined> {
    const { chain } = placesOf(workspace);
    const atOf = (fields: string[] | undefined): number =>
      Date.parse(auditEntrySchema.parse(JSON.parse(fields?.[1] ?? '{}')).at);
    const [oldest] = await redis.xrange(chain, '-', '+', 'COUNT', 1);
    if (!oldest || atOf(oldest[1]) > now() - (days + 1) * dayMs) return undefined;
    let last: Head['base'] | undefined;
    for (let from = '-'; ; ) {
      const stored = await redis.xrange(chain, from, '+', 'COUNT', readAtOnce);
      for (const [id, fields] of stored) {
        if (atOf(fields) > now() - days * dayMs) return last;
        last = { number: Number.parseInt(id, 10), hash: fields[3] ?? '' };
      }
      if (stored.length < readAtOnce) return last;
      from = `(${stored.at(-1)?.[0]}`;
    }
  }

  async function trim(workspace: string): Promise<void> {
    const base = await lastToTrim(workspace);
    if (!base) return;
    const at = await read(workspace);
    if (at.head.base.number >= base.number) return;
    const entry: AuditEntry = {
      at: isoNow({ now }),
      by: 'presscheck',
      what: 'trimmed',
      content: base.hash,
      via: 'job',
      result: `kept for ${days} days`,
      note: String(base.number),
    };
    // if another process was faster, the next sweep tries again
    if (await append(workspace, at, [entryText(entry)], { fromOutbox: 0, base }))
      log.info({ workspace, trimmedTo: base.number, head: base.hash }, 'trimmed old audit entries');
  }

  const timers = new Map<string, NodeJS.Timeout>();
  const sealing = new Map<string, Promise<void>>();
  const failed = (cause: unknown): void =>
    log.error({ err: cause }, "couldn't append to the audit trail; new entries wait in the outbox");

  function sealSoon(workspace: string): void {
    if (timers.has(workspace)) return;
    const timer = setTimeout(() => {
      timers.delete(workspace);
      // two runs at once would get in each other's way and repeat all the work
      if (sealing.has(workspace)) return sealSoon(workspace);
      const sealed = seal(workspace).catch(failed);
      sealing.set(workspace, sealed);
      void sealed.finally(() => sealing.delete(workspace));
    }, sealAfterMs);
    timers.set(workspace, timer.unref());
  }

  /**
   * Resolves when the entry is durable, and rejects at once while Redis is down. It's in the chain a moment
   * later.
   */
  async function add(workspace: string, entry: Omit<AuditEntry, 'at'>): Promise<void> {
    const text = entryText({ at: isoNow({ now }), ...entry });
    await Promise.all([
      redis.rpush(keys.auditOutbox(workspace), text),
      redis.sadd(keys.workspaces, workspace),
    ]);
    sealSoon(workspace);
  }

  return {
    add,

    /**
     * Notes what someone couldn't do. Never throws: nothing has happened, so the person gets an answer even
     * if that can't be noted.
     */
    async noteRefused(workspace: string, entry: Omit<AuditEntry, 'at' | 'what'>): Promise<void> {
      await add(workspace, { ...entry, what: 'refused' }).catch((cause: unknown) => {
        log.warn({ err: cause, by: entry.by }, "couldn't record a refusal in the audit trail");
      });
    },

    /** Moves entries that were written with a card into the chain, in a moment. Never throws. */
    soon: sealSoon,

    /** Moves waiting entries into the chain, and removes expired ones. Never throws: an error is logged. */
    async tend(workspace: string): Promise<void> {
      try {
        await seal(workspace);
        await trim(workspace);
      } catch (cause) {
        failed(cause);
      }
    },

    /** Includes everything that was written before this call. */
    async state(workspace: string): Promise<AuditState> {
      await seal(workspace);
      const { head } = await read(workspace);
      return { head: { number: head.number, hash: head.hash }, first: head.base.number + 1 };
    },

    /** Every entry that can be read, newest first. */
    async *newest(workspace: string): AsyncGenerator<AuditLine> {
      for (let to = '+'; ; ) {
        const stored = await redis.xrevrange(keys.audit(workspace), to, '-', 'COUNT', readAtOnce);
        for (const [id, [, text = '', , hash = '']] of stored) {
          const entry = auditEntrySchema.safeParse(readJson(text)).data;
          // entries that can't be read are reported by `verify`
          if (entry) yield { number: Number.parseInt(id, 10), hash, entry };
        }
        if (stored.length < readAtOnce) return;
        to = `(${stored.at(-1)?.[0]}`;
      }
    },

    /** Changes nothing. Entries that are added in the meantime are checked, too. */
    verify: (workspace: string) => verifyChain(redis, placesOf(workspace), workspace, key),

    /** Waits for entries that are being sealed. Another process, or the next start, seals the rest. */
    async close(): Promise<void> {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all([...timers.keys()].map((workspace) => seal(workspace).catch(failed)));
      timers.clear();
      await Promise.all(sealing.values());
    },
  };
}
