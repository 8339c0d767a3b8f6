/** Decisions on a card, to record as samples. */
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';
import { seeAllText } from '#views/posts/card-content.ts';

const nextWeek = () => new Date(Date.now() + 7 * 86_400_000);
const brand = { Brand: 'Northwind Coffee' };

/** Clicks every button of a card, and submits their modals. */
export async function decisions(ana: Driver, bo: Driver): Promise<void> {
  const words = `Fresh beans are in. ${'And more of them. '.repeat(200)}`;
  await makesDraft(ana, words.slice(0, 2_000), { fill: brand });
  // the campaign's post is also in review
  const card = await ana.sees('social', cardSays.readyWith(/And more of them/));
  if (card.buttons.includes(seeAllText)) {
    await bo.clicks(card, seeAllText);
    await (await bo.seesModal('Full post')).close();
  }
  await card.shows(() => card.buttons.includes('Preview'));
  await bo.clicks(card, 'Preview');
  const edit = await bo.opensOn(card, 'Edit', 'Edit post');
  await edit.submit({ Caption: 'Fresher beans are in' });
  await card.shows(() => card.text.includes('Fresher') && card.buttons.includes('Schedule'));
  const schedule = await bo.opensOn(card, 'Schedule', 'Schedule');
  await schedule.submit({ 'Schedule for': nextWeek() });
  // the form first asks to confirm the time in the brand's zone
  await (await bo.seesModal('Schedule')).submit();
  await card.shows(() => card.buttons.includes('Unschedule'));
  await bo.clicks(card, 'Reschedule');
  await (await bo.seesModal('Reschedule')).close();
  await bo.clicks(card, 'Unschedule', { shows: () => card.buttons.includes('Reject') });
  await bo.says('lgtm', { thread: card });
  await bo.privateMessage(/Replies don’t count/);
  await bo.reacts(card);
  await bo.privateMessage(/Reactions don’t count/);
  await bo.clicks(card, 'Approve & publish', { shows: () => card.buttons.includes('Undo') });
  await bo.clicks(card, 'Undo', { shows: () => card.buttons.includes('Reject') });
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  await makesDraft(ana, 'A weaker idea', { fill: brand });
  const other = await ana.sees('social', cardSays.readyWith(/A weaker idea/));
  await other.shows(() => other.buttons.includes('Reject'));
  const home = await bo.opensHome(/A weaker idea/);
  // the newest card in review is last
  await bo.clicks(home, 'Reject', { nth: home.buttons.filter((name) => name === 'Reject').length });
  const reject = await bo.seesModal('Reject post');
  await reject.submit({ Reason: 'Not now' });
  await other.shows(/Rejected/);
}
