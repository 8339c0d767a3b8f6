/**
 * Who must approve a post before it's published, and the approval progress. Pure: the groups' members are
 * passed in.
 */
import { z } from 'zod';
import { isVisitor, type Role, type RoleInBrand } from '#src/platform/slack/role.ts';
import type { GroupMembers } from '#src/platform/slack/users.ts';
import type { AuditEntry } from './audit.ts';
import { cardLimits } from './bounds.ts';
import type { Card } from './card.ts';
import { contentHash, isOverdue } from './content.ts';
import { isEditable, isScheduled } from './state.ts';

export const ruleSchema = z.object({
  /** Slack users and user groups. If both are empty, nobody can approve. */
  approvers: z.object({ people: z.array(z.string()), groups: z.array(z.string()) }),
  /** How many different people of the list have to approve; `all`: each of them. */
  needed: z.union([z.literal('all'), z.int().min(1)]),
  /** Whether an author's approval of their own post counts. */
  own: z.boolean(),
  /** Whether a post for a set time needs approval, too. */
  scheduled: z.boolean(),
  /** Only files that are attached in Slack, or that the service generated, are published; no links. */
  attachedOnly: z.boolean().optional(),
  /** The channel for review cards; absent: where the request was made. */
  channel: z.string().optional(),
});
export type Rule = z.infer<typeof ruleSchema>;

/** Whether the rule names nobody, so that nobody can approve. */
export const isForNobody = ({ approvers: { people: users, groups } }: Rule): boolean =>
  users.length + groups.length === 0;

/** The rule in one line, for the audit trail. The approvers come last, where a long line is cut. */
export function describeRule(rule: Rule): string {
  const { approvers, needed, own, scheduled, attachedOnly, channel } = rule;
  const may = [...approvers.people, ...approvers.groups].join(' ') || 'nobody';
  const extras = [
    own ? 'own posts too' : 'not own posts',
    scheduled ? 'scheduled too' : 'not scheduled',
    ...(attachedOnly ? ['attached files only'] : []),
  ];
  return `rule: ${[`needs ${needed}`, ...extras, ...(channel ? [`in ${channel}`] : []), `of ${may}`].join(', ')}`;
}

/** A rule with the members of its groups: who can approve right now. */
export interface CurrentApprovers {
  rule: Rule;
  /** Everyone who is named, or in a group that could be read, each once. */
  users: readonly string[];
  /** Groups that can't be read count as nobody. */
  unreadable: readonly string[];
  /** Groups that can't be read right now: nobody can approve, and what is approved waits. */
  unavailable: readonly string[];
}

/** `members` says who is in each group. A group that it leaves out can't be read. */
export function currentApprovers(rule: Rule, members: ReadonlyMap<string, GroupMembers>): CurrentApprovers {
  const { people: users, groups } = rule.approvers;
  const inGroups = groups.flatMap((group) => {
    const found = members.get(group);
    return found === undefined || found === 'unavailable' ? [] : found;
  });
  return {
    rule,
    users: [...new Set([...users, ...inGroups])],
    unreadable: groups.filter((group) => members.get(group) === undefined),
    unavailable: groups.filter((group) => members.get(group) === 'unavailable'),
  };
}

/**
 * Whether it's unknown right now if the card has its approvals: those that it has may be from people in a
 * group that Slack can't be asked about. The other approvals may be enough, which shows when Slack answers
 * again.
 */
export const isApprovalUnknown = (card: Card, approvers: CurrentApprovers): boolean =>
  approvers.unavailable.length > 0 && !approvalProgress(card, approvers).complete;

/** The approval progress of a card, for its current content. */
export interface ApprovalProgress {
  /** The approvals that count, one of each person. */
  given: Card['approvals'];
  /** How many different people must approve; `undefined` if more would have to than can. */
  needed: number | undefined;
  complete: boolean;
  /** Who can still approve. */
  open: readonly string[];
}

/** Whether one person's approval is enough, so that nobody else has approved the time. */
export const decidesAlone = ({ needed }: ApprovalProgress): boolean => needed === 1;

export function approvalProgress(card: Card, approvers: CurrentApprovers): ApprovalProgress {
  const content = contentHash(card);
  const mayCount = countingFor(card, approvers);
  const given = mayCount.flatMap(
    (one) => card.approvals.find(({ by, content: of }) => by === one && of === content) ?? [],
  );
  const needed = neededOf(approvers, mayCount.length);
  const gave = new Set(given.map(({ by }) => by));
  return {
    given,
    needed,
    complete: needed !== undefined && given.length >= needed,
    open: mayCount.filter((one) => !gave.has(one)),
  };
}

/** The people whose approvals can count for a card. */
function countingFor(
  card: Pick<Card, 'kind' | 'author'>,
  { rule, users }: CurrentApprovers,
): readonly string[] {
  return users.filter((one) => rule.own || !isAuthor(card, one));
}

/** How many of the people whose approvals count must approve; `undefined` if more would have to than can. */
function neededOf({ rule, unreadable, unavailable }: CurrentApprovers, counting: number): number | undefined {
  const isWhole = unreadable.length + unavailable.length === 0;
  const needed = rule.needed === 'all' ? (isWhole ? counting : 0) : rule.needed;
  return needed > 0 && needed <= Math.min(counting, cardLimits.approvals) ? needed : undefined;
}

/** The approvers whose own posts can never get all approvals. */
export function stuckAuthors(approvers: CurrentApprovers): readonly string[] {
  return approvers.users.filter((author) => {
    const others = countingFor({ kind: 'post', author }, approvers);
    return neededOf(approvers, others.length) === undefined;
  });
}

/** Whether the user is the post's author. A post that was found in the service has no author here. */
function isAuthor(card: Pick<Card, 'kind' | 'author'>, user: string): boolean {
  return card.kind !== 'found-post' && card.author === user;
}

/**
 * True if the post has all approvals and its requested time has passed before it was scheduled: people decide
 * what to do.
 */
function isLate(card: Card, progress: ApprovalProgress, now: number): boolean {
  const waits = isEditable(card) && !isScheduled(card);
  return waits && progress.complete && isOverdue(card, now);
}

/** What a card shows of its rule. */
export interface Review {
  approvers: CurrentApprovers;
  progress: ApprovalProgress;
  late: boolean;
}

/** Whether nobody can complete the approval, and that won't change unless the rule or its groups do. */
export const isBlocked = (review: Review | undefined): boolean =>
  review !== undefined && review.approvers.unavailable.length === 0 && review.progress.needed === undefined;

export function reviewOf(card: Card, approvers: CurrentApprovers, now: number): Review {
  const progress = approvalProgress(card, approvers);
  return { approvers, progress, late: isLate(card, progress, now) };
}

/**
 * What a person wants to do: `touch` (any change), `decide` about a post, `approve` it,
 * `resubmit` a post that was sent back, or `undo` an approval of their own.
 */
export type Permission = 'touch' | 'decide' | 'approve' | 'resubmit' | 'undo';

/**
 * Why a person isn't allowed. `not_named` and `own` say who is; `enough`: only the others can still approve
 * it; `group_unavailable`: nobody can say right now whether a group has them.
 */
export type Denied =
  | { why: 'outsider' }
  | { why: 'guest' }
  | { why: 'unknown' }
  | { why: 'group_unavailable'; approvers: CurrentApprovers }
  /** `author`: can't approve their own post, even if the rule names them. */
  | { why: 'not_named'; approvers: CurrentApprovers; author?: string }
  | { why: 'own'; approvers: CurrentApprovers; by: string; enough: boolean };

/** Why a person can't do anything for the brand, not even request a post. */
export type DeniedToRequest = Extract<Denied, { why: 'outsider' | 'guest' | 'unknown' }>;

/** Why a person can't request a post. It doesn't matter who is in the rule's groups. */
export function deniedToRequest(
  rule: Rule | undefined,
  role: RoleInBrand,
  by: string,
): DeniedToRequest | undefined {
  if (rule?.approvers.people.includes(by)) return undefined;
  if (role === 'outsider' || role === 'guest') return { why: role };
  return rule && role === 'unknown' ? { why: role } : undefined;
}

/** `approvers` is `undefined` if no rule applies. Returns `undefined` if the person is allowed to. */
export function denied(
  {
    approvers,
    role,
    by,
    permission,
  }: { approvers: CurrentApprovers | undefined; role: RoleInBrand; by: string; permission: Permission },
  card?: Pick<Card, 'kind' | 'author'>,
): Denied | undefined {
  const why = deniedToRequest(approvers?.rule, role, by);
  if (why || !approvers) return why;
  if (permission === 'touch' || permission === 'undo' || (permission === 'resubmit' && card?.author === by))
    return undefined;
  const named = approvers.rule.approvers.people.includes(by);
  // a guest has to be named: anyone may have added them to a group
  const mayDecide = named || (role !== 'collaborator' && approvers.users.includes(by));
  const isUnavailable = approvers.unavailable.length > 0;
  if (!mayDecide) {
    if (isUnavailable && role !== 'collaborator') return { why: 'group_unavailable', approvers };
    const authorCannot =
      permission === 'approve' && card && isAuthor(card, card.author) && !approvers.rule.own;
    return { why: 'not_named', approvers, ...(authorCannot && { author: card.author }) };
  }
  if (permission !== 'approve') return undefined;
  // without the group's approvals, this one would complete nothing, and the person couldn't press again
  if (isUnavailable) return { why: 'group_unavailable', approvers };
  if (!card || !isAuthor(card, by) || approvers.rule.own) return undefined;
  const enough = neededOf(approvers, countingFor(card, approvers).length) !== undefined;
  return { why: 'own', approvers, by, enough };
}

/**
 * `before`: the previous rule, if it can be read; `by`: who changed it first since; `at`: when (epoch ms).
 */
export interface RuleChange {
  before: Rule | undefined;
  by: string | undefined;
  at: number;
}

type Approvers = Rule['approvers'];

/** Who can approve under a rule but couldn't under the previous one; nobody if there's no rule. */
export function addedApprovers(before: Rule | undefined, now: Rule | undefined): Approvers {
  const added = (kind: keyof Approvers): string[] =>
    (now?.approvers[kind] ?? []).filter((id) => !before?.approvers[kind].includes(id));
  return { people: added('people'), groups: added('groups') };
}

/** How a form changes a rule: its audit entry, and the rule that the form showed. */
export interface RuleEdit {
  entry: AuditEntry;
  /** Absent in forms of earlier releases, which change whatever rule there is. */
  shown?: string | undefined;
}

/** Every rule; `common` is the one of brands without their own. */
interface Rules {
  brands: ReadonlyMap<string, Rule>;
  common?: Rule;
}

/**
 * Whether the person can request posts of at least one brand. `letsGuestsIn`: whether any brand's settings
 * let guests in.
 */
export function canRequestAnywhere(
  rules: Rules,
  { user, role, letsGuestsIn }: { user: string; role: Role; letsGuestsIn: boolean },
): boolean {
  return !isVisitor(role) || namedByARule(rules, user) || (role === 'guest' && letsGuestsIn);
}

/** Whether any brand's rule names the user, other than through a group. */
function namedByARule({ brands, common }: Rules, user: string): boolean {
  return [...brands.values(), ...(common ? [common] : [])].some(({ approvers }) =>
    approvers.people.includes(user),
  );
}

/** A brand's rule with its groups' members; `undefined` if no rule applies. */
export type CurrentApproversOf = (brand: string) => Promise<CurrentApprovers | undefined>;
