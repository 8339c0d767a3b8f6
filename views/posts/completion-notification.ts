/** The text of a completion message's notification, and whom it notifies. The message itself is the card. */
import type { Card, Mentions } from '#src/posts/card/card.ts';
import { isOneOfMany, isRequestedPost } from '#src/posts/card/making.ts';
import { clipped, oneLine } from '#views/kit/text.ts';
import { isReadyForReview } from './card-state.ts';
import { problemText } from './problems.ts';

/** `what`: `AI post for Northwind Coffee`. */
export const completionTexts = {
  ready: (what: string): string => `Your ${what} is ready for review`,
  /** Approvers read this text, too. */
  toApprove: (what: string): string => `${/^[aeiou]/i.test(what) ? 'An' : 'A'} ${what} needs approval`,
  failed: (what: string, kind: Card['kind']): string =>
    `Your ${what} couldn’t be ${kind === 'ai-post' ? 'generated' : 'created'}`,
  unknown: (what: string): string => `I couldn’t confirm what happened to your ${what}`,
};

/** The text for notifications and screen readers; `undefined` if the card's own text says it better. */
export function completionText(card: Card, options: Named): string | undefined {
  if (!isRequestedPost(card) || isOneOfMany(card) || (card.pending && !card.pending.ofRewrite))
    return undefined;
  const kind = card.kind === 'ai-post' ? (card.rewriteOf ? 'rewrite of an AI post' : 'AI post') : 'post';
  const what = `${kind} for ${clipped(card.brand.name, 150)}`;
  const { problem, state, content } = card;
  // a rewrite is generated, and gets the files that it keeps a moment later
  if ((isReadyForReview(card) || card.pending) && !problem) {
    const isForAuthor = namedBy(card, options).every((one) => isAuthor(card, one));
    const text = isForAuthor ? completionTexts.ready(what) : completionTexts.toApprove(what);
    const words = clipped(oneLine(content.caption), 150);
    return words ? `${text}: ${words}` : text;
  }
  if (problem?.step !== 'create' && problem?.step !== 'generate') return undefined;
  const why = clipped(problemText(problem), 300);
  if (state === 'failed') return `${completionTexts.failed(what, card.kind)}: ${why}`;
  return state === 'outcome_unknown' ? `${completionTexts.unknown(what)}: ${why}` : undefined;
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
