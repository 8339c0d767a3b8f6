/** Common user actions that set up a test, and patterns for what cards show. */

import assert from 'node:assert/strict';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { Clickable } from '#sandbox/chat/driver/shown.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Submission } from '#sandbox/chat/driver/shown-view.ts';
import type { Match } from '#sandbox/chat/driver/wait-until.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Card } from '#src/posts/card/card.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { rejectModal } from '#views/posts/card-modals.ts';
import { stateWords } from '#views/posts/card-state.ts';
import { closeInTime } from '#views/posts/warnings.ts';
import type { StartedBot } from './bot.ts';
import { eventually } from './eventually.ts';
import { cardsBelow } from './notifications.ts';

const { generating, review, scheduled, published, outcome_unknown } = stateWords;

export const cardSays = {
  ready: new RegExp(review),
  /** Matches a card that's ready for review and contains this text. */
  readyWith: ({ source, flags }: RegExp): RegExp => new RegExp(`${review}[\\s\\S]*${source}`, flags),
  scheduled: new RegExp(`${scheduled} for`),
  publishedBy: (user: string): RegExp => new RegExp(`${published} by <@${user}>`),
  generating: new RegExp(generating),
  unknown: new RegExp(outcome_unknown),
};

interface FormOptions {
  /** The channel. Default `social`. */
  in?: string;
  /** Values for other fields, by label. */
  fill?: Record<string, Entry>;
}

const defaultFields: Record<string, Entry> = { 'Social profiles': ['Instagram · northwind.coffee'] };

/** Opens a form and selects the brand, then its profiles, which the form offers only after the brand. */
export async function opensWithBrand(who: Driver, command: string, brand: string, profiles: string[]) {
  const modal = await who.opens(command, /^New/);
  await modal.fill({ Brand: brand });
  await eventually(() => assert.ok(modal.privateMetadata.includes(brand)));
  await modal.fill({ 'Social profiles': profiles });
  return modal;
}

export const atlasOutdoor = (who: Driver, command: string, profiles: string[]) =>
  opensWithBrand(who, command, 'Atlas Outdoor', profiles);

/** Runs a command, fills in its modal, and submits it. */
export async function submits(who: Driver, command: string, options: FormOptions = {}): Promise<Submission> {
  const modal = await who.opens(command, /^New/, { in: options.in ?? 'social' });
  // on a busy machine, the modal can open before the brands are loaded, and is updated with the only one
  const fill = { ...defaultFields, ...options.fill };
  await eventually(() => modal.fill(fill));
  const sent = await submitsAnyway(modal);
  if (!sent.errors.Brand || fill.Brand) return sent;
  // the brands couldn't be read in time, so none is selected
  await modal.fill({ Brand: 'Northwind Coffee' });
  await eventually(() => modal.fill(fill));
  return submitsAnyway(modal);
}

/** Like `submits`, and waits for the card that shows this. */
export async function requestsCard(
  who: Driver,
  command: string,
  shows: Match,
  options: FormOptions = {},
): Promise<ShownMessage> {
  await submits(who, command, options);
  return who.sees(options.in ?? 'social', shows);
}

/** Submits the form, and submits it again if it only warns about a time close to other posts. */
async function submitsAnyway(modal: Awaited<ReturnType<Driver['seesModal']>>): Promise<Submission> {
  const sent = await modal.submit();
  const isWarned = !sent.closed && modal.text.includes(closeInTime);
  return isWarned && Object.keys(sent.errors).length === 0 ? modal.submit() : sent;
}

/** Opens the list of posts, so that the bot knows all posts of the brand. */
export async function opensPosts(who: Driver): Promise<void> {
  await who.hears('/social posts', /^As of/m);
}

/** Creates a draft and returns its card, ready for review. */
export async function makesDraft(
  who: Driver,
  caption: string,
  options: FormOptions = {},
): Promise<ShownMessage> {
  const card = await requestsCard(who, `/post ${caption}`, cardSays.ready, options);
  await eventually(() => assert.ok(card.buttons.length > 0));
  return card;
}

/** Changes the post's caption. */
export async function edits(who: Driver, card: ShownMessage, caption: string): Promise<void> {
  const modal = await who.opensOn(card, 'Edit', /^Edit/);
  await modal.sends({ Caption: caption });
}

/** Submits the form that rejects this post. */
export const rejects = (chat: Chat, card: Card) =>
  chat.deliver.interaction({
    type: 'view_submission',
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: rejectModal.id,
      blocks: [],
      private_metadata: rejectModal.render(card).private_metadata,
      state: { values: { reason: { reason: { value: 'No' } } } },
    },
  });

type Buttons = { readonly blocks: readonly unknown[] };

/**
 * The text of the approve button, such as `Approve`, `Approve & publish`, or `Approve & schedule for Nov 29, 9:30 AM CET`;
 * `undefined` if there's none.
 */
export const approveButtonNow = ({ blocks }: Buttons): string | undefined =>
  blocks
    .flatMap(
      (block) => (block as { elements?: { action_id?: string; text?: { text: string } }[] }).elements ?? [],
    )
    .find(({ action_id }) => action_id === actions.agree)?.text?.text;

/** Waits for the approve button and returns its text. */
export const approveButton = (on: Buttons): Promise<string> => eventually(() => approveButtonNow(on) ?? null);

const approvesNow = (on: Buttons, says: string | undefined): string | undefined => {
  const said = approveButtonNow(on);
  return says === undefined || said === says ? said : undefined;
};

/**
 * Clicks the approve button once its text is `says`, and confirms the dialog if there is one. With `shows`, waits until the message
 * or view with the button matches.
 */
export const approve = async (
  who: Driver,
  on: Clickable,
  { says, ...then }: { says?: string; shows?: Match } = {},
): Promise<string> => who.clicks(on, await eventually(() => approvesNow(on, says) ?? null), then);

/** Submits the form of *Rewrite*, and returns its errors. */
export async function rewrites(
  who: StartedBot['bo'],
  card: ShownMessage,
  fill: Record<string, string>,
): Promise<Record<string, string>> {
  const modal = await who.opensOn(card, 'Rewrite', 'Rewrite post');
  return (await modal.submit(fill)).errors;
}

/** The nth card in the thread, once that version is ready for review. */
export const nthVersion = (card: ShownMessage, n: number): Promise<ShownMessage> =>
  eventually(() => {
    const version = cardsBelow(card)[n - 1];
    return version?.buttons.includes('Keep this version') ? version : null;
  });
