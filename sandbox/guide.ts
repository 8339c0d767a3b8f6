/** The demo's guide: its steps, and how each is detected from the chat's messages and submitted forms. */
import type { GuideRecord, GuideStep } from '#sandbox/chat/guide.ts';

/** How many characters of a text to compare. */
const recognized = 40;

/**
 * Whether a user submitted this form and its card shows `words`. The demo's own users submit forms too, and their cards may still
 * appear, so the card must also have the same requester and, if cards show it, the form's text.
 */
const cardAppeared = (
  { forms, messages }: GuideRecord,
  title: string,
  words: RegExp,
  showsForm: 'shows its words' | 'shows others' = 'shows its words',
): boolean =>
  forms.some(({ title: sent, user, entered }) => {
    const [own = ''] = entered[0]?.trim().split('\n') ?? [];
    return (
      sent === title &&
      messages.some(
        ({ text }) =>
          words.test(text) &&
          text.includes(`Requested by <@${user}>`) &&
          (showsForm === 'shows others' || text.includes(own.slice(0, recognized))),
      )
    );
  });
const messageMatches = ({ messages }: GuideRecord, words: RegExp): boolean =>
  messages.some(({ text }) => words.test(text));

/** Whether a card's first line has changed to say this. Messages that only list posts don't count. */
const cardChangedTo = ({ messages }: GuideRecord, words: string): boolean => {
  const onCard = (text = ''): boolean => {
    const [title = '', line = ''] = text.split('\n');
    return /^(AI post|Post) /.test(title) && line.includes(`*${words}`);
  };
  return messages.some(({ text, before }) => onCard(text) && !onCard(before));
};

/** The user ID that a card mentions after these words. */
const userAfter = (text: string, words: string): string | undefined =>
  new RegExp(`${words} <@(\\w+)>`).exec(text)?.[1];

/** In any workspace where the bot is installed. */
export const guide: readonly GuideStep[] = [
  {
    title: 'Create a post',
    how: 'As Ana, type `/post Our new mugs are here` in #social, choose *Northwind Coffee*, and press *Create post*.',
    isDone: (recorded) =>
      cardAppeared(recorded, 'New post', /^Post for .+\n.*(Ready for review|Scheduled|Published)/),
  },
  {
    title: 'Approve it as someone else',
    how: 'At the bottom left, switch to Bo, then press *Approve & publish* on Ana’s card.',
    isDone: ({ messages }) =>
      messages.some(({ text, before = '' }) => {
        const [author, approver] = [userAfter(text, 'Requested by'), userAfter(text, 'Published by')];
        // it was approved earlier and has only been published now
        if (/Approved by/.test(before)) return false;
        return author !== undefined && approver !== undefined && author !== approver;
      }),
  },
  {
    title: 'Schedule a post',
    how: 'Type `/post Closed on Monday`, enter `tomorrow at noon` in *Or type a time*, press *Create post*, then confirm the time in the form.',
    isDone: (recorded) => cardChangedTo(recorded, 'Scheduled for '),
  },
  {
    title: 'Generate a post',
    how: 'Type `/ai-post Our autumn menu is here`, choose *Northwind Coffee*, press *Generate*, and wait for its card.',
    isDone: (recorded) =>
      cardAppeared(recorded, 'New AI post', /^AI post for .+\n.*Ready for review/, 'shows others'),
  },
  {
    title: 'Create a campaign',
    how: 'Type `/campaign Two weeks of winter drinks`, choose *Northwind Coffee*, press *Generate*, and wait until it’s ready.',
    // moving the clock can time out the wait, and then only some of the posts exist
    isDone: (recorded) =>
      cardAppeared(
        recorded,
        'New campaign',
        /^Campaign for .+\n.*(to|left to) review(?![\s\S]*not generated yet)/i,
      ),
  },
  {
    title: 'Start from a message',
    how: 'In the *More actions* menu of any message, choose *Turn into a post*. The form has the message’s text and images. Press *Create post*.',
    isDone: (recorded) => messageMatches(recorded, /^Post for [\s\S]*, from <[^>]+\|this message>/),
  },
  {
    title: 'Pause and resume a brand',
    how: 'Type `/social pause Northwind Coffee wrong prices`, then `/social resume Northwind Coffee`. Choose what to do with each unscheduled post.',
    isDone: ({ messages }) =>
      messages.some(
        ({ text, before }) =>
          before === undefined &&
          /> paused \*/.test(text) &&
          /\*resumed publishing\*/.test(text) &&
          /No posts were unscheduled|been handled/.test(text),
      ),
  },
  {
    title: 'See how posts perform',
    how: 'Type `/social analytics Northwind Coffee last week`.',
    isDone: (recorded) => messageMatches(recorded, /^Analytics for /),
  },
];

const travel: GuideStep = {
  title: 'Travel in time',
  how: 'At the top right, choose *Move the clock*, then *To the next scheduled post*. Your scheduled post goes out.',
  isDone: (recorded) => cardChangedTo(recorded, 'Published on schedule*'),
};

/** Adds steps that only the demo supports: moving the clock, and opening the page of published posts. */
export const demoGuide = (isLiveRead: () => boolean): GuideStep[] => {
  const after: Record<string, GuideStep> = {
    'Approve it as someone else': {
      title: 'See what went live',
      how: 'In the sidebar, press *What went live* to see the post on each of its networks.',
      isDone: isLiveRead,
    },
    'Schedule a post': travel,
  };
  return guide.flatMap((step) => [step, after[step.title] ?? []].flat());
};
