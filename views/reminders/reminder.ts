import type { Card } from '#src/posts/card/card.ts';
import { isOverdue, timeOf } from '#src/posts/card/content.ts';
import type { ReminderList, Unanswered, Waiting } from '#src/reminders/message.ts';
import { contextLine, section } from '#views/kit/blocks.ts';
import { listed } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { andMore } from '#views/kit/lists.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, firstLine, person, plural, time } from '#views/kit/text.ts';
import { aside, asideTime, type OwnMessageOptions, rowOf, rowsBlock } from '#views/posts/card-rows.ts';
import { plannedWords } from '#views/posts/card-state.ts';

const listedAtMost = 10;

/** How many people are mentioned: more would fill the message. The others see the card in their Home tab. */
const mentioned = 40;

/** A post's own thread begins with its caption. A campaign's thread has other posts, and a notification has no thread. */
function named({ campaign, content }: Card, where: 'thread' | 'notification'): string {
  const first = firstLine(content.caption);
  if (!campaign && where === 'thread') return 'This post';
  return first === '' ? 'A post without a caption' : `The post “${clipped(first, 80)}”`;
}

/** Mentions these people in the card's thread. */
export function renderWaiting(
  { to, card, since }: Waiting & { to: readonly string[] },
  { now }: OwnMessageOptions,
): RenderedMessage {
  const planned = timeOf(card);
  const verb = isOverdue(card, now) ? 'It missed its planned time,' : 'It’s planned for';
  const when = planned ? ` ${verb} ${time(planned)}.` : '';
  return said(
    (where) =>
      `:wave: ${listed(andMore(to, mentioned, person))}: ${named(card, where)} has been waiting for review since ${time(iso(since))}.${when}`,
  );
}

export function renderReminderList(
  { to, aloud, waiting, why }: ReminderList,
  { slackUrl, slash, now }: OwnMessageOptions,
): RenderedMessage {
  const { heading, way } = why ? lastWords[why](waiting.length, rulesOf(slash)) : toReview(waiting.length);
  const text = `:wave: ${aloud ? `${person(to)}: ` : ''}*${heading}*`;
  const rows = waiting.map(({ card, since }) => {
    const planned = timeOf(card);
    return {
      ...rowOf(card, slackUrl),
      after: [
        aside(clip(card.brand.name, 60)),
        ...asideTime('waiting since', iso(since)),
        ...(planned ? asideTime(plannedWords(card, now), planned) : []),
      ],
    };
  });
  const more = waiting.length - listedAtMost;
  return {
    text,
    blocks: [
      section(text),
      rowsBlock(rows, listedAtMost),
      contextLine(more > 0 ? `and ${more} more. ${way}` : way),
    ],
  };
}

/** Other posts may be waiting, too, but aren't due for a reminder. */
const toReview = (n: number) => ({
  heading: `Reminder to review ${plural(n, { one: 'this post', other: `these ${n} posts` })}`,
  way: `Review ${plural(n, { one: 'it on its card', other: 'them on their cards' })}, or see everything that’s waiting for you in the Home tab.`,
});

const noMore = (n: number): string => `No more reminders about these ${n} posts`;

const lastWords: Record<Unanswered, (n: number, rules: string) => { heading: string; way: string }> = {
  reminded: (n, rules) => ({
    heading: noMore(n),
    way: `I’ve reminded their approvers several times. Ask one of them directly, or ask a workspace admin to change the approvers with ${rules}.`,
  }),
  author_reminded: (n) => ({
    heading: noMore(n),
    way: 'Anyone who can see their cards can approve or reject them.',
  }),
  no_approver: (n, rules) => ({
    heading: `Nobody can approve these ${n} posts right now under their approval rules`,
    way: `A workspace admin can change that with ${rules}.`,
  }),
};

const rulesOf = (slash: OwnMessageOptions['slash']): string => `\`${slash('social')} rules\``;

const lastWord: Record<Unanswered, (rules: string) => string> = {
  reminded: (rules) =>
    `I’ve reminded its approvers several times and won’t remind them again. Ask one of them directly, or ask a workspace admin to change the approvers with ${rules}.`,
  author_reminded: () => 'I won’t send more reminders. Anyone here can approve or reject it.',
  no_approver: (rules) =>
    `Nobody can approve it right now under its approval rule. A workspace admin can change that with ${rules}.`,
};

export function renderUnanswered(
  { card, since, why }: Waiting & { why: Unanswered },
  { slash }: OwnMessageOptions,
): RenderedMessage {
  return said(
    (where) =>
      `${person(card.author)}: ${named(card, where)} has been waiting for review since ${time(iso(since))}. ${lastWord[why](rulesOf(slash))}`,
  );
}

const said = (write: (where: 'thread' | 'notification') => string): RenderedMessage => ({
  text: write('notification'),
  blocks: [section(write('thread'))],
});

const iso = (at: number): string => new Date(at).toISOString();
