/** Where a brand's team is notified: a choice for each kind of event, with an explanation below it. */
import type { KnownBlock, ModalView, StaticSelect } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import {
  alwaysSent,
  type Destination,
  destinationsSchema,
  type Topic,
  topics,
} from '#src/settings/notification-preferences.ts';
import { button, contextLine, heading, modal, section } from '#views/kit/blocks.ts';
import { option } from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { contextBy, fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { bold, plain } from '#views/kit/text.ts';

/** The button in the brand's settings that opens the form, and the menus in the form. */
export const destinationsActions = {
  open: 'settings.notifications',
  choose: 'settings.notifications.place',
} as const;

export type Destinations = Record<Topic, Destination>;

export const topicNames: Record<Topic, string> = {
  ready: 'Ready for review',
  review_requested: 'Resubmitted',
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
  approvals_cleared: 'Approvals cleared by an edit',
  rescheduled: 'Rescheduled by someone else',
  published: 'Published',
  failed: 'Failed',
  outcome_unknown: 'Outcome unknown',
};

/** In the order in which a post reaches them. */
const groups: [title: string, of: readonly Topic[]][] = [
  ['Review', ['ready', 'review_requested', 'changes_requested', 'rejected', 'approvals_cleared']],
  ['Publishing', ['rescheduled', 'published', 'failed', 'outcome_unknown']],
];

const contextSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  /** Which notifications the form shows (`shownOf`); absent in forms of earlier releases. */
  shown: z.string().optional(),
});
type Context = z.infer<typeof contextSchema>;

export const destinationOptions = {
  channel: option('In the channel', 'channel'),
  thread: option('In the thread', 'thread'),
  off: option('Off', 'off'),
};

const author = 'the author';
const earlier = 'the person who requested changes to the post or rejected it';

/** Who is mentioned. `hasRule`: the brand has an approval rule. */
function mentioned(topic: Topic, hasRule: boolean): string {
  switch (topic) {
    case 'ready':
      return hasRule ? `${author} and the approvers` : author;
    case 'review_requested':
      return hasRule ? `${author}, the approvers, and ${earlier}` : `${author} and ${earlier}`;
    case 'approvals_cleared':
      return `${author}, the approvers, and everyone whose approval was cleared`;
    case 'failed':
    case 'outcome_unknown':
      return `${author} and the person who published, scheduled, or retried the post`;
    default:
      return author;
  }
}

const says: Partial<Record<Topic, string>> = {
  changes_requested: ' and includes the note',
  rejected: ' and includes the reason',
  approvals_cleared: ', and says what changed',
  rescheduled: ' and includes the new time',
  published: ' and lists the networks',
  failed: ', and says what went wrong',
};

/** One sentence: what would be posted, and where. `hasRule`: the brand has an approval rule. */
export function destinationPreview(topic: Topic, chosen: Destination, hasRule: boolean): string {
  const who = mentioned(topic, hasRule);
  if (topic === 'ready') {
    if (chosen === 'off') return 'The card is posted without mentions.';
    return chosen === 'channel'
      ? `The card is posted as a new message that mentions ${who}.`
      : `The card is posted without mentions. A reply in its thread mentions ${who}.`;
  }
  if (chosen === 'off') return 'Shown only on the card.';
  const also = chosen === 'channel' ? ' It’s also sent to the channel.' : '';
  return `A reply in the thread mentions ${who}${says[topic] ?? ''}.${also}`;
}

/** The setting, one line for each place: `In the channel: Ready for review.` */
export function destinationsSummary(destinations: Destinations): string {
  const lines = (['channel', 'thread', 'off'] as const).flatMap((one) => {
    const of = topics
      .filter((topic) => destinations[topic] === one)
      .map((topic) => topicNames[topic].toLowerCase());
    return of.length > 0 ? [`${destinationOptions[one].text.text}: ${of.join(', ')}.`] : [];
  });
  return lines.join('\n');
}

export const destinationsModal = {
  id: 'settings.notifications',

  /** `isOutdated`: someone else changed the notifications, so these weren't saved. */
  render(
    { channel, brand, shown }: Context,
    destinations: Destinations,
    hasRule: boolean,
    isOutdated = false,
  ): ModalView {
    const name = clip(brand.name, slack.optionText);
    return modal(
      {
        callback_id: 'settings.notifications',
        title: 'Notifications',
        submit: 'Save',
        close: 'Back',
        context: { channel, brand: { ...brand, name }, shown },
      },
      [
        isOutdated && section(destinationsOutdated),
        section(`Choose where your team is notified about posts for ${bold(name, 200)}.`),
        ...groups.flatMap(([title, of]): KnownBlock[] => [
          heading(title),
          ...of.map(
            (topic): KnownBlock =>
              section(`*${topicNames[topic]}*\n${destinationPreview(topic, destinations[topic], hasRule)}`, {
                block_id: topic,
                accessory: menu(topic, destinations[topic]),
              }),
          ),
        ]),
        contextLine(footer),
      ],
    );
  },

  contextOf: contextBy(contextSchema),

  /** The selected destinations. A value that isn't an option of its menu becomes the default. */
  read(view: Submitted): Destinations {
    const fields = fieldsOf(view);
    const chosen = topics.map((topic) => [topic, fields.choice(topic)?.id] as const);
    return destinationsSchema.parse(
      Object.fromEntries(
        chosen.filter(([, destination]) => destination !== undefined && destination in destinationOptions),
      ),
    );
  },
};

// only inputs can show an error
export const destinationsOutdated =
  ':warning: Someone else just edited these notifications, so your changes weren’t saved. To see the current ones, go back and open this form again.';

const footer =
  'People aren’t notified of their own actions, unless something fails or its outcome is unknown. Replies about a campaign’s posts go in the campaign’s thread. People who chose direct messages get those instead of mentions.';

function menu(topic: Topic, chosen: Destination): StaticSelect {
  const { off, ...others } = destinationOptions;
  return {
    type: 'static_select',
    action_id: destinationsActions.choose,
    placeholder: plain(topicNames[topic]),
    options: [...Object.values(others), ...(alwaysSent.has(topic) ? [] : [off])],
    initial_option: destinationOptions[chosen],
  };
}

export const destinationsBlock = (brand: Named): KnownBlock =>
  section(
    '*Notifications*\nChoose where your team is notified when a post is ready, reviewed, rescheduled, or published, or when something goes wrong.',
    { accessory: button(destinationsActions.open, 'Edit', { value: brand.id }) },
  );

/**
 * Replaces the form after it was saved, because a message in the channel would be hidden behind the brand's
 * settings.
 */
export function destinationsSaved({ name }: Named, destinations: Destinations): ModalView {
  const saved = `:white_check_mark: Notifications for ${bold(name, 200)} were saved.`;
  return modal({ title: 'Notifications saved', close: 'Back' }, [
    section(`${saved}\n\n${destinationsSummary(destinations)}`),
  ]);
}
