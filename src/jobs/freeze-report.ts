/** The message that says how a freeze goes: drawn beside the work, since the posts cannot wait for a Slack that is slow. */
import { type Freeze, type FrozenPost, scopeOf } from '#src/cards/freeze.ts';
import type { JobDeps } from './deps.ts';

/** How often it is drawn while the work goes on. */
const reportEveryMs = 3_000;

/** Posts it where there is none yet. `soon`: something changed. `drawn`: the freeze, once nothing is being drawn. Neither throws. */
export function reporting(
  deps: JobDeps,
  workspace: string,
  asked: Freeze,
): { soon(): void; drawn(): Promise<Freeze> } {
  let drawing = withReport(deps, workspace, asked);
  let isDrawing = true;
  let drawnAt = 0;
  const ended = (freeze: Freeze): Freeze => {
    isDrawing = false;
    return freeze;
  };
  drawing = drawing.then(ended);
  return {
    soon() {
      if (isDrawing || deps.now() - drawnAt < reportEveryMs) return;
      [isDrawing, drawnAt] = [true, deps.now()];
      drawing = drawing.then(async (freeze) => {
        await drawReport(deps, workspace, freeze);
        return ended(freeze);
      });
    },
    drawn: () => drawing,
  };
}

/** With the place of its report; without one where Slack does not take it. */
async function withReport(deps: JobDeps, workspace: string, freeze: Freeze): Promise<Freeze> {
  if (freeze.report) return freeze;
  try {
    const posts = await postsOf(deps, workspace, freeze);
    const message = await deps.freezeReports.open(freeze, { posts });
    return (await deps.freezes.amend(workspace, freeze, { report: message })) ?? freeze;
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the report of a freeze could not be posted');
    return freeze;
  }
}

/** Nobody waits for it: what Slack does not take now, it takes the next time. */
export async function drawReport(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  trouble?: string,
): Promise<void> {
  try {
    const posts = await postsOf(deps, workspace, freeze);
    await deps.freezeReports.show(freeze, { posts, ...(trouble && { trouble }) });
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the report of a freeze could not be drawn');
  }
}

/** What this freeze, and none before it, dealt with. */
export async function postsOf(
  deps: JobDeps,
  workspace: string,
  { brand, at }: Freeze,
): Promise<FrozenPost[]> {
  return (await deps.freezes.posts(workspace, scopeOf(brand))).filter(({ of }) => of === at);
}
