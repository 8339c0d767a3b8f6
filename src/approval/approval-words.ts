/** Whether a reply below a card is an approval and nothing else, or a reaction to it is one. Pure. */

/** What may surround the word: mentions, bold and italic markers, punctuation, and emoji of agreement. */
const agreeing =
  '\\+1|thumbsup|ok_hand|white_check_mark|heavy_check_mark|ballot_box_with_check|tada|clap|raised_hands|rocket|fire|heart|100|pray|slightly_smiling_face|smile';
/** The same emoji, if Slack didn't turn them into names. */
const characters = '[👍👌✅✔☑🎉👏🙌🚀🔥❤💯🙏🙂😄]\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?';
const around = `(?:<@[A-Z0-9]+>|:(?:${agreeing}):|:skin-tone-[2-6]:|${characters}|[\\s*_.,!…-])*`;
const word = new RegExp(`^${around}(?:lgtm|approved)${around}$`, 'iu');

/** True for `lgtm` and `approved`, also as `LGTM!` or `Approved :+1:`. A reply that says more isn't an approval. */
export function isWordOfApproval(text: string): boolean {
  return text.length < 200 && word.test(text);
}

/** Only check marks: a thumbs-up often means no more than *seen*. */
const reactions: ReadonlySet<string> = new Set(['white_check_mark', 'heavy_check_mark']);

/** True for the names of ✅ and ✔️. */
export const isReactionOfApproval = (name: string): boolean => reactions.has(name);
