/** A form that only workspace admins submit: checks that, and that the form is filled in, before anything else. */
import type { AllMiddlewareArgs, App, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { Read, Submitted } from '#views/kit/parse.ts';
import { onlyAdministrators } from './administrators.ts';
import type { Deps, SharedDeps } from './command.ts';
import { workspaceOf } from './workspace.ts';

interface AdministratorsForm<T> {
  id: string;
  /** What it's for, in the audit trail and for those who can't. */
  wish: { note: string; may: string };
  read(view: Submitted): Read<T>;
}

type Submission<T> = Pick<
  SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs,
  'ack' | 'body' | 'view' | 'client'
> & { deps: Deps; workspace: string; by: string; value: T };

/** `handle` acknowledges what was read without errors. */
export function onAdministratorsForm<T>(
  app: App,
  shared: SharedDeps,
  { id, wish, read }: AdministratorsForm<T>,
  handle: (submission: Submission<T>) => Promise<void>,
): void {
  app.view<ViewSubmitAction>({ type: 'view_submission', callback_id: id }, async (args) => {
    const { ack, body, view, client, context } = args;
    const by = body.user.id;
    const workspace = workspaceOf(context);
    const deps = await shared.inWorkspace(workspace);
    await onlyAdministrators(deps, by, 'submission', wish);
    const form = read(view);
    if ('errors' in form) await ack({ response_action: 'errors', errors: form.errors });
    else await handle({ ack, body, view, client, deps, workspace, by, value: form.value });
  });
}
