/** Checks that several modals make, each with the error that people read at the field. */
import { longestText, type Named } from '#src/platform/publishing-api/request.ts';
import { block } from './fields.ts';
import { number } from './language.ts';
import { momentThere, type Zones } from './moment.ts';
import type { Fields } from './parse.ts';

/**
 * The errors among the checks, and those of fields in which the selected option only says something;
 * `undefined` if there are none.
 */
export function present(
  { notOptions }: Fields,
  checks: Record<string, string | undefined>,
): Record<string, string> | undefined {
  const wrong = Object.entries(checks).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const errors = { ...notOptions, ...Object.fromEntries(wrong) };
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/**
 * The brand that was selected last. If the modal was submitted before Slack had updated it, the lists below
 * are still those of `loaded`, and only selections from them are wrong.
 */
export function chosenBrand(fields: Fields, loaded: Named | undefined): { brand?: Named; wrong?: string } {
  const brand = fields.choice(block.brand);
  if (!brand) return { wrong: 'Choose a brand.' };
  const others = [block.profiles(loaded), block.library(loaded), block.designs(loaded)];
  const picked =
    brand.id !== loaded?.id && others.some((list) => fields.choice(list) ?? fields.choices(list)[0]);
  return picked ? { wrong: 'The choices below are for another brand. Choose the brand again.' } : { brand };
}

/**
 * `most`: how many characters the service accepts; `empty`: it also accepts none. What a network would refuse
 * is a warning on the card, not an error.
 */
export function wrongCaption(caption: string, most: number, empty = false): string | undefined {
  if (caption === '' && !empty) return 'Write a caption.';
  return tooLong(caption, most);
}

export const tooLong = (text: string, most: number): string | undefined =>
  text.length > most
    ? `Use at most ${number(most)} characters. This has ${number(text.length)}, which is ${number(text.length - most)} too many.`
    : undefined;

/**
 * The error for a choice from a list that the modal shows completely, which Slack's own clients can't cause.
 */
export function notOffered(chosen: Named | undefined, offered: readonly string[]): string | undefined {
  return chosen && !offered.includes(chosen.id) ? 'That isn’t on the list. Choose again.' : undefined;
}

/** The error for a channel in which the bot can't post. `button`: the modal's submit button. */
export const noChannelText = (button: string): string =>
  `I’m not in that channel, so I can’t post there. Invite me with /invite @Presscheck, then press “${button}” again.`;

/** For a channel in which the bot may not be allowed to post, if Slack doesn't say. */
export const placeUnsure =
  ':warning: I couldn’t check whether I can post there. If it’s a private channel, invite me.';

/**
 * The error for a text that doesn't have `min` to `longestText` characters. For `min`, an emoji counts as one
 * character, as people would count it.
 */
export function wrongLength(text: string, min: number): string | undefined {
  return (
    tooLong(text, longestText) ?? ([...text].length < min ? `Write at least ${min} characters.` : undefined)
  );
}

export const timePassed = 'That time has passed. Choose a later one.';

/**
 * For a time that the reader doesn't see as it was understood, because it comes from words, a workflow or a
 * file. `at`: epoch ms.
 */
export const momentPassed = (at: number, zones: Zones): string =>
  `${momentThere(at, zones)} has passed. Choose a later time.`;

/** `now`: epoch ms. A time far in the future is no error, since the card warns about it. */
export function wrongTime(at: string | undefined, now: number): string | undefined {
  return at !== undefined && Date.parse(at) <= now ? timePassed : undefined;
}
