/** `/social rules`: the approval rules in words, brand by brand, with a button for administrators. */

import type { KnownBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import { button, contextLine, heading, section } from '#views/kit/blocks.ts';
import { placeUnsure } from '#views/kit/checks.ts';
import { alternatives, listed } from '#views/kit/language.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import { adminsCanEdit, type Page, type RenderedMessage, turnBlocks } from '#views/kit/paged.ts';
import { capital, clipped, count, escaped, person, place, userGroup } from '#views/kit/text.ts';

export const rulesList = 'rules';
export const changeRule = 'rules.change';

/** Each rule takes one of a message's blocks. */
export const rulesOnPage = 15;

/** A line of the list. Without a brand, it's the rule of all brands that have none of their own. */
export interface RuleRow {
  brand?: Named;
  rule?: Rule;
}

/** The value of a button for the common rule, since Slack doesn't accept an empty one. */
export const otherBrands = '-';

/** `common`: there's a rule for brands that have none of their own. */
export function renderRules(
  shown: Page<RuleRow>,
  { mayChange, admins = [], common }: { mayChange: boolean; admins?: readonly Named[]; common: boolean },
): RenderedMessage {
  return {
    text: 'Approval rules',
    blocks: [
      heading('Approval rules'),
      ...shown.rows.map(
        (row): KnownBlock =>
          section(
            rowText(row, common),
            mayChange
              ? { accessory: button(changeRule, 'Edit', { value: row.brand?.id ?? otherBrands }) }
              : {},
          ),
      ),
      ...turnBlocks(rulesList, '', shown),
      ...(mayChange ? [] : [contextLine(adminsCanEdit('these rules', admins))]),
    ],
  };
}

function rowText({ brand, rule }: RuleRow, common: boolean): string {
  const name = brand ? `*${clipped(brand.name, 200)}*` : '*Default rule* (for brands without their own)';
  if (rule) return `${name}\n${ruleText(rule)}`;
  return `${name}\n${brand && common ? 'Uses the default rule.' : 'No rule: posts don’t need approval.'}`;
}

const namesShown = 20;

/** `@Bo or someone in @editors must approve. …` */
function ruleText({ approvers, needed, own, scheduled, attachedOnly, channel }: Rule): string {
  const all = [...approvers.people.map(person), ...approvers.groups.map(userGroup)];
  return compact([
    all.length === 0 ? 'Nobody can approve, because there are no approvers.' : whoApproves(approvers, needed),
    own ? 'Authors can approve their own posts.' : 'Authors can’t approve their own posts.',
    scheduled ? 'Scheduled posts need approval too.' : 'Scheduled posts don’t need approval.',
    attachedOnly && 'Media must be attached files, not links.',
    channel && `Cards go to ${place(channel)}.`,
  ]).join(' ');
}

function whoApproves({ people: users, groups }: Rule['approvers'], needed: Rule['needed']): string {
  const [one] = users;
  if (one !== undefined && users.length === 1 && groups.length === 0) return `${person(one)} must approve.`;
  const isAny = needed === 1;
  // each member counts as one approver
  const isOneGroup = users.length === 0 && groups.length === 1;
  const members = isOneGroup ? 'members of' : 'the members of';
  const ofGroup = isAny ? 'someone in' : needed === 'all' ? 'everyone in' : members;
  const names = [...users.map(person), ...groups.map((group) => `${ofGroup} ${userGroup(group)}`)];
  const shown = andMore(names, namesShown, String, (more) =>
    isAny && more > 1 ? `one of ${more} others` : count(more, 'other'),
  );
  if (isAny) return `${capital(alternatives(shown))} must approve.`;
  if (needed !== 'all' && groups.length > 0)
    return isOneGroup
      ? `At least ${needed} ${listed(shown)} must approve.`
      : `At least ${needed} of these people must approve: ${listed(shown)}.`;
  if (needed !== 'all' && needed < users.length)
    return `At least ${needed} of ${listed(shown)} must approve.`;
  if (groups.length > 0) return `${capital(listed(shown))} must approve.`;
  return `${listed(shown)} must ${names.length === 2 ? 'both' : 'all'} approve.`;
}

/**
 * After someone changed a rule. Without a brand, it's the default rule. `unsure`: Slack didn't say whether
 * the bot can post in its channel.
 */
export function ruleSaved(brand: Named | undefined, rule: Rule, unsure: boolean): string {
  const which = brand ? `approval rule for ${escaped(brand.name)}` : 'default rule';
  return `The ${which} was saved: ${ruleText(rule)}${unsure ? ` ${placeUnsure}` : ''}`;
}
