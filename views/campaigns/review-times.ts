/** The new times of several posts: all moved by the same amount, or one for each. */
import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { contextLine, modal, section } from '#views/kit/blocks.ts';
import { wrongTime } from '#views/kit/checks.ts';
import { input, timePicker } from '#views/kit/fields.ts';
import { clip } from '#views/kit/limits.ts';
import { contextBy, fieldsOf, type Read, type Submitted, wholeNumber } from '#views/kit/parse.ts';
import { count, noCaption, oneLine, plain, plural } from '#views/kit/text.ts';
import { type ChosenPost, chosenSchema } from '#views/posts/chosen.ts';
import { setNewTimes } from './review-parts.ts';

const contextSchema = z.object({ card: z.string(), chosen: z.array(chosenSchema) });

export const chosenContext = (campaign: Card, chosen: readonly ChosenPost[]): object =>
  z.encode(contextSchema, { card: campaign.id, chosen: [...chosen] });

export const chosenContextOf = contextBy(contextSchema);

const furthestDays = 365;
const furthestHours = 23;
const days = 'days';
const hours = 'hours';

function amountField(id: string, name: string, furthest: number, hint: string): KnownBlock {
  const element: InputBlock['element'] = {
    type: 'number_input',
    is_decimal_allowed: false,
    min_value: String(-furthest),
    max_value: String(furthest),
    placeholder: plain('0'),
  };
  return input(id, name, element, { optional: true, hint });
}

export interface Shift {
  days: number;
  hours: number;
}

export const shiftModal = {
  id: 'campaign.review.shift',
  contextOf: chosenContextOf,

  render(campaign: Card, chosen: readonly ChosenPost[]): ModalView {
    return modal(
      {
        callback_id: shiftModal.id,
        title: 'Shift times',
        submit: 'Continue',
        close: 'Back',
        context: chosenContext(campaign, chosen),
      },
      [
        section(
          plural(chosen.length, {
            one: 'Shift the time of *1 post*. If it doesn’t have a time, it’s skipped.',
            other: `Shift the times of *${count(chosen.length, 'post')}* by the same amount. Posts without a time are skipped.`,
          }),
        ),
        amountField(
          days,
          'Days',
          furthestDays,
          'For example, 3 for three days later or -3 for three days earlier, at the same time of day.',
        ),
        amountField(
          hours,
          'Hours',
          furthestHours,
          'For example, 2 for two hours later or -2 for two hours earlier.',
        ),
      ],
    );
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
  contextOf: chosenContextOf,

  render(campaign: Card, posts: readonly { chosen: ChosenPost; card: Card | undefined }[]): ModalView {
    return modal(
      {
        callback_id: timesModal.id,
        title: setNewTimes,
        submit: 'Continue',
        close: 'Back',
        context: chosenContext(
          campaign,
          posts.map(({ chosen }) => chosen),
        ),
      },
      [
        contextLine('Times are in your time zone. Posts whose time you don’t change stay as they are.'),
        ...posts.map(({ chosen: { n }, card }) =>
          input(timeBlock(n), `Post ${n}`, timePicker(card && timeOf(card)), {
            optional: true,
            hint: card && captionOf(card),
          }),
        ),
      ],
    );
  },

  /** The new times (UTC) by the posts' numbers; posts without one are absent. */
  read(view: Submitted): Map<number, string> {
    const fields = fieldsOf(view);
    return new Map(
      chosenContextOf(view).chosen.flatMap(({ n }) => {
        const at = fields.time(timeBlock(n));
        return at === undefined ? [] : [[n, at] as const];
      }),
    );
  },

  /** The errors at the pickers of impossible new times. `now`: epoch ms. */
  wrongTimes(requested: readonly { chosen: ChosenPost; to?: string | undefined }[], now: number) {
    return Object.fromEntries(
      requested.flatMap(({ chosen, to }) => {
        const wrong = wrongTime(to, now);
        return wrong === undefined ? [] : [[timeBlock(chosen.n), wrong] as const];
      }),
    );
  },

  errorAt(view: { private_metadata: string }, text: string): Record<string, string> {
    return { [timeBlock(chosenContextOf(view).chosen[0]?.n ?? 0)]: text };
  },
};

/** Plain text, so nothing in it is markup. */
export const captionOf = ({ content }: Card): string => clip(oneLine(content.caption), 100) || noCaption;
