/** Writes a card with its index entries, its audit entry and its notifications, in one step. */

import type { Keys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { failedAt, onHomes, sweptFrom, watchedFrom } from '#src/posts/card/attention.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import { type Card, cardSchema } from '#src/posts/card/card.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import { type EventRecord, eventRecordId } from '#src/posts/card/event-record.ts';
import { awaitingEntry, awaitsMessage } from '#src/posts/card/making.ts';
import { claimOf } from '#src/posts/card/matching.ts';
import { cardFields, cardWords } from '#src/posts/card/stored.ts';
import { parentOf } from '#src/posts/card/versions.ts';
import { claimedBy, openFrom, outdated, saveCard, slotTaken } from './card-scripts.ts';
import { commonField, fieldOf } from './rule-store.ts';

/** How long Home tabs show a failure. */
const showFailedMs = 14 * 86_400_000;

/** The JSON that is stored of a card, with the names and words of `stored.ts`. */
export function cardText(card: Card): string {
  const { message, pending } = card;
  const mentioned = message?.mentioned;
  return JSON.stringify({
    ...cardFields.write(card),
    state: cardWords.write(card.state),
    history: card.history.map((entry) => ({ ...entry, what: cardWords.write(entry.what) })),
    ...(pending && { pending: { ...pending, what: cardWords.write(pending.what) } }),
    ...(mentioned && {
      message: { ...message, mentioned: { ...mentioned, as: cardWords.write(mentioned.as) } },
    }),
  });
}

export const cardFrom = (json: string): Card => cardSchema.parse(cardFields.read(JSON.parse(json)));

/**
 * If `card` couldn't be written over `expectedVersion`: the stored card, `undefined` if it's gone, or
 * `owner`, the id of the card that has its post or campaign already. `outdated` and `slot_taken`: a condition
 * doesn't hold.
 */
export type SaveResult = 'saved' | 'outdated' | 'slot_taken' | { owner: string } | Card | undefined;

/** The brand's rule and settings as they're stored; empty if they aren't set. */
export interface KeptConfig {
  kept: { rule: string; settings: string };
}

/** Cards, with what shows whether one of them, or one that was missing, has been written since they were read. */
export interface CardsAsRead {
  cards: Card[];
  /** The names of their keys, each with a digest of its text. */
  digests: readonly (readonly [key: string, digest: string])[];
}

/** The conditions of the write. If one doesn't hold, nothing is written. */
interface Conditions {
  /** The brand's rule and settings haven't changed. */
  brandConfig?: KeptConfig | undefined;
  /** These other cards haven't changed. */
  others?: CardsAsRead['digests'] | undefined;
  /** Its planned time is a posting slot that no card has, except for these. */
  slot?: { exceptCards: readonly string[] } | undefined;
}

/**
 * What is recorded in the same step, so that no process can die between a transition and what follows from
 * it.
 */
interface Recorded {
  audited: AuditEntry | undefined;
  notifications: readonly EventRecord[];
}

/** `restingEveryMs` and `keepFinishedMs` as in the card store. */
export function createSaveCard(
  redis: Redis,
  keys: Keys,
  { restingEveryMs, keepFinishedMs }: { restingEveryMs: number; keepFinishedMs: number },
) {
  /** The card's place in the index for Home tabs; `undefined` if they don't show it. */
  function openScore(card: Card): number | undefined {
    const place = onHomes(card);
    if (place === 'open') return openFrom + Date.parse(card.updatedAt);
    // an expired card isn't shown anymore
    return place && failedAt(card) + Math.min(showFailedMs, keepFinishedMs);
  }

  async function save(
    card: Card,
    expectedVersion: number,
    { audited, notifications }: Recorded,
    { brandConfig, others = [], slot }: Conditions = {},
  ): Promise<SaveResult> {
    const { workspace, brand, message } = card;
    const scriptKeys = {
      card: keys.card(workspace, card.id),
      todo: keys.todo(workspace),
      watched: keys.watched(workspace, brand.id),
      watchedBrands: keys.watchedBrands(workspace),
      claim: keys.claim(workspace, claimOf(card) ?? ''),
      ledger: keys.ledger(workspace, card.id),
      family: keys.family(workspace, parentOf(card) ?? card.id),
      unfinished: keys.unfinished(workspace, parentOf(card) ?? card.id),
      outbox: keys.auditOutbox(workspace),
      open: keys.open(workspace),
      message: keys.message(workspace, message?.channel ?? '', message?.ts ?? ''),
      rules: keys.rules(workspace),
      brandSettings: keys.brandSettings(workspace),
      notifications: keys.notifications(workspace),
      awaiting: keys.awaiting(workspace),
      planned: keys.planned(workspace, brand.id),
      discarded: keys.discarded(workspace, brand.id),
    };
    const plannedAt = plannedFor(card) ?? '';
    const saved = await saveCard(redis, scriptKeys, {
      id: card.id,
      version: expectedVersion,
      json: cardText(card),
      brand: brand.id,
      todoAt: sweptFrom(card) ?? '',
      watchedAt: watchedFrom(card, restingEveryMs) ?? '',
      claims: claimOf(card) ? '1' : '',
      hasMessage: message ? '1' : '',
      entry: audited ? entryText(audited) : '',
      movedAt: Date.parse(card.updatedAt),
      keepFinishedMs,
      openScore: openScore(card) ?? '',
      // the names and records of the notifications that the write causes
      notified: JSON.stringify(notifications.map((one) => [eventRecordId(one), JSON.stringify(one)])),
      awaitingEntry: awaitingEntry(card),
      isAwaiting: awaitsMessage(card) ? '1' : '',
      // the brand's rule, or the common one, and its settings, which must not have changed
      ruleField: brandConfig ? fieldOf(brand.id) : '',
      commonField,
      rule: brandConfig?.kept.rule ?? '',
      settings: brandConfig?.kept.settings ?? '',
      post: card.postId ?? '',
      isDiscarded: card.postId && card.replacedBy ? '1' : '',
      plannedAt,
      slot: slot ? plannedAt : '',
      others: JSON.stringify(others),
      exceptCards: ` ${slot?.exceptCards.join(' ') ?? ''} `,
    });
    if (saved === null) return 'saved';
    if (saved === outdated) return 'outdated';
    if (saved === slotTaken) return 'slot_taken';
    if (saved.startsWith(claimedBy)) return { owner: saved.slice(claimedBy.length) };
    return saved === '' ? undefined : cardFrom(saved);
  }
  return save;
}
