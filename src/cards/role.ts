/** What somebody is in the Slack workspace that a card belongs to. */
export type Role = 'administrator' | 'member' | 'guest' | 'outsider' | 'unknown';
