/** The messages that a recurring post sends: what was skipped, and why it stopped. */
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { News, Series } from '#src/recurring/series.ts';
import { listed, plural } from '#views/kit/language.ts';
import { everyText } from '#views/kit/moment.ts';
import { capital, clipped, count, oneLine, person, place, time } from '#views/kit/text.ts';
import { typedCommand } from '#views/posts/paused.ts';
import { clashText } from '#views/posts/warnings.ts';

/** `“Coffee of the week” for Northwind Coffee`. */
function named({ caption, brand }: Pick<Series, 'caption' | 'brand'>): string {
  const words = clipped(oneLine(caption), 80);
  const name = clipped(brand.name, 150);
  return words ? `“${words}” for ${name}` : `a recurring post for ${name} without a caption`;
}

/** `slash`: returns the slash command of this installation for a name. */
export function newsMessage(series: Series, news: News, slash: (name: string) => string): { text: string } {
  const { brand, by } = series;
  const of = named(series);
  const every = everyText(series.days, series.at);
  const list = typedCommand(`${slash('social')} recurring ${brand.name}`);
  switch (news.what) {
    case 'skipped':
      return {
        text: `${person(by)}: ${skipped(news, of)} It still repeats ${every}. To see it, use ${list}.`,
      };
    case 'stopped': {
      const mention = news.why === 'person_left' ? '' : `${person(by)}: `;
      return {
        text: `${mention}${capital(of)} no longer repeats ${every}: ${whyStopped(series, news)} Posts that already have a card can still go out. To set it up again, use ${list}.`,
      };
    }
    case 'stopped_by':
      return { text: `${capital(of)} no longer repeats ${every}: ${person(news.by)} stopped it.` };
    case 'changed_by':
      return {
        text: `${person(news.by)} edited your recurring post ${series.caption ? of : `for ${clipped(brand.name, 150)}`}. New posts from it will show ${person(news.by)} as the author. To see it, use ${list}.`,
      };
  }
}

/** A message about a card that was just created: the posts that it's close to. */
export function closeMessage(
  series: Series,
  { channel, content }: Pick<Card, 'channel' | 'content'>,
  clashes: readonly PlannedPost[],
): { text: string } {
  const every = everyText(series.days, series.at);
  return {
    text: `${clashText(content.caption, clashes)}\nYour post was created from a recurring post (${every}). To reschedule it, open its card, which is in ${place(channel)}.`,
  };
}

function skipped({ first, count: n }: Extract<News, { what: 'skipped' }>, of: string): string {
  return plural(n, {
    one: `I skipped ${of}, planned for ${time(first)}, because I couldn’t create the post in time.`,
    other: `I’ve skipped ${of} ${count(n, 'time')} since ${time(first)} because I couldn’t create the posts in time.`,
  });
}

function whyStopped({ by, brand }: Series, { why, names = [] }: Extract<News, { what: 'stopped' }>): string {
  const name = clipped(brand.name, 150);
  switch (why) {
    case 'person_left':
      return `${person(by)}, who set it up, is no longer in this workspace.`;
    case 'not_allowed':
      return `you can no longer request posts for ${name}.`;
    case 'files_unserved':
      return 'I can’t send its attached files because file uploads were turned off.';
    case 'file_gone':
      return `I can’t find ${firstOf(names)} in Slack anymore.`;
    case 'brand_gone':
      return `${name} is no longer in the publishing service.`;
    case 'profile_gone':
      return `${firstOf(names)} ${plural(names.length, { one: 'is', other: 'are' })} no longer connected to ${name}.`;
  }
}

const firstOf = (names: readonly string[]): string =>
  listed(names.slice(0, 5).map((one) => clipped(one, 100)));
