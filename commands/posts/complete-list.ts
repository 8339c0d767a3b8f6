/** Updates a list in place after its posts were read. */
import { randomUUID } from 'node:crypto';
import { isCalled, type ListAsked, type SharedDeps } from '#commands/kit/command.ts';
import type { CompleteList } from '#src/jobs.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { escaped } from '#views/kit/text.ts';

/** Longer than a response URL is valid. */
const toldForMs = 30 * 60_000;

/** Throws Slack's or Redis's error, and `ReadPending` as long as there is nothing new to show. */
export async function completeList(shared: SharedDeps, wanted: CompleteList): Promise<void> {
  const { workspace, list, of, page, by, channel, address, message, isAnswer } = wanted;
  const deps = await shared.inWorkspace(workspace);
  const command = deps.commands.find((one) => isCalled(one, list));
  // each failed read queues this, and Slack accepts five answers
  const isFirst = () => deps.locks.acquire(workspace, `list-failed.${message}`, randomUUID(), toldForMs);
  const { failure } = await deps.index.status({ workspace, brand: of });
  if (failure && !(await isFirst())) return;
  const asked: ListAsked = {
    ...{ workspace, channel, by, place: { address, message, isAnswer } },
    answer: (said) => deps.personNotifier.tell({ channel, user: by, instead: address }, said),
  };
  try {
    await command?.redraw?.(asked, deps, { page, of, completes: wanted.askedAt });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    // a list of several brands, or of a pause, has no status of its own
    if (!failure && !(await isFirst())) return;
    await asked.answer({ text: escaped(`${cause.message} ${cause.hint}`.trim()) });
  }
}
