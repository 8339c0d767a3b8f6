/** What is said aloud when something that people rely on did not come true. */
import type { Card } from '#src/cards/card.ts';

import { clipped, escaped, person } from './text.ts';

export function alertText(card: Card): string {
  const people = new Set([card.author, ...card.approvals.slice(-1).map(({ by }) => by)]);
  const first = card.content.caption.split('\n')[0] ?? '';
  return [
    `:rotating_light: ${[...people].map(person).join(' ')}`,
    `The post “${clipped(first, 80)}” for ${escaped(card.brand.name)} needs you.`,
    clipped(card.problem?.reason ?? '', 600),
    'Look at it in the publishing service, then use the buttons of its card.',
  ].join(' ');
}
