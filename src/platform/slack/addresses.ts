/** Where the Slack side of the bot may send: to Slack. An address that came with a payload is not taken on trust. */
export type SlackFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The host of the Web API, and over https what stands below it: `hooks.slack.com`, `files.slack.com`. */
export function isSlackAddress(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, port, username } = new URL(address);
  const api = new URL(apiUrl);
  if (username !== '') return false;
  if (origin === api.origin) return true;
  return protocol === 'https:' && port === '' && hostname.endsWith(`.${api.hostname}`);
}

/** Nothing was sent: Slack, or who pretends to be Slack, named an address elsewhere. */
export class NotSlack extends TypeError {
  constructor() {
    super("this isn't a Slack address");
  }
}

/** Sends to Slack and nowhere else: rejects before anything is sent. Redirects are not followed. */
export function createSlackFetch(apiUrl: string): SlackFetch {
  return async (url, init) => {
    if (!isSlackAddress(String(url), apiUrl)) throw new NotSlack();
    return fetch(url, { ...init, redirect: 'error' });
  };
}
