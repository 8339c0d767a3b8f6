/**
 * Renders cards as Slack messages: posts each once, updates it in place, and finds another place if it has
 * to.
 */
import { isDeepStrictEqual } from 'node:util';
import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { messageAddress } from '#src/platform/slack/message-address.ts';
import { removeOldMessage } from '#src/platform/slack/old-message.ts';
import { postMessage, withoutPreviews } from '#src/platform/slack/post-message.ts';
import {
  channelGone,
  isRefusal,
  noMessage,
  tooMuch,
  unlessRefusedFor,
} from '#src/platform/slack/refusals.ts';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import type { Users } from '#src/platform/slack/users.ts';
import type { Card, CardMessage, Mentions } from '#src/posts/card/card.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { firstCall, type RenderedWith, saysUnavailable } from '#src/posts/card/rendering.ts';
import type { Review } from '#src/posts/card/rule.ts';
import { firstVersionOf } from '#src/posts/card/versions.ts';
import type { Clock } from '#views/kit/moment.ts';
import { unnamed } from '#views/kit/text.ts';
import { type Rendering, type RenderOptions, renderCard } from '#views/posts/card.ts';
import { mentionedIn, withNames } from '#views/posts/mentions.ts';
import { renderLinks } from '#views/posts/status.ts';

/** What the current rule, pause and settings add to a card. */
export interface Look {
  /** `undefined`: no rule applies. */
  review: Review | undefined;
  paused: Paused | undefined;
  undoForMs: number;
  /** Its brand has posting times. */
  hasSlots: boolean;
  /** The post's address in the service's web app, if that's known. */
  address: string | undefined;
  /** How its buttons show times. */
  clock: Clock;
}

interface Deps {
  client: WebClient;
  log: Logger;
  lookOf(card: Card): Promise<Look>;
  /** The feature of campaigns says how their cards look. */
  campaignRenderer(campaign: Card, posts: Card[], renderedWith: RenderedWith): Promise<Renderer>;
  slash(name: string): string;
  /** The workspace's address in Slack. */
  slackUrl(): Promise<string>;
  names: Names;
}

/** Where the message is, which may be a new place. */
export interface RenderedCard {
  message: CardMessage;
  /** False: the message is new, and has to be noted and rendered once more to be complete. */
  isComplete: boolean;
  /**
   * The message shows something temporary, so it has to be updated even if nothing else happens to the card.
   */
  isTemporary?: boolean;
}

export type CardRenderer = ReturnType<typeof createCardRenderer>;

export function createCardRenderer({ client, log, lookOf, campaignRenderer, slash, slackUrl, names }: Deps) {
  async function cardRenderer(
    card: Card,
    parent: Card | undefined,
    renderedWith: RenderedWith,
  ): Promise<Renderer> {
    const { alert, kept, notAttached, mentions } = renderedWith;
    const look = await lookOf(card);
    const address = (alert ?? kept?.message) && (await slackUrl());
    return {
      render: (options) =>
        renderCard(card, {
          ...options,
          ...look,
          notAttached,
          slash,
          mentions,
          alert: alert && address ? messageAddress(address, alert) : undefined,
          kept: kept && {
            isPublished: kept.isPublished,
            address: kept.message && address ? messageAddress(address, kept.message) : undefined,
          },
          position: parent && positionIn(parent, card),
        }),
      isTemporary: saysUnavailable(card, look.review),
    };
  }

  return {
    /** Throws Slack's error. `posts`: of a campaign; `parent`: the card whose thread it's in. */
    async render(
      card: Card,
      posts: Card[],
      parent: Card | undefined,
      renderedWith: RenderedWith = {},
    ): Promise<RenderedCard> {
      const { mentions } = renderedWith;
      const { render, isTemporary, rendered } =
        card.kind === 'campaign'
          ? await campaignRenderer(card, posts, renderedWith)
          : await cardRenderer(card, parent, renderedWith);
      const { message, ...rest } = await orRenderFailed(() =>
        place({ client, log, slackUrl, names, card, render, parent, mentions: mentions ?? [] }),
      );
      rendered?.();
      const isNew = message !== card.message && !message.mentioned;
      const mentioned = mentions && isNew && { mentioned: { as: card.state, mentions } };
      return { ...rest, message: inThread({ ...message, ...mentioned }, parent), isTemporary };
    },
  };
}

/** Its number in the campaign, as the campaign's card counts. */
function positionIn(campaign: Card, card: Card): { n: number; of: number } | undefined {
  const n = campaign.posts.indexOf(firstVersionOf(card)) + 1;
  const { request } = campaign;
  const requested = request?.kind === 'campaign' || request?.kind === 'import' ? request.posts : 0;
  return n > 0 ? { n, of: Math.max(requested, campaign.posts.length) } : undefined;
}

type Render = (options: Pick<RenderOptions, 'detail' | 'aside'>) => Rendering;

/** How a card is rendered right now. */
export interface Renderer {
  render: Render;
  /** The card shows something temporary, such as a user group that can't be read right now. */
  isTemporary: boolean;
  /** Called once Slack has taken what was rendered last. */
  rendered?(): void;
}

type Names = Pick<Users, 'nameOf' | 'groupNameOf'>;

interface Placing {
  client: WebClient;
  log: Logger;
  slackUrl: () => Promise<string>;
  names: Names;
  card: Card;
  render: Render;
  parent: Card | undefined;
  /** The people whom a new message notifies; it notifies nobody else. */
  mentions: Mentions;
}

async function place(placing: Placing): Promise<RenderedCard> {
  const { client, log, card, render, parent } = placing;
  const shown = card.message;
  if (shown && firstCall(card, parent).call === 'update') {
    const updated = await unlessRefusedFor(noMessage, () => update(client, shown, render, parent));
    if (updated) return { message: await withoutOld(placing, shown), isComplete: true };
    log.warn({ card: card.id }, "a card's message is gone; posting a new one");
  }
  const posted = await postSomewhere(placing);
  if (!shown || posted.message === shown) return posted;
  const { channel, ts } = shown;
  return { message: { ...posted.message, instead: { channel, ts } }, isComplete: false };
}

/**
 * Posts in the card's channel, or where only its author sees it. Returns the existing message if there is
 * one.
 */
async function postSomewhere(placing: Placing): Promise<RenderedCard> {
  const { client, log, card, render, parent } = placing;
  // a campaign's posts are in its thread, even in a direct message
  const where = parent?.message ?? { channel: card.channel, ts: undefined };
  const posted = await unlessRefusedFor(channelGone, () =>
    post(placing, { ...where, aside: parent?.message?.aside ?? false }),
  );
  if (posted) return posted;
  if (card.message?.aside && card.showInChannel && !card.repost) {
    await update(client, card.message, render, parent);
    return { message: card.message, isComplete: true };
  }
  log.warn(
    { card: card.id, channel: card.channel },
    'not allowed to post in the channel; sending the card to its requester',
  );
  return post(placing, { channel: card.author, ts: undefined, aside: true });
}

async function post(
  { client, names, render, mentions }: Placing,
  { channel, ts: thread, aside }: { channel: string; ts: string | undefined; aside: boolean },
): Promise<RenderedCard> {
  let isComplete = true;
  const posted = await inDetail(async (detail) => {
    const rendered = render({ detail, aside: aside && thread === undefined });
    const named = await mentioningOnly(mentions, rendered, names);
    const { text, blocks } = { ...named, blocks: withoutButtons(named.blocks) };
    isComplete = isDeepStrictEqual({ text, blocks }, rendered);
    return postMessage(client, {
      channel,
      text,
      blocks,
      ...withoutPreviews,
      ...(thread && { thread_ts: thread }),
    });
  });
  return { message: { ...posted, ...(aside && { aside }) }, isComplete };
}

/**
 * A card names people whom it doesn't notify, such as everyone who can approve it. An edit may mention them,
 * since it notifies nobody.
 */
async function mentioningOnly(mentions: Mentions, message: Rendering, names: Names): Promise<Rendering> {
  const isQuiet = (id: string): boolean => !mentions.some((one) => one.id === id && one.quiet === undefined);
  const { users, groups } = mentionedIn(message);
  const called = await Promise.all([
    ...users.filter(isQuiet).map(async (id) => [id, (await names.nameOf(id)) ?? unnamed.person] as const),
    ...groups
      .filter(isQuiet)
      .map(async (id) => [id, (await names.groupNameOf(id)) ?? unnamed.group] as const),
  ]);
  return withNames(message, new Map(called));
}

/** The message with its thread, which an earlier release didn't note. */
function inThread(message: CardMessage, parent: Card | undefined): CardMessage {
  const first = parent?.message;
  return first && first.channel === message.channel ? { thread: first.ts, ...message } : message;
}

/**
 * For a new message: if the process died before the message was noted, nobody could ever remove its buttons.
 * They're added with the first update.
 */
export const withoutButtons = (blocks: readonly KnownBlock[]): KnownBlock[] =>
  blocks.map(withoutButton).filter((block) => block !== undefined);

function withoutButton(block: KnownBlock): KnownBlock | undefined {
  if (block.type === 'actions') return undefined;
  if (block.type === 'carousel')
    return { ...block, elements: block.elements.map(({ actions: _, ...card }) => card) };
  if (block.type !== 'section' || block.accessory?.type !== 'button') return block;
  const { accessory: _button, ...rest } = block;
  return rest;
}

/** Deletes the message that this one replaces, now that this one is noted. */
async function withoutOld(
  { client, log, slackUrl, card }: Placing,
  { instead, ...message }: CardMessage,
): Promise<CardMessage> {
  if (instead)
    await removeOldMessage(
      client,
      log,
      instead,
      renderLinks([{ card, address: messageAddress(await slackUrl(), message) }]),
    );
  return message;
}

async function update(
  client: WebClient,
  { channel, ts, aside }: CardMessage,
  render: Render,
  parent: Card | undefined,
): Promise<true> {
  await inDetail((detail) =>
    client.chat.update({ channel, ts, ...render({ detail, aside: (aside ?? false) && !parent }) }),
  );
  return true;
}

/**
 * Slack refuses a whole message because of one block, such as an image that it can't fetch. Then it's posted
 * without some detail.
 */
export async function inDetail<T>(send: (detail: RenderOptions['detail']) => Promise<T>): Promise<T> {
  for (const detail of ['pictures', 'links'] as const) {
    try {
      return await send(detail);
    } catch (cause) {
      if (!isRefusal(cause, tooMuch)) throw cause;
    }
  }
  return send('bare');
}
