/**
 * Creates the demo's history of the last two mornings: an approval rule, published posts, posts that wait for review, the
 * reminder and digest that the bot sends about them, and a pause. Everything goes through the bot's own forms and buttons.
 */
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { submitCommandForm, submitConfirmingTime } from './demo-forms.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** The time zone of the brand and of Ana, who gets the reminder. */
const zone = 'Europe/Madrid';
const digestAt = '9:00 AM';

/** What happened at a time (epoch ms). `play` resolves when the result shows in Slack. */
export interface HistoryStep {
  at: number;
  play(chat: Chat): Promise<void>;
}

/** The steps in order. All are before `now` (epoch ms), on weekdays. */
export function historySteps(now: number): HistoryStep[] {
  const morning = lastMorning(now);
  return [
    { at: lastMorning(morning - 1), play: playYesterday },
    { at: morning, play: playThisMorning },
  ];
}

/** A minute after the digest's time, on the latest weekday on which that time has passed. */
function lastMorning(now: number): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const isOne = (at: number): boolean => /^(Mon|Tue|Wed|Thu|Fri)\w*,? 09$/.test(clock.format(at));
  let at = Math.floor(now / hourMs) * hourMs + minuteMs;
  while (at > now || !isOne(at)) at -= hourMs;
  return at;
}

async function playYesterday(chat: Chat): Promise<void> {
  const [ana, bo, cy] = [chat.user('Ana'), chat.user('Bo'), chat.user('Cy')];
  await submitCommandForm(ana, '/post First class on the pier: bring a friend, the second mat is on us.', {
    Brand: 'Harbor Yoga',
    'Social profiles': ['Facebook · Harbor Yoga Studio'],
  });
  const card = await bo.sees('social', /Ready for review[\s\S]*First class/);
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });

  await requireHarborApproval(cy);
  await setHarborDigest(cy);
  await setNorthwindDefaultProfiles(cy);
  await submitCommandForm(
    cy,
    '/post Sunday is for slow mornings: tea from eight, class at nine, nobody checks the clock.',
    {
      Brand: 'Harbor Yoga',
      'Social profiles': ['Facebook · Harbor Yoga Studio'],
    },
  );
  await cy.sees('social', /Ready for review[\s\S]*Sunday is for slow mornings/);
}

async function playThisMorning(chat: Chat): Promise<void> {
  const cy = chat.user('Cy');
  await cy.sees('social', /Harbor Yoga this morning/);
  await cy.sees('social', /<@U0ANA>: This post has been waiting/);
  await cy.types(
    '/social pause Atlas Outdoor One of our stoves is being recalled. Nothing goes out until we know more.',
    {
      in: 'social',
    },
  );
  await cy.sees('social', /unscheduled/);
}

/** Sets an approval rule: Ana or Bo has to approve Harbor Yoga's posts. */
async function requireHarborApproval(cy: Driver): Promise<void> {
  await cy.types('/social rules', { in: 'social' });
  await cy.clicks(await cy.privateMessage(/Approval rules/), 'Edit', { beside: /Harbor Yoga/ });
  const modal = await cy.seesModal('Approval rule');
  await modal.fill({ 'People who can approve': ['Ana', 'Bo'] });
  await submitConfirmingTime(modal);
}

/** Turns on the digest in the channel where the brand's posts are requested. */
const setHarborDigest = (cy: Driver): Promise<void> =>
  setBrand(cy, 'Harbor', {
    Channel: 'social',
    'Time zone': 'Madrid',
    'Digest on weekday mornings': `At ${digestAt}`,
  });

/** Sets default profiles, so the first form a user opens has some. Both networks accept posts without media. */
const setNorthwindDefaultProfiles = (cy: Driver): Promise<void> =>
  setBrand(cy, 'Northwind', {
    'Default profiles': ['Facebook · Northwind Coffee Roasters', 'LinkedIn · Northwind Coffee'],
  });

async function setBrand(cy: Driver, brand: string, settings: Record<string, Entry>): Promise<void> {
  await cy.types('/social settings', { in: 'social' });
  await (await cy.seesModal('Settings')).fill({ 'Choose a brand': brand });
  const modal = await cy.seesModal('Brand settings');
  await modal.submit(settings);
  await submitConfirmingTime(await cy.seesModal('Save settings?'));
  await cy.seesPrivately(/were saved/);
}
