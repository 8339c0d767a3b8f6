import { commands } from '#commands/index.ts';
import { withoutNumbers } from '#src/analytics/summary.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import { causes } from '#src/posts/card/problem.ts';
import { currentApprovers } from '#src/posts/card/rule.ts';
import type { Digest } from '#src/reminders/digest.ts';
import type { ReminderList } from '#src/reminders/message.ts';
import { at, later, problem as problemOf } from '#test/posts/card/samples.ts';
import { aRule } from '#test/support/rules.ts';
import { renderReport } from '#views/analytics/report.ts';
import { fittingResults, renderResults } from '#views/analytics/results.ts';
import { approvalOffer } from '#views/approval/approval-offers.ts';
import { helpText } from '#views/help/help.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { renderIncident } from '#views/notifications/incident.ts';
import { renderNotification } from '#views/notifications/notification.ts';
import { welcome } from '#views/onboarding/welcome.ts';
import { renderNoChannel } from '#views/posts/no-channel.ts';
import { renderDigest } from '#views/reminders/digest.ts';
import { renderReminderList, renderUnanswered, renderWaiting } from '#views/reminders/reminder.ts';
import {
  bare,
  type Extremes,
  full,
  largestSummary,
  listed,
  longId,
  longZone,
  many,
  message,
  now,
  numberCalled,
  type Shown,
  slackUrl,
  slash,
  type Text,
  users,
} from './extremes.ts';

const options = { slackUrl, now, slash, addressOf: () => `https://app.example.com/${'p'.repeat(1_000)}` };
const small = { slackUrl: '', now, slash: (name: string) => `/${name}` };
const waitingFor = (text: Text) => listed(text, { state: 'review', requestedTime: later });
const whys = ['reminded', 'author_reminded', 'no_approver'] as const;
const clock = { now, zone: longZone };
const one = bare({ state: 'review' });

/** With Slack's charts, and without them. */
const bothWays = ({ plain = [], ...said }: RenderedMessage): Shown[] => [said, { ...said, blocks: plain }];

/** One of each event that people are notified of. */
function everyEvent(text: Text): PostEvent[] {
  const by = 'U0BO';
  const problem = problemOf('publish', text(2_000));
  return [
    { type: 'post_ready' },
    { type: 'campaign_ready', posts: { ready: 3, failed: 1, requested: 5 }, problem },
    { type: 'changes_requested', by, note: text(3_000) },
    { type: 'resubmitted', by, unchanged: true },
    { type: 'approval_required', by, approvers: { people: users(50), groups: [] } },
    { type: 'approval_requested', by, note: text(3_000), anyone: true },
    { type: 'rejected', by, reason: text(3_000) },
    { type: 'reopened', by },
    {
      type: 'approvals_cleared',
      by,
      approvers: users(50),
      changed: ['caption', 'time'],
      time: at,
      was: later,
    },
    { type: 'scheduled', by, time: at, was: later },
    { type: 'planned', by, time: at },
    { type: 'unscheduled', was: later, why: 'needs_approval' },
    { type: 'published', by, onSchedule: false },
    { type: 'published', by, onSchedule: true },
    { type: 'failed', by, problem },
    { type: 'outcome_unknown', by, problem },
  ];
}

/** More of each than it can name. */
export function largeDigest(text: Text): Digest {
  const card = waitingFor(text);
  return {
    brand: card.brand,
    at: now,
    zone: longZone,
    since: 'last_digest',
    failedBefore: 100,
    waiting: many(500, () => ({ card, names: [text(300), text(300)], more: 40 })),
    published: many(500, () => ({ at: later, caption: text(300), card })),
    scheduled: [...many(500, () => ({ at: later, caption: text(1_001), card })), { at, caption: '' }],
    failed: many(500, () => card),
  };
}

const smallDigest: Digest = {
  brand: { id: 'b', name: '' },
  at: now,
  zone: 'UTC',
  since: 'friday',
  failedBefore: 0,
  waiting: [],
  published: [],
  scheduled: [{ at, caption: '' }],
  failed: [],
};

export const manyWaiting = (text: Text): ReminderList => {
  const card = waitingFor(text);
  return { to: 'U0BO', aloud: true, waiting: many(500, () => ({ card, since: now })) };
};

const roles = ['administrator', 'member', 'guest', 'outsider', 'unknown'] as const;
const wide = aRule({ approvers: { people: users(50), groups: many(50, (i) => `S${i}`.padEnd(11, '0')) } });
const denied = { why: 'not_named', approvers: currentApprovers(wide, new Map()) } as const;

export const notes: Extremes[] = [
  {
    view: 'help/help.helpText',
    smallest: () => {
      const reader = {
        role: 'outsider',
        canRequest: false,
        deciding: [],
        brand: undefined,
        keyed: true,
        hears: { replies: false, reactions: false, links: false },
      } as const;
      return [helpText(commands, reader, small.slash)];
    },
    largest: (text) => {
      const brands = many(200, (i) => ({ brand: `${i}${text(201)}`, own: false }));
      return roles.flatMap((role) =>
        [
          brands.map((one, i) => ({ ...one, denied: i % 2 ? denied : undefined })),
          brands.map((one) => ({ ...one, denied: undefined })),
          brands.map((one) => ({ ...one, denied })),
        ].map((deciding) =>
          helpText(
            commands,
            {
              role,
              canRequest: true,
              deciding,
              brand: text(201),
              keyed: false,
              hears: { replies: true, reactions: true, links: true },
            },
            slash,
          ),
        ),
      );
    },
  },
  {
    view: 'onboarding/welcome.welcome',
    smallest: () => [welcome('U0CY', { keyed: true }, small.slash)],
    largest: () => [welcome('U'.padEnd(11, '0'), { keyed: false }, slash)],
  },
  {
    view: 'notifications/notification.renderNotification',
    smallest: () =>
      everyEvent((n) => 'x'.repeat(n)).map((event) =>
        renderNotification(
          {
            lines: [{ card: one, event, asked: false }],
            mentions: [],
            root: one.id,
            names: new Map(),
          },
          small,
        ),
      ),
    largest: (text) => {
      const names = new Map([['U0BO', text(300)]]);
      const mentions = users(200).map((id) => ({ kind: 'user', id }) as const);
      const incident = message;
      const alone = everyEvent(text).map((event) => [
        { card: full(text, { message, state: 'failed' }), event, asked: true },
      ]);
      const many_ = everyEvent(text).flatMap((event) =>
        many(50, () => ({ card: full(text, { message }), event, asked: true })),
      );
      const corrected = everyEvent(text).flatMap((event) =>
        everyEvent(text).map((ended) => ({ card: full(text, { message }), event, asked: false, ended })),
      );
      return [...alone, many_, corrected].map((lines) =>
        renderNotification({ lines, mentions, names, incident }, options),
      );
    },
  },
  {
    view: 'notifications/incident.renderIncident',
    smallest: () => {
      const none = { since: at, cards: [], count: 1, elsewhere: { count: 0, places: 0 } };
      return causes.map((cause) => renderIncident({ cause, ...none }, small));
    },
    largest: (text) => {
      const cards = many(10, () => waitingFor(text));
      const elsewhere = { count: 90, places: 40 };
      return causes.flatMap((cause) => {
        const incident = { cause, since: at, cards, count: 500, elsewhere };
        return [
          incident,
          { ...incident, goesOn: message },
          { ...incident, over: at },
          { ...incident, cards: [], count: 90 },
        ].map((one) => renderIncident(one, options));
      });
    },
  },
  {
    view: 'reminders/reminder.renderWaiting',
    smallest: () => [renderWaiting({ to: ['U0BO'], card: one, since: now }, small)],
    largest: (text) => [renderWaiting({ to: users(500), card: waitingFor(text), since: now }, options)],
  },
  {
    view: 'reminders/reminder.renderReminderList',
    smallest: () => {
      const waiting = [{ card: one, since: now }];
      return [renderReminderList({ to: 'U0BO', aloud: false, waiting }, small)];
    },
    largest: (text) =>
      [undefined, ...whys].map((why) => renderReminderList({ ...manyWaiting(text), why }, options)),
  },
  {
    view: 'reminders/reminder.renderUnanswered',
    smallest: () => whys.map((why) => renderUnanswered({ card: one, since: now, why }, small)),
    largest: (text) => {
      const about = { card: waitingFor(text), since: now };
      return whys.map((why) => renderUnanswered({ ...about, why }, options));
    },
  },
  {
    view: 'reminders/digest.renderDigest',
    smallest: () => [renderDigest(smallDigest, small)],
    largest: (text) => [renderDigest(largeDigest(text), options)],
  },
  {
    view: 'analytics/results.renderResults',
    smallest: () => [renderResults([{ card: one, figures: [numberCalled('x')], days: 1 }])],
    largest: (text) => {
      const figures = many(40, () => numberCalled(text(400)));
      const long = many(60, () => ({ card: { ...waitingFor(text), campaign: 'c' }, figures, days: 9 }));
      const short = many(60, () => ({ card: one, figures: [numberCalled('x')], days: 1 }));
      return [long, short].map((all) => renderResults(fittingResults(all)));
    },
  },
  {
    view: 'analytics/report.renderReport',
    smallest: () => {
      const summary = withoutNumbers(undefined, { what: 'rows' });
      return bothWays(renderReport({ brand: { id: 'b', name: '' }, summary }, small));
    },
    largest: (text) =>
      bothWays(
        renderReport({ brand: { id: longId, name: text(401) }, summary: largestSummary(text) }, options),
      ),
  },
  {
    view: 'posts/no-channel.renderNoChannel',
    smallest: () => [renderNoChannel({ of: 'digest', brand: { id: 'b', name: '' }, channel: 'C1' }, small)],
    largest: (text) => [
      renderNoChannel(
        { of: 'report', brand: { id: 'b', name: text(401) }, channel: 'C'.repeat(15) },
        options,
      ),
    ],
  },
  {
    view: 'approval/approval-offers.approvalOffer',
    smallest: () => shownOffer(approvalOffer(one, 'reply', { undoForMs: 0, clock })),
    largest: (text) =>
      shownOffer(
        approvalOffer(full(text, { state: 'review', requestedTime: later }), 'reaction', {
          undoForMs: 600_000,
          clock,
        }),
      ),
  },
];

function shownOffer(said: ReturnType<typeof approvalOffer>) {
  if (!said) throw new Error('it has no button');
  return [said];
}
