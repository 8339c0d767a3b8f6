/** Message shortcuts: a modal that is filled with what was read from the message. */

import type { Command, Deps } from '#commands/kit/command.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { type ChatMessage, readMessage } from '#src/platform/slack/chat-message.ts';
import { type SlackFile, slackFileSchema } from '#src/platform/slack/media.ts';
import { messageAddress } from '#src/platform/slack/message-address.ts';
import type { Card } from '#src/posts/card/card.ts';
import { notOfSomeone } from '#views/kit/command-refusals.ts';
import { mentioned, plainWords } from '#views/kit/plain-words.ts';
import { unnamed } from '#views/kit/text.ts';
import { noWords } from '#views/posts/refusals.ts';
import { depsToChange } from './authorize.ts';
import { type Filling, openWhile } from './open-modal.ts';
import type { RequestModal } from './request.ts';

export interface Pointed {
  channel: string;
  message: ChatMessage;
  delivered: object;
  /** The bot's own user, whose messages are left out. */
  bot: string | undefined;
}

interface FromMessage {
  /** The name in a message's menu, at most 24 characters, and the `callback_id`. */
  shortcut: { id: string; name: string };
  about: string;
  modal: RequestModal;
  /** The modal's text while the message is read: `Reading the thread…`. */
  waiting: string;
  read(deps: Deps, pointed: Pointed): Promise<Filling>;
}

/** A command in the menu of every message. The command that owns the modal handles its submission. */
export function fromMessage({ shortcut, about, modal, waiting, read }: FromMessage): Command {
  return {
    shortcut: { type: 'message', ...shortcut },
    about,
    changes: true,
    listen(app, shared) {
      const constraints = { type: 'message_action', callback_id: shortcut.id } as const;
      app.shortcut(constraints, async ({ shortcut: used, ack, client, context }) => {
        await ack();
        const workspace = workspaceOf(context);
        const deps = await depsToChange(shared, workspace, used.user);
        const message = readMessage(used.message);
        if (!message) throw new Refusal(...notOfSomeone);
        const pointed = {
          channel: used.channel.id,
          message,
          delivered: used.message,
          bot: context.botUserId,
        };
        // a card can't be in other people's direct messages
        const channel = isChannel(pointed.channel) ? pointed.channel : '';
        await openWhile(
          deps,
          modal,
          { workspace, by: used.user.id, channel, trigger: used.trigger_id, client },
          {
            waiting,
            read: async () => {
              const [brand, filling] = await Promise.all([brandAround(deps, pointed), read(deps, pointed)]);
              return { brand, ...(await linkTo(deps, pointed)), ...saidWhenEmpty(filling) };
            },
          },
        );
      });
    },
  };
}

/** The card that the message shows; `undefined` if it's another message. */
export async function cardOf(deps: Deps, { channel, message, bot }: Pointed): Promise<Card | undefined> {
  return message.user === bot
    ? await deps.desk.cardAt(deps.workspace, { channel, ts: message.ts })
    : undefined;
}

/** The message's files, as the message describes them. */
export function filesOf({ delivered }: Pick<Pointed, 'delivered'>): SlackFile[] {
  const { files } = delivered as { files?: unknown };
  return Array.isArray(files) ? files.flatMap((one) => slackFileSchema.safeParse(one).data ?? []) : [];
}

/** The brand of the card that the message shows, or in whose thread it is. */
async function brandAround(deps: Deps, pointed: Pointed): Promise<Named | undefined> {
  const { channel, message } = pointed;
  const card =
    (await cardOf(deps, pointed)) ??
    (message.thread ? await deps.desk.cardAt(deps.workspace, { channel, ts: message.thread }) : undefined);
  return card?.brand;
}

function saidWhenEmpty(filling: Filling): Filling {
  const { text, taken = [], links = [], remarks = [] } = filling;
  return text === '' && taken.length + links.length === 0 && remarks.length === 0
    ? { ...filling, remarks: [noWords] }
    : filling;
}

async function linkTo(deps: Deps, { channel, message }: Pointed): Promise<{ source?: string }> {
  const slackUrl = await deps.slackUrl();
  return slackUrl === '' ? {} : { source: messageAddress(slackUrl, { channel, ...message }) };
}

/** How many mentioned people's names are read. The others become *someone*. */
const namesRead = 30;

/** The texts of messages as plain text, with people's names. */
export async function inPlainWords(deps: Deps, messages: readonly ChatMessage[]): Promise<string[]> {
  const ids = [...new Set(messages.flatMap(({ text }) => mentioned(text)))].slice(0, namesRead);
  const names = new Map(await Promise.all(ids.map(async (id) => [id, await deps.users.nameOf(id)] as const)));
  return messages.map(({ text, emoji }) =>
    plainWords(text, {
      person: (id) => `@${names.get(id) ?? unnamed.person}`,
      emoji: (name) => emoji.get(name),
    }),
  );
}
