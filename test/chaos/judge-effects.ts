/** Judges whether the service performed each operation once, and matches the cards. */
import type { SandboxService } from '#sandbox/service/index.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Judged } from './promises.ts';

type Breaks = Judged['breaks'];

/** Each effect in the service must belong to one card, or to a card with an unknown outcome. */
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
  count('unknown outcomes of creations', lost.length);
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
    wrong(`${unclaimed} effects belong to no card, and ${lost.length} cards have an unknown outcome`);
  for (const [id, times] of published) {
    if (times > 1) wrong(`post ${id} was published ${times} times`);
    const owner = byPost.get(id)?.[0];
    // its response was lost, so no card has its ID, and the service published it on schedule
    if (!owner && !service.requests.some((request) => publishes(request) && request.path.includes(id)))
      continue;
    if (owner?.state !== 'published' && owner?.state !== 'outcome_unknown')
      wrong(`post ${id} is published, but its card says ${owner?.state}`);
  }
  for (const card of cards.values()) {
    const differs = asTheServiceShows(card, service);
    if (differs) wrong(`${card.kind} ${card.id} ${differs}`);
  }
  judgeRequests(service, breaks);
}

/** How the post differs from its settled card; `undefined` if it doesn't, or the card's outcome is unknown. */
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
  if (post?.state !== wanted) return `says ${state}, but the service shows ${post?.state}`;
  if (post.caption !== content.caption) return `says "${content.caption}", and the service "${post.caption}"`;
  const due = state === 'scheduled' ? Date.parse(content.scheduledAt ?? '') : undefined;
  if (due !== undefined && post.scheduledAt !== due)
    return `is scheduled for ${content.scheduledAt}, but the service shows another time`;
  return undefined;
}

const publishes = ({ method, body }: { method: string; body?: unknown }): boolean =>
  method === 'PATCH' && (body as { publishNow?: unknown } | undefined)?.publishNow === true;

/** Each operation is sent only once per request, unless the service reported that nothing happened. */
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
