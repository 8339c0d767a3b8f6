import type { Deps } from '#commands/kit/command.ts';
import { cardOf, fromMessage, inPlainWords, type Pointed } from '#commands/posts/from-message.ts';
import type { ChatMessage } from '#src/platform/slack/chat-message.ts';
import { wordsOf } from '#src/posts/card/content.ts';
import { briefFrom } from '#views/campaigns/brief.ts';
import { campaignModal } from '#views/campaigns/modal.ts';
import { capital, unnamed } from '#views/kit/text.ts';
import { unreadThread } from '#views/posts/refusals.ts';

export const draftCampaign = fromMessage({
  // Slack shows at most 24 characters of a name, so `about` has the rest
  shortcut: { id: 'draft-campaign', name: 'Draft a campaign' },
  about: 'Draft a campaign with this thread as the brief',
  modal: campaignModal,
  waiting: 'Loading thread…',
  async read(deps, pointed) {
    const card = pointed.message.thread ? undefined : await cardOf(deps, pointed);
    if (card) return { text: wordsOf(card) };
    const { messages, more, remarks } = await readThread(deps, pointed);
    const words = await inPlainWords(deps, messages);
    const names = new Map<string, string | undefined>();
    await Promise.all(
      [...new Set(messages.flatMap(({ user }) => user ?? []))].map(async (user) => {
        names.set(user, await deps.users.nameOf(user));
      }),
    );
    const lines = messages.flatMap(({ user, botName }, i) => {
      const said = words[i] ?? '';
      return said === ''
        ? []
        : [{ who: botName ?? names.get(user ?? '') ?? capital(unnamed.person), words: said }];
    });
    const brief = briefFrom(lines, more);
    return { text: brief.text, remarks: [...remarks, ...brief.remarks] };
  },
});

interface Read {
  messages: ChatMessage[];
  more: boolean;
  remarks: string[];
}

/** Reads only the message if it isn't in a thread, or if the thread can't be read. */
async function readThread(deps: Deps, { channel, message, bot }: Pointed): Promise<Read> {
  const alone = { messages: [message], more: false };
  if (!message.thread) return { ...alone, remarks: [] };
  const thread = await deps.threads.read(channel, message.thread);
  if ('unread' in thread) return { ...alone, remarks: [unreadThread(thread.unread)] };
  const others = thread.messages.filter(({ user }) => user !== bot);
  return { messages: others, more: thread.more, remarks: [] };
}
