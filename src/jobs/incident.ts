/** Draws the one alert of what cards of a workspace fail for: said once, counted up in its place, and ended there. */
import { z } from 'zod';
import type { Announcement } from '#src/cards/announcement.ts';
import { isReliedOn } from '#src/cards/attention.ts';
import { type Cause, causes } from '#src/cards/card.ts';
import type { FailedCard, Shown } from '#src/store/incidents.ts';
import type { JobDeps } from './deps.ts';
import { defineJob, done, type Handler, handle } from './job.ts';
import { type Said, sayFirst, sayLater, sayToSomebody } from './say-alert.ts';

const payload = z.object({ workspace: z.string(), cause: z.enum(causes) });
type Payload = z.infer<typeof payload>;

export const incidentJob = defineJob<Payload>({
  name: 'incident',
  lane: 'draw',
  payload,
  key: ({ workspace, cause }) => `${workspace}.${cause}`,
});

/** Cards of the alert that are named at most; the others are counted. */
const namedAtMost = 10;

/** Places that are tried at most, of each sort. */
const triedAtMost = 5;

export function incidentHandler(deps: JobDeps): Handler {
  return handle(incidentJob, {
    async run(payload) {
      const standing = await deps.incidents.read(payload.workspace, payload.cause);
      try {
        if (standing.over === undefined) await tell(deps, payload, standing);
        else await end(deps, payload, { ...standing, over: standing.over });
      } catch (thrown) {
        const since = Date.parse(standing.failed.at(-1)?.at ?? '') || deps.now();
        return sayLater(deps, deps.now() - since, thrown, payload);
      }
      return done;
    },
  });
}

/** The service did what was `asked` of it: who was told that it fails for something is told that it works again. */
export async function worksAgain(deps: JobDeps, workspace: string, asked: string): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  for (const cause of await deps.incidents.worked(workspace, asked, at))
    await deps.jobs.enqueue(incidentJob, { workspace, cause });
}

/** What is asked with a reading of a brand's listing: that of another brand may work all the same. */
export const listOf = (brand: string): string => `list.${brand}`;

type Standing = Awaited<ReturnType<JobDeps['incidents']['read']>>;

/** The first has its card before the eyes of whoever pressed, unless people rely on it. */
async function tell(
  deps: JobDeps,
  { workspace, cause }: Payload,
  { failed, shown }: Standing,
): Promise<void> {
  const [first] = failed;
  const stands = shown !== undefined && !shown.over;
  if (!first || (stands && shown.count >= failed.length)) return;
  if (!stands && failed.length === 1) {
    const card = await deps.desk.get(workspace, first.card);
    if (!card || !isReliedOn(card)) return;
  }
  const said = await sayOf(deps, workspace, cause, { failed, shown });
  await deps.incidents.shown(workspace, cause, { ...said, count: failed.length, over: false });
  if (said.ts === shown?.ts) return;
  // they were drawn before there was an alert that they lead to
  for (const { card, place } of failed)
    if (place !== said.to) await deps.desk.move(workspace, card, { type: 'redraw' });
}

/** Where the alert stands now. What only one person reads goes to a channel as soon as there is one. */
async function sayOf(
  deps: JobDeps,
  workspace: string,
  cause: Cause,
  { failed, shown }: Pick<Standing, 'failed' | 'shown'>,
): Promise<Said> {
  const { announcer } = deps;
  const drawn = (to: string): Promise<Announcement> => incidentFor(deps, workspace, cause, failed, { to });
  const channels = [...new Set(failed.map(({ place }) => place))].filter(isChannel).slice(0, triedAtMost);
  const stays = shown !== undefined && (isChannel(shown.to) || channels.length === 0);
  if (stays && (await announcer.sayAgain(shown, await drawn(shown.to)))) return shown;
  const moved = await sayFirst(deps, channels, drawn);
  if (moved && shown && !stays)
    await announcer.sayAgain(
      shown,
      await incidentFor(deps, workspace, cause, failed, { to: shown.to, goesOn: moved }),
    );
  if (moved) return moved;
  if (shown && !stays && (await announcer.sayAgain(shown, await drawn(shown.to)))) return shown;
  const authors = failed.map(({ author }) => author).slice(0, triedAtMost);
  return sayToSomebody(deps, workspace, authors, drawn);
}

const isChannel = (place: string): boolean => /^[CG]/.test(place);

async function end(
  deps: JobDeps,
  { workspace, cause }: Payload,
  { failed, shown, over }: Standing & { over: string },
): Promise<void> {
  if (shown && !shown.over) {
    await deps.announcer.sayAgain(
      shown,
      await incidentFor(deps, workspace, cause, failed, { to: shown.to, over }),
    );
    await deps.incidents.shown(workspace, cause, { ...shown, over: true } satisfies Shown);
  }
  await deps.incidents.close(workspace, cause, failed);
}

/** As it is told there: of what stands in other channels only the number, since not everybody may read it. */
async function incidentFor(
  deps: JobDeps,
  workspace: string,
  cause: Cause,
  failed: readonly FailedCard[],
  { to, ...how }: { to: string; over?: string; goesOn?: Said },
): Promise<Announcement> {
  const here = failed.filter(({ place, author }) => place === to || author === to);
  const elsewhere = failed.filter((one) => !here.includes(one));
  const named = here.slice(-namedAtMost).reverse();
  return {
    kind: 'incident',
    incident: {
      cause,
      since: failed[0]?.at ?? new Date(deps.now()).toISOString(),
      cards: await deps.cards.getAll(
        workspace,
        named.map(({ card }) => card),
      ),
      count: failed.length,
      elsewhere: { count: elsewhere.length, places: new Set(elsewhere.map(({ place }) => place)).size },
      ...how,
    },
  };
}
