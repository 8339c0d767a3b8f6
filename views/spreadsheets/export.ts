/** `/social export`: the form that asks which posts to export, and the texts sent with the file. */
import type { ModalView } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import { modal } from '#views/kit/blocks.ts';
import { chosenBrand, present } from '#views/kit/checks.ts';
import { block, brandField, input } from '#views/kit/fields.ts';
import { count, plural } from '#views/kit/language.ts';
import { unreadText } from '#views/kit/paged.ts';
import { contextOf, fieldsOf, type ModalContext, type Read, type Submitted } from '#views/kit/parse.ts';
import { clipped } from '#views/kit/text.ts';

const field = { from: 'from', until: 'until' } as const;

interface Range {
  brand: Named;
  /** The first and the last day. */
  from?: string;
  until?: string;
}

export const exportModal = {
  id: 'export-posts',

  render: ({ channel, brand }: ModalContext): ModalView =>
    modal(
      {
        callback_id: 'export-posts',
        title: 'Export posts',
        submit: 'Export',
        context: { channel, brand },
      },
      [
        brandField({ brand }),
        input(field.from, 'From', { type: 'datepicker' }, { optional: true }),
        input(
          field.until,
          'To',
          { type: 'datepicker' },
          {
            optional: true,
            hint: 'Leave both dates empty to export all posts, including drafts without a time.',
          },
        ),
      ],
    ),

  read(view: Submitted): Read<Range> {
    const fields = fieldsOf(view);
    const { brand, wrong } = chosenBrand(fields, contextOf(view).brand);
    const [from, until] = [fields.date(field.from), fields.date(field.until)];
    const errors = present(fields, {
      [block.brand]: wrong,
      [field.until]: from && until && until < from ? 'Choose a date on or after the start date.' : undefined,
    });
    if (errors || !brand) return { errors: errors ?? {} };
    return { value: { brand, ...(from && { from }), ...(until && { until }) } };
  },
};

export const exportStarted = (brand: string): string =>
  `I’m exporting posts for ${clipped(brand, 150)}. I’ll send you the file in a direct message.`;

export const exportNotBegun = { [block.brand]: 'Couldn’t start the export. Try again in a minute.' };

export const postsOnTheirWay = 'I’m preparing the posts you want to export.';

export const postsPerhaps =
  'I couldn’t confirm whether Slack shared the exported posts. If the file isn’t here, export them again.';

export const postsUnsent = 'Couldn’t send you the exported posts. Export them again in a minute.';

/** `reason`: a sentence. */
export const postsUnread = (brand: string, reason: string): string =>
  `Couldn’t export posts for ${clipped(brand, 150)}. ${reason}`;

/**
 * `cut`: how many posts have only the beginning of their caption. `days`: only posts of some days were
 * requested. `unread`: posts of the brand that couldn't be read completely.
 */
export function postsSent(
  brand: string,
  { unread, ...file }: { posts: number; cut: number; days: boolean; unread: Unread | undefined },
): string {
  return [fileText(brand, file), ...(unread ? [unreadText(unread, 'post')] : [])].join(' ');
}

function fileText(
  brand: string,
  { posts, cut, days }: Pick<Parameters<typeof postsSent>[1], 'posts' | 'cut' | 'days'>,
): string {
  if (posts === 0)
    return `${clipped(brand, 150)} has no posts${days ? ' in that date range' : ''}. The file has only the column headers.`;
  const said = `Here’s the file with ${count(posts, 'post')} for ${clipped(brand, 150)}.`;
  const note =
    cut === 0
      ? ''
      : ` For ${count(cut, 'published post')}, the file has only the start of ${plural(cut, { one: 'the', other: 'each' })} caption.`;
  return `${said}${note}`;
}
