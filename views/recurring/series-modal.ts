import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { limits, type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import { mediaSchema } from '#src/platform/slack/media.ts';
import type { SeriesFields } from '#src/recurring/series.ts';
import { heading, modal } from '#views/kit/blocks.ts';
import { present, wrongCaption } from '#views/kit/checks.ts';
import { block, checkboxes, input, option, selectField } from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import type { Reach } from '#views/kit/links.ts';
import { oneField, readLongText } from '#views/kit/long-text.ts';
import { weekdayName } from '#views/kit/moment.ts';
import { contextBy, fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { count } from '#views/kit/text.ts';
import { zoneBlock, zoneList } from '#views/kit/zone-names.ts';
import { filesBlock, mediaFields, readMediaFields } from '#views/posts/media-fields.ts';
import { captionFields } from '#views/posts/post-modal.ts';
import { newProfilesField } from '#views/posts/profile-fields.ts';
import { notReplaced } from '#views/posts/template-field.ts';

export const endDate = 'End date';

const field = { days: 'weekdays', at: 'clock', last: 'last-date', ahead: 'days-ahead' } as const;

const aheadOffered = [1, 2, 3, 5, 7, 14];
const usuallyAhead = 3;
const usualTime = '09:00';

// built with each form: formatting a first date or number reads tables that a start would have to wait for
const dayOptions = () => [1, 2, 3, 4, 5, 6, 7].map((day) => option(weekdayName(day), String(day)));
const aheadOptions = () => aheadOffered.map((days) => option(`${count(days, 'day')} before`, String(days)));

const contextSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  /** The response URL of the list from which it was opened. */
  list: z.string(),
  /** The series that the form changes, and the edition that it shows. */
  series: z.string().optional(),
  edition: z.int().default(0),
  /** The same limits as in the forms of posts. */
  captionLimit: z.int().optional(),
  emptyCaption: z.boolean().optional(),
  taken: z.array(mediaSchema).optional(),
});
export type SeriesContext = z.infer<typeof contextSchema>;

interface SeriesForm {
  series?: SeriesFields | undefined;
  /** The preselected profiles of a new series. */
  profiles: readonly Named[];
  /** The zone in the brand's settings; without one, the form asks for it. */
  zone: string | undefined;
  /** The time zone of the brand's posting times, and the reader's. */
  ofQueue?: string | undefined;
  suggested: string | undefined;
  /** The brand's rule allows attached files only. */
  attachedOnly: boolean;
  uploads: boolean;
  /** Epoch ms. */
  now: number;
}

export const seriesModal = {
  id: 'recurring.series',

  contextOf: contextBy(contextSchema),

  render(
    { brand, ...about }: SeriesContext,
    { series, profiles, zone, ofQueue, suggested, attachedOnly, uploads, now }: SeriesForm,
  ): ModalView {
    const name = clip(brand.name, slack.optionText);
    const context = { channel: about.channel, brand };
    return modal(
      {
        callback_id: 'recurring.series',
        title: 'Recurring post',
        submit: 'Save',
        context: { ...about, brand: { ...brand, name } },
      },
      [
        heading(name),
        ...captionFields(about, series?.caption ?? '', oneField()),
        ...mediaFields(
          { taken: about.taken, uploads, attachedOnly },
          { linked: series?.mediaUrls ?? [], takenName: 'Current files', linksHint: links },
        ),
        newProfilesField(context, series?.profiles ?? profiles, 'post'),
        daysField(series?.days ?? []),
        input(field.at, 'Time', { type: 'timepicker', initial_time: series?.at ?? usualTime }),
        zoneBlock(zone, { kept: series?.zone ?? ofQueue, own: suggested, now }),
        selectField(field.ahead, 'Create each post', aheadOptions(), {
          chosen: String(series?.daysAhead ?? usuallyAhead),
          hint: 'Leave enough time to review it.',
        }),
        dateField(series?.lastDate),
      ],
    );
  },

  /** The error if someone changed or stopped the series while the form was open. */
  failed: (why: string): Record<string, string> => ({ [block.caption]: why }),
  outdated: 'Someone else just edited this recurring post. Close this form and open it again.',
  noneLeft: { [field.last]: 'No posts would go out by this date. Choose a later date, or leave it empty.' },

  read(view: Submitted, reach: Reach): Read<SeriesFields> {
    const fields = fieldsOf(view);
    const context = seriesModal.contextOf(view);
    const caption = readLongText(fields, block.caption);
    const { linked, media, wrong } = readMediaFields(fields, context, reach);
    const days = fields.choices(field.days).map(({ id }) => Number(id));
    const at = fields.clockTime(field.at);
    const asksZone = fields.blocks.includes(zoneList);
    const zone = fields.choice(zoneList)?.id;
    const lastDay = fields.date(field.last);
    const errors = present(fields, {
      [block.caption]:
        wrongCaption(caption, context.captionLimit ?? limits.caption, context.emptyCaption) ??
        notReplaced(view, block.caption, caption),
      ...wrong,
      [filesBlock]: wrong[filesBlock] ?? (media.length > slack.files ? tooManyFiles : undefined),
      [field.days]: days.length === 0 ? 'Choose at least one day.' : undefined,
      [field.at]: at === '' ? 'Choose a time.' : undefined,
      [zoneList]: asksZone && !zone ? 'Choose a time zone.' : undefined,
    });
    if (errors) return { errors };
    return {
      value: {
        caption,
        mediaUrls: linked,
        days,
        at,
        ...(media.length > 0 && { files: media }),
        profiles: fields.choices(block.profiles(context.brand)),
        daysAhead: Number(fields.choice(field.ahead)?.id ?? usuallyAhead),
        ...(zone && { zone }),
        ...(lastDay && { lastDate: lastDay }),
      },
    };
  },
};

const tooManyFiles = `A recurring post can have up to ${slack.files} attached files.`;

const links =
  'Public links to PNG, JPG, GIF, or MP4 files, one per line. Each link must keep working for as long as the post repeats.';

function daysField(days: readonly number[]): InputBlock {
  const options = dayOptions();
  const chosen = options.filter(({ value }) => days.includes(Number(value)));
  return input(field.days, 'Repeats every', checkboxes(options, chosen));
}

const dateField = (date: string | undefined): InputBlock =>
  input(field.last, endDate, { type: 'datepicker', ...(date && { initial_date: date }) }, { optional: true });
