import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextCheckTime, tookMs, type Wait, type Watching } from '#src/posts/post-index/check-plan.ts';

const s = 1_000;
const now = 10_000 * s;

/** Twenty generations: the fastest took 20 s, half of them 60 s, one 140 s. */
const took = [20, ...Array<number>(17).fill(60), 100, 140].map((seconds) => seconds * s);

const aged = (ageMs: number, known: readonly number[] = []): Wait => ({ since: now - ageMs, took: known });

const rows: [what: string, watching: Partial<Watching>, fromNowMs: number][] = [
  ['nothing known, never looked: at once', { waits: [aged(0)] }, 0],
  ['nothing known, just looked: after the first pause', { waits: [aged(s)], lookedAt: now }, 2 * s],
  ['a minute old: a fifth of its age', { waits: [aged(60 * s)], lookedAt: now }, 12 * s],
  ['old: the longest pause', { waits: [aged(600 * s)], lookedAt: now }, 15 * s],
  ['known: not before the fastest', { waits: [aged(0, took)] }, 20 * s],
  ['known, half of that is over', { waits: [aged(15 * s, took)] }, 5 * s],
  ['known, in its time: as if nothing were', { waits: [aged(50 * s, took)], lookedAt: now }, 10 * s],
  ['two that came before are too few to know', { waits: [aged(0, took.slice(0, 2))] }, 0],
  ['what is fast: never a shorter pause than set', { waits: [aged(s, [s, s, s])], lookedAt: now }, 2 * s],
  [
    'one that began after the last look waits for its own time',
    { waits: [aged(s, took)], lookedAt: now - 5 * s },
    19 * s,
  ],
  [
    'one without a known time that began just after a look: after the first pause',
    { waits: [aged(s)], lookedAt: now - 1.5 * s },
    0.5 * s,
  ],
  [
    'of several the one that wants it first decides',
    { waits: [aged(0, took), aged(400 * s), aged(50 * s, took)], lookedAt: now },
    10 * s,
  ],
  ['the end of the wait is not missed', { waits: [aged(895 * s)], lookedAt: now }, 5 * s + 1],
  [
    'nor by what took longer before',
    {
      waits: [
        aged(
          0,
          [999, 999, 999].map((n) => n * s),
        ),
      ],
    },
    900 * s + 1,
  ],
  ['a set pause of a minute is kept', { waits: [aged(s)], lookedAt: now, everyMs: 60 * s }, 60 * s],
];
for (const [what, watching, fromNowMs] of rows)
  test(`next look: ${what}`, () => {
    const usual = { waits: [], lookedAt: undefined, everyMs: 2 * s, forMs: 900 * s };
    assert.equal(Math.max(0, nextCheckTime({ ...usual, ...watching }, now) - now), fromNowMs);
  });

test('a generation ended between the last two looks; one that was finished at the first was faster', () => {
  assert.equal(tookMs(now - 60 * s, now - 4 * s, now), 58 * s);
  assert.equal(tookMs(now - 60 * s, undefined, now), 54 * s);
  assert.equal(tookMs(now - 60 * s, now - 90 * s, now), 54 * s, 'that look was before it began');
});

test('a service that became faster is learned, though nobody looks before the learned time', () => {
  let known = Array<number>(50).fill(60 * s);
  for (let n = 0; n < 100; n += 1) {
    const first = nextCheckTime(
      {
        waits: [{ since: 0, took: known }],
        lookedAt: undefined,
        everyMs: 2 * s,
        forMs: 900 * s,
      },
      0,
    );
    known = [tookMs(0, undefined, Math.max(first, 10 * s)), ...known].slice(0, 50);
  }
  assert.ok(Math.min(...known) < 15 * s, `${Math.min(...known)} ms`);
});
