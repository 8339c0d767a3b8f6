/** Shows posts below the links to them. Nobody waits for it, and doing it again changes nothing. */

import type { KnownBlock } from '@slack/types';
import { done, handlerOf, type JobBasics, type Outcome, wakeOf } from '#src/platform/queue/job.ts';
import { unlessRefused } from '#src/platform/slack/render-failed.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import { isAtCard, unfurled } from '#views/links/unfurl.ts';
import { type FindDeps, type Found, findLinked, freshForMs, readLinked } from './find-linked.ts';
import { type Unfurl, unfurlJob } from './jobs.ts';

interface Deps extends FindDeps, Pick<JobBasics, 'log' | 'now'>, Pick<Slack, 'slackCalls'> {
  keyed: boolean;
}

/** How long to wait for a read. After that, the conversation has moved on, and whatever is known is shown. */
const waitsForMs = 5 * 60_000;

export const unfurlHandler = handlerOf(unfurlJob, unfurl);

async function unfurl(deps: Deps, payload: Unfurl): Promise<Outcome> {
  const { channel, ts, isShared, links } = payload;
  const all = await Promise.all(links.map((link) => lookUp(deps, payload, link)));
  const pending = all.find(({ later }) => later)?.later;
  if (pending && deps.now() - payload.at < waitsForMs) throw pending;
  const shown = new Map<string, KnownBlock[]>();
  for (const { url, found } of all) {
    if (!found) continue;
    const hasCard = isAtCard(found.card, channel);
    // people from other organizations see what was posted there, and nothing else
    if (isShared && !hasCard) continue;
    shown.set(url, unfurled(found.card, { asOf: found.readAt ?? deps.now(), hasCard }));
  }
  if (shown.size === 0) return done;
  await unlessRefused(
    () => deps.slackCalls.unfurl({ channel, ts }, shown),
    (cause) => deps.log.info({ err: cause, channel }, 'Slack refused an unfurl'),
  );
  return done;
}

interface LookedUp {
  url: string;
  found: Found | undefined;
  /** The listing has to be read first. */
  later?: Error;
}

async function lookUp(
  deps: Deps,
  payload: Unfurl,
  { url, ...link }: Unfurl['links'][number],
): Promise<LookedUp> {
  const { workspace, channel, by, at } = payload;
  const find = () => findLinked(deps, { workspace, author: by, channel }, link);
  const found = await find();
  const asOf = at - freshForMs;
  const isNew = found && (found.readAt === undefined || found.readAt >= asOf);
  if (isNew || !deps.keyed) return { url, found };
  try {
    await readLinked(deps, workspace, link, found, { asOf, wake: wakeOf(unfurlJob, payload) });
    return { url, found: await find() };
  } catch (cause) {
    const { postponed, kind } = cause as { postponed?: boolean; kind?: string };
    if (postponed) return { url, found, later: cause as Error };
    if (!kind) throw cause;
    deps.log.info({ err: cause }, "couldn't read the post that a link leads to");
    return { url, found };
  }
}
