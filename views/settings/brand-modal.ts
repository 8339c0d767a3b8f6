import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import { type BrandSettings, personSettingsSchema } from '#src/settings/settings.ts';
import { contextLine, divider, heading, modal } from '#views/kit/blocks.ts';
import { noChannelText, present } from '#views/kit/checks.ts';
import {
  channelSelect,
  externalSelect,
  input,
  lists,
  multiExternalSelect,
  option,
  selectField,
} from '#views/kit/fields.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { clockName, weekdayName } from '#views/kit/moment.ts';
import { contextBy, fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { escaped, lasting, plural } from '#views/kit/text.ts';
import { zoneList, zoneName } from '#views/kit/zone-names.ts';
import { destinationsBlock } from './destinations-modal.ts';

export const postResults = 'Post results';

const field = {
  channel: 'channel',
  profiles: 'default-profiles',
  zone: zoneList,
  reminders: 'reminders',
  from: 'from',
  to: 'to',
  digest: 'digest',
  report: 'report',
  results: 'results',
  guests: 'guests',
} as const;

const contextSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  /** What the person has just chosen for themselves, and not saved yet. */
  own: personSettingsSchema.optional(),
  /** Which settings the form shows (`shownOf`); absent in forms of earlier releases. */
  shown: z.string().optional(),
});
/** Where the settings were opened, and for which brand. */
export type BrandSettingsContext = z.infer<typeof contextSchema>;

export const brandSettingsContextOf = contextBy(contextSchema);

/**
 * The most default profiles: the confirmation keeps all of them in its `private_metadata`, which has 3,000
 * characters.
 */
const mostProfiles = 10;
const off = 'off';
const waits = [60, 120, 240, 480, 1_440, 2_880];
// built with each form: formatting a first number or time reads tables that a start would have to wait for
const waitOptions = () => [
  option('No reminders', off),
  ...waits.map((minutes) => option(`After ${lasting(minutes)}`, String(minutes))),
];
const mornings = Array.from(
  { length: 13 },
  (_, i) => `${String(6 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
);
const digestOptions = () => [
  option('No digest', off),
  ...mornings.map((at) => option(`At ${clockName(at)}`, at)),
];
const reportTimes = [1, 2, 3, 4, 5].flatMap((day) =>
  ['08:00', '09:00', '10:00', '11:00'].map((at) => ({ day, at })),
);
const reportId = ({ day, at }: { day: number; at: string }): string => `${day}-${at}`;
const reportOptions = () => [
  option('No weekly report', off),
  ...reportTimes.map((time) => option(`${weekdayName(time.day)}s at ${clockName(time.at)}`, reportId(time))),
];
const resultsOptions = [option('In the card’s thread', 'thread'), option('Off', off)];
const guestOptions = [option('View posts only', 'look'), option('Do what members can', 'work')];
const usualHours = { from: '09:00', to: '17:00' };

export const brandSettingsModal = {
  id: 'settings.brand',

  /** `now`: epoch ms; `gone`: default profiles that don't exist anymore, so they aren't selected. */
  render(
    { channel: requestedIn, brand, own, shown }: BrandSettingsContext,
    settings: BrandSettings,
    now: number,
    gone: readonly Named[] = [],
  ): ModalView {
    const name = clip(brand.name, slack.optionText);
    const { channel, profiles, zone, reminders, digest, report, results, guests } = settings;
    const afterWaits = waitOptions();
    const hours = reminders === off ? usualHours : reminders;
    return modal(
      {
        callback_id: 'settings.brand',
        title: 'Brand settings',
        submit: 'Continue',
        close: 'Back',
        context: { channel: requestedIn, brand: { ...brand, name }, own, shown },
      },
      [
        heading(name),
        input(field.channel, 'Channel', channelSelect('Where the post was requested', channel), {
          optional: true,
          hint: 'Where to post this brand’s cards, digest, and weekly report. If its approval rule sets a channel, cards go there instead. Invite me to private channels first.',
        }),
        input(
          field.profiles,
          'Default profiles',
          multiExternalSelect(lists.profiles, 'None', { chosen: profiles, max: mostProfiles }),
          {
            optional: true,
            hint: `Up to ${mostProfiles}, preselected for everyone in new posts and campaigns.`,
          },
        ),
        gone.length > 0 && contextLine(`:warning: ${escaped(goneText(gone))}`),
        input(
          field.zone,
          'Time zone',
          externalSelect(
            'Each person’s own time zone',
            zone === undefined ? undefined : option(zoneName(zone, now), zone),
          ),
          {
            optional: true,
            hint: 'Used for typed times, such as “tomorrow 9:30 AM”, and for posting times, recurring posts, the digest, and the weekly report.',
          },
        ),
        selectField(field.reminders, 'Remind approvers', afterWaits, {
          chosen: reminders === off ? off : String(reminders.afterMinutes),
        }),
        input(field.from, 'Working hours start', { type: 'timepicker', initial_time: hours.from }),
        input(
          field.to,
          'Working hours end',
          { type: 'timepicker', initial_time: hours.to },
          {
            hint: 'Reminders go out on weekdays between these times, in each person’s time zone. They go to approvers, or to the author if no rule requires approval.',
          },
        ),
        selectField(field.digest, 'Digest on weekday mornings', digestOptions(), {
          chosen: digest === off ? off : digest.at,
          hint: 'Lists what’s waiting, going out, published, and failed. Needs the channel and time zone above.',
        }),
        selectField(field.report, 'Weekly report', reportOptions(), {
          chosen: report === off ? off : reportId(report),
          hint: 'Shows last week’s numbers and top posts. Needs the channel and time zone above.',
        }),
        selectField(field.results, postResults, resultsOptions, {
          chosen: results,
          hint: 'Posted one day and one week after publishing, if the publishing service reports numbers per post.',
        }),
        selectField(field.guests, 'Guests can', guestOptions, {
          chosen: guests,
          hint: 'Guests named in an approval rule can do more. People from other organizations can only view posts, unless an approval rule names them.',
        }),
        divider,
        destinationsBlock(brand),
      ],
    );
  },

  /** The error if profiles are selected that don't exist anymore. */
  profilesGone: (gone: readonly Named[]) => ({
    [field.profiles]: `${goneText(gone)} Remove ${plural(gone.length, { one: 'it', other: 'them' })}.`,
  }),

  /** The error if someone else changed the settings while the form was open. */
  outdated: {
    [field.channel]: 'Someone else just edited these settings. Go back and choose the brand again.',
  },

  /** The error if the bot can't post in the channel. */
  noChannel: { [field.channel]: noChannelText('Continue') },

  read(view: Submitted): Read<Omit<BrandSettings, 'notifications'>> {
    const fields = fieldsOf(view);
    const channel = fields.conversation(field.channel);
    const zone = fields.choice(field.zone)?.id;
    const after = fields.choice(field.reminders)?.id ?? off;
    const digest = fields.choice(field.digest)?.id ?? off;
    const chosenReport = fields.choice(field.report)?.id;
    const report = reportTimes.find((time) => reportId(time) === chosenReport) ?? off;
    const [from, to] = [fields.clockTime(field.from), fields.clockTime(field.to)];
    const profiles = fields.choices(field.profiles);
    const errors = present(fields, {
      [field.profiles]: profiles.length > mostProfiles ? `Choose up to ${mostProfiles} profiles.` : undefined,
      [field.channel]: channel ? undefined : needs('a channel', digest !== off, report !== off),
      [field.zone]: zone ? undefined : needs('a time zone', digest !== off, report !== off),
      [field.to]: after !== off && from >= to ? 'Choose a time after the start.' : undefined,
    });
    if (errors) return { errors };
    return {
      value: {
        ...(channel && { channel }),
        profiles,
        ...(zone && { zone }),
        reminders: after === off ? off : { afterMinutes: Number(after), from, to },
        digest: digest === off ? off : { at: digest },
        report,
        results: fields.choice(field.results)?.id === off ? off : 'thread',
        guests: fields.choice(field.guests)?.id === 'work' ? 'work' : 'look',
      },
    };
  },
};

function needs(what: string, digest: boolean, report: boolean): string | undefined {
  if (digest) return `Choose ${what} for the digest.`;
  return report ? `Choose ${what} for the weekly report.` : undefined;
}

const goneText = (gone: readonly Named[]): string =>
  `No longer in the publishing service: ${clip(gone.map(({ name }) => name).join(', '), 400)}.`;
