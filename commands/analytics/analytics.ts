import { randomUUID } from 'node:crypto';
import { forBrand } from '#commands/catalog/which-brand.ts';
import { afterwards, notTold } from '#commands/kit/afterwards.ts';
import type { Command, Deps, Invocation } from '#commands/kit/command.ts';
import { permissionForBrand } from '#commands/posts/authorize.ts';
import { exportAnalyticsJob } from '#src/analytics/jobs.ts';
import { periodOf, splitDays } from '#src/analytics/period.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { isoIn } from '#src/time/moments.ts';
import { onTheirWay, sharedHere, unknownDays } from '#views/analytics/analytics.ts';

const word = 'analytics';
const how = { splitDays, notDays: unknownDays, public: sharedHere };

export const analytics: Command = {
  word,
  hint: '[brand] [days]',
  example: '<brand> last week',
  about: 'Share a brand’s numbers in the channel, with a CSV file',
  changes: true,
  acksWhenRecorded: true,
  run: forBrand(word, start, how).run,
  // replaces the question which brand is meant
  listen: forBrand(
    word,
    async (invocation, deps, brand) => {
      await afterwards(deps, notTold, () => invocation.answer(onTheirWay(brand.name)));
      await start(invocation, deps, brand);
    },
    how,
  ).listen,
};

async function start(invocation: Invocation, deps: Deps, brand: Named): Promise<void> {
  const { workspace, channel, by } = invocation;
  const refusal = await permissionForBrand(deps, { workspace, channel, by, team: undefined, brand });
  if (refusal) {
    await invocation.answer({ text: refusal });
    return;
  }
  const period =
    invocation.text === ''
      ? undefined
      : periodOf(invocation.text, isoIn(await deps.zoneFor(brand.id, by), deps.now()).slice(0, 10));
  const entry = { by, what: 'asked for analytics', brand, channel, via: 'command' } as const;
  await deps.audit.add(workspace, entry);
  const id = randomUUID();
  await deps.jobs.enqueue(exportAnalyticsJob, { workspace, channel, by, brand, id, period });
}
