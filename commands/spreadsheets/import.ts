import type { App, ButtonAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { onButton } from '#commands/kit/button.ts';
import { onChoice } from '#commands/kit/choice.ts';
import type { Command, Deps, SharedDeps } from '#commands/kit/command.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { renderModalAgain } from '#commands/kit/open-view.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { depsToChange, permissionForBrand } from '#commands/posts/authorize.ts';
import { filesOf } from '#commands/posts/from-message.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import type { SlackFile } from '#src/platform/slack/media.ts';
import { messageAddress } from '#src/platform/slack/message-address.ts';
import { heldHash, heldOf } from '#src/spreadsheets/forecast.ts';
import { type Import, importEntry } from '#src/spreadsheets/import.ts';
import { importJob } from '#src/spreadsheets/jobs.ts';
import { readPageRequest, turnActions } from '#views/kit/paged.ts';
import { plain } from '#views/kit/text.ts';
import { importActions } from '#views/spreadsheets/import.ts';
import {
  fileUnseen,
  importChanged,
  importDecided,
  importExpired,
  importNotice,
  importStarted,
  importTitle,
  noCsv,
  notCsv,
  severalCsv,
} from '#views/spreadsheets/import-answers.ts';
import { renderRows, rowsList } from '#views/spreadsheets/import-rows.ts';

const shortcut = { type: 'message', id: 'import-posts', name: 'Import posts' } as const;

export const importPosts: Command = {
  shortcut,
  about: 'Create posts from the CSV file in this message',
  changes: true,
  listen(app, shared) {
    listenForShortcut(app, shared);
    listenForDecision(app, shared, importActions.create, 'creating');
    listenForDecision(app, shared, importActions.cancel, 'cancelled');
    listenForDecision(app, shared, importActions.stop, 'stopped');
    listenForRows(app, shared);
  },
};

function listenForShortcut(app: App, shared: SharedDeps): void {
  const constraints = { type: 'message_action', callback_id: shortcut.id } as const;
  app.shortcut(constraints, async ({ shortcut: used, ack, client, context }) => {
    await ack();
    const workspace = workspaceOf(context);
    const deps = await depsToChange(shared, workspace, used.user);
    const { id: by, team_id: team } = used.user;
    const title = plain(importTitle);
    const loading = { trigger: used.trigger_id, client, waiting: 'Looking for file…', title };
    await openLoading(deps, loading, async () => {
      const [file, ...others] = csvFilesOf(used.message);
      if (!file) return importNotice(withoutCsv(used.message, deps));
      if (others.length > 0) return importNotice(severalCsv);
      const { ts, thread_ts: thread } = used.message as { ts: string; thread_ts?: string };
      // the shortcut works in conversations that the bot isn't in
      if ((await deps.files.info(file.id)) === 'gone') return importNotice(fileUnseen);
      const slackUrl = await deps.slackUrl();
      const source = { channel: used.channel.id, ts, ...(thread && { thread }) };
      const record: Import = {
        // the id is the same for one use of the shortcut
        id: `I${used.trigger_id.replaceAll(/\W/g, '').slice(0, 40)}`,
        workspace,
        revision: 0,
        by,
        of: team,
        source,
        stage: 'checking',
        recorded: 0,
        created: 0,
        failed: 0,
        unknown: 0,
        before: 0,
        retried: [],
        at: new Date(deps.now()).toISOString(),
        channel: isChannel(source.channel) ? source.channel : by,
        file: { id: file.id, name: (file.name ?? file.id).slice(0, 200) },
        ...(slackUrl !== '' && { link: messageAddress(slackUrl, source) }),
      };
      const entry = importEntry(record, 'import started', { by, at: record.at, via: 'click', rows: 0 });
      await deps.imports.put(record, { open: true, entry });
      deps.audit.soon(workspace);
      await deps.jobs.enqueue(importJob, { workspace, import: record.id });
      return importNotice(importStarted(record.file.name));
    });
  });
}

const csvNames = /\.(csv|tsv)$/i;
const spreadsheetNames = /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i;

function withoutCsv(message: object, { slash }: Deps): string {
  const spreadsheet = filesOf({ delivered: message }).find(
    ({ name, filetype }) => spreadsheetNames.test(name ?? '') || filetype === 'gsheet',
  );
  return spreadsheet ? notCsv(spreadsheet.name) : noCsv(slash);
}

const csvFilesOf = (message: object): SlackFile[] =>
  filesOf({ delivered: message }).filter(
    ({ name, mimetype }) => csvNames.test(name ?? '') || mimetype === 'text/csv',
  );

type Decision = 'creating' | 'cancelled' | 'stopped';

function listenForDecision(app: App, shared: SharedDeps, action_id: string, decision: Decision): void {
  onButton(app, shared, { action_id }, async ({ value, by, team, ack, answerPrivately }, deps) => {
    const text = await decide(deps, value, decision, { by, team });
    await ack();
    if (text) await answerPrivately({ text });
  });
}

const did = {
  creating: 'import confirmed',
  cancelled: 'import canceled',
  stopped: 'import stopped',
} as const;

/** Returns why nothing was decided, as mrkdwn. */
async function decide(
  deps: Deps,
  id: string,
  decision: Decision,
  { by, team }: { by: string; team: string | undefined },
): Promise<string | undefined> {
  const { workspace } = deps;
  const [record, rows] = await Promise.all([
    deps.imports.get(workspace, id),
    deps.imports.rows(workspace, id),
  ]);
  if (!record || !rows) return importExpired;
  const isOpen =
    decision === 'stopped' ? record.stage === 'creating' && !record.stoppedBy : record.stage === 'review';
  if (!isOpen) return importDecided(record);
  // the person who confirms the import becomes the author of its posts
  const brands = new Map(rows.posts.map(({ brand }) => [brand.id, brand]));
  for (const brand of brands.values()) {
    const refusal = await permissionForBrand(deps, { workspace, channel: record.channel, by, team, brand });
    if (refusal) return refusal;
  }
  // a pause or a rule may have changed since the card was rendered
  const shown = record.message?.held;
  if (decision === 'creating' && shown && heldHash(await heldOf(deps, record, rows)) !== shown) {
    await deps.jobs.enqueue(importJob, { workspace, import: id }, { soon: true });
    return importChanged;
  }
  const at = new Date(deps.now()).toISOString();
  const entry = importEntry(record, did[decision], { by, at, via: 'click', rows: rows.posts.length });
  // its job may be noting where the review card is
  const changed =
    decision === 'stopped' ? { ...record, stoppedBy: by } : { ...record, stage: decision, decidedBy: by };
  if (!(await deps.imports.put(changed, { open: true, entry })))
    return decide(deps, id, decision, { by, team });
  deps.audit.soon(workspace);
  await deps.jobs.enqueue(importJob, { workspace, import: id }, { soon: true });
  return undefined;
}

function listenForRows(app: App, shared: SharedDeps): void {
  onButton(app, shared, { action_id: importActions.rows, acksFirst: true }, async (interaction, deps) => {
    const { trigger, client, value: id, by } = interaction;
    await openLoading(deps, { trigger, client, waiting: 'Loading rows…' }, () => allRows(deps, id, by, 0));
  });
  const { previous, next } = turnActions(rowsList);
  for (const action_id of [previous, next])
    onChoice<ButtonAction>(app, shared, action_id, async ({ action, view, by, client }, deps) => {
      const to = readPageRequest(action.value);
      if (!to) return;
      await renderModalAgain(deps, client, view, await allRows(deps, to.of, by, to.page));
    });
}

async function allRows(deps: Deps, id: string, by: string, page: number): Promise<ModalView> {
  const { workspace } = deps;
  const [record, rows] = await Promise.all([
    deps.imports.get(workspace, id),
    deps.imports.rows(workspace, id),
  ]);
  if (!record || !rows) return importNotice(importExpired);
  const found = await Promise.all(rows.posts.map(({ card }) => deps.desk.get(workspace, card)));
  const cards = new Map(found.flatMap((card) => (card ? [[card.id, card]] : [])));
  const held = record.stage === 'review' ? await heldOf(deps, record, rows) : new Map();
  return renderRows(record, rows, { cards, held, page, user: by, slackUrl: await deps.slackUrl() });
}
