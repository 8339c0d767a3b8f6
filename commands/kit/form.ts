/** Listens for the submission of a form, which is answered once with what came of it. */
import type { App, SlackViewAction, ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import { tellAfterwards } from './afterwards.ts';
import type { Deps, SharedDeps } from './command.ts';
import { workspaceOf } from './workspace.ts';

export interface Form {
  workspace: string;
  by: string;
  /** The person's workspace, if Slack says it. */
  team: string | undefined;
  view: ViewSubmitAction['view'];
  body: SlackViewAction;
  client: App['client'];
}

export interface FormAnswer {
  /** What the submission is acknowledged with; absent: the form is closed. */
  ack?: ViewResponseAction | undefined;
  /** What follows once Slack has that. */
  after?: (() => Promise<unknown>) | undefined;
}

/** The form stays open, with errors at its fields. */
export const wrong = (errors: Record<string, string>): FormAnswer => ({
  ack: { response_action: 'errors', errors },
});

/** The form is closed, and the person reads who can do it: a field can't show mentions. */
export const refusedAfterwards = (
  deps: Pick<Deps, 'personNotifier' | 'log'>,
  to: { channel: string; user: string },
  refusal: string,
): FormAnswer => ({ after: () => tellAfterwards(deps, to, refusal) });

/** `handle` records what is to survive, because Slack gets its acknowledgement next. */
export function onForm(app: App, id: string, handle: (form: Form) => Promise<FormAnswer>): void {
  app.view(id, async ({ ack, body, client, context, view }) => {
    const { id: by, team_id: team } = body.user;
    const answer = await handle({ workspace: workspaceOf(context), by, team, view, body, client });
    await ack(answer.ack);
    await answer.after?.();
  });
}

/** Whether something that couldn't be recorded is known not to be: then the person can just submit it again. */
export function isUnsaved({ storeTrouble }: Pick<SharedDeps, 'storeTrouble'>, cause: unknown): boolean {
  const failure = storeTrouble.failureOf(cause);
  return failure === 'not_sent' || failure === 'refused';
}
