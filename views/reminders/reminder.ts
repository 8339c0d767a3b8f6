/** Reminders of what waits for a decision. */
import type { Announcement, Unanswered } from '#src/notifications/announcement.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isOverdue, timeOf } from '#src/posts/card/content.ts';
import { contextLine, section } from '#views/kit/blocks.ts';
import { listed } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import type { Said } from '#views/kit/paged.ts';
import { clipped, person, plural, time } from '#views/kit/text.ts';
import { type AnnounceOptions, aside, asideTime, rowOf, rowsBlock } from '#views/posts/card-rows.ts';
import { plannedWords } from '#views/posts/card-state.ts';

type Of<K extends Announcement['kind']> = Extract<Announcement, { kind: K }>;

const listedAtMost = 10;

/** More would fill the message; whoever is left out has it on their home tab. */
const mentioned = 40;

/** The words of a post stand above its thread, those of a campaign's post among others. */
function named({ campaign, content }: Card): string {
  const [first = ''] = content.caption.split('\n');
  return campaign ? `The post “${clipped(first, 80)}”` : 'This post';
}

export function renderWaiting({ to, card, since }: Of<'waits'>, { now }: AnnounceOptions): Said {
  const planned = timeOf(card);
  const verb = isOverdue(card, now) ? 'It missed its planned time,' : 'It’s planned for';
  const when = planned ? ` ${verb} ${time(planned)}.` : '';
  const more = to.length - mentioned;
  const people = [...to.slice(0, mentioned).map(person), ...(more > 0 ? [`${more} more`] : [])];
  return plainly(
    `:wave: ${listed(people)}: ${named(card)} has been waiting for review since ${time(iso(since))}.${when}`,
  );
}

export function renderReminderList(
  { to, aloud, waiting }: Of<'list'>,
  { slackUrl, now }: AnnounceOptions,
): Said {
  // other posts may be waiting, too, without being due for a reminder
  const these = plural(waiting.length, {
    one: 'This post is still waiting for your review',
    other: `These ${waiting.length} posts are still waiting for your review`,
  });
  const text = `:wave: ${aloud ? `${person(to)}: ` : ''}*${these}*`;
  const rows = waiting.map(({ card, since }) => {
    const planned = timeOf(card);
    return {
      ...rowOf(card, slackUrl),
      after: [
        aside(clip(card.brand.name, 60)),
        ...asideTime('since', iso(since)),
        ...(planned ? asideTime(plannedWords(card, now), planned) : []),
      ],
    };
  });
  const more = waiting.length - listedAtMost;
  const way = 'Review them on their cards or in the Home tab.';
  return {
    text,
    blocks: [
      section(text),
      rowsBlock(rows, listedAtMost),
      contextLine(more > 0 ? `and ${more} more. ${way}` : way),
    ],
  };
}

const ways: Record<Unanswered, (slash: AnnounceOptions['slash']) => string> = {
  reminded: (slash) =>
    `I’ve reminded its approvers several times and won’t remind them again. Ask one of them directly, or ask a workspace admin to change the approvers with \`${slash('social')} rules\`.`,
  'author reminded': () => 'I won’t send more reminders. Anyone here can approve or reject it.',
  'nobody may': (slash) =>
    `Nobody can approve it right now under its approval rule. A workspace admin can change that with \`${slash('social')} rules\`.`,
};

export function renderUnanswered({ card, since, why }: Of<'unanswered'>, { slash }: AnnounceOptions): Said {
  return plainly(
    `${person(card.author)}: ${named(card)} has been waiting for review since ${time(iso(since))}. ${ways[why](slash)}`,
  );
}

const plainly = (text: string): Said => ({ text, blocks: [section(text)] });

const iso = (at: number): string => new Date(at).toISOString();
