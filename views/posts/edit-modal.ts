/** `Edit`: everything that `PATCH /post/{postId}` can change, one way at a time for media and for profiles. */
import type { InputBlock, ModalView } from '@slack/types';
import { limits } from '#src/platform/publishing-api/request.ts';
import type { Card, Change } from '#src/posts/card/card.ts';
import { isEmpty } from '#src/posts/card/change.ts';
import { type Chosen, changeAsListed, chosenInChange, type Lists } from '#src/posts/card/chosen.ts';
import { contentHash, timeOf } from '#src/posts/card/content.ts';
import { present, wrongCaption } from '#views/kit/checks.ts';
import { block, option } from '#views/kit/fields.ts';
import type { Reach } from '#views/kit/links.ts';
import { longTextFields, oneField, readLongText } from '#views/kit/long-text.ts';
import { fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { count, plain, plural } from '#views/kit/text.ts';
import { cardContextOf, cardModal, keeping } from './card-modals.ts';
import { filesBlock, mediaFields, readMediaFields } from './media-fields.ts';
import { profilesField } from './profile-fields.ts';
import {
  pickedIn,
  type ReadWithTime,
  readTime,
  type TimeRead,
  timeEntered,
  timeFields,
  unreadIn,
} from './time-fields.ts';

const how = { media: 'how-media', profiles: 'how-profiles', time: 'how-time' } as const;

export const editModal = {
  id: 'card.edit',

  choices: {
    of: (change: Change, card: Card): Chosen => chosenInChange(change, card.content),
    asListed: (change: Change, lists: Lists, card: Card): Change =>
      changeAsListed(change, lists, card.content),
  },

  /**
   * `uploads`: files can be attached; `emptyCaption`: the service takes one; `attachedOnly`: the rule lets no links out; `plans`: a new
   * time only changes when the post is planned for.
   */
  render(
    card: Card,
    {
      uploads = false,
      emptyCaption = false,
      attachedOnly = false,
      plans = false,
      captionLimit = limits.caption,
    }: {
      uploads?: boolean;
      emptyCaption?: boolean;
      attachedOnly?: boolean | undefined;
      plans?: boolean;
      captionLimit?: number;
    } = {},
  ): ModalView {
    const { caption, mediaUrls, profiles } = card.content;
    const context = { channel: card.channel, brand: card.brand };
    const planned = timeOf(card);
    const view = cardModal('card.edit', card, 'Edit the post', 'Save', [
      ...longTextFields(block.caption, 'Caption', caption, {
        hint: oneField(),
        most: captionLimit,
        ...(emptyCaption && { optional: true }),
      }),
      ...(mediaUrls.length > 0
        ? [
            howField(how.media, 'Media', [
              ['keep', keepAll(mediaUrls.length, 'file')],
              ['add', `Add these ${uploads ? 'files and links' : 'links'}`],
              ['replace', `Replace all with these ${uploads ? 'files and links' : 'links'}`],
              ['remove', 'Remove all media'],
            ]),
          ]
        : []),
      ...mediaFields({ uploads, attachedOnly }),
      ...(profiles.length > 0 || card.profilesUnknown
        ? [
            howField(how.profiles, 'Profiles', [
              ['keep', profiles.length > 0 ? keepAll(profiles.length, 'profile') : 'Keep what it has'],
              ['add', 'Add these profiles'],
              ['replace', 'Replace with these profiles'],
              ['remove', 'Remove all profiles'],
            ]),
          ]
        : []),
      profilesField(context),
      ...(planned
        ? [
            howField(how.time, 'Schedule', [
              ['keep', 'Keep the time'],
              ['set', plans ? 'Change the planned time' : 'Schedule for this time'],
              ['none', 'No schedule'],
            ]),
          ]
        : []),
      ...timeFields('Publish at', {
        at: planned,
        hint: planned
          ? 'In your time zone.'
          : 'In your time zone. If you leave it empty, it isn’t scheduled.',
      }),
    ]);
    return keeping(view, { plans });
  },

  /**
   * What was changed; fields that were left as they are stay out of it. `now` in epoch milliseconds, `captionLimit` in
   * characters. `words`: a time to be read and shown first.
   */
  read(
    view: Submitted,
    now: number,
    card: Card,
    { captionLimit, emptyCaption, reach }: { captionLimit: number; emptyCaption?: boolean; reach: Reach },
  ): ReadWithTime<Change> {
    const { brand, content } = cardContextOf(view);
    if (content !== contentHash(card)) return { errors: { [block.caption]: changedMeanwhile } };
    const fields = fieldsOf(view);
    const caption = readLongText(fields, block.caption);
    const profiles = fields.choices(block.profiles(brand));
    const planned = timeOf(card);
    const entered = timeEntered(fields, planned);
    // where there is nothing yet, what was entered is what is meant: nobody was asked
    const chosen = fields.choice(how.media)?.id;
    const already = chosen === 'add' ? card.content.mediaUrls.length : 0;
    const media = readMediaFields(fields, {}, reach, { already, most: limits.mediaUrls });
    const { mediaUrls: urls, given } = media;
    const ways = {
      media: chosen ?? (given.links + given.files > 0 ? 'add' : 'keep'),
      profiles: fields.choice(how.profiles)?.id ?? (profiles.length > 0 ? 'add' : 'keep'),
      time: fields.choice(how.time)?.id ?? (entered ? 'set' : 'keep'),
    };
    const time = ways.time === 'set' ? readTime(view, fields, now, planned) : {};
    const at = 'at' in time ? time.at : undefined;
    const change: Change = {
      ...(caption !== card.content.caption.trim() && { caption }),
      ...(ways.media === 'remove' && { media: { how: 'remove' } }),
      ...((ways.media === 'add' || ways.media === 'replace') && { media: { how: ways.media, urls } }),
      ...((ways.profiles === 'add' || ways.profiles === 'replace') && {
        profiles: { how: ways.profiles, profiles },
      }),
      ...(ways.profiles === 'remove' && { profiles: { how: 'replace', profiles: [] } }),
      ...(ways.time === 'none' && { scheduledAt: null }),
      ...(ways.time === 'set' && at && { scheduledAt: at }),
    };
    const errors = present(fields, {
      [block.caption]: wrongCaption(caption, captionLimit, emptyCaption),
      ...(wrongMedia(ways.media, given, reach.addressOf !== undefined) ?? media.wrong),
      [block.profiles(brand)]: wrongProfiles(ways.profiles, profiles.length),
      ...wrongSchedule(ways.time, time, entered),
    });
    if (errors) return { errors, ...unreadIn(time, card.brand) };
    if ('words' in time) return { words: time.words, brand: card.brand };
    return isEmpty(change)
      ? { errors: { [block.caption]: 'Nothing was changed. Change something, or cancel.' } }
      : { value: change, ...pickedIn(time, card.brand) };
  },
};

const keepAll = (n: number, thing: string): string =>
  `Keep the ${plural(n, { one: thing, other: count(n, thing) })}`;

const changedMeanwhile =
  'This post was changed while you were editing. Copy your text, cancel, and press Edit again.';

function howField(id: string, name: string, ways: [string, string][]): InputBlock {
  const options = ways.map(([value, text]) => option(text, value));
  const [keep] = options;
  return {
    type: 'input',
    block_id: id,
    label: plain(name),
    element: { type: 'static_select', action_id: id, options, ...(keep && { initial_option: keep }) },
  };
}

/** What was given and what is to be done with it do not fit; `undefined`: they do. */
function wrongMedia(
  way: string,
  { links, files }: { links: number; files: number },
  uploads: boolean,
): Record<string, string> | undefined {
  // replaced by none, it has none: the contract allows that
  if (way === 'replace') return undefined;
  if (way === 'add')
    return links + files > 0
      ? undefined
      : {
          [block.media]: uploads
            ? 'Attach a file above, or write at least one link.'
            : 'Write at least one link.',
        };
  if (files > 0)
    return { [filesBlock]: 'You attached files. Choose above whether to add them or replace what’s there.' };
  if (links > 0)
    return { [block.media]: 'You added links. Choose above whether to add them or replace what’s there.' };
  return undefined;
}

function wrongProfiles(way: string, chosen: number): string | undefined {
  if (way === 'keep')
    return chosen > 0
      ? 'You chose profiles. Choose above whether to add them or replace the others.'
      : undefined;
  if (way === 'remove')
    return chosen > 0
      ? 'You chose profiles here and Remove all profiles above. Do one or the other.'
      : undefined;
  // replaced by none, it has none: the contract allows that
  return chosen === 0 && way === 'add' ? 'Choose at least one profile.' : undefined;
}

function wrongSchedule(
  way: string,
  time: TimeRead,
  entered: ReturnType<typeof timeEntered>,
): Record<string, string> | undefined {
  if (way === 'set') {
    if ('errors' in time) return time.errors;
    const isThere = 'words' in time || time.at !== undefined;
    return isThere ? undefined : { [block.time]: 'Choose a date and a time, or write them below.' };
  }
  if (way === 'keep')
    return entered && { [entered.field]: `You ${entered.how} a time: choose above what to do with it.` };
  // what the picker shows was there before; words are somebody's
  return entered?.how === 'wrote'
    ? { [entered.field]: 'You wrote a time but chose no schedule. Remove one of them.' }
    : undefined;
}
