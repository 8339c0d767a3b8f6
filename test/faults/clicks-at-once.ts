/** Many users who click the same button at once. */
import assert from 'node:assert/strict';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { eventually } from '#test/support/eventually.ts';

/** After this, Slack tells users that the app didn't respond. */
const slackWaitsMs = 3_000;

export interface ClickResult {
  /** The ID of the user who published it. */
  winner: string;
  /** From the first click until every user has a response, in milliseconds. */
  tookMs: number;
  /** Clicks that were acknowledged too late for Slack. */
  late: number;
}

export const clickersFor = (count: number): { id: string; name: string }[] =>
  Array.from({ length: count }, (_, i) => ({ id: `U0CROWD${i}`, name: `Crowd ${i}` }));

/** All users approve at once. Rejects unless exactly one publishes, and all others get a private message that says who was first. */
export async function clickAtOnce(
  chat: Chat,
  card: ShownMessage,
  users: readonly { id: string; name: string }[],
): Promise<ClickResult> {
  const since = performance.now();
  const acknowledged = await Promise.all(
    users.map(async ({ name }) => {
      await chat.user(name).clicks(card, 'Approve & publish');
      return performance.now() - since;
    }),
  );
  const winner = await eventually(() => /Published by <@(U0CROWD\d+)>/.exec(card.text)?.[1] ?? null);
  const ids = new Set(users.map(({ id }) => id));
  await eventually(() => {
    const answers = chat.world.messages(card.channel).filter(({ privateTo }) => ids.has(privateTo ?? ''));
    assert.equal(answers.length, users.length - 1);
    for (const { text } of answers)
      assert.match(text, new RegExp(`<@${winner}> (approved|published) this first`));
    assert.equal(new Set(answers.map(({ privateTo }) => privateTo)).size, users.length - 1);
    assert.ok(!answers.some(({ privateTo }) => privateTo === winner));
  });
  const late = acknowledged.filter((ms) => ms > slackWaitsMs).length;
  return { winner, tookMs: performance.now() - since, late };
}
