/**
 * Every key in Redis. The Slack workspace is the hash tag of all that belong to one, which keeps them on one
 * node of a cluster.
 */

export type Keys = ReturnType<typeof createKeys>;

export function createKeys(prefix: string) {
  const key = (workspace: string, ...parts: string[]) => `${prefix}:{${workspace}}:${parts.join(':')}`;
  return {
    workspaces: `${prefix}:workspaces`,
    /** The workspace uses the token from the settings and hasn't been installed since. */
    byToken: (workspace: string) => key(workspace, 'by-token'),
    card: (workspace: string, id: string) => key(workspace, 'card', id),
    /**
     * Sorted set: cards that wait for work or rendering, by the time of their last transition. Scheduled ones
     * are added when their time passes.
     */
    todo: (workspace: string) => key(workspace, 'todo'),
    /** Sorted set: the followed cards of a brand, by the time from which they are followed. */
    watched: (workspace: string, brand: string) => key(workspace, 'watched', brand),
    /** Sorted set: brands with followed cards, by the earliest of them. */
    watchedBrands: (workspace: string) => key(workspace, 'watched-brands'),
    /**
     * Sorted set: the cards on Home tabs; open ones by their last transition, failed ones by when they
     * disappear from there.
     */
    open: (workspace: string) => key(workspace, 'open'),
    /** Sorted set: users who look at their Home tab, by when they last opened it. */
    homes: (workspace: string) => key(workspace, 'homes'),
    /** Hash: the pages that a user turned to in the Home tab, and how it was last rendered. */
    home: (workspace: string, user: string) => key(workspace, 'home', user),
    /** The user has been welcomed. */
    welcomed: (workspace: string) => key(workspace, 'welcomed'),
    /** Hash: the post index of a brand. */
    index: (workspace: string, brand: string) => key(workspace, 'index', brand),
    /** Hash: the open read requests of a brand. */
    reads: (workspace: string, brand: string) => key(workspace, 'reads', brand),
    /** Set: the brands with open read requests. */
    readers: (workspace: string) => key(workspace, 'readers'),
    /** The card that a post of the service belongs to. */
    claim: (workspace: string, post: string) => key(workspace, 'claim', post),
    /** The card that a message in Slack shows. */
    message: (workspace: string, channel: string, ts: string) => key(workspace, 'message', channel, ts),
    /** Set: the keys that expire together: those of a card, or of a campaign and all its posts. */
    family: (workspace: string, first: string) => key(workspace, 'family', first),
    /** Set: the unfinished cards of a family. Nothing in it expires while there's one. */
    unfinished: (workspace: string, first: string) => key(workspace, 'unfinished', first),
    /** What someone decided about several posts at once. */
    batch: (workspace: string, id: string) => key(workspace, 'batch', id),
    /** Set: the batches that aren't finished. */
    openBatches: (workspace: string) => key(workspace, 'open-batches'),
    /** A file with posts that someone imports, and what was found in it. */
    import: (workspace: string, id: string) => key(workspace, 'import', id),
    importRows: (workspace: string, id: string) => key(workspace, 'import-rows', id),
    /** Hash: the lists that the check of an import has read so far. */
    importLists: (workspace: string, id: string) => key(workspace, 'import-lists', id),
    /** Set: the imports that need their job. */
    openImports: (workspace: string) => key(workspace, 'open-imports'),
    /** Sorted set: the cards of imported posts, by when they were imported (epoch ms). */
    imported: (workspace: string) => key(workspace, 'imported'),
    outsidePost: (workspace: string, card: string) => key(workspace, 'prospect', card),
    /** Hash: the operations of a card or an export. */
    ledger: (workspace: string, whose: string) => key(workspace, 'ledger', whose),
    lock: (workspace: string, what: string) => key(workspace, 'hold', what),
    /**
     * Hash: the cards whose posts are being created in a brand, each with when that began and ends, and
     * whether it has to be alone.
     */
    creations: (workspace: string, brand: string) => key(workspace, 'creations', brand),
    /** Sorted set: the cards that wait for others to be created first, by when they arrived. */
    creationsLine: (workspace: string, brand: string) => key(workspace, 'creations-line', brand),
    /** Hash: for each kind of request, whether the service's answers carry an id. */
    answersCarryIds: (workspace: string) => key(workspace, 'answers-carry-ids'),
    /** Hash: the approval rule of each brand, and the one for all others. */
    rules: (workspace: string) => key(workspace, 'rules'),
    /** Hash: the pause of each brand, and the one of all brands. */
    pauses: (workspace: string) => key(workspace, 'freezes'),
    /** Hash: when the pause of each brand, and the one of all brands, last ended. */
    pauseEnds: (workspace: string) => key(workspace, 'thaws'),
    /** Hash: the last pause of each brand, and of all brands, that ended, with who resumed publishing. */
    endedPauses: (workspace: string) => key(workspace, 'thawed'),
    /** Hash: the posts that a pause unscheduled. */
    pausedPosts: (workspace: string, scope: string) => key(workspace, 'frozen-posts', scope),
    /**
     * Hash: for each brand, and for all, how often something that its cards show has changed since they were
     * last queued for rendering.
     */
    redraws: (workspace: string) => key(workspace, 'redraws'),
    /**
     * Hash: the previous rule of each brand, or of all, whose rule changed and whose new approvers weren't
     * asked yet.
     */
    ruleChanges: (workspace: string) => key(workspace, 'rule-changes'),
    /** Hash: the settings of each brand. */
    brandSettings: (workspace: string) => key(workspace, 'brand-settings'),
    /** Sorted set: the cards of a brand whose posts are planned for a time, by that time (epoch ms). */
    planned: (workspace: string, brand: string) => key(workspace, 'planned', brand),
    /**
     * Sorted set: the posts of a brand whose drafts people discarded, by the last write of their cards (epoch
     * ms).
     */
    discarded: (workspace: string, brand: string) => key(workspace, 'discarded', brand),
    /** Hash: the weekly posting times of each brand. */
    postingSlots: (workspace: string) => key(workspace, 'posting-slots'),
    /** Hash: the recurring posts, by their ids. */
    recurring: (workspace: string) => key(workspace, 'recurring'),
    /** Sorted set: their ids, by when each needs its job (epoch ms). */
    recurringDue: (workspace: string) => key(workspace, 'recurring-due'),
    /** An execution of a step in Slack's Workflow Builder. */
    step: (workspace: string, execution: string) => key(workspace, 'step', execution),
    /** Set: the executions that haven't ended. */
    openSteps: (workspace: string) => key(workspace, 'open-steps'),
    /** Set: the executions that wait for a card. */
    stepsOf: (workspace: string, card: string) => key(workspace, 'steps-of', card),
    /** Hash: the caption templates and saved prompts of each brand. */
    templates: (workspace: string) => key(workspace, 'templates'),
    /** The settings of a user. */
    personSettings: (workspace: string, user: string) => key(workspace, 'person-settings', user),
    /**
     * The notification that last mentioned a user group in a channel, until the group can be mentioned again.
     */
    groupMention: (workspace: string, channel: string, group: string) =>
      key(workspace, 'group-mention', channel, group),
    /** When to check again whom to remind (epoch ms). */
    remindersNext: (workspace: string) => key(workspace, 'reminders-next'),
    /** Hash: who was reminded of a card, when, and how often. */
    nudged: (workspace: string, card: string) => key(workspace, 'nudged', card),
    /** Hash: the direct messages that asked people to approve a card, and what each shows. */
    approvalRequests: (workspace: string, card: string) => key(workspace, 'approval-requests', card),
    /** Hash: the events that people have to be notified of, until they are. */
    notifications: (workspace: string) => key(workspace, 'notifications'),
    /** Hash: the notifications that are yet to be sent to each channel and user. */
    deliveries: (workspace: string) => key(workspace, 'deliveries'),
    /**
     * Sorted set, every score 0: the channels and ids of the cards that have no message yet because their
     * post is being created.
     */
    awaiting: (workspace: string) => key(workspace, 'awaiting'),
    /** Hash: the status messages for posts that are being created. */
    statuses: (workspace: string) => key(workspace, 'statuses'),
    /** Hash: the notifications that were sent about a card or campaign, by where they are. */
    said: (workspace: string, root: string) => key(workspace, 'said', root),
    /** A brand's digest for a day was sent. */
    digest: (workspace: string, brand: string, day: string) => key(workspace, 'digest', brand, day),
    /** When to look for results and reports next (epoch ms). */
    resultsNext: (workspace: string) => key(workspace, 'results-next'),
    /** Set if the results in a time zone or of a brand, or its weekly report, were sent on a day. */
    resultsOf: (workspace: string, what: string, day: string) => key(workspace, 'results-of', what, day),
    /**
     * Until when the results of a brand or in a time zone, and a brand's report, aren't tried again (epoch
     * ms).
     */
    resultsPostponed: (workspace: string, what: string) => key(workspace, 'results-held', what),
    /** Hash: when the results of a card's post were sent, after a day and after a week. */
    results: (workspace: string, card: string) => key(workspace, 'results', card),
    /** Hash: the cards that failed for the same cause, and the alert that counts them. */
    incident: (workspace: string, cause: string) => key(workspace, 'incident', cause),
    lastBrand: (workspace: string, channel: string) => key(workspace, 'last-brand', channel),
    catalog: (workspace: string, what: string) => key(workspace, 'catalog', what),
    /** Hash: short ids that stand for the service's ids that are too long for Slack. */
    shortIds: (workspace: string) => key(workspace, 'short-ids'),
    /** Stream: the audit trail's chain. */
    audit: (workspace: string) => key(workspace, 'audit'),
    auditHead: (workspace: string) => key(workspace, 'audit-head'),
    /** List: audit entries that aren't in the chain yet. */
    auditOutbox: (workspace: string) => key(workspace, 'audit-outbox'),
    /** When a channel's rate limit is full again (epoch ms). */
    turns: (workspace: string, channel: string) => key(workspace, 'turns', channel),
    /** Sorted set: the cards that wait for a channel's rate limiter, in order. */
    turnsLine: (workspace: string, channel: string) => key(workspace, 'turns-line', channel),
    /** Sorted set: the same cards, by when they ask again. */
    turnsDue: (workspace: string, channel: string) => key(workspace, 'turns-due', channel),
    /** Until when Slack refuses `chat.update` (epoch ms). */
    updatesPaused: (workspace: string) => key(workspace, 'updates-paused'),
    /** Sealed: the workspace's tokens. */
    installation: (workspace: string) => key(workspace, 'installation'),
    /** Sealed: the workspace's API key. */
    apiKey: (workspace: string) => key(workspace, 'api-key'),
    /** Pattern for all keys of a workspace. */
    all: (workspace: string) => key(workspace, '*'),
    /** An installation that someone started; only the digest of its state is in the name. */
    state: (digest: string) => `${prefix}:state:${digest}`,
    lastSweep: `${prefix}:last-round`,
  };
}
