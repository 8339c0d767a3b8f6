/** What a card says about its state, in the words of the views: rewording one changes no test. */
import { stateWords } from '#views/posts/card-state.ts';

const { generating, review, scheduled, published, outcome_unknown } = stateWords;

export const cardSays = {
  ready: new RegExp(review),
  /** With this further below. */
  readyWith: ({ source, flags }: RegExp): RegExp => new RegExp(`${review}[\\s\\S]*${source}`, flags),
  scheduled: new RegExp(`${scheduled} for`),
  publishedBy: (user: string): RegExp => new RegExp(`${published} by <@${user}>`),
  generating: new RegExp(generating),
  unknown: new RegExp(outcome_unknown),
};
