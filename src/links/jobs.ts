/** The job that shows posts below the links to them, as data. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';

export const unfurlJob = workspaceJob(
  'unfurl',
  queues.messages,
  {
    /** The message with the links. */
    channel: z.string(),
    ts: z.string(),
    by: z.string(),
    /** People from other organizations are in the channel. */
    isShared: z.boolean(),
    /** The links as Slack spells them, with the ids in them. */
    links: z.array(z.object({ url: z.string(), post: z.string(), brand: z.string().optional() })),
    /** When Slack reported the links (epoch ms). */
    at: z.number(),
  },
  {
    // Slack also reports links that were added by an edit
    key({ channel, ts, links }) {
      const urls = createHash('sha256').update(JSON.stringify(links.map(({ url }) => url)));
      return [channel, ts, urls.digest('hex').slice(0, 16)];
    },
    attempts: 4,
  },
);
export type Unfurl = PayloadOf<typeof unfurlJob>;
