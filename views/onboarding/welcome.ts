/** What the person who set Presscheck up reads first, once: what to do now, each with its button. */
import type { KnownBlock } from '@slack/types';
import type { Said } from '#views/kit/paged.ts';
import { mrkdwn, person, plain } from '#views/kit/text.ts';

/** The words after `/social` for the buttons. */
const words = ['key', 'me', 'settings', 'post'] as const;

/** The action id of the button for a word. */
const welcomeAction = (word: string): string => `welcome.${word}`;
export const welcomeActions = words.map((word) => [word, welcomeAction(word)] as const);

const labels: Record<(typeof words)[number], string> = {
  key: 'Enter the API key',
  me: 'Check the API key',
  settings: 'Settings',
  post: 'New post',
};

/** `keyed`: the workspace has an API key. `slash` is the slash command of this installation for a name. */
export function welcome(user: string, { keyed }: { keyed: boolean }, slash: (name: string) => string): Said {
  const social = slash('social');
  const steps = [
    keyed
      ? `*Check the API key.* \`${social} me\` says whether it works and whose it is.`
      : `*Enter the publishing service’s API key.* \`${social} key\` checks and saves it.`,
    `*Set up your brands.* \`${social} settings\` has their channel, profiles and time zone; \`${social} rules\` says who must approve.`,
    `*Create your first post.* Type \`${slash('post')} Open until ten tonight\` in a public channel. In a private one, type \`/invite @Presscheck\` first.`,
  ];
  const buttons = [keyed ? 'me' : 'key', 'settings', 'post'] as const;
  return {
    text: `Presscheck is ready. Type ${social} help to see what you can do.`,
    blocks: [
      { type: 'header', text: plain('Presscheck is ready') },
      {
        type: 'section',
        text: mrkdwn(
          `Hello ${person(user)}. With Presscheck, a social post goes from idea to published without leaving Slack. Three things to do first:`,
        ),
      },
      ...steps.map((step, i): KnownBlock => ({ type: 'section', text: mrkdwn(`${i + 1}.  ${step}`) })),
      {
        type: 'actions',
        elements: buttons.map((word, i) => ({
          type: 'button',
          action_id: welcomeAction(word),
          text: plain(labels[word]),
          ...(i === 0 && { style: 'primary' }),
        })),
      },
      {
        type: 'context',
        elements: [
          mrkdwn(
            `\`${social} help\` shows everyone what they can do. Only you get this message, and only once.`,
          ),
        ],
      },
    ],
  };
}
