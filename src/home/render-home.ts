/** Renders one person's Home tab, unless it wouldn't change. */

import { createHash } from 'node:crypto';
import { again, done, handlerOf, type Outcome, type PayloadOf } from '#src/platform/queue/job.ts';
import type { ChannelCall } from '#src/platform/slack/channel-rate-limiter.ts';
import { isVisitor } from '#src/platform/slack/role.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { type CurrentApprovers, type CurrentApproversOf, canRequestAnywhere } from '#src/posts/card/rule.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import { homeView } from '#views/home/home.ts';
import { homeOf } from './home.ts';
import { type Homes, homeJob } from './homes.ts';

interface Deps
  extends JobDeps,
    Pick<Core, 'rules' | 'approversReader' | 'postFiles'>,
    Pick<Slack, 'slackCalls'> {
  homes: Pick<Homes, 'of' | 'rendered' | 'forget'>;
  pauses: { all(workspace: string): Promise<Paused[]> };
  slots: { brands(workspace: string): Promise<ReadonlySet<string>> };
  teamSettings: TeamSettings;
  zoneFor(brand: string, person: string): Promise<string>;
  slash(name: string): string;
  undoForMs: number;
}

type Payload = PayloadOf<typeof homeJob>;

/**
 * How soon a render that waits for the rate limit checks again: the person may open the tab, which doesn't
 * wait.
 */
const checkAgainMs = 500;

/**
 * How soon to check again while cards need approvals from a group that Slack can't be asked about: they may
 * be waiting for this person.
 */
const unavailableCheckMs = 30_000;

export const homeHandler = handlerOf(
  homeJob,
  runHome,
  // what Slack refuses isn't retried with every change
  (deps: Deps, { workspace, user }) => deps.homes.forget(workspace, user),
);

async function runHome(deps: Deps, { workspace, user }: Payload): Promise<Outcome> {
  const tab = await deps.homes.of(workspace, user);
  if (!tab) return done;
  // Slack has one limit for the whole workspace, so all Home tabs share a rate limit, like the cards of a
  // channel
  const opened = tab.shown === undefined;
  const slackCall: ChannelCall = { workspace, channel: 'home', card: user, call: 'post', progress: !opened };
  if (opened) await deps.channelRateLimiter.consumeNow(slackCall, deps.now());
  else {
    // before anything else is read, because a waiting job runs again and again, and a workspace has many
    // cards
    const waitMs = await deps.channelRateLimiter.consume(slackCall, deps.now());
    if (waitMs > 0) return again(Math.min(waitMs, checkAgainMs));
  }
  const [{ cards, leftOut }, pauses, slots, approversOf, role, slackUrl] = await Promise.all([
    deps.cards.open(workspace),
    deps.pauses.all(workspace),
    deps.slots.brands(workspace),
    deps.approversReader.read(workspace),
    deps.users.roleOf(user),
    deps.slackUrl(),
  ]);
  const now = deps.now();
  const approversByBrand = await approversFor(cards, approversOf);
  const who = { user, role, ...(role === 'guest' && (await guestsIn(deps, workspace))) };
  const home = homeOf(cards, who, approversByBrand, now);
  const isTemporary = [...approversByBrand.values()].some(({ unavailable }) => unavailable.length > 0);
  const next = isTemporary ? again(unavailableCheckMs) : done;
  const { slash, undoForMs } = deps;
  const view = homeView(user, home, {
    slash,
    undoForMs,
    pages: tab.pages,
    slackUrl,
    clockOf: await clocksOf(deps, cards, user, now),
    hasSlots: (brand) => slots.has(brand),
    notAttachedOf: (card) => notAttached(card, deps.postFiles),
    // neither affects what an external user sees
    ...(role === 'outsider' ? { leftOut: 0, pauses: [] } : { leftOut, pauses }),
    isExternal: role === 'outsider',
    creates:
      !isVisitor(role) ||
      canRequestAnywhere(await deps.rules.all(workspace), { letsGuestsIn: false, ...who }),
  });
  const shown = createHash('sha256').update(JSON.stringify(view)).digest('hex');
  if (shown === tab.shown) return next;
  await deps.channelRateLimiter.make(slackCall, deps.now, () => deps.slackCalls.publishHome(user, view));
  await deps.homes.rendered(workspace, user, { opened: tab.opened, shown });
  return next;
}

async function guestsIn(deps: Deps, workspace: string) {
  const { all, settingsOf } = await deps.teamSettings.all(workspace, deps.log);
  return {
    guests: (brand: string) => settingsOf(brand)?.guests ?? 'look',
    letsGuestsIn: [...all.values()].some(({ guests }) => guests === 'work'),
  };
}

async function clocksOf({ zoneFor }: Deps, cards: Card[], user: string, now: number) {
  const brands = [...new Set(cards.filter((card) => timeOf(card)).map(({ brand }) => brand.id))];
  const zones = new Map(await Promise.all(brands.map(async (id) => [id, await zoneFor(id, user)] as const)));
  return (brand: string) => ({ now, zone: zones.get(brand) ?? 'UTC' });
}

async function approversFor(
  cards: Card[],
  approversOf: CurrentApproversOf,
): Promise<Map<string, CurrentApprovers>> {
  const brands = [...new Set(cards.map(({ brand }) => brand.id))];
  const found = await Promise.all(brands.map(approversOf));
  return new Map(brands.flatMap((brand, i) => (found[i] ? [[brand, found[i]] as const] : [])));
}
