/** All jobs with the code that runs them: what a worker takes. */
import { alertHandler } from './alert.ts';
import { createHandler } from './create.ts';
import type { JobDeps } from './deps.ts';
import { drawHandler } from './draw.ts';
import { exportAnalyticsHandler } from './export-analytics.ts';
import { exportAuditHandler } from './export-audit.ts';
import { holdHandler } from './hold.ts';
import type { Handler } from './job.ts';
import { publishHandler } from './publish.ts';
import { sweepHandler } from './sweep.ts';
import { switchWorkflowHandler } from './switch-workflow.ts';
import { updateHandler } from './update.ts';
import { watchHandler } from './watch.ts';

export function createHandlers(deps: JobDeps): Handler[] {
  return [
    createHandler(deps),
    publishHandler(deps),
    updateHandler(deps),
    holdHandler(deps),
    drawHandler(deps),
    alertHandler(deps),
    watchHandler(deps),
    exportAnalyticsHandler(deps),
    exportAuditHandler(deps),
    sweepHandler(deps),
    switchWorkflowHandler(deps),
  ];
}
