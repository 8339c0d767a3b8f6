/** Reads a brand's analytics and shows them where they were requested, with the whole table as a file. */

import { isoNow } from '#src/platform/iso-now.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { done, handlerOf, type Outcome } from '#src/platform/queue/job.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { Posted } from '#src/platform/slack/messages.ts';
import type { OutgoingFile } from '#src/platform/slack/uploader.ts';
import { addressForEveryone } from '#src/posts/card/card-address.ts';
import { reasonOf } from '#src/posts/problem-of.ts';
import { noChannel, openedFor, openOnce, shareOnce, shareOperationOf } from '#src/posts/share-once.ts';
import { exportTitle, renderExport } from '#views/analytics/analytics.ts';
import type { ExportDeps } from './deps.ts';
import type { ExportMessage, ExportStage, ExportState, Report, SharedFile } from './export-state.ts';
import { type ExportAnalytics, exportAnalyticsJob } from './jobs.ts';
import { postsOf } from './posts-of.ts';

/** An export whose progress a message shows. */
type Shown = ExportAnalytics & { message: ExportMessage };

export const exportAnalyticsHandler = handlerOf(
  exportAnalyticsJob,
  async (deps: ExportDeps, payload) => runExport(deps, await withMessage(deps, payload)),
  async (deps, payload, cause) => fail(deps, await withMessage(deps, payload), reasonOf(cause)),
);

/**
 * Posts the message, once for each request: in its channel, or as a direct message if that isn't possible.
 */
async function withMessage(deps: ExportDeps, payload: ExportAnalytics): Promise<Shown> {
  const { workspace, id, channel, message } = payload;
  if (message) return { ...payload, message };
  const reading = stateOf(payload, { is: 'reading' });
  const open = async () =>
    (await deps.notifier.post({ channel }, renderExport(reading, { aside: false }))) ??
    openAside(deps, reading);
  const opened = await openOnce(deps, workspace, `share.analytics-${id}`, open);
  return { ...payload, message: { ...opened, aside: opened.channel !== channel } };
}

async function openAside({ notifier }: ExportDeps, state: ExportState): Promise<Posted> {
  const opened = await notifier.post({ channel: state.by }, renderExport(state, { aside: true }));
  if (!opened) throw noChannel();
  return opened;
}

async function runExport(deps: ExportDeps, payload: Shown): Promise<Outcome> {
  const before = await deps.ledger.read(payload.workspace, shareOperationOf(payload.message));
  const report = await readReport(deps, payload);
  if (!report) {
    await show(deps, payload, { is: 'empty' });
    return done;
  }
  // an earlier run has shared the file, or may have, and died before it could say so
  const file = before ? (before.answer ? 'below' : 'unknown') : await fileOf(deps, payload, report);
  await show(deps, payload, await here(deps, report, file));
  return done;
}

const here = async (deps: ExportDeps, { numbers }: Report, file: SharedFile): Promise<ExportStage> => ({
  is: 'here',
  numbers,
  file,
  slackUrl: await deps.slackUrl(),
});

/** Shares the file. If Slack refuses the file for good, people still get the numbers. */
async function fileOf(deps: ExportDeps, payload: Shown, report: Report): Promise<SharedFile> {
  try {
    return await shareOrSendAside(deps, payload, report);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const file = { failed: `${cause.message} ${cause.hint}` };
    await showAside(deps, payload, await here(deps, report, file));
    return file;
  }
}

async function readReport(deps: ExportDeps, payload: Shown): Promise<Report | undefined> {
  try {
    const sent = await deps.service.analytics(payload.brand.id, { priority: 'interactive' });
    const brandRef = { workspace: payload.workspace, brand: payload.brand.id };
    const slackUrl = await deps.slackUrl();
    // this code is loaded for the first report, because most processes never make one
    const { makeReport } = await import('./report.ts');
    return await makeReport(sent, {
      period: payload.period,
      posts: (columns) => postsOf(deps, brandRef, columns),
      linkOf: ({ card }) => (card && addressForEveryone(card, slackUrl)) ?? '',
    });
  } catch (cause) {
    if (cause instanceof ServiceError && cause.retry) await show(deps, payload, { is: 'waiting' });
    throw cause;
  }
}

async function shareOrSendAside(deps: ExportDeps, payload: Shown, report: Report): Promise<SharedFile> {
  const files = [fileWith(payload.brand.name, report, isoNow(deps).slice(0, 10))];
  const about = { brand: payload.brand };
  const share = ({ channel }: ExportMessage, operation: string) =>
    shareOnce(deps, payload.workspace, files, { channel }, operation, about);
  const operation = shareOperationOf(payload.message);
  const shared = await share(payload.message, operation);
  if (shared === 'unknown') return 'unknown';
  if (shared === 'shared') return 'below';
  const name = asideOf(operation);
  const open = () => openAside(deps, stateOf(payload, { is: 'reading' }));
  const aside = { ...(await openOnce(deps, payload.workspace, name, open)), aside: true };
  const before = await deps.ledger.read(payload.workspace, name);
  const sent = before?.answer ? 'shared' : await share(aside, name);
  if (sent === 'channel_gone') throw noChannel();
  await showAside(deps, payload, await here(deps, report, sent === 'shared' ? 'below' : 'unknown'));
  return 'aside';
}

const asideOf = (operation: string): string => `${operation}-aside`;

/**
 * `northwind-coffee-analytics-2026-11-16-to-2026-11-22.csv`; for rows without dates, the day of the export.
 */
function fileWith(brand: string, { csv, numbers }: Report, today: string): OutgoingFile {
  const words = brand.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['brand'];
  const { summary } = numbers;
  const { period } = summary;
  const hasDates = !summary.missing.some(({ what }) => what === 'dates');
  const days = period && hasDates ? [dayText(period.from), 'to', dayText(period.to)] : [today];
  const name = `${[words.join('-').slice(0, 60), 'analytics', ...days].join('-')}.csv`;
  return { name, title: exportTitle(brand, summary), bytes: new TextEncoder().encode(csv) };
}

const dayText = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Shown in the message, even if the file was to be sent directly. */
async function fail(deps: ExportDeps, payload: Shown, reason: string): Promise<void> {
  const failed: ExportStage = { is: 'failed', reason };
  await show(deps, payload, failed);
  await showAside(deps, payload, failed);
}

/** Updates the direct message, if there is one. */
async function showAside(deps: ExportDeps, payload: Shown, stage: ExportStage): Promise<void> {
  const aside = await openedFor(deps, payload.workspace, asideOf(shareOperationOf(payload.message)));
  if (aside) await show(deps, { ...payload, message: { ...aside, aside: true } }, stage);
}

async function show(deps: ExportDeps, payload: Shown, stage: ExportStage): Promise<void> {
  const { aside } = payload.message;
  // if the message is gone, there's nothing to update
  await deps.notifier.replaceRendered(payload.message, {
    render: () => renderExport(stateOf(payload, stage), { aside }),
  });
}

const stateOf = ({ brand, by, channel, period }: ExportAnalytics, stage: ExportStage): ExportState => ({
  brand: brand.name,
  period,
  by,
  channel,
  stage,
});
