/** Judges all guarantees at the end of a run. */
import type { Chat } from '#sandbox/chat/start.ts';
import type { SandboxService } from '#sandbox/service/index.ts';
import type { Card } from '#src/posts/card/card.ts';
import { judgeActs } from './judge-actions.ts';
import { judgeEffects } from './judge-effects.ts';
import { judgeMessages } from './judge-messages.ts';
import { judgeMornings, type Said } from './judge-mornings.ts';
import { judgeNotifications, type Notified } from './judge-notifications.ts';
import { createJudged, type Judged } from './promises.ts';
import type { RequestRecord } from './request-lifecycle.ts';

export interface Verdict extends Judged {
  readonly counts: Record<string, number>;
}

/** How long Redis lets a slow disk delay an fsync (`flushAppendOnlyFile` in its source). */
const unwrittenMs = 2_500;

const leastAccepted = 0.95;
/** Some kills are deliberately at failpoints after which the outcome can't be known, so not all requests succeed. */
const leastSucceeding = 0.75;

/** The minimum count for a share: the expected value minus three standard deviations, so that short runs don't fail by chance. */
const atLeast = (share: number, of: number): number =>
  Math.min(of, Math.max(1, of * share - 3 * Math.sqrt(of * share * (1 - share))));

const final = new Set<Card['state']>([
  'review',
  'scheduled',
  'published',
  'rejected',
  'failed',
  'outcome_unknown',
]);

export interface Evidence extends Omit<Said, 'requests'> {
  records: readonly RequestRecord[];
  /** The cards of all accepted requests, including posts of campaigns. */
  cards: ReadonlyMap<string, Card>;
  chat: Chat;
  service: SandboxService;
  notified: Omit<Notified, 'requests'>;
  /** When Redis was killed, if it acknowledges writes before syncing (`appendfsync everysec`). */
  lossyKills: readonly number[];
}

export function judge({
  records,
  cards,
  chat,
  service,
  lossyKills,
  notified,
  ...scheduled
}: Evidence): Verdict {
  const judged = createJudged();
  const { breaks } = judged;
  const counts: Record<string, number> = {};
  const count = (name: string, by = 1): void => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  const accepted = records.filter(({ card }) => card !== undefined);
  count('requests made', records.length);
  count('requests acknowledged', accepted.length);
  // without accepted requests, nothing would be tested
  if (accepted.length === 0 || accepted.length < atLeast(leastAccepted, records.length))
    breaks('accepted', `${accepted.length} of ${records.length}`);

  count('lost with Redis (written but not synced to disk)', 0);
  for (const { card: id, request, at } of accepted) {
    if (cards.has(id ?? '')) continue;
    const forgotten = lossyKills.some((killed) => killed >= at && killed - at < unwrittenMs);
    if (forgotten) count('lost with Redis (written but not synced to disk)');
    else breaks('final', `${request.token}: acknowledged, but it has no card`);
  }
  for (const card of cards.values()) {
    const { kind, id, state, pending, posts } = card;
    count(`card ${kind === 'campaign' && state === 'review' ? 'campaign complete' : state}`);
    if (!final.has(state)) breaks('final', `${kind} ${id} ended in ${state}`);
    if (pending) breaks('final', `${kind} ${id} still has a pending change`);
    if (kind === 'campaign' && state === 'review' && posts.length !== 2)
      breaks('final', `campaign ${id} is complete with ${posts.length} of 2 posts`);
  }
  const ended = [...cards.values()].filter(({ state }) => state !== 'failed' && state !== 'outcome_unknown');
  if (ended.length < atLeast(leastSucceeding, cards.size))
    breaks('succeeds', `${ended.length} of ${cards.size}`);
  judgeActs(records, cards, chat, judged, count);
  judgeEffects(cards, service, judged, count);
  judgeMessages(cards, chat, judged, { count, now: scheduled.until });
  judgeMornings({ ...scheduled, requests: records.length }, chat, judged, count);
  judgeNotifications(cards, { ...notified, requests: records.length }, chat, judged, count);
  return { ...judged, counts };
}
