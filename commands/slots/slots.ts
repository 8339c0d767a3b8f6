import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import { brandPages } from '#commands/catalog/brand-pages.ts';
import { brandWithId } from '#commands/catalog/which-brand.ts';
import { isAdministrator, onlyAdministrators } from '#commands/kit/administrators.ts';
import { afterwards, tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Command, Deps, ListAsked, SharedDeps } from '#commands/kit/command.ts';
import { askedInPlace } from '#commands/kit/in-place.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { nextShown, renderWeek, slotActions, slotsSaved } from '#views/slots/week.ts';
import { weekModal } from '#views/slots/week-modal.ts';
import { movable, onRearrange } from './rearrange.ts';

const word = 'slots';

const pages = brandPages(word, show);

export const slots: Command = {
  ...pages,
  about: 'See the weekly posting times of a brand and its queue; administrators can change the times',
  partly: { may: 'change posting times', only: 'administrator' },
  listen(app, shared) {
    pages.listen(app, shared);
    listenForChange(app, shared);
    listenForSubmission(app, shared);
    onRearrange(app, shared);
  },
};

async function show(
  { by, answer }: Pick<ListAsked, 'by' | 'answer'>,
  deps: Deps,
  brand: Named,
): Promise<void> {
  const [found, free, posts, mayChange] = await Promise.all([
    deps.slots.of(deps.workspace, brand.id),
    deps.slots.free(deps.workspace, brand, nextShown),
    deps.slots.planned(deps.workspace, brand.id),
    isAdministrator(deps, by),
  ]);
  await answer(renderWeek(brand, found, { mayChange, movable: movable(posts).length, free }));
}

const toChange = { note: 'change posting times', may: 'change posting times' };

function listenForChange(app: App, shared: SharedDeps): void {
  app.action<BlockAction<ButtonAction>>(
    { type: 'block_actions', action_id: slotActions.change },
    async (args) => {
      await args.ack();
      const { workspace, channel, by, trigger, client, place } = askedInPlace(args);
      const deps = await shared.inWorkspace(workspace);
      await onlyAdministrators(deps, by, 'click', toChange);
      const id = args.action.value ?? '';
      await openLoading(deps, { trigger, client, waiting: 'Reading the posting times…' }, async () => {
        const [brand, found, { zone }, own] = await Promise.all([
          brandWithId(deps, id),
          deps.slots.of(workspace, id),
          deps.teamSettings.brand(workspace, id),
          deps.people.zoneOf(by),
        ]);
        const about = { channel, brand, list: place.address };
        return weekModal.render(about, found, { zone, suggested: own ?? 'UTC', now: deps.now() });
      });
    },
  );
}

function listenForSubmission(app: App, shared: SharedDeps): void {
  app.view(weekModal.id, async ({ ack, body, context, view }) => {
    const by = body.user.id;
    const workspace = workspaceOf(context);
    const deps = await shared.inWorkspace(workspace);
    await onlyAdministrators(deps, by, 'submission', toChange);
    const read = weekModal.read(view);
    if ('errors' in read) {
      await ack({ response_action: 'errors', errors: read.errors });
      return;
    }
    const { brand, channel, list, revision } = weekModal.contextOf(view);
    const { zone } = await deps.teamSettings.brand(workspace, brand.id);
    const kept = { zone, ...read.value, revision };
    const at = new Date(deps.now()).toISOString();
    if (!(await deps.slots.set(workspace, brand, kept, { at, by, channel, via: 'submission' }))) {
      await ack({ response_action: 'errors', errors: weekModal.outdated });
      return;
    }
    await ack();
    deps.audit.soon(workspace);
    const answer = (said: Parameters<ListAsked['answer']>[0]): Promise<void> =>
      deps.personNotifier.tell({ channel, user: by, instead: list }, said);
    await Promise.all([
      afterwards(deps, 'the cards of a brand are drawn for its posting times at the next sweep', () =>
        deps.desk.redraw(workspace, brand.id),
      ),
      afterwards(deps, 'an overview of posting times stays as it was', () =>
        show({ by, answer }, deps, brand),
      ),
      tellAfterwards(deps, { channel, user: by }, slotsSaved(brand)),
    ]);
  });
}
