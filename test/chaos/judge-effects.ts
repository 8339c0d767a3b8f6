/** Whether the service did each thing once, and shows what the cards say. */
import type { SandboxService } from '#sandbox/service/index.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Judged } from './promises.ts';

type Breaks = Judged['breaks'];

/** What the service did, each thing claimed by one card, or by a card that says that it cannot know. */
export function judgeEffects(
  cards: ReadonlyMap<string, Card>,
  service: SandboxService,
  { breaks }: Pick<Judged, 'breaks'>,
  count: (name: string, by?: number) => void,
): void {
  const wrong = (how: string): void => breaks('once', how);
  const byPost = Map.groupBy(
    [...cards.values()].filter(({ postId }) => postId),
    ({ postId }) => postId,
  );
  const byCampaign = Map.groupBy(
    [...cards.values()].filter(({ kind, campaignId }) => kind === 'campaign' && campaignId),
    ({ campaignId }) => campaignId,
  );
  const lost = [...cards.values()].filter(
    ({ state, problem }) => state === 'outcome_unknown' && problem?.step === 'create',
  );
  count('outcomes of a creation that nobody can know', lost.length);
  let unclaimed = 0;
  const published = new Map<string, number>();
  for (const { kind, id } of service.effects()) {
    count(`effect ${kind}`);
    if (kind === 'publish') published.set(id, (published.get(id) ?? 0) + 1);
    if (kind !== 'create' && kind !== 'generate-post' && kind !== 'generate-campaign') continue;
    const owners = (kind === 'generate-campaign' ? byCampaign : byPost).get(id) ?? [];
    if (owners.length > 1) wrong(`${kind} ${id} belongs to ${owners.length} cards`);
    if (owners.length === 0) unclaimed += 1;
  }
  if (unclaimed > lost.length)
    wrong(`${unclaimed} things were made that no card knows, and ${lost.length} cards say so`);
  for (const [id, times] of published) {
    if (times > 1) wrong(`post ${id} was published ${times} times`);
    const owner = byPost.get(id)?.[0];
    // its answer got lost, no card knows it, and the service published it at its time
    if (!owner && !service.requests.some((request) => publishes(request) && request.path.includes(id)))
      continue;
    if (owner?.state !== 'published' && owner?.state !== 'outcome_unknown')
      wrong(`post ${id} is published and its card says ${owner?.state}`);
  }
  for (const card of cards.values()) {
    const differs = asTheServiceShows(card, service);
    if (differs) wrong(`${card.kind} ${card.id} ${differs}`);
  }
  judgeRequests(service, breaks);
}

/** How the post differs from what its settled card says; `undefined`: it does not, or the card says that it cannot know. */
function asTheServiceShows(
  { state, postId, kind, content }: Card,
  service: SandboxService,
): string | undefined {
  if (kind === 'campaign' || postId === undefined) return undefined;
  const post = service.post(postId);
  const wanted = (
    { review: 'draft', rejected: 'draft', scheduled: 'scheduled', published: 'published' } as Partial<
      Record<Card['state'], string>
    >
  )[state];
  if (!wanted) return undefined;
  if (post?.state !== wanted) return `says ${state}, and the service shows ${post?.state}`;
  if (post.caption !== content.caption) return `says "${content.caption}", and the service "${post.caption}"`;
  const due = state === 'scheduled' ? Date.parse(content.scheduledAt ?? '') : undefined;
  if (due !== undefined && post.scheduledAt !== due)
    return `is scheduled for ${content.scheduledAt}, and the service shows another time`;
  return undefined;
}

const publishes = ({ method, body }: { method: string; body?: unknown }): boolean =>
  method === 'PATCH' && (body as { publishNow?: unknown } | undefined)?.publishNow === true;

/** An effect is sent once for each request, unless the service said that it did nothing. */
function judgeRequests(service: SandboxService, breaks: Breaks): void {
  const sent = new Map<string, number>();
  for (const request of service.requests) {
    const { method, path, body, status } = request;
    const refused = status !== undefined && status >= 400 && status < 500;
    if ((method !== 'POST' && !publishes(request)) || refused) continue;
    const token = publishes(request)
      ? `publishing ${path}`
      : (/No\d+x\d*/.exec(JSON.stringify(body))?.[0] ?? path);
    sent.set(token, (sent.get(token) ?? 0) + 1);
  }
  for (const [token, times] of sent) if (times > 1) breaks('once', `${token} was sent ${times} times`);
}
