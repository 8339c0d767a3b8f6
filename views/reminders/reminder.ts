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
  const when = planned ? ` It is planned for ${time(planned)}.` : '';
  const more = to.length - mentioned;
  const people = [...to.slice(0, mentioned).map(person), ...(more > 0 ? [`and ${more} more:`] : [])];
  return plainly(
    `:wave: ${people.join(' ')} ${named(card)} has waited for a decision since ${time(iso(since))}.${when}`,
  );
}

export function renderReminderList({ to, aloud, waiting }: Of<'list'>, { slackUrl }: AnnounceOptions): Said {
  const text = `:wave: ${aloud ? `${person(to)} ` : ''}*${count(waiting.length, 'post waits', 'posts wait')} for your decision*`;
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
  const way = 'Decide on their cards, or on my home tab, which has all of them with their buttons.';
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
    `Its approvers were reminded several times, and no more reminders come. Ask one of them directly, or have an administrator change who approves with \`${slash('social')} rules\`.`,
  'author reminded': () => 'No more reminders come. Anybody here may approve or reject it.',
  'nobody may': (slash) =>
    `Nobody can approve it now: its approval rule names nobody else. An administrator can change that with \`${slash('social')} rules\`.`,
};

export function renderUnanswered({ card, since, why }: Of<'unanswered'>, { slash }: AnnounceOptions): Said {
  return plainly(
    `${person(card.author)} ${named(card)} has waited for a decision since ${time(iso(since))}. ${ways[why](slash)}`,
  );
}

const plainly = (text: string): Said => ({ text, blocks: [{ type: 'section', text: mrkdwn(text) }] });

const iso = (at: number): string => new Date(at).toISOString();
