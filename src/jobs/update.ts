/** Brings a change that a person asked for to the service. Sent again, it sets what it may have added before. */
import { aboutCard, entryOfEffect } from '#src/cards/audit.ts';
import type { Card, Change, Pending } from '#src/cards/card.ts';
import { changed, isSame, repeatable } from '#src/cards/change.ts';
import { chosenInChange, type Lists } from '#src/cards/chosen.ts';
import { contentHash } from '#src/cards/content.ts';
import { scopeOf } from '#src/cards/freeze.ts';
import type { Told } from '#src/cards/problem.ts';
import { isUndecided, type Panel, standingOf } from '#src/cards/rules.ts';
import { contentShown, mediaAfterLook } from '#src/cards/same-content.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { PostChange } from '#src/service/service.ts';
import type { LedgerEntry } from '#src/store/ledger.ts';
import { type WrongFiles, withholdFiles, wrongFiles } from './approved-files.ts';
import { freezeJob } from './asked.ts';
import { cardJob } from './card-job.ts';
import { checkChoices } from './check-chosen.ts';
import type { JobDeps } from './deps.ts';
import { waitForGroups } from './group-wait.ts';
import { worksAgain } from './incident.ts';
import { done, type Handler, handle, type Outcome } from './job.ts';
import { looksAgain } from './listing-lag.ts';
import { problemAt } from './reasons.ts';
import { ruleChanged } from './rule-changed.ts';
import { shownPost } from './shown-post.ts';
import { doubt, effectOf, fail, giveUp, look } from './update-outcome.ts';

export const updateJob = cardJob('update', 'work');

/** What a failed run was about: the card may have another change by the time that it is given up. */
const about = new WeakMap<Error, Pending>();

export function updateHandler(deps: JobDeps): Handler {
  return handle(updateJob, {
    async run({ workspace, card: id }) {
      const card = await deps.desk.get(workspace, id);
      if (!card?.pending || !card.postId) return done;
      const { pending, postId } = card;
      return runUpdate(deps, card, pending, postId).catch((cause: unknown) => {
        if (cause instanceof Error) about.set(cause, pending);
        throw cause;
      });
    },
    async gaveUp({ workspace, card: id }, cause) {
      const card = await deps.desk.get(workspace, id);
      const pending = about.get(cause) ?? card?.pending;
      if (card && pending) await giveUp(deps, card, pending, cause);
    },
  });
}

async function runUpdate(deps: JobDeps, card: Card, pending: Pending, postId: string): Promise<Outcome> {
  const { workspace, id } = card;
  const { change, at } = pending;
  // also when it was thawed again: what was asked for before a freeze is decided about anew
  const isFrozen = async (): Promise<boolean> =>
    Boolean(change.scheduledAt) && (await deps.freezes.stops(workspace, card.brand.id, at));
  const known = await deps.ledger.read(workspace, effectOf(card, pending));
  // a process died between this answer and the move of the card
  if (isTaken(pending, known)) return confirm(deps, card, pending);
  if (await isFrozen()) return freeze(deps, card, pending, known);
  if (pending.inDoubt) return look(deps, card, pending);
  if (change.scheduledAt && Date.parse(change.scheduledAt) <= deps.now()) {
    if (known) await doubt(deps, card, pending, { kind: 'time_passed' });
    else await fail(deps, card, pending, problemAt('update', { code: 'update_too_late' }, deps.now()));
    return done;
  }
  const panel = change.scheduledAt ? await deps.panels.of(workspace, card.brand.id) : undefined;
  if (panel?.rule.scheduled && isUndecided(after(card, change), panel))
    return waitForGroups(deps, card, panel);
  const underRule = panel?.rule.scheduled && !known ? panel : undefined;
  const wrong = await wrongFiles(deps, card, underRule);
  if (wrong) return withholdFiles(deps, card, pending, wrong);
  const why = await mustWait(deps, card, change, { panel, sent: known !== undefined });
  if (typeof why === 'object') return withholdFiles(deps, card, pending, why.wrong);
  if (why !== undefined) {
    const looks = why === 'not_listed' && (await looksAgain(deps, card));
    if (looks) return looks;
    if (known && why === 'not_listed') {
      await doubt(deps, card, pending, { kind: 'not_listed' });
      return done;
    }
    // the moved card is one to update again, or waits for approvals
    const problem = problemAt('update', { code: 'schedule_withheld', why }, deps.now());
    await deps.desk.move(workspace, id, { type: 'hold', problem, pending });
    return done;
  }
  const chosen = chosenInChange(change, card.content);
  const by = pending.by ?? card.author;
  const checked = known ? { lists: {} } : await checkChoices(deps, card, { chosen, by, note: 'touch' });
  if ('told' in checked) {
    await fail(deps, card, pending, problemAt('update', checked.told, deps.now()));
    return done;
  }
  await deps.reached('change allowed');
  const unless = async (): Promise<boolean> =>
    Boolean(change.scheduledAt) && ((await isFrozen()) || (await ruleChanged(deps, card, panel?.rule)));
  await send(deps, card, pending, { postId, known, unless });
  return confirm(deps, card, pending, checked.lists);
}

/** The service took it, so the card has it. `lists`: where what was chosen was found. */
async function confirm(deps: JobDeps, card: Card, pending: Pending, lists?: Lists): Promise<Outcome> {
  const { workspace, id } = card;
  const frozen = await deps.freezes.of(workspace, card.brand.id);
  const moved = await deps.desk.move(workspace, id, { type: 'update', pending, frozen, lists });
  if (moved && 'card' in moved) await deps.ledger.forget(workspace, effectOf(card, pending));
  await worksAgain(deps, workspace, 'update');
  return done;
}

/** True when the service answered yes to exactly this change, and not to one of which a rule left less. */
function isTaken({ at, change }: Pending, known: LedgerEntry | undefined): boolean {
  const taken = known?.answer?.change;
  return taken !== undefined && isSame({ at, change }, { at, change: taken });
}

interface Sending {
  postId: string;
  /** The note of an earlier request for the same that may have been taken. */
  known: LedgerEntry | undefined;
  /** What else speaks against it when the quota has room. */
  unless(): Promise<boolean>;
}

/** Noted when the quota has room, and only while the card waits for this: an overtaken worker sends nothing. */
async function send(
  deps: JobDeps,
  card: Card,
  pending: Pending,
  { postId, known, unless }: Sending,
): Promise<void> {
  const { ledger } = deps;
  const { workspace } = card;
  const effect = effectOf(card, pending);
  const now = (): string => new Date(deps.now()).toISOString();
  const entry = (what: 'sending' | 'not taken' | 'answered', result?: string) =>
    entryOfEffect(now(), what, effect, aboutCard(card), result);
  let note: LedgerEntry | undefined;
  const stopped = async (): Promise<boolean> => {
    if (await unless()) return true;
    const sentAt = now();
    // another worker may have had an answer since; sent as if it were new it would add once more what that one adds now
    const noted = known
      ? await ledger.sentAgain(workspace, effect, known, sentAt, entry('sending'))
      : await ledger.begin(workspace, effect, sentAt, undefined, entry('sending'));
    if (!noted) return true;
    note = { sentAt, looks: 0 };
    const standing = (await deps.desk.get(workspace, card.id))?.pending;
    return !standing || standing.inDoubt === true || !isSame(standing, pending);
  };
  const sent = known ? repeatable(card.content, pending.change) : pending.change;
  try {
    await deps.service.updatePost(postId, changeOf(sent), { priority: 'operation', unless: stopped });
    await deps.reached('update answered');
  } catch (cause) {
    if (note && !known && cause instanceof ServiceError && cause.taken === 'no')
      await ledger.forget(workspace, effect, entry('not taken', cause.kind), note);
    throw cause;
  }
  const { scheduledAt } = pending.change;
  const answer = { change: { ...(scheduledAt !== undefined && { scheduledAt }) } };
  if (note) await ledger.answered(workspace, effect, note, answer, entry('answered'));
  await deps.reached('update recorded');
}

/** One that was begun before may have had its effect: what came onto the schedule is found and taken off. */
async function freeze(
  deps: JobDeps,
  card: Card,
  pending: Pending,
  sent: LedgerEntry | undefined,
): Promise<Outcome> {
  const { workspace } = card;
  const frozen = await deps.freezes.of(workspace, card.brand.id);
  if (sent && !frozen) {
    if (pending.inDoubt) return look(deps, card, pending);
    await doubt(deps, card, pending, { kind: 'resumed' });
    return done;
  }
  const told: Told = sent
    ? { code: 'paused_while_scheduling' }
    : { code: 'schedule_withheld', why: 'paused' };
  await fail(deps, card, pending, problemAt('update', told, deps.now()));
  // looked for at once: its time may come before the next look
  if (sent && frozen && (await deps.freezes.amend(workspace, frozen, { rounds: frozen.rounds + 1 })))
    await deps.jobs.enqueue(freezeJob, { workspace, scope: scopeOf(frozen.brand) });
  return done;
}

/**
 * Why the service may not hear of a time: by the rule as it stands now, whatever it was when people pressed, and for
 * the post as the service shows it now. `sent`: a request for it was sent after its files were compared. `undefined`: it may.
 */
async function mustWait(
  deps: JobDeps,
  card: Card,
  change: Change,
  { panel, sent }: { panel: Panel | undefined; sent: boolean },
): Promise<'not_listed' | 'not_approved' | { wrong: WrongFiles | number } | undefined> {
  if (!panel?.rule.scheduled) return undefined;
  const shown = await asShown(deps, card);
  if (!shown) return 'not_listed';
  if (!standingOf(after(shown, change), panel).complete) return 'not_approved';
  const wrong = sent ? undefined : await wrongFiles(deps, card, panel, shown);
  return wrong ? { wrong } : undefined;
}

/** The card as its approvals are for it: with the change, and its time on the schedule. */
const after = (card: Card, change: Change): Card => ({
  ...card,
  content: changed(card.content, change),
  wantedAt: undefined,
});

/** The card after what was changed in the service's own web app. `undefined`: it is not listed. */
async function asShown(deps: JobDeps, card: Card): Promise<Card | undefined> {
  const { workspace, id, moves } = card;
  const post = await shownPost(deps, card);
  if (!post) return undefined;
  const same = contentHash({ ...card, content: contentShown(card, post) }) === contentHash(card);
  if (same && card.missingSince === undefined)
    return { ...card, ...mediaAfterLook(card, post, new Date(deps.now()).toISOString()) };
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
