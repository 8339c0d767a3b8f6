/** What someone set, shown before it is kept. */
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import {
  type BrandSettings,
  brandSettingsSchema,
  type PersonSettings,
  personSettingsSchema,
} from '#src/settings/settings.ts';
import { placeUnsure } from '#views/kit/checks.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { clockName, clockText, momentText } from '#views/kit/moment.ts';
import { clipped, escaped, lasting, mrkdwn, place, plain } from '#views/kit/text.ts';
import { zoneName } from '#views/kit/zone-names.ts';
import { directLines } from '#views/notifications/direct-fields.ts';
import { placesSummary } from '#views/notifications/places-modal.ts';

const ownSchema = z.object({ channel: z.string(), own: personSettingsSchema });
const brandSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  own: personSettingsSchema.optional(),
  settings: brandSettingsSchema,
});

/** The name of a setting, and in a sentence what it does: mrkdwn. */
type Line = [name: string, says: string];

export const ownCheck = {
  id: 'settings.check',
  render: (kept: z.infer<typeof ownSchema>): ModalView => check('settings.check', kept, ownLines(kept.own)),
  read: (view: { private_metadata: string }): z.infer<typeof ownSchema> =>
    ownSchema.parse(JSON.parse(view.private_metadata)),
};

/** What else is shown with a brand's settings. */
export interface Beside {
  /** Where the brand's approval rule sends review cards. */
  ruleChannel?: string | undefined;
  /** Whether an approval rule holds for the brand. */
  ruled: boolean;
  /** The zone of whoever sets them, where Slack says it. */
  reader: string | undefined;
  /** Epoch milliseconds. */
  now: number;
  /** The next digest, in epoch milliseconds. */
  nextDigest?: number | undefined;
  /** Slack did not say whether the bot may post in the channel. */
  unsure?: boolean | undefined;
}

export const brandCheck = {
  id: 'settings.brand.check',

  render(kept: z.infer<typeof brandSchema>, beside: Beside): ModalView {
    const { brand, own, settings } = kept;
    const yours = own ? ownLines(own).map(([name, says]): Line => [`For you: ${name}`, says]) : [];
    const lines = [...brandLines(settings, beside), ...yours];
    return check('settings.brand.check', thatFits(kept), lines, brand);
  },

  read: (view: { private_metadata: string }): z.infer<typeof brandSchema> =>
    brandSchema.parse(JSON.parse(view.private_metadata)),
};

/**
 * Without the notifications, which have a form of their own, and with the names of profiles as long as a view keeps them: ids
 * come first, and JSON makes two of a quote.
 */
function thatFits(kept: z.infer<typeof brandSchema>): object {
  const { notifications: _, ...settings } = kept.settings;
  const named = (most: number): object => {
    const profiles = settings.profiles.map(({ id, name }) => ({ id, name: clip(name, most) }));
    return { ...kept, settings: { ...settings, profiles } };
  };
  return (
    [named(slack.optionText), named(50), named(25)].find(
      (one) => JSON.stringify(one).length <= slack.privateMetadata,
    ) ?? named(10)
  );
}

function check(callback_id: string, kept: object, lines: Line[], brand?: Named): ModalView {
  const whose = brand ? `The settings for ${clipped(brand.name, 200)}` : 'Your settings';
  return {
    type: 'modal',
    callback_id,
    title: plain('Save this?'),
    submit: plain('Save'),
    close: plain('Back'),
    private_metadata: JSON.stringify(kept),
    blocks: [
      { type: 'section', text: mrkdwn(`${whose} apply as soon as you save them.`) },
      { type: 'divider' },
      ...lines.map(([name, says]): KnownBlock => ({ type: 'section', text: mrkdwn(`*${name}*\n${says}`) })),
    ],
  };
}

function ownLines({ brand, notices, direct }: PersonSettings): Line[] {
  return [
    [
      'Default brand',
      brand
        ? `${clipped(brand.name, 200)} is selected for you in new posts.`
        : 'None: the brand that the channel used last is selected.',
    ],
    [
      'Private notes',
      notices
        ? 'On: for example, you get a note that says where your post is reviewed.'
        : 'Off: only errors and answers to what you do.',
    ],
    ...directLines(direct),
  ];
}

/** The names of a brand's settings, and in a sentence what each does. */
function brandLines(settings: BrandSettings, beside: Beside): Line[] {
  return [
    ['Channel', channelText(settings, beside)],
    ['Default profiles', profilesText(settings)],
    ['Time zone', zoneText(settings, beside)],
    ['Reminders', remindersText(settings, beside)],
    ['Digest', digestText(settings, beside)],
    ['Guests', guestsText(settings)],
    ['Notifications', placesSummary(settings.notifications)],
  ];
}

function channelText(settings: BrandSettings, beside: Beside): string {
  const unsure = beside.unsure ? ` ${placeUnsure}` : '';
  return `${cardsGo(settings, beside)}${unsure}`;
}

function cardsGo({ channel }: BrandSettings, { ruleChannel }: Beside): string {
  if (ruleChannel)
    return `The approval rule sends cards to ${place(ruleChannel)}, and that comes first.${channel ? ` Without the rule, they go to ${place(channel)}.` : ''}`;
  return channel ? `Cards go to ${place(channel)}.` : 'Cards stay where the post was requested.';
}

function profilesText({ profiles }: BrandSettings): string {
  return profiles.length > 0
    ? `Selected in new posts and campaigns: ${profiles.map(({ name }) => clipped(name, 200)).join(', ')}.`
    : 'None are selected in new posts and campaigns.';
}

function zoneText({ zone }: BrandSettings, { reader, now }: Beside): string {
  if (!zone) return 'None: times in words are read in the writer’s own time zone.';
  const here = reader === undefined || zone === reader ? '' : ` ${clockText(now, reader)} for you`;
  return `${escaped(zoneName(zone, now))}, where it is ${clockText(now, zone)} now${here && `,${here}`}.`;
}

function remindersText({ reminders }: BrandSettings, { ruled }: Beside): string {
  if (reminders === 'off') return 'None.';
  const { afterMinutes, from, to } = reminders;
  const after = lasting(afterMinutes);
  const who = ruled
    ? `Approvers are reminded when a card has waited for ${after}`
    : `As long as there’s no approval rule, the author is reminded when a card has waited for ${after}`;
  return `${who}, between ${clockName(from)} and ${clockName(to)} in their time zone, on weekdays.`;
}

function digestText({ zone, channel, digest }: BrandSettings, { reader, nextDigest }: Beside): string {
  if (digest === 'off' || nextDigest === undefined) return 'None.';
  const next = escaped(momentText(nextDigest, { reader, brand: zone }));
  return `On weekdays at ${clockName(digest.at)}${channel ? ` in ${place(channel)}` : ''}. The next one: ${next}.`;
}

function guestsText({ guests }: BrandSettings): string {
  return guests === 'work'
    ? 'Can do what members can. Under an approval rule they approve only if it names them.'
    : 'Can only look, unless an approval rule names them.';
}

/** What is said once they are kept; without a brand they are one's own. `own`: one's own with them. */
export function settingsSaved(brand: Named | undefined, own = false): string {
  if (!brand) return 'Your settings are saved.';
  return `The settings for ${clipped(brand.name, 200)}${own ? ' and your own' : ''} are saved.`;
}
