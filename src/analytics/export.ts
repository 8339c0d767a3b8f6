/** Reads a brand's analytics and shares them where they were requested: a table, and a chart if there is one. */

import type { JobDeps } from '#src/job-deps.ts';
import { type ExportAnalytics, exportAnalyticsJob } from '#src/jobs.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { done, type Handler, handle, type Outcome } from '#src/platform/queue/job.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { OutgoingFile } from '#src/platform/slack/shared-files.ts';
import type { Report } from '#src/ports.ts';
import { reasonOf } from '#src/posts/problem-of.ts';
import { openedFor, openOnce, shareEffectOf, shareOnce } from '#src/posts/share-once.ts';
import { sharedNowhere } from '#views/posts/reasons.ts';
import type { ExportMessage, ExportStage } from './export-state.ts';

type Deps = Pick<JobDeps, 'service' | 'ledger' | 'reports' | 'exportMessages' | 'uploader' | 'now'>;

export function exportAnalyticsHandler(deps: Deps): Handler {
  return handle(exportAnalyticsJob, {
    run: (payload) => runExport(deps, payload),
    onExhausted: (payload, cause) => fail(deps, payload, reasonOf(cause)),
  });
}

async function runExport(deps: Deps, asked: ExportAnalytics): Promise<Outcome> {
  const before = await deps.ledger.read(asked.workspace, shareEffectOf(asked.message));
  if (before && !before.answer) {
    await show(deps, asked, { is: 'unknown' });
    return done;
  }
  const report = await readReport(deps, asked);
  if (!report) {
    await show(deps, asked, { is: 'empty' });
    return done;
  }
  const { rows, period, figures, withoutPicture } = report;
  const here: ExportStage = { is: 'here', rows, period, figures, withoutPicture };
  try {
    // an earlier run shared them and died before it could say so
    await show(deps, asked, before ? here : await shareOrSendAside(deps, asked, report, here));
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    await fail(deps, asked, `${cause.message} ${cause.hint}`);
  }
  return done;
}

async function readReport(deps: Deps, asked: ExportAnalytics): Promise<Report | undefined> {
  try {
    const sent = await deps.service.analytics(asked.brand.id, { priority: 'interactive' });
    return await deps.reports.make(asked.brand.name, sent);
  } catch (cause) {
    if (cause instanceof ServiceError && cause.retry) await show(deps, asked, { is: 'waiting' });
    throw cause;
  }
}

async function shareOrSendAside(
  deps: Deps,
  asked: ExportAnalytics,
  report: Report,
  here: ExportStage,
): Promise<ExportStage> {
  const files = filesOf(asked.brand.name, report, new Date(deps.now()).toISOString().slice(0, 10));
  const about = { brand: asked.brand };
  const share = ({ channel }: ExportMessage, operation: string) =>
    shareOnce(deps, asked.workspace, files, { channel }, operation, about);
  const effect = shareEffectOf(asked.message);
  const shared = await share(asked.message, effect);
  if (shared === 'unknown') return { is: 'unknown' };
  if (shared === 'shared') return here;
  const name = asideOf(effect);
  const open = () => deps.exportMessages.open(stateOf(asked, { is: 'reading' }), 'aside');
  const aside = { ...(await openOnce(deps, asked.workspace, name, open)), aside: true };
  const before = await deps.ledger.read(asked.workspace, name);
  const sent = before?.answer ? 'shared' : await share(aside, name);
  if (sent === 'no place') throw new Refusal(sharedNowhere, '');
  await deps.exportMessages.show(aside, stateOf(asked, sent === 'shared' ? here : { is: 'unknown' }));
  return { is: 'sent aside' };
}

const asideOf = (operation: string): string => `${operation}-aside`;

function filesOf(brand: string, { csv, picture, period }: Report, today: string): OutgoingFile[] {
  const words = brand.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['analytics'];
  const name = `${words.join('-').slice(0, 60)}-${today}`;
  const title = [brand, period].filter(Boolean).join(', ');
  return [
    ...(picture
      ? [{ name: `${name}.png`, title: `${title}: over time`, bytes: picture.png, alt: picture.alt }]
      : []),
    { name: `${name}.csv`, title: `${title}: table`, bytes: new TextEncoder().encode(csv) },
  ];
}

/** Even if the files were to be sent directly. */
async function fail(deps: Deps, asked: ExportAnalytics, reason: string): Promise<void> {
  const failed: ExportStage = { is: 'failed', reason };
  await show(deps, asked, failed);
  const aside = await openedFor(deps, asked.workspace, asideOf(shareEffectOf(asked.message)));
  if (aside) await deps.exportMessages.show({ ...aside, aside: true }, stateOf(asked, failed));
}

async function show(deps: Deps, asked: ExportAnalytics, stage: ExportStage): Promise<void> {
  await deps.exportMessages.show(asked.message, stateOf(asked, stage));
}

const stateOf = ({ brand, by, channel }: ExportAnalytics, stage: ExportStage) => ({
  brand: brand.name,
  by,
  channel,
  stage,
});
