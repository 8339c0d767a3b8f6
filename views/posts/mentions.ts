/** How messages mention people and user groups. */
import type { KnownBlock } from '@slack/types';
import type { Mention } from '#src/posts/card/card.ts';
import { listed } from '#views/kit/language.ts';
import { andMore } from '#views/kit/lists.ts';
import { clipped, person, userGroup } from '#views/kit/text.ts';

/** As mrkdwn. A group that was notified a moment ago is written as its name. */
export function mention({ kind, id, quiet }: Mention): string {
  if (kind === 'user') return person(id);
  return quiet === undefined ? userGroup(id) : clipped(quiet, 40);
}

/** How many people are mentioned: more would fill the message. */
const mentionedAtMost = 40;

/** `@Ana, @Bo, and @editors`. Empty for nobody. */
export const mentionText = (mentions: readonly Mention[]): string =>
  listed(andMore(mentions, mentionedAtMost, mention));

const written = /<(@|!subteam\^)(\w+)>/g;

/** The ids of users and user groups that a message would notify, from its mrkdwn. */
export function mentionedIn({ text, blocks }: Words): { users: string[]; groups: string[] } {
  const found = { '@': new Set<string>(), '!subteam^': new Set<string>() };
  const look = (mrkdwn: string): string => {
    for (const [, kind, id = ''] of mrkdwn.matchAll(written)) found[kind as keyof typeof found].add(id);
    return mrkdwn;
  };
  look(text);
  withMrkdwn(blocks, look);
  return { users: [...found['@']], groups: [...found['!subteam^']] };
}

/**
 * The same message with these users and groups (by id) written as their names, so that it notifies none of
 * them.
 */
export function withNames<T extends Words>(message: T, names: ReadonlyMap<string, string>): T {
  const write = (mrkdwn: string): string =>
    mrkdwn.replace(written, (found, _kind, id: string) => {
      const name = names.get(id);
      return name === undefined ? found : clipped(name, 80);
    });
  return { ...message, text: write(message.text), blocks: withMrkdwn(message.blocks, write) };
}

interface Words {
  text: string;
  blocks: KnownBlock[];
}

/** A copy with all mrkdwn changed. In plain text, and in the text of rich text, nothing is a mention. */
function withMrkdwn<T>(value: T, change: (mrkdwn: string) => string): T {
  if (Array.isArray(value)) return value.map((one) => withMrkdwn(one, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withMrkdwn(one, change)]);
  const copy = Object.fromEntries(entries);
  return 'type' in value && value.type === 'mrkdwn' ? { ...copy, text: change(String(copy.text)) } : copy;
}
