/**
 * The one alert for many posts that failed for the same cause. It's updated in place with the count, and with
 * the end.
 */
import type { Incident } from '#src/notifications/message.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { messageAddress } from '#src/platform/slack/message-address.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Cause } from '#src/posts/card/problem.ts';
import { contextLine, section } from '#views/kit/blocks.ts';
import { listed } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { count, messageLink, person, place, plural, time } from '#views/kit/text.ts';
import { aside, type OwnMessageOptions, rowOf, rowsBlock } from '#views/posts/card-rows.ts';

/** What's wrong, who can fix it, and what to say once it's fixed. */
const words: Record<Cause, { wrong: string; fix: string; right: string }> = {
  key: {
    wrong: 'The publishing service rejected the API key.',
    fix: 'Your Presscheck admin needs to enter a valid API key.',
    right: 'The publishing service now accepts the API key.',
  },
  plan: {
    wrong: 'The publishing service says your plan doesn’t allow my requests.',
    fix: 'The account owner needs to check the plan and its limits.',
    right: 'Your publishing service plan allows my requests again.',
  },
  busy: {
    wrong: 'The publishing service isn’t accepting any more of my requests right now.',
    fix: 'This usually resolves itself. If it happens often, tell your Presscheck admin.',
    right: 'The publishing service is accepting my requests again.',
  },
  away: {
    wrong: 'The publishing service isn’t responding or is returning errors.',
    fix: 'This usually resolves itself. If it doesn’t, tell your Presscheck admin.',
    right: 'The publishing service is responding again.',
  },
  answers: {
    wrong: 'I can’t read the publishing service’s responses.',
    fix: 'Tell your Presscheck admin.',
    right: 'I can read the publishing service’s responses again.',
  },
};

export function renderIncident(incident: Incident, options: OwnMessageOptions): RenderedMessage {
  const { cause, since, cards, over } = incident;
  const { fix, right } = words[cause];
  const key = keyFailureIn(cards);
  const wrong = key?.keyHint && key.status === undefined ? missingKey : words[cause].wrong;
  const mentions = [...new Set(cards.map(({ author }) => person(author)))];
  const title = over
    ? `:white_check_mark: *${right}*`
    : `:rotating_light: ${mentions.length > 0 ? `${listed(mentions)}: ` : ''}*${wrong}*`;
  const affected = over
    ? `The problem started ${time(since)} and ended ${time(over)}. ${affectedPosts(incident)} failed because of it.`
    : `${affectedPosts(incident, 'affected')}. The problem started ${time(since)}. ${key?.keyHint ?? fix}`;
  const rows = cards.map((card) => ({
    ...rowOf(card, options.slackUrl),
    after: [aside(clip(card.brand.name, 60))],
  }));
  return {
    text: `${title} ${affected}`,
    blocks: [
      section(`${title}\n${affected}`),
      ...(rows.length > 0 ? [rowsBlock(rows, rows.length)] : []),
      contextLine(waysOn(incident, options)),
    ],
  };
}

const missingKey = 'The API key for the publishing service is missing.';

/** A key that's missing or isn't accepted. Other failures also say how people enter one, which wouldn't help. */
const keyFailureIn = (cards: readonly Card[]) =>
  cards
    .map(({ problem }) =>
      problem && 'failure' in problem && problem.failure.kind === 'key' ? problem.failure : undefined,
    )
    .find((failure) => failure !== undefined);

/**
 * Failures in places that not every reader can open are only counted. `word`: follows the number of posts.
 */
function affectedPosts({ count: n, elsewhere }: Incident, word = ''): string {
  const posts = [count(n, 'post'), word].filter(Boolean).join(' ');
  if (elsewhere.count === 0) return posts;
  const where = plural(elsewhere.places, {
    one: 'another conversation',
    other: `${elsewhere.places} other conversations`,
  });
  if (elsewhere.count === n) return `${posts} in ${where}`;
  return `${posts}, ${elsewhere.count} of them in ${where}${word ? '' : ','}`;
}

function waysOn(
  { cards, count: n, elsewhere, over, goesOn }: Incident,
  { slackUrl }: OwnMessageOptions,
): string {
  const more = n - elsewhere.count - cards.length;
  const named = more > 0 ? `and ${more} more. ` : '';
  if (goesOn) return `${named}${wayTo(goesOn, slackUrl)}`;
  return over
    ? `${named}Nothing was retried automatically. To retry a post, use the buttons on its card.`
    : `${named}Nothing is retried automatically. Once this is fixed, use the buttons on the cards.`;
}

/**
 * Names where the alert continues. Others can't open a message that one person reads alone, and Slack shows
 * them no name for it.
 */
function wayTo({ to, ...message }: NonNullable<Incident['goesOn']>, slackUrl: string): string {
  if (to && !isChannel(to)) return `Updates continue in a direct message to ${person(to)}.`;
  const updates = slackUrl ? messageLink(messageAddress(slackUrl, message), 'Updates') : 'Updates';
  return `${updates} continue ${to ? `in ${place(to)}` : 'in a newer message below'}.`;
}
