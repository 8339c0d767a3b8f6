/** Runs flows on one row of the matrix, a service with these variants. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Variants } from '#sandbox/service/index.ts';
import { type Slowness, startRow } from './account.ts';
import type { allFlows } from './flows.ts';

/** The number of concurrent bots per file. Flows mostly wait, and two files run at once. */
export const atATime = 4;

/** The client's warnings if it can't parse something. */
const leftOut = /row of a listing does not fit|field of a row could not be read/;

export async function runRow(
  t: TestContext,
  flows: Partial<typeof allFlows>,
  variants: Partial<Variants>,
  slow?: Slowness,
): Promise<void> {
  const started = await startRow(t, variants, slow);
  for (const [name, flow] of Object.entries(flows)) {
    await flow({ ...started, variants }).catch((cause: Error) => {
      const complaints = started.logs.filter(({ level }) => Number(level) >= 40);
      throw new Error(`${name}: ${cause.message}\n${JSON.stringify(complaints.slice(-5))}`, { cause });
    });
  }
  const said = started.logs.map(({ msg }) => String(msg));
  assert.deepEqual(
    said.filter((line) => leftOut.test(line)),
    [],
  );
}
