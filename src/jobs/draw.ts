/** Draws the card as it stands now. However many moves came meanwhile, the latest is what people see. */
import { z } from 'zod';
import type { Card, CardMessage } from '#src/cards/card.ts';
import type { JobDeps } from './deps.ts';
import { defineJob, done, type Handler, handle, type Outcome, type Retriable } from './job.ts';

const payload = z.object({ workspace: z.string(), card: z.string() });
type Payload = z.infer<typeof payload>;

export const drawJob = defineJob<Payload>({
  name: 'draw',
  lane: 'draw',
  payload,
  key: ({ workspace, card }) => `${workspace}.${card}`,
});

export function drawHandler(deps: JobDeps): Handler {
  return handle(drawJob, {
    run: (payload) => runDraw(deps, payload),
    async gaveUp({ workspace, card: id }, cause) {
      // while Slack is away the sweep tries again; what Slack refuses for good waits for the card's next move
      if ((cause as Retriable).retry !== false) return;
      const card = await deps.desk.get(workspace, id);
      if (card) await drawn(deps, card, undefined);
    },
  });
}

async function runDraw(deps: JobDeps, { workspace, card: id }: Payload, second = false): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card) return done;
  const campaign = card.campaign ? await deps.desk.get(workspace, card.campaign) : undefined;
  // a campaign's posts hang below its message, and are called when that stands
  if (campaign && !campaign.message) return done;
  const posts = card.kind === 'campaign' ? await deps.desk.posts(card) : [];
  const { message, whole } = await deps.painter.draw(card, posts, campaign);
  await deps.reached('card drawn');
  await drawn(deps, card, message, whole ? card.version : 0);
  if (
    card.kind === 'campaign' &&
    (card.message?.ts !== message.ts || card.message.channel !== message.channel)
  )
    for (const post of card.posts) await deps.jobs.enqueue(drawJob, { workspace, card: post });
  // once more, not for ever: where Slack lets us post and not redraw, the sweep comes by
  return whole || second ? done : runDraw(deps, { workspace, card: id }, true);
}

async function drawn(
  deps: JobDeps,
  card: Card,
  message: CardMessage | undefined,
  version = card.version,
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  // straight to the store: the desk would queue the next drawing for it
  await deps.cards.move(card.workspace, card.id, { type: 'draw', at, message, drawn: version });
}
