/** Answers a click on a card's button, only to the person who clicked. Where the button is decides how. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockAction, ButtonAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { afterwards, notTold } from '#commands/kit/afterwards.ts';
import type { Deps } from '#commands/kit/command.ts';
import { followList, unfollowList } from '#commands/kit/followed-list.ts';
import { type Interaction, interactionOf, updateList } from '#commands/kit/in-place.ts';
import { showModal } from '#commands/kit/open-view.ts';
import { isUnderWay } from '#src/posts/card/state.ts';
import { approvalRequestsJob, followListJob } from '#src/posts/jobs.ts';
import { done, notDone } from '#views/kit/blocks.ts';
import { type ListPage, readRow } from '#views/kit/paged.ts';
import { approvalOfferBlock, approvalRequestBlock } from '#views/posts/card-buttons.ts';

/** As mrkdwn: why nothing was done, or a remark about what was done. */
export type ClickAnswer = string | { done: string } | undefined;

export interface HandledClick {
  args: Parameters<Middleware<SlackActionMiddlewareArgs<BlockAction<ButtonAction>>>>[0];
  deps: Deps;
  /** The card's id. */
  card: string;
  answer: ClickAnswer;
  /** The click opened a form, which updates the list from which it was opened. */
  opens: boolean;
}

/** Acknowledges the click and answers it. */
export const answerClick = (handled: HandledClick): Promise<void> => answers[placeOf(handled)](handled);

type Place = 'row' | 'offer' | 'view' | 'request' | 'card';

function placeOf({ args: { action, body } }: HandledClick): Place {
  if (readRow(action.block_id)) return 'row';
  if (action.block_id === approvalOfferBlock) return 'offer';
  if (body.view) return 'view';
  return action.block_id === approvalRequestBlock ? 'request' : 'card';
}

const answers: Record<Place, (handled: HandledClick) => Promise<void>> = {
  row: answerInRow,
  offer: answerOffer,
  view: answerInView,
  request: answerApprovalRequest,
  card: answerPrivately,
};

export const textOf = (answer: ClickAnswer): string | undefined =>
  typeof answer === 'object' ? answer.done : answer;

/** Slack waits three seconds for the acknowledgment of a click. */
export const answerWithinMs = 1_500;

async function answerPrivately({ args: { ack, respond }, answer }: HandledClick): Promise<void> {
  const text = textOf(answer);
  const answering = text
    ? respond({ response_type: 'ephemeral', replace_original: false, text })
    : Promise.resolve();
  // if the process dies before Slack has the answer, the click isn't acknowledged, so Slack says that it
  // failed
  await Promise.race([answering.catch(() => undefined), sleep(answerWithinMs, undefined, { ref: false })]);
  await ack();
  await answering;
}

/** Answers below the message, and updates it if it asks for approval. */
async function answerApprovalRequest(handled: HandledClick): Promise<void> {
  await answerPrivately(handled);
  const { args, deps, card } = handled;
  const { message } = args.body;
  if (!message) return;
  const { workspace, by: user, channel } = interactionOf(args);
  await afterwards(deps, "couldn't queue an update of an approval request", () =>
    deps.jobs.enqueue(approvalRequestsJob, { workspace, card, pressed: { user, channel, ts: message.ts } }),
  );
}

/** The answer, or the card, replaces the offer to approve, because that is answered only once. */
async function answerOffer({ args: { ack, respond }, answer }: HandledClick): Promise<void> {
  const text = textOf(answer);
  await ack();
  await respond(text ? { replace_original: true, text } : { delete_original: true });
}

/**
 * Answers in a modal: a Home tab or modal can't show an ephemeral message, and a person who clicks there
 * isn't looking at a channel.
 */
async function answerInView({ args, deps, answer }: HandledClick): Promise<void> {
  const { workspace, by, trigger, client } = interactionOf(args);
  const { view } = args.body;
  const text = textOf(answer);
  await args.ack();
  if (text) {
    const modal = typeof answer === 'object' ? done(text) : notDone(text);
    await afterwards(deps, notTold, () =>
      showModal({ client, trigger, view }, modal).catch(() => deps.personNotifier.direct(by, { text })),
    );
  }
  if (view?.type !== 'home') return;
  await afterwards(deps, "couldn't queue an update of Home tabs; the next change updates them", () =>
    deps.homes.open(workspace, by),
  );
}

/** Answers below the list, which is updated. */
async function answerInRow({ args, deps, card, answer, opens }: HandledClick): Promise<void> {
  const row = readRow(args.action.block_id);
  const text = textOf(answer);
  await args.ack();
  const interaction = interactionOf(args);
  if (text) await interaction.answerPrivately({ text });
  if (row && (text || !opens))
    await updateList(interaction, deps, {
      ...row,
      isFollowed: await followsPost(interaction, deps, row, card),
    });
}

/**
 * How long a list follows a post after publishing can't be undone anymore: it's usually published by then.
 */
const followedForMs = 15_000;

/** Whether the list will be updated once more, because the post is in progress. Never throws. */
async function followsPost(
  interaction: Interaction,
  deps: Deps,
  listPage: ListPage,
  id: string,
): Promise<boolean> {
  const { workspace, by, channel } = interaction;
  const { address, message } = interaction.answerTo;
  try {
    const card = await deps.desk.get(workspace, id);
    if (!card || !isUnderWay(card)) {
      await unfollowList(deps, message);
      return false;
    }
    const requestedAt = deps.now();
    const until = Math.max(requestedAt, Date.parse(card.publishAfter ?? card.updatedAt)) + followedForMs;
    await followList(deps, { message, page: listPage.page }, until + followedForMs - requestedAt);
    await deps.jobs.enqueue(followListJob, {
      workspace,
      by,
      channel,
      address,
      message,
      askedAt: requestedAt,
      until,
      card: id,
      list: listPage.list,
      of: listPage.of,
      page: listPage.page,
    });
    return true;
  } catch (cause) {
    deps.log.warn({ err: cause, card: id }, "couldn't follow a post in a list; its card shows what happens");
    return false;
  }
}
