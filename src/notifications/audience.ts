/**
 * Who is notified of an event, and how: by a mention in the team's channel or thread, or by a direct message,
 * whichever they prefer.
 */

import type { Card, Mention } from '#src/posts/card/card.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import { isOneOfMany, isRequestedPost } from '#src/posts/card/making.ts';
import { approvalProgress } from '#src/posts/card/rule.ts';
import {
  alwaysSent,
  type Direct,
  type DirectKind,
  directKindOf,
  directSchema,
  type Topic,
} from '#src/settings/notification-preferences.ts';
import { unnamedGroup } from '#views/notifications/sentences.ts';
import type { Deps } from './deps.ts';

export interface Audience {
  /**
   * Whom to mention in the channel or thread, each once. Never the person who acted, except for failures and
   * unknown outcomes.
   */
  mentions: Mention[];
  /** Who gets a direct message. `asked`: it asks them to approve, and has the buttons. */
  direct: { user: string; asked: boolean }[];
  /** Everyone who can approve the card, however they're notified. */
  reviewers: Reviewers;
}

/** What an event says about who is notified. */
export interface AboutEvent {
  topic: Topic;
  /** Who acted. */
  by?: string | undefined;
  /**
   * People concerned besides the author, such as those whose approvals were cleared, or who requested the
   * changes.
   */
  also?: readonly string[] | undefined;
  /** Only these approvers are asked, and nobody else is notified. */
  only?: { people: readonly string[]; groups: readonly string[] } | undefined;
  /**
   * The channel in which the notification is posted, in a thread or not. `undefined` if it isn't posted in
   * any (the team has turned that off): a group is then returned with its plain name, and can still be
   * mentioned there for something else.
   */
  channel: string | undefined;
  /**
   * Identifies this notification, the same for each attempt: a group that it mentioned in a channel is
   * mentioned again by a retry, and by nothing else for 15 minutes. Default: the card, the topic and how
   * often its creation was requested.
   */
  id?: string | undefined;
}

/** What finding the audience works with. */
export type AudienceDeps = Pick<Deps, 'approversReader' | 'users' | 'teamSettings' | 'notifications' | 'log'>;

/**
 * How many members of a rule's groups can get a direct message. The others are notified by the mention of
 * their group.
 */
export const mostMembers = 50;

/**
 * How many members are mentioned by name, instead of their group, if the group's mention would also notify
 * the person who acted.
 */
const fewMembers = 5;

/** Under a rule, the topics for which approvers are asked. */
const asksApprovers: ReadonlySet<Topic> = new Set(['ready', 'review_requested', 'approvals_cleared']);

/** Who can still approve a card. */
interface Reviewers {
  /** Users that the rule names. */
  users: readonly string[];
  /** Groups with their members; no members: they can't be read at the moment. */
  groups: ReadonlyMap<string, readonly string[]>;
}

const nobody: Reviewers = { users: [], groups: new Map() };

function among({ users, groups }: Reviewers, only: AboutEvent['only']): Reviewers {
  if (!only) return { users, groups };
  const counting = [...groups].filter(([group]) => only.groups.includes(group));
  return { users: users.filter((user) => only.people.includes(user)), groups: new Map(counting) };
}

async function reviewersOf({ approversReader, users }: AudienceDeps, card: Card): Promise<Reviewers> {
  const approvers = await approversReader.of(card.workspace, card.brand.id);
  if (!approvers) return nobody;
  const { complete, open } = approvalProgress(card, approvers);
  if (complete) return nobody;
  const { people, groups } = approvers.rule.approvers;
  const members = await Promise.all(
    groups.map(async (group): Promise<[string, readonly string[]][]> => {
      const found = await users.membersOf(group);
      if (found === undefined) return [];
      if (found === 'unavailable') return [[group, []]];
      const approvers = found.filter((user) => open.includes(user));
      return approvers.length > 0 ? [[group, approvers]] : [];
    }),
  );
  return { users: people.filter((user) => open.includes(user)), groups: new Map(members.flat()) };
}

/** A rule's name for a guest lets them approve, but a group that they're in doesn't. */
async function canBeAsked({ users }: AudienceDeps, user: string): Promise<boolean> {
  const role = await users.roleOf(user);
  return role !== 'guest' && role !== 'outsider';
}

async function askable(deps: AudienceDeps, users: readonly string[]): Promise<string[]> {
  const asked = users.map(async (user) => ((await canBeAsked(deps, user)) ? [user] : []));
  return (await Promise.all(asked)).flat();
}

async function groupMention(
  { notifications, users }: AudienceDeps,
  group: string,
  { topic, channel, id }: AboutEvent,
  card: Card,
): Promise<Mention> {
  const mention: Mention = { kind: 'group', id: group };
  const by = id ?? `${card.id} ${topic} ${card.attempts.create}`;
  const claimed =
    channel !== undefined && (await notifications.mayMention(card.workspace, { channel, group }, by));
  return claimed ? mention : { ...mention, quiet: (await users.groupNameOf(group)) ?? unnamedGroup };
}

/**
 * Slack notifies all members of a group. If the person who acted is in it, the `others` are mentioned
 * instead, provided they're few.
 */
async function inPlaceOf(
  deps: AudienceDeps,
  group: Mention,
  by: string | undefined,
  others: readonly string[],
): Promise<Mention[]> {
  if (group.quiet !== undefined || by === undefined) return [group];
  if (others.length === 0 || others.length > fewMembers) return [group];
  const members = await deps.users.membersOf(group.id);
  if (members === 'unavailable' || !members?.includes(by)) return [group];
  return (await askable(deps, others)).map((id): Mention => ({ kind: 'user', id }));
}

/** Which direct messages a person has chosen to get. Never throws. */
export async function directOf(
  { teamSettings, log }: Pick<Deps, 'teamSettings' | 'log'>,
  workspace: string,
  user: string,
): Promise<Direct> {
  try {
    return (await teamSettings.person(workspace, user)).direct;
  } catch (cause) {
    log.warn({ err: cause, user }, "couldn't read a person's settings; skipping their direct message");
    return directSchema.parse(undefined);
  }
}

/**
 * Who is notified of what happened to a card. It's asked when the notification is delivered, so that the
 * rule, groups and preferences are those of that moment.
 */
export async function audienceOf(deps: AudienceDeps, card: Card, about: AboutEvent): Promise<Audience> {
  const { topic, by } = about;
  const concerned = concernedBy(card, about);
  const reviewers = asksApprovers.has(topic) ? among(await reviewersOf(deps, card), about.only) : nobody;
  const { users: named, groups: inGroups } = withoutUser(reviewers, by);
  const unnamed = [...new Set([...inGroups.values()].flat())].filter(
    (user) => !reviewers.users.includes(user),
  );
  const lookedUp = [...new Set([...concerned, ...named, ...unnamed.slice(0, mostMembers)])];
  const kinds = new Map(
    await Promise.all(
      lookedUp.map(async (user) => [user, (await directOf(deps, card.workspace, user)).kinds] as const),
    ),
  );
  const wanting = (users: readonly string[], kind: DirectKind): string[] =>
    users.filter((user) => kinds.get(user)?.includes(kind));
  const toAsk = new Set([
    ...wanting(named, 'approval'),
    ...(await askable(deps, wanting(unnamed, 'approval'))),
  ]);
  const messaged = new Set([...toAsk, ...wanting(concerned, directKindOf[topic])]);
  const mentioned = [...new Set([...concerned, ...named])].filter(
    (user) => alwaysSent.has(topic) || !messaged.has(user),
  );
  // a group whose members all get direct messages needs no mention; one that can't be read at the moment
  // does
  const groups = [...reviewers.groups.keys()].filter((group) => {
    const cannotBeRead = reviewers.groups.get(group)?.length === 0;
    return cannotBeRead || inGroups.get(group)?.some((user) => !messaged.has(user));
  });
  const ofGroups = await Promise.all(
    groups.map(async (group) => {
      const others = (inGroups.get(group) ?? []).filter((user) => !messaged.has(user));
      return inPlaceOf(deps, await groupMention(deps, group, about, card), by, others);
    }),
  );
  const mentions = [...mentioned.map((id): Mention => ({ kind: 'user', id })), ...ofGroups.flat()];
  return {
    mentions: [...new Map(mentions.map((one) => [one.id, one])).values()],
    direct: [...messaged].map((user) => ({ user, asked: toAsk.has(user) })),
    reviewers: { users: named, groups: inGroups },
  };
}

function withoutUser({ users, groups }: Reviewers, by: string | undefined): Reviewers {
  const others = (of: readonly string[]): string[] => of.filter((user) => user !== by);
  return { users: others(users), groups: new Map([...groups].map(([id, of]) => [id, others(of)])) };
}

/**
 * The people concerned besides approvers: the author, and those whom the event names, but not the person who
 * acted.
 */
function concernedBy(card: Card, { topic, by, also = [], only }: AboutEvent): string[] {
  if (only) return [];
  // nobody here requested a post that was found in the service, so nobody waits for it
  const requester = topic === 'ready' && card.kind === 'found-post' ? [] : [card.author];
  if (alwaysSent.has(topic)) return [...new Set([...(by === undefined ? [] : [by]), ...requester, ...also])];
  return [...new Set([...requester, ...also])].filter((user) => user !== by);
}

/**
 * Whether the card itself is the new message that says this and mentions people: it's posted when generation
 * ends, well or not. A campaign keeps its message, and its posts' cards mention nobody: `campaign_ready`
 * speaks for those that are ready.
 */
export function isToldByItsCard(card: Card, event: PostEvent): boolean {
  const { kind } = card;
  if (kind === 'campaign' || kind === 'found-post') return false;
  if (event.type === 'post_ready') return true;
  if (isOneOfMany(card) || (event.type !== 'failed' && event.type !== 'outcome_unknown')) return false;
  return event.problem.step === 'create' || event.problem.step === 'generate';
}

/**
 * Whether it's a post of an import that couldn't be created, which the message about the finished import
 * counts. If someone tried again, nothing else notifies people.
 */
export const isCountedByItsImport = (card: Card, event: PostEvent): boolean =>
  isOneOfMany(card) &&
  isRequestedPost(card) &&
  card.attempts.create === 1 &&
  (event.type === 'failed' || event.type === 'outcome_unknown') &&
  event.problem.step === 'create';
