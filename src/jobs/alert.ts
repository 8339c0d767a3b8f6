/** Says aloud, once, that something people rely on did not come true. */
import { cardJob } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { done, type Handler, handle } from './job.ts';

export const alertJob = cardJob('alert', 'draw');

export function alertHandler(deps: JobDeps): Handler {
  return handle(alertJob, {
    async run({ workspace, card: id }) {
      const card = await deps.desk.get(workspace, id);
      if (!card?.problem) return done;
      const { at } = card.problem;
      const effect = `alert.${id}`;
      if ((await deps.ledger.read(workspace, effect))?.sentAt === at) return done;
      // an alert that failed is said again: twice is better than never
      await deps.painter.alert(card);
      await deps.ledger.said(workspace, effect, at);
      return done;
    },
  });
}
