/** A click in a private message, handled like a command: the answer replaces the message. */
import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { listStays } from '#views/kit/command-refusals.ts';
import type { ListPage, OpenedFrom } from '#views/kit/paged.ts';
import { afterwards, notTold } from './afterwards.ts';
import { type Deps, type Invocation, isCalled } from './command.ts';
import { workspaceOf } from './workspace.ts';

type Args = Parameters<Middleware<SlackActionMiddlewareArgs<BlockAction>>>[0];

export interface Interaction extends Invocation {
  /** Answers in another private message: the one with the button stays. */
  answerPrivately: Invocation['answer'];
}

export function interactionOf({
  body,
  client,
  context,
  respond,
}: Pick<Args, 'body' | 'client' | 'context' | 'respond'>): Interaction {
  return {
    workspace: workspaceOf(context),
    channel: body.channel?.id ?? '',
    by: body.user.id,
    text: '',
    trigger: body.trigger_id,
    client,
    answerTo: { address: body.response_url, message: body.container?.message_ts ?? body.trigger_id },
    async answer(message) {
      await respond({ response_type: 'ephemeral', replace_original: true, ...message });
    },
    async answerPrivately(message) {
      await respond({ response_type: 'ephemeral', replace_original: false, ...message });
    },
  };
}

/**
 * The same for a form that was opened from a row of the list. Its submission has no response URL of its own.
 */
export function interactionFromForm(
  deps: Deps,
  { channel, address, ...from }: OpenedFrom,
  { by, client }: Pick<Invocation, 'by' | 'client'>,
): Interaction {
  const to = { channel, user: by };
  return {
    workspace: deps.workspace,
    channel,
    by,
    text: '',
    trigger: '',
    client,
    answerTo: { address, message: `${by}.${from.list}.${from.of}` },
    answer: answerInList(deps, { channel, by, list: address }),
    answerPrivately: (message) => deps.personNotifier.tell(to, message),
  };
}

/** Answers by replacing the list from which a form was opened. `list`: its response address. */
export const answerInList =
  (
    { personNotifier }: Pick<Deps, 'personNotifier'>,
    { channel, by, list }: { channel: string; by: string; list: string },
  ): Invocation['answer'] =>
  (message) =>
    personNotifier.tell({ channel, user: by, instead: list }, message);

/**
 * Updates a list after a button in it was pressed, or the form that it opened was submitted. Never throws.
 */
export async function updateList(interaction: Interaction, deps: Deps, listPage: ListPage): Promise<void> {
  const command = deps.commands.find((one) => isCalled(one, listPage.list));
  await afterwards(deps, notTold, async () => {
    try {
      await command?.rerender?.(interaction, deps, listPage);
    } catch (cause) {
      deps.log.warn({ err: cause }, "couldn't update a list after a button in it was pressed");
      await interaction.answerPrivately({ text: listStays });
    }
  });
}
