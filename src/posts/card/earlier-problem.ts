/**
 * Problems that releases before `problem.ts` had codes: they stored a sentence in `reason` and decided by it.
 * Those sentences are read here and nowhere else.
 */
import { z } from 'zod';

const endings = {
  retrying: ' It is still on the schedule, and may go out. I keep trying.',
  left: 'Something went wrong on our side. It is still on the schedule, and may go out: take it off if it must not.',
  looking: ' It may have been changed all the same, so we keep looking.',
} as const;

const earlierSchema = z.looseObject({
  code: z.undefined().optional(),
  step: z.string(),
  reason: z.string(),
  shows: z.string().optional(),
});

/** Gives a stored problem without a code the one that its sentence meant, or `legacy`. A problem with a code is unchanged. */
export function fromReason(stored: unknown): unknown {
  const { success, data } = earlierSchema.safeParse(stored);
  return success ? { ...data, ...toldBy(data) } : stored;
}

function toldBy({ step, reason, shows }: z.infer<typeof earlierSchema>): { code: string } {
  const before = (ending: string) => ({ kind: 'legacy', text: reason.slice(0, -ending.length) });
  if (shows !== undefined) return { code: codeOfStatus[step] ?? 'publishing_failed' };
  if (reason === endings.left)
    return told('still_scheduled', { failure: { kind: 'internal' }, retrying: false });
  if (reason.endsWith(endings.retrying))
    return told('still_scheduled', { failure: before(endings.retrying), retrying: true });
  if (reason.endsWith(endings.looking))
    return told('update_outcome_unknown', { because: before(endings.looking), result: 'looking' });
  return told('legacy', { text: reason });
}

const told = (code: string, parameters: object): { code: string } => ({ code, ...parameters });

/** They stored the service's own word for a status instead of a sentence. */
const codeOfStatus: Record<string, string> = { due: 'due_not_published', generate: 'generation_failed' };
