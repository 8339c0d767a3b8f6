import type { App } from '@slack/bolt';
import { brandPages } from '#commands/catalog/brand-pages.ts';
import { checkChosen } from '#commands/catalog/check-chosen.ts';
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
import { type PageRequest, pageOf } from '#views/kit/paged.ts';
import { escapedWithMarks } from '#views/kit/text.ts';
import {
  readTemplateButton,
  renderTemplates,
  templateActions,
  templatesList,
  templatesOnPage,
} from '#views/templates/list.ts';
import {
  removeTemplate,
  type TemplateContext,
  templateDeleted,
  templateEnded,
  templateGone,
  templateModal,
  templateNotDeleted,
  templateSaved,
} from '#views/templates/template-modal.ts';
import { onTemplateChosen } from './choose.ts';

const pages = brandPages(templatesList, show);

export const templates: Command = {
  ...pages,
  about:
    'See a brand’s caption templates, sets of hashtags, and saved prompts, which workspace admins can edit',
  group: 'set',
  // like posting times: what forms suggest to everyone is set up in one place, by the people who set up the
  // brand
  partly: { may: 'edit templates', only: 'administrator' },
  listen(app, shared) {
    pages.listen(app, shared);
    onTemplateChosen(app, shared);
    listenForEdit(app, shared);
    listenForSubmission(app, shared);
    listenForRemoval(app, shared);
  },
};

async function show(
  { by, answer }: Pick<ListInvocation, 'by' | 'answer'>,
  deps: Deps,
  brand: Named,
  turned?: Pick<PageRequest, 'page'>,
): Promise<void> {
  const [all, administers] = await Promise.all([
    deps.templates.of(deps.workspace, brand.id),
    mayAdminister(deps, by),
  ]);
  const page = pageOf(all, turned?.page ?? 0, templatesOnPage);
  await answer(renderTemplates(brand, page, { ...administers, slash: deps.slash }));
}

const toChange = { note: 'change a template', may: 'edit templates' };

function listenForEdit(app: App, shared: SharedDeps): void {
  for (const action_id of Object.values(templateActions))
    onButton(app, shared, { action_id, acksFirst: true }, async (pressed, deps) => {
      const { workspace, channel, by, trigger, client, answerTo } = pressed;
      await onlyAdministrators(deps, by, 'click', toChange);
      const button = readTemplateButton(pressed.value);
      await openLoading(deps, { trigger, client, waiting: 'Loading templates…' }, async () => {
        const [brand, all] = await Promise.all([
          brandWithId(deps, button.brand),
          deps.templates.of(workspace, button.brand),
        ]);
        const about = { channel, brand, list: answerTo.address };
        if ('kind' in button) return templateModal.render({ ...about, kind: button.kind });
        const template = all.find(({ id }) => id === button.template);
        return template ? templateModal.render(about, template) : templateEnded(templateGone);
      });
    });
}

function listenForSubmission(app: App, shared: SharedDeps): void {
  const form = { id: templateModal.id, permission: toChange, read: templateModal.read };
  onAdministratorsForm(app, shared, form, async ({ view, deps, workspace, by, value }) => {
    const about = templateModal.contextOf(view);
    const { brand, channel } = about;
    const { library } = value;
    const chosen = { brand: [brand], ...(library && { library: [library] }) };
    const checked = await checkChosen(deps, { by, channel, brand, note: toChange.note }, chosen);
    if (checked.gone) return keepOpen(templateModal.notListed(checked.gone, brand));
    // a new template has the id of its form, so that submitting it twice creates one template
    const template = { id: view.id, ...value };
    const at = isoNow(deps);
    const saved = await deps.templates.save(workspace, brand, template, {
      at,
      by,
      channel,
      via: 'submission',
    });
    if (saved !== 'done') return keepOpen(templateModal.refused[saved]);
    return {
      after: () =>
        Promise.all([
          changed(deps, about, { by, template: template.id }),
          tellAfterwards(deps, { channel, user: by }, templateSaved(template.name)),
        ]),
    };
  });
}

function listenForRemoval(app: App, shared: SharedDeps): void {
  onButton(app, shared, { action_id: removeTemplate }, async ({ ack, view, by, workspace, client }, deps) => {
    await onlyAdministrators(deps, by, 'click', toChange);
    if (!view) throw new Error('a template can only be deleted in its form');
    const about = templateModal.contextOf(view);
    const { brand, channel, id = '', revision, name } = about;
    const at = isoNow(deps);
    const from = { at, by, channel, via: 'click' } as const;
    const removed = await deps.templates.remove(workspace, brand, { id, revision }, from);
    await ack();
    const text = removed === 'done' ? templateDeleted(name) : templateNotDeleted(name);
    await Promise.all([
      changed(deps, about, { by }),
      client.views
        .update({ view_id: view.id, view: templateEnded(text) })
        // a person who has closed the form gets a message
        .catch(() => tellAfterwards(deps, { channel, user: by }, escapedWithMarks(text))),
    ]);
  });
}

/**
 * Has the entry appended to the audit trail, and updates the list from which the form was opened. Never
 * throws.
 */
async function changed(
  deps: Deps,
  { brand, channel, list }: TemplateContext,
  { by, template }: { by: string; template?: string },
): Promise<void> {
  deps.audit.soon(deps.workspace);
  await afterwards(deps, "couldn't update a list of templates", async () => {
    const all = template ? await deps.templates.of(deps.workspace, brand.id) : [];
    const row = all.findIndex(({ id }) => id === template);
    const answer = answerInList(deps, { channel, by, list });
    await show({ by, answer }, deps, brand, { page: Math.floor(Math.max(row, 0) / templatesOnPage) });
  });
}
