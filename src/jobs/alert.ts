/** Says aloud, once, that something people rely on did not come true. */
import { z } from 'zod';
import type { JobDeps } from './deps.ts';
import { defineJob, done, type Handler, handle } from './job.ts';

const payload = z.object({ workspace: z.string(), card: z.string() });
type Payload = z.infer<typeof payload>;

export const alertJob = defineJob<Payload>({
  name: 'alert',
  lane: 'draw',
  payload,
  key: ({ workspace, card }) => `${workspace}.${card}`,
});

export function alertHandler(deps: JobDeps): Handler {
  return handle(alertJob, {
    async run({ workspace, card: id }) {
      const card = await deps.desk.get(workspace, id);
      if (!card?.problem) return done;
      const { step, at } = card.problem;
      const effect = `alert.${id}.${step}.${at}`;
      const sentAt = new Date(deps.now()).toISOString();
      if ((await deps.ledger.read(workspace, effect))?.answer) return done;
      await deps.ledger.begin(workspace, effect, sentAt);
      // an alert that failed is said again: twice is better than never
      await deps.painter.alert(card);
      await deps.ledger.answered(workspace, effect, { sentAt, looks: 0 }, {});
      return done;
    },
  });
}
