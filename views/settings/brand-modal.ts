/** The settings of a brand, for administrators. */
import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import { type BrandSettings, personSettingsSchema } from '#src/settings/settings.ts';
import { noPlaceThere, present } from '#views/kit/checks.ts';
import { lists, option, optionOf } from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { clockName } from '#views/kit/moment.ts';
import { fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { escaped, lasting, mrkdwn, plain } from '#views/kit/text.ts';
import { zoneList, zoneName } from '#views/kit/zone-names.ts';
import { placesBlock } from '#views/notifications/places-modal.ts';

const field = {
  channel: 'channel',
  profiles: 'default-profiles',
  zone: zoneList,
  reminders: 'reminders',
  from: 'from',
  to: 'to',
  digest: 'digest',
  guests: 'guests',
} as const;

const contextSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  /** What someone chose for themselves just before, and has not saved. */
  own: personSettingsSchema.optional(),
});
/** Where the settings were asked for, and whose they are. */
export type BrandSettingsContext = z.infer<typeof contextSchema>;

export const brandSettingsContextOf = (view: { private_metadata: string }): BrandSettingsContext =>
  contextSchema.parse(JSON.parse(view.private_metadata));

/** What is shown before it is kept has them all in its `private_metadata`, of 3,000 characters. */
const mostProfiles = 10;
const off = 'off';
const waits = [60, 120, 240, 480, 1_440, 2_880];
// not at the start of the process, which would wait for the tables by which numbers are written
const waitOptions = () => [
  option('No reminders', off),
  ...waits.map((minutes) => option(`After ${lasting(minutes)}`, String(minutes))),
];
/** Every half hour of a morning. */
const mornings = Array.from(
  { length: 13 },
  (_, i) => `${String(6 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
);
const digestOptions = [option('No digest', off), ...mornings.map((at) => option(`At ${clockName(at)}`, at))];
const guestOptions = [option('Only look', 'look'), option('Do what members can', 'work')];
const usualHours = { from: '09:00', to: '17:00' };

export const brandSettingsModal = {
  id: 'settings.brand',

  /** `now` in epoch milliseconds; `gone`: default profiles that are no longer there, and so not chosen. */
  render(
    { channel: asked, brand, own }: BrandSettingsContext,
    settings: BrandSettings,
    now: number,
    gone: readonly Named[] = [],
  ): ModalView {
    const name = clip(brand.name, slack.optionText);
    const { channel, profiles, zone, reminders, digest, guests } = settings;
    const afterWaits = waitOptions();
    const hours = reminders === off ? usualHours : reminders;
    return {
      type: 'modal',
      callback_id: 'settings.brand',
      title: plain('Brand settings'),
      submit: plain('Continue'),
      close: plain('Back'),
      private_metadata: JSON.stringify({ channel: asked, brand: { ...brand, name }, own }),
      blocks: [
        { type: 'header', text: plain(name) },
        {
          ...input(field.channel, 'Channel', {
            type: 'conversations_select',
            action_id: field.channel,
            filter: { include: ['public', 'private'], exclude_bot_users: true },
            placeholder: plain('Where the post was requested'),
            ...(channel && { initial_conversation: channel }),
          }),
          hint: plain(
            'Where to post this brand’s cards, unless its approval rule names another channel. Invite Presscheck to a private channel first.',
          ),
        },
        {
          ...input(field.profiles, 'Default profiles', {
            type: 'multi_external_select',
            action_id: lists.profiles,
            min_query_length: 0,
            max_selected_items: mostProfiles,
            placeholder: plain('None'),
            ...(profiles.length > 0 && { initial_options: profiles.map(optionOf) }),
          }),
          hint: plain(`Selected for everyone in new posts and campaigns. Up to ${mostProfiles}.`),
        },
        ...(gone.length > 0
          ? [{ type: 'context' as const, elements: [mrkdwn(`:warning: ${escaped(goneText(gone))}`)] }]
          : []),
        {
          ...input(field.zone, 'Time zone', {
            type: 'external_select',
            action_id: zoneList,
            min_query_length: 0,
            placeholder: plain('The writer’s own time zone'),
            ...(zone && { initial_option: option(zoneName(zone, now), zone) }),
          }),
          hint: plain('For times in words, such as “tomorrow 9:30”.'),
        },
        required(field.reminders, 'Remind approvers', {
          type: 'static_select',
          action_id: field.reminders,
          options: afterWaits,
          ...initial(afterWaits, reminders === off ? off : String(reminders.afterMinutes)),
        }),
        required(field.from, 'Working hours start', {
          type: 'timepicker',
          action_id: field.from,
          initial_time: hours.from,
        }),
        {
          ...required(field.to, 'Working hours end', {
            type: 'timepicker',
            action_id: field.to,
            initial_time: hours.to,
          }),
          hint: plain(
            'Reminders go out on weekdays, between these times in each person’s time zone: to approvers, or to the author if no rule requires approval.',
          ),
        },
        {
          ...required(field.digest, 'Digest on weekday mornings', {
            type: 'static_select',
            action_id: field.digest,
            options: digestOptions,
            ...initial(digestOptions, digest === off ? off : digest.at),
          }),
          hint: plain('What’s waiting, going out, published and failed, in the channel and time zone above.'),
        },
        {
          ...required(field.guests, 'Guests can', {
            type: 'static_select',
            action_id: field.guests,
            options: guestOptions,
            ...initial(guestOptions, guests),
          }),
          hint: plain(
            'For guests of this workspace that no approval rule names. People from other organizations can only look.',
          ),
        },
        { type: 'divider' },
        placesBlock(brand),
      ],
    };
  },

  /** The error where profiles are chosen that are no longer there. */
  profilesGone: (gone: readonly Named[]) => ({ [field.profiles]: `${goneText(gone)} Remove them.` }),

  /** The error where the bot has no right to the channel. */
  noPlace: { [field.channel]: noPlaceThere('Continue') },

  read(view: Submitted): Read<Omit<BrandSettings, 'notifications'>> {
    const fields = fieldsOf(view);
    const channel = fields.conversation(field.channel);
    const zone = fields.choice(field.zone)?.id;
    const after = fields.choice(field.reminders)?.id ?? off;
    const digest = fields.choice(field.digest)?.id ?? off;
    const [from, to] = [fields.clockTime(field.from), fields.clockTime(field.to)];
    const profiles = fields.choices(field.profiles);
    const errors = present(fields, {
      [field.profiles]: profiles.length > mostProfiles ? `At most ${mostProfiles} profiles.` : undefined,
      [field.channel]: digest !== off && !channel ? 'Choose one: the digest needs a channel.' : undefined,
      [field.zone]: digest !== off && !zone ? 'Choose one: the digest needs a time zone.' : undefined,
      [field.to]: after !== off && from >= to ? 'They have to end after they start.' : undefined,
    });
    if (errors) return { errors };
    return {
      value: {
        ...(channel && { channel }),
        profiles,
        ...(zone && { zone }),
        reminders: after === off ? off : { afterMinutes: Number(after), from, to },
        digest: digest === off ? off : { at: digest },
        guests: fields.choice(field.guests)?.id === 'work' ? 'work' : 'look',
      },
    };
  },
};

const goneText = (gone: readonly Named[]): string =>
  `No longer in the publishing service: ${clip(gone.map(({ name }) => name).join(', '), 400)}.`;

function input(block_id: string, name: string, element: InputBlock['element']): InputBlock {
  return { type: 'input', block_id, label: plain(name), optional: true, element };
}

function required(block_id: string, name: string, element: InputBlock['element']): InputBlock {
  return { ...input(block_id, name, element), optional: false };
}

const initial = (options: ReturnType<typeof option>[], value: string) => {
  const initial_option = options.find((one) => one.value === value);
  return initial_option ? { initial_option } : {};
};
