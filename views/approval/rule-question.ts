/** Asks again, with a checkbox, if the rule means that posts can never be approved. */

import type { ModalView, PlainTextOption } from '@slack/types';
import { type CurrentApprovers, isForNobody, stuckAuthors } from '#src/posts/card/rule.ts';
import { section } from '#views/kit/blocks.ts';
import { checkboxes, input, option } from '#views/kit/fields.ts';
import { alternatives } from '#views/kit/language.ts';
import { fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { clipped, person } from '#views/kit/text.ts';
import { type RuleContext, ruleContextOf } from './rule-modal.ts';

interface RuleQuestion {
  /** If the key changes, the question is asked again. */
  key: string;
  /** Stays true for a form whose fields were changed since. */
  text: string;
  box: 'nobody' | 'stuck';
}

const yes: Record<RuleQuestion['box'], PlainTextOption> = {
  nobody: option('Save anyway. Nobody will be able to approve posts.', 'nobody'),
  stuck: option('Save anyway. Nobody will be able to approve those posts.', 'stuck'),
};
const unanswered: Record<RuleQuestion['box'], string> = {
  nobody: 'Check this box, or add someone below.',
  stuck: 'Check this box, or edit the rule below.',
};

/** The question for a rule whose groups could be read; `undefined` if every post can get all approvals. */
function questionOf(approvers: CurrentApprovers, { brand }: RuleContext): RuleQuestion | undefined {
  const { rule } = approvers;
  if (isForNobody(rule)) {
    const whose = brand ? clipped(brand.name, 200) : 'brands without their own rule';
    const what = rule.scheduled ? 'publish or schedule' : 'publish';
    const text = `*You haven’t added any approvers.* Nobody will be able to use Slack to ${what} posts for ${whose}.`;
    return { key: `nobody ${rule.scheduled}`, text, box: 'nobody' };
  }
  const stuck = stuckAuthors(approvers);
  if (stuck.length === 0) return undefined;
  const names = alternatives(stuck.map(person));
  const only = stuck.length === 1;
  const text = only
    ? `*Nobody can approve posts by ${names}:* they’d be the only approver, and authors can’t approve their own posts.`
    : `*Nobody can approve posts by ${names}.* The rule needs ${rule.needed} approvals, and authors can’t approve their own posts.`;
  const ways = only
    ? 'Add someone else, or let authors approve their own posts.'
    : 'Add someone else, require fewer approvals, or let authors approve their own posts.';
  return { key: `stuck ${rule.needed} ${stuck.join(' ')}`, text: `${text} ${ways}`, box: 'stuck' };
}

/**
 * The open modal with a question, or the error at its checkbox; `undefined` if there's nothing to ask, or it
 * was answered.
 */
export function askBeforeSaving(
  sent: Submitted,
  open: ModalView,
  approvers: CurrentApprovers,
): { view: ModalView } | { errors: Record<string, string> } | undefined {
  const context = ruleContextOf(sent);
  const question = questionOf(approvers, context);
  const ticked = (box: RuleQuestion['box']): boolean => fieldsOf(sent).choices(box).length > 0;
  if (question?.box !== 'nobody' && ticked('nobody'))
    return { errors: { nobody: 'You added someone below. Clear this box, or remove them.' } };
  if (!question) return undefined;
  if (question.key !== context.asked) return { view: withQuestion(open, question) };
  return ticked(question.box) ? undefined : { errors: { [question.box]: unanswered[question.box] } };
}

const questionBlock = 'question';

function withQuestion(open: ModalView, { key, text, box }: RuleQuestion): ModalView {
  const context = ruleContextOf({ private_metadata: open.private_metadata ?? '{}' });
  const asked = new Set<string | undefined>([questionBlock, 'nobody', 'stuck']);
  return {
    ...open,
    private_metadata: JSON.stringify({ ...context, asked: key } satisfies RuleContext),
    blocks: [
      section(`:warning: ${text}`, { block_id: questionBlock }),
      input(box, 'Confirm', checkboxes([yes[box]]), { optional: true }),
      ...open.blocks.filter(({ block_id }) => !asked.has(block_id)),
    ],
  };
}
