/**
 * Prints the states of a card and their transitions as a Mermaid diagram: `npm run --silent card-states`. docs/cards.md contains it.
 */
import { transitions } from '#src/posts/card/transition-table.ts';

/** Possible in almost every state, so docs/cards.md lists them below the diagram. */
const inMostStates = new Set(['fail', 'lose_track', 'update', 'withhold', 'unschedule']);
/** Transitions observed in the service's listing are shown for states in which a post changes by itself. */
const observedFrom = new Set(['generating', 'scheduled']);

/** An arrow for each pair of states, labeled with its transitions. Those made by users are marked. */
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
