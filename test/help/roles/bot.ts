/** A bot in a workspace with everyone of who-can.ts and their rules, and what they do there. */
import type { TestContext } from 'node:test';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { type ResponseRecorder, recordResponses } from '#test/support/response-recorder.ts';
import { guestsCan, ruleSetter } from '#test/support/rules.ts';
import { postingTimes } from '#test/support/slots.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { type Situation, situations } from './card-buttons.ts';
import { brands, elsewhere, group, letsGuestsWork, roles, rules, type Who } from './who-can.ts';

export interface Started extends StartedBot {
  cards: CardStore;
  listener: ResponseRecorder;
}

/**
 * Only the half of the bot that answers, unless steps of workflows are to run: what a click leads to stays as the click left it.
 * `guestsWork`: the brands that let guests work do. `listsBrands`: the service lists the brands of the rules, too.
 */
export async function start(
  t: TestContext,
  {
    guestsWork = true,
    listsBrands = false,
    steps = false,
  }: { guestsWork?: boolean; listsBrands?: boolean; steps?: boolean } = {},
): Promise<Started> {
  const people = Object.values(roles)
    .filter(({ id, foreign }) => !foreign && !/^U0NO/.test(id))
    .map(({ foreign: _, ...who }) => ({
      ...who,
      name: who.id === 'U0ANA' ? 'Ana' : who.id === 'U0BO' ? 'Bo' : who.id === 'U0CY' ? 'Cy' : who.id,
    }));
  const started = await startBot(t, {
    chat: {
      users: people,
      groups: [{ id: 'S0EDITORS', handle: 'editors', name: 'Editors', members: group }],
    },
    settings: steps ? { WORKFLOW_STEPS: 'true' } : { ROLE: 'bot' },
    ...(listsBrands && { service: { seed: account } }),
  });
  const { redis, prefix } = redisOf(t, started.settings);
  const cards = cardStoreIn(redis, prefix);
  const setRule = await ruleSetter(t, started);
  for (const [name, rule] of Object.entries(rules)) if (rule) await setRule(rule, name);
  for (const name of brands) await postingTimes(t, started, { id: name, name });
  for (const name of brands)
    if (guestsWork && letsGuestsWork(name)) await guestsCan(t, started, name, 'work');
  return { ...started, cards, listener: recordResponses(started.chat) };
}

/** An account with the brands of the rules, and the one that is paused. */
const account = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [
    { id: 'brand-1', name: 'Northwind Coffee', profiles: [] },
    ...brands.map((name) => ({ id: name, name, profiles: [] })),
  ],
};

let count = 0;
/** Adds a card of this brand in this situation. */
export async function aCardIn(
  { cards }: Started,
  situation: Situation,
  brand: string,
  request?: Card['request'],
): Promise<Card> {
  count += 1;
  const id = `card-${count}`;
  const post = situation === 'not made' ? {} : { postId: `post-${id}` };
  const about = { id, workspace, brand: { id: brand, name: brand }, renderedVersion: 1 };
  const card = aCard({ ...about, ...post, ...situations[situation] }, request);
  return (await cards.add({ ...card, schedulableHash: contentHash(card) })).card;
}

/** How often the card was moved since. */
export const movesOf = async ({ cards }: Started, card: Card): Promise<number> =>
  ((await cards.get(workspace, card.id))?.revision ?? 0) - card.revision;

/** The id of a form for this card. */
export const viewOf = ({ id }: Card): string => `V${id.replace('card-', '')}`;

/** The input in one field of a form. */
export const field = (block: string, element: object) => ({ [block]: { [block]: element } });

/** What Slack sends of a person with each interaction. */
export const payloadOf = (who: Who) => ({
  team: { id: who.foreign ? elsewhere : workspace, domain: 'x' },
  user: { id: who.id, name: who.id, team_id: who.foreign ? elsewhere : (who.team ?? workspace) },
});

/** A button click as Slack delivers it. Responses are recorded at `name`. */
export const clicks = (
  { chat, listener }: Started,
  { who, name, ...button }: { who: Who; name: string; action_id: string; block_id?: string; value?: string },
  more: object = {},
) =>
  chat.deliver.interaction({
    type: 'block_actions',
    ...payloadOf(who),
    channel: { id: 'C0SOCIAL' },
    response_url: listener.address(name),
    actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', ...button }],
    ...more,
  });

/** A form submission as Slack delivers it. */
export const sends = (
  { chat }: Started,
  who: Who,
  {
    values,
    ...view
  }: { id: string; callback_id: string; private_metadata: string | undefined; values: object },
) =>
  chat.deliver.interaction({
    type: 'view_submission',
    ...payloadOf(who),
    view: { ...view, type: 'modal', blocks: [], state: { values } },
  });

/** Runs this for all rows, four at a time: a click has to be answered within Bolt’s three seconds on a busy machine, too. */
export async function inBatches<T>(rows: T[], run: (row: T) => Promise<void>): Promise<void> {
  const left = [...rows];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let row = left.pop(); row !== undefined; row = left.pop()) await run(row);
    }),
  );
}
