/** A click on a private message, as if what it leads to had been asked for: the answer takes the message's place. */
import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { Asked } from '../command.ts';
import { workspaceOf } from './workspace.ts';

type Args = Parameters<Middleware<SlackActionMiddlewareArgs<BlockAction>>>[0];

export interface AskedInPlace extends Asked {
  /** Says it below the message, which stays. */
  beside: Asked['answer'];
}

export function askedInPlace({
  body,
  client,
  context,
  respond,
}: Pick<Args, 'body' | 'client' | 'context' | 'respond'>): AskedInPlace {
  return {
    workspace: workspaceOf(context),
    channel: body.channel?.id ?? '',
    by: body.user.id,
    text: '',
    trigger: body.trigger_id,
    client,
    async answer(message) {
      await respond({ response_type: 'ephemeral', replace_original: true, ...message });
    },
    async beside(message) {
      await respond({ response_type: 'ephemeral', replace_original: false, ...message });
    },
  };
}
