/** The modals that a card's buttons open. Each keeps the card's id, never its content. */
import type { KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { z } from 'zod';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { approvalsFor, contentHash, hasNoProfiles, timeOf } from '#src/posts/card/content.ts';
import { keptMedia } from '#src/posts/card/same-content.ts';
import { isDropped, isScheduled, wasPublished } from '#src/posts/card/state.ts';
import { contextLine, modal, section, verbatim } from '#views/kit/blocks.ts';
import { block, textField } from '#views/kit/fields.ts';
import { characters, slack } from '#views/kit/limits.ts';
import type { Part } from '#views/kit/lists.ts';
import { contextBy, fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { bold, clipped, count, literal, time } from '#views/kit/text.ts';
import { profileList } from './card.ts';
import { isPicture, mediaLink, mediaOf, pictureBlock } from './card-content.ts';
import { knownIn, type ReadWithTime, readTime, slotFields, timeFields } from './time-fields.ts';
import { warningBlocks } from './warnings.ts';

/** What a card's modal keeps: the card, and its brand for the lists. */
const contextSchema = z.object({
  card: z.string(),
  brand: namedSchema,
  /** The hash of the content that was shown when it was opened. */
  content: z.string(),
  /** The form said that a new time only changes when the post is planned for. */
  plans: z.boolean().optional(),
  /** The time that the picker opened with (UTC), if the post has another time or none. */
  suggests: z.iso.datetime().optional(),
  /** The list with the row from which the modal was opened. */
  from: z
    .object({
      list: z.string(),
      page: z.int(),
      of: z.string(),
      channel: z.string(),
      /** The response address of that message. */
      address: z.string(),
    })
    .optional(),
});
type CardContext = z.infer<typeof contextSchema>;

/** The same modal, with more in its metadata. */
export const keeping = (view: ModalView, more: Partial<CardContext>): ModalView => ({
  ...view,
  private_metadata: JSON.stringify({ ...JSON.parse(view.private_metadata ?? '{}'), ...more }),
});

export const cardContextOf = contextBy(contextSchema);

export function cardModal(
  callback_id: string,
  card: Card,
  title: string,
  submit: string | undefined,
  blocks: readonly Part<KnownBlock>[],
): ModalView {
  return modal(
    { callback_id, title, submit, context: { card: card.id, brand: card.brand, content: contentHash(card) } },
    blocks,
  );
}

/** What the person who requested changes wants, above the fields for it. */
export function requestedChanges({ state, history }: Card): SectionBlock[] {
  const entry = history.findLast(({ what }) => what === 'changes_requested');
  if (state !== 'changes_requested' || !entry?.note) return [];
  const by = entry.by ? ` by <@${entry.by}>` : '';
  const note = clipped(entry.note, slack.sectionText - 100);
  return [section(`*Changes requested${by}:* ${note}`)];
}

/** What the form for a time says it does. Submitting it does exactly that, or is refused. */
export const scheduleWords = {
  plan: { title: 'Change planned time', submit: 'Save' },
  firstPlan: { title: 'Set planned time', submit: 'Save' },
  schedule: { title: 'Schedule post', submit: 'Schedule' },
  reschedule: { title: 'Reschedule post', submit: 'Reschedule' },
} as const;

const planHint = 'In your time zone. Once it’s approved, the post is scheduled for this time.';
const scheduleHint = 'In your time zone. The post goes out at this time.';
const approvalHint = 'In your time zone. The post is unscheduled until the new time is approved.';

function wordsFor(card: Card, plans: boolean): { title: string; submit: string } {
  if (plans) return timeOf(card) ? scheduleWords.plan : scheduleWords.firstPlan;
  return isScheduled(card) ? scheduleWords.reschedule : scheduleWords.schedule;
}

interface ScheduleOptions {
  /** A new time only changes when the post is planned for. */
  plans?: boolean;
  /** A new time takes the post off the schedule until it's approved. */
  asksAgain?: boolean;
  /** The time that the picker opens with instead of the post's (UTC). */
  suggests?: string | undefined;
  /** The brand's next open posting slot, in words. */
  nextSlot?: string | undefined;
}

export const scheduleModal = {
  id: 'card.schedule',

  render(
    card: Card,
    { plans = false, asksAgain = false, suggests, nextSlot }: ScheduleOptions = {},
  ): ModalView {
    const { title, submit } = wordsFor(card, plans);
    const view = cardModal('card.schedule', card, title, submit, [
      ...warningBlocks(card, false),
      ...timeFields('Schedule for', {
        at: suggests ?? timeOf(card),
        hint: plans ? planHint : asksAgain ? approvalHint : scheduleHint,
      }),
      ...slotFields([{ brand: card.brand, nextSlot }]),
    ]);
    return keeping(view, { plans, suggests });
  },

  /** Returns UTC, ISO 8601; a time in the past is refused. `words`: a time to be parsed and shown first. */
  read(view: Submitted, now: number, card: Card): ReadWithTime<string> {
    const time = readTime(view, fieldsOf(view), now, cardContextOf(view).suggests ?? timeOf(card));
    if ('errors' in time) return time;
    const posts = [{ brand: card.brand, profiles: card.content.profiles }];
    if ('words' in time) return { words: time.words, brand: card.brand, posts };
    if (time.inSlot) return { value: '', inSlot: true };
    return time.at
      ? { value: time.at, ...knownIn(time, posts) }
      : { errors: { [block.time]: 'Choose a date and time, or type them below.' } };
  },
};

/** A modal that asks for a text that everyone can read on the card. */
const wordsModal = (
  id: string,
  texts: { title: string; submit: string; label: string; hint(card: Card): string; missing: string },
) => ({
  id,

  render: (card: Card): ModalView =>
    cardModal(id, card, texts.title, texts.submit, [
      textField(block.reason, texts.label, { lines: true, hint: texts.hint(card) }),
    ]),

  read(view: Submitted): Read<string> {
    const words = fieldsOf(view).text(block.reason);
    return words === '' ? { errors: { [block.reason]: texts.missing } } : { value: words };
  },
});

export const rejectModal = wordsModal('card.reject', {
  title: 'Reject post',
  submit: 'Reject',
  label: 'Reason',
  hint: () => 'Everyone in the channel can see it on the card. The draft stays in the publishing service.',
  missing: 'Enter a short reason.',
});

export const requestChangesModal = wordsModal('card.request-changes', {
  title: 'Request changes',
  submit: 'Request changes',
  label: 'What should change',
  hint(card) {
    const given = approvalsFor(card).length;
    const clears = given > 0 ? ` This clears ${count(given, 'approval')}.` : '';
    return `Everyone in the channel can see it on the card.${clears}`;
  },
  missing: 'Describe what should change.',
});

/**
 * Everything that the card shortens: the whole caption and every picture. Also where and when the post goes
 * out, for people who open it somewhere else.
 */
export function seeAllModal(card: Card, pictures: boolean): ModalView {
  const { caption, profiles } = card.content;
  const parts = [...partsOf(literal(caption))];
  const planned = wasPublished(card) || isDropped(card) ? undefined : timeOf(card);
  const facts = [
    bold(card.brand.name),
    ...(profiles.length > 0 ? [profileList(card)] : hasNoProfiles(card) ? ['No social profiles'] : []),
    ...(planned ? [`${isScheduled(card) ? 'scheduled' : 'planned'} for ${time(planned)}`] : []),
  ];
  return cardModal('card.see-all', card, 'Full post', undefined, [
    contextLine(facts.join('  ·  ')),
    ...warningBlocks(card, false),
    ...parts.map(verbatim),
    ...mediaOf(keptMedia(card)).map(
      (one): KnownBlock =>
        pictures && isPicture(one.url) ? pictureBlock(one, card.brand.name) : section(mediaLink(one)),
    ),
  ]);
}

/** Cuts a text between characters, into pieces that a text element can hold. */
function* partsOf(text: string): Generator<string> {
  let part = '';
  for (const character of characters(text)) {
    if (part.length + character.length > partLength) {
      yield part;
      part = '';
    }
    part += character;
  }
  if (part !== '') yield part;
}

const partLength = 2_900;
