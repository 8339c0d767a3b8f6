/** Who is notified of an event, and how: by a mention where the team has the card, or by a direct message, as they prefer. */

import type { Role } from '#src/platform/slack/role.ts';
import type { GroupMembers } from '#src/platform/slack/users.ts';
import type { Card, Mention } from '#src/posts/card/card.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import { isOneOfMany, isRequestedPost } from '#src/posts/card/making.ts';
import { approvalProgress, type CurrentApprovers } from '#src/posts/card/rule.ts';
import {
  alwaysSent,
  type Direct,
  type DirectKind,
  directKindOf,
  type Topic,
} from '#src/settings/notification-preferences.ts';

export interface Audience {
  /** To mention in the channel or thread, each once; never the person who did it, but of failures and unknown outcomes. */
  mentions: Mention[];
  /** Users who get a direct message, each with whether they're asked to approve (then it has the buttons). */
  direct: { user: string; asked: boolean }[];
  /** Who of them, however they're notified, can approve the card. */
  reviewers: Reviewers;
}

/** What an event is about, as far as it decides who is notified. */
export interface AboutEvent {
  topic: Topic;
  /** Who did it. */
  by?: string | undefined;
  /** People whom it concerns beside the one who requested the post, such as those whose approvals were cleared, or who requested the changes. */
  also?: readonly string[] | undefined;
  /** Only these approvers are asked, and nobody else is told. */
  only?: { people: readonly string[]; groups: readonly string[] } | undefined;
  /**
   * The channel in which it will be said, in a thread or not. `undefined`: in none (the team has it off), so a group is
   * returned with its plain name and can still be mentioned there for something else.
   */
  channel: string | undefined;
  /**
   * Names this notification, the same each time it is tried: a group that it mentioned in a channel is mentioned again by a
   * retry, and by nothing else for 15 minutes. Default: the card, the topic and how often its creation was asked for.
   */
  id?: string | undefined;
}

/** Asked when a notification is delivered, so that rule, groups and preferences are those of that moment. */
export type AudienceOf = (card: Card, about: AboutEvent) => Promise<Audience>;

/** What it takes to answer that, in one workspace. */
export interface AudienceParts {
  /** Who can approve posts of a brand; `undefined`: no rule asks for approval. */
  approversOf(brand: string): Promise<CurrentApprovers | undefined>;
  /** Never throws. */
  membersOf(group: string): Promise<GroupMembers>;
  /** The name of a user group; `undefined`: it can't be read. Never throws. */
  nameOf(group: string): Promise<string | undefined>;
  /** Never throws. */
  roleOf(user: string): Promise<Role>;
  /** What a person wants as direct messages. Never throws. */
  directOf(user: string): Promise<Direct>;
  /** Whether a group can be mentioned in a channel by the notification with this id. */
  claimMention(channel: string, group: string, id: string): Promise<boolean>;
}

/** How many members of the groups of a rule can get a direct message; others are reached by the group's mention. */
export const mostMembers = 50;

/** How many members are mentioned by name in place of a group that would notify the person who acted, too. */
const fewMembers = 5;

/** Under a rule, the topics for which approvers are asked. */
const asksApprovers: ReadonlySet<Topic> = new Set(['ready', 'review_requested', 'approvals_cleared']);

/** Who can still approve a card. */
interface Reviewers {
  /** Named by the rule. */
  users: readonly string[];
  /** Each with its members; none: they can't be read at the moment. */
  groups: ReadonlyMap<string, readonly string[]>;
}

const nobody: Reviewers = { users: [], groups: new Map() };

function among({ users, groups }: Reviewers, only: AboutEvent['only']): Reviewers {
  if (!only) return { users, groups };
  const counting = [...groups].filter(([group]) => only.groups.includes(group));
  return { users: users.filter((user) => only.people.includes(user)), groups: new Map(counting) };
}

/** Who is notified of what happened to a card. Throws only what its parts throw. */
export function createAudience(parts: AudienceParts): AudienceOf {
  async function reviewersOf(card: Card): Promise<Reviewers> {
    const approvers = await parts.approversOf(card.brand.id);
    if (!approvers) return nobody;
    const { complete, open } = approvalProgress(card, approvers);
    if (complete) return nobody;
    const { people: users, groups } = approvers.rule.approvers;
    const members = await Promise.all(
      groups.map(async (group): Promise<[string, readonly string[]][]> => {
        const found = await parts.membersOf(group);
        if (found === undefined) return [];
        if (found === 'unavailable') return [[group, []]];
        const approvers = found.filter((user) => open.includes(user));
        return approvers.length > 0 ? [[group, approvers]] : [];
      }),
    );
    return { users: users.filter((user) => open.includes(user)), groups: new Map(members.flat()) };
  }

  /** A rule lets guests in by their own name, not by a group. */
  async function canBeAsked(user: string): Promise<boolean> {
    const role = await parts.roleOf(user);
    return role !== 'guest' && role !== 'outsider';
  }

  async function askable(users: readonly string[]): Promise<string[]> {
    return (await Promise.all(users.map(async (user) => ((await canBeAsked(user)) ? [user] : [])))).flat();
  }

  async function groupMention(
    group: string,
    { topic, channel, id }: AboutEvent,
    card: Card,
  ): Promise<Mention> {
    const mention: Mention = { kind: 'group', id: group };
    const claimed =
      channel !== undefined &&
      (await parts.claimMention(channel, group, id ?? `${card.id} ${topic} ${card.attempts.create}`));
    return claimed ? mention : { ...mention, quiet: (await parts.nameOf(group)) ?? 'the approvers' };
  }

  /** Slack notifies all members of a group, so one in which the person who acted is gives way to the `others`, if they're few. */
  async function inPlaceOf(group: Mention, by: string | undefined, others: readonly string[]) {
    if (group.quiet !== undefined || by === undefined) return [group];
    if (others.length === 0 || others.length > fewMembers) return [group];
    const members = await parts.membersOf(group.id);
    if (members === 'unavailable' || !members?.includes(by)) return [group];
    return (await askable(others)).map((id): Mention => ({ kind: 'user', id }));
  }

  return async (card, about) => {
    const { topic, by } = about;
    const concerned = concernedBy(card, about);
    const reviewers = asksApprovers.has(topic) ? among(await reviewersOf(card), about.only) : nobody;
    const { users: named, groups: inGroups } = withoutUser(reviewers, by);
    const unnamed = [...new Set([...inGroups.values()].flat())].filter(
      (user) => !reviewers.users.includes(user),
    );
    const lookedUp = [...new Set([...concerned, ...named, ...unnamed.slice(0, mostMembers)])];
    const kinds = new Map(
      await Promise.all(lookedUp.map(async (user) => [user, (await parts.directOf(user)).kinds] as const)),
    );
    const wanting = (users: readonly string[], kind: DirectKind): string[] =>
      users.filter((user) => kinds.get(user)?.includes(kind));
    const toAsk = new Set([...wanting(named, 'approval'), ...(await askable(wanting(unnamed, 'approval')))]);
    const messaged = new Set([...toAsk, ...wanting(concerned, directKindOf[topic])]);
    const mentioned = [...new Set([...concerned, ...named])].filter(
      (user) => alwaysSent.has(topic) || !messaged.has(user),
    );
    // a group whose members all get direct messages needs no mention; one that can't be read at the moment does
    const groups = [...reviewers.groups.keys()].filter((group) => {
      const cannotBeRead = reviewers.groups.get(group)?.length === 0;
      return cannotBeRead || inGroups.get(group)?.some((user) => !messaged.has(user));
    });
    const ofGroups = await Promise.all(
      groups.map(async (group) => {
        const others = (inGroups.get(group) ?? []).filter((user) => !messaged.has(user));
        return inPlaceOf(await groupMention(group, about, card), by, others);
      }),
    );
    const mentions = [...mentioned.map((id): Mention => ({ kind: 'user', id })), ...ofGroups.flat()];
    return {
      mentions: [...new Map(mentions.map((one) => [one.id, one])).values()],
      direct: [...messaged].map((user) => ({ user, asked: toAsk.has(user) })),
      reviewers: { users: named, groups: inGroups },
    };
  };
}

function withoutUser({ users, groups }: Reviewers, by: string | undefined): Reviewers {
  const others = (of: readonly string[]): string[] => of.filter((user) => user !== by);
  return { users: others(users), groups: new Map([...groups].map(([id, of]) => [id, others(of)])) };
}

/** Whom it concerns beside approvers: who requested the post, and those whom the event names; without the one who did it. */
function concernedBy(card: Card, { topic, by, also = [], only }: AboutEvent): string[] {
  if (only) return [];
  // nobody here requested a post that was found in the service, so nobody waits for it
  const requester = topic === 'ready' && card.kind === 'found-post' ? [] : [card.author];
  if (alwaysSent.has(topic)) return [...new Set([...(by === undefined ? [] : [by]), ...requester, ...also])];
  return [...new Set([...requester, ...also])].filter((user) => user !== by);
}

/**
 * The card itself is the new message that tells this, and mentions people: it is posted when generation ends, well or not. A
 * campaign keeps its message, and the cards of its posts mention nobody: `campaign_ready` speaks for those that are ready.
 */
export function isToldByItsCard(card: Card, event: PostEvent): boolean {
  const { kind } = card;
  if (kind === 'campaign' || kind === 'found-post') return false;
  if (event.type === 'post_ready') return true;
  if (isOneOfMany(card) || (event.type !== 'failed' && event.type !== 'outcome_unknown')) return false;
  return event.problem.step === 'create' || event.problem.step === 'generate';
}

/** A post of an import that couldn't be created: the message that the import is ready counts it. If someone tried again, nothing else does. */
export const isCountedByItsImport = (card: Card, event: PostEvent): boolean =>
  isOneOfMany(card) &&
  isRequestedPost(card) &&
  card.attempts.create === 1 &&
  (event.type === 'failed' || event.type === 'outcome_unknown') &&
  event.problem.step === 'create';
