/** The jobs of the core, which other parts queue. */
import { z } from 'zod';
import { type PayloadOf, workspaceJob } from '#src/platform/queue/job.ts';
import { cardJob } from './card-job.ts';

/** Reads what was requested of a brand's listing. Its name is from earlier releases, whose queued jobs it runs, too. */
export const readBrandJob = workspaceJob('watch', 'read', { brand: z.string() });

/** Renders a card as it is then. */
export const renderCardJob = cardJob('draw', 'draw');

/** Decides who is notified of what was recorded, and where. `root`: the card in whose thread people are notified. */
export const notifyJob = workspaceJob('notify', 'draw', { root: z.string() });

export type OfRoot = PayloadOf<typeof notifyJob>;
