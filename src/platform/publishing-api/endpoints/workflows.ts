/** Workflows: read one, turn one on or off. */
import { placesOf, readBody, readIfJson } from '#src/platform/publishing-api/answers/body.ts';
import { misfit } from '#src/platform/publishing-api/failures.ts';
import { firstOf, idOf, textOf } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { Call, Workflow } from '#src/platform/publishing-api/service.ts';
import type { Parts } from './parts.ts';
import { segment } from './parts.ts';

/**
 * `GET /workflow/{workflowId}`: kind `refused` for an unknown id, `shape` if no switch can be read.
 * service-api.md, GET /workflow/{workflowId}.
 */
export async function getWorkflow({ exchange, facts }: Parts, id: string, call: Call): Promise<Workflow> {
  const endpoint = 'GET /workflow/{workflowId}';
  const path = `/workflow/${segment(endpoint, id)}`;
  const body = readBody(endpoint, await exchange({ endpoint, path }, call));
  const workflow = readWorkflow(id, body, facts);
  if (!workflow) throw misfit(endpoint, `any of ${facts.workflowSwitches.join(', ')}`, body);
  return workflow;
}

/**
 * `POST /workflow/{workflowId}` with `on`. Sending it twice does no harm. The answer's body is open: if it
 * has no switch, a 2xx means that it was done. Kind `refused` for an unknown id; for any other error, `taken`
 * says whether it may have happened. service-api.md, POST /workflow/{workflowId}.
 */
export async function switchWorkflow(
  { exchange, facts }: Parts,
  id: string,
  on: boolean,
  call: Call,
): Promise<Workflow> {
  const endpoint = 'POST /workflow/{workflowId}';
  const path = `/workflow/${segment(endpoint, id)}`;
  const answer = await exchange({ endpoint, path, body: { on } }, call);
  return readWorkflow(id, readIfJson(answer.text), facts) ?? { id, name: undefined, on };
}

/** `undefined` if the answer has no switch that can be read. */
function readWorkflow(id: string, body: unknown, facts: OpenFacts): Workflow | undefined {
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
