/** Helpers for the review of a campaign. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { Clickable } from '#sandbox/chat/driver/shown.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import { fieldsOf, textOf } from '#sandbox/chat/json.ts';
import { reviewEach, whatToDoLabel } from '#views/campaigns/review.ts';
import { decisionsTitle } from '#views/campaigns/review-decisions.ts';
import { type BotOptions, type StartedBot, startBot } from './bot.ts';
import { eventually } from './eventually.ts';
import { cardsBelow } from './notifications.ts';

/** A tuple of N items if N is a literal, so that indexing it never gives `undefined`. */
type Several<N extends number, T, Found extends T[] = []> = number extends N
  ? T[]
  : Found['length'] extends N
    ? Found
    : Several<N, T, [...Found, T]>;

interface Started<N extends number> extends StartedBot {
  card: ShownMessage;
  posts: Several<N, ShownMessage>;
}

/** Creates Ana's campaign, with posts ready for review. */
export async function withCampaign<N extends number>(
  t: TestContext,
  posts: N,
  options: BotOptions = {},
  fill: Record<string, Entry> = {},
): Promise<Started<N>> {
  const started = await startBot(t, options);
  const { ana } = started;
  const modal = await ana.opens('/campaign Opening week of the new shop', 'New campaign', { in: 'launches' });
  const profile = ['Instagram · northwind.coffee'];
  await modal.submit({ Posts: String(posts), Days: '7', 'Social profiles': profile, ...fill });
  const card = await ana.sees('launches', /Campaign for Northwind Coffee/);
  await card.shows(/posts? to review/);
  await card.offers('Review campaign');
  await eventually(() => assert.equal(cardsBelow(card).length, posts));
  return { ...started, card, posts: cardsBelow(card) as Several<N, ShownMessage> };
}

/** Opens the review of the posts. */
export async function reviews(who: Driver, card: Clickable): Promise<ShownView> {
  return (await who.opensOn(card, 'Review campaign', 'Review campaign')).shows(/ \*1\.\* /);
}

/** Ticks posts by their numbers. */
export async function tick(modal: ShownView, ...numbers: number[]): Promise<void> {
  const blocks = modal.blocks.map((block) => textOf(fieldsOf(block).block_id));
  for (const n of numbers) {
    const block = blocks.find((id) => id.startsWith(`post.${n}.`));
    assert.ok(block, `the form has no post ${n}`);
    await modal.fill({ [block]: [`Post ${n}`] });
  }
}

/** The label of the field below the posts. */
export const whatToDo = whatToDoLabel;

/** Chooses what to do with the selected posts, and goes to the next form. */
export async function continueTo(
  who: Driver,
  modal: ShownView,
  what: string,
  shows: RegExp,
): Promise<ShownView> {
  assert.deepEqual(await modal.submit({ [whatToDo]: what }), { closed: false, errors: {} });
  return who.seesModal(shows);
}

/** Goes to the form with a decision for each selected post. */
export const decideEach = (who: Driver, modal: ShownView): Promise<ShownView> =>
  continueTo(who, modal, reviewEach, new RegExp(decisionsTitle));

/** The form with a decision for each of these posts. */
export async function decisionsFor(who: Driver, card: Clickable, ...numbers: number[]): Promise<ShownView> {
  const modal = await reviews(who, card);
  await tick(modal, ...numbers);
  return decideEach(who, modal);
}

/** The direct message to this user about several posts. */
export const report = (who: Driver, match: RegExp): Promise<ShownMessage> => who.sees('Presscheck', match);

/** How many posts are ticked on this page. */
export const tickedCount = (modal: ShownView): number =>
  Object.entries(modal.values).filter(([, value]) => Array.isArray(value) && value.length > 0).length;
