/** Where the Slack side of the bot can send: only to Slack. An address in a payload isn't trusted. */
export type SlackFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Whether an address is the host of the Web API, or over https a subdomain: `hooks.slack.com`,
 * `files.slack.com`.
 */
export function isSlackAddress(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, port, username } = new URL(address);
  const api = new URL(apiUrl);
  if (username !== '') return false;
  if (origin === api.origin) return true;
  return protocol === 'https:' && port === '' && hostname.endsWith(`.${api.hostname}`);
}

/** Nothing was sent, because Slack, or someone pretending to be Slack, named an address elsewhere. */
export class NotSlack extends TypeError {
  constructor() {
    super("this isn't a Slack address");
  }
}

/** Sends only to Slack: rejects for any other address before anything is sent. Redirects aren't followed. */
export function createSlackFetch(apiUrl: string): SlackFetch {
  return async (url, init) => {
    if (!isSlackAddress(String(url), apiUrl)) throw new NotSlack();
    return fetch(url, { ...init, redirect: 'error' });
  };
}
