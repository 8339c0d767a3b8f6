/** What a person reads, privately, when a card does not allow what they wanted. */
import type { Entry, State } from '#src/cards/card.ts';
import type { Refused } from '#src/cards/moves.ts';
import { person, time } from './text.ts';

const did: Record<Entry['what'], string> = {
  asked: 'asked for this',
  approved: 'approved this',
  rejected: 'rejected this',
  edited: 'edited this',
  scheduled: 'scheduled this',
  unscheduled: 'took this off the schedule',
  published: 'published this',
  'asked again': 'asked for this again',
  'looked again': 'asked to look again',
};

const doing = {
  edit: 'changing this',
  schedule: 'scheduling this',
  unschedule: 'taking this off the schedule',
};

const stateText: Record<State, string> = {
  queued: 'It is about to be sent.',
  creating: 'It is being sent.',
  generating: 'It is still being generated.',
  review: 'It is ready for review.',
  approved: 'It is approved and about to be published.',
  publishing: 'It is being published.',
  published: 'It is published.',
  scheduled: 'It is scheduled.',
  'changes requested': 'Changes were requested.',
  rejected: 'It was rejected.',
  failed: 'It failed.',
  'outcome unknown': 'Its outcome is unknown.',
};

export function refusalText(refused: Refused): string {
  if (refused.why === 'busy')
    return `${person(refused.pending.by)} is ${doing[refused.pending.what]} right now. Wait for the card to change, then decide.`;
  const last = refused.why === 'decided' ? refused.last : undefined;
  if (!last) return `That is not possible now. ${stateText[refused.state]}`;
  // who published it, and that it is published, is one thing to say
  const said = last.what === refused.state ? '' : ` ${stateText[refused.state]}`;
  return last.by
    ? `${person(last.by)} ${did[last.what]} first, ${time(last.at)}.${said}`
    : `This was ${last.what} outside Slack.${said}`;
}

/** `social` is the slash command of this installation. */
export function cardGone(social: string): string {
  return `I no longer know this card: what is finished is put away after a while. \`${social} posts\` shows its post as it is now, or make a new one.`;
}
