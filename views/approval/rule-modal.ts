import type { Button, ConfirmationDialog, ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { type Named, namedSchema } from '#src/platform/publishing-api/request.ts';
import { cardLimits } from '#src/posts/card/bounds.ts';
import { type CurrentApprovers, isForNobody, type Rule } from '#src/posts/card/rule.ts';
import { button, buttonRow, dangerDialog, modal } from '#views/kit/blocks.ts';
import { noChannelText, present } from '#views/kit/checks.ts';
import {
  channelSelect,
  checkboxes,
  input,
  multiExternalSelect,
  option,
  selectField,
} from '#views/kit/fields.ts';
import { listed, plural } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import { contextBy, fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { count, plain } from '#views/kit/text.ts';

export const removeRule = 'rules.remove';
/**
 * The action id for which Slack requests user groups while people type: it has no list of them for modals.
 */
export const groupsList = 'groups';

const field = {
  people: 'people',
  groups: groupsList,
  needed: 'needed',
  how: 'how',
  channel: 'channel',
} as const;

const contextSchema = z.object({
  channel: z.string(),
  brand: namedSchema.optional(),
  /** The response address of the list from which it was opened. */
  list: z.string().optional(),
  /** Which rule the form shows (`RuleStore.toEdit`); absent in forms of earlier releases. */
  shown: z.string().optional(),
  /** The question that the form asks above its fields: the key of a `RuleQuestion`. */
  asked: z.string().optional(),
});
export type RuleContext = z.infer<typeof contextSchema>;

export const ruleContextOf = contextBy(contextSchema);

const mostNeeded = 20;
const neededOptions: PlainTextOption[] = [
  option('Any one of them', '1'),
  ...Array.from({ length: mostNeeded - 1 }, (_, i) => option(`${i + 2} of them`, String(i + 2))),
  option('All of them', 'all'),
];
const ways = {
  own: option('Authors can approve their own posts', 'own'),
  scheduled: option('Scheduled posts need approval too', 'scheduled'),
  attachedOnly: option('Media must be attached files, not links', 'attached-only'),
};

export const ruleModal = {
  id: 'rules',

  /** `groups`: the names of the rule's groups, if they're known. */
  render(context: RuleContext, rule: Rule | undefined, groups: readonly Named[]): ModalView {
    const named = (rule?.approvers.groups ?? []).map(
      (id) => groups.find((group) => group.id === id) ?? { id, name: id },
    );
    const { people: users = [] } = rule?.approvers ?? {};
    const needed = neededOptions.find(({ value }) => value === String(rule?.needed ?? 1)) ?? neededOptions[0];
    const on = compact([
      rule?.own && ways.own,
      (rule?.scheduled ?? true) && ways.scheduled,
      rule?.attachedOnly && ways.attachedOnly,
    ]);
    return modal({ callback_id: 'rules', title: 'Approval rule', submit: 'Save', context }, [
      {
        type: 'section',
        text: plain(
          clip(
            context.brand ? `For ${context.brand.name}` : 'Default rule, for brands without their own',
            slack.sectionText,
          ),
        ),
      },
      input(
        field.people,
        'People who can approve',
        { type: 'multi_users_select', ...(users.length > 0 && { initial_users: users }) },
        { optional: true },
      ),
      input(
        field.groups,
        'User groups whose members can approve',
        multiExternalSelect(groupsList, undefined, { chosen: named }),
        { optional: true },
      ),
      selectField(field.needed, 'Approvals needed', neededOptions, {
        chosen: needed?.value,
        hint: 'If you don’t add any people or groups, nobody can approve.',
      }),
      input(field.how, 'Options', checkboxes(Object.values(ways), on), { optional: true }),
      input(
        field.channel,
        'Channel',
        channelSelect('The brand’s channel, or where the post was requested', rule?.channel),
        { optional: true },
      ),
      ...buttonRow([rule && removal(context)]),
    ]);
  },

  read(view: Submitted): Read<Rule> {
    const fields = fieldsOf(view);
    const approvers = {
      people: fields.users(field.people),
      groups: fields.choices(field.groups).map(({ id }) => id),
    };
    const errors = present(fields, {});
    if (errors) return { errors };
    const needed = fields.choice(field.needed)?.id ?? '1';
    const on = fields.choices(field.how).map(({ id }) => id);
    const channel = fields.conversation(field.channel);
    return {
      value: {
        approvers,
        needed: needed === 'all' ? 'all' : Number(needed),
        own: on.includes('own'),
        scheduled: on.includes('scheduled'),
        ...(on.includes('attached-only') && { attachedOnly: true }),
        ...(channel && { channel }),
      },
    };
  },

  /** The error if someone else changed the rule while the form was open. */
  outdated: { [field.people]: 'Someone else just edited this rule. Close this form and open it again.' },

  /** The error if the bot has no access to the channel. */
  noChannel: { [field.channel]: noChannelText('Save') },

  /**
   * The errors for a rule that nobody could ever satisfy; an empty list means that nobody can approve, on
   * purpose. `guests`: the names of those who are only in its groups, so that they can't approve.
   */
  unreachable(
    { rule, users, unreadable, unavailable }: CurrentApprovers,
    guests: readonly string[],
  ): Record<string, string> | undefined {
    const { needed } = rule;
    const list = users.length - guests.length;
    if (unreadable.length + unavailable.length > 0)
      return {
        [field.groups]: 'I can’t see who’s in one of these groups right now. Try again in a minute.',
      };
    if (needed === 'all' && list > cardLimits.approvals)
      return {
        [field.needed]: `There are ${list} approvers, but a post can have at most ${cardLimits.approvals} approvals. Choose a number instead of “All of them”.`,
      };
    if (isForNobody(rule)) return undefined;
    if (guests.length > 0 && (needed === 'all' || list === 0))
      return {
        [field.groups]: `${clip(listed(guests), 200)} ${plural(guests.length, { one: 'is a guest', other: 'are guests' })}, and guests can’t approve as members of a group. Add them above, or choose another group.`,
      };
    if (list === 0)
      return {
        [field.groups]: plural(rule.approvers.groups.length, {
          one: 'This group has no members. Choose another group, or add people above.',
          other: 'These groups have no members. Choose other groups, or add people above.',
        }),
      };
    if (needed === 'all' || needed <= list) return undefined;
    return {
      [field.needed]: `This rule has only ${count(list, 'approver')}, so a post can never get ${needed} approvals.${guests.length > 0 ? ' Guests in groups don’t count.' : ''}`,
    };
  },
};

const named = ({ brand }: RuleContext): string =>
  brand ? `approval rule for ${brand.name}` : 'default rule';

/** Plain text, as what follows. */
export const ruleGone = (about: RuleContext): string => `The ${named(about)} was removed.`;
export const ruleNotRemoved = (about: RuleContext): string =>
  `The ${named(about)} wasn’t removed, because someone else just edited it. Open it again to see the change.`;

/** Replaces the form after *Remove rule*. `text` is plain text. */
export const ruleEnded = (text: string): ModalView =>
  modal({ title: 'Approval rule' }, [{ type: 'section', text: plain(clip(text, slack.sectionText)) }]);

const removal = ({ brand }: RuleContext): Button =>
  button(removeRule, 'Remove rule', {
    style: 'danger',
    confirm: confirmRemoval(brand?.name),
    value: brand?.id ?? '-',
  });

/** `brand`: its name; absent: the default rule. */
function confirmRemoval(brand: string | undefined): ConfirmationDialog {
  const posts =
    brand === undefined ? 'posts for brands without their own rule' : `posts for ${clip(brand, 100)}`;
  const then = brand === undefined ? '' : ', unless the default rule requires approval';
  const text = `Any member can then approve and publish ${posts}${then}. This includes posts that are waiting for approval now.`;
  return dangerDialog('Remove this rule?', text, 'Remove');
}
