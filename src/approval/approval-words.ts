/** Whether what someone wrote below a card is their approval and nothing else. Pure. */

/** What may stand around the word: people who are named, marks of bold and italics, signs, and emoji of agreement. */
const agreeing =
  '\\+1|thumbsup|ok_hand|white_check_mark|heavy_check_mark|ballot_box_with_check|tada|clap|raised_hands|rocket|fire|heart|100|pray|slightly_smiling_face|smile';
/** The same emoji, where Slack did not make names of them. */
const characters = '[👍👌✅✔☑🎉👏🙌🚀🔥❤💯🙏🙂😄]\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?';
const around = `(?:<@[A-Z0-9]+>|:(?:${agreeing}):|:skin-tone-[2-6]:|${characters}|[\\s*_.,!…-])*`;
const word = new RegExp(`^${around}(?:lgtm|approved)${around}$`, 'iu');

/** True for `lgtm` and `approved`, also as `LGTM!` or `Approved :+1:`; whatever says more than that is no approval. */
export function isWordOfApproval(text: string): boolean {
  return text.length < 200 && word.test(text);
}
