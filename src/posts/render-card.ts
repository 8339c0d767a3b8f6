/** Renders the card's current state. However many transitions were made meanwhile, people see the latest. */

import { isoNow } from '#src/platform/iso-now.ts';
import {
  again,
  done,
  type HandlerOf,
  handlerOf,
  type Outcome,
  type Retriable,
} from '#src/platform/queue/job.ts';
import type { ChannelCall } from '#src/platform/slack/channel-rate-limiter.ts';
import { needsRendering } from '#src/posts/card/attention.ts';
import type { Card, CardMessage, Mentions } from '#src/posts/card/card.ts';
import { isOverdue } from '#src/posts/card/content.ts';
import { rootOf } from '#src/posts/card/event-record.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { awaitsMessage } from '#src/posts/card/making.ts';
import { firstCall, type RenderedWith, tellsProgress } from '#src/posts/card/rendering.ts';
import { wasPublished } from '#src/posts/card/state.ts';
import { parentOf } from '#src/posts/card/versions.ts';
import type { CardPayload } from '#src/posts/card-job.ts';
import type { CardRenderer, RenderedCard } from '#src/posts/card-renderer.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import { notifyJob, renderCardJob } from './jobs.ts';
import { queueStatus } from './status.ts';

/** While a progress update waits, its card may get a result, which goes first. */
const checkAgainMs = 1_000;

/** Hundreds of cards may wait like this at once. A transition of one of them queues its job. */
const rerenderCheckMs = 10_000;

/** Slack limits how often the members of a user group can be read. */
const unavailableCheckMs = 30_000;

interface Deps extends JobDeps, Pick<Core, 'postFiles'> {
  renderer: CardRenderer;
  homes: { soon(workspace: string): void };
}

/** What features add to a card's message, and what they do once it's there. */
interface CardFeatures<Of> {
  /** The people whom a new message of the card notifies. */
  mentionsOf(deps: Of, card: Card, posts: readonly Card[]): Promise<Mentions | undefined>;
  /** The alert about the cause of its failure, if that's elsewhere. */
  alertOf(deps: Of, card: Card): Promise<CardMessage | undefined>;
  /** Slack shows the card. That isn't noted yet, so after a crash this is called again. */
  onRendered(deps: Of, card: Card): Promise<void>;
}

export const renderCardHandler = <Of>(features: CardFeatures<Of>): HandlerOf<Deps & Of> =>
  handlerOf(
    renderCardJob,
    (deps, payload) => runRender(deps, features, payload),
    // what can't be rendered at all waits for the card's next transition
    async (deps, { workspace, card: id }, cause) => {
      const { retry, refused } = cause as Retriable;
      // the run has noted what Slack refused
      const card = retry === false && !refused && (await deps.desk.get(workspace, id));
      if (card) await recordMessage(deps, card, undefined);
    },
  );

async function runRender<Of>(
  deps: Deps & Of,
  features: CardFeatures<Of>,
  { workspace, card: id }: CardPayload,
  second = false,
): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return done;
  const parentId = parentOf(card);
  const parent = parentId ? await deps.desk.get(workspace, parentId) : undefined;
  // a card in a thread is queued when the message above it exists
  if (parent && !parent.message) return done;
  if (awaitsMessage(card)) return done;
  const slackCall: ChannelCall = {
    workspace,
    card: id,
    progress: tellsProgress(card),
    ...firstCall(card, parent),
  };
  // a campaign shows its posts, which change without it
  if (slackCall.call === 'update' && card.kind !== 'campaign' && !needsRendering(card)) return done;
  if (second) await deps.channelRateLimiter.consumeNow(slackCall, deps.now());
  else {
    const waitMs = await deps.channelRateLimiter.consume(slackCall, deps.now());
    const atMostMs = card.rerender ? rerenderCheckMs : checkAgainMs;
    if (waitMs > 0) return again(slackCall.progress ? Math.min(waitMs, atMostMs) : waitMs);
  }
  const since = deps.now();
  const render = (): Promise<RenderedCard> => renderOrNote(deps, features, card, parent);
  const {
    message,
    isComplete,
    isTemporary = false,
  } = await deps.channelRateLimiter.make(slackCall, deps.now, render);
  await deps.failpoint('card rendered');
  await features.onRendered(deps, card);
  // once more, since a crash may have kept them from following, and the sweeper doesn't look for them
  if (card.message?.instead) await queueChildren(deps, card);
  // its buttons offer a time that has passed meanwhile, so the sweeper has it rendered again
  const passed = isOverdue(card, deps.now()) && !isOverdue(card, since);
  await recordMessage(deps, card, message, isComplete && !isTemporary && !passed ? card.version : 0);
  await deps.failpoint('card message noted');
  const isNew = card.message?.ts !== message.ts || card.message.channel !== message.channel;
  if (isNew) {
    // it takes the place of its status message
    await queueStatus(deps, card);
    await queueChildren(deps, card);
  }
  // once more, not forever: if Slack accepts posts but no edits, the sweeper comes back to it
  if (isComplete && isTemporary) return again(unavailableCheckMs);
  return isComplete || second ? done : runRender(deps, features, { workspace, card: id }, true);
}

/** Queues the cards in the thread of this one, which come after it, and follow it where it moves. */
async function queueChildren({ cards, jobs }: Pick<Deps, 'cards' | 'jobs'>, card: Card): Promise<void> {
  const { workspace } = card;
  const posts = card.kind === 'campaign' ? await cards.getAll(workspace, card.posts) : [];
  const versions = card.versions ?? [];
  const children = [...versions, ...posts.flatMap((post) => [post.id, ...(post.versions ?? [])])];
  for (const child of children) await jobs.enqueue(renderCardJob, { workspace, card: child });
}

/** If Slack refuses it for good, that is noted before the error is thrown. */
async function renderOrNote<Of>(
  deps: Deps & Of,
  features: CardFeatures<Of>,
  card: Card,
  parent: Card | undefined,
): Promise<RenderedCard> {
  const posts = card.kind === 'campaign' ? await deps.desk.posts(card) : [];
  try {
    return await deps.renderer.render(card, posts, parent, {
      alert: await features.alertOf(deps, card),
      kept: await keptOf(deps, card),
      notAttached: notAttached(card, deps.postFiles),
      mentions:
        firstCall(card, parent).call === 'post' ? await features.mentionsOf(deps, card, posts) : undefined,
    });
  } catch (cause) {
    // while Slack is down, the sweeper retries; after a refusal for good, it waits for the card's next
    // transition
    if ((cause as Retriable).retry === false) await recordMessage(deps, card, undefined);
    throw cause;
  }
}

/** The version that people kept or published instead. */
async function keptOf({ desk }: Deps, { workspace, replacedBy }: Card): Promise<RenderedWith['kept']> {
  const kept = replacedBy ? await desk.get(workspace, replacedBy) : undefined;
  return kept && { message: kept.message, isPublished: wasPublished(kept) };
}

async function recordMessage(
  deps: Deps,
  card: Card,
  message: CardMessage | undefined,
  version = card.version,
): Promise<void> {
  const at = isoNow(deps);
  // directly in the store: the desk would queue the next render
  await deps.cards.transition(
    card.workspace,
    card.id,
    { type: 'record_message', at, message, renderedVersion: version },
    card,
  );
  // they link to it from now on
  if (message && !card.message) {
    deps.homes.soon(card.workspace);
    await deps.jobs.enqueue(notifyJob, { workspace: card.workspace, root: rootOf(card) });
  }
}
