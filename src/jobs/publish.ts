/** Publishes an approved post: `PATCH` with `publishNow`, once. */
import { keptCaption } from '#src/cards/bounds.ts';
import type { Card } from '#src/cards/card.ts';
import { contentHash, folded, goesNowhere } from '#src/cards/content.ts';
import { contentShown } from '#src/cards/observe.ts';
import type { Post } from '#src/cards/post.ts';
import { type Panel, standingOf } from '#src/cards/rules.ts';
import type { LedgerEntry } from '#src/store/ledger.ts';
import {
  changedHere,
  changedThere,
  frozenUnpublished,
  goesNowhereNow,
  maybePublished,
  notApprovedNow,
  notListed as notListedReason,
  unansweredPublish,
  unpublished,
} from '#views/reasons.ts';
import { cardJob, type OfCard } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { again, done, type Handler, handle, type Outcome } from './job.ts';
import { problemAt, reasonOf } from './reasons.ts';
import { foundAnswered, nextLookMs, sendOnce, stillOnItsWayMs } from './send-once.ts';
import { shownPost } from './shown-post.ts';

export const publishJob = cardJob('publish', 'work');

export function publishHandler(deps: JobDeps): Handler {
  return handle(publishJob, {
    run: (payload) => runPublish(deps, payload),
    gaveUp: ({ workspace, card }, cause) => giveUp(deps, workspace, card, cause),
  });
}

async function runPublish(deps: JobDeps, { workspace, card: id }: OfCard): Promise<Outcome> {
  const asked = await deps.desk.get(workspace, id);
  if (asked?.state !== 'approved' && asked?.state !== 'publishing') return done;
  const canBeTakenBackMs =
    asked.state === 'approved' && asked.goesOutAt ? Date.parse(asked.goesOutAt) - deps.now() : 0;
  if (canBeTakenBackMs > 0) return again(canBeTakenBackMs);
  const effect = effectOf(asked);
  // a publish that was begun and not sent, because of a crash or of a refusal, may be taken up much later
  if (!(await deps.ledger.read(workspace, effect))) {
    // the budget is for what is to be taken off the schedule
    const stopped = await isFrozen(deps, asked);
    if (stopped) return stopped;
    const post = await shownPost(deps, asked);
    // after the listing, which may take its time: the rule counts as it is now
    const panel = await deps.panels.of(workspace, asked.brand.id);
    const decided =
      (await decidedElsewhere(deps, asked, post, panel)) ??
      (await notApproved(deps, asked, panel)) ??
      (await isFrozen(deps, asked));
    if (decided) return decided;
  }
  const started =
    asked.state === 'publishing'
      ? { card: asked }
      : // one that was taken back and approved anew meanwhile has another time
        await deps.desk.move(workspace, id, { type: 'start publishing', of: asked.moves }, asked);
  if (!started || 'refused' in started) return done;
  const card = started.card;
  const { postId } = card;
  if (!postId) throw new Error(`card ${id} is to be published and has no post`);
  if (card.approvals.at(-1)?.content !== contentHash(card)) {
    const reason = changedHere;
    await deps.desk.move(workspace, id, { type: 'fail', problem: problemAt('publish', reason, deps.now()) });
    return done;
  }
  const { entry, fresh } = await sendOnce(deps, {
    workspace,
    id: effect,
    card,
    unless: async () => (await deps.freezes.of(workspace, card.brand.id)) !== undefined,
    async send(unless) {
      await deps.service.publishPost(postId, { priority: 'person', unless });
      return {};
    },
  });
  if (entry.answer) {
    await deps.desk.move(workspace, id, { type: 'publish' }, card);
    return done;
  }
  const wait = fresh ? 0 : stillOnItsWayMs(deps, entry);
  return wait > 0 ? again(wait) : look(deps, card, effect, entry);
}

/**
 * The last look before it goes out: a post that was published in the service's own web app is not published
 * again, and one whose words were changed there is shown as it is now, to be approved again. Under a rule this
 * holds for everything that an approval is for.
 */
async function decidedElsewhere(
  deps: JobDeps,
  card: Card,
  post: Post | undefined,
  panel: Panel | undefined,
): Promise<Outcome | undefined> {
  const { workspace, id, moves } = card;
  if (!post) return panel && notListed(deps, card);
  const changed = panel
    ? contentHash({ ...card, content: contentShown(card, post) }) !== contentHash(card)
    : folded(keptCaption(post.caption)) !== folded(card.content.caption) || post.profiles?.length === 0;
  if (post.status !== 'published' && !changed) return undefined;
  const seen = await deps.desk.move(workspace, id, { type: 'observe', post, of: moves });
  if (!seen || 'refused' in seen) return again(200);
  if (seen.card.state === 'published') return done;
  const reason = goesNowhere(seen.card) ? goesNowhereNow : changedThere(!panel);
  await deps.desk.move(workspace, id, { type: 'warn', problem: problemAt('publish', reason, deps.now()) });
  return done;
}

/** What nobody can compare with what was approved does not go out under a rule. */
async function notListed(deps: JobDeps, { workspace, id, moves }: Card): Promise<Outcome> {
  const problem = problemAt('publish', notListedReason.publish, deps.now());
  await deps.desk.move(workspace, id, { type: 'fail', problem, of: moves });
  return done;
}

/** The rule as it stands now decides, whatever it was when people pressed. */
async function notApproved(
  deps: JobDeps,
  card: Card,
  panel: Panel | undefined,
): Promise<Outcome | undefined> {
  if (!panel || standingOf(card, panel).complete) return undefined;
  const problem = problemAt('publish', notApprovedNow, deps.now());
  await deps.desk.move(card.workspace, card.id, { type: 'fail', problem, of: card.moves });
  return done;
}

/** Whoever froze it meanwhile has the last word. */
async function isFrozen(deps: JobDeps, card: Card): Promise<Outcome | undefined> {
  if (!(await deps.freezes.of(card.workspace, card.brand.id))) return undefined;
  await stopFrozen(deps, card);
  return done;
}

/** The card of a post that was approved and not sent goes back to review, unless it moved on meanwhile. */
export async function stopFrozen(deps: JobDeps, { workspace, id, moves }: Card): Promise<void> {
  const problem = problemAt('publish', frozenUnpublished, deps.now());
  await deps.desk.move(workspace, id, { type: 'fail', problem, of: moves });
}

/** A new one for each time that a person asked for it. */
const effectOf = (card: Card): string => `publish.${card.id}.${card.tries.publish}`;

/** Says that it was not published, and offers it again, only where nothing was sent. */
async function giveUp(deps: JobDeps, workspace: string, id: string, cause: Error): Promise<void> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return;
  const sent = await deps.ledger.read(workspace, effectOf(card));
  const reason = sent ? maybePublished(reasonOf(cause)) : `${reasonOf(cause)} ${unpublished}`;
  const problem = problemAt('publish', reason, deps.now(), cause);
  await deps.desk.move(workspace, id, { type: sent ? 'lose track' : 'fail', problem });
}

/** The answer was lost: reads whether the post is published. It is never sent again from here. */
async function look(deps: JobDeps, card: Card, effect: string, entry: LedgerEntry): Promise<Outcome> {
  const { workspace } = card;
  const post = await shownPost(deps, card);
  if (post?.status === 'published') {
    await deps.ledger.answered(workspace, effect, entry, {}, foundAnswered(deps, card, effect));
    await deps.desk.move(workspace, card.id, { type: 'publish' });
    return done;
  }
  const pause = nextLookMs(deps, entry);
  if (pause !== undefined) {
    await deps.ledger.looked(workspace, effect, entry);
    return again(pause);
  }
  await deps.desk.move(workspace, card.id, {
    type: 'lose track',
    problem: problemAt('publish', unansweredPublish(post?.statusWord), deps.now()),
  });
  return done;
}
