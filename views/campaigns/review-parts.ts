/** What the modals and the report of a campaign review say about one post. */

import { networksShown } from '#src/platform/publishing-api/networks.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type CurrentApprovers, type Review, reviewOf } from '#src/posts/card/rule.ts';
import { isEditable, isInReview } from '#src/posts/card/state.ts';
import { hasVersions } from '#src/posts/card/versions.ts';
import { alternatives, listed } from '#views/kit/language.ts';
import { andMore } from '#views/kit/lists.ts';
import { clockText } from '#views/kit/moment.ts';
import { clipped, count, person } from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';
import { approvalCount } from '#views/posts/approval-progress.ts';
import { problemText } from '#views/posts/problems.ts';
import { whoMay } from '#views/posts/refusals.ts';
import { warningLines } from '#views/posts/warnings.ts';

const profilesNamed = 3;

export function where(card: Card): string {
  const names = card.content.profiles.map(({ name }) => clipped(name, 60));
  if (names.length === 0)
    return card.profilesUnknown ? 'Profiles set in the publishing service' : 'No social profiles';
  const rest = card.content.profiles.slice(profilesNamed);
  if (rest.length === 0) return names.join(', ');
  const networks = networksShown(rest);
  const on = networks.length > 0 ? ` on ${listed(networks.map((name) => clipped(name, 35)))}` : '';
  return `${names.slice(0, profilesNamed).join(', ')}, and ${rest.length} more${on}`;
}

const approversNamed = 5;

const warningsShown = 3;

/** What keeps the post from being published, or might, one line each. */
export function stops(card: Card, approvers: CurrentApprovers | undefined, now: number): string[] {
  if (card.pending || !isEditable(card)) return [];
  const warnings = warningLines(card);
  const more = warnings.length - warningsShown;
  return [
    ...warnings.slice(0, warningsShown),
    ...(more > 0 ? [`:warning: ${count(more, 'more warning')} on its card`] : []),
    ...(hasVersions(card) ? [otherVersionsInThread] : []),
    ...(card.problem ? [`:warning: ${clipped(problemText(card.problem), 300)}`] : []),
    ...(approvers && isInReview(card) ? [approvalText(reviewOf(card, approvers, now))] : []),
  ];
}

export const otherVersionsInThread = ':pencil2: Other versions are in the thread.';

function approvalText({ approvers, progress, late }: Review): string {
  const { given, needed, open, complete } = progress;
  if (late)
    return ':alarm_clock: Approved, but its planned time has passed. Publish it from its card, or choose a new time.';
  if (complete) return ':ballot_box_with_check: Fully approved';
  if (needed === undefined)
    return `:no_entry_sign: ${approvers.users.length === 0 ? whoMay(approvers, { nobody: 'Nobody can approve it' }) : 'It can’t get all the approvals its rule requires'}`;
  const list = open.length > needed - given.length ? alternatives : listed;
  const whom = list(andMore(open, approversNamed, person, (more) => count(more, 'other')));
  return `:ballot_box_with_check: ${approvalCount(given.length, needed)}, waiting for ${whom}`;
}

/** The choice in the review, and the title of its form. */
export const setNewTimes = 'Set new times';

/** The errors at the fields of the review, and next to a post that can't be moved. */
export const reviewErrors = {
  noneChosen: 'Select at least one post above.',
  tooMany: (allowed: number, chosen: number): string =>
    `You can select up to ${allowed} posts at once. You selected ${chosen}.`,
  nothingChosen: 'Choose what to do.',
  noTime: 'Change the time of at least one post.',
  noNewTime: 'Choose a date and time.',
  sameTime: 'It already has this time. Choose another one.',
  noDecision: 'Choose what to do with at least one post.',
  changed: 'Changed since you selected it. Press *Back*, check the current version, then select it again.',
  nothingToMove: 'It doesn’t have a time yet. Set one first.',
  /** `at`: the post's current time (epoch ms). */
  clocks(why: 'skipped' | 'repeated', at: number, zone: string): string {
    const clock = clockText(at, zone);
    const city = cityOf(zone);
    const because =
      why === 'skipped'
        ? `On the new date, clocks in ${city} go forward and skip ${clock}.`
        : `On the new date, clocks in ${city} go back and ${clock} happens twice.`;
    return `${because} Choose this post’s time with *${setNewTimes}*.`;
  },
};
