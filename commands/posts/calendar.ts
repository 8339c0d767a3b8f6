import { brandPages } from '#commands/catalog/brand-pages.ts';
import type { Command, Deps, ListInvocation } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { type PageRequest, withUnread } from '#views/kit/paged.ts';
import {
  calendarList,
  calendarMs,
  comingPosts,
  isInCalendar,
  isToCome,
  renderCalendar,
  slotsShown,
} from '#views/posts/calendar.ts';
import { listedPosts } from './listed-posts.ts';

export const calendar: Command = {
  ...brandPages(calendarList, show),
  about: 'See what’s planned for the next four weeks, with open posting slots',
};

async function show(
  invocation: ListInvocation,
  deps: Deps,
  brand: Named,
  turned?: PageRequest,
): Promise<void> {
  const { workspace } = invocation;
  const shown = await listedPosts(invocation, deps, brand, { list: calendarList, turned });
  if (!shown) return;
  const { posts, listed, unread } = shown;
  const now = deps.now();
  const [readerZone, slackUrl, free, { minutesApart }, recurring, paused, unscheduled] = await Promise.all([
    deps.users.zoneOf(invocation.by),
    deps.slackUrl(),
    deps.slots.free(workspace, brand, slotsShown),
    deps.slots.of(workspace, brand.id),
    deps.slots.recurring(workspace, brand.id, now + calendarMs),
    deps.pauses.of(workspace, brand.id),
    deps.pauses.unscheduled(workspace, brand.id),
  ]);
  const cards = await deps.desk.known(workspace, posts.filter(isToCome));
  const coming = comingPosts(posts, { cards, unscheduled, recurring }, now);
  const rendered = renderCalendar(brand, coming, {
    cards,
    paused,
    free: free.filter((at) => isInCalendar(at, now)),
    readerZone,
    slackUrl,
    minutesApart,
    webAddress: (post) => deps.postAddress?.write({ post, brand: brand.id }),
    listed,
    requestedPage: turned?.page ?? 0,
  });
  await invocation.answer(withUnread(rendered, unread, 'post'));
  await shown.completesLater();
}
