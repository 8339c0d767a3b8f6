/** What an administrator searches the audit trail for: `@ana brand:Acme since:2026-11-01 approved`. */
import { z } from 'zod';
import { type AuditEntry, skewMs } from '#src/posts/card/audit.ts';

export const auditSearchSchema = z.object({
  /** Slack users, any of whom did it. Empty: anyone. */
  by: z.array(z.string()).optional(),
  /** A part of the brand's name, or its id. */
  brand: z.string().optional(),
  /** A part of the id of the card, or of the service's post. */
  post: z.string().optional(),
  /** From this time, and before this time (ISO, UTC). */
  since: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  /**
   * Words that each occur in what was done, its result, its note or the brand's name, or in the name of
   * someone in the entry.
   */
  words: z.array(z.string()),
  /** The Slack users that each of the words names. */
  named: z.record(z.string(), z.array(z.string())).optional(),
});
export type AuditSearch = z.infer<typeof auditSearchSchema>;

/** What was typed, with names instead of mentions, and days as written; `by` if someone was mentioned. */
export interface TypedSearch extends Pick<AuditSearch, 'by' | 'brand' | 'post' | 'words'> {
  who?: string;
  since?: string;
  until?: string;
}

const labels = ['brand', 'post', 'since', 'until'] as const;

/** Why a text isn't a search: an unknown label, a day that doesn't exist, or days in the wrong order. */
export type SearchMistake = { unknown: string } | { noDay: string } | { since: string; until: string };

/** Parses what a person typed. Quotes keep words together. */
export function readSearch(text: string): { search: TypedSearch } | { mistake: SearchMistake } {
  const search: TypedSearch = { words: [] };
  for (const [, label = '', quoted, bare = ''] of text.matchAll(/([a-z]+:|@)?(?:"([^"]*)"|(\S+))/gi)) {
    const value = (quoted ?? bare).toLowerCase();
    const name = label.slice(0, -1).toLowerCase();
    const mention = /^<@(\w+)(\|[^>]*)?>$/.exec(quoted ?? bare)?.[1];
    if (mention) search.by = [mention];
    else if (label === '@' || name === 'by') search.who = value.replace(/^@/, '');
    else if (name === '') search.words.push(value);
    else {
      const known = labels.find((one) => one === name);
      if (!known) return { mistake: { unknown: name } };
      const day = known === 'since' || known === 'until';
      if (day && !isDay(value)) return { mistake: { noDay: value } };
      search[known] = value;
    }
  }
  const { since, until } = search;
  return since && until && until < since ? { mistake: { since, until } } : { search };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const userId = /\b[UW][A-Z0-9]{2,}\b/g;

/** The Slack users in an entry: who did it, and whom a rule names. */
export function usersOf({ by, what, note = '' }: AuditEntry): string[] {
  return [...by.matchAll(userId), ...(isRule(what, note) ? note.matchAll(userId) : [])].map(([id]) => id);
}

const isRule = (what: AuditEntry['what'], note: string): boolean =>
  what === 'set' && note.startsWith('rule: ');

/**
 * Whether this entry and all with lower numbers are from before the search's days. An entry's time can be a bit
 * earlier than that of the entry before it, because each process has its own clock.
 */
export const isBefore = ({ since }: AuditSearch, { at }: AuditEntry): boolean =>
  since !== undefined && Date.parse(at) < Date.parse(since) - skewMs;

/** Whether an entry matches the search; `action` is the text that people read for what was done. */
export function matches(search: AuditSearch, entry: AuditEntry, action: string): boolean {
  const { by, brand, post, since, until, words, named } = search;
  if (by && !by.includes(entry.by)) return false;
  if (since !== undefined && entry.at < since) return false;
  if (until !== undefined && entry.at >= until) return false;
  const within = (part: string, ...texts: (string | undefined)[]): boolean =>
    texts.some((text) => text?.toLowerCase().includes(part));
  if (brand !== undefined && !within(brand, entry.brand?.name, entry.brand?.id)) return false;
  if (post !== undefined && !within(post, entry.card, entry.post)) return false;
  const { what, result, note = '' } = entry;
  // people are matched by name, and a name must not match a part of an id
  const [said, read] = [action, note].map((text) =>
    isRule(what, note) ? text.replaceAll(userId, '') : text,
  );
  const users = usersOf(entry);
  return words.every(
    (word) =>
      within(word, what, said, result, read, entry.brand?.name) ||
      named?.[word]?.some((one) => users.includes(one)),
  );
}
