/** A workflow: `{ id, name?, on }`, with the switch under several names (service-evidence.md). */
import { firstOf, idOf, textOf } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { Workflow } from '#src/platform/publishing-api/service.ts';
import { placesOf } from './body.ts';

/** `undefined` if it has no switch that can be read. */
export function readWorkflow(id: string, body: unknown, facts: OpenFacts): Workflow | undefined {
  for (const fields of placesOf(body, [...facts.recordEnvelopes, ...facts.workflowPlaces])) {
    for (const name of facts.workflowSwitches) {
      const on = readSwitch(firstOf(fields, [name]), facts);
      if (on !== undefined)
        return { id: idOf(fields, facts.recordIds) ?? id, name: textOf(fields, facts.recordNames), on };
    }
  }
  return undefined;
}

function readSwitch(value: unknown, facts: OpenFacts): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toUpperCase();
  if (facts.workflowOnWords.includes(word)) return true;
  return facts.workflowOffWords.includes(word) ? false : undefined;
}
