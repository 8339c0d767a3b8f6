/**
 * The report of a pause in Slack. It's updated while the pause works, since the posts can't wait for a slow
 * Slack. After a crash or a lost answer it's posted twice rather than never: nothing else says which posts
 * were published anyway, and it has no buttons.
 */

import { isoNow } from '#src/platform/iso-now.ts';
import type { Retriable } from '#src/platform/queue/job.ts';
import { unlessRefused } from '#src/platform/slack/render-failed.ts';
import type { Failure } from '#src/posts/card/problem.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import type { OwnMessage } from '#src/posts/notifier.ts';
import { renderPause } from '#views/pause/pause.ts';
import type { Deps } from './deps.ts';
import {
  isReportDue,
  type Pause,
  type PausedPost,
  type Progress,
  type Resumed,
  unscheduledBy,
} from './pause.ts';

/** How often the report is updated while the pause is still working. */
const reportEveryMs = 3_000;

/**
 * Posts the report, or updates it. `soon`: something has changed. `rendered`: resolves to the pause once no
 * update is in progress. Neither throws.
 */
export function reporting(
  deps: Deps,
  workspace: string,
  begun: Pause,
): { soon(): void; rendered(): Promise<Pause> } {
  let message = withReport(deps, workspace, begun);
  let isRendering = true;
  let renderedAt = begun.report ? 0 : deps.now();
  const ended = (pause: Pause): Pause => {
    isRendering = false;
    return pause;
  };
  message = message.then(ended);
  return {
    soon() {
      if (isRendering || deps.now() - renderedAt < reportEveryMs) return;
      [isRendering, renderedAt] = [true, deps.now()];
      message = message.then(async (pause) => {
        await renderReport(deps, workspace, pause);
        return ended(pause);
      });
    },
    rendered: () => message,
  };
}

/** Returns the pause with its report, or without one if Slack doesn't accept it. */
async function withReport(deps: Deps, workspace: string, begun: Pause): Promise<Pause> {
  try {
    // another job of this pause may have posted it by now
    const pause = await deps.pauses.get(workspace, scopeOf(begun.brand));
    if (pause?.at !== begun.at) return begun;
    if (!isReportDue(pause, deps.now())) return pause;
    const change = await postReport(deps, workspace, pause);
    const updated = await deps.pauses.amend(workspace, pause, change);
    if (updated) return updated;
    // publishing was resumed while it was posted
    const resumed = await resumedOf(deps, workspace, pause);
    if (resumed) await renderResumed(deps, workspace, { ...resumed, pause: { ...resumed.pause, ...change } });
  } catch (cause) {
    deps.log.warn({ err: cause }, "couldn't save where a pause report was posted");
  }
  return begun;
}

const messageOf = (pause: Pause, progress: Progress): OwnMessage => ({
  about: { brand: pause.brand, author: pause.by },
  render: (options) => renderPause(pause, progress, options),
});

/** Returns what has to be noted about the report. */
async function postReport(
  deps: Deps,
  workspace: string,
  pause: Pause,
): Promise<Pick<Pause, 'report' | 'notPosted'>> {
  const { brand, channel, by, checksRequested, notPosted } = pause;
  const about = { channel, user: by, scope: scopeOf(brand) };
  const failed = { at: isoNow(deps), rounds: checksRequested };
  const progress = await progressOf(deps, workspace, pause);
  try {
    const what = messageOf(pause, progress);
    const posted =
      (await deps.notifier.postRendered({ channel }, what)) ??
      (await deps.notifier.postRendered({ channel: by }, what));
    await deps.failpoint('pause report sent');
    if (posted) return { report: { ...posted, aside: posted.channel !== channel } };
    deps.log.warn(about, 'Slack refused a pause report everywhere');
    return { notPosted: failed };
  } catch (cause) {
    deps.log.warn({ err: cause, ...about }, "couldn't post a pause report");
    if ((cause as Retriable).retry === false) return { notPosted: failed };
    const attempts = notPosted?.rounds === checksRequested ? (notPosted.attempts ?? 0) : 0;
    return { notPosted: { ...failed, attempts: attempts + 1 } };
  }
}

/** The ended pause; `undefined` if it hasn't ended. */
async function resumedOf(
  deps: Deps,
  workspace: string,
  { brand, at }: Pick<Pause, 'brand' | 'at'>,
): Promise<Resumed | undefined> {
  const resumed = await deps.pauses.resumed(workspace, scopeOf(brand));
  return resumed?.pause.at === at ? resumed : undefined;
}

/** Nobody waits for this update: if Slack doesn't accept it now, the next one includes it. */
export async function renderReport(
  deps: Deps,
  workspace: string,
  pause: Pause,
  trouble?: Failure,
): Promise<void> {
  const { report } = pause;
  if (!report) return;
  const renderFailed = (cause: unknown): void => {
    deps.log.warn({ err: cause }, "couldn't update a pause report");
  };
  try {
    const progress = { ...(await progressOf(deps, workspace, pause)), ...(trouble && { trouble }) };
    await deps.notifier.replaceRendered(report, messageOf(pause, progress)).catch(renderFailed);
    // the last update wins, even if Slack made it without answering
    const resumed = await resumedOf(deps, workspace, pause);
    if (resumed) await renderResumed(deps, workspace, { ...resumed, pause });
  } catch (cause) {
    renderFailed(cause);
  }
}

/** Updates the channel's message, which has no buttons. Throws Slack's error. */
async function renderResumed(deps: Deps, workspace: string, { pause, ...resumed }: Resumed): Promise<void> {
  if (!pause.report) return;
  const progress = { ...(await progressOf(deps, workspace, pause)), resumed };
  await deps.notifier.replaceRendered(pause.report, messageOf(pause, progress));
}

/**
 * Updates the report of the scope's last pause, if it has ended. It includes posts that were decided about
 * afterward, which changes no card. Temporary errors of Slack are retried before any card is updated, because
 * cards would get the same errors.
 */
export async function reportResumed(deps: Deps, workspace: string, scope: string): Promise<void> {
  const resumed = await deps.pauses.resumed(workspace, scope);
  if (!resumed) return;
  await unlessRefused(
    () => renderResumed(deps, workspace, resumed),
    (cause) => deps.log.warn({ err: cause }, "couldn't update a pause report"),
  );
}

async function progressOf(deps: Deps, workspace: string, pause: Pause): Promise<Progress> {
  const [posts, all] = await Promise.all([
    postsOf(deps, workspace, pause),
    deps.pauses.decided(workspace, scopeOf(pause.brand)),
  ]);
  const decided = all.filter(({ pausedAt, state }) => pausedAt === pause.at && state === 'unscheduled');
  const { named } = unscheduledBy({ posts, decided });
  const claims = await deps.cards.claims(
    workspace,
    named.map(({ id }) => id),
  );
  return { posts, decided, cards: await deps.cards.getAll(workspace, [...claims.values()]) };
}

/** The posts of this pause, without those of earlier ones. */
export async function postsOf(deps: Deps, workspace: string, { brand, at }: Pause): Promise<PausedPost[]> {
  return (await deps.pauses.posts(workspace, scopeOf(brand))).filter(({ pausedAt }) => pausedAt === at);
}
