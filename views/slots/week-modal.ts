import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import { zoneSchema } from '#src/settings/settings.ts';
import { mostOnADay, type PostingSlots, timesByDay } from '#src/slots/slots.ts';
import { heading, modal } from '#views/kit/blocks.ts';
import { notOffered, present } from '#views/kit/checks.ts';
import { input, option, selectField } from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { clockName, weekdayName } from '#views/kit/moment.ts';
import { contextBy, fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { lasting, plain } from '#views/kit/text.ts';
import { zoneBlock, zoneList } from '#views/kit/zone-names.ts';

const week = [1, 2, 3, 4, 5, 6, 7];
const dayField = (day: number): string => `day.${day}`;
const apartField = 'apart';

/** Every quarter of an hour, all of which fit into one menu. */
const clocks = Array.from(
  { length: 96 },
  (_, i) => `${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`,
);
const distances = [0, 5, 15, 30, 60, 120, 240];

const contextSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  /** The response address of the message from which it was opened. */
  list: z.string(),
  revision: z.int(),
});
export type WeekContext = z.infer<typeof contextSchema>;

export const weekModal = {
  id: 'slots.week',

  contextOf: contextBy(contextSchema),

  /**
   * `zone`: the one in the brand's settings; without one, the form asks for it. `suggested`: the reader's.
   * `now`: epoch ms.
   */
  render(
    { brand, ...context }: Omit<WeekContext, 'revision'>,
    slots: PostingSlots,
    { zone, suggested, now }: { zone: string | undefined; suggested: string | undefined; now: number },
  ): ModalView {
    const name = clip(brand.name, slack.optionText);
    const options = clocks.map((at) => option(clockName(at), at));
    const byDay = timesByDay(slots);
    return modal(
      {
        callback_id: 'slots.week',
        title: 'Posting times',
        submit: 'Save',
        context: { ...context, brand: { ...brand, name }, revision: slots.revision },
      },
      [
        heading(name),
        zoneBlock(zone, { kept: slots.zone, own: suggested, now }),
        ...week.map((day) =>
          input(
            dayField(day),
            weekdayName(day),
            {
              type: 'multi_static_select',
              placeholder: plain('No posting times'),
              max_selected_items: mostOnADay,
              options,
              ...initial(options, byDay[day - 1] ?? []),
            },
            { optional: true },
          ),
        ),
        apart(slots.minutesApart),
      ],
    );
  },

  /** The error if someone saved other posting times while the form was open. */
  outdated: {
    [dayField(1)]: 'Someone else just edited these posting times. Close this form and open it again.',
  },

  read(view: Submitted): Read<Omit<PostingSlots, 'revision'>> {
    const fields = fieldsOf(view);
    const asksZone = fields.blocks.includes(zoneList);
    const zone = fields.choice(zoneList)?.id;
    const times = week.flatMap((day) => fields.choices(dayField(day)).map(({ id: at }) => ({ day, at })));
    const isZone = zoneSchema.safeParse(zone).success;
    const errors = present(fields, {
      ...Object.fromEntries(week.map((day) => [dayField(day), wrongDay(fields.choices(dayField(day)))])),
      [zoneList]: asksZone && !isZone ? 'Choose a time zone.' : undefined,
      [apartField]: notOffered(fields.choice(apartField), distances.map(String)),
    });
    if (errors) return { errors };
    const minutesApart = Number(fields.choice(apartField)?.id ?? 0);
    return { value: { times, minutesApart, ...(zone && { zone }) } };
  },
};

/** The error for a choice that Slack's own clients can't send. */
const wrongDay = (chosen: readonly Named[]): string | undefined =>
  chosen.length > mostOnADay
    ? `Choose up to ${mostOnADay} times.`
    : chosen.map((time) => notOffered(time, clocks)).find((wrong) => wrong !== undefined);

function initial(options: ReturnType<typeof option>[], times: readonly string[]) {
  const initial_options = options.filter(({ value }) => value && times.includes(value));
  return initial_options.length > 0 ? { initial_options } : {};
}

function apart(minutes: number): InputBlock {
  const options = distances.map((one) => option(one === 0 ? 'No minimum' : lasting(one), String(one)));
  return selectField(apartField, 'Minimum time between posts on the same network', options, {
    chosen: String(minutes),
    hint: 'People see a warning but can still choose the time.',
  });
}
