/** Small pieces of Slack text. Nothing from people or from the service becomes markup. */
import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { isChannel } from '#src/platform/slack/channel.ts';
import { count, number, plural } from './language.ts';
import { beforePeriod, characters } from './limits.ts';

export { count, plural };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes the three characters that Slack treats as markup (Formatting text for app surfaces). That's enough
 * for an address.
 */
function escapedAddress(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/**
 * Turns `&amp;`, `&lt;` and `&gt;`, with which Slack escapes what people type, back into `&`, `<` and `>`.
 */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/**
 * Keeps Slack from turning `:tada:` into an emoji, with a zero-width space after its first colon. Times such
 * as `10:30:00` are unchanged.
 */
export function literal(text: string): string {
  return text.replace(/:(?!\d\d?:)(?=[\p{L}\p{M}\p{N}_+'＿＋-]+:)/gu, ':\u200b');
}

/**
 * Characters that look like mrkdwn's markers. Mrkdwn has no escape for those, and zero-width spaces would
 * only turn more of them into markers.
 */
const lookalikes: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };

/**
 * Every backtick, and markers at the edge of a word. There are none in `snake_case`, `2 * 3` or an address.
 */
const marks = /https?:\/\/[^\s<>]+|`|(?<![\p{L}\p{N}])[*_~](?=\S)|(?<=\S)[*_~](?![\p{L}\p{N}])/gu;

/** The beginning of a line that mrkdwn would turn into a quote, escaped or not. */
const quoting = /^[\t\p{Zs}]*>[>\t\p{Zs}]*/gmu;

/**
 * The same text without anything that Slack would turn into emoji or quotes. It has as many characters,
 * except for emoji.
 */
const unquoted = (text: string): string =>
  literal(text).replace(quoting, (found) => found.replaceAll('>', '›'));

/**
 * The same text also without anything that Slack would turn into bold, italic, struck-through text, or code.
 */
const unmarked = (text: string): string =>
  unquoted(text).replace(marks, (found) => lookalikes[found] ?? found);

/** Text by people or the service, as mrkdwn that shows it unchanged. */
export const escaped = (text: string): string => escapedAddress(unmarked(text));

/**
 * For text in which markers are meant, as in our own sentences, or have no effect, as in code. None of our
 * sentences is a quote.
 */
export const escapedWithMarks = (text: string): string => escapedAddress(unquoted(text));

/**
 * Escaped, and at most `max` characters as Slack counts them, which is after escaping. A cut shows as an
 * ellipsis.
 */
export function clipped(text: string, max: number): string {
  // Escaping never shortens a text, so this one is too long either way.
  if (text.length <= max) {
    const whole = escaped(text);
    if (whole.length <= max) return whole;
  }
  let kept = '';
  for (const character of characters(unmarked(text))) {
    const next = character.length > 1 ? escapedAddress(character) : (escapes[character] ?? character);
    if (kept.length + next.length > max - 1) break;
    kept += next;
  }
  return `${beforePeriod(kept)}…`;
}

/** A name in bold. A star in the name would end that. */
export const bold = (name: string, max = 150): string => `*${clipped(name, max).replaceAll('*', '∗')}*`;

/** A caption without its line breaks. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The first line of a caption that has any text. */
export const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';

export const mrkdwn = (text: string): MrkdwnElement => ({ type: 'mrkdwn', text });

export const plain = (text: string): PlainTextElement => ({ type: 'plain_text', text, emoji: true });

export const person = (user: string): string => `<@${user}>`;

export const userGroup = (group: string): string => `<!subteam^${group}>`;

/** What people read in place of a name that can't be read. */
export const unnamed = { person: 'someone', group: 'a user group' } as const;

/** What people read in place of the caption of a post that has none. */
export const noCaption = 'No caption';

/** Names a channel. Slack shows no name for a direct message. */
export const place = (channel: string): string => (isChannel(channel) ? `<#${channel}>` : 'a direct message');

export function messageLink(address: string, words: string): string {
  return `<${escapedAddress(address.replaceAll('|', '%7C'))}|${words}>`;
}

/** A time in the reader's zone; the fallback is UTC. */
export const time = (iso: string): string => dated(iso, '{date_short_pretty}');

/** The same with its weekday. */
export const weekdayTime = (iso: string): string => dated(iso, '{date_long_pretty}');

function dated(iso: string, date: string): string {
  const unix = Math.floor(Date.parse(iso) / 1_000);
  const fallback = `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${unix}^${date} at {time}|${fallback}>`;
}

/** The same for epoch ms. */
export const timeAt = (at: number): string => time(new Date(at).toISOString());

/**
 * The exact time of a moment that is only minutes away, with seconds, in the reader's zone; the fallback is
 * UTC.
 */
export function clock(iso: string): string {
  return `<!date^${Math.floor(Date.parse(iso) / 1_000)}^{time_secs}|${new Date(iso).toISOString().slice(11, 19)} UTC>`;
}

/** `45 minutes`, `4 hours`, `1 day`. Whole hours and days only, such as the choices of a setting. */
export function lasting(minutes: number): string {
  if (minutes < 60) return count(minutes, 'minute');
  return minutes < 1_440 ? count(minutes / 60, 'hour') : count(minutes / 1_440, 'day');
}

/** `1 to 8`, or `9` if there's only one. */
export const span = (first: number, last: number): string =>
  first === last ? number(first) : `${number(first)} to ${number(last)}`;

/** Capitalizes the first letter, for the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lowercases the first letter, for the middle of a sentence. */
export const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `founder_led` in words that people read: `Founder-led`; `extra_long`: `Extra long`. */
export const label = (value: string): string => capital(value.replace(/_led$/, '-led').replaceAll('_', ' '));

/** Someone else's text before a sentence of ours: with a period, unless it ends with a mark already. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
