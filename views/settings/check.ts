/** What someone set, shown before it's saved. */

import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import {
  type BrandSettings,
  brandSettingsSchema,
  type PersonSettings,
  personSettingsSchema,
} from '#src/settings/settings.ts';
import { divider, modal, section } from '#views/kit/blocks.ts';
import { placeUnsure } from '#views/kit/checks.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { clockName, clockText, momentText, weekdayName } from '#views/kit/moment.ts';
import { contextBy } from '#views/kit/parse.ts';
import { bold, clipped, escaped, lasting, place } from '#views/kit/text.ts';
import { zoneName } from '#views/kit/zone-names.ts';
import { postResults } from './brand-modal.ts';
import { destinationsSummary } from './destinations-modal.ts';
import { directLines } from './direct-fields.ts';
import { privateUpdates } from './modal.ts';

export const saveTitle = 'Save settings?';

const ownSchema = z.object({ channel: z.string(), own: personSettingsSchema });
const brandSchema = z.object({
  channel: z.string(),
  brand: namedSchema,
  own: personSettingsSchema.optional(),
  settings: brandSettingsSchema,
  /** As in the form. */
  shown: z.string().optional(),
});

/** The name of a setting, and in a sentence what it does, as mrkdwn. */
type Line = [name: string, says: string];

export const ownCheck = {
  id: 'settings.check',
  render: (kept: z.infer<typeof ownSchema>): ModalView => check('settings.check', kept, ownLines(kept.own)),
  read: contextBy(ownSchema),
};

export interface BrandCheckContext {
  /** The channel for review cards in the brand's approval rule. */
  ruleChannel?: string | undefined;
  hasRule: boolean;
  /** The time zone of the person who sets them, if Slack returns it. */
  reader: string | undefined;
  /** Epoch ms. */
  now: number;
  /** The next digest and the next weekly report (epoch ms). */
  nextDigest?: number | undefined;
  nextReport?: number | undefined;
  /** Slack didn't say whether the bot can post in the channel. */
  unsure?: boolean | undefined;
}

export const brandCheck = {
  id: 'settings.brand.check',

  render(kept: z.infer<typeof brandSchema>, context: BrandCheckContext): ModalView {
    const { brand, own, settings } = kept;
    const yours = own ? ownLines(own).map(([name, says]): Line => [`For you: ${name}`, says]) : [];
    const lines = [...brandLines(settings, context), ...yours];
    return check('settings.brand.check', thatFits(kept), lines, brand);
  },

  read: contextBy(brandSchema),
};

/**
 * Without the notifications, which have a form of their own, and with profile names that are short enough for
 * a view.
 */
function thatFits(kept: z.infer<typeof brandSchema>): object {
  const { notifications: _, ...settings } = kept.settings;
  const named = (most: number): object => {
    const profiles = settings.profiles.map(({ id, name }) => ({ id, name: clip(name, most) }));
    return { ...kept, settings: { ...settings, profiles } };
  };
  return (
    [named(slack.optionText), named(50), named(25), named(10)].find(
      (one) => JSON.stringify(one).length <= slack.privateMetadata,
    ) ?? named(4)
  );
}

function check(callback_id: string, kept: object, lines: Line[], brand?: Named): ModalView {
  const whose = brand ? `The settings for ${clipped(brand.name, 200)}` : 'Your settings';
  return modal({ callback_id, title: saveTitle, submit: 'Save', close: 'Back', context: kept }, [
    section(`${whose} take effect when you save them.`),
    divider,
    ...lines.map(([name, says]): KnownBlock => section(`*${name}*\n${says}`)),
  ]);
}

function ownLines({ brand, notices, direct }: PersonSettings): Line[] {
  return [
    [
      'Default brand',
      brand
        ? `${clipped(brand.name, 200)} is preselected for you in new posts.`
        : 'None. The brand last used in the channel is preselected.',
    ],
    [
      privateUpdates,
      notices
        ? 'On. For example, I’ll tell you where your post is being reviewed.'
        : 'Off. You’ll still see errors and confirmations of your own actions.',
    ],
    ...directLines(direct),
  ];
}

function brandLines(settings: BrandSettings, context: BrandCheckContext): Line[] {
  return [
    ['Channel', `${channelText(settings, context)}${context.unsure ? ` ${placeUnsure}` : ''}`],
    ['Default profiles', profilesText(settings)],
    ['Time zone', zoneText(settings, context)],
    ['Reminders', remindersText(settings, context)],
    ['Digest', digestText(settings, context)],
    ['Weekly report', reportText(settings, context)],
    [postResults, resultsText(settings)],
    ['Guests', guestsText(settings)],
    ['Notifications', destinationsSummary(settings.notifications)],
  ];
}

function channelText({ channel }: BrandSettings, { ruleChannel }: BrandCheckContext): string {
  if (ruleChannel)
    return `Cards go to ${place(ruleChannel)}, as set in the approval rule.${channel ? ` Without the rule, they’d go to ${place(channel)}.` : ''}`;
  return channel ? `Cards go to ${place(channel)}.` : 'Cards are posted where the post was requested.';
}

function profilesText({ profiles }: BrandSettings): string {
  return profiles.length > 0
    ? `Preselected in new posts and campaigns: ${profiles.map(({ name }) => clipped(name, 200)).join(', ')}.`
    : 'None are preselected in new posts and campaigns.';
}

function zoneText({ zone }: BrandSettings, { reader, now }: BrandCheckContext): string {
  if (!zone) return 'None. Typed times use each person’s own time zone.';
  const here = reader === undefined || zone === reader ? '' : ` (${clockText(now, reader)} your time)`;
  return `${escaped(zoneName(zone, now))}. It’s ${clockText(now, zone)}${zone === 'UTC' ? ' UTC' : ' there'} now${here}.`;
}

function remindersText({ reminders }: BrandSettings, { hasRule }: BrandCheckContext): string {
  if (reminders === 'off') return 'None.';
  const { afterMinutes, from, to } = reminders;
  const after = lasting(afterMinutes);
  const who = hasRule
    ? `Approvers are reminded after a post has waited ${after}`
    : `There’s no approval rule, so the author is reminded after a post has waited ${after}`;
  return `${who}. Reminders go out on weekdays between ${clockName(from)} and ${clockName(to)} in each person’s time zone.`;
}

function digestText(
  { zone, channel, digest }: BrandSettings,
  { reader, nextDigest }: BrandCheckContext,
): string {
  if (digest === 'off' || nextDigest === undefined) return 'None.';
  const next = escaped(momentText(nextDigest, { reader, brand: zone }));
  return `On weekdays at ${clockName(digest.at)}${channel ? ` in ${place(channel)}` : ''}. Next: ${next}.`;
}

function reportText(
  { zone, channel, report }: BrandSettings,
  { reader, nextReport }: BrandCheckContext,
): string {
  if (report === 'off' || nextReport === undefined) return 'None.';
  const next = escaped(momentText(nextReport, { reader, brand: zone }));
  return `On ${weekdayName(report.day)}s at ${clockName(report.at)}${channel ? ` in ${place(channel)}` : ''}. Next: ${next}.`;
}

function resultsText({ results }: BrandSettings): string {
  return results === 'off'
    ? 'Not posted.'
    : 'In the card’s thread, one day and one week after publishing, if the publishing service reports numbers per post.';
}

function guestsText({ guests }: BrandSettings): string {
  return guests === 'work'
    ? 'Can do what members can. If there’s an approval rule, they can approve only if it names them.'
    : 'Can only view posts, unless an approval rule names them.';
}

/** Replaces the check if someone else changed the settings. What was entered is in the form below it. */
export const settingsOutdated = ({ name }: Named): ModalView =>
  modal({ title: 'Settings not saved', close: 'Back' }, [
    section(
      `Someone else just edited the settings for ${bold(name, 200)}, so your changes weren’t saved. What you entered is still in the form. To see the current settings, go back and choose the brand again.`,
    ),
  ]);

/**
 * What is said after settings were saved; without a brand, they're the person's own. `own`: the person's own
 * were saved with them.
 */
export function settingsSaved(brand: Named | undefined, own = false): string {
  if (!brand) return 'Your settings were saved.';
  return `${own ? 'Your settings and the' : 'The'} settings for ${clipped(brand.name, 200)} were saved.`;
}
