/** Records what was submitted, under the brand's current rule and settings. */

import type { Deps } from '#commands/kit/command.ts';
import type { Request } from '#src/platform/publishing-api/request.ts';
import { type Role, roleIn } from '#src/platform/slack/role.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Recorded } from '#src/posts/card/new-card.ts';
import { fillDay, namesDay } from '#src/posts/card/placeholders.ts';
import { deniedToRequest } from '#src/posts/card/rule.ts';
import { originOfRewrite } from '#src/posts/card/versions.ts';
import { type Requested, refuseRequest } from './authorize.ts';

interface RequestContext extends Requested {
  /** The submission's id, so that submitting it twice creates one card. */
  id: string;
  by: string;
  role: Role;
  /** The version that the request rewrites. The new card goes to the same place. */
  rewriteOf?: Card;
}

/** How often the rule and settings are read. People can't change them faster than this. */
const readAtMost = 5;

/**
 * Takes one round trip, unless the brand's rule or settings have changed since this process read them.
 * `refusal`: the person isn't allowed to, and nothing was recorded; `reviewed`: the channel of its card.
 * Rejects if they change faster than they can be read.
 */
export async function recordRequest(
  deps: Deps,
  context: RequestContext,
  request: Request,
): Promise<{ refusal: string } | { noFreeSlot: true } | (Recorded & { reviewed: string })> {
  const { id, workspace, channel, by, role, brand, rewriteOf } = context;
  const dated = await fillingDay(deps, context, request);
  // the script that records the request compares what was remembered, so a rule applies from the moment it's
  // set
  let remembered = deps.brandConfigs.remembered(workspace, brand.id);
  for (let i = 0; i <= readAtMost; i += 1, remembered = undefined) {
    const brandConfig = remembered ?? (await deps.brandConfigs.read(workspace, brand.id));
    const why = deniedToRequest(brandConfig.rule, roleIn(role, brandConfig.settings.guests), by);
    if (why && remembered) continue;
    if (why) return { refusal: await refuseRequest(deps, context, why) };
    const reviewed = rewriteOf
      ? channel
      : (brandConfig.rule?.channel ?? brandConfig.settings.channel ?? channel);
    const origin = { workspace, author: by, channel: reviewed, ...(rewriteOf && originOfRewrite(rewriteOf)) };
    const record = (request: Request) => deps.desk.record(id, origin, dated(request), brandConfig);
    const recorded =
      request.kind === 'post' && request.inSlot
        ? await deps.slots.takeNext(workspace, brand, (scheduledAt) => record({ ...request, scheduledAt }))
        : await record(request);
    if (recorded === undefined) return { noFreeSlot: true };
    if (typeof recorded !== 'string') return { ...recorded, reviewed };
  }
  throw new Error(`the settings of the brand ${brand.id} kept changing while a request was being recorded`);
}

/**
 * Replaces the placeholders of a caption template that name a day with the day for which the post is planned,
 * or today.
 */
async function fillingDay(
  deps: Deps,
  { workspace, by, brand }: RequestContext,
  request: Request,
): Promise<(request: Request) => Request> {
  if (request.kind !== 'post' || !namesDay(request.caption)) return (request) => request;
  const zone = (await deps.slots.of(workspace, brand.id)).zone ?? (await deps.users.zoneOf(by)) ?? 'UTC';
  const today = deps.now();
  return (request) => {
    if (request.kind !== 'post') return request;
    const at = request.scheduledAt === undefined ? today : Date.parse(request.scheduledAt);
    return { ...request, caption: fillDay(request.caption, { at, zone }) };
  };
}
