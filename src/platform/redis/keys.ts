/**
 * Every key of the store. Each carries the Slack workspace, as the hash tag that keeps what is written
 * together on one node of a cluster; only the list of workspaces, and what belongs to none, stands
 * outside.
 */

export type Keys = ReturnType<typeof createKeys>;

export function createKeys(prefix: string) {
  const key = (workspace: string, ...parts: string[]) => `${prefix}:{${workspace}}:${parts.join(':')}`;
  return {
    workspaces: `${prefix}:workspaces`,
    /** It was served with a token of the settings, and was not installed since. */
    byToken: (workspace: string) => key(workspace, 'by-token'),
    card: (workspace: string, id: string) => key(workspace, 'card', id),
    /** Sorted set: cards that wait for work or for drawing, by the time of their last move; later ones once their planned time passes. */
    todo: (workspace: string) => key(workspace, 'todo'),
    /** Sorted set: the watched cards of a brand, by the time from which they are watched. */
    watched: (workspace: string, brand: string) => key(workspace, 'watched', brand),
    /** Sorted set: brands with watched cards, by the earliest of them. */
    watchedBrands: (workspace: string) => key(workspace, 'watched-brands'),
    /** Sorted set: the cards that home tabs show; open ones by their last move, failed ones by when they leave it. */
    open: (workspace: string) => key(workspace, 'open'),
    /** Sorted set: who looks at their home tab, by when they last opened it. */
    homes: (workspace: string) => key(workspace, 'homes'),
    /** Hash: the pages of a home tab that its person turned to, and how it was drawn last. */
    home: (workspace: string, user: string) => key(workspace, 'home', user),
    /** The person who was greeted. */
    welcomed: (workspace: string) => key(workspace, 'welcomed'),
    /** Hash: the post index of a brand. */
    index: (workspace: string, brand: string) => key(workspace, 'index', brand),
    /** Hash: what the reader of a brand is asked for. */
    reads: (workspace: string, brand: string) => key(workspace, 'reads', brand),
    /** Set: the brands whose reader is asked for something. */
    readers: (workspace: string) => key(workspace, 'readers'),
    /** The card that a post of the service belongs to. */
    claim: (workspace: string, post: string) => key(workspace, 'claim', post),
    /** The card that a message in Slack shows. */
    message: (workspace: string, channel: string, ts: string) => key(workspace, 'message', channel, ts),
    /** Set: the keys that expire together, those of a card or of a campaign and all its posts. */
    family: (workspace: string, first: string) => key(workspace, 'family', first),
    /** Set: the cards of a family that are not finished; while there is one, nothing of it expires. */
    unfinished: (workspace: string, first: string) => key(workspace, 'unfinished', first),
    /** What someone decided about several posts at once. */
    batch: (workspace: string, id: string) => key(workspace, 'batch', id),
    /** Set: the batches that have not come to an end. */
    openBatches: (workspace: string) => key(workspace, 'open-batches'),
    outsidePost: (workspace: string, card: string) => key(workspace, 'prospect', card),
    /** Hash: the effects of a card, or of an export. */
    ledger: (workspace: string, whose: string) => key(workspace, 'ledger', whose),
    lock: (workspace: string, what: string) => key(workspace, 'hold', what),
    /** Hash: the cards whose posts are being created in a brand, each with when that began and ends, and whether it is alone. */
    creations: (workspace: string, brand: string) => key(workspace, 'creations', brand),
    /** Sorted set: the cards that wait for others to be created first, by when they came. */
    creationsLine: (workspace: string, brand: string) => key(workspace, 'creations-line', brand),
    /** Hash: for each kind of request whether the service's answers carry an id. */
    answersCarryIds: (workspace: string) => key(workspace, 'answers-carry-ids'),
    /** Hash: the approval rule of each brand, and the one of all others. */
    rules: (workspace: string) => key(workspace, 'rules'),
    /** Hash: the freeze of each brand, and the one of all. */
    pauses: (workspace: string) => key(workspace, 'freezes'),
    /** Hash: when the freeze of each brand, and the one of all, last ended. */
    pauseEnds: (workspace: string) => key(workspace, 'thaws'),
    /** Hash: the freeze of each brand, and the one of all, that ended last, with who thawed it. */
    endedPauses: (workspace: string) => key(workspace, 'thawed'),
    /** Hash: the posts that a freeze took off the schedule. */
    pausedPosts: (workspace: string, scope: string) => key(workspace, 'frozen-posts', scope),
    /** Hash: how often what the cards of each brand, or of all, are shown with has changed since they were asked to be drawn anew. */
    redraws: (workspace: string) => key(workspace, 'redraws'),
    /** Hash: of each brand, or of all, whose rule changed and whose new approvers weren't asked yet: the rule before. */
    ruleChanges: (workspace: string) => key(workspace, 'rule-changes'),
    /** Hash: what is set for each brand. */
    brandSettings: (workspace: string) => key(workspace, 'brand-settings'),
    /** Sorted set: the cards of a brand whose posts are planned for a time, by that time (epoch ms). */
    planned: (workspace: string, brand: string) => key(workspace, 'planned', brand),
    /** Hash: the weekly posting times of each brand. */
    postingSlots: (workspace: string) => key(workspace, 'posting-slots'),
    /** What a person set for themselves. */
    personSettings: (workspace: string, user: string) => key(workspace, 'person-settings', user),
    /** The notification that last mentioned a user group in a channel, until another one can. */
    groupMention: (workspace: string, channel: string, group: string) =>
      key(workspace, 'group-mention', channel, group),
    /** When it is next looked whom to remind (epoch ms). */
    remindersNext: (workspace: string) => key(workspace, 'reminders-next'),
    /** Hash: who was reminded of a card, when and how often. */
    nudged: (workspace: string, card: string) => key(workspace, 'nudged', card),
    /** Hash: the direct messages that asked people to approve a card, and what each shows. */
    approvalRequests: (workspace: string, card: string) => key(workspace, 'approval-requests', card),
    /** Hash: what has to be said because of what happened, until it was. */
    notifications: (workspace: string) => key(workspace, 'notifications'),
    /** Hash: the notifications that each channel and each person is to be sent, until they were. */
    deliveries: (workspace: string) => key(workspace, 'deliveries'),
    /** Sorted set, all with the score 0: the channels and ids of cards that wait for a message, because their post is still being made. */
    awaiting: (workspace: string) => key(workspace, 'awaiting'),
    /** Hash: the status messages for posts that are being made. */
    statuses: (workspace: string) => key(workspace, 'statuses'),
    /** Hash: the notifications that were sent about a card or a campaign, by where they are. */
    said: (workspace: string, root: string) => key(workspace, 'said', root),
    /** The digest of a brand for a day was sent. */
    digest: (workspace: string, brand: string, day: string) => key(workspace, 'digest', brand, day),
    /** Hash: the cards that failed for a cause, and the one alert that counts them. */
    incident: (workspace: string, cause: string) => key(workspace, 'incident', cause),
    lastBrand: (workspace: string, channel: string) => key(workspace, 'last-brand', channel),
    catalog: (workspace: string, what: string) => key(workspace, 'catalog', what),
    /** Hash: the ids of the service that are too long for Slack, by the short ids that stand for them. */
    shortIds: (workspace: string) => key(workspace, 'short-ids'),
    /** Stream: the chain of the audit trail. */
    audit: (workspace: string) => key(workspace, 'audit'),
    auditHead: (workspace: string) => key(workspace, 'audit-head'),
    /** List: audit entries that are not in the chain yet. */
    auditOutbox: (workspace: string) => key(workspace, 'audit-outbox'),
    /** When all turns of a channel are free again (epoch ms). */
    turns: (workspace: string, channel: string) => key(workspace, 'turns', channel),
    /** Sorted set: the cards that wait for a turn in a channel, as they stand in the line. */
    turnsLine: (workspace: string, channel: string) => key(workspace, 'turns-line', channel),
    /** Sorted set: the same cards, by the time at which they are to ask again. */
    turnsDue: (workspace: string, channel: string) => key(workspace, 'turns-due', channel),
    /** Until when Slack takes no `chat.update` (epoch ms). */
    updatesPaused: (workspace: string) => key(workspace, 'updates-paused'),
    /** Sealed: the tokens of the workspace. */
    installation: (workspace: string) => key(workspace, 'installation'),
    /** Sealed: the API key of the workspace. */
    apiKey: (workspace: string) => key(workspace, 'api-key'),
    /** Everything of a workspace, as Redis matches names. */
    all: (workspace: string) => key(workspace, '*'),
    /** An installation that someone began; only its digest is kept. */
    state: (digest: string) => `${prefix}:state:${digest}`,
    lastRound: `${prefix}:last-round`,
  };
}
