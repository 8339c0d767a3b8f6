import type { App } from '@slack/bolt';
import { brandWithId } from '#commands/catalog/which-brand.ts';
import { mayAdminister, onAdministratorsForm, onlyAdministrators } from '#commands/kit/administrators.ts';
import { afterwards, tellAfterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, Invocation, SharedDeps } from '#commands/kit/command.ts';
import { keepOpen } from '#commands/kit/form.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { openViewOf } from '#commands/kit/open-view.ts';
import { onPage } from '#commands/kit/paging.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { within } from '#src/platform/within.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { cardLimits } from '#src/posts/card/bounds.ts';
import { type CurrentApprovers, describeRule, type RuleEdit } from '#src/posts/card/rule.ts';
import {
  groupsList,
  type RuleContext,
  removeRule,
  ruleContextOf,
  ruleEnded,
  ruleGone,
  ruleModal,
  ruleNotRemoved,
} from '#views/approval/rule-modal.ts';
import { askBeforeSaving } from '#views/approval/rule-question.ts';
import {
  changeRule,
  otherBrands,
  type RuleRow,
  renderRules,
  ruleSaved,
  rulesList,
  rulesOnPage,
} from '#views/approval/rules.ts';
import { type ChoiceList, optionsFor } from '#views/catalog/choices.ts';
import { pageOf, type RenderedMessage } from '#views/kit/paged.ts';
import { escapedWithMarks } from '#views/kit/text.ts';

export const rules: Command = {
  word: rulesList,
  about: 'See the approval rules, which workspace admins can edit',
  group: 'set',
  partly: { may: 'edit approval rules', only: 'administrator' },
  run: (invocation, deps) => show(invocation, deps, 0),
  listen(app, shared) {
    onPage(app, shared, rulesList, (invocation, deps, { page }) => show(invocation, deps, page));
    listenForChange(app, shared);
    listenForSubmission(app, shared);
    listenForRemoval(app, shared);
    app.options(groupsList, async ({ ack, context, options: { value } }) => {
      const deps = await shared.inWorkspace(workspaceOf(context));
      await ack({ options: optionsFor(await groupsFor(deps), value) });
    });
  },
};

async function show({ by, answer }: Invocation, deps: Deps, page: number): Promise<void> {
  await answer(await listFor(deps, by, () => page));
}

/** The list as this person sees it. `pageIn` finds the page to show. */
async function listFor(
  deps: Deps,
  by: string,
  pageIn: (rows: readonly RuleRow[]) => number,
): Promise<RenderedMessage> {
  const [brands, all, administers] = await Promise.all([
    deps.lookups.brands({ priority: 'interactive' }),
    deps.rules.all(deps.workspace),
    mayAdminister(deps, by),
  ]);
  const rows: RuleRow[] = [
    ...(all.common ? [{ rule: all.common }] : [{}]),
    ...brands.map((brand) => {
      const rule = all.brands.get(brand.id);
      return { brand, ...(rule && { rule }) };
    }),
  ];
  const page = pageOf(rows, pageIn(rows), rulesOnPage);
  return renderRules(page, { ...administers, common: all.common !== undefined });
}

/** Renders the list from which the form was opened, with the current rules. Never throws. */
async function rerenderList(deps: Deps, { list, channel, brand }: RuleContext, user: string): Promise<void> {
  if (!list) return;
  await afterwards(deps, "couldn't update a rules list", async () => {
    const said = await listFor(deps, user, (rows) =>
      Math.floor(rows.findIndex((row) => row.brand?.id === brand?.id) / rulesOnPage),
    );
    await deps.personNotifier.tell({ channel, user, instead: list }, said);
  });
}

/** The entry in the audit trail for the default rule. */
const allOthers = 'default rule';

const toChange = { note: 'change a rule', may: 'edit approval rules' };

function listenForChange(app: App, shared: SharedDeps): void {
  onButton(app, shared, { action_id: changeRule, acksFirst: true }, async (interaction, deps) => {
    const { workspace, channel, by, trigger, client, answerTo, value } = interaction;
    await onlyAdministrators(deps, by, 'click', toChange);
    const id = value || otherBrands;
    await openLoading(deps, { trigger, client, waiting: 'Loading rule…' }, async () => {
      const isDefault = id === otherBrands;
      const [brand, { rule, shown }, groups] = await Promise.all([
        isDefault ? undefined : brandWithId(deps, id),
        deps.rules.toEdit(workspace, isDefault ? undefined : id),
        // without names, the rule's groups are shown by their ids
        groupsOf(deps).catch(() => []),
      ]);
      const about = { channel, list: answerTo.address, shown, ...(brand && { brand }) };
      return ruleModal.render(about, rule, groups);
    });
  });
}

function listenForSubmission(app: App, shared: SharedDeps): void {
  const form = { id: ruleModal.id, permission: toChange, read: ruleModal.read };
  onAdministratorsForm(app, shared, form, async ({ view, deps, workspace, by, value }) => {
    const { channel: reviewed } = value;
    const [approvers, mayPost] = await Promise.all([
      deps.approversReader.under(value),
      reviewed ? deps.channels.mayPost(reviewed) : true,
    ]);
    const guests = await guestsInGroups(deps, approvers);
    const never =
      ruleModal.unreachable(approvers, guests) ?? (mayPost === false ? ruleModal.noChannel : undefined);
    const question = never ? { errors: never } : askBeforeSaving(view, openViewOf(view), approvers);
    if (question)
      return 'view' in question
        ? { ack: { response_action: 'update', ...question } }
        : keepOpen(question.errors);
    const about = ruleContextOf(view);
    const { channel, brand } = about;
    const edit = editOf(deps, about, { by, via: 'submission', note: describeRule(value), result: 'saved' });
    if (!(await deps.rules.set(workspace, brand?.id, value, edit))) return keepOpen(ruleModal.outdated);
    const saved = ruleSaved(brand, value, mayPost === undefined);
    return {
      after: () =>
        Promise.all([changed(deps, about, by), tellAfterwards(deps, { channel, user: by }, saved)]),
    };
  });
}

/** How long to wait for roles: Slack waits three seconds for the answer to a form, and reading the groups used some. */
const rolesWithinMs = 800;

/** The names of guests who are only in the rule's groups, so that they can't approve; none if Slack is slow. */
async function guestsInGroups(
  { users }: Pick<Deps, 'users'>,
  { rule, users: approvers }: CurrentApprovers,
): Promise<string[]> {
  const unnamed = approvers.filter((one) => !rule.approvers.people.includes(one));
  // Slack can't look up more people in time
  if (unnamed.length > cardLimits.approvals) return [];
  const found = unnamed.map(async (one) =>
    (await users.roleOf(one)) === 'guest' ? [(await users.nameOf(one)) ?? one] : [],
  );
  const guests = Promise.all(found);
  return (await within(guests, rolesWithinMs)) ? (await guests).flat() : [];
}

/** How the form changes the rule. For the default rule, the audit trail says so instead of `result`. */
function editOf(
  deps: Deps,
  { channel, brand, shown }: RuleContext,
  { result, ...change }: Pick<AuditEntry, 'by' | 'via' | 'note' | 'result'>,
): RuleEdit {
  const said = { what: 'set' as const, channel, brand, result: brand ? result : allOthers };
  return { shown, entry: { at: isoNow(deps), ...change, ...said } };
}

function listenForRemoval(app: App, shared: SharedDeps): void {
  onButton(app, shared, { action_id: removeRule }, async ({ ack, view, by, workspace, client }, deps) => {
    await onlyAdministrators(deps, by, 'click', toChange);
    if (!view) throw new Error('a rule can only be removed in its modal');
    const about = ruleContextOf(view);
    const { brand, channel } = about;
    const edit = editOf(deps, about, { by, via: 'click', note: 'rule removed', result: 'removed' });
    const removed = await deps.rules.remove(workspace, brand?.id, edit);
    await ack();
    const text = removed ? ruleGone(about) : ruleNotRemoved(about);
    await Promise.all([
      changed(deps, about, by),
      client.views
        .update({ view_id: view.id, view: ruleEnded(text) })
        // a person who has closed the modal gets a message
        .catch(() => tellAfterwards(deps, { channel, user: by }, escapedWithMarks(text))),
    ]);
  });
}

/** Has the entry appended to the audit trail, and updates cards and the list. Never throws. */
async function changed(deps: Deps, about: RuleContext, by: string): Promise<void> {
  deps.audit.soon(deps.workspace);
  await Promise.all([rerenderCards(deps, about.brand?.id), rerenderList(deps, about, by)]);
}

/** Queues the cards to which another rule applies now: those of the brand, or of all brands. Never throws. */
async function rerenderCards(deps: Deps, brand: string | undefined): Promise<void> {
  await afterwards(
    deps,
    "couldn't queue card updates after a rule change; each card's next change updates it",
    () => deps.desk.rerender(deps.workspace, brand),
  );
}

async function groupsFor(deps: Deps): Promise<ChoiceList> {
  try {
    return { named: [...(await groupsOf(deps))], what: 'user groups' };
  } catch {
    return { missing: 'slack' };
  }
}

async function groupsOf(deps: Deps): Promise<readonly Named[]> {
  try {
    return await deps.users.groups();
  } catch (cause) {
    deps.log.warn({ err: cause }, "couldn't read the user groups");
    throw cause;
  }
}
