/** Reminders of what waits for a decision. */
import type { Announcement, Unanswered } from '#src/notifications/announcement.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { clip } from '#views/kit/limits.ts';
import type { Said } from '#views/kit/paged.ts';
import { clipped, count, mrkdwn, person, time } from '#views/kit/text.ts';
import { type AnnounceOptions, aside, asideTime, rowOf, rowsBlock } from '#views/posts/card-rows.ts';

type Of<K extends Announcement['kind']> = Extract<Announcement, { kind: K }>;

const listed = 10;

/** More would fill the message; whoever is left out has it on their home tab. */
const mentioned = 40;

/** The words of a post stand above its thread, those of a campaign's post among others. */
function named({ campaign, content }: Card): string {
  const [first = ''] = content.caption.split('\n');
  return campaign ? `The post “${clipped(first, 80)}”` : 'This post';
}

export function renderWaiting({ to, card, since }: Of<'waits'>): Said {
  const planned = timeOf(card);
  const when = planned ? ` It’s planned for ${time(planned)}.` : '';
  const more = to.length - mentioned;
  const people = [...to.slice(0, mentioned).map(person), ...(more > 0 ? [`and ${more} more:`] : [])];
  return plainly(
    `:wave: ${people.join(' ')} ${named(card)} has been waiting for a decision since ${time(iso(since))}.${when}`,
  );
}

export function renderReminderList({ to, aloud, waiting }: Of<'list'>, { slackUrl }: AnnounceOptions): Said {
  const text = `:wave: ${aloud ? `${person(to)} ` : ''}*${count(waiting.length, 'post is', 'posts are')} waiting for your decision*`;
  const rows = waiting.map(({ card, since }) => {
    const planned = timeOf(card);
    return {
      ...rowOf(card, slackUrl),
      after: [
        aside(clip(card.brand.name, 60)),
        ...asideTime('since', iso(since)),
        ...(planned ? asideTime('planned for', planned) : []),
      ],
    };
  });
  const more = waiting.length - listed;
  const way = 'Review them on their cards or in the Home tab.';
  return {
    text,
    blocks: [
      { type: 'section', text: mrkdwn(text) },
      rowsBlock(rows, listed),
      {
        type: 'context',
        elements: [mrkdwn(more > 0 ? `and ${more} more. ${way}` : way)],
      },
    ],
  };
}

const ways: Record<Unanswered, (slash: AnnounceOptions['slash']) => string> = {
  reminded: (slash) =>
    `Its approvers were reminded several times and won’t be reminded again. Ask one of them directly, or have an administrator change who approves with \`${slash('social')} rules\`.`,
  'author reminded': () => 'There won’t be more reminders. Anyone here can approve or reject it.',
  'nobody may': (slash) =>
    `Nobody can approve it right now: its approval rule names nobody else. An administrator can change that with \`${slash('social')} rules\`.`,
};

export function renderUnanswered({ card, since, why }: Of<'unanswered'>, { slash }: AnnounceOptions): Said {
  return plainly(
    `${person(card.author)} ${named(card)} has been waiting for a decision since ${time(iso(since))}. ${ways[why](slash)}`,
  );
}

const plainly = (text: string): Said => ({ text, blocks: [{ type: 'section', text: mrkdwn(text) }] });

const iso = (at: number): string => new Date(at).toISOString();
