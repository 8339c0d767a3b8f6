/** Brings a change that a person asked for to the service. Sent again, it sets what it may have added before. */
import { aboutCard, entryOfEffect } from '#src/cards/audit.ts';
import type { Card, Change } from '#src/cards/card.ts';
import { changed, repeatable } from '#src/cards/change.ts';
import { contentHash } from '#src/cards/content.ts';
import { scopeOf } from '#src/cards/freeze.ts';
import { contentShown } from '#src/cards/observe.ts';
import { standingOf } from '#src/cards/rules.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { PostChange } from '#src/service/service.ts';
import {
  asBefore,
  frozenMeanwhile,
  frozenUnscheduled,
  maybeChanged,
  notAllApproved,
  thawedMeanwhile,
  tooLateToSend,
  unlistedUnscheduled,
} from '#views/reasons.ts';
import { freezeJob } from './asked.ts';
import { cardJob, type OfCard } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { worksAgain } from './incident.ts';
import { done, type Handler, handle, type Outcome } from './job.ts';
import { problemAt, reasonOf } from './reasons.ts';
import { shownPost } from './shown-post.ts';

export const updateJob = cardJob('update', 'work');

export function updateHandler(deps: JobDeps): Handler {
  return handle(updateJob, {
    run: (payload) => runUpdate(deps, payload),
    async gaveUp({ workspace, card: id }, cause) {
      const card = await deps.desk.get(workspace, id);
      await deps.desk.move(workspace, id, {
        type: 'fail update',
        problem: problemAt('update', `${reasonOf(cause)} ${whatIsLeft(cause)}`, deps.now(), cause),
      });
      if (card?.pending) await deps.ledger.forget(workspace, effectOf(card, card.pending.at));
    },
  });
}

/** Known only while it is under way: what is confirmed or given up is never sent again. */
const effectOf = (card: Card, askedAt: string): string => `update.${card.id}.${askedAt}`;

/** Without an answer nobody knows whether it was changed. */
function whatIsLeft(cause: Error): string {
  return cause instanceof ServiceError && cause.taken === 'maybe' ? maybeChanged : asBefore;
}

async function runUpdate(deps: JobDeps, { workspace, card: id }: OfCard): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card?.pending || !card.postId) return done;
  const { change, at } = card.pending;
  if (change.scheduledAt && Date.parse(change.scheduledAt) <= deps.now()) {
    const reason = tooLateToSend;
    await deps.desk.move(workspace, id, {
      type: 'fail update',
      problem: problemAt('update', reason, deps.now()),
    });
    return done;
  }
  // also when it was thawed again: what was asked for before a freeze is decided about anew
  const isFrozen = async (): Promise<boolean> =>
    Boolean(change.scheduledAt) && (await deps.freezes.stops(workspace, card.brand.id, at));
  if (await isFrozen()) return freeze(deps, card, at);
  const reason = await mustWait(deps, card, change);
  if (reason !== undefined) {
    // the moved card is one to update again, or waits for approvals
    await deps.desk.move(workspace, id, { type: 'hold', reason });
    return done;
  }
  const effect = effectOf(card, at);
  const sentAt = new Date(deps.now()).toISOString();
  const about = aboutCard(card);
  const sending = entryOfEffect(sentAt, 'sending', effect, about);
  const first = await deps.ledger.begin(workspace, effect, sentAt, undefined, sending);
  // whoever noted it before may have ended it meanwhile: it must not be sent once more as if it were new
  if ((await deps.desk.get(workspace, id))?.pending?.at !== at) {
    if (first) await deps.ledger.forget(workspace, effect);
    return done;
  }
  if (!first) await deps.audit.add(workspace, sending);
  const sent = first ? change : repeatable(card.content, change);
  await deps.service.updatePost(card.postId, changeOf(sent), { priority: 'person', unless: isFrozen });
  const answered = entryOfEffect(new Date(deps.now()).toISOString(), 'answered', effect, about);
  await deps.ledger.answered(workspace, effect, { sentAt, looks: 0 }, {}, answered);
  const frozen = await deps.freezes.of(workspace, card.brand.id);
  await deps.desk.move(workspace, id, { type: 'update', frozen });
  await deps.ledger.forget(workspace, effect);
  await worksAgain(deps, workspace, 'update');
  return done;
}

/** One that was begun before may have had its effect: what came onto the schedule is found and taken off. */
async function freeze(deps: JobDeps, card: Card, askedAt: string): Promise<Outcome> {
  const { workspace, id } = card;
  const effect = effectOf(card, askedAt);
  const sent = await deps.ledger.read(workspace, effect);
  const frozen = await deps.freezes.of(workspace, card.brand.id);
  const reason = !sent ? frozenUnscheduled : frozen ? frozenMeanwhile : thawedMeanwhile;
  const problem = problemAt('update', reason, deps.now());
  await deps.desk.move(workspace, id, { type: 'fail update', problem });
  if (!sent) return done;
  // looked for at once: its time may come before the next look
  if (frozen && (await deps.freezes.amend(workspace, frozen, { rounds: frozen.rounds + 1 })))
    await deps.jobs.enqueue(freezeJob, { workspace, scope: scopeOf(frozen.brand) });
  await deps.ledger.forget(workspace, effect);
  return done;
}

/**
 * Why the service may not hear of a time: by the rule as it stands now, whatever it was when people pressed, and for
 * the post as the service shows it now. `undefined`: it may.
 */
async function mustWait(deps: JobDeps, card: Card, change: Change): Promise<string | undefined> {
  if (!change.scheduledAt) return undefined;
  const shown = await asShown(deps, card);
  const panel = await deps.panels.of(card.workspace, card.brand.id);
  if (!panel?.rule.scheduled) return undefined;
  if (!shown) return unlistedUnscheduled;
  const after = { ...shown, content: changed(shown.content, change), wantedAt: undefined };
  return standingOf(after, panel).complete ? undefined : notAllApproved;
}

/** The card after what was changed in the service's own web app; only a rule asks for this look. `undefined`: it is not listed. */
async function asShown(deps: JobDeps, card: Card): Promise<Card | undefined> {
  const { workspace, id, moves } = card;
  if (!(await deps.panels.of(workspace, card.brand.id))?.rule.scheduled) return card;
  const post = await shownPost(deps, card);
  if (!post) return undefined;
  if (contentHash({ ...card, content: contentShown(card, post) }) === contentHash(card)) return card;
  const seen = await deps.desk.move(workspace, id, { type: 'observe', post, of: moves });
  if (seen && 'card' in seen) return seen.card;
  const moved = await deps.desk.get(workspace, id);
  return moved ? asShown(deps, moved) : card;
}

/** One way for the media and one for the profiles: what the contract leaves open when two meet is never sent. */
function changeOf({ caption, scheduledAt, media, profiles }: Change): PostChange {
  const ids = profiles?.profiles.map(({ id }) => id);
  return {
    ...(caption !== undefined && { caption }),
    ...(scheduledAt !== undefined && { scheduledAt }),
    ...(media?.how === 'replace' && { mediaUrls: media.urls }),
    ...(media?.how === 'add' && { addMediaUrls: media.urls }),
    ...(media?.how === 'remove' && { clearMedia: true }),
    ...(profiles?.how === 'replace' && { socialProfileIds: ids }),
    ...(profiles?.how === 'add' && { addSocialProfileIds: ids }),
  };
}
