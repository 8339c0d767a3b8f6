/** The text of a completion message's notification, and whom it notifies. The message itself is the card. */

import { isChannel } from '#src/platform/slack/channel.ts';
import type { Card, Mentions } from '#src/posts/card/card.ts';
import { isOneOfMany, isRequestedPost } from '#src/posts/card/making.ts';
import { capital, clipped, oneLine } from '#views/kit/text.ts';
import { isReadyForReview } from './card-state.ts';
import { problemText } from './problems.ts';

/** Who reads the text: only who requested the post, or others, too. */
type Readers = 'author' | 'others';

const subject = (what: string, readers: Readers): string => {
  if (readers === 'author') return `your ${what}`;
  return `${/^[aeiou]/i.test(what) ? 'an' : 'a'} ${what}`;
};

/** `what`: `AI post for Northwind Coffee`. */
export const completionTexts = {
  ready: (what: string, readers: Readers = 'author'): string =>
    `${capital(subject(what, readers))} is ready for review`,
  toApprove: (what: string): string => `${capital(subject(what, 'others'))} needs approval`,
  failed: (what: string, kind: Card['kind'], readers: Readers = 'author'): string =>
    `${capital(subject(what, readers))} couldn’t be ${kind === 'ai-post' ? 'generated' : 'created'}`,
  unknown: (what: string, readers: Readers = 'author'): string =>
    `I couldn’t confirm what happened to ${subject(what, readers)}`,
};

/** The text for notifications and screen readers; `undefined` if the card's own text says it better. */
export function completionText(card: Card, options: Named & { aside: boolean }): string | undefined {
  if (!isRequestedPost(card) || isOneOfMany(card) || (card.pending && !card.pending.ofRewrite))
    return undefined;
  const kind = card.kind === 'ai-post' ? (card.rewriteOf ? 'rewrite of an AI post' : 'AI post') : 'post';
  const what = `${kind} for ${clipped(card.brand.name, 150)}`;
  const { problem, state, content } = card;
  const named = namedBy(card, options);
  const onlyAuthor =
    named.length > 0 ? named.every((one) => isAuthor(card, one)) : options.aside || !isChannel(card.channel);
  const readers = onlyAuthor ? 'author' : 'others';
  // a rewrite is generated, and gets the files that it keeps a moment later
  if ((isReadyForReview(card) || card.pending) && !problem) {
    const asksOthers = named.length > 0 && !onlyAuthor;
    const text = asksOthers ? completionTexts.toApprove(what) : completionTexts.ready(what, readers);
    const words = clipped(oneLine(content.caption), 150);
    return words ? `${text}: ${words}` : text;
  }
  if (problem?.step !== 'create' && problem?.step !== 'generate') return undefined;
  const why = clipped(problemText(problem), 300);
  if (state === 'failed') return `${completionTexts.failed(what, card.kind, readers)}: ${why}`;
  return state === 'outcome_unknown' ? `${completionTexts.unknown(what, readers)}: ${why}` : undefined;
}

interface Named {
  mentions?: Mentions | undefined;
}

/** Whom the message notifies, or notified when it was posted in this state. */
export function namedBy({ message, state }: Card, { mentions }: Named): Mentions {
  const { mentioned } = message ?? {};
  return mentions ?? (mentioned?.as === state ? mentioned.mentions : []);
}

export const isAuthor = ({ author }: Card, { kind, id }: Mentions[number]): boolean =>
  kind === 'user' && id === author;
