/** Whether a reply below a card, or a reaction to it, is an approval and nothing else. Pure. */

/** What may surround the words: mentions, bold and italic markers, punctuation, and emoji of agreement. */
const agreeing =
  '\\+1|thumbsup|ok_hand|white_check_mark|heavy_check_mark|ballot_box_with_check|tada|clap|raised_hands|rocket|fire|heart|100|pray|slightly_smiling_face|smile';
/** The same emoji, if Slack didn't turn them into names. */
const characters = '[👍👌✅✔☑🎉👏🙌🚀🔥❤💯🙏🙂😄]\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?';
const around = new RegExp(
  `<@[A-Z0-9]+>|:(?:${agreeing}):|:skin-tone-[2-6]:|${characters}|[\\s*_.,!…-]`,
  'giu',
);

const approvals: ReadonlySet<string> = new Set(['lgtm', 'approved']);

/**
 * What people add to an approval, such as *thanks, great work everyone*. None of it limits the approval or
 * asks for anything.
 */
const friendly: ReadonlySet<string> = new Set(
  'thanks thank you thx ty cheers great nice good lovely perfect awesome excellent amazing fantastic brilliant super cool work job one love it this looks really very so much well done yes yep ok okay go ahead ship to me from my side for all everyone team'.split(
    ' ',
  ),
);

/**
 * True for `lgtm` and `approved`, also as `LGTM!`, `Approved :+1:` or `lgtm, thanks`. A reply that says
 * anything else isn't an approval.
 */
export function isApprovalReply(text: string): boolean {
  if (text.length >= 200) return false;
  const words = text.toLowerCase().replace(around, ' ').split(' ').filter(Boolean);
  const others = words.filter((word) => !approvals.has(word));
  return others.length === words.length - 1 && others.every((word) => friendly.has(word));
}

/** Only check marks, because a thumbs-up often means no more than *seen*. */
const reactions: ReadonlySet<string> = new Set(['white_check_mark', 'heavy_check_mark']);

/** True for the names of ✅ and ✔️. */
export const isApprovalReaction = (name: string): boolean => reactions.has(name);
