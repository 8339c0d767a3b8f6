/** Updates a list in place after its posts were read, or once a post in it is done. */
import { randomUUID } from 'node:crypto';
import { type Deps, isCalled, type ListInvocation, type SharedDeps } from '#commands/kit/command.ts';
import { isListFollowed } from '#commands/kit/followed-list.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { CompleteList, FollowList } from '#src/posts/jobs.ts';
import type { PageRequest } from '#views/kit/paged.ts';
import { escaped } from '#views/kit/text.ts';

/** Longer than a response URL is valid. */
const toldForMs = 30 * 60_000;

/** Throws Slack's or Redis's error, and `ReadPending` while there's nothing new to show. */
export async function completeList(shared: SharedDeps, payload: CompleteList): Promise<void> {
  const { workspace, of, message, askedAt: completes } = payload;
  const deps = await shared.inWorkspace(workspace);
  // each failed read queues this, but Slack accepts only five answers
  const isFirst = () => deps.locks.acquire(workspace, `list-failed.${message}`, randomUUID(), toldForMs);
  const { failure } = await deps.index.status({ workspace, brand: of });
  if (failure && !(await isFirst())) return;
  const invocation = invocationOf(deps, payload);
  try {
    await rerender(invocation, deps, payload, { completes, isFollowed: await isListFollowed(deps, payload) });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    // a list of several brands, or of a pause, has no status of its own
    if (!failure && !(await isFirst())) return;
    await invocation.answer({ text: escaped(`${cause.message} ${cause.hint}`.trim()) });
  }
}

/** Throws Slack's or Redis's error. */
export async function rerenderFollowedList(shared: SharedDeps, payload: FollowList): Promise<void> {
  const deps = await shared.inWorkspace(payload.workspace);
  if (!(await isListFollowed(deps, payload))) return;
  // another post on the page may still be in progress, and has a job of its own
  await rerender(invocationOf(deps, payload), deps, payload, { isFollowed: true });
}

const invocationOf = (
  deps: Deps,
  { workspace, channel, by, address, message, isAnswer }: CompleteList,
): ListInvocation => ({
  workspace,
  channel,
  by,
  answerTo: { address, message, isAnswer },
  answer: (message) => deps.personNotifier.tell({ channel, user: by, instead: address }, message),
});

async function rerender(
  invocation: ListInvocation,
  deps: Deps,
  { list, of, page }: CompleteList,
  why: Pick<PageRequest, 'completes' | 'isFollowed'>,
): Promise<void> {
  const command = deps.commands.find((one) => isCalled(one, list));
  await command?.rerender?.(invocation, deps, { page, of, ...why });
}
