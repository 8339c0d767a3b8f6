/** Publishes an approved post: `PATCH` with `publishNow`, once. */
import { keptCaption } from '#src/cards/bounds.ts';
import type { Card } from '#src/cards/card.ts';
import { approvalsFor, contentHash, hasNoProfiles } from '#src/cards/content.ts';
import type { Post } from '#src/cards/post.ts';
import { isUndecided, type Panel, standingOf } from '#src/cards/rules.ts';
import { contentShown, mediaAfterLook, sameWords } from '#src/cards/same-content.ts';
import { ServiceError } from '#src/service/errors.ts';
import { voidApprovals, wrongFiles } from './approved-files.ts';
import { cardJob, type OfCard } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { waitForGroups } from './group-wait.ts';
import { again, done, type Handler, handle, type Outcome } from './job.ts';
import { looksAgain } from './listing-lag.ts';
import {
  effectOf,
  giveUp,
  isAsk,
  lastAsked,
  look,
  sentBefore,
  stop,
  waitFor,
  withheld,
} from './publish-outcome.ts';
import { ruleChanged } from './rule-changed.ts';
import { sendOnce, stillOnItsWayMs } from './send-once.ts';
import { shownPost } from './shown-post.ts';
import { waitsForUndoMs } from './undo-time.ts';

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
  const waitMs = await waitsForUndoMs(deps, asked);
  if (waitMs > 0) return again(waitMs);
  const effect = effectOf(asked);
  const panel = await deps.panels.of(workspace, asked.brand.id);
  // a publish that was begun and not sent, because of a crash or of a refusal, may be taken up much later
  if (!(await deps.ledger.read(workspace, effect))) {
    // to look again is not to send again
    if (lastAsked(asked) === 'looked again') return look(deps, asked, (await sentBefore(deps, asked))[0]);
    const decided = await decidedOtherwise(deps, asked, panel);
    if (decided) return decided;
  }
  const started =
    asked.state === 'publishing' && asked.missingSince === undefined
      ? { card: asked }
      : // it is listed again, and one that was taken back and approved anew meanwhile has another time
        await deps.desk.move(workspace, id, { type: 'start publishing', of: asked.moves }, asked);
  if (!started || 'refused' in started) return done;
  const card = started.card;
  const { postId } = card;
  if (!postId) throw new Error(`card ${id} is to be published and has no post`);
  if (approvalsFor(card).length === 0) {
    await stop(deps, card, 'changed_here');
    return done;
  }
  const { entry, fresh } = await sendOnce(deps, {
    workspace,
    id: effect,
    card,
    unless: async () => (await isFrozen(deps, card)) || (await ruleChanged(deps, card, panel?.rule)),
    async send(unless) {
      await deps.service.publishPost(postId, { priority: 'operation', unless });
      return {};
    },
  });
  if (entry.answer) {
    await deps.desk.move(workspace, id, { type: 'publish' }, card);
    return done;
  }
  const wait = fresh ? 0 : stillOnItsWayMs(deps, entry);
  return wait > 0 ? again(wait) : look(deps, card, { effect, entry });
}

/** What speaks against sending it as the service shows the post, and as rule and freeze stand. `undefined`: nothing. */
async function decidedOtherwise(
  deps: JobDeps,
  card: Card,
  panel: Panel | undefined,
): Promise<Outcome | undefined> {
  const begun = card.state === 'publishing';
  // the quota is for what is to be taken off the schedule; what the service may be publishing is looked at all the same
  const stopped = begun ? undefined : await stoppedByFreeze(deps, card);
  if (stopped) return stopped;
  if (!begun && panel && isUndecided(card, panel)) return waitForGroups(deps, card, panel);
  const wrong = await stoppedByFiles(deps, card, panel);
  if (wrong) return wrong;
  let post: Post | undefined;
  try {
    post = await shownPost(deps, card);
  } catch (cause) {
    if (!begun || !(cause instanceof ServiceError)) throw cause;
    return waitFor(deps, card, undefined, cause);
  }
  if (post?.status === 'publishing') return waitFor(deps, card, post);
  return (
    (await decidedElsewhere(deps, card, post, panel)) ??
    (await notApproved(deps, card, panel)) ??
    (post &&
      (await stoppedByFiles(deps, card, panel, { ...card, ...mediaAfterLook(card, post, isoNow(deps)) }))) ??
    (await stoppedByFreeze(deps, card))
  );
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
  const lostProfiles = post.profiles?.length === 0 && card.content.profiles.length > 0;
  const changed = panel
    ? contentHash({ ...card, content: contentShown(card, post) }) !== contentHash(card)
    : !sameWords(keptCaption(post.caption), card.content.caption) || lostProfiles;
  if (post.status !== 'published' && !changed) return undefined;
  const seen = await deps.desk.move(workspace, id, { type: 'observe', post, of: moves });
  if (!seen || 'refused' in seen) return again(200);
  if (seen.card.state === 'published') return done;
  const why =
    lostProfiles && hasNoProfiles(seen.card)
      ? 'no_profiles'
      : panel
        ? 'changed_there'
        : 'words_changed_there';
  const problem = await withheld(deps, card, why);
  await deps.desk.move(workspace, id, { type: 'warn', problem });
  return done;
}

const isoNow = ({ now }: Pick<JobDeps, 'now'>): string => new Date(now()).toISOString();

/** Files that are not those that were approved void the approvals. */
async function stoppedByFiles(
  deps: JobDeps,
  card: Card,
  panel: Panel | undefined,
  seen?: Card,
): Promise<Outcome | undefined> {
  const wrong = await wrongFiles(deps, card, panel, seen);
  if (typeof wrong === 'number') return again(wrong);
  if (!wrong) return undefined;
  await stop(deps, await voidApprovals(deps, card, wrong), wrong.why, wrong.files);
  return done;
}

/** What nobody can compare with what was approved does not go out under a rule. */
async function notListed(deps: JobDeps, card: Card): Promise<Outcome> {
  const looks = await looksAgain(deps, card);
  if (looks) return looks;
  await stop(deps, card, 'not_listed');
  return done;
}

/** The rule as it stands now decides, whatever it was when people pressed. */
async function notApproved(
  deps: JobDeps,
  card: Card,
  panel: Panel | undefined,
): Promise<Outcome | undefined> {
  if (!panel || standingOf(card, panel).complete) return undefined;
  if (isUndecided(card, panel)) return waitForGroups(deps, card, panel);
  await stop(deps, card, 'not_approved');
  return done;
}

/** Also when it was thawed again: what was asked for before a freeze is decided about anew. */
function isFrozen({ freezes }: JobDeps, { workspace, brand, history, updatedAt }: Card): Promise<boolean> {
  const asked = history.findLast(({ what }) => isAsk(what));
  return freezes.stops(workspace, brand.id, asked?.at ?? updatedAt);
}

/** Whoever froze it meanwhile has the last word. */
async function stoppedByFreeze(deps: JobDeps, card: Card): Promise<Outcome | undefined> {
  if (!(await isFrozen(deps, card))) return undefined;
  await stopFrozen(deps, card);
  return done;
}

/** The card of a post that was approved and not sent goes back to review, unless it moved on meanwhile. */
export const stopFrozen = (deps: JobDeps, card: Card): Promise<void> => stop(deps, card, 'paused');
