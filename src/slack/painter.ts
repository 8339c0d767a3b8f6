/** Draws cards as Slack messages: posts them once, redraws them in place, and finds another place when it must. */
import type { KnownBlock } from '@slack/types';
import { WebAPIPlatformError, WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Card, CardMessage } from '#src/cards/card.ts';
import type { Review } from '#src/cards/rules.ts';
import type { Drawn, Painter } from '#src/ports.ts';
import { alertText } from '#views/alert.ts';
import { drawCampaign } from '#views/campaign.ts';
import { type Drawing, type DrawOptions, drawCard } from '#views/card.ts';

/** Slack refuses the place: the author gets the card privately instead (Slack: chat.postMessage, Errors). */
const noPlace = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'cannot_reply_to_message',
  'thread_not_found',
]);

/** The message is gone or no longer ours: the card is posted anew. */
const noMessage = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'channel_not_found',
  'is_archived',
  'not_in_channel',
]);

/** The next try ends the same way, until the card moves or somebody changes the workspace. */
const hopeless = new Set([
  'account_inactive',
  'user_not_found',
  'messages_tab_disabled',
  'invalid_auth',
  'token_revoked',
  'missing_scope',
]);

/** What Slack said, with when a next attempt makes sense, for the worker. */
class DrawingFailed extends Error {
  readonly retry: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(cause: Error) {
    super(`Slack did not take the card: ${cause.message}`, { cause });
    this.name = 'DrawingFailed';
    this.retry = !hopeless.has(codeOf(cause) ?? '');
    this.retryAfterMs = cause instanceof WebAPIRateLimitedError ? cause.retryAfter * 1_000 : undefined;
  }
}

/** `reviewOf` says how far the approvals of a card are; `undefined`: no rule asks for any. */
export function createPainter(
  client: WebClient,
  log: Logger,
  reviewOf: (card: Card) => Promise<Review | undefined>,
): Painter {
  return {
    async draw(card, posts, below) {
      const review = card.kind === 'campaign' ? undefined : await reviewOf(card);
      const paint = (options: DrawOptions): Drawing =>
        card.kind === 'campaign'
          ? drawCampaign(card, posts, options)
          : drawCard(card, { ...options, review, place: below && placeIn(below, card) });
      try {
        return await place(client, log, card, paint, below);
      } catch (cause) {
        throw new DrawingFailed(cause instanceof Error ? cause : new Error(String(cause)));
      }
    },

    async alert(card) {
      const { message } = card;
      const text = alertText(card);
      const below =
        message &&
        (await unless(noPlace, () =>
          client.chat.postMessage({ channel: message.channel, thread_ts: message.ts, text }),
        ));
      if (!below) await client.chat.postMessage({ channel: card.author, text });
    },
  };
}

/** Its number in the campaign, as the campaign's own card counts. */
function placeIn(campaign: Card, card: Card): { n: number; of: number } | undefined {
  const n = campaign.posts.indexOf(card.id) + 1;
  const wanted = campaign.request?.kind === 'campaign' ? campaign.request.posts : 0;
  return n > 0 ? { n, of: Math.max(wanted, campaign.posts.length) } : undefined;
}

type Paint = (options: DrawOptions) => Drawing;

async function place(
  client: WebClient,
  log: Logger,
  card: Card,
  paint: Paint,
  below: Card | undefined,
): Promise<Drawn> {
  const standing = card.message;
  const bring = standing?.aside && card.bring;
  // its campaign was brought to the channel, so this post follows it there
  const moved = standing && below?.message && below.message.channel !== standing.channel;
  if (standing && !bring && !moved) {
    const redrawn = await unless(noMessage, () => update(client, standing, paint, below));
    if (redrawn) return { message: await withoutOld(client, log, standing), whole: true };
    log.warn({ card: card.id }, 'the message of a card is gone; it is posted anew');
  }
  // a campaign's posts stand in its thread, also when that is in a direct message
  const where = below?.message ?? { channel: card.channel, ts: undefined };
  const posted = await unless(noPlace, () =>
    post(client, where.channel, where.ts, below?.message?.aside ?? false, paint),
  );
  if (posted && standing) {
    const { channel, ts } = standing;
    return { message: { ...posted.message, instead: { channel, ts } }, whole: false };
  }
  if (posted) return posted;
  if (standing && bring) {
    await update(client, standing, paint, below);
    return { message: standing, whole: true };
  }
  log.warn(
    { card: card.id, channel: card.channel },
    'no right to post in the channel; the author gets the card',
  );
  return post(client, card.author, undefined, true, paint);
}

async function post(
  client: WebClient,
  channel: string,
  thread: string | undefined,
  aside: boolean,
  paint: Paint,
): Promise<Drawn> {
  let whole = true;
  const answer = await inDetail((detail) => {
    const { text, blocks } = paint({ detail, aside: aside && thread === undefined });
    // when we die before it is noted where it stands, nobody could ever take its buttons away
    const bare = blocks.map(withoutButton).filter((block) => block !== undefined);
    whole = bare.every((block, i) => block === blocks[i]) && bare.length === blocks.length;
    return client.chat.postMessage({
      channel,
      text,
      blocks: bare,
      unfurl_links: false,
      unfurl_media: false,
      ...(thread && { thread_ts: thread }),
    });
  });
  if (!answer.channel || !answer.ts) throw new Error('Slack did not say where the message stands');
  return { message: { channel: answer.channel, ts: answer.ts, ...(aside && { aside }) }, whole };
}

function withoutButton(block: KnownBlock): KnownBlock | undefined {
  if (block.type === 'actions') return undefined;
  if (block.type !== 'section' || block.accessory?.type !== 'button') return block;
  const { accessory: _button, ...rest } = block;
  return rest;
}

/** Takes away the message whose place this one took, now that it is noted where this one stands. */
async function withoutOld(
  client: WebClient,
  log: Logger,
  { instead, ...message }: CardMessage,
): Promise<CardMessage> {
  if (instead)
    await client.chat.delete(instead).catch((cause: unknown) => {
      log.warn({ err: cause }, 'the old message of a card could not be taken away');
    });
  return message;
}

async function update(
  client: WebClient,
  { channel, ts, aside }: CardMessage,
  paint: Paint,
  below: Card | undefined,
): Promise<true> {
  await inDetail((detail) =>
    client.chat.update({ channel, ts, ...paint({ detail, aside: (aside ?? false) && !below }) }),
  );
  return true;
}

const tooMuch = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'msg_too_long']);

/** Slack refuses a whole message for one block, such as a picture that it cannot fetch: then it is drawn with less. */
async function inDetail<T>(send: (detail: DrawOptions['detail']) => Promise<T>): Promise<T> {
  for (const detail of ['pictures', 'links'] as const) {
    try {
      return await send(detail);
    } catch (cause) {
      if (!tooMuch.has(codeOf(cause) ?? '')) throw cause;
    }
  }
  return send('bare');
}

/** The result, or nothing when Slack refused for one of these reasons. */
async function unless<T>(codes: ReadonlySet<string>, send: () => Promise<T>): Promise<T | undefined> {
  try {
    return await send();
  } catch (cause) {
    if (codes.has(codeOf(cause) ?? '')) return undefined;
    throw cause;
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof WebAPIPlatformError ? cause.data.error : undefined;
}
