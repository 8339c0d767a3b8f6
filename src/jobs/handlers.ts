/** All jobs with the code that runs them: what a worker takes. */
import { z } from 'zod';
import { approvalRequestsHandler } from '#src/notifications/approval-requests.ts';
import { deliverHandler } from '#src/notifications/deliver.ts';
import { alertJob, deliverJob, notifyJob } from '#src/notifications/jobs.ts';
import { alertHandler, notifyHandler } from '#src/notifications/notify.ts';
import { statusHandler, statusJob } from '#src/notifications/status.ts';
import type { OutsideOf } from '#src/ports.ts';
import { createHandler, createJob } from '#src/posts/create.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { publishHandler, publishJob } from '#src/posts/publish.ts';
import { readerHandler } from '#src/posts/reader.ts';
import { updateHandler, updateJob } from '#src/posts/update.ts';
import {
  approvalRequestsJob,
  batchJob,
  completeListJob,
  exportAnalyticsJob,
  exportAuditJob,
  freezeJob,
  freezeLookJob,
  previewCardJob,
  switchWorkflowJob,
  welcomeJob,
} from './asked.ts';
import { batchHandler } from './batch.ts';
import { checkFilesHandler, checkFilesJob } from './check-files.ts';
import { completeListHandler } from './complete-list.ts';
import type { JobDeps, SharedJobDeps } from './deps.ts';
import { digestHandler, digestJob } from './digest.ts';
import { drawHandler, drawJob } from './draw.ts';
import { exportAnalyticsHandler } from './export-analytics.ts';
import { exportAuditHandler } from './export-audit.ts';
import { freezeHandler, freezeLookHandler } from './freeze.ts';
import { holdHandler, holdJob } from './hold.ts';
import { homeHandler, homeJob } from './home.ts';
import { incidentHandler, incidentJob } from './incident.ts';
import { done, type Handler } from './job.ts';
import { previewCardHandler } from './preview-card.ts';
import { redrawHandler, redrawJob } from './redraw.ts';
import { remindHandler, remindJob } from './remind.ts';
import { removeWorkspaceHandler } from './remove-workspace.ts';
import { sweepHandler } from './sweep.ts';
import { switchWorkflowHandler } from './switch-workflow.ts';
import { welcomeHandler } from './welcome.ts';

/** `remove` leaves nothing of a workspace that Presscheck was uninstalled from. */
export function createHandlers(
  shared: SharedJobDeps,
  outsideOf: OutsideOf,
  remove: (workspace: string) => Promise<void>,
): Handler[] {
  const inWorkspace = (job: Handler['job'], make: (deps: JobDeps) => Handler): Handler => {
    const withDeps = async <T>(
      data: unknown,
      run: (handler: Handler) => Promise<T>,
    ): Promise<T | undefined> => {
      const { workspace } = ofWorkspace.safeParse(data).data ?? {};
      // the job's own reader says what is wrong with such data
      if (workspace === undefined) return run(make(shared as JobDeps));
      const outside = await outsideOf(workspace);
      if (!outside) {
        await remove(workspace);
        return undefined;
      }
      const ended = await run(make({ ...shared, ...outside })).then(
        (value) => ({ value }),
        (cause: unknown) => ({ cause }),
      );
      // it was uninstalled while this ran: a failure is none, and what was written since would stay for ever
      if (await gone(workspace)) {
        await outside.left();
        await remove(workspace);
        return undefined;
      }
      if ('cause' in ended) throw ended.cause;
      return ended.value;
    };
    return {
      job,
      run: async (data) => (await withDeps(data, (handler) => handler.run(data))) ?? done,
      gaveUp: async (data, cause) => {
        await withDeps(data, (handler) => handler.gaveUp(data, cause));
      },
    };
  };
  const gone = (workspace: string): Promise<boolean> =>
    outsideOf(workspace).then(
      (outside) => outside === undefined,
      () => false,
    );
  return [
    inWorkspace(createJob, createHandler),
    inWorkspace(publishJob, publishHandler),
    inWorkspace(updateJob, updateHandler),
    inWorkspace(checkFilesJob, checkFilesHandler),
    inWorkspace(holdJob, holdHandler),
    inWorkspace(drawJob, drawHandler),
    inWorkspace(statusJob, statusHandler),
    inWorkspace(redrawJob, redrawHandler),
    inWorkspace(homeJob, homeHandler),
    inWorkspace(approvalRequestsJob, approvalRequestsHandler),
    inWorkspace(notifyJob, notifyHandler),
    inWorkspace(deliverJob, deliverHandler),
    inWorkspace(alertJob, alertHandler),
    inWorkspace(incidentJob, incidentHandler),
    inWorkspace(remindJob, remindHandler),
    inWorkspace(digestJob, digestHandler),
    inWorkspace(readBrandJob, readerHandler),
    inWorkspace(freezeJob, freezeHandler),
    inWorkspace(freezeLookJob, freezeLookHandler),
    inWorkspace(exportAnalyticsJob, exportAnalyticsHandler),
    inWorkspace(exportAuditJob, exportAuditHandler),
    inWorkspace(previewCardJob, previewCardHandler),
    inWorkspace(batchJob, batchHandler),
    inWorkspace(completeListJob, completeListHandler),
    inWorkspace(switchWorkflowJob, switchWorkflowHandler),
    inWorkspace(welcomeJob, welcomeHandler),
    sweepHandler(shared),
    removeWorkspaceHandler(outsideOf, remove),
  ];
}

const ofWorkspace = z.looseObject({ workspace: z.string() });
