/** The one alert of what many posts failed for; it counts up in its place. */
import type { Incident } from '#src/cards/announcement.ts';
import type { Cause } from '#src/cards/card.ts';
import { type AnnounceOptions, aside, rowOf, rowsBlock } from './card-rows.ts';
import { clip } from './limits.ts';
import type { Said } from './paged.ts';
import { count, mrkdwn, person, time } from './text.ts';

/** What is wrong, and who does something about it. */
const wrong: Record<Cause, { what: string; mend: string }> = {
  key: {
    what: 'The publishing service does not accept our API key.',
    mend: 'Whoever looks after Presscheck has to give it a key that works; the card says how.',
  },
  plan: {
    what: 'The publishing service says that the plan of our account does not allow it.',
    mend: 'Whoever owns the account there has to look at its plan and its limits.',
  },
  busy: {
    what: 'The publishing service takes no more requests of ours for now.',
    mend: 'That passes by itself. When it comes often, whoever looks after Presscheck should know.',
  },
  away: {
    what: 'The publishing service could not be reached, failed, or did not answer in time.',
    mend: 'That mostly passes by itself. When it does not, whoever looks after Presscheck should know.',
  },
  answers: {
    what: 'The publishing service answers in a form that Presscheck does not know.',
    mend: 'Whoever looks after Presscheck has to be told.',
  },
};

export function drawIncident(
  { cause, since, cards, count: n }: Incident,
  { slackUrl }: AnnounceOptions,
): Said {
  const { what, mend } = wrong[cause];
  const people = [...new Set(cards.map(({ author }) => author))].map(person).join(' ');
  const text = `:rotating_light: ${people} *${what}*`;
  const affected = `${count(n, 'post is', 'posts are')} affected`;
  const rows = cards.map((card) => ({
    ...rowOf(card, slackUrl),
    after: [aside(clip(card.brand.name, 60))],
  }));
  const more = n - cards.length;
  return {
    text: `${text} ${affected}.`,
    blocks: [
      { type: 'section', text: mrkdwn(`${text}\n${affected} since ${time(since)}. ${mend}`) },
      ...(rows.length > 0 ? [rowsBlock(rows, rows.length)] : []),
      {
        type: 'context',
        elements: [
          mrkdwn(
            `${more > 0 ? `and ${more} more. ` : ''}Nothing is tried again by itself: when it is mended, use the buttons of the cards.`,
          ),
        ],
      },
    ],
  };
}
