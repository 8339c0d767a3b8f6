/** What would happen to the posts of an import if someone confirmed it. */

import type { PostRequest } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { notAttached } from '#src/posts/card/file-checks.ts';
import { isBeingMade } from '#src/posts/card/making.ts';
import { newCard } from '#src/posts/card/new-card.ts';
import { storedWords } from '#src/posts/card/stored.ts';
import type { Core } from '#src/posts/ports.ts';
import type { BrandConfig } from '#src/settings/brand-config-store.ts';
import type { Deps } from './deps.ts';
import {
  type Forecast,
  type Held,
  hashOf,
  type Import,
  type ImportedPost,
  type ImportedRows,
  isUnposted,
  perMinuteOf,
} from './import.ts';

export const requestOf = ({
  brand,
  caption,
  mediaUrls,
  profiles,
  scheduledAt,
  doubtfulLinks,
}: ImportedPost): PostRequest => ({
  kind: 'post',
  brand,
  caption,
  mediaUrls,
  profiles,
  ...(scheduledAt && { scheduledAt }),
  ...(doubtfulLinks && { doubtfulLinks }),
});

type RuleDeps = Pick<Deps, 'pauses' | 'brandConfigs'> & Pick<Core, 'postFiles'>;

/**
 * What the posts would be close to, including other posts of the file, and which of them won't be scheduled
 * right away.
 */
export async function forecastOf(
  deps: RuleDeps & Pick<Deps, 'slots'>,
  record: Import,
  rows: ImportedRows,
): Promise<Forecast> {
  const clashes = await deps.slots.clashes(cardsFor(record, rows));
  const brands = new Set(rows.posts.map(({ brand }) => brand.id));
  const configs = await Promise.all(
    [...brands].map((brand) => deps.brandConfigs.read(record.workspace, brand)),
  );
  return {
    channels: [...new Set(configs.map((config) => channelFor(record, config)))],
    clashes: new Map(rows.posts.map(({ card }, i) => [card, clashes[i] ?? []])),
    held: await heldOf(deps, record, rows),
  };
}

export const channelFor = ({ channel }: Import, { rule, settings }: BrandConfig): string =>
  rule?.channel ?? settings.channel ?? channel;

/** The cards whose posts aren't created yet, or that aren't posted yet. */
export const cardsToCome = (cards: readonly Card[]): Card[] =>
  cards.filter((card) => isBeingMade(card) || isUnposted(card));

/**
 * How many minutes until all posts are created and have their cards. The rate at which a channel gets cards is
 * limited. `cards`: of the posts that were recorded.
 */
export async function minutesLeft(
  { brandConfigs, quota, channelRateLimiter }: Pick<Deps, 'brandConfigs' | 'quota' | 'channelRateLimiter'>,
  record: Import,
  { posts }: ImportedRows,
  cards: readonly Card[],
): Promise<number> {
  const rest = record.stoppedBy ? [] : posts.slice(record.recorded);
  const channels = cardsToCome(cards).map(({ channel }) => channel);
  for (const [brand, own] of Map.groupBy(rest, (post) => post.brand.id)) {
    const channel = channelFor(record, await brandConfigs.read(record.workspace, brand));
    channels.push(...own.map(() => channel));
  }
  const toCreate = rest.length + cards.filter(isBeingMade).length;
  const inChannels = [...Map.groupBy(channels, (channel) => channel).values()].map(({ length }) => length);
  return Math.max(
    toCreate / perMinuteOf((await quota.state()).limit),
    Math.max(0, ...inChannels) / channelRateLimiter.cardsPerMinute,
  );
}

const cardsFor = ({ workspace, by: author, channel, at }: Import, { posts }: ImportedRows): Card[] =>
  posts.map((post) => newCard(post.card, { workspace, author, channel }, requestOf(post), at));

/**
 * Which of the posts with a time won't be scheduled when they're created. The same conditions as in `create`.
 */
export async function heldOf(deps: RuleDeps, record: Import, rows: ImportedRows): Promise<Forecast['held']> {
  const { workspace } = record;
  const held = new Map<string, Held>();
  const timed = cardsFor(record, rows).filter(({ content }) => content.scheduledAt !== undefined);
  for (const [brand, own] of Map.groupBy(timed, (card) => card.brand.id)) {
    const isPaused = (await deps.pauses.of(workspace, brand)) !== undefined;
    const { rule } = await deps.brandConfigs.read(workspace, brand);
    for (const card of own) {
      if (isPaused) held.set(card.id, 'paused');
      else if (rule?.scheduled) held.set(card.id, 'needs_approval');
      else if (rule?.attachedOnly && notAttached(card, deps.postFiles)) held.set(card.id, 'has_links');
    }
  }
  return held;
}

/** 0.6.0 had spaces in them: `needs approval`. */
const heldWords = storedWords({});

/** The same hash as long as the same would happen to the posts. It's stored with the import, also by 0.6.0. */
export const heldHash = (held: Forecast['held']): string =>
  hashOf([...held].map(([card, why]) => [card, heldWords.write(why)]).sort());
