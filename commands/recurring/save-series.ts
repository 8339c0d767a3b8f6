import type { App } from '@slack/bolt';
import { checkChosen } from '#commands/catalog/check-chosen.ts';
import { afterwards, tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Deps, ListInvocation, SharedDeps } from '#commands/kit/command.ts';
import {
  type Form,
  type FormAnswer,
  keepOpen,
  notSaved,
  onForm,
  refusedAfterwards,
} from '#commands/kit/form.ts';
import { answerInList } from '#commands/kit/in-place.ts';
import { reachIn } from '#commands/kit/workspace.ts';
import { permissionForBrand } from '#commands/posts/authorize.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { chosenIn, namedAsListed } from '#src/posts/card/chosen.ts';
import { newCard } from '#src/posts/card/new-card.ts';
import { recurringJob } from '#src/recurring/jobs.ts';
import {
  cardIdOf,
  requestOf,
  type Series,
  type SeriesFields,
  seriesAtMost,
  seriesEntry,
  seriesSchema,
  zoneOfSeries,
} from '#src/recurring/series.ts';
import { wrongChoices } from '#views/catalog/choices.ts';
import { clashText } from '#views/posts/warnings.ts';
import { full, seriesGone, seriesSaved } from '#views/recurring/list.ts';
import { type SeriesContext, seriesModal } from '#views/recurring/series-modal.ts';

type Show = (invocation: Pick<ListInvocation, 'by' | 'answer'>, deps: Deps, brand: Named) => Promise<void>;

export function onSeriesForm(app: App, shared: SharedDeps, show: Show): void {
  const handle = async ({ workspace, by, team, view }: Form, deps: Deps): Promise<FormAnswer> => {
    const read = seriesModal.read(view, reachIn(deps, workspace));
    if ('errors' in read) return keepOpen(read.errors);
    const about = seriesModal.contextOf(view);
    const { brand, channel, list } = about;
    const to = { channel, user: by };
    const refusal = await permissionForBrand(deps, { workspace, channel, by, brand, team });
    if (refusal) return refusedAfterwards(deps, to, refusal);
    const saved = await save(deps, { about, by, id: view.id, fields: read.value });
    if ('errors' in saved) return keepOpen(saved.errors);
    const answer = answerInList(deps, { channel, by, list });
    const job = { workspace, series: saved.series.id };
    return {
      after: async () => {
        deps.audit.soon(workspace);
        const says = [saved.says, await closeTo(deps, saved)].filter(Boolean).join('\n');
        await Promise.all([
          afterwards(deps, 'the next recurring post is created after the next sweep', () =>
            deps.jobs.enqueue(recurringJob, job, { soon: true }),
          ),
          afterwards(deps, 'a list of recurring posts could not be updated', () =>
            show({ by, answer }, deps, brand),
          ),
          tellAfterwards(deps, to, says),
        ]);
      },
    };
  };
  onForm(app, shared, seriesModal.id, handle, (cause, { view }) =>
    seriesModal.failed(notSaved(shared, cause, { series: view.id })),
  );
}

/**
 * What the posts of a week would be close to, including those of other recurring posts; empty if nothing is.
 * Never throws.
 */
async function closeTo(deps: Deps, { series, zone }: { series: Series; zone: string }): Promise<string> {
  const { workspace } = deps;
  const { nextPosts } = await import('#src/recurring/occurrences.ts');
  const coming = nextPosts(series, zone, deps.now(), series.days.length).map(({ date, at }) => {
    const request = requestOf(series, { at: postTime(at), zone });
    const origin = { workspace, author: series.by, channel: series.channel };
    return newCard(cardIdOf(series, date), origin, request, isoNow(deps));
  });
  return clashText(series.caption, (await deps.slots.clashes(coming)).flat());
}

interface Saving {
  about: SeriesContext;
  by: string;
  /** The form's id, so that submitting it twice creates one series. */
  id: string;
  fields: SeriesFields;
}

type Saved = { series: Series; zone: string; says: string } | { errors: Record<string, string> };

/** How often someone else can write the series first. After that, something is wrong. */
export const maxAttempts = 10;

async function save(deps: Deps, { about, by, id, fields }: Saving): Promise<Saved> {
  const { workspace } = deps;
  const { brand, channel } = about;
  const request = { kind: 'post' as const, brand, ...fields };
  const { lists, gone } = await checkChosen(deps, { by, channel, brand, note: 'ask' }, chosenIn(request));
  if (gone) return { errors: wrongChoices(gone, brand) };
  const { profiles, brand: named } = namedAsListed(request, lists);
  const submitted = { by, brand: named, fields: { ...fields, profiles } };
  for (let n = 0; n < maxAttempts; n += 1) {
    const [all, brandConfig] = await Promise.all([
      deps.recurring.all(workspace),
      deps.brandConfigs.read(workspace, brand.id),
    ]);
    const before = all.find((one) => one.id === (about.series ?? id));
    const isRepeated = before !== undefined && !about.series;
    const why = isRepeated ? undefined : objectionTo(about, before, all);
    if (why) return { errors: seriesModal.failed(why) };
    const now = deps.now();
    const { zone } = brandConfig.settings;
    const series = isRepeated ? before : await seriesOf(submitted, before, { id, channel, zone, now });
    const planned = await nextPlanned(series, zone, now);
    if (!planned) return { errors: seriesModal.noneLeft };
    const targetChannel = brandConfig.rule?.channel ?? brandConfig.settings.channel ?? series.channel;
    const says = seriesSaved({ ...planned, channel: targetChannel }, { isNew: !about.series, profiles });
    const saved = { series, zone: zoneOfSeries(series, zone), says };
    if (isRepeated) return saved;
    const entry = seriesEntry(series, before ? 'changed' : 'set up', {
      by,
      at: isoNow(deps),
      via: 'submission',
    });
    // the job says when it's needed next
    if (await deps.recurring.put(workspace, series, { dueAt: now, entry })) return saved;
  }
  throw new Error('a recurring post kept changing while it was being saved');
}

/** Why the series can't be saved. `before`: the stored series that the form changes. */
function objectionTo(
  { series, edition, brand }: SeriesContext,
  before: Series | undefined,
  all: readonly Series[],
): string | undefined {
  const isOfBrand = (one: Series): boolean => one.brand.id === brand.id && !one.stopped;
  if (!series) return all.filter(isOfBrand).length >= seriesAtMost ? full : undefined;
  if (!before || !isOfBrand(before)) return seriesGone;
  return before.edition === edition ? undefined : seriesModal.outdated;
}

/**
 * The record to write. `zone`: the one in the brand's settings, which is stored in case they have none later.
 */
async function seriesOf(
  { by, brand, fields }: { by: string; brand: Named; fields: SeriesFields },
  before: Series | undefined,
  { id, channel, zone, now }: { id: string; channel: string; zone: string | undefined; now: number },
): Promise<Series> {
  // the code for calendars takes a while to load
  const { firstDate, settledDates } = await import('#src/recurring/occurrences.ts');
  const timed = { ...fields, zone: fields.zone ?? zone };
  const begins = firstDate(fields.at, zoneOfSeries(timed, zone), now);
  // no date before now counts as missed
  const from = before && isTimedAs(before, timed) ? before.from : begins;
  const since = from < begins ? from : begins;
  return seriesSchema.parse({
    ...timed,
    brand,
    by,
    id: before?.id ?? id,
    channel: before?.channel ?? channel,
    revision: before?.revision ?? 0,
    edition: (before?.edition ?? 0) + 1,
    createdAt: before?.createdAt ?? new Date(now).toISOString(),
    from,
    ...(before && { settled: settledDates(before, fields, zoneOfSeries(before, zone), since) }),
    news: [
      ...(before?.news ?? []),
      ...(before && before.by !== by ? [{ what: 'changed_by', by, to: before.by }] : []),
    ],
  });
}

type Timed = Pick<Series, 'days' | 'at' | 'zone'>;

const isTimedAs = (one: Timed, other: Timed): boolean =>
  one.at === other.at && one.zone === other.zone && one.days.join() === other.days.join();

/**
 * When the next post goes out (`next`), and when its card is created (`made`, absent if that's right away).
 * Both epoch ms. `undefined` if the last date leaves no post.
 */
async function nextPlanned(
  series: Series,
  zoneOfBrand: string | undefined,
  now: number,
): Promise<{ next: number; made?: number } | undefined> {
  const { firstDate, nextOf } = await import('#src/recurring/occurrences.ts');
  const zone = zoneOfSeries(series, zoneOfBrand);
  const begins = firstDate(series.at, zone, now);
  const next = nextOf({ ...series, from: series.from > begins ? series.from : begins }, zone, now);
  if (next.what === 'wait') return { next: next.first.at, made: next.until };
  return next.what === 'make' ? { next: next.occurrence.at } : undefined;
}
