/** `/social audit`: entries of the audit trail as sentences, newest first, with the head of the chain. */
import type { KnownBlock } from '@slack/types';
import type { SearchMistake } from '#src/audit/search.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import type { AuditEntry, AuditLine, AuditState } from '#src/posts/card/audit.ts';
import { button, buttonRow, contextLine, heading, section } from '#views/kit/blocks.ts';
import { allOf, number, plural } from '#views/kit/language.ts';
import { daysOfUtc } from '#views/kit/moment.ts';
import { type Page, type RenderedMessage, turnBlocks } from '#views/kit/paged.ts';
import { bold, clipped, count, escaped, person, place, span, time, userGroup } from '#views/kit/text.ts';
import { resultText } from './details.ts';
import { actionOf, noteText } from './words.ts';

/** `most`: in characters. */
export const searchTooLong = (text: string, most: number): string =>
  `A search can have up to ${most} characters. This has ${text.length}, which is ${text.length - most} too many.`;

export function searchMistake(mistake: SearchMistake): string {
  if ('unknown' in mistake) return `I don’t recognize “${mistake.unknown}:”.`;
  if ('noDay' in mistake) return `“${mistake.noDay}” isn’t a date.`;
  return `“until:${mistake.until}” is before “since:${mistake.since}”.`;
}
/** `who` is in lower case. People who have no recorded action aren't found. */
export const nobodyCalled = (who: string): string => `Nobody named “${who}” appears in the audit trail.`;
/** Why a search that might mean people isn't carried out, and what to do. */
export const namesUnread = [
  'Slack didn’t tell me everyone’s names, so this search might miss entries.',
  'Try again in a minute.',
] as const;
export const searchUsage =
  'For example, type @ana, brand:Acme, post:<id>, since:2026-11-01, until:2026-11-30, or a word.';

/** Why a search can't be exported, and what to do. */
export const tooManyPeople = [
  'The names in this search match too many people for an export.',
  'Type more of the name, or export everything.',
] as const;

export const auditList = 'audit';

export const auditOnPage = 20;

export const exportActions = { csv: 'audit.export-csv', json: 'audit.export-json' } as const;

export const exportOnItsWay = { text: 'I’ll send you the file in a direct message.' };

interface Shown {
  text: string;
  state: Pick<AuditState, 'head' | 'first'>;
  /** Days were searched for, and the reader's time zone isn't known. */
  inUtc: boolean;
  page: Page<AuditLine>;
  /** There are older matching entries that aren't on any page. */
  more: boolean;
  /** The addresses of cards' messages, by the cards' ids. */
  links: ReadonlyMap<string, string>;
}

export function renderAudit({ text, state, inUtc, page, more, links }: Shown): RenderedMessage {
  const title = text === '' ? 'Audit trail' : `Audit trail: ${text}`;
  const { head, first } = state;
  const isEmpty = head.number === 0;
  const all = head.number - first + 1;
  const hits = `${more ? 'More than ' : ''}${number(page.total)} of ${count(all, 'entry')} ${plural(all, { one: 'matches', other: plural(page.total, { one: 'matches', other: 'match' }) })}.`;
  const chain =
    text === '' ? `${first === head.number ? 'Entry' : 'Entries'} ${span(first, head.number)}` : hits;
  return {
    text: `${clipped(title, 200)}: ${count(page.total, 'entry')}`,
    blocks: [
      heading(title),
      contextLine(isEmpty ? 'Nothing has been recorded yet.' : chain),
      ...(inUtc ? [contextLine(daysOfUtc())] : []),
      ...page.rows.map((line) => section(sentence(line, links))),
      ...turnBlocks(auditList, text, page),
      ...(more ? [contextLine('There are older entries. The export has all of them.')] : []),
      ...(page.total > 0 ? exports(text) : []),
      ...(isEmpty ? [] : [contextLine(headText(head))]),
    ],
  };
}

/**
 * The head of the chain. A person who notes it elsewhere can later prove that nothing before it was changed.
 */
const headText = ({ number, hash }: Shown['state']['head']): string =>
  `Latest entry: ${number}, hash \`${hash}\``;

// Slack refuses a button with an empty value
const exports = (text: string): KnownBlock[] =>
  buttonRow([
    button(exportActions.csv, 'Export CSV', { value: `=${text}` }),
    button(exportActions.json, 'Export JSON', { value: `=${text}` }),
  ]);

function sentence({ number, entry }: AuditLine, links: ReadonlyMap<string, string>): string {
  const { at, by, card, brand, content, channel, result, note } = entry;
  const address = card && links.get(card);
  const link = (word: string): string => (address ? `<${address}|${word}>` : word);
  const { text, saysAlready } = actionOf(entry, { link, brand: brand && bold(brand.name) });
  const came = result && !saysAlready.includes(result) ? resultText(result) : '';
  const shown = note && !saysAlready.includes(note) ? noteText(entry) : '';
  const aside = [
    time(at),
    `entry ${number}`,
    ...(came ? [escaped(came)] : []),
    ...(shown ? [withMentions(entry, clipped(shown, 300))] : []),
    ...(channel ? [isChannel(channel) ? place(channel) : 'in a direct message'] : []),
    ...(card ? [`card ${escaped(card)}`] : []),
    ...(content ? [`content ${content.slice(0, 8)}…`] : []),
  ];
  return `${nameOf(by)} ${text}\n${aside.join('  ·  ')}`;
}

/**
 * A note that Presscheck wrote itself, with people, channels and times as people read them. What people wrote
 * is unchanged.
 */
function withMentions({ by, what }: AuditEntry, note: string): string {
  if (what === 'trimmed') return `up to entry ${note}`;
  if (by === 'presscheck') return note.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, time);
  return what === 'set' ? note.replace(idInNote, mentionOf) : note;
}

/** Ids in notes, except one that was cut off. */
const idInNote = /(?<=^needs .*|^cards in )\b[UWSCG][A-Z0-9]{2,}\b(?!…)/g;

function mentionOf(id: string): string {
  if (id.startsWith('S')) return userGroup(id);
  return isChannel(id) ? place(id) : person(id);
}

function nameOf(by: string): string {
  if (by === 'presscheck') return 'Presscheck';
  return by === 'outside' ? 'The publishing service' : person(by);
}

export const auditOnItsWay = 'I’m preparing the audit trail you requested.';
export const auditPerhaps =
  'I couldn’t confirm whether Slack shared the audit trail. If it isn’t here, export it again.';
export const auditUnsent = 'Couldn’t send you the audit trail. Export it again in a minute.';

/** `found`: how many of the `all` entries; `head`: the hash of the last one. */
export function auditSent(found: number, all: number, head: string): string {
  const whole = plural(all, { one: '1 entry', other: allOf(all, 'entries') });
  const what = found < all ? `${number(found)} of ${count(all, 'entry')}` : whole;
  return `Here’s the audit trail you requested, with ${what}. The latest entry in the trail has the hash \`${head}\`.`;
}
