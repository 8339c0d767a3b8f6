/** `/social recurring [brand]`: a brand's posts that repeat every week. Sets up, changes, and stops them. */

import type { App } from '@slack/bolt';
import { brandPages } from '#commands/catalog/brand-pages.ts';
import { brandWithId } from '#commands/catalog/which-brand.ts';
import { afterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, ListInvocation, SharedDeps } from '#commands/kit/command.ts';
import { type Interaction, updateList } from '#commands/kit/in-place.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { permissionForBrand, roleInBrand, roleOf } from '#commands/posts/authorize.ts';
import { preselectedProfiles } from '#commands/posts/default-profiles.ts';
import { offeredTemplates } from '#commands/posts/offered-templates.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import { limits, type Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { deniedToRequest } from '#src/posts/card/rule.ts';
import { recurringJob } from '#src/recurring/jobs.ts';
import { type Series, seriesEntry, zoneOfSeries } from '#src/recurring/series.ts';
import { withTemplates } from '#views/posts/template-field.ts';
import {
  recurringActions,
  renderRecurring,
  type SeriesRow,
  seriesGone,
  seriesStopped,
} from '#views/recurring/list.ts';
import { seriesModal } from '#views/recurring/series-modal.ts';
import { maxAttempts, onSeriesForm } from './save-series.ts';

const word = 'recurring';

const pages = brandPages(word, show);

export const recurring: Command = {
  ...pages,
  about: 'See, set up, and stop posts that repeat weekly, for example, every Monday at 9:00 AM',
  group: 'make',
  partly: {
    may: 'set up, edit, or stop recurring posts',
    only: 'member',
    look: 'See posts that repeat weekly, for example, every Monday at 9:00 AM',
  },
  listen(app, shared) {
    pages.listen(app, shared);
    onForm(app, shared);
    onStop(app, shared);
    onSeriesForm(app, shared, show);
  },
};

const nextShown = 3;

async function show(
  { by, answer }: Pick<ListInvocation, 'by' | 'answer'>,
  deps: Deps,
  brand: Named,
): Promise<void> {
  const { workspace } = deps;
  const [all, { rule, settings }, role, { nextPosts }] = await Promise.all([
    deps.recurring.all(workspace),
    deps.brandConfigs.read(workspace, brand.id),
    roleOf(deps, by, undefined),
    // the code for calendars takes a while to load
    import('#src/recurring/occurrences.ts'),
  ]);
  const rows = all
    .filter((series) => series.brand.id === brand.id && !series.stopped)
    .map((series): SeriesRow => {
      const zone = zoneOfSeries(series, settings.zone);
      const next = nextPosts(series, zone, deps.now(), nextShown);
      return { series, zone, next: next.map(({ at }) => at) };
    });
  const mayChange = !deniedToRequest(rule, await roleInBrand(deps, role, brand.id), by);
  await answer(renderRecurring(brand, rows, mayChange));
}

/**
 * The refusal, if the person can't request posts for this brand. It's recorded, and shown next to the list.
 */
async function isRefused(
  deps: Deps,
  interaction: Pick<Interaction, 'workspace' | 'channel' | 'by' | 'answerPrivately'>,
  brand: Named,
  team: string | undefined,
): Promise<boolean> {
  const refusal = await permissionForBrand(deps, { ...interaction, brand, team });
  if (refusal) await interaction.answerPrivately({ text: refusal });
  return refusal !== undefined;
}

/** *New recurring post* and *Change* open the same form. */
function onForm(app: App, shared: SharedDeps): void {
  onButton(
    app,
    shared,
    { action_id: recurringActions.create, acksFirst: true },
    async (interaction, deps) => {
      const brand = await brandWithId(deps, interaction.value);
      if (await isRefused(deps, interaction, brand, interaction.team)) return;
      await openForm(deps, interaction, { brand });
    },
  );
  onButton(
    app,
    shared,
    { action_id: recurringActions.change, acksFirst: true },
    async (interaction, deps) => {
      const series = await seriesWith(deps, interaction, interaction.value);
      if (!series || (await isRefused(deps, interaction, series.brand, interaction.team))) return;
      await openForm(deps, interaction, { brand: series.brand, series });
    },
  );
}

/** `undefined` if the series was stopped; the person gets a message that says so. */
async function seriesWith(deps: Deps, interaction: Interaction, id: string): Promise<Series | undefined> {
  const series = await deps.recurring.get(deps.workspace, id);
  if (series && !series.stopped) return series;
  await interaction.answerPrivately({ text: seriesGone });
  return undefined;
}

async function openForm(
  deps: Deps,
  { workspace, channel, by, trigger, client, answerTo }: Interaction,
  { brand, series }: { brand: Named; series?: Series },
): Promise<void> {
  await openLoading(deps, { trigger, client, waiting: 'Loading brand…' }, async () => {
    const [{ rule, settings }, slots, own, templates] = await Promise.all([
      deps.brandConfigs.read(workspace, brand.id),
      deps.slots.of(workspace, brand.id),
      deps.users.zoneOf(by),
      offeredTemplates(deps, brand, seriesModal.id),
    ]);
    const { now, later } = await preselectedProfiles(deps, brand.id, settings.profiles);
    const { captionLimit, emptyCaption } = deps;
    const about = {
      channel,
      brand,
      list: answerTo.address,
      edition: series?.edition ?? 0,
      ...(series && { series: series.id }),
      ...(series?.files && deps.fileAddress && { taken: series.files }),
      ...(captionLimit !== limits.caption && { captionLimit }),
      ...(emptyCaption && { emptyCaption }),
    };
    const form = seriesModal.render(about, {
      series,
      zone: settings.zone,
      ofQueue: slots.zone,
      suggested: own,
      now: deps.now(),
      profiles: series ? [] : ((await later?.()) ?? now),
      attachedOnly: rule?.attachedOnly === true,
      uploads: deps.fileAddress !== undefined,
    });
    return withTemplates(form, brand, templates);
  });
}

/** The cards of its posts that can still be published, the earliest first. */
async function comingOf(deps: Deps, { id, brand }: Series): Promise<Card[]> {
  const planned = await deps.slots.planned(deps.workspace, brand.id);
  const cards = planned.flatMap(({ card }) => card ?? []);
  return cards.filter(({ request }) => request?.kind === 'post' && request.recurring?.series === id);
}

function onStop(app: App, shared: SharedDeps): void {
  onButton(app, shared, { action_id: recurringActions.stop, acksFirst: true }, async (interaction, deps) => {
    const { workspace, by } = interaction;
    for (let n = 0; n < maxAttempts; n += 1) {
      const series = await seriesWith(deps, interaction, interaction.value);
      if (!series || (await isRefused(deps, interaction, series.brand, interaction.team))) return;
      const at = isoNow(deps);
      const entry = seriesEntry(series, 'stopped', { by, at, via: 'click' });
      const told = by === series.by ? [] : [{ what: 'stopped_by' as const, by, to: series.by }];
      const stopped = { ...series, stopped: true, news: [...series.news, ...told] };
      if (!(await deps.recurring.put(workspace, stopped, { dueAt: deps.now(), entry }))) continue;
      deps.audit.soon(workspace);
      await Promise.all([
        afterwards(deps, 'a stopped recurring post is removed at the next sweep', () =>
          deps.jobs.enqueue(recurringJob, { workspace, series: series.id }, { soon: true }),
        ),
        updateList(interaction, deps, { list: word, page: 0, of: series.brand.id }),
      ]);
      const [coming, slackUrl] = await Promise.all([comingOf(deps, series), deps.slackUrl()]);
      await interaction.answerPrivately({ text: seriesStopped(coming, { user: by, slackUrl }) });
      return;
    }
    throw new Error('a recurring post kept changing while it was being saved');
  });
}
