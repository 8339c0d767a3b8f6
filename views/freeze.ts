/** A freeze in words: who froze what, when and why; how far it is; and what it left to decide. */
import type { KnownBlock } from '@slack/types';
import type { Freeze, FrozenPost, Progress } from '#src/cards/freeze.ts';
import { isAtWork } from '#src/cards/freeze.ts';
import type { Named } from '#src/cards/request.ts';
import type { Said } from './paged.ts';
import { clipped, count, mrkdwn, person, time } from './text.ts';

const nameOf = (brand: Named | undefined): string =>
  brand ? `*${clipped(brand.name, 150).replaceAll('*', '∗')}*` : '*All brands*';

const verb = (brand: Named | undefined): string => (brand ? 'is' : 'are');

/** `Northwind Coffee is frozen by @Bo, today at 10:31: wrong prices.` */
export function frozenText({ brand, by, at, reason }: Freeze): string {
  return `${nameOf(brand)} ${verb(brand)} frozen by ${person(by)}, ${time(at)}: ${clipped(reason, 600)}`;
}

/** The answer to whoever wanted to publish or schedule something. */
export const frozenRefusal = (freeze: Freeze): string =>
  `${frozenText(freeze)}\nUntil it is thawed nothing is published or scheduled, so nothing was done.`;

/** For a post that was asked for with a time. */
export const madeAsDraft = (freeze: Freeze): string =>
  `${frozenText(freeze)}\nYour post is made as a draft. Its time stays on the card, and is not sent.`;

/** On a card that waits. */
export const frozenBlock = (freeze: Freeze): KnownBlock => ({
  type: 'context',
  elements: [mrkdwn(`:snowflake: ${frozenText(freeze)}`)],
});

/** `Northwind Coffee`, as it is typed behind a command. */
export const typedScope = (brand: Named | undefined): string => (brand ? brand.name : 'all');

const captionsShown = 8;

/** The message in the channel; `thaw` is the command that thaws it. */
export function drawFreeze(freeze: Freeze, { posts, trouble, thawed }: Progress, thaw: string): Said {
  const title = thawed
    ? `${nameOf(freeze.brand)} ${freeze.brand ? 'was' : 'were'} frozen by ${person(freeze.by)}, ${time(freeze.at)}: ${clipped(freeze.reason, 600)}`
    : frozenText(freeze);
  const lines = [
    ...(thawed ? [`:sunny: Thawed by ${person(thawed.by)}, ${time(thawed.at)}.`] : []),
    ...progressLines(freeze, posts, thawed !== undefined),
    ...(trouble ? [`:warning: ${clipped(trouble, 600)}`] : []),
  ];
  const how = thawed
    ? `\`${thaw}\` asks again about what nobody has decided yet.`
    : `Nothing is published or scheduled until \`${thaw}\`, which asks for each post what to do.`;
  return {
    text: title,
    blocks: [
      { type: 'section', text: mrkdwn(`:snowflake: ${title}`) },
      { type: 'section', text: mrkdwn(lines.join('\n')) },
      { type: 'context', elements: [mrkdwn(how)] },
    ],
  };
}

function progressLines(freeze: Freeze, posts: readonly FrozenPost[], thawed: boolean): string[] {
  const of = (...states: FrozenPost['state'][]): FrozenPost[] =>
    posts.filter(({ state }) => states.includes(state));
  const [off, faster, stuck] = [of('off'), of('faster'), of('stuck')];
  const known = off.length + of('waiting', 'sending').length;
  const atWork = isAtWork(freeze) && !thawed;
  const going =
    known === 0
      ? 'Reading what is scheduled…'
      : `Taking ${count(known, 'post')} off the schedule: ${off.length} done.`;
  const ended =
    off.length === 0
      ? 'No post was taken off the schedule.'
      : `*${count(off.length, 'post')} taken off the schedule.* Each is a draft now, and its time is remembered.`;
  return [
    atWork ? `:hourglass_flowing_sand: ${going}` : ended,
    ...some(faster, `:warning: *${count(faster.length, 'post')} went out before that:*`),
    ...(atWork
      ? []
      : some(
          stuck,
          `:warning: *The publishing service refused to take ${count(stuck.length, 'post')} off. Look there now:*`,
        )),
  ];
}

function some(posts: readonly FrozenPost[], title: string): string[] {
  if (posts.length === 0) return [];
  const more = posts.length - captionsShown;
  return [
    title,
    ...posts.slice(0, captionsShown).map((post) => `• ${knownBy(post)}`),
    ...(more > 0 ? [`• and ${more} more`] : []),
  ];
}

/** `“Beans from Huila”, tomorrow at 10:00`. */
function knownBy({ caption, was }: FrozenPost): string {
  const words = clipped(caption.replace(/\s+/g, ' ').trim(), 80) || 'no caption';
  return `“${words}”${was ? `, ${time(was)}` : ''}`;
}

/** The private answer to whoever froze something. */
export function freezing(freeze: Freeze): { text: string } {
  const again = freeze.rounds > 1;
  return {
    text: again
      ? `${frozenText(freeze)}\nI go through the schedule once more, for what came onto it since.`
      : `${frozenText(freeze)}\nI take what is scheduled off the schedule, and say in the channel how it goes.`,
  };
}
