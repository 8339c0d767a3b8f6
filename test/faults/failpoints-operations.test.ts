/** A worker dies around each request to the service, and around Slack's status message. Another worker continues. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { StartedBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { isLong, longTest } from '#test/support/long-tests.ts';
import { cardSays, edits, makesDraft, opensPosts, submits } from '#test/support/user-actions.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import {
  request,
  startKillableWorker,
  startReplacement,
  startWithoutWorker,
  startWorkerDyingAt,
} from './dying-workers.ts';

interface OperationUnderTest {
  /** Its name in the failpoints and the ledger. */
  name: 'create' | 'generate' | 'campaign' | 'publish';
  on: string;
  /** Starts the operation, up to the point where a worker continues. */
  begin(bot: StartedBot): Promise<void>;
  /** What the card shows once it's done. */
  ends: RegExp;
  /** The button with which a user sends it again. */
  again: string;
}

const operations: OperationUnderTest[] = [
  {
    name: 'create',
    on: 'POST /post',
    async begin(bot) {
      await opensPosts(bot.ana);
      await request(bot, '/post');
    },
    ends: cardSays.ready,
    again: retryButtons.createUnknown,
  },
  {
    name: 'generate',
    on: 'POST /post/ai',
    begin: (bot) => request(bot, '/ai-post'),
    ends: cardSays.ready,
    again: retryButtons.generate,
  },
  {
    name: 'campaign',
    on: 'POST /campaigns',
    begin: (bot) => request(bot, '/campaign', { Posts: '2' }),
    ends: /2 posts to review/,
    again: retryButtons.generate,
  },
  {
    name: 'publish',
    on: 'PATCH /post/*',
    async begin(bot) {
      await request(bot, '/post');
      const card = await bot.ana.sees('social', cardSays.ready);
      await bot.bo.clicks(card, 'Approve & publish');
    },
    ends: /Published by/,
    again: retryButtons.publish,
  },
];

const failpoints = [
  { what: 'before it was sent', failpoint: 'noted', made: 0 },
  { what: 'while it was in progress', delayed: true, made: 1 },
  { what: 'after the effect, before the response was recorded', failpoint: 'answered', made: 1 },
  { what: 'after the response was recorded', failpoint: 'recorded', made: 1 },
] as const;

/** Whether the short form includes this failpoint. The others differ only in the card's text and in the failpoint. */
const isInShort = (operation: OperationUnderTest, at: (typeof failpoints)[number]): boolean =>
  operation.name === 'create' ? at.made === 0 : operation.name === 'publish' && 'delayed' in at;

describe('a worker that dies', { concurrency: 4 }, () => {
  for (const operation of operations) {
    for (const at of failpoints.filter((one) => isLong || isInShort(operation, one))) {
      test(`at ${operation.name}, ${at.what}: another worker continues, and nothing is created twice`, async (t) => {
        const bot = await startWithoutWorker(t);
        const { service } = bot;
        const made = (): number =>
          operation.name === 'publish' ? service.publishes() : service.creations() + service.generations();
        if (!('failpoint' in at)) service.faults.add({ on: operation.on, kind: 'delay', ms: 1_000 });
        if ('failpoint' in at) {
          const dying = await startWorkerDyingAt(t, bot, `${operation.name} ${at.failpoint}`);
          await operation.begin(bot);
          await dying.ended;
        } else {
          const mortal = await startKillableWorker(t, bot);
          await operation.begin(bot);
          await eventually(() => assert.equal(service.requestsTo(operation.on).length, 1));
          mortal.kill();
          await mortal.ended;
        }
        await startReplacement(t, bot);
        const card = await seesCard(bot, at.made === 1 ? operation.ends : cardSays.unknown);
        if (at.made === 0) await card.offersOnly([retryButtons.check, operation.again]);
        assert.equal(service.requestsTo(operation.on).length, at.made);
        assert.equal(made(), at.made);
        if (at.made === 1) return;
        await bot.cy.clicks(card, operation.again);
        await seesCard(bot, operation.ends);
        assert.equal(made(), 1);
      });
    }
  }

  const writing = /Generating an AI post/;
  const atSlack = [
    // a message that was posted but not recorded stays; its text remains correct
    ['status posted', 1],
    ['card rendered', 0],
    ['status retired', 0],
  ] as const;

  for (const [failpoint, statusesLeft] of atSlack) {
    longTest(
      `at “${failpoint}”: another worker continues, one card has buttons, and its status message is finished`,
      async (t) => {
        const bot = await startWithoutWorker(t);
        const { ana, chat, service } = bot;
        service.holdGeneration();
        const dying = await startWorkerDyingAt(t, bot, failpoint);
        await submits(ana, '/ai-post Our autumn menu starts on Monday');
        if (failpoint === 'status posted') await dying.ended;
        else await ana.sees('social', writing);
        service.releaseGeneration();
        await dying.ended;
        await startReplacement(t, bot);

        await eventually(() => {
          const shown = chat.messages('social');
          const live = shown.filter(({ buttons }) => buttons.length > 0);
          assert.deepEqual(
            live.map(({ text }) => cardSays.ready.test(text)),
            [true],
          );
          assert.equal(shown.filter(({ text }) => writing.test(text)).length, statusesLeft);
        });
        assert.equal(service.generations(), 1);
      },
    );
  }

  const on = 'PATCH /post/*';

  longTest(
    'after the response to an edit was recorded: another worker shows it, and sends nothing',
    async (t) => {
      const bot = await startWithoutWorker(t);
      const { ana, bo, service } = bot;
      const dying = await startWorkerDyingAt(t, bot, 'update recorded');
      const card = await makesDraft(ana, 'The first words');
      await edits(bo, card, 'The second words');
      await dying.ended;
      await startReplacement(t, bot);
      await card.shows(/The second words/);
      await card.offers('Approve & publish');
      assert.equal(service.posts()[0]?.caption, 'The second words');
      assert.equal(service.requestsTo(on).length, 1);
    },
  );

  test('before the response to an edit was recorded: another worker sends it again', async (t) => {
    const bot = await startWithoutWorker(t);
    const { ana, bo, service } = bot;
    const dying = await startWorkerDyingAt(t, bot, 'update answered');
    const card = await makesDraft(ana, 'The first words');
    await edits(bo, card, 'The second words');
    await dying.ended;
    await startReplacement(t, bot);
    await card.shows(/The second words/);
    assert.equal(service.requestsTo(on).length, 2);
  });
});

/** The test's card, once it shows this. */
async function seesCard({ chat }: StartedBot, says: RegExp): Promise<ShownMessage> {
  const cards = () => chat.messages('social').filter(({ thread }) => !thread);
  return eventually(() => cards().find(({ text }) => says.test(text)) ?? null);
}
