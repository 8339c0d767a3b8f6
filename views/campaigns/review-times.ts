/** The new times of several posts: all moved by the same amount, or one for each. */
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { wrongTime } from '#views/kit/checks.ts';
import { clip } from '#views/kit/limits.ts';
import { fieldsOf, type Read, type Submitted, wholeNumber } from '#views/kit/parse.ts';
import { count, mrkdwn, plain } from '#views/kit/text.ts';
import { type Chosen, chosenSchema } from '#views/posts/chosen.ts';

const listSchema = z.object({ card: z.string(), chosen: z.array(chosenSchema) });

export const listed = (campaign: Card, chosen: readonly Chosen[]): string =>
  JSON.stringify(z.encode(listSchema, { card: campaign.id, chosen: [...chosen] }));

export const listOf = (view: { private_metadata: string }): z.infer<typeof listSchema> =>
  listSchema.parse(JSON.parse(view.private_metadata));

const furthestDays = 365;
const furthestHours = 23;
const days = 'days';
const hours = 'hours';

function numberField(id: string, name: string, furthest: number, hint: string): KnownBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(name),
    optional: true,
    hint: plain(hint),
    element: {
      type: 'number_input',
      action_id: id,
      is_decimal_allowed: false,
      min_value: String(-furthest),
      max_value: String(furthest),
      placeholder: plain('0'),
    },
  };
}

export interface Shift {
  days: number;
  hours: number;
}

export const shiftModal = {
  id: 'campaign.review.shift',
  contextOf: listOf,

  render(campaign: Card, chosen: readonly Chosen[]): ModalView {
    return {
      type: 'modal',
      callback_id: shiftModal.id,
      private_metadata: listed(campaign, chosen),
      title: plain('Move posts'),
      submit: plain('Continue'),
      close: plain('Back'),
      blocks: [
        {
          type: 'section',
          text: mrkdwn(
            `Moves *${count(chosen.length, 'post')}* by the same amount. Posts without a time are left out.`,
          ),
        },
        numberField(
          days,
          'Days',
          furthestDays,
          '3 moves them three days later, -3 three days earlier, at the same time of day.',
        ),
        numberField(hours, 'Hours', furthestHours, '2 moves them two hours later, -2 two hours earlier.'),
      ],
    };
  },

  read(view: Submitted): Read<Shift> {
    const fields = fieldsOf(view);
    const amount = (id: string, furthest: number) => wholeNumber(fields.text(id) || '0', -furthest, furthest);
    const [d, h] = [amount(days, furthestDays), amount(hours, furthestHours)];
    if ('wrong' in d) return { errors: { [days]: d.wrong } };
    if ('wrong' in h) return { errors: { [hours]: h.wrong } };
    if (d.value === 0 && h.value === 0) return { errors: { [days]: 'Enter a number of days or hours.' } };
    return { value: { days: d.value, hours: h.value } };
  },
};

const timeBlock = (n: number): string => `time.${n}`;

export const timesModal = {
  id: 'campaign.review.times',
  contextOf: listOf,

  render(campaign: Card, posts: readonly { chosen: Chosen; card: Card | undefined }[]): ModalView {
    return {
      type: 'modal',
      callback_id: timesModal.id,
      private_metadata: listed(
        campaign,
        posts.map(({ chosen }) => chosen),
      ),
      title: plain('New times'),
      submit: plain('Continue'),
      close: plain('Back'),
      blocks: [
        {
          type: 'context',
          elements: [mrkdwn('In your time zone. Posts whose time you don’t change stay as they are.')],
        },
        ...posts.flatMap(({ chosen: { n }, card }): KnownBlock[] => {
          const at = card && timeOf(card);
          return [
            {
              type: 'input',
              block_id: timeBlock(n),
              label: plain(`Post ${n}`),
              optional: true,
              ...(card && { hint: plain(captionOf(card)) }),
              element: {
                type: 'datetimepicker',
                action_id: timeBlock(n),
                ...(at && { initial_date_time: Math.floor(Date.parse(at) / 1_000) }),
              },
            },
          ];
        }),
      ],
    };
  },

  /** The new times (UTC) by the posts' numbers; those that were not entered are absent. */
  read(view: Submitted): Map<number, string> {
    const fields = fieldsOf(view);
    return new Map(
      listOf(view).chosen.flatMap(({ n }) => {
        const at = fields.time(timeBlock(n));
        return at === undefined ? [] : [[n, at] as const];
      }),
    );
  },

  /** The errors at the pickers of new times that cannot be meant; `now` in epoch milliseconds. */
  wrongTimes(wanted: readonly { chosen: Chosen; to?: string | undefined }[], now: number) {
    return Object.fromEntries(
      wanted.flatMap(({ chosen, to }) => {
        const wrong = wrongTime(to, now);
        return wrong === undefined ? [] : [[timeBlock(chosen.n), wrong] as const];
      }),
    );
  },

  /** An error at the first picker. */
  wrong(view: { private_metadata: string }, text: string): Record<string, string> {
    return { [timeBlock(listOf(view).chosen[0]?.n ?? 0)]: text };
  },
};

/** Plain text: nothing in it is markup. */
export const captionOf = ({ content }: Card): string => {
  const line = content.caption.replaceAll(/\s+/g, ' ').trim();
  return clip(line, 100) || 'No caption';
};
