/** The form that gives several posts of a brand other posting slots at once. */
import type { InputBlock, ModalView, PlainTextElement, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { contextLine, heading, modal, section } from '#views/kit/blocks.ts';
import { input, option } from '#views/kit/fields.ts';
import { clip } from '#views/kit/limits.ts';
import { slotText } from '#views/kit/moment.ts';
import { contextBy, fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { count, escaped, noCaption, oneLine, plain, plural } from '#views/kit/text.ts';
import { cityOf } from '#views/kit/zone-names.ts';
import { pauseNotice } from '#views/posts/paused.ts';

type OptionGroup = { label: PlainTextElement; options: PlainTextOption[] };

/** The most posts in the form: each has all slots as options, and Slack limits the form. */
export const rearrangedAtMost = 20;
/** How many open slots are offered besides those of the posts. */
export const freeOffered = 40;

/**
 * `list`: the overview of posting times from which it was opened, which is updated with the posts' new times.
 */
const contextSchema = z.object({ channel: z.string(), brand: namedSchema, list: z.string().default('') });
type RearrangeContext = z.infer<typeof contextSchema>;

/** The choice for a post. Both times in epoch ms. */
export interface Rearranged {
  card: string;
  from: number;
  to: number;
  /** The id of its block in the form. */
  field: string;
}

export const rearrangeModal = {
  id: 'slots.rearrange',

  contextOf: contextBy(contextSchema),

  /**
   * `posts`: all of the brand's posts that can be moved, the earliest first; `free`: epoch ms; `fixed`: how
   * many planned posts can't be moved.
   */
  render(
    { channel, brand, list }: RearrangeContext,
    posts: readonly PlannedPost[],
    {
      free,
      zone,
      paused,
      fixed,
    }: { free: readonly number[]; zone: string; paused?: Paused | undefined; fixed: number },
  ): ModalView {
    const shown = posts.slice(0, rearrangedAtMost);
    const taken = [...new Set(shown.map(({ at }) => at))];
    const open = free.slice(0, freeOffered).filter((at) => !taken.includes(at));
    const group = (label: string, moments: number[]): OptionGroup[] =>
      moments.length > 0
        ? [{ label: plain(label), options: moments.map((at) => option(slotText(at, zone), String(at))) }]
        : [];
    const groups = [...group(takenSlots, taken), ...group(openSlots, open)];
    const name = clip(brand.name, 75);
    const more = posts.length - shown.length;
    return modal(
      {
        callback_id: 'slots.rearrange',
        title: 'Rearrange queue',
        submit: shown.length > 0 ? 'Rearrange' : undefined,
        context: { channel, brand: { ...brand, name }, list },
      },
      [
        heading(name),
        section(shown.length > 0 ? `${how} Times are in the ${escaped(cityOf(zone))} time zone.` : nothing),
        paused && pauseNotice(paused),
        ...shown.map((post) => rowOf(post, groups)),
        more > 0 && contextLine(`${count(more, 'later post')} not shown.`),
        fixed > 0 && contextLine(fixedText(fixed)),
      ],
    );
  },

  /**
   * The rows whose slot was changed, and the errors if two posts have the same slot. Posts that shared a slot
   * before, such as versions, can move together.
   */
  read(view: Submitted): { moved: Rearranged[]; errors: Record<string, string> } {
    const fields = fieldsOf(view);
    const rows = fields.blocks.flatMap((field): Rearranged[] => {
      const [, from, card] = /^queued\.(\d+)\.(.+)$/s.exec(field) ?? [];
      const to = fields.choice(field)?.id;
      return card && to ? [{ card, field, from: Number(from), to: Number(to) }] : [];
    });
    const moved = rows.filter(({ from, to }) => from !== to);
    const errors = moved
      .filter((row) => rows.some((other) => other.from !== row.from && other.to === row.to))
      .map(({ field }) => [field, twice]);
    return { moved, errors: Object.fromEntries(errors) };
  },
};

const how =
  'Choose a new slot for any post. To swap two posts, give each of them the other one’s slot. Nothing changes until you press *Rearrange*.';
const takenSlots = 'Slots taken by these posts';
const openSlots = 'Open slots';
const nothing = 'There’s nothing to rearrange: this brand has no planned posts whose time can be changed.';
/** Shown below the posts, so that both numbers add up to the list of planned posts. */
export const fixedText = (posts: number): string =>
  `${count(posts, 'planned post')} not shown: ${plural(posts, { one: 'it has no card, or its time can’t be changed right now.', other: 'they have no card, or their time can’t be changed right now.' })}`;
const twice = 'Another post in this form has this slot, too. Give one of them a different slot.';

/** The errors at rows whose slot or post has changed since the form was opened. */
export const slotGone = 'Another post has just taken this slot. Choose a different one.';
export const movedSince =
  'Someone else just changed the time of this post. Close this form and open it again.';

function rowOf({ at, caption, networks, card }: PlannedPost, option_groups: OptionGroup[]): InputBlock {
  const words = clip(oneLine(caption), 70) || noCaption;
  const field = `queued.${at}.${card?.id ?? ''}`;
  const initial_option = option_groups[0]?.options.find(({ value }) => value === String(at));
  return input(field, [words, ...networks].join(' · '), {
    type: 'static_select',
    option_groups,
    ...(initial_option && { initial_option }),
  });
}
