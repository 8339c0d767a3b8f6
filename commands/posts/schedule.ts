import type { Listener } from '#commands/kit/command.ts';
import { contentRefusal } from '#src/posts/card/apply-transition.ts';
import { asksAgain, onlyPlans } from '#src/posts/card/approvals.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { goesOut } from '#src/posts/card/versions.ts';
import { notScheduledYet } from '#views/posts/approval-progress.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { scheduleModal } from '#views/posts/card-modals.ts';
import { inQueue, noFreeSlot } from '#views/posts/refusals.ts';
import { onCardModal } from './card-modal.ts';
import { clashLines } from './clashes.ts';
import { onCardButton, openFor, tooLate, transitionOnClick } from './click.ts';
import { moveToNextSlot, nextSlotShown } from './next-slot.ts';
import { suggestedTime } from './suggested-time.ts';

/** *Schedule*, *Reschedule*, *Add to queue*, and *Unschedule*. */
export const onSchedule: Listener = (app, deps) => {
  for (const action of [actions.schedule, actions.reschedule])
    onCardButton(app, deps, {
      action,
      opens: true,
      async handle(click, deps) {
        const { card, paused, contentHash } = click;
        const [suggests, nextSlot] = await Promise.all([
          suggestedTime(deps, click, timeOf(card)),
          nextSlotShown(deps, card.brand),
        ]);
        const view = scheduleModal.render(card, {
          plans: onlyPlans(card, click),
          asksAgain: asksAgain(card, click),
          suggests,
          nextSlot,
        });
        const why = paused ? { why: 'paused' as const, pause: paused } : contentRefusal(card, contentHash);
        return openFor(deps, click, { type: 'change' }, view, why);
      },
    });
  onCardModal(
    app,
    deps,
    scheduleModal,
    'touch',
    (picked, { by, contentHash, approvers, approves, onlyPlans, slot }) => ({
      type: 'change',
      by,
      contentHash,
      pending: { what: 'schedule', change: { scheduledAt: slot ?? picked } },
      approvers,
      approves,
      onlyPlans,
    }),
    { inList: notScheduledYet },
  );
  onCardButton(app, deps, {
    action: actions.addToQueue,
    async handle({ card, by, contentHash, approvers, approves, paused }) {
      const plans = onlyPlans(card, { approvers, approves });
      const taken = await moveToNextSlot(deps, card, (scheduledAt) => ({
        type: 'change',
        by,
        contentHash,
        approvers,
        approves,
        onlyPlans: plans,
        paused,
        pending: { what: 'schedule', change: { scheduledAt } },
      }));
      if (!taken) return noFreeSlot(card.brand, deps.slash('social'));
      const { at, result } = taken;
      if (!result || 'refused' in result) return tooLate(deps, result, by);
      return {
        done: [inQueue(at, card.content.caption, goesOut(result.card)), await clashLines(deps, result.card)]
          .filter(Boolean)
          .join('\n'),
      };
    },
  });
  onCardButton(app, deps, {
    action: actions.unschedule,
    handle: (click) =>
      transitionOnClick(deps, click, {
        type: 'change',
        by: click.by,
        pending: { what: 'unschedule', change: { scheduledAt: null } },
      }),
  });
};
