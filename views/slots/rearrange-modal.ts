/** The form that gives several posts of a brand other posting slots at once. */
import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { option } from '#views/kit/fields.ts';
import { clip } from '#views/kit/limits.ts';
import { clockText, shortDayText } from '#views/kit/moment.ts';
import { fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { clipped, count, escaped, mrkdwn, plain, time } from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';

/** With the slots of each as options, the form stays below what Slack takes. */
export const rearrangedAtMost = 20;
/** So many free slots are offered beside those of the posts. */
export const freeOffered = 40;

const contextSchema = z.object({ channel: z.string(), brand: namedSchema });
type RearrangeContext = z.infer<typeof contextSchema>;

/** What was chosen for a post. Both in epoch ms. */
export interface Rearranged {
  card: string;
  from: number;
  to: number;
  /** Its block in the form. */
  field: string;
}

export const rearrangeModal = {
  id: 'slots.rearrange',

  contextOf: (view: { private_metadata: string }): RearrangeContext =>
    contextSchema.parse(JSON.parse(view.private_metadata)),

  /** `posts`: all of the brand that can be moved, the earliest first; `free`: in epoch ms. */
  render(
    { channel, brand }: RearrangeContext,
    posts: readonly PlannedPost[],
    { free, zone }: { free: readonly number[]; zone: string },
  ): ModalView {
    const shown = posts.slice(0, rearrangedAtMost);
    const moments = [...new Set([...shown.map(({ at }) => at), ...free.slice(0, freeOffered)])].sort(
      (a, b) => a - b,
    );
    const options = moments.map((at) => option(slotName(at, zone), String(at)));
    const name = clip(brand.name, 75);
    const more = posts.length - shown.length;
    return {
      type: 'modal',
      callback_id: 'slots.rearrange',
      title: plain('Rearrange the queue'),
      ...(shown.length > 0 && { submit: plain('Rearrange') }),
      close: plain(shown.length > 0 ? 'Cancel' : 'Close'),
      private_metadata: JSON.stringify({ channel, brand: { ...brand, name } }),
      blocks: [
        { type: 'header', text: plain(name) },
        {
          type: 'section',
          text: mrkdwn(shown.length > 0 ? `${how} Times are in ${escaped(cityOf(zone))}.` : nothing),
        },
        ...shown.map((post) => rowOf(post, options)),
        ...(more > 0
          ? [{ type: 'context' as const, elements: [mrkdwn(`${count(more, 'later post')} left out.`)] }]
          : []),
      ],
    };
  },

  /** The rows whose slot was changed, and the errors where two posts have the same one. */
  read(view: Submitted): { moved: Rearranged[]; errors: Record<string, string> } {
    const fields = fieldsOf(view);
    const rows = fields.blocks.flatMap((field): Rearranged[] => {
      const [, from, card] = /^queued\.(\d+)\.(.+)$/s.exec(field) ?? [];
      const to = fields.choice(field)?.id;
      return card && to ? [{ card, field, from: Number(from), to: Number(to) }] : [];
    });
    const moved = rows.filter(({ from, to }) => from !== to);
    const errors = moved
      .filter((row) => rows.some((other) => other !== row && other.to === row.to))
      .map(({ field }) => [field, twice]);
    return { moved, errors: Object.fromEntries(errors) };
  },
};

const how = 'Give posts other slots, also those of each other. Nothing changes until you press *Rearrange*.';
const nothing =
  'There’s nothing to rearrange: no post of this brand is planned for a time that can be changed.';
const twice = 'Another post in this form has the same slot. Choose another one.';

/** The errors at rows whose slot, or whose post, isn’t as the form shows it anymore. */
export const slotGone = 'Another post has this slot by now. Choose another one.';
export const movedSince =
  'Someone else just changed the time of this post. Close this form and open it again.';

/** `Tue, Nov 24, 9:00 AM`. */
const slotName = (at: number, zone: string): string => `${shortDayText(at, zone)}, ${clockText(at, zone)}`;

function rowOf(
  { at, caption, networks, card }: PlannedPost,
  options: ReturnType<typeof option>[],
): InputBlock {
  const words = clip(caption.replace(/\s+/g, ' ').trim(), 70) || 'No caption';
  const chosen = options.find(({ value }) => value === String(at));
  const field = `queued.${at}.${card?.id ?? ''}`;
  return {
    type: 'input',
    block_id: field,
    label: plain([words, ...networks].join(' · ')),
    element: {
      type: 'static_select',
      action_id: 'slot',
      options,
      ...(chosen && { initial_option: chosen }),
    },
  };
}

/** What came of it, as mrkdwn. `refused`: why the others were not moved, a sentence each. */
export function rearrangedText(
  { name }: Named,
  moved: readonly { caption: string; from: number; to: number }[],
  refused: readonly string[],
): string {
  const lines = moved.map(({ caption, from, to }) => {
    const [was, is] = [from, to].map((at) => time(new Date(at).toISOString()));
    return `• ${clipped(caption.replace(/\s+/g, ' ').trim(), 40) || 'No caption'}: ${was} → *${is}*`;
  });
  return [
    ...(moved.length > 0
      ? [`${count(moved.length, 'post')} of ${clipped(name, 75)} moved in the queue:`]
      : []),
    ...lines,
    ...(refused.length > 0
      ? [
          `:warning: ${count(refused.length, 'post')} not moved. ${[...new Set(refused)].slice(0, 3).join(' ')}`,
        ]
      : []),
  ].join('\n');
}

/** Why posts were not moved whose write failed. */
export const notWritten = 'I couldn’t save that. Check the calendar before you try again.';
