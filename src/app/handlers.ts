/** All jobs with their handlers: what a worker processes. */
import { z } from 'zod';
import { exportAnalyticsHandler } from '#src/analytics/export.ts';
import { resultsHandler, sweepResults } from '#src/analytics/results-job.ts';
import { exportAuditHandler } from '#src/audit/export.ts';
import { batchHandler, sweepBatches } from '#src/campaigns/batch-job.ts';
import { switchWorkflowHandler } from '#src/catalog/switch-workflow.ts';
import { homeHandler } from '#src/home/render-home.ts';
import { unfurlHandler } from '#src/links/unfurl.ts';
import { approvalRequestsHandler, renderApprovalRequests } from '#src/notifications/approval-requests.ts';
import { deliverHandler } from '#src/notifications/deliver.ts';
import { incidentHandler } from '#src/notifications/incident.ts';
import { notifyHandler, sweepNotifications } from '#src/notifications/notify.ts';
import { alertOf, mentionsOf } from '#src/notifications/on-card.ts';
import { welcomeHandler } from '#src/onboarding/welcome.ts';
import { pauseCheckHandler, pauseHandler, sweepPauses } from '#src/pause/pause-job.ts';
import { reportResumed } from '#src/pause/report.ts';
import { unscheduleIfPaused } from '#src/pause/unschedule.ts';
import { done, type Handler, type HandlerOf } from '#src/platform/queue/job.ts';
import { keepVersionHandler } from '#src/posts/keep-version.ts';
import { createHandler } from '#src/posts/operations/create.ts';
import { publishHandler } from '#src/posts/operations/publish.ts';
import { checkFilesHandler } from '#src/posts/operations/read-files.ts';
import { updateHandler } from '#src/posts/operations/update.ts';
import { outsideChangeHandler } from '#src/posts/outside-change.ts';
import { readerHandler } from '#src/posts/post-index/reader.ts';
import { completeListHandler, followListHandler } from '#src/posts/private-lists.ts';
import { renderAgainHandler } from '#src/posts/render-again.ts';
import { renderCardHandler } from '#src/posts/render-card.ts';
import { statusHandler, sweepStatuses } from '#src/posts/status.ts';
import { type SweepDeps, sweepHandler } from '#src/posts/sweeper.ts';
import { previewCardHandler } from '#src/preview/preview-card.ts';
import { recurringHandler, sweepRecurring } from '#src/recurring/recurring-job.ts';
import { digestHandler } from '#src/reminders/digest-job.ts';
import { remindHandler, sweepReminders } from '#src/reminders/remind.ts';
import { exportPostsHandler } from '#src/spreadsheets/export.ts';
import { importHandler, sweepImports } from '#src/spreadsheets/import-job.ts';
import { stepHandler, sweepSteps } from '#src/steps/run-step.ts';
import { removeWorkspaceHandler } from '#src/workspaces/removal.ts';
import type { WorkspaceContext, WorkspaceContextOf } from './workspace-context.ts';

const handlersOfWorkspaces = [
  createHandler,
  publishHandler,
  updateHandler,
  checkFilesHandler,
  keepVersionHandler,
  outsideChangeHandler(unscheduleIfPaused),
  renderCardHandler({ mentionsOf, alertOf, onRendered: renderApprovalRequests }),
  statusHandler,
  renderAgainHandler(reportResumed),
  homeHandler,
  approvalRequestsHandler,
  notifyHandler,
  deliverHandler,
  incidentHandler,
  remindHandler,
  digestHandler,
  resultsHandler,
  readerHandler,
  pauseHandler,
  pauseCheckHandler,
  exportAnalyticsHandler,
  exportAuditHandler,
  exportPostsHandler,
  importHandler,
  previewCardHandler,
  batchHandler,
  recurringHandler,
  stepHandler,
  completeListHandler,
  followListHandler,
  switchWorkflowHandler,
  unfurlHandler,
  welcomeHandler,
];

type AllDeps = (typeof handlersOfWorkspaces)[number]['make'] extends (deps: infer Deps) => unknown
  ? Deps
  : never;

/** `remove` deletes everything of a workspace that has uninstalled Presscheck. */
export function createHandlers(
  shared: SweepDeps & Omit<AllDeps, keyof WorkspaceContext>,
  contextOf: WorkspaceContextOf,
  remove: (workspace: string) => Promise<void>,
): Handler[] {
  const inWorkspace = ({ job, make }: HandlerOf<AllDeps>): Handler => {
    const withDeps = async <T>(
      data: unknown,
      run: (handler: Handler) => Promise<T>,
    ): Promise<T | undefined> => {
      const { workspace } = ofWorkspace.safeParse(data).data ?? {};
      // the job's own parser says what's wrong with such data
      if (workspace === undefined) return run(make(shared as object as AllDeps));
      const workspaceContext = await contextOf(workspace);
      if (!workspaceContext) {
        await remove(workspace);
        return undefined;
      }
      const ended = await run(make({ ...shared, ...workspaceContext })).then(
        (value) => ({ value }),
        (cause: unknown) => ({ cause }),
      );
      // it was uninstalled during this run: an error doesn't matter then, and whatever was written since has
      // to be removed
      if (await gone(workspace)) {
        await workspaceContext.forgetQuota();
        await remove(workspace);
        return undefined;
      }
      if ('cause' in ended) throw ended.cause;
      return ended.value;
    };
    return {
      job,
      run: async (data) => (await withDeps(data, (handler) => handler.run(data))) ?? done,
      onExhausted: async (data, cause) => {
        await withDeps(data, (handler) => handler.onExhausted(data, cause));
      },
    };
  };
  const gone = (workspace: string): Promise<boolean> =>
    contextOf(workspace).then(
      (workspaceContext) => workspaceContext === undefined,
      () => false,
    );
  return [
    ...handlersOfWorkspaces.map(inWorkspace),
    sweepHandler(shared, [
      sweepNotifications,
      sweepStatuses,
      sweepBatches,
      sweepReminders,
      sweepResults,
      sweepPauses,
      sweepRecurring,
      sweepImports,
      sweepSteps,
    ]),
    removeWorkspaceHandler.make({ contextOf, remove }),
  ];
}

const ofWorkspace = z.looseObject({ workspace: z.string() });
