/** Rewriting a post, as the people of a test do. */
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { StartedBot } from './bot.ts';
import { eventually } from './eventually.ts';
import { cardsBelow } from './notifications.ts';

/** Submits the form of *Rewrite*, and returns its errors. */
export async function rewrites(
  who: StartedBot['bo'],
  card: ShownMessage,
  fill: Record<string, string>,
): Promise<Record<string, string>> {
  const modal = await who.opensOn(card, 'Rewrite', 'Rewrite post');
  return (await modal.submit(fill)).errors;
}

/** The nth card in the thread, once it's a version that waits for a decision. */
export const nthVersion = (card: ShownMessage, n: number): Promise<ShownMessage> =>
  eventually(() => {
    const version = cardsBelow(card)[n - 1];
    return version?.buttons.includes('Keep this version') ? version : null;
  });
