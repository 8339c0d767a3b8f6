/**
 * The message that says how a freeze goes: drawn beside the work, since the posts cannot wait for a Slack that is slow. Where
 * the bot cannot look whether it was said it is rather said twice than never: nothing else says what went out all the same, and
 * it has no buttons.
 */
import { type Freeze, type FrozenPost, saysNow, scopeOf, type Thawed } from '#src/cards/freeze.ts';
import type { Failure } from '#src/cards/problem.ts';
import type { JobDeps } from './deps.ts';
import { endSayings, sayOnce } from './say-once.ts';

/** How often it is drawn while the work goes on. */
const reportEveryMs = 3_000;

/** Says it where it was not said yet. `soon`: something changed. `drawn`: the freeze, once nothing is being drawn. Neither throws. */
export function reporting(
  deps: JobDeps,
  workspace: string,
  asked: Freeze,
): { soon(): void; drawn(): Promise<Freeze> } {
  let drawing = withReport(deps, workspace, asked);
  let isDrawing = true;
  let drawnAt = asked.report ? 0 : deps.now();
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

/** With the place of its report; without one where Slack does not take it, or it is not known yet whether it stands. */
async function withReport(deps: JobDeps, workspace: string, asked: Freeze): Promise<Freeze> {
  if (!saysNow(asked, deps.now())) return asked;
  try {
    await say(deps, workspace, asked);
    const standing = await deps.freezes.get(workspace, scopeOf(asked.brand));
    return standing?.at === asked.at ? standing : asked;
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the report of a freeze could not be posted');
    return asked;
  }
}

async function say(deps: JobDeps, workspace: string, freeze: Freeze): Promise<void> {
  const { brand, at, channel, by } = freeze;
  const scope = scopeOf(brand);
  const unknownMs = await endReports(deps, workspace, scope);
  // the next round looks again
  if (unknownMs !== undefined) return;
  const of = { kind: 'freeze report', brand, at } as const;
  let isUnsaid = false;
  const lookAgainMs = await sayOnce(deps, workspace, of, {
    async take() {
      const standing = await deps.freezes.get(workspace, scope);
      isUnsaid = standing?.at === at && !standing.report;
      return isUnsaid;
    },
    async say(say) {
      const what = {
        kind: 'freeze',
        freeze,
        progress: { posts: await postsOf(deps, workspace, freeze) },
      } as const;
      const said = (await say({ channel }, what)) ?? (await say({ channel: by }, what));
      await deps.reached('freeze report said');
      const aside = said?.channel !== channel;
      if (!said) return;
      isUnsaid = false;
      await noteReport(deps, workspace, freeze, { ...said, aside }).catch((cause: unknown) => {
        // it was said, whatever Slack refuses now, and is looked for
        throw new Error('it is not noted where the report stands', { cause });
      });
    },
  });
  if (!isUnsaid || lookAgainMs !== undefined) return;
  deps.log.warn({ channel, user: by, scope }, 'the report of a freeze is taken nowhere');
  const unsaid = { at: new Date(deps.now()).toISOString(), rounds: freeze.rounds };
  await deps.freezes.amend(workspace, freeze, { unsaid });
}

/**
 * Looks what became of the reports of this scope of which nobody noted whether they were said, also of freezes that ended.
 * Answers in how many milliseconds to look again.
 */
export function endReports(deps: JobDeps, workspace: string, scope: string): Promise<number | undefined> {
  return endSayings(deps, workspace, 'freeze report', {
    isOurs: (of) => of.kind === 'freeze report' && scopeOf(of.brand) === scope,
    async found(of, said) {
      if (of.kind === 'freeze report') await noteReport(deps, workspace, of, { ...said, aside: false });
    },
  });
}

/** One that came to stand after the thaw is drawn so. Throws what Slack said. */
async function noteReport(
  deps: JobDeps,
  workspace: string,
  freeze: Pick<Freeze, 'brand' | 'at'>,
  report: NonNullable<Freeze['report']>,
): Promise<void> {
  if (await deps.freezes.amend(workspace, freeze, { report })) return;
  const thawed = await thawedOf(deps, workspace, freeze);
  if (thawed) await drawThawed(deps, workspace, { ...thawed, freeze: { ...thawed.freeze, report } });
}

/** As it ended; `undefined`: it stands. */
async function thawedOf(
  deps: JobDeps,
  workspace: string,
  { brand, at }: Pick<Freeze, 'brand' | 'at'>,
): Promise<Thawed | undefined> {
  const thawed = await deps.freezes.thawed(workspace, scopeOf(brand));
  return thawed?.freeze.at === at ? thawed : undefined;
}

/** Nobody waits for it: what Slack does not take now, it takes the next time. */
export async function drawReport(
  deps: JobDeps,
  workspace: string,
  freeze: Freeze,
  trouble?: Failure,
): Promise<void> {
  const { report } = freeze;
  if (!report) return;
  const undrawn = (cause: unknown): void => {
    deps.log.warn({ err: cause }, 'the report of a freeze could not be drawn');
  };
  try {
    const progress = { posts: await postsOf(deps, workspace, freeze), ...(trouble && { trouble }) };
    await deps.announcer.sayAgain(report, { kind: 'freeze', freeze, progress }).catch(undrawn);
    // what was drawn last is what stays, also where Slack drew it and did not answer
    const thawed = await thawedOf(deps, workspace, freeze);
    if (thawed) await drawThawed(deps, workspace, { ...thawed, freeze });
  } catch (cause) {
    undrawn(cause);
  }
}

/** The message in the channel is no more than a report. Throws what Slack said. */
export async function drawThawed(
  deps: JobDeps,
  workspace: string,
  { freeze, ...thawed }: Thawed,
): Promise<void> {
  if (!freeze.report) return;
  const [posts, all] = await Promise.all([
    postsOf(deps, workspace, freeze),
    deps.freezes.decided(workspace, scopeOf(freeze.brand)),
  ]);
  const decided = all.filter(({ of, state }) => of === freeze.at && state === 'off').length;
  const progress = { posts, decided, thawed };
  await deps.announcer.sayAgain(freeze.report, { kind: 'freeze', freeze, progress });
}

/** What this freeze, and none before it, dealt with. */
export async function postsOf(
  deps: JobDeps,
  workspace: string,
  { brand, at }: Freeze,
): Promise<FrozenPost[]> {
  return (await deps.freezes.posts(workspace, scopeOf(brand))).filter(({ of }) => of === at);
}
