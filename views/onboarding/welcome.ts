/**
 * The first message to the person who set Presscheck up, sent once: what to do now, with a button for each
 * step.
 */
import type { KnownBlock } from '@slack/types';
import { button, buttonRow, contextLine, heading, section } from '#views/kit/blocks.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { person } from '#views/kit/text.ts';

/** The buttons' words after `/social`. */
const words = ['key', 'me', 'settings', 'post'] as const;

/** The action id of the button for a word. */
const welcomeAction = (word: string): string => `welcome.${word}`;
export const welcomeActions = words.map((word) => [word, welcomeAction(word)] as const);

export const welcomeButtons: Record<(typeof words)[number], string> = {
  key: 'Enter API key',
  me: 'Check API key',
  settings: 'Open settings',
  post: 'Write post',
};

/**
 * `keyed`: the workspace has an API key. `slash`: returns the slash command of this installation for a name.
 */
export function welcome(
  user: string,
  { keyed }: { keyed: boolean },
  slash: (name: string) => string,
): RenderedMessage {
  const social = slash('social');
  const steps = [
    keyed
      ? `*Check the API key.* \`${social} me\` tells you whether it works and who it belongs to.`
      : `*Enter the publishing service’s API key.* \`${social} key\` checks and saves it.`,
    `*Set up your brands.* Use \`${social} settings\` to choose their channels, profiles, and time zones, and \`${social} rules\` to choose who must approve their posts.`,
    `*Create your first post.* Type \`${slash('post')} Open until ten tonight\` in a public channel. In a private one, type \`/invite @Presscheck\` first.`,
  ];
  const buttons = [keyed ? 'me' : 'key', 'settings', 'post'] as const;
  return {
    text: `Presscheck is ready. Type ${social} help to see what you can do.`,
    blocks: [
      heading('Presscheck is ready'),
      section(
        `Hi ${person(user)}. With Presscheck, your team can take a social post from idea to published without leaving Slack. To get started:`,
      ),
      ...steps.map((step, i): KnownBlock => section(`${i + 1}.  ${step}`)),
      ...buttonRow(
        buttons.map((word, i) =>
          button(welcomeAction(word), welcomeButtons[word], i === 0 ? { style: 'primary' } : {}),
        ),
      ),
      contextLine(
        `Anyone can use \`${social} help\` to see what they can do. Only you can see this message, and you won’t get it again.`,
      ),
    ],
  };
}
