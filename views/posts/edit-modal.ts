/**
 * `Edit`: everything that `PATCH /post/{postId}` can change, one way at a time for media and for profiles.
 */
import type { InputBlock, ModalView } from '@slack/types';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import { limits, type Named } from '#src/platform/publishing-api/request.ts';
import type { Card, Change, Content } from '#src/posts/card/card.ts';
import { changed, changesNothing } from '#src/posts/card/change.ts';
import { type Chosen, changeAsListed, chosenInChange, type Lists } from '#src/posts/card/chosen.ts';
import { contentHash, timeOf } from '#src/posts/card/content.ts';
import { present, wrongCaption } from '#views/kit/checks.ts';
import { block, option, optionOf, selectField } from '#views/kit/fields.ts';
import { slack } from '#views/kit/limits.ts';
import type { Reach } from '#views/kit/links.ts';
import { longTextFields, oneField, readLongText } from '#views/kit/long-text.ts';
import { type Fields, fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { cardContextOf, cardModal, keeping, requestedChanges } from './card-modals.ts';
import {
  attachAgainBelow,
  currentField,
  currentFilesField,
  currentMediaBlock,
  filesBlock,
  lostKept,
  mediaFields,
  readCurrentFiles,
  readMediaFields,
} from './media-fields.ts';
import { profilesField } from './profile-fields.ts';
import {
  knownIn,
  type ReadWithTime,
  readTime,
  type TimeRead,
  timeEntered,
  timeFields,
  unreadIn,
} from './time-fields.ts';

const how = { media: 'how-media', profiles: 'how-profiles', time: 'how-time' } as const;
/** The fields that show what the post has, so that each item can be removed by itself. */
const current = { media: currentMediaBlock, profiles: 'current-profiles' } as const;

export interface EditOptions {
  uploads?: boolean;
  emptyCaption?: boolean;
  /** The rule allows attached files only. */
  attachedOnly?: boolean | undefined;
  /** A new time only changes when the post is planned for. */
  plans?: boolean;
  captionLimit?: number;
}

export const editModal = {
  id: 'card.edit',

  choices: {
    of: (change: Change, card: Card): Chosen => chosenInChange(change, card.content),
    asListed: (change: Change, lists: Lists, card: Card): Change =>
      changeAsListed(change, lists, card.content),
  },

  render(
    card: Card,
    {
      uploads = false,
      emptyCaption = false,
      attachedOnly = false,
      plans = false,
      captionLimit = limits.caption,
    }: EditOptions = {},
  ): ModalView {
    const { caption, mediaUrls, profiles, beyond } = card.content;
    const context = { channel: card.channel, brand: card.brand };
    const planned = timeOf(card);
    const view = cardModal('card.edit', card, 'Edit post', 'Save', [
      ...requestedChanges(card),
      ...longTextFields(block.caption, 'Caption', caption, {
        hint: oneField(),
        most: captionLimit,
        ...(emptyCaption && { optional: true }),
      }),
      ...(mediaUrls.length > 0
        ? [
            // if the card doesn't keep all files, leaving one out would remove those that it doesn't keep,
            // too
            ...(beyond?.mediaUrls ? [] : currentFilesField(mediaUrls)),
            howField(how.media, 'Media', [
              ['keep', keepText('files', beyond?.mediaUrls ? 0 : mediaUrls.length)],
              ['add', `Add the ${uploads ? 'files and links' : 'links'} below`],
              ['replace', `Replace all with the ${uploads ? 'files and links' : 'links'} below`],
              ['remove', 'Remove all media'],
            ]),
          ]
        : []),
      ...mediaFields({ uploads, attachedOnly }),
      ...(beyond?.profiles ? [] : currentField(current.profiles, 'profiles', profiles.map(optionOf))),
      (profiles.length > 0 || card.profilesUnknown) &&
        howField(how.profiles, 'Profiles', [
          ['keep', keepText('profiles', beyond?.profiles ? 0 : profiles.length)],
          ['add', 'Add the profiles below'],
          ['replace', 'Replace all with the profiles below'],
          ['remove', 'Remove all profiles'],
        ]),
      profilesField(context),
      planned &&
        howField(how.time, 'Schedule', [
          ['keep', 'Keep time'],
          ['set', plans ? 'Change planned time' : 'Schedule for the time below'],
          ['none', 'Remove time'],
        ]),
      ...timeFields('Schedule for', {
        at: planned,
        hint: planned
          ? 'In your time zone.'
          : 'In your time zone. If you leave this empty, the post isn’t scheduled.',
      }),
    ]);
    return keeping(view, { plans });
  },

  /**
   * Returns only what was changed. `now`: epoch ms; `captionLimit`: characters. `words`: a time to be parsed
   * and shown first.
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
    // for a post without media, the form doesn't ask whether to add or replace: what was entered is what the
    // post gets
    const chosen = fields.choice(how.media)?.id;
    const kept = keptIn(fields, card.content);
    const already = chosen === 'add' ? kept.mediaUrls.length : 0;
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
      ...mediaChange(ways.media, urls, kept.mediaUrls, card.content),
      ...profilesChange(ways.profiles, profiles, kept.profiles, card.content),
      ...(ways.time === 'none' && { scheduledAt: null }),
      ...(ways.time === 'set' && at && { scheduledAt: at }),
    };
    const errors = present(fields, {
      [block.caption]: wrongCaption(caption, captionLimit, emptyCaption),
      [current.media]: kept.wrongFiles ?? tooManyKept(change) ?? lostIn(change, card, reach),
      ...(wrongMedia(ways.media, given, reach.addressOf !== undefined) ?? media.wrong),
      [block.profiles(brand)]: wrongProfiles(ways.profiles, profiles.length),
      ...wrongSchedule(ways.time, time, entered),
    });
    if (errors) return { errors, ...unreadIn(time, card.brand) };
    const posts = [{ brand: card.brand, profiles: changed(card.content, change).profiles }];
    if ('words' in time) return { words: time.words, brand: card.brand, posts };
    return changesNothing(change)
      ? { errors: { [block.caption]: 'You haven’t changed anything. Make a change, or cancel.' } }
      : { value: change, ...(!sameTime(at, planned) && knownIn({ ...time, at }, posts)) };
  },
};

/** What the form keeps of what the post has. A form without these fields keeps everything. */
function keptIn(
  fields: Fields,
  { mediaUrls, profiles }: Content,
): Pick<Content, 'mediaUrls' | 'profiles'> & { wrongFiles: string | undefined } {
  const files = readCurrentFiles(fields, mediaUrls);
  const chosen = new Set(fields.choices(current.profiles).map(({ id }) => id));
  const isOffered = fields.blocks.includes(current.profiles);
  return {
    mediaUrls: files.urls,
    wrongFiles: files.wrong,
    profiles: isOffered ? profiles.filter(({ id }) => chosen.has(id)) : profiles,
  };
}

function mediaChange(
  way: string,
  urls: string[],
  kept: string[],
  { mediaUrls }: Content,
): Pick<Change, 'media'> {
  if (way === 'replace' || (way === 'add' && kept.length === mediaUrls.length))
    return { media: { how: way, urls } };
  const all = way === 'add' ? [...kept, ...urls] : way === 'remove' ? [] : kept;
  if (way === 'keep' && kept.length === mediaUrls.length) return {};
  return { media: all.length === 0 ? { how: 'remove' } : { how: 'replace', urls: all } };
}

/** A post in the service can have more files than an update can send. */
function tooManyKept({ media }: Change): string | undefined {
  const n = media?.how === 'replace' ? media.urls.length : 0;
  return n > limits.mediaUrls
    ? `An edited post can have up to ${limits.mediaUrls} files, unless it keeps all of its current ones. This one would have ${n}, so remove ${n - limits.mediaUrls} more.`
    : undefined;
}

/** Adding files and removing all of them doesn't send those that the post has. */
const lostIn = ({ media }: Change, card: Card, reach: Reach): string | undefined =>
  media?.how === 'replace' ? lostKept(card, media.urls, reach, attachAgainBelow) : undefined;

function profilesChange(
  way: string,
  chosen: Named[],
  kept: Named[],
  { profiles }: Content,
): Pick<Change, 'profiles'> {
  const isWhole = kept.length === profiles.length;
  if (way === 'keep') return isWhole ? {} : { profiles: { how: 'replace', profiles: kept } };
  if (way === 'add' && isWhole) return { profiles: { how: 'add', profiles: chosen } };
  const added = chosen.filter(({ id }) => !kept.some((one) => one.id === id));
  const all = way === 'add' ? [...kept, ...added] : way === 'remove' ? [] : chosen;
  return { profiles: { how: 'replace', profiles: all } };
}

/** `n`: how many items the field above it shows, each of which can be removed. */
const keepText = (things: string, n: number): string =>
  n > 0 && n <= slack.options ? `Keep the ${things} above` : `Keep current ${things}`;

const changedMeanwhile =
  'This post was changed while you were editing it. Copy your text, cancel, and press “Edit” again.';

function howField(id: string, name: string, ways: [string, string][]): InputBlock {
  const options = ways.map(([value, text]) => option(text, value));
  return selectField(id, name, options, { chosen: options[0]?.value });
}

/** Why the media that were entered don't fit what the form should do with them; `undefined` if they do. */
function wrongMedia(
  way: string,
  { links, files }: { links: number; files: number },
  uploads: boolean,
): Record<string, string> | undefined {
  // replacing all media with none is allowed: the contract has posts without media
  if (way === 'replace') return undefined;
  if (way === 'add')
    return links + files > 0
      ? undefined
      : {
          [block.media]: uploads
            ? 'Attach a file above, or add at least one link.'
            : 'Add at least one link.',
        };
  if (files > 0)
    return {
      [filesBlock]:
        'You attached files. Choose above whether to add them to the current ones or replace those.',
    };
  if (links > 0)
    return {
      [block.media]:
        'You entered links. Choose above whether to add them to the current files or replace those.',
    };
  return undefined;
}

function wrongProfiles(way: string, chosen: number): string | undefined {
  if (way === 'keep')
    return chosen > 0
      ? 'You chose profiles. Choose above whether to add them or replace the current ones.'
      : undefined;
  if (way === 'remove')
    return chosen > 0
      ? 'You chose profiles here, but “Remove all profiles” above. Choose one or the other.'
      : undefined;
  // replacing all profiles with none is allowed: the contract has posts without profiles
  return chosen === 0 && way === 'add' ? 'Choose at least one social profile.' : undefined;
}

function wrongSchedule(
  way: string,
  time: TimeRead,
  entered: ReturnType<typeof timeEntered>,
): Record<string, string> | undefined {
  if (way === 'set') {
    if ('errors' in time) return time.errors;
    const isThere = 'words' in time || time.at !== undefined;
    return isThere ? undefined : { [block.time]: 'Choose a date and time, or type them below.' };
  }
  if (way === 'keep')
    return entered && { [entered.field]: `You ${entered.how} a time. Choose above what to do with it.` };
  // the picker shows the post's own time until someone changes it, but words are always entered by someone
  return entered?.how === 'typed'
    ? {
        [entered.field]: 'You typed a time here, but chose “Remove time” above. Choose one or the other.',
      }
    : undefined;
}
