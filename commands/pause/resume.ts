import { setTimeout as sleep } from 'node:timers/promises';
import { brandsOnRecord } from '#commands/catalog/brands-on-record.ts';
import { brandWithId, forBrand } from '#commands/catalog/which-brand.ts';
import { afterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, Invocation, ListInvocation } from '#commands/kit/command.ts';
import { onPage } from '#commands/kit/paging.ts';
import { answerWithinMs } from '#commands/posts/answer-click.ts';
import { onCardButton } from '#commands/posts/click.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { brandOf, scopeOf } from '#src/posts/card/scope.ts';
import type { PageRequest } from '#views/kit/paged.ts';
import {
  activePauses,
  decideLater,
  decisionSaved,
  noList,
  noListNow,
  notPaused,
  pausedAlone,
  renderResume,
  resumeActions,
  resumed,
  resumeList,
  resumeListPageOf,
  stillPaused,
} from '#views/pause/resume.ts';
import { onlyWhoCanPause } from './permission.ts';
import { isOff, postsToDecide, type RequestedPage, waitingInAll } from './posts-to-decide.ts';
import { missedSlots, plannedMoves, pushBack } from './push-back.ts';
import { keep, leave, newTime, scheduleAgain, unschedule } from './resume-decisions.ts';

const word = 'resume';
const brandCommand = forBrand(word, (invocation, deps, brand) => resumeIt(invocation, deps, brand), {
  known: brandsOnRecord,
});

export const resume: Command = {
  word,
  aliases: ['thaw'],
  hint: '<brand|all>',
  about: 'Resume publishing, and decide what to do with each unscheduled post',
  group: 'set',
  example: '<brand>',
  changes: true,
  only: 'approver',
  keyless: true,
  acksWhenRecorded: true,

  async run(invocation, deps) {
    const text = invocation.text.trim();
    if (text.toLowerCase() === 'all') return resumeIt(invocation, deps, undefined);
    if (text !== '') return brandCommand.run(invocation, deps);
    // never guesses which brand is meant
    const pauses = await deps.pauses.all(deps.workspace);
    await invocation.answer({ text: activePauses(pauses, `${deps.slash('social')} ${word}`) });
  },

  rerender,

  listen(app, shared) {
    brandCommand.listen(app, shared);
    onPage(app, shared, resumeList, rerender);
    const decides = [
      { action: resumeActions.again, handle: scheduleAgain, adopts: true },
      { action: resumeActions.leave, handle: leave, adopts: false },
      { action: resumeActions.keep, handle: keep, adopts: false },
      { action: resumeActions.off, handle: unschedule, adopts: true },
    ];
    for (const { action, handle, adopts } of decides)
      onCardButton(app, shared, {
        action,
        adopts,
        permission: 'touch',
        after: showAgain,
        handle,
      });
    onButton(app, shared, { action_id: resumeActions.pushBack }, async (interaction, deps) => {
      const { scope = '' } = resumeListPageOf(interaction.block) ?? {};
      const pushing = pushBack(deps, interaction, { scope, team: interaction.team });
      // if the process dies before that, Slack says that the click failed
      await Promise.race([pushing, sleep(answerWithinMs, undefined, { ref: false })]);
      await interaction.ack();
      await showAgain(interaction, deps, interaction.block, await pushing);
    });
    onCardButton(app, shared, {
      action: resumeActions.newTime,
      permission: 'touch',
      opens: true,
      handle: newTime,
    });
  },
};

async function rerender(
  invocation: ListInvocation,
  deps: Deps,
  { page, of, completes }: PageRequest,
): Promise<void> {
  try {
    await show(invocation, deps, { scope: of, page, since: completes });
  } catch (cause) {
    // the list on display already says that its posts are being checked
    if (completes === undefined || !(cause instanceof Refusal)) throw cause;
    throw new Refusal(`${noListNow} ${cause.message}`, decideLater);
  }
}

/** Without a brand, all brands are resumed. */
async function resumeIt(invocation: Invocation, deps: Deps, brand: Named | undefined): Promise<void> {
  const { workspace, channel, by } = invocation;
  await onlyWhoCanPause(deps, invocation, brand, word);
  const scope = scopeOf(brand);
  const pause = await deps.pauses.get(workspace, scope);
  let says = '';
  const at = isoNow(deps);
  const entry = { at, by, what: 'thawed', brand, channel, via: 'command' } as const;
  const ended = pause !== undefined && (await deps.pauses.end(workspace, pause, entry));
  if (ended) {
    deps.audit.soon(workspace);
    says = resumed;
    await afterwards(deps, "couldn't queue updates after a resume; the next sweep will", () =>
      deps.desk.rerender(workspace, brand?.id),
    );
    deps.homes.soon(workspace);
  }
  const all = brand && (await deps.pauses.get(workspace, scopeOf(undefined)));
  const typed = `${deps.slash('social')} ${word}`;
  if (all) says = stillPaused(all, typed, ended ? brand : undefined);
  else if (!ended) says = notPaused(brand !== undefined);
  const alone = brand ? [] : (await deps.pauses.all(workspace)).filter((one) => one.brand);
  if (alone.length > 0) says = `${says}\n${pausedAlone(alone, typed)}`;
  try {
    await show(invocation, deps, { scope, page: 0, says, ended });
  } catch (cause) {
    // says that publishing was resumed, even if the list fails
    if (!ended || !(cause instanceof Refusal)) throw cause;
    await invocation.answer({ text: `${says} ${noList(cause.message)}` });
  }
}

async function show(
  invocation: ListInvocation,
  deps: Deps,
  { says = '', ended = false, ...requested }: RequestedPage & { says?: string; ended?: boolean },
): Promise<void> {
  const { scope } = requested;
  const { waiting, shown } = await postsToDecide(invocation, deps, requested);
  const brand = brandOf(scope);
  const missed = await missedSlots(deps, waiting);
  const about = {
    brand: brand === undefined ? undefined : await brandWithId(deps, brand, brandsOnRecord),
    scope,
    says,
    ended,
    allOff: waiting.every(isOff),
    inAll: brand === undefined ? 0 : await waitingInAll(deps, brand, waiting),
    missed,
    moves: missed > 0 ? await plannedMoves(deps, invocation, scope) : [],
    typed: `${deps.slash('social')} ${word}`,
  };
  const brands = new Set(shown.rows.map(({ post }) => post.brand.id));
  const zones = new Map(
    await Promise.all([...brands].map(async (id) => [id, await deps.zoneFor(id, invocation.by)] as const)),
  );
  const clockOf = (id: string) => ({ now: deps.now(), zone: zones.get(id) ?? 'UTC' });
  await invocation.answer(renderResume(about, shown, clockOf));
}

const showAgain: NonNullable<Parameters<typeof onCardButton>[2]['after']> = async (
  interaction,
  deps,
  block,
  text,
) => {
  const listPage = resumeListPageOf(block);
  if (text) await interaction.answerPrivately({ text });
  if (!listPage) return;
  try {
    await show(interaction, deps, listPage);
  } catch (cause) {
    // says what the click did, or why nothing was done, even if the list fails
    if (!(cause instanceof Refusal)) throw cause;
    await interaction.answerPrivately({ text: `${text ? '' : `${decisionSaved} `}${noList(cause.message)}` });
  }
};
