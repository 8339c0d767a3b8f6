/** The users and groups that a message mentions, in its text, mrkdwn, and rich text. */
import { isFields, textOf } from './json.ts';
import { type Inline, parseMrkdwn } from './web/src/text/mrkdwn.ts';

export interface Mentions {
  /** User ids. */
  users: Set<string>;
  /** Ids of user groups. */
  groups: Set<string>;
  /** `@channel`, `@here` or `@everyone`. */
  everyone: boolean;
}

const broadcasts = new Set(['channel', 'here', 'everyone']);

export function mentionsOf({ text, blocks }: { text: string; blocks: readonly unknown[] }): Mentions {
  const found: Mentions = { users: new Set(), groups: new Set(), everyone: false };
  addFromMrkdwn(found, text);
  addFromBlocks(found, blocks);
  return found;
}

/** Mentions in code don't count. */
function addFromMrkdwn(found: Mentions, source: string): void {
  if (!source.includes('<')) return;
  const walk = (nodes: readonly Inline[]): void => {
    for (const node of nodes) {
      if ('children' in node) walk(node.children);
      if (node.kind === 'user') found.users.add(node.id);
      if (node.kind === 'group') found.groups.add(node.id);
      if (node.kind === 'broadcast') found.everyone ||= broadcasts.has(node.id);
    }
  };
  for (const paragraph of parseMrkdwn(source)) {
    if (paragraph.kind === 'list') paragraph.items.forEach(walk);
    else if (paragraph.kind !== 'pre') paragraph.lines.forEach(walk);
  }
}

function addFromBlocks(found: Mentions, value: unknown): void {
  if (Array.isArray(value)) for (const one of value) addFromBlocks(found, one);
  // Text in buttons, menus, and confirmation dialogs doesn't mention anyone.
  if (!isFields(value) || value.action_id !== undefined) return;
  const { type } = value;
  if (type === 'mrkdwn') addFromMrkdwn(found, textOf(value.text));
  else if (type === 'user') found.users.add(textOf(value.user_id));
  else if (type === 'usergroup') found.groups.add(textOf(value.usergroup_id));
  else if (type === 'broadcast') found.everyone ||= broadcasts.has(textOf(value.range));
  else addFromBlocks(found, Object.values(value));
}
