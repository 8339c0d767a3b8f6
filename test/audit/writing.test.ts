import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { Audit } from '#src/audit/audit-store.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { removeAll } from '#src/platform/redis/removal.ts';
import { entryOfOperation } from '#src/posts/card/audit-entry.ts';
import { createDesk } from '#src/posts/desk.ts';
import { createLedger } from '#src/posts/operations/ledger.ts';
import { createOutsidePosts } from '#src/posts/outside-posts.ts';
import { noBrandConfig } from '#src/settings/brand-config-store.ts';
import { aCard, at, later, postRequest } from '#test/posts/card/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardStoreIn, startStored } from '#test/support/stored.ts';
import { anEntry, auditOf } from './samples.ts';

const silent = pino({ level: 'silent' });

async function numbers(audit: Audit): Promise<number[]> {
  const found: number[] = [];
  for await (const { number } of audit.newest('T1')) found.unshift(number);
  return found;
}

test('several connections write one chain, without losses or duplicates', async (t) => {
  const places = await Promise.all(Array.from({ length: 4 }, () => startStored(t)));
  const prefix = places[0]?.prefix ?? '';
  const errors: unknown[] = [];
  const log = { info: () => undefined, error: (fields: object) => errors.push(fields) };
  const audits = places.map(({ redis }) => auditOf({ redis, prefix }, { log: log as never }));
  await Promise.all(
    audits.flatMap((audit, a) =>
      Array.from({ length: 30 }, async (_, n) => {
        await audit.add('T1', anEntry(a * 30 + n));
        if (n % 7 === 0) await audit.tend('T1');
      }),
    ),
  );
  await Promise.all(audits.map((audit) => audit.tend('T1')));
  const [first] = audits;
  assert.ok(first);
  const { entries, broken, waiting } = await first.verify('T1');
  assert.deepEqual([entries, broken, waiting], [120, undefined, 0]);
  assert.deepEqual(errors, []);
  const by = new Set<string>();
  for await (const { entry } of first.newest('T1')) by.add(entry.by);
  assert.equal(by.size, 120);
});

/** Whatever else happens right before this Redis command. */
function aheadOf(name: string, redis: Redis, before: () => Promise<void>): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command: Parameters<typeof send>[0]) =>
    command.name === name ? before().then(() => send(command)) : send(command);
}

/** Nothing else in these tests runs scripts but the audit trail: one reads, another one seals. */
const aheadOfScripts = (redis: Redis, before: () => Promise<void>): void => aheadOf('evalsha', redis, before);

test('an entry that is added while the end of the chain is verified breaks nothing', async (t) => {
  const [here, bot] = await Promise.all([startStored(t), startStored(t)]);
  const other = auditOf({ redis: bot.redis, prefix: here.prefix });
  const adds = async (n: number): Promise<void> => {
    await other.add('T1', anEntry(n));
    await other.tend('T1');
  };
  await adds(1);
  aheadOf('xrevrange', here.redis, () => adds(2));
  const { broken } = await auditOf(here).verify('T1');
  assert.equal(broken, undefined);
  await other.close();
});

test('a process seals the entries of a workspace once at a time, however long Redis takes', async (t) => {
  const here = await startStored(t);
  const audit = auditOf(here);
  const slow = Promise.withResolvers<void>();
  let [reading, most] = [0, 0];
  aheadOfScripts(here.redis, async () => {
    reading += 1;
    most = Math.max(most, reading);
    await slow.promise;
    reading -= 1;
  });
  await audit.add('T1', anEntry(1));
  // long enough for three to begin
  const until = performance.now() + 350;
  await eventually(() => {
    audit.soon('T1');
    assert.ok(performance.now() > until);
  });
  assert.equal(most, 1);
  await audit.add('T1', anEntry(2));
  slow.resolve();
  await audit.close();
  assert.deepEqual(await numbers(audit), [1, 2]);
});

test('entries past their retention are deleted, and the rest of the chain still verifies', async (t) => {
  const here = await startStored(t);
  const day = 24 * 3_600_000;
  let now = Date.parse(at);
  const audit = auditOf(here, { days: 30, now: () => now });
  for (let n = 1; n <= 5; n += 1) {
    await audit.add('T1', anEntry(n));
    await audit.tend('T1');
    now += 10 * day;
  }
  // when the first was 40 days old and the second 30, both went, and the sixth says so
  assert.deepEqual(await numbers(audit), [3, 4, 5, 6]);
  const { entries, broken } = await audit.verify('T1');
  assert.deepEqual([entries, broken], [4, undefined]);
  assert.equal((await audit.state('T1')).first, 3);
  await audit.tend('T1');
  assert.deepEqual(await numbers(audit), [3, 4, 5, 6], 'once a day is enough');

  now += 60 * day;
  await audit.add('T1', anEntry(6));
  await audit.tend('T1');
  assert.deepEqual(await numbers(audit), [7, 8]);
  assert.equal((await audit.verify('T1')).broken, undefined);

  // if someone removes the first entries and moves the base, the chain has no entry about it
  const { redis, prefix } = here;
  const { audit: chain, auditHead } = createKeys(prefix);
  const [, [, , , hash] = []] = (await redis.xrange(chain('T1'), '7-0', '7-0'))[0] ?? [];
  const head = JSON.parse((await redis.get(auditHead('T1'))) ?? '');
  await redis.set(auditHead('T1'), JSON.stringify({ ...head, base: { number: 7, hash } }));
  await redis.xtrim(chain('T1'), 'MINID', '8-0');
  assert.equal((await audit.verify('T1')).broken?.number, 8);
});

test('if a process dies right after a transition, another seals its entry, once', async (t) => {
  const here = await startStored(t);
  const { redis, prefix } = here;
  const cards = cardStoreIn(redis, prefix);
  const dying = createDesk({
    cards,
    outsidePosts: createOutsidePosts(redis, prefix),
    pauses: { unscheduled: async () => new Map() },
    jobs: { enqueue: async () => undefined, wake: async () => undefined },
    audit: {
      add: async () => assert.fail('nothing was added'),
      noteRefused: async () => assert.fail('nothing was refused'),
      soon: () => undefined,
      newest: () => assert.fail('nothing was read'),
    },
    homes: { soon: () => undefined },
    postFiles: { isAttached: () => false, isExpired: () => false },
    log: silent,
    async failpoint(step) {
      if (step.endsWith('recorded')) throw new Error(`died when ${step}`);
    },
    now: () => Date.parse(later),
    settledAfterMs: 1,
  });
  const origin = { workspace: 'T1', author: 'U0ANA', channel: 'C1' };
  await assert.rejects(
    dying.record('card-1', origin, postRequest, noBrandConfig),
    /died when request recorded/,
  );
  await cards.transition('T1', 'card-1', { type: 'start_creating', at: later });
  await cards.transition('T1', 'card-1', { type: 'create', postId: 'post-1', at: later });
  await assert.rejects(
    dying.transition('T1', 'card-1', { type: 'approve', by: 'U0BO' }),
    /died when transition recorded/,
  );

  const [one, another] = [auditOf(here), auditOf(here)];
  await Promise.all([one.tend('T1'), another.tend('T1')]);
  const told: string[] = [];
  for await (const { entry } of one.newest('T1'))
    told.unshift(`${entry.by} ${entry.what} ${entry.result ?? ''}`);
  assert.deepEqual(told, ['U0ANA asked ', 'presscheck made review', 'U0BO approved approved']);
});

test('each operation in the ledger has one audit entry, and its outcome another', async (t) => {
  const here = await startStored(t);
  const ledger = createLedger(here.redis, here.prefix, []);
  const entry = (what: 'sending' | 'answered' | 'not taken') =>
    entryOfOperation(at, what, 'publish.card-1.1', {});
  for (const noted of [true, false])
    assert.equal(
      Boolean(await ledger.begin('T1', 'publish.card-1.1', { sentAt: at, audited: entry('sending') })),
      noted,
    );
  await ledger.forget('T1', 'publish.card-1.1', entry('not taken'));
  await ledger.answered('T1', 'publish.card-1.1', { sentAt: at, looks: 0 }, {}, entry('answered'));
  assert.equal(await ledger.read('T1', 'publish.card-1.1'), undefined);
  const audit = auditOf(here);
  await audit.tend('T1');
  const told: string[] = [];
  for await (const line of audit.newest('T1')) told.unshift(line.entry.what);
  assert.deepEqual(told, ['sending', 'not taken', 'answered']);
});

test('adding an existing card and a refused transition leave no entry', async (t) => {
  const here = await startStored(t);
  const cards = cardStoreIn(here.redis, here.prefix);
  await cards.add(aCard());
  await cards.add(aCard());
  await cards.transition('T1', 'card-1', { type: 'approve', by: 'U0BO', at: later });
  await cards.transition('T1', 'card-1', {
    type: 'record_message',
    message: undefined,
    renderedVersion: 1,
    at: later,
  });
  const audit = auditOf(here);
  await audit.tend('T1');
  assert.deepEqual(await numbers(audit), [1]);
});

test('a chain that can’t be continued is reported, and new entries wait', async (t) => {
  const here = await startStored(t);
  const { redis, prefix } = here;
  const errors: string[] = [];
  const log = { info: () => undefined, error: (_: unknown, message: string) => errors.push(message) };
  const audit = auditOf(here, { log: log as never });
  await audit.add('T1', anEntry(1));
  await audit.tend('T1');
  await redis.del(createKeys(prefix).auditHead('T1'));
  await audit.add('T1', anEntry(2));
  await audit.tend('T1');
  assert.match(errors.join(), /append to the audit trail; new entries wait in the outbox/);
  assert.equal((await audit.verify('T1')).waiting, 1);
});

test('sealing writes nothing if its workspace is removed meanwhile', async (t) => {
  const { redis, prefix } = await startStored(t);
  const audit = auditOf({ redis, prefix });
  // of a card, so that nothing but `tend` seals it
  await cardStoreIn(redis, prefix).add(aCard());
  let scripts = 0;
  aheadOfScripts(redis, async () => {
    scripts += 1;
    // the first one read what is to be sealed
    if (scripts === 2) await removeAll(redis, prefix, 'T1');
  });
  await audit.tend('T1');
  assert.deepEqual(await redis.keys(`${prefix}:*`), []);
});
