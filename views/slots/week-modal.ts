/** The form for the posting times of a brand's week. */
import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import { mostOnADay, type PostingSlots, timesByDay } from '#src/slots/slots.ts';
import { present } from '#views/kit/checks.ts';
import { option } from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { clockName, weekdayName } from '#views/kit/moment.ts';
import { fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { escaped, lasting, mrkdwn, plain } from '#views/kit/text.ts';
import { cityOf, zoneList, zoneName } from '#views/kit/zone-names.ts';

const week = [1, 2, 3, 4, 5, 6, 7];
const dayField = (day: number): string => `day.${day}`;
const apartField = 'apart';

/** Every quarter of an hour, all of which one menu takes. */
const clocks = Array.from(
  { length: 96 },
  (_, i) => `${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`,
);
const distances = [0, 5, 15, 30, 60, 120, 240];

const contextSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  /** The response address of the message that it was opened from. */
  list: z.string(),
  /** Of the posting times that it shows. */
  revision: z.int(),
});
export type WeekContext = z.infer<typeof contextSchema>;

export const weekModal = {
  id: 'slots.week',

  contextOf: (view: { private_metadata: string }): WeekContext =>
    contextSchema.parse(JSON.parse(view.private_metadata)),

  /** `zone`: that of the brand's settings; without one the form asks for it. `now` in epoch milliseconds. */
  render(
    { brand, ...asked }: Omit<WeekContext, 'revision'>,
    slots: PostingSlots,
    { zone, suggested, now }: { zone: string | undefined; suggested: string; now: number },
  ): ModalView {
    const name = clip(brand.name, slack.optionText);
    const options = clocks.map((at) => option(clockName(at), at));
    const byDay = timesByDay(slots);
    return {
      type: 'modal',
      callback_id: 'slots.week',
      title: plain('Posting times'),
      submit: plain('Save'),
      close: plain('Cancel'),
      private_metadata: JSON.stringify({ ...asked, brand: { ...brand, name }, revision: slots.revision }),
      blocks: [
        { type: 'header', text: plain(name) },
        zone
          ? { type: 'context', elements: [mrkdwn(`Times are in ${escaped(cityOf(zone))}.`)] }
          : zoneField((slots.revision > 0 && slots.zone) || suggested, now),
        ...week.map(
          (day): InputBlock => ({
            type: 'input',
            block_id: dayField(day),
            label: plain(weekdayName(day)),
            optional: true,
            element: {
              type: 'multi_static_select',
              action_id: dayField(day),
              placeholder: plain('No posts'),
              max_selected_items: mostOnADay,
              options,
              ...initial(options, byDay[day - 1] ?? []),
            },
          }),
        ),
        apart(slots.minutesApart),
      ],
    };
  },

  /** The error where someone saved other posting times while the form was open. */
  outdated: {
    [dayField(1)]: 'Someone else just changed these posting times. Close this form and open it again.',
  },

  read(view: Submitted): Read<Omit<PostingSlots, 'revision'>> {
    const fields = fieldsOf(view);
    const asksZone = fields.blocks.includes(zoneList);
    const zone = fields.choice(zoneList)?.id;
    const times = week.flatMap((day) => fields.choices(dayField(day)).map(({ id: at }) => ({ day, at })));
    const errors = present(fields, {
      [zoneList]: asksZone && !zone ? 'Choose a time zone.' : undefined,
    });
    if (errors) return { errors };
    const minutesApart = Number(fields.choice(apartField)?.id ?? 0);
    return { value: { times, minutesApart, ...(zone && { zone }) } };
  },
};

const zoneField = (zone: string, now: number): InputBlock => ({
  type: 'input',
  block_id: zoneList,
  label: plain('Time zone'),
  hint: plain('This brand has none in its settings. One that’s set there later applies here too.'),
  element: {
    type: 'external_select',
    action_id: zoneList,
    min_query_length: 0,
    initial_option: option(zoneName(zone, now), zone),
  },
});

function initial(options: ReturnType<typeof option>[], times: readonly string[]) {
  const initial_options = options.filter(({ value }) => value && times.includes(value));
  return initial_options.length > 0 ? { initial_options } : {};
}

function apart(minutes: number): InputBlock {
  const options = distances.map((one) => option(one === 0 ? 'Never' : lasting(one), String(one)));
  const chosen = options.find(({ value }) => value === String(minutes));
  return {
    type: 'input',
    block_id: apartField,
    label: plain('Point out posts on the same network that are closer than'),
    hint: plain('Only a hint: nobody is kept from choosing such a time.'),
    element: {
      type: 'static_select',
      action_id: apartField,
      options,
      ...(chosen && { initial_option: chosen }),
    },
  };
}
