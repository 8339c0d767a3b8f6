/** What the bot needs to know about users and user groups. */

import type { UsersInfoResponse, WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { within } from '#src/platform/within.ts';
import { isZone } from '#src/platform/zone.ts';
import { isFinal, isRefusal, noPerson } from './refusals.ts';
import { isVisitor, type Role } from './role.ts';

/**
 * `undefined`: Presscheck has no such group, so it counts as nobody. `unavailable`: Slack can't say now, so
 * nothing is decided.
 */
export type GroupMembers = readonly string[] | 'unavailable' | undefined;

/** How long a new admin has to wait for permissions, and how long someone removed from a group keeps them. */
const freshForMs = 5 * 60_000;

/** How long a time zone is kept: people rarely change it. */
const zoneForMs = 12 * 3_600_000;
const keepAtMost = 5_000;
const adminsForMs = 3_600_000;

/**
 * How long to wait for Slack: someone is waiting for the answer, and Slack shows an error after three
 * seconds.
 */
const answerWithinMs = 1_800;

type User = UsersInfoResponse['user'];

export type Users = ReturnType<typeof createUsers>;

/** `workspace`: someone whom Slack reports as belonging to another workspace is an external user. */
export function createUsers(client: WebClient, workspace: string, log: Logger, now: () => number) {
  const users = remembering(now, async (user: string) => (await client.users.info({ user })).user);
  const groups = remembering(
    now,
    async (usergroup: string) => (await client.usergroups.users.list({ usergroup })).users ?? [],
  );
  const firstAdmins = remembering(now, () => readAdmins(client, workspace));
  const channels = remembering(now, (channel: string) => readMembers(client, channel));
  const allGroups = remembering(now, async () =>
    ((await client.usergroups.list()).usergroups ?? []).flatMap(({ id, name, handle }) =>
      id ? [{ id, name: name ?? handle ?? id }] : [],
    ),
  );
  /** Reads a user for something that a person waits for. */
  const soon = (user: string, youngerThanMs: number): Promise<User> => inTime(users(user, youngerThanMs));
  /** What was read. If that fails, it's logged, and `otherwise` says what to return instead. Never throws. */
  async function read<T, U>(
    what: string,
    reading: () => Promise<T>,
    otherwise: (cause: unknown) => U,
    about: { group?: string; channel?: string } = {},
  ): Promise<T | U> {
    try {
      return await reading();
    } catch (cause) {
      log.warn({ err: cause, ...about }, `couldn't read ${what}`);
      return otherwise(cause);
    }
  }
  const nothing = () => undefined;
  return {
    /**
     * The person's IANA time zone in Slack, or an offset such as `+05:30`; `undefined` if it has none or
     * can't be read.
     */
    zoneOf: async (user: string): Promise<string | undefined> =>
      zoneIn(await read("a person's time zone", () => soon(user, zoneForMs), nothing)),
    /** The person's display name; `undefined` if it can't be read in time. */
    nameOf: async (user: string): Promise<string | undefined> =>
      nameIn(await read("a person's name", () => soon(user, zoneForMs), nothing)),
    /** The person's name and zone as they were last read, however long ago. */
    known(user: string): { name?: string | undefined; zone?: string | undefined } {
      const known = users.kept(user);
      return known ? { name: nameIn(known), zone: zoneIn(known) } : {};
    },
    /**
     * The person's names in Slack, in lower case; empty if Slack doesn't know the person, `undefined` if it
     * can't say right now.
     */
    async namesOf(user: string): Promise<string[] | undefined> {
      const found = await read(
        "a person's names",
        () => users(user, zoneForMs),
        (cause): User => (isFinal(cause) ? {} : undefined),
      );
      if (!found) return undefined;
      const { name, real_name, profile } = found;
      const names = [name, real_name, profile?.display_name, profile?.real_name];
      return [...new Set(names.flatMap((one) => one?.toLowerCase() || []))];
    },
    /**
     * The person's role, at most five minutes old. `unknown` if it can't be read right now; a person last
     * seen as a guest or an external user stays that.
     */
    roleOf: (user: string): Promise<Role> =>
      read(
        "a person's role",
        async () => roleOf(await soon(user, freshForMs), workspace),
        (cause): Role => {
          if (isRefusal(cause, noPerson)) return 'outsider';
          // Someone who wasn't a member is still treated that way, but a role with more permissions has to be
          // fresh.
          const before = roleOf(users.kept(user), workspace);
          return isVisitor(before) ? before : 'unknown';
        },
      ),
    /**
     * A few admins whom people can ask, at most an hour old; none if they can't be read in time, or aren't
     * among the first thousand people.
     */
    admins: (): Promise<readonly Named[]> =>
      read(
        'who the admins are',
        () => inTime(firstAdmins('', adminsForMs)),
        () => [],
      ),
    /**
     * Whether their account was deactivated, or the workspace has no such person. False if it can't be read
     * right now.
     */
    hasLeft: (user: string): Promise<boolean> =>
      read(
        'whether a person has left the workspace',
        async () => (await soon(user, freshForMs))?.deleted === true,
        (cause) => isRefusal(cause, noPerson),
      ),
    /** Whether an app acts as this user. False if it can't be read in time. */
    isBot: async (user: string): Promise<boolean> =>
      (await read('whether a user is a bot', () => soon(user, zoneForMs), nothing))?.is_bot === true,
    /** The members of a Slack user group, at most five minutes old. Never throws. */
    membersOf: (group: string): Promise<GroupMembers> =>
      read(
        'the members of a user group',
        () => inTime(groups(group, freshForMs)),
        (cause) => (isFinal(cause) ? undefined : 'unavailable'),
        { group },
      ),
    /**
     * Who is in a private channel, at most five minutes old; `undefined` if it's public or can't be read
     * right now. Never throws.
     */
    channelMembers: (channel: string): Promise<ReadonlySet<string> | undefined> =>
      read('the members of a channel', () => inTime(channels(channel, freshForMs)), nothing, { channel }),
    /**
     * A user group's name, at most five minutes old; `undefined` if it can't be read in time. Never throws.
     */
    async groupNameOf(group: string): Promise<string | undefined> {
      const all = await read(
        'the names of the user groups',
        () => inTime(allGroups('', freshForMs)),
        nothing,
      );
      return all?.find(({ id }) => id === group)?.name;
    },
    /** The user groups of the workspace, at most five minutes old. Throws Slack's error. */
    groups: (): Promise<readonly Named[]> => allGroups('', freshForMs),
  };
}

const adminsAtMost = 3;
const usersOnPage = 200;
/** How many pages of users to read: Slack allows about twenty of these calls a minute. */
const userPages = 5;

async function readAdmins(client: WebClient, workspace: string): Promise<Named[]> {
  const admins: Named[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < userPages && admins.length < adminsAtMost; page += 1) {
    const read = await client.users.list({ limit: usersOnPage, ...(cursor && { cursor }) });
    for (const user of read.members ?? [])
      if (user.id && !user.is_bot && roleOf(user, workspace) === 'administrator')
        admins.push({ id: user.id, name: nameIn(user) ?? user.id });
    cursor = read.response_metadata?.next_cursor;
    if (!cursor) break;
  }
  return admins.slice(0, adminsAtMost);
}

const membersOnPage = 999;
const mostPages = 20;

/** `undefined` for a public channel: Slack doesn't say, because no scope covers those. */
async function readMembers(client: WebClient, channel: string): Promise<ReadonlySet<string> | undefined> {
  const members = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    try {
      const read = await client.conversations.members({
        channel,
        limit: membersOnPage,
        ...(cursor && { cursor }),
      });
      for (const user of read.members ?? []) members.add(user);
      cursor = read.response_metadata?.next_cursor;
    } catch (cause) {
      if (isFinal(cause)) return undefined;
      throw cause;
    }
    if (!cursor) return members;
  }
  return undefined;
}

/** The answer, or an error if it doesn't come in time. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  if (await within(answer, answerWithinMs)) return answer;
  throw new Error(`no answer within ${answerWithinMs} ms`);
}

const nameIn = (user: User): string | undefined =>
  user?.profile?.display_name || user?.real_name || user?.name;

/** The UTC offset from Slack, if this machine doesn't know a time zone; some users have none. */
function zoneIn(user: User): string | undefined {
  const { tz, tz_offset: seconds } = user ?? {};
  if (tz && isZone(tz)) return tz;
  if (seconds === undefined) return undefined;
  const minutes = Math.abs(Math.round(seconds / 60));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function roleOf(user: User, workspace: string): Role {
  if (!user || user.deleted) return 'unknown';
  // A user in an Enterprise organization has a home workspace, and belongs to all workspaces that are listed.
  const teams = [user.team_id, ...(user.enterprise_user?.teams ?? [])];
  if (user.is_stranger || !teams.includes(workspace)) return 'outsider';
  if (user.is_restricted || user.is_ultra_restricted) return 'guest';
  return user.is_admin || user.is_owner || user.is_primary_owner ? 'administrator' : 'member';
}

/** Reads once, and answers from memory while that's fresh enough. Failures aren't remembered. */
export function remembering<T>(now: () => number, read: (key: string) => Promise<T>) {
  const known = new Map<string, { value: T; at: number }>();
  const requests = new Map<string, Promise<T>>();
  async function ask(key: string): Promise<T> {
    const value = await read(key);
    if (known.size >= keepAtMost) known.clear();
    known.set(key, { value, at: now() });
    return value;
  }
  async function readOnce(key: string, youngerThanMs: number): Promise<T> {
    const kept = known.get(key);
    if (kept && now() - kept.at < youngerThanMs) return kept.value;
    // Concurrent callers share a request: all rules that name a group ask for its members at the same time.
    const answer = requests.get(key) ?? ask(key).finally(() => requests.delete(key));
    requests.set(key, answer);
    return answer;
  }
  return Object.assign(readOnce, { kept: (key: string): T | undefined => known.get(key)?.value });
}
