/**
 * Draws the states of a card and what leads from one to the next, as Mermaid: `npm run --silent card-states`. The diagram in
 * docs/cards.md comes from it.
 */
import { transitions } from '#src/posts/card/transition-table.ts';

/** Possible in almost every state, so the page names them below the diagram. */
const inMostStates = new Set(['fail', 'lose_track', 'update', 'withhold', 'unschedule']);
/** What the service's listing shows: drawn where a post changes by itself. */
const observedFrom = new Set(['generating', 'scheduled']);

/** An arrow for each pair of states, with the transitions that lead there. Those of people end with a person's mark. */
export function cardStates(): string {
  const arrows = new Map<string, string[]>();
  for (const [type, { from, to, by }] of Object.entries(transitions)) {
    if (inMostStates.has(type)) continue;
    for (const before of from)
      for (const after of to) {
        if (before === after || (type === 'observe' && !observedFrom.has(before))) continue;
        const arrow = `${before} --> ${after}`;
        arrows.set(arrow, [...(arrows.get(arrow) ?? []), by === 'job' ? type : `${type} 👤`]);
      }
  }
  const lines = [...arrows].map(([arrow, types]) => `  ${arrow}: ${types.join(', ')}`);
  return ['stateDiagram-v2', '  [*] --> queued', ...lines].join('\n');
}

if (import.meta.main) process.stdout.write(`${cardStates()}\n`);
