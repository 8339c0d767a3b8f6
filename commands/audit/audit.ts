import { onlyAdministrators } from '#commands/kit/administrators.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, Invocation } from '#commands/kit/command.ts';
import { onPage } from '#commands/kit/paging.ts';
import { exportAuditJob } from '#src/audit/jobs.ts';
import {
  type AuditSearch,
  isBefore,
  matches,
  readSearch,
  type TypedSearch,
  usersOf,
} from '#src/audit/search.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { messageAddress } from '#src/platform/slack/message-address.ts';
import type { AuditLine } from '#src/posts/card/audit.ts';
import {
  auditList,
  auditOnPage,
  exportActions,
  exportOnItsWay,
  namesUnread,
  nobodyCalled,
  renderAudit,
  searchMistake,
  searchTooLong,
  searchUsage,
  tooManyPeople,
} from '#views/audit/audit.ts';
import { actionText } from '#views/audit/words.ts';
import { type PageRequest, pageOf } from '#views/kit/paged.ts';

/** The most entries that can be paged through. The export has all of them. */
const shownAtMost = 600;

/** How many characters a search can have in a job, with the ids of the people whom its names mean. */
const longestInJob = 6_000;

/** The longest search, since it's part of the buttons' values. */
const longestSearch = 300;

export const audit: Command = {
  word: auditList,
  hint: '[words]',
  about: 'Search and export the audit trail (workspace admins only)',
  group: 'set',
  example: '@ana',
  only: 'administrator',
  keyless: true,

  run: (invocation, deps) => show(invocation, deps, 'command', { of: invocation.text.trim(), page: 0 }),

  listen(app, shared) {
    onPage(app, shared, auditList, (invocation, deps, turn) => show(invocation, deps, 'click', turn));
    for (const format of ['csv', 'json'] as const) {
      const action_id = exportActions[format];
      onButton(app, shared, { action_id, acksFirst: true }, async (interaction, deps) => {
        const { workspace, by, channel } = interaction;
        await onlyAdministrators(deps, by, 'click', { ...toRead, channel });
        const text = interaction.value.slice(1);
        const { search } = await searchFor(interaction, deps, text);
        if (JSON.stringify(search).length > longestInJob) throw new Refusal(...tooManyPeople);
        const at = isoNow(deps);
        const exporting = { by, what: 'exported', channel, via: 'click', result: format } as const;
        await deps.audit.add(workspace, { ...exporting, note: text });
        await deps.jobs.enqueue(exportAuditJob, { workspace, by, at, search, format });
        await interaction.answerPrivately(exportOnItsWay);
      });
    }
  },
};

const toRead = { note: 'audit', may: 'read the audit trail' };

async function show(
  invocation: Invocation,
  deps: Deps,
  via: 'command' | 'click',
  { of: text, page: requestedPage }: PageRequest,
): Promise<void> {
  const { workspace, channel, by } = invocation;
  await onlyAdministrators(deps, by, via, { ...toRead, channel });
  const { search, inUtc } = await searchFor(invocation, deps, text);
  const state = await deps.audit.state(workspace);
  const found: AuditLine[] = [];
  for await (const line of deps.audit.newest(workspace)) {
    if (isBefore(search, line.entry)) break;
    if (matches(search, line.entry, actionText(line.entry))) found.push(line);
    if (found.length > shownAtMost) break;
  }
  const more = found.length > shownAtMost;
  const page = pageOf(found.slice(0, shownAtMost), requestedPage, auditOnPage);
  const links = new Map<string, string>();
  const slackUrl = await deps.slackUrl();
  for (const id of new Set(page.rows.flatMap(({ entry }) => entry.card ?? []))) {
    const { message } = (await deps.desk.get(workspace, id)) ?? {};
    if (message && slackUrl !== '') links.set(id, messageAddress(slackUrl, message));
  }
  await invocation.answer(renderAudit({ text, state, inUtc, page, more, links }));
}

/** `inUtc`: days were typed, but Slack doesn't say in which time zone. */
async function searchFor(
  { workspace, by }: Invocation,
  deps: Deps,
  text: string,
): Promise<{ search: AuditSearch; inUtc: boolean }> {
  if (text.length > longestSearch) throw new Refusal(searchTooLong(text, longestSearch), searchUsage);
  const typed = readSearch(text);
  if ('mistake' in typed) throw new Refusal(searchMistake(typed.mistake), searchUsage);
  const { since, until, who, ...rest } = typed.search;
  const known = since || until ? await deps.users.zoneOf(by) : 'UTC';
  const zone = known ?? 'UTC';
  const { words } = rest;
  const names = who === undefined && words.length === 0 ? new Map() : await namesInTrail(workspace, deps);
  const named = words.flatMap((word) => {
    const users = usersNamed(names, word);
    return users.length > 0 ? [[word, users] as const] : [];
  });
  const { startOfDay } = await import('#src/time/moments.ts');
  const search = {
    ...rest,
    ...(since && { since: startOfDay(since, zone) }),
    ...(until && { until: startOfDay(until, zone, 1) }),
    ...(who !== undefined && { by: usersCalled(names, who) }),
    ...(named.length > 0 && { named: Object.fromEntries(named) }),
  };
  return { search, inUtc: known === undefined };
}

/** Everyone who did something, or whom a rule names, by id, with their names in lower case. */
type Names = ReadonlyMap<string, readonly string[]>;

/** Throws a `Refusal` if Slack can't say someone's names: without them, entries would be left out silently. */
async function namesInTrail(workspace: string, deps: Deps): Promise<Names> {
  // people who did something just now have to be found, too
  await deps.audit.state(workspace);
  const everybody = new Set<string>();
  for await (const { entry } of deps.audit.newest(workspace))
    for (const one of [entry.by, ...usersOf(entry)]) everybody.add(one);
  const names = new Map<string, string[]>();
  for (const user of everybody) {
    const own = /^[UW][A-Z0-9]+$/.test(user) ? await deps.users.namesOf(user) : [];
    if (!own) throw new Refusal(...namesUnread);
    names.set(user, own);
  }
  return names;
}

/** The users whose id or name begins with the text. Throws a `Refusal` if there are none. */
function usersCalled(names: Names, who: NonNullable<TypedSearch['who']>): string[] {
  const found = [...names].flatMap(([user, own]) =>
    [user.toLowerCase(), ...own].some((name) => name.startsWith(who)) ? [user] : [],
  );
  if (found.length === 0) throw new Refusal(nobodyCalled(who), searchUsage);
  return found;
}

/** The users with this id, or with a word in their name that begins with it. */
const usersNamed = (names: Names, word: string): string[] =>
  [...names].flatMap(([user, own]) =>
    user.toLowerCase() === word || own.some((name) => ` ${name}`.includes(` ${word}`)) ? [user] : [],
  );
