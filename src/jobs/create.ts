/** Makes the post, or has it or a whole campaign generated: one request of the service for one of a person. */
import type { Card } from '#src/cards/card.ts';
import { scopeOf } from '#src/cards/freeze.ts';
import { candidates, claimable, isTold, newCampaigns, newPosts } from '#src/cards/matching.ts';
import type { Post } from '#src/cards/post.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { Call } from '#src/service/service.ts';
import type { LedgerEntry } from '#src/store/ledger.ts';
import { checkRequest } from './before-create.ts';
import { cardJob, type OfCard } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { again, done, type Handler, handle, type Outcome, type Retriable } from './job.ts';
import { failureOf, problemAt } from './reasons.ts';
import { effectKinds, foundAnswered, nextLookMs, sendOnce, stillOnItsWayMs } from './send-once.ts';

export const createJob = cardJob('create', 'create');

/**
 * Longer than a call and the wait for the quota, or the pause, before the next one: a dead holder's request has ended by then,
 * and one that works keeps it from page to page.
 */
const holdForMs = (deps: JobDeps): number => 2 * deps.requestTimeoutMs + 70_000;

export function createHandler(deps: JobDeps): Handler {
  return handle(createJob, {
    run: (payload) => runCreate(deps, payload),
    gaveUp: ({ workspace, card }, cause) => giveUp(deps, workspace, card, cause),
  });
}

async function runCreate(deps: JobDeps, { workspace, card: id }: OfCard): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return done;
  if (card.state !== 'queued' && card.state !== 'creating') {
    // whoever moved it on may have died before it let the next one begin
    await release(deps, card);
    return done;
  }
  if (!(await takeHold(deps, card))) return again(heldPauseMs);
  let outcome: Outcome;
  try {
    outcome = await runHeld(deps, card);
  } catch (cause) {
    // what was sent and not found yet keeps the brand: the next post would be taken for it
    if (!(await deps.ledger.read(workspace, createEffectOf(card)))) await release(deps, card);
    throw cause;
  }
  if (outcome.kind !== 'again') await release(deps, card);
  return outcome;
}

/** One at a time in a brand: else the new posts in its listing could not be told apart. */
export const holdOf = (card: Card): string => `create.${card.brand.id}`;

const heldPauseMs = 1_000;

/** Also keeps it for as long again; false: another has it. */
const takeHold = (deps: JobDeps, card: Card): Promise<boolean> =>
  deps.holds.take(card.workspace, holdOf(card), card.id, holdForMs(deps));

const release = (deps: JobDeps, card: Card): Promise<void> =>
  deps.holds.release(card.workspace, holdOf(card), card.id);

async function runHeld(deps: JobDeps, asked: Card): Promise<Outcome> {
  const { workspace, id } = asked;
  const checked = await checkedBefore(deps, asked);
  if (checked && 'told' in checked) {
    const problem = problemAt('create', checked.told, deps.now());
    await deps.desk.move(workspace, id, { type: 'fail', problem });
    return done;
  }
  const draft =
    (await mustBeDraft(deps, asked)) && !(await deps.ledger.read(workspace, createEffectOf(asked)));
  if (asked.state === 'creating' && !draft) return createAndFind(deps, asked);
  const started = await deps.desk.move(workspace, id, { type: 'start creating', draft, ...checked }, asked);
  return started && 'card' in started ? createAndFind(deps, started.card) : done;
}

/** Where scheduling needs approval, or is frozen or was since it was asked for, nothing is scheduled by making it. */
async function mustBeDraft(deps: JobDeps, card: Card): Promise<boolean> {
  const { workspace, kind, content, brand } = card;
  if (kind !== 'post' || !content.scheduledAt) return false;
  return (await isFrozen(deps, card)) || ((await deps.rules.of(workspace, brand.id))?.scheduled ?? false);
}

/** Also when it was thawed again: what was asked for before a freeze is decided about anew. */
function isFrozen({ freezes }: JobDeps, { workspace, brand, history, createdAt }: Card): Promise<boolean> {
  const again = history.findLast(({ what }) => what === 'asked again');
  return freezes.stops(workspace, brand.id, again?.at ?? createdAt);
}

/** Only before anything was sent: what was sent may be made, and is looked for. */
async function checkedBefore(
  deps: JobDeps,
  card: Card,
): Promise<Awaited<ReturnType<typeof checkRequest>> | undefined> {
  if (!card.request || (await deps.ledger.read(card.workspace, createEffectOf(card)))) return undefined;
  return checkRequest(deps, card, card.request);
}

/** Says that nothing was made only where nothing was sent. */
async function giveUp(deps: JobDeps, workspace: string, id: string, cause: Error): Promise<void> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return;
  const sent = await deps.ledger.read(workspace, createEffectOf(card));
  const code = sent ? 'create_outcome_unknown' : 'create_failed';
  // what was picked from our lists may no longer be there
  if (cause instanceof ServiceError && cause.kind === 'refused') await deps.choices.forget(card.brand.id);
  const problem = problemAt('create', { code, failure: failureOf(cause) }, deps.now(), cause);
  await deps.desk.move(workspace, id, { type: sent ? 'lose track' : 'fail', problem });
  await release(deps, card);
}

async function createAndFind(deps: JobDeps, card: Card): Promise<Outcome> {
  const { workspace } = card;
  const effect = createEffectOf(card);
  const { entry, fresh } = await sendOnce(deps, {
    workspace,
    id: effect,
    card,
    before: async () => (await listHeld(deps, card, { priority: 'operation' })).map((post) => post.id),
    // all may have changed while it waited for the quota: it is looked at anew then
    unless: async () => !(await takeHold(deps, card)) || (await mustBeDraft(deps, card)),
    send: (unless) => send(deps, card, unless),
  });
  const answer = entry.answer;
  if (answer && (answer.postId || card.kind === 'campaign')) return accept(deps, card, answer);
  const wait = answer || fresh ? 0 : stillOnItsWayMs(deps, entry);
  if (wait > 0) return again(wait);
  return look(deps, card, effect, entry);
}

/** The ledger's name for this card's creation, a new one for each time a person asked for it. */
export function createEffectOf(card: Card): string {
  return `${effectKinds[card.kind]}.${card.id}.${card.tries.create}`;
}

async function send(
  deps: JobDeps,
  { request, content }: Card,
  unless: () => Promise<boolean>,
): Promise<LedgerEntry['answer']> {
  const call = { priority: 'operation', unless } as const;
  switch (request?.kind) {
    case 'post': {
      const { scheduledAt: _, ...post } = request;
      const timed = { ...post, ...(content.scheduledAt && { scheduledAt: content.scheduledAt }) };
      return { postId: (await deps.service.createPost(timed, call)).postId };
    }
    case 'ai-post':
      return { postId: (await deps.service.createAiPost(request, call)).postId };
    case 'campaign':
      return { campaignId: (await deps.service.createCampaign(request, call)).campaignId };
    case undefined:
      throw new Error('a card without a request cannot be created');
  }
}

async function accept(
  deps: JobDeps,
  card: Card,
  answer: NonNullable<LedgerEntry['answer']>,
): Promise<Outcome> {
  const { postId, campaignId } = answer;
  const { workspace, id, brand } = card;
  const frozen = card.kind === 'post' ? await deps.freezes.of(workspace, brand.id) : undefined;
  const moved = await deps.desk.move(
    workspace,
    id,
    card.kind === 'post' && postId
      ? { type: 'create', postId, frozen }
      : { type: 'accept', postId, campaignId },
    card,
  );
  if (moved && 'refused' in moved && moved.refused.why === 'claimed') {
    const problem = problemAt('create', { code: 'created_on_another_card' }, deps.now());
    await deps.desk.move(workspace, id, { type: 'lose track', problem });
  }
  return done;
}

/** With the times that freezes took from them meanwhile: the first one took what the request had. */
async function asBeforeFreeze(
  deps: JobDeps,
  { workspace, brand, content }: Card,
  posts: Post[],
): Promise<Post[]> {
  if (!content.scheduledAt) return posts;
  const scopes = [scopeOf(brand), scopeOf(undefined)];
  return Promise.all(
    posts.map(async (post) => {
      if (post.scheduledAt) return post;
      const noted = await Promise.all(scopes.map((scope) => deps.freezes.post(workspace, scope, post.id)));
      const [first] = noted.flatMap((one) => one ?? []).sort((a, b) => a.of.localeCompare(b.of));
      return first?.was ? { ...post, scheduledAt: first.was } : post;
    }),
  );
}

/** Another one is made in the brand by now: its post could be taken for this one's. */
class HoldLost extends Error implements Retriable {
  readonly postponed = true;
  readonly retryAfterMs = heldPauseMs;
}

/** A long listing takes minutes while the quota is used up: it is read to its end, and the hold is kept. */
function listHeld(deps: JobDeps, card: Card, call: Pick<Call, 'priority' | 'who'>): Promise<Post[]> {
  return deps.service.posts(card.brand.id, call, async () => {
    if (!(await takeHold(deps, card))) throw new HoldLost('another creation holds the brand');
    return false;
  });
}

/** No answer, or one without an id: finds what came of it in the listing, or says that it cannot. */
async function look(deps: JobDeps, card: Card, effect: string, entry: LedgerEntry): Promise<Outcome> {
  const { workspace } = card;
  const listing = await listHeld(deps, card, {
    priority: 'check',
    who: `create.${workspace}.${card.brand.id}`,
  });
  const claims = await deps.cards.claims(workspace, claimable(listing));
  const before = entry.before ?? [];
  const found =
    card.kind === 'campaign'
      ? newCampaigns(card, listing, before, claims).map((campaignId) => ({ campaignId, told: true }))
      : candidates(card, await asBeforeFreeze(deps, card, newPosts(listing, before, claims))).map((post) => ({
          postId: post.id,
          told: isTold(card, post),
        }));
  const [first] = found;
  if (first && found.length === 1 && (entry.answer || first.told)) {
    const { told: _, ...answer } = first;
    const found = foundAnswered(deps, card, effect);
    const kept = await deps.ledger.answered(workspace, effect, entry, answer, found);
    return accept(deps, card, kept.answer ?? answer);
  }
  const pause = nextLookMs(deps, entry);
  if (pause !== undefined) {
    await deps.ledger.looked(workspace, effect, entry);
    return again(pause);
  }
  const told = {
    code: 'created_not_found',
    what: card.kind === 'campaign' ? 'campaign' : 'post',
    answered: entry.answer !== undefined,
    found: found.length,
  } as const;
  await deps.desk.move(workspace, card.id, {
    type: 'lose track',
    problem: problemAt('create', told, deps.now()),
  });
  return done;
}
