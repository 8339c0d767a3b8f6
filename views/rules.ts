/** `/social rules`: the approval rules in words, brand by brand, with a button for administrators. */
import type { KnownBlock } from '@slack/types';
import type { Named } from '#src/cards/request.ts';
import type { Rule } from '#src/cards/rules.ts';
import { placeUnsure } from './checks.ts';
import { type Page, type Said, turnBlocks } from './paged.ts';
import { clipped, escaped, mrkdwn, person, place, plain, plural, userGroup } from './text.ts';

export const rulesList = 'rules';
export const changeRule = 'rules.change';

/** Each takes one of the blocks that a message may have. */
export const rulesOnPage = 15;

/** A line of the list; without a brand it is the rule of all brands that have none of their own. */
export interface RuleRow {
  brand?: Named;
  rule?: Rule;
}

/** In a button, where Slack takes no empty value. */
export const otherBrands = '-';

/** `common`: there is a rule for the brands that have none of their own. */
export function drawRules(
  shown: Page<RuleRow>,
  { mayChange, common }: { mayChange: boolean; common: boolean },
): Said {
  return {
    text: 'Approval rules',
    blocks: [
      { type: 'header', text: plain('Approval rules') },
      ...shown.rows.map(
        (row): KnownBlock => ({
          type: 'section',
          text: mrkdwn(rowText(row, common)),
          ...(mayChange && {
            accessory: {
              type: 'button',
              action_id: changeRule,
              text: plain('Change'),
              value: row.brand?.id ?? otherBrands,
            },
          }),
        }),
      ),
      ...turnBlocks(rulesList, '', shown),
      ...(mayChange
        ? []
        : [{ type: 'context' as const, elements: [mrkdwn('Administrators of Slack may change them.')] }]),
    ],
  };
}

function rowText({ brand, rule }: RuleRow, common: boolean): string {
  const name = brand ? `*${clipped(brand.name, 200)}*` : '*All other brands*';
  if (rule) return `${name}\n${ruleText(rule)}`;
  return `${name}\n${brand && common ? 'No rule of its own: the one of all other brands holds.' : 'No rule: no approval is asked for.'}`;
}

const namesShown = 20;

/** `Any one of @Bo and @editors must approve. …` */
function ruleText({ approvers, needed, own, scheduled, attachedOnly, channel }: Rule): string {
  const all = [...approvers.people.map(person), ...approvers.groups.map(userGroup)];
  const more = all.length > namesShown ? `, and ${all.length - namesShown} more` : '';
  const names = all.slice(0, namesShown).join(', ') + more;
  const many = needed === 'all' ? 'All' : plural(needed, { one: 'Any one', other: `${needed}` });
  return [
    all.length === 0 ? 'Nobody may approve: the list is empty.' : `${many} of ${names} must approve.`,
    own ? 'Authors may approve their own posts.' : 'Authors may not approve their own posts.',
    scheduled ? 'Scheduled posts need approval too.' : 'Scheduled posts need none.',
    ...(attachedOnly ? ['Only attached files can go out, no links.'] : []),
    ...(channel ? [`Review cards go to ${place(channel)}.`] : []),
  ].join(' ');
}

/** After somebody changed it; without a brand it is the rule of all others. `unsure`: Slack did not say whether the bot may post in its channel. */
export function ruleSaved(brand: Named | undefined, rule: Rule, unsure: boolean): string {
  const saved = `is saved: ${ruleText(rule)}${unsure ? ` ${placeUnsure}` : ''}`;
  return brand
    ? `The approval rule for ${escaped(brand.name)} ${saved}`
    : `The approval rule for all other brands ${saved}`;
}
