import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Seed } from '#sandbox/service/seed/seed.ts';
import { defaultVariants, everyVariant, type Variants, variantChoices } from '#sandbox/service/variants.ts';
import { inHours, startService, urls } from '#test/contracts/service-client.ts';
import { shareOf } from '#test/support/long-tests.ts';

const now = Date.parse('2026-03-02T15:00:00.250Z');
const seed: Seed = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [
    {
      id: 'brand-1',
      name: 'Northwind Coffee',
      // the network whose name has the most spellings
      profiles: (['linkedin', 'twitter'] as const).map((provider) => ({
        id: provider,
        provider,
        name: 'northwind',
      })),
      workflows: [{ id: 'workflow-1', name: 'Share new blog articles', on: false }],
      // more than the second longest page
      history: 26,
    },
  ],
};

/** What a service of these variants answers to requests that every open fact changes something about. */
async function answersOf(t: TestContext, variants: Partial<Variants>): Promise<string> {
  const options = { now: () => now, generation: { minMs: 0, maxMs: 0 }, requestsPerMinute: 1_000 };
  const { call, service } = await startService(t, { ...options, seed, variants });
  const answers: unknown[] = [];
  const ask = async (request: string, body?: object): Promise<unknown> => {
    const answer = await call(request, body ? { body } : {});
    const headers = ['content-type', 'x-ratelimit-reset'].map((name) => answer.headers.get(name));
    answers.push([answer.status, headers, answer.text.replaceAll(new URL(service.url).origin, '')]);
    return answer.body;
  };
  /** The IDs in a listing, in any envelope. */
  const idsIn = (listed: unknown): string[] => {
    const rows = Array.isArray(listed) ? listed : Object.values(listed as object)[0];
    return (rows as { id: string }[]).map(({ id }) => id);
  };
  const idOf = (index: number): string => encodeURIComponent(service.posts().at(index)?.id ?? '');

  const [brandId = ''] = idsIn(await ask('GET /brands')).map(encodeURIComponent);
  const brand = `brandId=${brandId}`;
  const socialProfileIds = idsIn(await ask(`GET /social-profiles?${brand}`));
  const post = { caption: 'Tea', mediaUrls: urls(1) };
  await ask(`POST /post?${brand}`, { ...post, socialProfileIds, scheduledAt: inHours(2, now) });
  await ask(`POST /post?${brand}`, { ...post, socialProfileIds });
  for (const _ of ['published', 'again']) await ask(`PATCH /post/${idOf(-1)}`, { publishNow: true });
  await ask(`POST /post?${brand}`, post);
  await ask(`GET /post/${idOf(-1)}`);
  await ask(`PATCH /post/${idOf(-1)}`, { publishNow: true });
  await ask(`POST /campaigns?${brand}`, { prompt: 'Tea', count: 2 });
  await service.settled();
  service.failGeneration(1);
  await ask(`POST /post/ai?${brand}`, { prompt: 'Write about our tea' });
  await service.settled();
  for (const page of ['', '&page=1', '&perPage=1']) await ask(`GET /post?${brand}${page}`);
  await ask(`GET /social-profiles/connection-url?workspaceId=${brandId}&provider=twitter`);
  await ask('GET /workflow/workflow-1');
  await ask('POST /workflow/workflow-1', { on: true });
  await ask('GET /workflow/none');
  await ask('GET /me');
  await ask(`GET /analytics/export?${brand}`);
  return JSON.stringify([answers, service.publishes()]);
}

test('each choice of each open fact answers unlike every other choice of it, the same in every run', async (t) => {
  const usual = await answersOf(t, {});
  assert.equal(await answersOf(t, {}), usual);
  for (const [fact, choices] of shareOf(Object.entries(variantChoices), { which: 0, shares: 4 })) {
    const others = everyVariant().filter(({ variants }) => fact in variants);
    const seen = new Set([usual]);
    for (const { variants } of others) seen.add(await answersOf(t, variants));
    assert.equal(seen.size, choices.length, fact);
  }
});

test('the first choice of each open fact is its default', () => {
  const first = Object.entries(variantChoices).map(([fact, [choice]]) => [fact, choice]);
  assert.deepEqual(Object.entries(defaultVariants), first);
});

test('an unknown variant is refused', async (t) => {
  for (const [fact, choice] of [
    ['list', 'array'],
    ['lists', 'bare'],
  ] as const) {
    const variants = { [fact]: choice } as Partial<Variants>;
    const refused = new RegExp(`The sandbox has no variant ${fact}: ${choice}`);
    await assert.rejects(startService(t, { variants }), refused);
  }
});
