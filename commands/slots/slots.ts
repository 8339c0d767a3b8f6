import type { App } from '@slack/bolt';
import { brandPages } from '#commands/catalog/brand-pages.ts';
import { brandWithId } from '#commands/catalog/which-brand.ts';
import { mayAdminister, onAdministratorsForm, onlyAdministrators } from '#commands/kit/administrators.ts';
import { afterwards, tellAfterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, ListInvocation, SharedDeps } from '#commands/kit/command.ts';
import { keepOpen } from '#commands/kit/form.ts';
import { answerInList } from '#commands/kit/in-place.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { eachOnce } from '#src/posts/card/clash.ts';
import { nextShown, renderWeek, slotActions, slotsList, slotsSaved } from '#views/slots/week.ts';
import { weekModal } from '#views/slots/week-modal.ts';
import { listNotUpdated, movable, onRearrange } from './rearrange.ts';

const pages = brandPages(slotsList, show);

export const slots: Command = {
  ...pages,
  about: 'See a brand’s queue and weekly posting times (workspace admins can edit the times)',
  partly: { may: 'edit posting times', only: 'administrator' },
  listen(app, shared) {
    pages.listen(app, shared);
    listenForChange(app, shared);
    listenForSubmission(app, shared);
    onRearrange(app, shared, show);
  },
};

async function show(
  { by, answer }: Pick<ListInvocation, 'by' | 'answer'>,
  deps: Deps,
  brand: Named,
): Promise<void> {
  const [found, free, posts, administers, paused, readerZone, slackUrl] = await Promise.all([
    deps.slots.of(deps.workspace, brand.id),
    deps.slots.free(deps.workspace, brand, nextShown),
    deps.slots.planned(deps.workspace, brand.id),
    mayAdminister(deps, by),
    deps.pauses.of(deps.workspace, brand.id),
    deps.users.zoneOf(by),
    deps.slackUrl(),
  ]);
  const webAddress = (post: string) => deps.postAddress?.write({ post, brand: brand.id });
  const view = {
    slackUrl,
    webAddress,
    paused,
    readerZone,
    ...administers,
    queue: eachOnce(posts),
    movable: movable(posts).length > 0,
    free,
  };
  await answer(renderWeek(brand, found, view));
}

const toChange = { note: 'change posting times', may: 'edit posting times' };

function listenForChange(app: App, shared: SharedDeps): void {
  onButton(app, shared, { action_id: slotActions.change, acksFirst: true }, async (interaction, deps) => {
    const { workspace, channel, by, trigger, client, answerTo, value: id } = interaction;
    await onlyAdministrators(deps, by, 'click', toChange);
    await openLoading(deps, { trigger, client, waiting: 'Loading posting times…' }, async () => {
      const [brand, found, { zone }, own] = await Promise.all([
        brandWithId(deps, id),
        deps.slots.of(workspace, id),
        deps.teamSettings.brand(workspace, id),
        deps.users.zoneOf(by),
      ]);
      const about = { channel, brand, list: answerTo.address };
      return weekModal.render(about, found, { zone, suggested: own, now: deps.now() });
    });
  });
}

function listenForSubmission(app: App, shared: SharedDeps): void {
  const form = { id: weekModal.id, permission: toChange, read: weekModal.read };
  onAdministratorsForm(app, shared, form, async ({ view, deps, workspace, by, value }) => {
    const { brand, channel, list, revision } = weekModal.contextOf(view);
    const { zone } = await deps.teamSettings.brand(workspace, brand.id);
    const kept = { zone, ...value, revision };
    const at = isoNow(deps);
    if (!(await deps.slots.set(workspace, brand, kept, { at, by, channel, via: 'submission' })))
      return keepOpen(weekModal.outdated);
    const answer = answerInList(deps, { channel, by, list });
    const notQueued = "couldn't queue card updates after a change of posting times; the next sweep will";
    return {
      after: async () => {
        deps.audit.soon(workspace);
        await Promise.all([
          afterwards(deps, notQueued, () => deps.desk.rerender(workspace, brand.id)),
          afterwards(deps, listNotUpdated, () => show({ by, answer }, deps, brand)),
          tellAfterwards(deps, { channel, user: by }, slotsSaved(brand, kept)),
        ]);
      },
    };
  });
}
