/**
 * The one alert for a cause that makes cards of a workspace fail: posted once, updated with the count, and
 * closed in place.
 */

import { z } from 'zod';
import { isoNow } from '#src/platform/iso-now.ts';
import { done, handlerOf, type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { type Cause, causes } from '#src/posts/card/problem.ts';
import type { OwnMessage } from '#src/posts/notifier.ts';
import { renderIncident } from '#views/notifications/incident.ts';
import { type PostedAlert, postToAnyone, postToFirst, replaceAlert, retryLater } from './alert.ts';
import type { Deps } from './deps.ts';
import type { FailedCard, IncidentAlert } from './incident-store.ts';

export const incidentJob = workspaceJob('incident', queues.messages, { cause: z.enum(causes) });
type Payload = PayloadOf<typeof incidentJob>;

/** How many cards the alert names; the others are counted. */
const namedAtMost = 10;

/** How many channels, and how many people, to try. */
const triedAtMost = 5;

export const incidentHandler = handlerOf(
  incidentJob,
  async (deps: Deps, payload) => {
    // read before the incident, so that a change in between leaves it to be updated again
    const notification = await deps.notifications.incident(payload.workspace, payload.cause);
    const incident = await deps.incidents.read(payload.workspace, payload.cause);
    try {
      // posted even if the cause is over by now: nothing else says which posts failed
      const shown = await tell(deps, payload, incident);
      const { failed, over } = incident;
      if (over !== undefined) await end(deps, payload, { failed, shown, over });
    } catch (thrown) {
      const since = Date.parse(incident.failed.at(-1)?.at ?? '') || deps.now();
      return retryLater(deps, deps.now() - since, thrown, payload);
    }
    if (notification) await deps.notifications.end(payload.workspace, [notification]);
    return done;
  },
  async (deps: Deps, payload) => {
    const notification = await deps.notifications.incident(payload.workspace, payload.cause);
    if (notification) await deps.notifications.end(payload.workspace, [notification]);
  },
);

/** Updates the alerts that end because the service answered a request of this `endpoint`. */
export const endIncidents =
  (
    deps: Pick<Deps, 'incidents' | 'jobs' | 'failpoint' | 'now'>,
  ): ((workspace: string, endpoint: string) => Promise<void>) =>
  async (workspace, endpoint) => {
    const over = await deps.incidents.worked(workspace, endpoint, isoNow(deps));
    if (over.length > 0) await deps.failpoint('incident over');
    for (const cause of over) await deps.jobs.enqueue(incidentJob, { workspace, cause });
  };

type IncidentState = Awaited<ReturnType<Deps['incidents']['read']>>;

/**
 * Posts or updates the alert, which counts the failed cards from the second one on: each card's own people
 * are notified anyway. Returns the alert, if there is one.
 */
async function tell(
  deps: Deps,
  { workspace, cause }: Payload,
  { failed, shown }: IncidentState,
): Promise<IncidentAlert | undefined> {
  const [first] = failed;
  if (!first) return shown;
  const stands = shown !== undefined && !shown.over;
  if (stands ? shown.count >= failed.length : failed.length === 1) return shown;
  const messageFor = (to: string): Promise<OwnMessage> => incidentFor(deps, workspace, cause, failed, { to });
  const posted = await sayOf(deps, workspace, failed, shown, messageFor);
  const isNew = posted.ts !== shown?.ts;
  const at = isNew || !shown ? isoNow(deps) : shown.at;
  const next = { ...posted, at, count: failed.length, over: false };
  if (isNew || shown?.count === 0) {
    // noted at once, so that a job that fails after this doesn't post it twice
    await deps.incidents.shown(workspace, cause, { ...next, count: 0 });
    if (isNew && stands) {
      const goesOn = await incidentFor(deps, workspace, cause, failed, { to: shown.to, goesOn: posted });
      await replaceAlert(deps, shown, goesOn).catch((err) =>
        deps.log.warn({ err }, "couldn't update an alert"),
      );
    }
    // these cards were rendered before there was an alert to link to
    const leading = failed.filter(({ place }) => place !== posted.to || shown !== undefined);
    await Promise.all(leading.map(({ card }) => deps.desk.transition(workspace, card, { type: 'rerender' })));
  }
  await deps.incidents.shown(workspace, cause, next);
  return next;
}

/**
 * Posts or updates the alert, and returns where it is. If only one person can read it, it moves to a channel
 * as soon as there is one.
 */
async function sayOf(
  deps: Deps,
  workspace: string,
  failed: readonly FailedCard[],
  shown: IncidentAlert | undefined,
  messageFor: (to: string) => Promise<OwnMessage>,
): Promise<PostedAlert> {
  const channels = [...new Set(failed.map(({ place }) => place))].filter(isChannel).slice(0, triedAtMost);
  const stays = shown !== undefined && (isChannel(shown.to) || channels.length === 0);
  if (stays && (await replaceAlert(deps, shown, await messageFor(shown.to)))) return shown;
  const moved = await postToFirst(deps, channels, messageFor);
  if (moved) return moved;
  if (shown && !stays && (await replaceAlert(deps, shown, await messageFor(shown.to)))) return shown;
  const authors = [...new Set(failed.map(({ author }) => author))].slice(0, triedAtMost);
  return postToAnyone(deps, workspace, authors, messageFor);
}

async function end(
  deps: Deps,
  { workspace, cause }: Payload,
  { failed, shown, over }: IncidentState & { over: string },
): Promise<void> {
  if (shown && !shown.over) {
    const works = (to: string): Promise<OwnMessage> =>
      incidentFor(deps, workspace, cause, failed, { to, over });
    const stays = await replaceAlert(deps, shown, await works(shown.to));
    const posted = stays ? undefined : await postToFirst(deps, [shown.to], works);
    await deps.incidents.shown(workspace, cause, { ...shown, ...posted, over: true });
  }
  await deps.incidents.close(workspace, cause, failed);
}

/**
 * The alert for one place. Failures in other channels are only counted, since not everyone can read those
 * channels.
 */
async function incidentFor(
  deps: Deps,
  workspace: string,
  cause: Cause,
  failed: readonly FailedCard[],
  { to, over, goesOn }: { to: string; over?: string; goesOn?: PostedAlert },
): Promise<OwnMessage> {
  const here = failed.filter(({ place, author }) => place === to || author === to);
  const elsewhere = failed.filter((one) => !here.includes(one));
  const named = here.slice(-namedAtMost).reverse();
  const incident = {
    cause,
    since: failed[0]?.at ?? isoNow(deps),
    cards: await deps.cards.getAll(
      workspace,
      named.map(({ card }) => card),
    ),
    count: failed.length,
    elsewhere: { count: elsewhere.length, places: new Set(elsewhere.map(({ place }) => place)).size },
    over,
    goesOn: goesOn && { ...goesOn, to: goesOn.to === to ? undefined : goesOn.to },
  };
  return { about: incident.cards[0], render: (options) => renderIncident(incident, options) };
}
