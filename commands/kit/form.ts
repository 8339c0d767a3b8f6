/** Listens for the submission of a form, which gets one answer with the result. */
import type { App, SlackViewAction, ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import { Refusal } from '#src/platform/refusal.ts';
import { maybeSaved, unsaved } from '#views/kit/command-refusals.ts';
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
  /** The acknowledgment of the submission; absent: it closes the form. */
  ack?: ViewResponseAction | undefined;
  /** Runs after Slack has the acknowledgment. */
  after?: (() => Promise<unknown>) | undefined;
}

/** Keeps the form open, with errors at its fields. */
export const keepOpen = (errors: Record<string, string>): FormAnswer => ({
  ack: { response_action: 'errors', errors },
});

/** Closes the form, and tells the person in a message who can do it, since a field can't show mentions. */
export const refusedAfterwards = (
  deps: Pick<Deps, 'personNotifier' | 'log'>,
  to: { channel: string; user: string },
  refusal: string,
): FormAnswer => ({ after: () => tellAfterwards(deps, to, refusal) });

/**
 * `handle` has to record everything that must survive, because Slack gets its acknowledgment right after it.
 * `failed`: the errors with which the form stays open if it throws anything but a `Refusal`.
 */
export function onForm(
  app: App,
  shared: SharedDeps,
  id: string,
  handle: (form: Form, deps: Deps) => Promise<FormAnswer>,
  failed?: (cause: unknown, form: Form) => Record<string, string>,
): void {
  app.view(id, async ({ ack, body, client, context, view }) => {
    const { id: by, team_id: team } = body.user;
    const form = { workspace: workspaceOf(context), by, team, view, body, client };
    const handled = shared.inWorkspace(form.workspace).then((deps) => handle(form, deps));
    const answer = await handled.catch((cause: unknown) => {
      if (cause instanceof Refusal || !failed) throw cause;
      return keepOpen(failed(cause, form));
    });
    await ack(answer.ack);
    await answer.after?.();
  });
}

/** Whether nothing was recorded for certain, so that the person can just submit it again. */
export function isUnsaved({ storeTrouble }: Pick<SharedDeps, 'storeTrouble'>, cause: unknown): boolean {
  const failure = storeTrouble.failureOf(cause);
  return failure === 'not_sent' || failure === 'refused';
}

/**
 * Logs why a request wasn't recorded, and returns what the person reads. Throws a `Refusal`. `says`: if it's
 * certain.
 */
export function notSaved(
  deps: Pick<SharedDeps, 'storeTrouble' | 'log'>,
  cause: unknown,
  about: { card?: string; series?: string; form?: string },
  says = isUnsaved(deps, cause) ? unsaved : maybeSaved,
): string {
  if (cause instanceof Refusal) throw cause;
  deps.log.error({ err: cause, ...about, says }, "couldn't record a request");
  return says;
}
