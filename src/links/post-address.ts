/** The addresses of posts in the publishing service's web app, by the pattern in the settings. Pure. */

/** A post that a link leads to. */
export interface LinkedPost {
  post: string;
  /** The id of its brand, if the pattern has it. */
  brand?: string | undefined;
}

export interface PostAddress {
  /** The domain whose links Slack has to report. */
  host: string;
  /** `undefined` if the address doesn't lead to a post. */
  read(url: string): LinkedPost | undefined;
  write(of: { post: string; brand: string }): string;
}

/** Longer than any id of a service, and short enough for a button. */
const longestId = 200;

const placeholder = /\{(id|brand)\}/g;

/**
 * Parses a pattern with `{id}` once, and `{brand}` at most once, below the domain. `undefined` if it isn't
 * one.
 */
export function readPostPattern(pattern: string): PostAddress | undefined {
  const names = [...pattern.matchAll(placeholder)].map(([, name]) => name);
  const isOnce = names.length === new Set(names).size && names.includes('id');
  // a placeholder for the id while the address is parsed; it can't be part of a domain
  const parsed = URL.parse(pattern.replaceAll(placeholder, '_'));
  if (!isOnce || !parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  if (parsed.username || parsed.password || parsed.hash || /[{}]/.test(pattern.replaceAll(placeholder, '')))
    return undefined;
  // the origin is spelled as in links, whose domain Slack writes in lowercase
  const rest = pattern.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';
  const whole = parsed.origin + rest;
  if (!rest.includes('{id}')) return undefined;
  const hasQuery = rest.includes('?');
  const matcher = new RegExp(
    `^${whole
      .split(placeholder)
      // split by a group, so every other part is the name of a placeholder
      .map((part, at) => (at % 2 ? `(?<${part}>[^/?#&]{1,${3 * longestId}})` : plain(part)))
      .join('')}${hasQuery ? '(?:[&#].*)?' : '/?(?:[?#].*)?'}$`,
  );
  return {
    host: parsed.hostname,
    read(url) {
      const { id, brand } = matcher.exec(withOrigin(url))?.groups ?? {};
      const post = decoded(id);
      return post === undefined ? undefined : { post, brand: decoded(brand) };
    },
    write: ({ post, brand }) =>
      whole.replaceAll(placeholder, (_, name) => encodeURIComponent(name === 'id' ? post : brand)),
  };
}

/** The text as a regular expression that matches only itself. */
const plain = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The address with its domain in lowercase. */
function withOrigin(url: string): string {
  const origin = URL.parse(url)?.origin ?? 'null';
  return url.toLowerCase().startsWith(origin) ? origin + url.slice(origin.length) : url;
}

function decoded(text: string | undefined): string | undefined {
  try {
    const id = text && decodeURIComponent(text);
    return id && id.length <= longestId ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The messages that a Slack permalink leads to: its own, and the first one of its thread. */
export function messagesIn(url: string): { channel: string; ts: string }[] {
  const [, channel, seconds, rest] = /\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})/.exec(url) ?? [];
  if (channel === undefined) return [];
  const thread = URL.parse(url)?.searchParams.get('thread_ts');
  return [
    { channel, ts: `${seconds}.${rest}` },
    ...(thread && /^\d+\.\d+$/.test(thread) ? [{ channel, ts: thread }] : []),
  ];
}
