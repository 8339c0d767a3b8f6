/** After a pause: puts the posts of brands with posting times back on the schedule, in their order. */
import type { Deps } from '#commands/kit/command.ts';
import type { Interaction } from '#commands/kit/in-place.ts';
import { permissionFor } from '#commands/posts/authorize.ts';
import { adopted } from '#commands/posts/click.ts';
import { moveAll, type Retimed } from '#commands/posts/move-all.ts';
import type { PausedPost } from '#src/pause/pause.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { isUndecided } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { isInReview } from '#src/posts/card/state.ts';
import { nothingToPushBack } from '#views/pause/resume.ts';
import { type MovedReport, movedText, type PlannedMove } from '#views/posts/moved.ts';
import { decidedAbout } from './resume-decisions.ts';

interface Queued {
  post: PausedPost;
  card: Card;
  /** Only the listing shows the post, so it gets a card now. */
  isNew: boolean;
  /** The post's time before the pause (epoch ms). */
  at: number;
}

/**
 * How many of the posts missed their time and can get a posting slot, because their brands have posting
 * times.
 */
export async function missedSlots(deps: Deps, posts: readonly PausedPost[]): Promise<number> {
  const missed = posts.filter(
    ({ state, scheduledFor }) =>
      state === 'unscheduled' && scheduledFor !== undefined && Date.parse(scheduledFor) <= deps.now(),
  );
  if (missed.length === 0) return 0;
  const withSlots = await deps.slots.brands(deps.workspace);
  return missed.filter(({ brand }) => withSlots.has(brand.id)).length;
}

/** The queue of a brand, with the new time of each post that moves (epoch ms). */
interface BrandQueue {
  brand: Named;
  posts: (Queued & { to: number })[];
}

async function queuesOf(
  deps: Deps,
  { by, channel }: Pick<Interaction, 'by' | 'channel'>,
  scope: string,
): Promise<BrandQueue[]> {
  const { workspace } = deps;
  const origin = { workspace, author: by, channel };
  const [paused, withSlots] = await Promise.all([
    deps.pauses.posts(workspace, scope),
    deps.slots.brands(workspace),
  ]);
  const off = paused.filter(
    ({ state, scheduledFor, brand }) => state === 'unscheduled' && scheduledFor && withSlots.has(brand.id),
  );
  const queues: BrandQueue[] = [];
  for (const posts of Map.groupBy(off, ({ brand }) => brand.id).values()) {
    const brand = posts[0]?.brand;
    if (!brand) continue;
    const queue = await queuedOf(deps, origin, brand, posts);
    const times = await deps.slots.pushBack(workspace, brand.id, queue);
    const moved = queue.flatMap((one, i) => {
      const to = times[i];
      return to === undefined ? [] : [{ ...one, to }];
    });
    queues.push({ brand, posts: moved });
  }
  return queues;
}

/** What `pushBack` would do now. */
export async function plannedMoves(
  deps: Deps,
  interaction: Pick<Interaction, 'by' | 'channel'>,
  scope: string,
): Promise<PlannedMove[]> {
  const queues = await queuesOf(deps, interaction, scope);
  return queues.flatMap(({ posts }) =>
    posts.map(({ card, at, to }) => ({ caption: card.content.caption, from: at, to })),
  );
}

/** Returns the answer for the person, as mrkdwn. `team`: their workspace, from Slack's delivery. */
export async function pushBack(
  deps: Deps,
  interaction: Pick<Interaction, 'by' | 'channel'>,
  { scope, team }: { scope: string; team: string | undefined },
): Promise<string> {
  const reports: string[] = [];
  for (const queue of await queuesOf(deps, interaction, scope))
    reports.push(await pushBackOf(deps, interaction, { ...queue, scope, team }));
  return reports.filter(Boolean).join('\n\n') || nothingToPushBack;
}

async function pushBackOf(
  deps: Deps,
  { by, channel }: Pick<Interaction, 'by' | 'channel'>,
  { scope, team, brand, posts }: BrandQueue & { scope: string; team: string | undefined },
): Promise<string> {
  const { workspace } = deps;
  const origin = { workspace, author: by, channel };
  const [approversOf, paused] = await Promise.all([
    deps.approversReader.read(workspace),
    deps.pauses.of(workspace, brand.id),
  ]);
  const rows: Retimed[] = [];
  const denied: MovedReport['refused'] = [];
  for (const { card: shown, isNew, at: from, to } of posts) {
    const authorization = await permissionFor(deps, approversOf, shown, {
      by,
      team,
      permission: 'touch',
      via: 'click',
    });
    if (!authorization.open) denied.push({ card: shown, why: authorization.refusal });
    else {
      // not read again: if someone else has moved the post since, the transition is refused
      const card = isNew ? await adopted(deps, shown, authorization.approvers, origin) : shown;
      if (card) rows.push({ card, from, to, authorization, paused, onlyPlans: false });
    }
  }
  const postOf = new Map(posts.map(({ post }) => [post.id, post]));
  // noted right after each post was moved, so that after a crash people only have to decide about the others
  const report = await moveAll(deps, rows, by, async ({ postId = '' }) => {
    const post = postOf.get(postId);
    if (post) await decidedAbout(deps, workspace, scope, post);
  });
  const refused = [...denied, ...report.refused];
  return report.moved.length + refused.length > 0 ? movedText(brand, { ...report, refused }) : '';
}

/** Cards that wait for a decision about their former time, the earliest first. */
async function queuedOf(
  deps: Deps,
  origin: { workspace: string; author: string; channel: string },
  brand: Named,
  posts: readonly PausedPost[],
): Promise<Queued[]> {
  const { workspace } = origin;
  const known = await deps.desk.known(workspace, posts);
  const onCards = new Set(known.map(({ postId }) => postId));
  const others = new Set(posts.map(({ id }) => id).filter((id) => !onCards.has(id)));
  const { posts: listed, readAt = 0 } =
    others.size > 0 ? await deps.index.known({ workspace, brand: brand.id }) : { posts: [] };
  const outside = listed.filter(({ id }) => others.has(id));
  const cards = [...known, ...(await deps.desk.cardsOf(origin, brand, outside, readAt))];
  const cardOf = new Map(cards.map((card) => [card.postId, card]));
  return posts
    .flatMap((post): Queued[] => {
      const card = cardOf.get(post.id);
      const time = card && timeOf(card);
      const waits =
        card &&
        isInReview(card) &&
        isUndecided(card) &&
        (time === undefined || sameTime(time, post.scheduledFor));
      if (!waits || !post.scheduledFor) return [];
      return [{ post, card, isNew: !onCards.has(post.id), at: Date.parse(post.scheduledFor) }];
    })
    .sort((a, b) => a.at - b.at);
}
