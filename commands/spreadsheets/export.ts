import type { App } from '@slack/bolt';
import { checkChosen } from '#commands/catalog/check-chosen.ts';
import { brandsNamed } from '#commands/catalog/which-brand.ts';
import { tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Command, Deps, SharedDeps } from '#commands/kit/command.ts';
import { type Form, type FormAnswer, keepOpen, onForm, refusedAfterwards } from '#commands/kit/form.ts';
import { permissionForBrand } from '#commands/posts/authorize.ts';
import { openWhile } from '#commands/posts/open-modal.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { exportPostsJob } from '#src/spreadsheets/jobs.ts';
import { wrongChoices } from '#views/catalog/choices.ts';
import { contextOf } from '#views/kit/parse.ts';
import { exportModal, exportNotBegun, exportStarted } from '#views/spreadsheets/export.ts';

export const exportPosts: Command = {
  word: 'export',
  hint: '[brand]',
  about: 'Get a brand’s posts as a CSV file',
  changes: true,
  run: (invocation, deps) =>
    openWhile(deps, exportModal, invocation, {
      waiting: 'Loading brands…',
      read: async () => ({ text: '', brand: await brandTyped(deps, invocation.text) }),
    }),
  listen: listenForSubmission,
};

/** `undefined` if none or several brands match what was typed, so that the form asks. */
async function brandTyped({ catalog }: Deps, typed: string): Promise<Named | undefined> {
  if (typed === '') return undefined;
  const found = brandsNamed((await catalog.peekBrands()) ?? [], typed);
  return found.length === 1 ? found[0] : undefined;
}

function listenForSubmission(app: App, shared: SharedDeps): void {
  const failed = (cause: unknown, { by }: Form): Record<string, string> => {
    shared.log.error({ err: cause, by }, "couldn't queue an export of posts");
    return exportNotBegun;
  };
  const handle = async ({ workspace, by, team, view }: Form, deps: Deps): Promise<FormAnswer> => {
    const read = exportModal.read(view);
    if ('errors' in read) return keepOpen(read.errors);
    const { brand } = read.value;
    const { channel } = contextOf(view);
    const to = { channel: channel || by, user: by };
    const origin = { workspace, channel, by, brand };
    const checked = await checkChosen(deps, { ...origin, note: 'ask' }, { brand: [brand] });
    if (checked.gone) return keepOpen(wrongChoices(checked.gone, brand));
    const refusal = await permissionForBrand(deps, { ...origin, team });
    if (refusal) return refusedAfterwards(deps, to, refusal);
    const at = isoNow(deps);
    await deps.audit.add(workspace, { by, what: 'exported', brand, channel, via: 'submission' });
    await deps.jobs.enqueue(exportPostsJob, { workspace, by, at, form: view.id, ...read.value });
    return { after: () => tellAfterwards(deps, to, exportStarted(brand.name)) };
  };
  onForm(app, shared, exportModal.id, handle, failed);
}
