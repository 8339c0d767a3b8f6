/** What the person who set Presscheck up reads first, once: what to do now, each with its button. */
import type { KnownBlock } from '@slack/types';
import type { Said } from '#views/kit/paged.ts';
import { mrkdwn, person, plain } from '#views/kit/text.ts';

/** The words behind `/social` that the buttons stand for. */
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
      ? `*See that the publishing service answers.* \`${social} me\` says whose API key it is.`
      : `*Enter the API key of the publishing service.* \`${social} key\` checks it and keeps it.`,
    `*Say what holds for your brands.* \`${social} settings\` has the channel, the profiles and the time zone; \`${social} rules\` says who must approve.`,
    `*Make the first post.* Type \`${slash('post')} Open until ten tonight\` in a public channel. In a private one, type \`/invite @Presscheck\` first.`,
  ];
  const buttons = [keyed ? 'me' : 'key', 'settings', 'post'] as const;
  return {
    text: `Presscheck is ready. Type ${social} help to see what you can do.`,
    blocks: [
      { type: 'header', text: plain('Presscheck is ready') },
      {
        type: 'section',
        text: mrkdwn(
          `Hello ${person(user)}. From here a social post goes from an idea to published without leaving Slack. Three things to do first:`,
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
            `\`${social} help\` shows everybody what they may do. You alone get this message, and only once.`,
          ),
        ],
      },
    ],
  };
}
