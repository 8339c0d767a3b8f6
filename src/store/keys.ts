/**
 * Every key of the store. Each carries the Slack workspace, as the hash tag that keeps what is written
 * together on one node of a cluster; only the list of workspaces stands outside.
 */

export function createKeys(prefix: string) {
  const key = (workspace: string, ...parts: string[]) => `${prefix}:{${workspace}}:${parts.join(':')}`;
  return {
    workspaces: `${prefix}:workspaces`,
    card: (workspace: string, id: string) => key(workspace, 'card', id),
    /** Sorted set: cards that wait for work or for drawing, by the time of their last move. */
    todo: (workspace: string) => key(workspace, 'todo'),
    /** Sorted set: the watched cards of a brand, by the time from which they are watched. */
    watched: (workspace: string, brand: string) => key(workspace, 'watched', brand),
    /** Sorted set: brands with watched cards, by the earliest of them. */
    watchedBrands: (workspace: string) => key(workspace, 'watched-brands'),
    /** The card that a post of the service belongs to. */
    claim: (workspace: string, post: string) => key(workspace, 'claim', post),
    prospect: (workspace: string, card: string) => key(workspace, 'prospect', card),
    ledger: (workspace: string, effect: string) => key(workspace, 'ledger', effect),
    hold: (workspace: string, what: string) => key(workspace, 'hold', what),
    /** Hash: the approval rule of each brand, and the one of all others. */
    rules: (workspace: string) => key(workspace, 'rules'),
    lastBrand: (workspace: string, channel: string) => key(workspace, 'last-brand', channel),
    catalog: (workspace: string, what: string) => key(workspace, 'catalog', what),
    lastRound: `${prefix}:last-round`,
  };
}
