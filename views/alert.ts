/** What is said aloud when something about one post that people rely on did not come true. */
import type { Button } from '@slack/types';
import type { Card } from '#src/cards/card.ts';
import { publisherOf } from '#src/cards/publisher.ts';
import { actions, cardButtons } from './card-buttons.ts';
import { type AnnounceOptions, rowOf, rowsBlock } from './card-rows.ts';
import { clip } from './limits.ts';
import type { Said } from './paged.ts';
import { problemText } from './problems.ts';
import { clipped, escaped, mrkdwn, person } from './text.ts';

/** To the author and who made the last press that publishes or schedules it, with a link to the card and what its buttons offer now. */
export function drawAlert(card: Card, { slackUrl }: AnnounceOptions): Said {
  const people = [...new Set([card.author, publisherOf(card) ?? card.author])];
  const post = `post for ${escaped(clip(card.brand.name, 60))}`;
  const what =
    card.state === 'failed'
      ? `The publishing service failed with a ${post}.`
      : card.state === 'scheduled'
        ? `A ${post} may go out that should not.`
        : `It is not known whether a ${post} is published.`;
  const text = `:rotating_light: ${people.map(person).join(' ')} *${what}*`;
  const reason = card.problem ? clipped(problemText(card.problem), 600) : '';
  return {
    text: `${text} ${reason}`.trim(),
    blocks: [
      { type: 'section', text: mrkdwn(`${text}\n${reason}`.trim()) },
      rowsBlock([{ ...rowOf(card, slackUrl), after: [] }], 1),
      { type: 'context', elements: [mrkdwn(waysOn(card))] },
    ],
  };
}

/** Those buttons that are the same for everybody are named, the others depend on the brand's rule. */
const named = new Set<string>([actions.lookAgain, actions.askAgain]);

function waysOn(card: Card): string {
  // only buttons that state no time are named
  const clock = { now: Date.parse(card.updatedAt), zone: 'UTC' };
  const buttons = cardButtons(card, { clock }).flatMap((block) =>
    block.type === 'actions' ? (block.elements as Button[]) : [],
  );
  const look = 'Look at it in the publishing service';
  if (buttons.length === 0) return `${look}; its card says what is known.`;
  const ways = buttons.filter(({ action_id }) => named.has(action_id ?? ''));
  if (ways.length === 0) return `${look}, then use the buttons of its card.`;
  return `${look}, then press ${ways.map(({ text }) => `*${text.text}*`).join(' or ')} on its card.`;
}
