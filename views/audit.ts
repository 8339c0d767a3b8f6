/** `/social audit`: entries of the audit trail as sentences, the newest first, with the head of the chain. */
import type { KnownBlock } from '@slack/types';
import type { AuditEntry, AuditWord } from '#src/cards/audit.ts';
import type { SearchMistake } from '#src/cards/audit-search.ts';
import { isChannel } from '#src/cards/place.ts';
import { clip } from './limits.ts';
import { daysOfUtc } from './moment.ts';
import { type Page, type Said, turnBlocks } from './paged.ts';
import { clipped, count, escaped, mrkdwn, person, place, plain, span, time } from './text.ts';

export const searchTooLong = 'That is too long to search for.';
export const searchMistake = (mistake: SearchMistake): string =>
  'unknown' in mistake ? `I do not know “${mistake.unknown}:”.` : `“${mistake.noDay}” is no day.`;
export const searchUsage =
  'Type for example @ana, brand:Acme, post:<id>, since:2026-11-01, until:2026-11-30, or a word.';

export const auditList = 'audit';

/** One block each. */
export const auditOnPage = 20;

export const exportActions = { csv: 'audit.export-csv', json: 'audit.export-json' } as const;

export const exportOnItsWay = { text: 'The file is on its way to you as a direct message.' };

interface Line {
  number: number;
  hash: string;
  entry: AuditEntry;
}

interface Shown {
  /** What was searched for, as it was typed. */
  text: string;
  state: { head: { number: number; hash: string }; first: number };
  /** Days were searched for, and nobody knows those of the reader. */
  inUtc: boolean;
  page: Page<Line>;
  /** There are older ones that fit and are not on any page. */
  more: boolean;
  /** The messages of cards, by the cards' ids. */
  links: ReadonlyMap<string, string>;
}

export function drawAudit({ text, state, inUtc, page, more, links }: Shown): Said {
  const title = text === '' ? 'Audit trail' : `Audit trail: ${text}`;
  const { head, first } = state;
  const isEmpty = head.number === 0;
  const chain = isEmpty
    ? 'Nothing has been recorded yet.'
    : `${first === head.number ? 'Entry' : 'Entries'} ${span(first, head.number)}`;
  return {
    text: `${clipped(title, 200)}: ${count(page.total, 'entry', 'entries')}`,
    blocks: [
      { type: 'header', text: plain(clip(title, 150)) },
      context(chain),
      ...(inUtc ? [context(daysOfUtc)] : []),
      ...(page.total === 0 ? [section('No entry fits.')] : []),
      ...page.rows.map((line) => section(sentence(line, links))),
      ...turnBlocks(auditList, text, page),
      ...(more ? [context('There are older ones: the export has all.')] : []),
      ...(page.total > 0 ? [exports(text)] : []),
      ...(isEmpty ? [] : [context(headText(head))]),
    ],
  };
}

/** Whoever notes it elsewhere can later show that nothing before it was changed. */
const headText = ({ number, hash }: Shown['state']['head']): string =>
  `Head of the chain: entry ${number}, \`${hash}\``;

const context = (text: string): KnownBlock => ({ type: 'context', elements: [mrkdwn(text)] });

const section = (text: string): KnownBlock => ({ type: 'section', text: mrkdwn(text) });

function exports(text: string): KnownBlock {
  const button = (format: 'csv' | 'json') => ({
    type: 'button' as const,
    action_id: exportActions[format],
    text: plain(`Export ${format.toUpperCase()}`),
    // Slack refuses a button whose value is empty
    value: `=${text}`,
  });
  return { type: 'actions', elements: [button('csv'), button('json')] };
}

function sentence({ number, entry }: Line, links: ReadonlyMap<string, string>): string {
  const { at, by, what, card, brand, content, channel, result, note } = entry;
  const link = card && links.get(card);
  const post = link ? `<${link}|post>` : 'post';
  const aside = [
    time(at),
    `entry ${number}`,
    ...(result ? [escaped(result)] : []),
    ...(note ? [clipped(note, 300)] : []),
    ...(channel ? [isChannel(channel) ? place(channel) : 'directly'] : []),
    ...(card ? [`card ${escaped(card)}`] : []),
    ...(content ? [`content ${content.slice(0, 8)}…`] : []),
  ];
  const name = brand && `*${clipped(brand.name, 150).replaceAll('*', '∗')}*`;
  const about = card ? ` the ${post}${name ? ` of ${name}` : ''}` : name ? ` for ${name}` : '';
  const phrase = (card ? undefined : withoutPost[what]) ?? phrases[what];
  return `${nameOf(by)} ${phrase}${about}\n${aside.join('  ·  ')}`;
}

/** Of what is no post, such as the numbers of a brand. */
const withoutPost: Partial<Record<AuditWord, string>> = {
  sending: 'began to send something',
  answered: 'got an answer',
  'not taken': 'was told no, or sent nothing,',
  'no answer': 'got no answer',
};

function nameOf(by: string): string {
  if (by === 'presscheck') return 'Presscheck';
  return by === 'outside' ? 'The publishing service' : person(by);
}

/** What stands between who did it and the post that it was done to. */
const phrases: Record<AuditWord, string> = {
  asked: 'asked for',
  appeared: 'found, for a campaign,',
  adopted: 'took over',
  approved: 'approved',
  rejected: 'rejected',
  'asked to edit': 'asked to edit',
  'asked to schedule': 'asked to schedule',
  'asked to unschedule': 'asked to take off the schedule',
  'asked again': 'asked again for',
  'looked again': 'asked to look again for',
  brought: 'asked to show in its channel',
  refused: 'was refused',
  sending: 'began to send',
  answered: 'got an answer about',
  'not taken': 'was told no, or did not send,',
  'no answer': 'got no answer about',
  made: 'made',
  generated: 'received',
  completed: 'completed the campaign of',
  changed: 'changed',
  'change failed': 'could not change',
  published: 'published',
  deleted: 'no longer lists',
  failed: 'could not finish',
  'outcome unknown': 'does not know the outcome of',
  warned: 'warned about',
  set: 'changed a rule or setting',
  'changes requested': 'asked for changes of',
  resubmitted: 'submitted again',
  held: 'kept back',
  'taken back': 'took back the approval of',
  'left as draft': 'left as a draft',
  'kept on schedule': 'kept on the schedule',
  'taken off': 'took off the schedule',
  froze: 'froze',
  thawed: 'thawed',
  'asked to switch': 'asked to switch',
  switched: 'switched',
  'asked to connect': 'asked to connect a profile',
  'asked for analytics': 'asked for the numbers',
  exported: 'exported the audit trail',
  trimmed: 'trimmed old entries',
};
