/** A campaign's posts in a carousel, over signed HTTP. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CardBlock } from '@slack/types';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { BotOptions, StartedBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { withCampaign } from '#test/support/review.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardSays } from '#test/support/user-actions.ts';

/** The cards of a message, by carousel. */
const carouselsOf = (message: ShownMessage): CardBlock[][] =>
  message.blocks.flatMap((block) =>
    'elements' in block && block.type === 'carousel' ? [block.elements] : [],
  );

const cardsOf = (message: ShownMessage): CardBlock[] => carouselsOf(message).flat();

/** The main button of the nth post. */
const mainOf = (message: ShownMessage, n: number): string =>
  cardsOf(message)[n - 1]?.actions?.[0]?.text.text ?? '';

const subtitles = (message: ShownMessage): string[] =>
  cardsOf(message).map(({ subtitle }) => subtitle?.text ?? '');

/** A campaign whose message has all its posts and their buttons. */
async function withCarousel<N extends number>(
  t: TestContext,
  posts: N,
  options: BotOptions = {},
  images?: string,
) {
  const started = await withCampaign(t, posts, options, images ? { 'Images per post': images } : {});
  const { card } = started;
  await eventually(() => {
    assert.equal(cardsOf(card).length, posts);
    assert.match(mainOf(card, posts), /^Approve & schedule for /);
  });
  return started;
}

/** The calls with a carousel, whether Slack accepted it or not. */
const carouselCalls = ({ chat }: StartedBot): number =>
  chat.calls.filter(({ args }) => JSON.stringify(args).includes('"carousel"')).length;

test('a campaign’s posts are cards with an image, a state, and buttons', async (t) => {
  const { bo, card, service } = await withCarousel(t, 3, {}, '2 images (carousel)');
  assert.equal(card.pictures.length, 3);

  const [first, second] = cardsOf(card);
  assert.equal(first?.title?.text, 'Post 1 of 3');
  assert.match(first?.subtitle?.text ?? '', /^:eyes: Ready for review · planned for <!date\^/);
  assert.ok((first?.body?.text.length ?? 0) > 0);
  const [picture] = card.pictures;
  assert.ok(picture?.url.startsWith(new URL('/media/', service.url).href));
  assert.equal(picture?.alt, 'Image 1 of 2 for Northwind Coffee');
  assert.deepEqual(
    second?.actions?.map(({ action_id, accessibility_label }) => [action_id, accessibility_label]),
    [
      ['card.agree', `${mainOf(card, 2)}, post 2`],
      ['card.see-all', 'Show full post, post 2'],
    ],
  );
  assert.match(card.fallback, /^Campaign for Northwind Coffee: \*3 posts to review\*/);
  assert.equal(card.buttons.at(-1), 'Review campaign');

  await bo.clicks(card, 'Show full post', { beside: /Post 2 of 3/ });
  // everything needed to decide without opening the post's card
  const full = await bo.seesModal('Full post');
  assert.match(
    full.text,
    /\*Northwind Coffee\* {2}· {2}Instagram · northwind\.coffee {2}· {2}planned for <!date/,
  );
});

test('a decision in the carousel counts for the post, and both the carousel and its card show it', async (t) => {
  const { bo, card, posts, service } = await withCarousel(t, 3);
  const approve = mainOf(card, 2);
  await bo.clicks(card, approve, { beside: /Post 2 of 3/ });
  await posts[1].shows(/Scheduled for .*by <@U0BO>/);
  await eventually(() => assert.match(subtitles(card)[1] ?? '', /^:calendar: Scheduled · <!date/));
  assert.equal(mainOf(card, 2), 'Reschedule');
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['draft', 'scheduled', 'draft'],
  );
  await card.shows(/2 posts to review/);

  await bo.clicks(posts[0], 'Publish now');
  await eventually(() => assert.match(subtitles(card)[0] ?? '', /^:white_check_mark: Published$/));
  assert.doesNotMatch(JSON.stringify(cardsOf(card)), /<@/, 'nobody is mentioned');
});

longTest('a post that was rejected or has changes requested says why in the carousel', async (t) => {
  const { bo, card, posts } = await withCarousel(t, 2);
  for (const [n, button, field, says] of [
    [1, 'Reject', 'Reason', 'Rejected'],
    [2, 'Request changes', 'What should change', 'Changes requested'],
  ] as const) {
    const form = await bo.opensOn(posts[n - 1] ?? card, button, new RegExp(`^${button}`));
    await form.sends({ [field]: `Sold out ${n}` });
    await eventually(() =>
      assert.match(
        cardsOf(card)[n - 1]?.body?.text ?? '',
        new RegExp(`(^|\\n)\\*${says}:\\* Sold out ${n}\\n.`),
      ),
    );
  }
});

longTest('in the carousel, people who can’t approve are refused, and approvals are counted', async (t) => {
  const started = await withCarousel(t, 2);
  const { ana, bo, cy, card, service } = started;
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0BO', 'U0CY'], needed: 2 }), 'brand-1');
  await eventually(() => assert.match(subtitles(card)[0] ?? '', /Ready for review · 0 of 2 approvals/));

  const approve = mainOf(card, 1);
  await ana.hearsOn(card, approve, /can’t review posts/, { beside: /Post 1 of 2/ });
  assert.match(subtitles(card)[0] ?? '', /0 of 2 approvals/);
  await bo.clicks(card, approve, { beside: /Post 1 of 2/ });
  await eventually(() => assert.match(subtitles(card)[0] ?? '', /1 of 2 approvals/));
  await cy.clicks(card, mainOf(card, 1), { beside: /Post 1 of 2/ });
  await eventually(() => assert.match(subtitles(card)[0] ?? '', /:calendar: Scheduled/));
  assert.equal(service.requestsTo('PATCH /post/*').length, 1);
});

longTest(
  'while publishing is paused the cards say so, and afterwards they offer to approve again',
  async (t) => {
    const { cy, card } = await withCarousel(t, 2, {
      chat: {
        users: [
          { id: 'U0ANA', name: 'Ana' },
          { id: 'U0BO', name: 'Bo' },
          { id: 'U0CY', name: 'Cy', role: 'admin' },
        ],
      },
    });
    await cy.types('/social pause Northwind Coffee A recall');
    await eventually(() =>
      assert.match(subtitles(card).join('\n'), /^(:double_vertical_bar: Publishing is paused · .*\n?){2}$/),
    );
    assert.equal(cardsOf(card)[0]?.actions?.[0]?.style, undefined);
    await cy.types('/social resume Northwind Coffee');
    await eventually(() => assert.match(subtitles(card)[1] ?? '', cardSays.ready));
  },
);

longTest('a post whose planned time passes unapproved says so', async (t) => {
  let aheadMs = 0;
  const { card } = await withCarousel(t, 2, { now: () => Date.now() + aheadMs });
  aheadMs = 30 * 86_400_000;
  await eventually(() =>
    assert.match(
      subtitles(card).join('\n'),
      /^(:eyes: Ready for review · missed its planned time, <!date.*\n?){2}$/,
    ),
  );
});

longTest('eleven posts are in two carousels, and a single one in its own', async (t) => {
  const { card } = await withCarousel(t, 11);
  assert.deepEqual(
    carouselsOf(card).map(({ length }) => length),
    [6, 5],
  );
  assert.equal(cardsOf(card)[10]?.title?.text, 'Post 11 of 11');
  const { card: small } = await withCarousel(t, 1);
  assert.deepEqual(
    carouselsOf(small).map(({ length }) => length),
    [1],
  );
});

longTest(
  'if Slack doesn’t support carousels, posts are listed, and they are tried again an hour later',
  async (t) => {
    let aheadMs = 0;
    const started = await withCampaign(t, 3, {
      now: () => Date.now() + aheadMs,
      before: ({ chat }) => {
        chat.faults.blocksUnsupported = ['carousel'];
      },
    });
    const { bo, card, chat, posts, logs } = started;
    await card.shows(/:eyes: 1\. [\s\S]*:eyes: 3\. /);
    await eventually(() =>
      assert.ok(logs.some(({ msg }) => String(msg).startsWith('Slack refused a carousel'))),
    );
    assert.equal(carouselCalls(started), 2, 'with and without images');
    const publishes = async (post?: ShownMessage): Promise<void> => {
      assert.ok(post);
      await bo.clicks(post, 'Publish now', { shows: /Published by/ });
    };
    const [first, second, third] = posts;
    await publishes(first);
    await publishes(second);
    await card.shows(/1 post to review[\s\S]*:white_check_mark: 2\. /);
    assert.equal(carouselCalls(started), 2);
    assert.ok(card.buttons.includes('Review campaign'));

    chat.faults.blocksUnsupported = [];
    aheadMs = 3_600_000;
    await publishes(third);
    await eventually(() => assert.match(subtitles(card)[2] ?? '', /Published/));
  },
);

longTest(
  'if Slack can’t fetch an image, the cards are shown without images, which are added later',
  async (t) => {
    const { bo, card, chat } = await withCarousel(
      t,
      2,
      {
        before(parts) {
          parts.chat.faults.imagesUnreachable = () => true;
        },
      },
      '1 image',
    );
    assert.deepEqual(card.pictures, []);
    chat.faults.imagesUnreachable = [];
    await bo.clicks(card, mainOf(card, 1), { beside: /Post 1 of 2/ });
    await eventually(() => assert.match(subtitles(card)[0] ?? '', /Scheduled/));
    assert.equal(card.pictures.length, 2);
  },
);

longTest(
  'a campaign whose message was deleted is posted again, and its cards get their buttons',
  async (t) => {
    const started = await withCarousel(t, 2);
    const { ana, bo, card, chat, posts } = started;
    chat.faults.deleteMessage({ channel: card.channel, ts: card.ts });
    await bo.clicks(posts[0], 'Publish now');
    const anew = await ana.sees('launches', /Campaign for Northwind Coffee/);
    assert.notEqual(anew.ts, card.ts);
    await eventually(() => assert.match(mainOf(anew, 2), /^Approve & schedule for /));
    const sent = chat.calls.flatMap(({ method, args }) =>
      method === 'chat.postMessage' && JSON.stringify(args).includes('"carousel"')
        ? [JSON.stringify(args)]
        : [],
    );
    assert.equal(sent.length, 1);
    assert.doesNotMatch(sent[0] ?? '', /"button"|card\.agree/);
  },
);
