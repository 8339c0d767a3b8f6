/** What this process did, counted as it happens. Labels are words from the code or an API, never ids. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ServiceAnswer } from '#src/platform/publishing-api/exchange.ts';
import { type Endpoint, endpoints } from '#src/platform/publishing-api/failures.ts';
import type { Priority } from '#src/platform/publishing-api/service.ts';
import type { JobRun } from '#src/platform/queue/worker.ts';
import { type SlackAnswer, slackMethods } from '#src/platform/slack/client.ts';
import type { Acknowledged } from '#src/platform/slack/delivery.ts';

/** The refusals by Slack that an alert counts, because the bot can't work with its token. */
const tokenRefusals = ['invalid_auth', 'token_revoked', 'account_inactive', 'missing_scope'];

function labelsOf(said: Endpoint): { method: string; endpoint: string } {
  const [method = '', endpoint = ''] = said.split(' ');
  return { method, endpoint };
}

/** A transition, with the words that metric labels have had since 0.4.0. */
export interface CountedTransition {
  move: string;
  state: string;
}

export type Counters = ReturnType<typeof createCounters>;

export function createCounters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name: `presscheck_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ): Histogram<Label> => new Histogram({ name: `presscheck_${name}`, help, labelNames, buckets, registers });
  const acks = histogram(
    'ack_seconds',
    "From Slack's delivery to its acknowledgment; Slack allows 3 seconds",
    ['kind'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3],
  );
  const jobs = counter(
    'jobs_total',
    'Runs of jobs by how they ended: done, again, failed (retried), given up',
    ['kind', 'lane', 'outcome'],
  );
  const jobTimes = histogram(
    'job_seconds',
    'How long one run of a job took',
    ['kind'],
    [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  );
  const requests = counter(
    'service_requests_total',
    'Requests to the publishing service; the status is none if there was no response',
    ['endpoint', 'method', 'status'],
  );
  const requestTimes = histogram(
    'service_request_seconds',
    'From sending a request of the publishing service to its whole answer',
    ['endpoint', 'method'],
    [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  const postponed = counter(
    'budget_postponed_total',
    'Requests put off because the per-minute quota was used up, by who waited',
    ['priority'],
  );
  const moves = counter('card_moves_total', 'Moves of cards, with the state that the card has after it', [
    'move',
    'state',
  ]);
  const slackCalls = counter(
    'slack_calls_total',
    'Calls of the Slack Web API: ok, limited (429), refused (see the refusals), silent (no usable response)',
    ['method', 'result'],
  );
  const slackRefusals = counter('slack_refusals_total', 'What Slack refused, by its own code', [
    'method',
    'error',
  ]);
  // Prometheus misses the first event of a series that only appears with it, so every series that an alert
  // counts starts at 0.
  for (const priority of ['interactive', 'operation', 'check', 'background'] satisfies Priority[])
    postponed.inc({ priority }, 0);
  moves.inc({ move: 'lose track', state: 'outcome unknown' }, 0);
  for (const endpoint of endpoints) requests.inc({ ...labelsOf(endpoint), status: '429' }, 0);
  for (const method of slackMethods) {
    slackCalls.inc({ method, result: 'limited' }, 0);
    for (const error of tokenRefusals) slackRefusals.inc({ method, error }, 0);
  }

  return {
    acknowledged({ kind, ms }: Acknowledged): void {
      acks.observe({ kind }, ms / 1_000);
    },
    // Prometheus sets the labels `job` and `instance` itself.
    ran({ job: kind, queue, outcome, ms }: JobRun): void {
      jobs.inc({ kind, lane: queue, outcome });
      jobTimes.observe({ kind }, ms / 1_000);
    },
    serviceAnswered({ endpoint, status, ms }: ServiceAnswer): void {
      const labels = labelsOf(endpoint);
      requests.inc({ ...labels, status: String(status ?? 'none') });
      requestTimes.observe(labels, ms / 1_000);
    },
    postponed(priority: Priority): void {
      postponed.inc({ priority });
    },
    transitioned({ move, state }: CountedTransition): void {
      moves.inc({ move, state });
    },
    slackAnswered({ method, status, error }: SlackAnswer): void {
      const result = status === 429 ? 'limited' : status !== 200 ? 'silent' : error ? 'refused' : 'ok';
      slackCalls.inc({ method, result });
      if (error) slackRefusals.inc({ method, error });
    },
    /** The jobs of this process, so that their counters exist from the start and can be compared. */
    knowJobs(known: readonly { name: string; queue: string }[]): void {
      for (const { name, queue } of known)
        for (const outcome of ['done', 'given up'] satisfies JobRun['outcome'][])
          jobs.inc({ kind: name, lane: queue, outcome }, 0);
    },
  };
}
